//! The query section: parameters (C10).

use crate::sections::items::{EncodedItems, TextOrPet, is_array, take_array};

/// A query: its parameters, which the URI joins with `&`.
///
/// A query of a full CRI has at least one parameter. A query of a CRI reference may have none, which unsets the base's
/// query.
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// INVARIANT: checked, still encoded, and exactly `len`.
    pub(crate) items: &'a [u8],
    pub(crate) len: usize,
}

impl<'a> Query<'a> {
    /// The query that is encoded in `item`; an empty query of a full CRI is none.
    #[inline]
    pub(crate) fn read(item: &'a [u8], is_full: bool) -> Option<Self> {
        let query = Self::of_array(item);
        (!query.items.is_empty() || (!is_full && is_array(item))).then_some(query)
    }

    /// The parameters in the array that `item` is; none for null, and for nothing.
    #[inline(always)]
    pub(crate) fn of_array(item: &'a [u8]) -> Self {
        let mut items = item;
        let len = take_array(&mut items);
        Self { items, len }
    }

    /// Number of parameters.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no parameter. A query of one empty parameter is not empty (C10).
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The parameters in order.
    #[must_use]
    #[inline]
    pub fn parameters(&self) -> EncodedItems<'a> {
        EncodedItems::new(self.items)
    }
}

impl<'a> IntoIterator for Query<'a> {
    type Item = TextOrPet<'a>;
    type IntoIter = EncodedItems<'a>;

    fn into_iter(self) -> EncodedItems<'a> {
        self.parameters()
    }
}
