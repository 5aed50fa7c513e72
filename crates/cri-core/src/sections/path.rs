//! The path section: segments, and what a path may not begin with (constraints C8, C9, section 2.1).

use core::iter::FusedIterator;

use crate::error::ResolveErrorKind;
use crate::sections::items::{EncodedItems, TextOrPet, checked_items};
use crate::sections::order::items_order_and_hash;
use crate::wire::head::{NULL, TRUE, take_head};

/// A path: zero or more segments.
///
/// It is two runs of encoded segments: what resolution keeps of the base, and what the reference adds. The second is empty
/// unless a reference was resolved.
///
/// ```
/// use cri_core::CriRef;
///
/// let path = CriRef::decode(b"\x82\x00\x82\x61a\x60")?.sections().path().expect("a path"); // [0, ["a", ""]], as "a/"
/// assert!(path.segments().eq(["a", ""])); // a slash at the end is an empty segment
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Path<'a> {
    /// INVARIANT: still encoded, and exactly `len` in both runs.
    pub(crate) base: &'a [u8],
    pub(crate) added: &'a [u8],
    pub(crate) len: usize,
    /// Whether the URI has a slash before the first segment.
    pub(crate) is_rooted: bool,
}

impl<'a> Path<'a> {
    /// Number of segments.
    #[must_use]
    #[inline]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no segment. A path of one empty segment is not empty (constraint C8).
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The segments in order.
    #[must_use]
    #[inline]
    pub fn segments(&self) -> Segments<'a> {
        Segments { base: checked_items(self.base), added: checked_items(self.added) }
    }

    /// The path after its first `count` segments.
    pub(crate) fn skip(&self, count: usize) -> Self {
        let mut segments = self.segments();
        segments.by_ref().take(count).for_each(drop);
        let [base, added] = segments.as_encoded();
        Self { base, added, len: self.len.saturating_sub(count), is_rooted: false }
    }

    /// Whether the first segment is the empty text, or there is no segment.
    pub(crate) fn first_is_empty(&self) -> bool {
        let mut bytes = if self.base.is_empty() { self.added } else { self.base };
        // A sequence without pieces is an error, so an argument of 0 is the empty text.
        take_head(&mut bytes).is_none_or(|(_, len)| len == 0)
    }
}

/// The segments of a [`Path`], in order.
///
/// `len` and `size_hint` walk over the segments that are left. [`Path::len`] takes constant time.
#[derive(Clone, Default)]
pub struct Segments<'a> {
    base: EncodedItems<'a>,
    added: EncodedItems<'a>,
}

impl<'a> Segments<'a> {
    /// Returns the segments that follow `prefix`, or `None` if the path does not begin with all segments of `prefix`.
    ///
    /// A dispatcher uses it to choose a handler by the first segments, and passes the other segments to that handler. A
    /// segment with percent-encoded text equals no text. A slash at the end of a path is an empty segment, so `/sensors` and
    /// `/sensors/` differ: no segment, or an empty one, follows `["sensors"]`.
    ///
    /// The prefix may be any items that compare with a [`TextOrPet`]: a `&str`, a `String`, or the segments of another path.
    ///
    /// ```
    /// use cri_core::Cri;
    ///
    /// let cri = Cri::decode(b"\x83\x20\x81\x61h\x83\x67sensors\x64hall\x64temp")?; // coap://h/sensors/hall/temp
    /// let rest = cri.segments().strip_prefix(["sensors"]).expect("a sensor");
    /// assert!(rest.strip_prefix(["roof"]).is_none());
    /// assert!(rest.strip_prefix(["hall"]).expect("in the hall").eq(["temp"]));
    ///
    /// let cri = Cri::decode(b"\x83\x20\x81\x61h\x82\x67sensors\x60")?; // coap://h/sensors/
    /// assert!(cri.segments().strip_prefix(["sensors"]).expect("a sensor").eq([""]));
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    #[must_use]
    pub fn strip_prefix<I: IntoIterator>(&self, prefix: I) -> Option<Self>
    where
        TextOrPet<'a>: PartialEq<I::Item>,
    {
        let mut rest = self.clone();
        let mut prefix = prefix.into_iter();
        prefix.all(|item| rest.next().is_some_and(|segment| segment == item)).then_some(rest)
    }

    /// The segments that are left, as they are encoded: a run of the base, then a run of the reference.
    ///
    /// Use it to copy the segments without reading each.
    #[must_use]
    #[inline]
    pub const fn as_encoded(&self) -> [&'a [u8]; 2] {
        [self.base.as_encoded(), self.added.as_encoded()]
    }
}

impl<'a> IntoIterator for Path<'a> {
    type Item = TextOrPet<'a>;
    type IntoIter = Segments<'a>;

    fn into_iter(self) -> Segments<'a> {
        self.segments()
    }
}

impl<'a> Iterator for Segments<'a> {
    type Item = TextOrPet<'a>;

    #[inline]
    fn next(&mut self) -> Option<TextOrPet<'a>> {
        if self.base.as_encoded().is_empty() { self.added.next() } else { self.base.next() }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.base.len().saturating_add(self.added.len());
        (left, Some(left))
    }
}

impl ExactSizeIterator for Segments<'_> {}
impl FusedIterator for Segments<'_> {}

/// The rule of section 2.1 that a path of `len` segments breaks, if any: not every path goes with every authority section,
/// of which `authority` is the first byte.
#[inline(always)]
pub(crate) const fn rule_of_missing_authority(
    authority: u8,
    len: usize,
    first_is_empty: bool,
) -> Option<ResolveErrorKind> {
    match authority {
        // The URI would be that of a rooted path, or of no path.
        TRUE if first_is_empty || len == 0 => Some(ResolveErrorKind::EmptyRootlessPath),
        // The URI would begin with `//`, as an authority does.
        NULL if first_is_empty && len > 1 => Some(ResolveErrorKind::LeadingEmptySegment),
        _ => None,
    }
}

/// Whether a segment is `.` or `..`, which no path of a CRI holds (constraint C9).
#[must_use]
pub const fn is_dot_segment(segment: &[u8]) -> bool {
    matches!(segment, b"." | b"..")
}

impl PartialEq for Path<'_> {
    fn eq(&self, other: &Self) -> bool {
        // Different bytes may still be equal items, with heads of other lengths.
        self.len == other.len
            && ((self.base == other.base && self.added == other.added)
                || self.segments().eq(other.segments()))
    }
}

items_order_and_hash!(Path<'_>, segments);
