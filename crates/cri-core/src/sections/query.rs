//! The query section: parameters (constraint C10).

use crate::sections::decoded::Decoded;
use crate::sections::items::{EncodedItems, TextOrPet, checked_items, is_array, take_array};
use crate::sections::order::items_order_and_hash;

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
/// assert_eq!(query.len(), 2);
/// assert!(query.get("k").is_some_and(|value| value == "v"));
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
        checked_items(self.items)
    }

    /// The names and values of the parameters, in order: what precedes the first equals sign of each, and what follows it. A
    /// parameter without an equals sign has an empty value.
    ///
    /// Names and values are [`Decoded`]. A `+` stays a `+`.
    ///
    /// ```
    /// use cri_core::CriRef;
    ///
    /// let reference = CriRef::decode(b"\x83\x00\xf6\x82\x63obs\x66rt=a=b")?; // [0, null, ["obs", "rt=a=b"]]
    /// let query = reference.query().expect("a query");
    /// let pairs: Vec<_> = query.pairs().map(|(name, value)| format!("{name}: {value}")).collect();
    /// assert_eq!(pairs, ["obs: ", "rt: a=b"]);
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    pub fn pairs(&self) -> impl Iterator<Item = (Decoded<'a>, Decoded<'a>)> + Clone + use<'a> {
        self.parameters().map(|parameter| {
            let name_alone = || (parameter.decode(), Decoded::default());
            parameter.split_once('=').unwrap_or_else(name_alone)
        })
    }

    /// The value of the first parameter with this name. It is empty if the parameter is the name alone.
    ///
    /// The name is compared with the [`Decoded`] names of [`pairs`](Query::pairs).
    ///
    /// ```
    /// use cri_core::CriRef;
    ///
    /// // [0, null, ["obs", "rt=temp", ["id=a", '/', "b"]]], which is "?obs&rt=temp&id=a%2Fb"
    /// let reference = CriRef::decode(b"\x83\x00\xf6\x83\x63obs\x67rt=temp\x83\x64id=a\x41/\x61b")?;
    /// let query = reference.query().expect("a query");
    /// assert!(query.get("rt").is_some_and(|value| value == "temp"));
    /// assert!(query.get("id").is_some_and(|value| value == "a/b"));
    /// assert!(query.get("obs").is_some_and(|value| value == ""));
    /// assert_eq!(query.get("r"), None);
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Decoded<'a>> {
        self.get_all(name).next()
    }

    /// The values of all parameters with this name, in order.
    ///
    /// ```
    /// use cri_core::CriRef;
    ///
    /// let reference = CriRef::decode(b"\x83\x00\xf6\x83\x65rt=te\x61k\x65rt=hu")?; // [0, null, ["rt=te", "k", "rt=hu"]]
    /// let query = reference.query().expect("a query");
    /// assert!(query.get_all("rt").eq(["te", "hu"]));
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    pub fn get_all<'n>(&self, name: &'n str) -> impl Iterator<Item = Decoded<'a>> + use<'a, 'n> {
        self.pairs().filter_map(move |(found, value)| (found == name).then_some(value))
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

items_order_and_hash!(Query<'_>, parameters);
