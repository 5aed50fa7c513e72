//! The interchange form: encoded CRIs and CRI references, checked once and borrowed (sections 5.1 and 5.2).

use core::fmt;

use crate::buffer::Buffer;
use crate::decode;
use crate::error::Component;
use crate::error::decode::{DecodeError, DecodeErrorKind};
use crate::error::encode::EncodeError;
use crate::features::Features;
use crate::layout::{FULL, Layout, Offsets, SHORTEST, to_usize};
use crate::owned::CriBuf;
use crate::revision::Revision;
use crate::sections::Sections;
use crate::sections::discard::Discard;
use crate::sections::{SCHEME, SECTIONS, is_array, take_array};

/// The longest CRI in bytes that is processed: offsets are numbers of 32 bits.
pub const MAX_LEN: usize = u32::MAX as usize;

/// A CRI reference in its interchange form: checked, borrowed bytes, and where the sections begin in them.
///
/// Full CRIs are CRI references too: those that [`is_full`](CriRef::is_full) and become a [`Cri`].
///
/// A `CriRef` meets every requirement of the draft but two that need Unicode tables: that text is in NFC, and that
/// hosts hold no upper-case letters beyond A to Z. It compares by nothing: a reference means something only with
/// a base, so [resolve](Cri::resolve) it first (section 4).
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
    /// INVARIANT: exactly one checked CRI reference, to which `layout` belongs.
    #[cfg(target_pointer_width = "64")]
    bytes: &'a [u8],
    #[cfg(target_pointer_width = "64")]
    layout: Layout,
    /// INVARIANT: exactly one checked CRI reference.
    #[cfg(not(target_pointer_width = "64"))]
    located: Located<'a>,
}

#[cfg(target_pointer_width = "64")]
impl<'a> CriRef<'a> {
    #[inline(always)]
    pub(crate) const fn from_parts(bytes: &'a [u8], layout: Layout) -> Self {
        Self { bytes, layout }
    }

    #[inline(always)]
    pub(crate) const fn layout(self) -> Layout {
        self.layout
    }

    const fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// The same with the offsets of its sections at hand.
    #[inline(always)]
    pub(crate) fn located(&self) -> Located<'a> {
        Located { bytes: self.bytes, at: self.layout.offsets(self.bytes) }
    }
}

#[cfg(not(target_pointer_width = "64"))]
impl<'a> CriRef<'a> {
    #[inline(always)]
    pub(crate) const fn from_parts(bytes: &'a [u8], layout: Layout) -> Self {
        Self { located: Located { bytes, at: layout } }
    }

    pub(crate) const fn layout(self) -> Layout {
        self.located.at
    }

    const fn bytes(self) -> &'a [u8] {
        self.located.bytes
    }

    pub(crate) const fn located(&self) -> &Located<'a> {
        &self.located
    }
}

impl<'a> CriRef<'a> {
    /// Decodes all of `bytes` as one CRI reference, with every feature accepted.
    ///
    /// # Errors
    ///
    /// Any [`DecodeErrorKind`] but `NotFull` and `UnsupportedFeature`. A malformed kind wins over the others,
    /// wherever in the bytes it stands: what is not malformed can be skipped.
    #[inline]
    pub fn decode(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Self::decode_with(bytes, Features::ALL)
    }

    /// The same with only these features.
    ///
    /// # Errors
    ///
    /// As [`decode`](CriRef::decode), and `UnsupportedFeature`.
    #[inline]
    pub fn decode_with(bytes: &'a [u8], features: Features) -> Result<Self, DecodeError> {
        let layout = decode::layout(bytes, features, false)?.in_registers();
        Ok(Self::from_parts(bytes, layout))
    }

    /// Decodes the CRI reference that `bytes` begins with, and gives what lies behind it.
    ///
    /// # Errors
    ///
    /// As [`decode`](CriRef::decode), but never `TrailingBytes`. After an error that is not malformed,
    /// [`skip`](crate::wire::skip) finds the end.
    pub fn decode_prefix(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), DecodeError> {
        Self::decode_prefix_with(bytes, Features::ALL)
    }

    /// The same with only these features.
    ///
    /// # Errors
    ///
    /// As [`decode_prefix`](CriRef::decode_prefix), and `UnsupportedFeature`.
    pub fn decode_prefix_with(bytes: &'a [u8], features: Features) -> Result<(Self, &'a [u8]), DecodeError> {
        let (end, layout) = decode::prefix_layout(bytes, features)?;
        let (bytes, rest) = bytes.split_at_checked(end).unwrap_or_default();
        Ok((Self::from_parts(bytes, layout), rest))
    }

    /// The interchange form, as it was decoded.
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.bytes()
    }

    /// Whether this is a full CRI: whether it begins with a scheme (section 5.1.5).
    #[must_use]
    #[inline]
    pub const fn is_full(self) -> bool {
        self.layout().is_full()
    }

    /// This as a full CRI, if it is one.
    #[must_use]
    #[inline]
    pub fn to_full(self) -> Option<Cri<'a>> {
        self.is_full().then_some(Cri(self))
    }

    /// The abstract form (section 5.2).
    ///
    /// This takes as long whatever the CRI is; only one of more than 1 MB is walked over again on machines of 64 bits.
    #[must_use]
    #[inline(always)]
    pub fn sections(self) -> Sections<'a> {
        self.located().sections_by_call()
    }

    /// Where the section of `component` begins, or would begin, in bytes of the interchange form.
    ///
    /// ```
    /// use cri_core::{Component, CriRef};
    ///
    /// let reference = CriRef::decode(b"\x83\x20\x81\x61h\x81\x61a")?; // [-1, ["h"], ["a"]]
    /// assert_eq!(reference.offset_of(Component::Host), 2);
    /// assert_eq!(reference.offset_of(Component::Path), 5);
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    #[must_use]
    pub fn offset_of(self, component: Component) -> usize {
        let Offsets { authority, path, query, fragment, first, .. } = self.located().at;
        to_usize(match component {
            Component::Cri => 0,
            Component::Scheme | Component::Discard => u32::from(first),
            Component::Authority | Component::Userinfo | Component::Host | Component::ZoneId | Component::Port => {
                authority
            }
            Component::Path => path,
            Component::Query => query,
            Component::Fragment => fragment,
        })
    }

    /// Whether both have the same sections, whatever heads they are encoded with.
    ///
    /// This is structural: references that differ may resolve to one CRI, and equal ones do so only against one
    /// base (section 5, last paragraph). It is there for tests and caches of references.
    #[must_use]
    pub fn structurally_eq(self, other: CriRef<'_>) -> bool {
        self.sections().structurally_eq(&other.sections())
    }
}

/// A CRI reference with the offsets of its sections at hand.
#[derive(Clone, Copy)]
pub(crate) struct Located<'a> {
    bytes: &'a [u8],
    at: Offsets,
}

impl<'a> Located<'a> {
    pub(crate) const fn is_full(&self) -> bool {
        self.at.flags & FULL != 0
    }

    /// The abstract form (section 5.2), out of line on smaller machines.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn sections_by_call(&self) -> Sections<'a> {
        self.sections_in_place()
    }

    /// The same, built where it is used: moving it takes as long as making it.
    #[inline(always)]
    pub(crate) fn sections_in_place(&self) -> Sections<'a> {
        let full = self.is_full();
        let [scheme, authority, mut path, query, fragment] = self.items().unwrap_or_default();
        let has_path = full || is_array(path);
        let segments = take_array(&mut path);
        let items = [if full { scheme } else { &[] }, authority, path, query, fragment];
        let shortest = self.at.flags & SHORTEST != 0;
        Sections { items, added: &[], segments, discard: self.discard(), has_path, shortest }
    }

    /// All sections as they are encoded, or nothing.
    ///
    /// Taken off from the end, each takes one comparison. [`item`](Located::item) gives one by number, in less code.
    #[inline(always)]
    fn items(&self) -> Option<[&'a [u8]; SECTIONS]> {
        let Offsets { authority, path, query, fragment, first, .. } = self.at;
        // INVARIANT: the layout's offsets ascend, and lie in the bytes.
        let (before, fragment) = self.bytes.split_at_checked(to_usize(fragment))?;
        let (before, query) = before.split_at_checked(to_usize(query))?;
        let (before, path) = before.split_at_checked(to_usize(path))?;
        let (before, authority) = before.split_at_checked(to_usize(authority))?;
        let scheme = before.get(first.into()..)?;
        Some([scheme, authority, path, query, fragment])
    }

    /// The section of this number as it is encoded, or nothing. The first may be a discard, or what stands in its
    /// place.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn item(&self, section: usize) -> &'a [u8] {
        let Offsets { authority, path, query, fragment, first, .. } = self.at;
        let (authority, path, query, fragment) =
            (to_usize(authority), to_usize(path), to_usize(query), to_usize(fragment));
        let bounds = [usize::from(first), authority, path, query, fragment, self.bytes.len()];
        // INVARIANT: the layout's offsets ascend, and lie in the bytes.
        if let Some(&[start, end, ..]) = bounds.get(section..)
            && let Some(item) = self.bytes.get(start..end)
        {
            item
        } else {
            &[]
        }
    }

    /// The discard; `Discard::All` where there is a scheme or an authority.
    #[inline]
    fn discard(&self) -> Discard {
        match self.discard_byte() {
            count @ 0..=Discard::MAX if !self.is_full() => Discard::Segments(count),
            _ => Discard::All,
        }
    }

    /// The last byte of a reference's first section: how many segments the discard removes, if that is at most
    /// `Discard::MAX`; or else all of them, however many there are.
    #[inline]
    pub(crate) fn discard_byte(&self) -> u8 {
        // INVARIANT: a discard is at most `Discard::MAX`, and so it is the last byte of its head. Null and true are
        // larger than that. 5.2: the empty array is `[0]`.
        self.item(SCHEME).last().copied().unwrap_or(0)
    }

    /// Whether it is known where the last path segment begins.
    #[cfg(target_pointer_width = "64")]
    pub(crate) const fn knows_last(&self) -> bool {
        self.at.last.0 != 0
    }

    /// The items of the path without the last, where it is known where that begins: it takes no walk over the others.
    #[cfg(target_pointer_width = "64")]
    pub(crate) fn items_but_last(&self, path: &'a [u8]) -> &'a [u8] {
        let Offsets { query, last, .. } = self.at;
        let behind = to_usize(query).saturating_sub(to_usize(last.0));
        let len = path.len().saturating_sub(behind);
        path.get(..len).unwrap_or_default()
    }
}

/// Shows the interchange form as diagnostic notation; a password in the userinfo is masked.
impl fmt::Debug for CriRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::diagnostic::write_item(f, self.bytes(), true)
    }
}

impl<'a> From<CriRef<'a>> for Sections<'a> {
    #[inline(always)]
    fn from(reference: CriRef<'a>) -> Self {
        reference.located().sections_in_place()
    }
}

/// A full CRI in its interchange form: a [`CriRef`] that begins with a scheme.
///
/// Equality, order and hash are over the abstract form: of the interchange form, the lengths of heads do not count,
/// nor how an empty path or query is written. The fragment counts; see
/// [`eq_ignoring_fragment`](Cri::eq_ignoring_fragment).
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
    /// Decodes all of `bytes` as one full CRI, with every feature accepted.
    ///
    /// # Errors
    ///
    /// As [`CriRef::decode`], and `NotFull`.
    #[inline]
    pub fn decode(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Self::decode_with(bytes, Features::ALL)
    }

    /// The same with only these features.
    ///
    /// # Errors
    ///
    /// As [`CriRef::decode_with`], and `NotFull`.
    #[inline]
    pub fn decode_with(bytes: &'a [u8], features: Features) -> Result<Self, DecodeError> {
        let layout = decode::layout(bytes, features, true)?.in_registers();
        Ok(Self::from_parts(bytes, layout))
    }

    /// Decodes the full CRI that `bytes` begins with, and gives what lies behind it.
    ///
    /// # Errors
    ///
    /// As [`CriRef::decode_prefix`], and `NotFull`.
    pub fn decode_prefix(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), DecodeError> {
        Self::decode_prefix_with(bytes, Features::ALL)
    }

    /// The same with only these features.
    ///
    /// # Errors
    ///
    /// As [`CriRef::decode_prefix_with`], and `NotFull`.
    pub fn decode_prefix_with(bytes: &'a [u8], features: Features) -> Result<(Self, &'a [u8]), DecodeError> {
        let (reference, rest) = CriRef::decode_prefix_with(bytes, features)?;
        Ok((reference.to_full().ok_or(NOT_FULL)?, rest))
    }

    #[inline(always)]
    pub(crate) const fn from_parts(bytes: &'a [u8], layout: Layout) -> Self {
        Self(CriRef::from_parts(bytes, layout))
    }

    /// The interchange form, as it was decoded.
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0.bytes()
    }

    /// Encodes in the interchange form of `revision`, into a buffer that is cleared first.
    ///
    /// # Errors
    ///
    /// As [`Sections::encode`].
    pub fn to_buf<B: Buffer>(self, revision: Revision, mut buffer: B) -> Result<CriBuf<B>, EncodeError> {
        buffer.truncate(0);
        let layout = self.sections().encode_layout(revision, &mut buffer)?;
        Ok(CriBuf::from_parts(buffer, layout.to_layout()))
    }

    /// This as a CRI reference.
    #[must_use]
    pub const fn to_ref(self) -> CriRef<'a> {
        self.0
    }

    #[inline]
    pub(crate) const fn as_ref(&self) -> &CriRef<'a> {
        &self.0
    }

    /// The abstract form (section 5.2).
    #[must_use]
    #[inline(always)]
    pub fn sections(self) -> Sections<'a> {
        self.located().sections_by_call()
    }

    #[cfg(target_pointer_width = "64")]
    #[inline(always)]
    pub(crate) fn located(&self) -> Located<'a> {
        let Located { bytes, at } = self.0.located();
        // INVARIANT: it begins with a scheme. Said here, that is not looked at again.
        Located { bytes, at: Offsets { flags: at.flags | FULL, ..at } }
    }

    #[cfg(not(target_pointer_width = "64"))]
    const fn located(&self) -> &Located<'a> {
        self.0.located()
    }
}

/// Shows the interchange form as diagnostic notation; a password in the userinfo is masked.
impl fmt::Debug for Cri<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
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
        cri.located().sections_in_place()
    }
}

const NOT_FULL: DecodeError = DecodeError::new(DecodeErrorKind::NotFull, Component::Scheme, 0);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_the_same_by_number_and_all_at_once() {
        let corpus = cri_testvectors::Corpus::load().unwrap();
        let mut compared = 0;
        for reference in corpus.decode.iter().filter_map(|vector| CriRef::decode(&vector.cbor).ok()) {
            let located = reference.located();
            let by_number = core::array::from_fn(|section| located.item(section));
            assert_eq!(located.items(), Some(by_number), "{reference:?}");
            compared += 1;
        }
        // A test that compares nothing shows nothing.
        assert!(compared > 50, "{compared}");
    }

    #[test]
    fn a_reference_is_small() {
        if cfg!(target_pointer_width = "64") {
            assert_eq!(size_of::<CriRef<'_>>(), 24);
        }
    }
}
