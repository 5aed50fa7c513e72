//! Normalization Form C (sections 2 and 3 of the draft).
//!
//! Decoding, comparing and resolving ignore the form. Only the creator of a CRI may map text to NFC, since the result is
//! another identifier: `/e%CC%81` and `/%C3%A9` are two resources of a server.

use core::error::Error;
use core::fmt;

use cri_core::{
    Authority, Component, Host, Path, Piece, Query, Revision, Sections, TextOrPet, Userinfo,
};
use icu_normalizer::ComposingNormalizerBorrowed;

use crate::text::pct;

const NORMALIZER: ComposingNormalizerBorrowed<'static> = ComposingNormalizerBorrowed::new_nfc();

/// The characters of a percent-encoded text that is UTF-8, each with its offset. A label is read in lower case.
pub(crate) fn characters(text: &[u8], is_label: bool) -> impl Iterator<Item = (usize, char)> {
    pct::characters(text).filter_map(move |(at, character)| {
        let character = character.ok()?;
        Some((at, if is_label { character.to_ascii_lowercase() } else { character }))
    })
}

/// The offset of the first character of a percent-encoded text that NFC changes. `None` if it is in NFC.
#[must_use]
pub fn first_change(text: &[u8], is_label: bool) -> Option<usize> {
    let mut normalized = normalized(characters(text, is_label).map(|(_, character)| character));
    // NFC never appends to a text that it leaves as it is, so one walk over the text is enough.
    characters(text, is_label)
        .find(|&(_, character)| normalized.next() != Some(character))
        .map(|(offset, _)| offset)
}

/// The characters in NFC.
pub(crate) fn normalized(characters: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    NORMALIZER.normalize_iter(characters)
}

/// Whether the revision wants this component in NFC.
pub(crate) const fn applies(component: Component, revision: Revision) -> bool {
    // In draft-16, constraints of single components; in RFC 9988, C0.
    !matches!(
        (component, revision),
        (Component::Userinfo, Revision::Draft16) | (Component::ZoneId, _)
    )
}

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
    check(sections.path().iter().flat_map(Path::segments), Component::Path)?;
    check(sections.query().iter().flat_map(Query::parameters), Component::Query)?;
    check(sections.fragment(), Component::Fragment)
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
///
/// ```
/// use cri_core::{CriRef, Revision};
/// use cri_uri::nfc;
///
/// let reference = CriRef::decode(b"\x83\x01\x80\x81\x63e\xcc\x81")?; // [1, [], ["e\u0301"]]
/// let error = nfc::check_nfc(reference, Revision::Draft16).unwrap_err();
/// assert_eq!(error.to_string(), "text in the query is not in NFC");
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NotNfc {
    component: Component,
}

impl NotNfc {
    /// The component.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.component
    }
}

impl fmt::Display for NotNfc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "text in the {} is not in NFC", self.component)
    }
}

impl Error for NotNfc {}

#[cfg(test)]
mod tests {
    use std::string::String;

    use cri_core::__private::is_upper_case;
    use icu_normalizer::DecomposingNormalizerBorrowed;

    use super::*;

    /// In a label or segment that `Nfc::Keep` writes, NFC adds and removes no dot, digit, slash, percent sign and
    /// upper-case letter. So it makes no dot-segment and no address.
    #[test]
    fn nfc_keeps_the_characters_that_rules_name() {
        let form_d = DecomposingNormalizerBorrowed::new_nfd();
        let nfc = |text: &str| normalized(text.chars()).collect::<String>();
        let mut space = [0; 4];
        // The planes after these have no characters, or private ones, which NFC keeps.
        for character in ('\u{80}'..'\u{40000}').chain('\u{e0000}'..'\u{e1000}') {
            let form_c = nfc(character.encode_utf8(&mut space));
            assert!(
                !form_c.contains(|c: char| c.is_ascii_digit() || ".:/%?#&@".contains(c)),
                "{character:?}"
            );
            if is_upper_case(character) {
                // An upper-case composite begins with an upper-case letter, so lower case never becomes one.
                let first = form_d.normalize_iter([character].into_iter()).next();
                assert!(first.is_some_and(is_upper_case), "{character:?}");
            } else {
                assert!(!form_c.contains(is_upper_case), "{character:?}");
            }
            if !form_d.normalize_iter([character].into_iter()).eq([character]) {
                continue;
            }
            // Marks do not compose with these characters.
            let joined = |last: &str| {
                [".", "0", "1", "5", "9", "%", "/"].map(|before| [before, last].concat()).concat()
            };
            assert_eq!(
                nfc(&joined(character.encode_utf8(&mut space))),
                joined(&form_c),
                "{character:?}"
            );
        }
    }
}
