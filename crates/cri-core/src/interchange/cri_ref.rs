//! CRI references in their interchange form: encoded, checked once and borrowed (sections 5.1 and 5.2 of the draft).

use crate::decode;
use crate::error::{Component, DecodeError};
use crate::features::Features;
use crate::interchange::decoder::sealed::Decode;
use crate::layout::{Offsets, to_usize};
use crate::sections::Sections;

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
    /// Decodes all of `bytes` as one CRI reference, and accepts every feature.
    ///
    /// A [`Decoder`](crate::Decoder) has options: which features to accept, a tag, and bytes that follow.
    ///
    /// # Errors
    ///
    /// Any [`DecodeErrorKind`](crate::DecodeErrorKind) except `NotFull`, `NotTagged` and `UnsupportedFeature`. A malformed
    /// kind is reported before all others, wherever it stands in the bytes: only a well-formed CRI can be skipped.
    #[inline]
    pub fn decode(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Self::whole(bytes, Features::ALL)
    }

    /// A CRI reference from bytes that were checked, and their layout.
    #[inline(always)]
    pub(crate) const fn from_parts(bytes: &'a [u8], offsets: Offsets) -> Self {
        Self { bytes, offsets }
    }

    /// The CRI reference in all of `bytes`, without a check. `cri-literal` writes such calls.
    ///
    /// The caller knows that `cri-uri` wrote the bytes, and where the sections begin. If this is wrong, the accessors return
    /// wrong sections; memory stays safe.
    #[doc(hidden)]
    #[must_use]
    pub const fn from_written(bytes: &'a [u8], offsets: Offsets) -> Self {
        Self::from_parts(bytes, offsets)
    }

    #[inline(always)]
    pub(crate) const fn in_registers(&self) -> Self {
        Self { bytes: self.bytes, offsets: self.offsets.in_registers() }
    }

    #[inline(always)]
    pub(crate) const fn layout(self) -> Offsets {
        self.offsets
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

    /// Where authority, path, query and fragment begin, if all heads are the shortest.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    pub fn shortest_starts(self) -> Option<[usize; 4]> {
        let [_, authority, path, query, fragment] = self.offsets.starts;
        let starts = [authority, path, query, fragment];
        self.offsets.is_shortest().then_some(starts.map(to_usize))
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

impl<'a> Decode<'a> for CriRef<'a> {
    #[inline]
    fn whole(bytes: &'a [u8], features: Features) -> Result<Self, DecodeError> {
        decode::whole(bytes, features)
    }

    fn prefix(bytes: &'a [u8], features: Features) -> Result<(Self, &'a [u8]), DecodeError> {
        let (end, layout) = decode::prefix_layout(bytes, features)?;
        let (bytes, rest) = bytes.split_at_checked(end).unwrap_or_default();
        Ok((Self::from_parts(bytes, layout), rest))
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
