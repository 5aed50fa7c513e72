//! CRIs and CRI references in their interchange form: encoded, checked once and borrowed (sections 5.1 and 5.2 of the draft).

use core::ops::Deref;

use crate::constants::PREFER_SPEED;
use crate::error::{Component, DecodeError};
use crate::interchange::accessors::accessors;
use crate::interchange::offsets::{Offsets, to_usize};
use crate::sections::items::{is_array, take_array};
use crate::sections::{
    AUTHORITY, Authority, Decoded, Discard, EncodedItems, FRAGMENT, Host, PATH, Path, QUERY, Query,
    SCHEME, SECTIONS, Scheme, Sections, Segments, TextOrPet, Userinfo,
};

/// A CRI reference in its interchange form: borrowed bytes that were checked once.
///
/// A full CRI is a CRI reference too: [`is_full`](CriRef::is_full) tells, and [`to_full`](CriRef::to_full) makes it a
/// [`Cri`](crate::Cri).
///
/// A `CriRef` meets every requirement of the draft except two that need Unicode tables: that text is in NFC, and that
/// hosts hold no upper-case letters beyond A to Z. It has no `Eq`, since a reference has a meaning only together with a
/// base. [Resolve](crate::Cri::resolve) it before comparing (section 4).
///
/// ```
/// use cri_core::CriRef;
///
/// // [true, [".well-known", "core"], ["rt=temperature-c"]]
/// let bytes = b"\x83\xf5\x82\x6b.well-known\x64core\x81\x70rt=temperature-c";
/// let reference = CriRef::decode(bytes)?;
/// assert!(!reference.is_full());
/// assert_eq!(reference.as_bytes(), bytes);
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct CriRef<'a> {
    /// INVARIANT: exactly one checked CRI reference, to which `offsets` belong. They ascend, and lie in the bytes.
    pub(crate) bytes: &'a [u8],
    pub(crate) offsets: Offsets,
}

impl<'a> CriRef<'a> {
    #[cfg(target_pointer_width = "64")]
    #[inline(always)]
    pub(crate) const fn in_registers(&self) -> Self {
        Self { bytes: self.bytes, offsets: self.offsets.in_registers() }
    }

    /// The interchange form, as it was decoded.
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Whether this is a full CRI, which begins with a scheme (section 5.1.5).
    #[must_use]
    #[inline]
    pub const fn is_full(self) -> bool {
        self.offsets.is_full()
    }

    /// The abstract form (section 5.2).
    ///
    /// This takes constant time.
    #[must_use]
    #[inline(always)]
    pub fn sections(self) -> Sections<'a> {
        self.sections_of(self.is_full())
    }

    /// Where the section of `component` begins, or would begin, in bytes of the interchange form.
    #[must_use]
    pub fn offset_of(self, component: Component) -> usize {
        let [first, authority, path, query, fragment] = self.offsets.starts;
        to_usize(match component {
            Component::Cri => 0,
            Component::Scheme | Component::Discard => first,
            Component::Authority
            | Component::Userinfo
            | Component::Host
            | Component::ZoneId
            | Component::Port => authority,
            Component::Path => path,
            Component::Query => query,
            Component::Fragment => fragment,
        })
    }

    /// Whether both references have equal sections; the lengths of CBOR heads do not count.
    ///
    /// This compares structure and not meaning: references that differ may resolve to one CRI, and equal references
    /// resolve to one CRI only against one base (section 5, last paragraph). Use it in tests and in caches of references.
    #[must_use]
    pub fn structurally_eq<'r>(self, other: impl Into<CriRef<'r>>) -> bool {
        self.sections().structurally_eq(&other.into().sections())
    }
}

impl AsRef<[u8]> for CriRef<'_> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl<'a> From<&CriRef<'a>> for Sections<'a> {
    #[inline]
    fn from(reference: &CriRef<'a>) -> Self {
        reference.sections_of(reference.is_full())
    }
}

impl<'a> From<CriRef<'a>> for Sections<'a> {
    #[inline(always)]
    fn from(reference: CriRef<'a>) -> Self {
        reference.sections_in_place(reference.is_full())
    }
}

impl<'a> CriRef<'a> {
    /// The abstract form (section 5.2), out of line on smaller machines. `full` is whether there is a scheme.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn sections_of(&self, full: bool) -> Sections<'a> {
        self.sections_in_place(full)
    }

    /// The abstract form, built where it is used: moving it takes as long as making it.
    #[inline(always)]
    pub(crate) fn sections_in_place(&self, full: bool) -> Sections<'a> {
        let [scheme, authority, mut path, query, fragment] = if PREFER_SPEED {
            self.items()
        } else {
            let item = |section| self.item(section);
            [item(SCHEME), item(AUTHORITY), item(PATH), item(QUERY), item(FRAGMENT)]
        };
        let has_path = full || is_array(path);
        let segments = take_array(&mut path);
        let items = [if full { scheme } else { &[] }, authority, path, query, fragment];
        let discard = match self.discard_byte() {
            count @ 0..=Discard::MAX if !full => Discard::Segments(count),
            _ => Discard::All,
        };
        Sections {
            items,
            added: &[],
            segments,
            discard,
            has_path,
            shortest: self.offsets.is_shortest(),
        }
    }

    /// All sections as they are encoded.
    ///
    /// Each split from the end takes one comparison. [`item`](CriRef::item) takes more, in less code.
    #[inline(always)]
    pub(crate) fn items(&self) -> [&'a [u8]; SECTIONS] {
        self.split().unwrap_or_default()
    }

    #[inline(always)]
    fn split(&self) -> Option<[&'a [u8]; SECTIONS]> {
        let [scheme, authority, path, query, fragment] = self.offsets.starts;
        // INVARIANT: the offsets ascend, and lie in the bytes.
        let (before, fragment) = self.bytes.split_at_checked(to_usize(fragment))?;
        let (before, query) = before.split_at_checked(to_usize(query))?;
        let (before, path) = before.split_at_checked(to_usize(path))?;
        let (before, authority) = before.split_at_checked(to_usize(authority))?;
        let scheme = before.get(to_usize(scheme)..)?;
        Some([scheme, authority, path, query, fragment])
    }

    /// The section of this number as it is encoded, empty where there is none. The first may be a discard.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn item(&self, section: usize) -> &'a [u8] {
        let starts = &self.offsets.starts;
        let end =
            starts.get(section.wrapping_add(1)).map_or(self.bytes.len(), |end| to_usize(*end));
        let before = self.bytes.get(..end).unwrap_or_default();
        // INVARIANT: the offsets ascend, and lie in the bytes.
        starts.get(section).and_then(|start| before.get(to_usize(*start)..)).unwrap_or_default()
    }

    /// The last byte of a reference's first section: the number of segments to discard, where that is at most
    /// `Discard::MAX`. A larger byte discards all of them.
    #[inline]
    pub(crate) fn discard_byte(&self) -> u8 {
        // INVARIANT: a discard is at most `Discard::MAX`, and so it is the last byte of its head. Null and true are
        // larger than that. 5.2: the empty array is `[0]`.
        self.item(SCHEME).last().copied().unwrap_or(0)
    }
}

/// A full CRI in its interchange form: a [`CriRef`] that begins with a scheme. It derefs to that reference.
///
/// Two CRIs are equal if their sections are. Longer CBOR heads, and how an empty path or query is written, make no
/// difference. Order and hash follow equality. The fragment counts;
/// [`eq_ignoring_fragment`](Cri::eq_ignoring_fragment) leaves it out.
///
/// The order is that of the shortest encoding, where the number of segments does not count: CRIs with the same first segments
/// stand together.
///
/// ```
/// use cri_core::Cri;
///
/// let cri = Cri::decode(b"\x82\x20\x81\x61h")?; // [-1, ["h"]]
/// let same = Cri::decode(b"\x83\x38\x00\x81\x61h\x80")?; // [-1_0, ["h"], []]
/// assert_eq!(cri, same);
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Cri<'a>(/* INVARIANT: begins with a scheme. */ CriRef<'a>);

impl<'a> Cri<'a> {
    /// A full CRI from bytes that were checked, and where their sections begin.
    #[inline(always)]
    pub(crate) const fn from_parts(bytes: &'a [u8], offsets: Offsets) -> Self {
        Self(CriRef { bytes, offsets })
    }

    #[cfg(target_pointer_width = "64")]
    #[inline(always)]
    pub(crate) const fn in_registers(&self) -> Self {
        Self(self.0.in_registers())
    }

    /// The interchange form, as it was decoded.
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0.as_bytes()
    }

    /// This CRI as a CRI reference.
    #[must_use]
    pub const fn as_cri_ref(self) -> CriRef<'a> {
        self.0
    }

    /// The abstract form (section 5.2).
    ///
    /// This takes constant time.
    #[must_use]
    #[inline(always)]
    pub fn sections(self) -> Sections<'a> {
        self.0.sections_of(true)
    }
}

impl<'a> Deref for Cri<'a> {
    type Target = CriRef<'a>;

    #[inline(always)]
    fn deref(&self) -> &CriRef<'a> {
        &self.0
    }
}

impl<'a> CriRef<'a> {
    /// This reference as a full CRI, if it is one.
    #[must_use]
    #[inline]
    pub fn to_full(self) -> Option<Cri<'a>> {
        self.is_full().then_some(Cri(self))
    }
}

impl AsRef<[u8]> for Cri<'_> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

/// The reference, if it is a full CRI. The error is `NotFull`.
impl<'a> TryFrom<CriRef<'a>> for Cri<'a> {
    type Error = DecodeError;

    fn try_from(reference: CriRef<'a>) -> Result<Self, DecodeError> {
        reference.to_full().ok_or(DecodeError::NOT_FULL)
    }
}

impl<'a> From<Cri<'a>> for CriRef<'a> {
    fn from(cri: Cri<'a>) -> Self {
        cri.0
    }
}

impl<'a> From<Cri<'a>> for Sections<'a> {
    #[inline(always)]
    fn from(cri: Cri<'a>) -> Self {
        cri.sections()
    }
}

accessors! { full ['a] Cri<'a>, 'a, self (self) }
accessors! { reference ['a] CriRef<'a>, 'a, self (self) }
accessors! { both ['a] CriRef<'a>, 'a, self (self) }
