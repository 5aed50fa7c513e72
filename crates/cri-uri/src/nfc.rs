//! Normalization Form C (sections 2 and 3 of the draft).
//!
//! Decoding, comparing and resolving ignore the form. Only the creator of a CRI may map text to NFC, since the result is
//! another identifier: `/e%CC%81` and `/%C3%A9` are two resources of a server.

use core::error::Error;
use core::fmt;

use cri_core::{Authority, Component, Host, Piece, Revision, Sections, TextOrPet, Userinfo};

use crate::convert::error::ToCriErrorKind;
use crate::convert::nfc::{self, NORMALIZER, applies};
use crate::convert::text_component::TextComponent;
use crate::text::pct::{Subcomponent, TRIPLET, characters};

/// Checks that a CRI or CRI reference is in NFC, as far as the revision wants that. Decoding does not check it.
///
/// In percent-encoded text, each piece of text counts by itself.
///
/// ```
/// use cri_core::{Component, CriRef, Revision};
/// use cri_uri::nfc;
///
/// let reference = CriRef::decode(b"\x82\x01\x81\x63e\xcc\x81")?; // [1, ["e\u0301"]]
/// let error = nfc::check_nfc(reference, Revision::Draft16).unwrap_err();
/// assert_eq!(error.component(), Component::Path);
/// assert_eq!(error.to_string(), "text in the path is not in NFC");
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
///
/// # Errors
///
/// The first component that is not in NFC.
pub fn check_nfc<'a>(cri: impl Into<Sections<'a>>, revision: Revision) -> Result<(), NotNfc> {
    let sections = cri.into();
    let authority = sections.authority();
    let userinfo = authority.and_then(Authority::userinfo).map(Userinfo::item);
    if applies(Component::Userinfo, revision) {
        check(userinfo, Component::Userinfo)?;
    }
    if let Some(Host::Name(name)) = authority.map(Authority::host) {
        check(name.labels(), Component::Host)?;
    }
    check(sections.segments(), Component::Path)?;
    check(sections.parameters(), Component::Query)?;
    check(sections.fragment(), Component::Fragment)
}

/// The offset of the first character that NFC changes in an item of a URI: a label of the host (with [`Subcomponent::Host`]), a
/// userinfo, a segment, a parameter or a fragment. `None` if the item is in NFC.
///
/// Each piece of text that a CRI would have counts by itself. A percent-encoded character that text cannot hold, and each byte
/// that is not UTF-8, end a piece.
///
/// ```
/// use cri_uri::nfc::first_change;
/// use cri_uri::pct::Subcomponent;
///
/// assert_eq!(first_change("ae%CC%81", Subcomponent::Segment), Some(1));
/// assert_eq!(first_change("%C3%A9", Subcomponent::Segment), None);
/// assert_eq!(first_change("e%FF%CC%81", Subcomponent::Segment), None); // the accent is in another piece
/// ```
pub fn first_change<T: AsRef<[u8]> + ?Sized>(item: &T, part: Subcomponent) -> Option<usize> {
    let item = item.as_ref();
    let component = TextComponent::of(part);
    let change = |start: usize, end| {
        let at = nfc::first_change(item.get(start..end)?, component.is_label())?;
        Some(start.wrapping_add(at))
    };
    let mut start = 0;
    for (at, character) in characters(item) {
        let is_encoded = item.get(at) == Some(&b'%');
        let is_text = character.is_ok_and(|character| {
            !is_encoded || !character.is_ascii() || component.is_text(character as u8)
        });
        if !is_text {
            if let Some(at) = change(start, at) {
                return Some(at);
            }
            start = at.wrapping_add(TRIPLET);
        }
    }
    change(start, item.len())
}

fn check<'a>(
    items: impl IntoIterator<Item = TextOrPet<'a>>,
    component: Component,
) -> Result<(), NotNfc> {
    let mut texts = items.into_iter().flat_map(TextOrPet::pieces).filter_map(Piece::as_str);
    if texts.all(|text| NORMALIZER.is_normalized(text)) {
        Ok(())
    } else {
        Err(NotNfc { component })
    }
}

/// A component of a CRI that is not in NFC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NotNfc {
    component: Component,
}

impl fmt::Display for NotNfc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "text in the {} is not in NFC", self.component)
    }
}

impl Error for NotNfc {}

cri_core::__own_kind!(NotNfc, it => ToCriErrorKind::NotNfc.name(), it.component);
