//! The path section: segments, and what a path may not begin with (C8, C9, section 2.1).

use super::{Items, ItemsIter};
use crate::TextOrPet;

/// A path: zero or more segments.
///
/// It is two runs of encoded segments, of which the second is empty unless a reference was resolved: what the base
/// left, and what the reference adds.
#[derive(Clone, Copy)]
pub struct Path<'a> {
    pub(crate) base: Items<'a>,
    pub(crate) added: Items<'a>,
}

impl<'a> Path<'a> {
    pub(crate) const EMPTY: Self = Self { base: Items::EMPTY, added: Items::EMPTY };

    pub(crate) const fn new(items: Items<'a>) -> Self {
        Self { base: items, added: Items::EMPTY }
    }

    /// Number of segments.
    #[must_use]
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub const fn len(&self) -> usize {
        self.base.count.saturating_add(self.added.count)
    }

    /// Whether there is no segment. A path of one empty segment is not empty (C8).
    #[must_use]
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The segments in order.
    #[must_use]
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub fn segments(&self) -> Segments<'a> {
        Segments { base: self.base.iter(), added: self.added.iter() }
    }

    /// The path behind its first `count` segments.
    pub(crate) fn skip(&self, count: usize) -> Self {
        let behind = count.saturating_sub(self.base.count);
        Self { base: self.base.skip(count), added: self.added.skip(behind) }
    }
}

/// The segments of a [`Path`], in order.
#[derive(Clone, Debug, Default)]
pub struct Segments<'a> {
    base: ItemsIter<'a>,
    added: ItemsIter<'a>,
}

impl<'a> Segments<'a> {
    /// The segments that are left, as they are encoded: a run of the base's, and behind it one of the reference's.
    ///
    /// For who writes them at once, and does not look at each.
    ///
    /// ```
    /// use cri_core::{Cri, CriRef};
    ///
    /// let base = Cri::decode(b"\x83\x20\x81\x61h\x82\x61a\x61b")?; // [-1, ["h"], ["a", "b"]]
    /// let resolved = base.resolve(CriRef::decode(b"\x82\x01\x81\x61c")?)?; // [1, ["c"]]
    /// let segments = resolved.sections().path().expect("it is full").segments();
    /// assert_eq!(segments.as_encoded(), [b"\x61a", b"\x61c"]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
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

    #[cfg_attr(target_pointer_width = "64", inline)]
    fn next(&mut self) -> Option<TextOrPet<'a>> {
        self.base.next().or_else(|| self.added.next())
    }
}

/// The number of segments, and whether the first is empty.
#[derive(Clone, Copy, Default)]
pub(crate) struct Shape {
    pub(crate) len: usize,
    pub(crate) starts_empty: bool,
}

impl Shape {
    /// Whether a rooted path of this shape would read as an authority: `//` in front (section 2.1).
    pub(crate) const fn reads_as_authority(self) -> bool {
        self.starts_empty && self.len > 1
    }

    /// Whether a rootless path of this shape has the URI of a rooted one, or of none (section 2.1).
    pub(crate) const fn is_no_rootless(self) -> bool {
        self.starts_empty || self.len == 0
    }
}
