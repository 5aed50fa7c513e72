//! The query section: parameters (constraint C10).

use crate::sections::items::{EncodedItems, TextOrPet, is_array, take_array};
use crate::sections::order::{hash_items, order_and_hash};

/// A query: its parameters, which the URI joins with `&`.
///
/// A query of a full CRI has at least one parameter. A query of a CRI reference may have none, which unsets the base's
/// query.
///
/// ```
/// use cri_core::Cri;
///
/// let cri = Cri::decode(b"\x84\x20\x81\x61h\x80\x82\x61q\x63k=v")?; // [-1, ["h"], [], ["q", "k=v"]]
/// let query = cri.sections().query().expect("a query");
/// assert_eq!((query.len(), query.get("k")), (2, Some("v")));
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
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

    /// Whether there is no parameter. A query of one empty parameter is not empty (constraint C10).
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

    /// The value of the first parameter that is `key`, or `key`, an equals sign and the value. The value of `key` alone is
    /// empty.
    ///
    /// It is also `None` if that parameter has [percent-encoded text](TextOrPet), which [`parameters`](Query::parameters)
    /// returns.
    ///
    /// ```
    /// use cri_core::CriRef;
    ///
    /// let reference = CriRef::decode(b"\x83\x00\xf6\x83\x63obs\x67rt=temp\x65rt=hu")?; // [0, null, ["obs", "rt=temp", "rt=hu"]]
    /// let query = reference.sections().query().expect("a query");
    /// assert_eq!(query.get("rt"), Some("temp"));
    /// assert_eq!(query.get("obs"), Some(""));
    /// assert_eq!(query.get("r"), None);
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&'a str> {
        let after_key = |parameter: TextOrPet<'a>| {
            // Another piece may only follow a value.
            let after = parameter.pieces().next()?.as_str()?.strip_prefix(key)?;
            let is_key = after.starts_with('=') || parameter.as_str() == Some(key);
            is_key.then_some((parameter, after))
        };
        let (parameter, after) = self.parameters().find_map(after_key)?;
        parameter.text_bytes()?;
        Some(after.strip_prefix('=').unwrap_or(after))
    }
}

impl<'a> IntoIterator for Query<'a> {
    type Item = TextOrPet<'a>;
    type IntoIter = EncodedItems<'a>;

    fn into_iter(self) -> EncodedItems<'a> {
        self.parameters()
    }
}

impl PartialEq for Query<'_> {
    fn eq(&self, other: &Self) -> bool {
        // Different bytes may still be equal items, with heads of other lengths.
        self.len == other.len
            && (self.items == other.items || self.parameters().eq(other.parameters()))
    }
}

order_and_hash! {
    Query<'_>:
        |one, other| one.parameters().cmp(other.parameters()),
        |query, state| hash_items(query.parameters(), state);
}
