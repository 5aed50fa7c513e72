//! The query section: parameters (C10).

use crate::sections::items::{EncodedItems, Items, TextOrPet, is_array};

/// A query: its parameters, which the URI joins with `&`.
///
/// A query of a full CRI has at least one parameter. A query of a CRI reference may have none, which unsets the base's
/// query.
#[derive(Clone, Copy)]
pub struct Query<'a>(pub(crate) Items<'a>);

impl<'a> Query<'a> {
    /// The query that is encoded in `item`; an empty query of a full CRI is none.
    #[inline]
    pub(crate) fn read(item: &'a [u8], is_full: bool) -> Option<Self> {
        let query = Self(Items::of_array(item));
        (!query.0.bytes.is_empty() || (!is_full && is_array(item))).then_some(query)
    }

    /// Number of parameters.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.count
    }

    /// Whether there is no parameter. A query of one empty parameter is not empty (C10).
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0.count == 0
    }

    /// The parameters in order.
    #[must_use]
    #[inline]
    pub fn parameters(&self) -> EncodedItems<'a> {
        self.0.iter()
    }
}

impl<'a> IntoIterator for Query<'a> {
    type Item = TextOrPet<'a>;
    type IntoIter = EncodedItems<'a>;

    fn into_iter(self) -> EncodedItems<'a> {
        self.parameters()
    }
}
