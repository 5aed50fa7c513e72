//! The abstract form of a CRI or CRI reference: its six sections (section 5.2 of the draft).
//!
//! One file a section, but for the fragment, which is one item. Each has the section's type and accessors, and what the
//! decoder checks of it; of the items of path and query that is in `text`.

mod authority;
mod discard;
mod host_ip;
mod path;
mod query;
mod scheme;

pub use authority::{Authority, AuthoritySection, Host, HostName, Labels, Userinfo};
pub use discard::Discard;
pub use host_ip::{HostIp, IpBytes, IpText, parse_ipv4, parse_ipv4_bytes, parse_ipv6};
pub use path::{Path, Segments};
pub use query::{Parameters, Query};
pub use scheme::Scheme;

pub(crate) use authority::check as check_authority;
pub(crate) use discard::check as check_discard;
pub(crate) use host_ip::dec_octet;
pub(crate) use path::Shape as PathShape;
pub(crate) use scheme::check_name as check_scheme_name;

use crate::text::{self, skip, take_head};
#[cfg(target_pointer_width = "64")]
use crate::wire::NULL;
use crate::wire::{Major, Reader};
use crate::{DecodeErrorKind, TextOrPet};

/// The abstract form: scheme, authority, discard, path, query and fragment, borrowed from the interchange form.
///
/// Of a full CRI, the path is always there, if empty, and a query that is not there is one that is empty: its
/// missing, null and empty paths and queries are one value (section 5.1). Of a CRI reference, a path and a query
/// may be there and empty, which is not the same as missing (section 5.2).
///
/// ```
/// use cri_core::{CriRef, Discard};
///
/// let reference = CriRef::decode(b"\x82\x02\x81\x61g")?; // [2, ["g"]], as "../g"
/// let sections = reference.sections();
/// assert!(sections.scheme().is_none());
/// assert_eq!(sections.discard(), Discard::Segments(2));
/// assert_eq!(sections.path().map(|path| path.len()), Some(1));
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Sections<'a> {
    /// INVARIANT: the scheme as it is encoded; empty where there is none.
    pub(crate) scheme: &'a [u8],
    /// INVARIANT: the authority section as it is encoded, no null but after a scheme; empty where it is missing.
    pub(crate) authority: &'a [u8],
    pub(crate) discard: Discard,
    /// The path, empty where there is none: that it is there, [`has_path`](Sections::has_path) says.
    pub(crate) path: Path<'a>,
    pub(crate) has_path: bool,
    /// INVARIANT: the query as it is encoded; empty, or null, where there is none.
    pub(crate) query: &'a [u8],
    /// INVARIANT: the fragment as it is encoded; empty where there is none.
    pub(crate) fragment: &'a [u8],
    /// Whether all heads in it are the shortest, so that it can be copied as it is.
    pub(crate) shortest: bool,
}

impl<'a> Sections<'a> {
    /// The scheme; `None` only in a CRI reference.
    #[must_use]
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub fn scheme(&self) -> Option<Scheme<'a>> {
        Scheme::read(self.scheme)
    }

    /// The scheme number, where the scheme is given by number.
    #[must_use]
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub fn scheme_number(&self) -> Option<u64> {
        Scheme::read_number(self.scheme)
    }

    /// The bytes of the scheme name, where the scheme is given by name.
    ///
    /// ```
    /// use cri_core::CriRef;
    ///
    /// let cri = CriRef::decode(b"\x83\x61s\xf6\x80")?; // ["s", null, []]
    /// assert_eq!(cri.sections().scheme_name(), Some(b"s".as_slice()));
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    #[must_use]
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub fn scheme_name(&self) -> Option<&'a [u8]> {
        Scheme::read_name(self.scheme)
    }

    /// The authority section.
    #[must_use]
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub fn authority(&self) -> AuthoritySection<'a> {
        AuthoritySection::read(self.authority)
    }

    /// The discard; `Discard::All` where there is a scheme or an authority.
    #[must_use]
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub const fn discard(&self) -> Discard {
        self.discard
    }

    /// The path; `None` only in a CRI reference.
    #[must_use]
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub const fn path(&self) -> Option<Path<'a>> {
        if self.has_path { Some(self.path) } else { None }
    }

    /// The segments of the path; none where there is no path.
    #[must_use]
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub fn segments(&self) -> Segments<'a> {
        self.path.segments()
    }

    /// The parameters of the query; none where there is no query.
    #[must_use]
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub fn parameters(&self) -> Parameters<'a> {
        Query(Items::of_array(self.query)).parameters()
    }

    /// The query; empty only in a CRI reference, where that unsets the base's.
    #[must_use]
    #[inline(always)]
    pub fn query(&self) -> Option<Query<'a>> {
        Query::read(self.query, self.is_full())
    }

    /// The fragment identifier.
    #[must_use]
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub fn fragment(&self) -> Option<TextOrPet<'a>> {
        let mut fragment = self.fragment;
        TextOrPet::take(&mut fragment)
    }

    /// Whether there is a fragment identifier, which is not read for that.
    #[must_use]
    #[inline]
    pub const fn has_fragment(&self) -> bool {
        !self.fragment.is_empty()
    }

    /// Whether these are a full CRI's: whether there is a scheme (section 5.1.5).
    #[must_use]
    pub const fn is_full(&self) -> bool {
        !self.scheme.is_empty()
    }

    /// The same, field by field: copied whole it would be so by `memcpy`.
    #[cfg(not(target_pointer_width = "64"))]
    #[inline(always)]
    pub(crate) const fn in_registers(self) -> Self {
        let Self { scheme, authority, discard, path, has_path, query, fragment, shortest } = self;
        let Path { base, added } = path;
        let path = Path {
            base: Items { bytes: base.bytes, count: base.count },
            added: Items { bytes: added.bytes, count: added.count },
        };
        Self { scheme, authority, discard, path, has_path, query, fragment, shortest }
    }

    /// The same without a fragment, as for selecting a network action (section 4).
    #[must_use]
    pub const fn without_fragment(self) -> Self {
        let Self { scheme, authority, discard, path, has_path, query, shortest, .. } = self;
        Self { scheme, authority, discard, path, has_path, query, fragment: &[], shortest }
    }
}

/// Whether the item of a section is an array.
#[inline]
pub(crate) const fn is_array(item: &[u8]) -> bool {
    match item.first() {
        Some(head) => *head >> 5 == Major::Array as u8,
        None => false,
    }
}

/// What checking a section of text items finds.
#[derive(Clone, Copy, Default)]
pub(crate) struct CheckedItems {
    pub(crate) count: usize,
    /// The offset of the first item, if it is the empty text; otherwise 0, where no item is.
    pub(crate) empty_at: usize,
}

/// A run of checked, still encoded text items of a path or query.
#[derive(Clone, Copy)]
pub(crate) struct Items<'a> {
    /// INVARIANT: exactly `count` items.
    pub(crate) bytes: &'a [u8],
    pub(crate) count: usize,
}

impl<'a> Items<'a> {
    pub(crate) const EMPTY: Self = Self { bytes: &[], count: 0 };

    /// The items of the array that `item` is; none for null, and for nothing.
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub(crate) fn of_array(item: &'a [u8]) -> Self {
        // On larger machines what has a head of one byte, as nearly all have, takes one comparison.
        #[cfg(target_pointer_width = "64")]
        match item.split_first() {
            Some((&head @ 0x80..=0x97, bytes)) => return Self { bytes, count: usize::from(head & 0x1f) },
            None | Some((&NULL, _)) => return Self::EMPTY,
            Some(_) => {}
        }
        Self::of_any_array(item)
    }

    /// The same whatever its head is.
    #[cfg_attr(target_pointer_width = "64", inline(never))]
    fn of_any_array(item: &'a [u8]) -> Self {
        let mut bytes = item;
        match take_head(&mut bytes) {
            Some((Major::Array, count)) => Self { bytes, count },
            _ => Self::EMPTY,
        }
    }

    #[inline]
    pub(crate) const fn iter(self) -> ItemsIter<'a> {
        ItemsIter { rest: self.bytes }
    }

    /// Checks the items of the array whose head was just read.
    pub(crate) fn check(reader: &mut Reader<'_>) -> CheckedItems {
        let count = reader.argument;
        let outer = core::mem::replace(&mut reader.left, count);
        let mut empty_at = 0;
        if reader.next() {
            // A sequence of no pieces is an error, so that an argument of 0 is the empty text.
            if reader.argument == 0 {
                empty_at = reader.start;
            }
            if text::check_all(reader) {
                reader.fail(DecodeErrorKind::UnexpectedItem);
            }
        }
        reader.left = outer;
        CheckedItems { count, empty_at }
    }

    /// The first `count` of these items, and those behind them.
    pub(crate) fn split_at(self, count: usize) -> (Self, Self) {
        let count = count.min(self.count);
        let behind = skip(self.bytes, count);
        let len = self.bytes.len().saturating_sub(behind.len());
        let (first, behind) = self.bytes.split_at_checked(len).unwrap_or_default();
        (Self { bytes: first, count }, Self { bytes: behind, count: self.count.saturating_sub(count) })
    }

    /// The first `count` of these items.
    pub(crate) fn first(self, count: usize) -> Self {
        self.split_at(count).0
    }

    /// The items behind the first `count`.
    pub(crate) fn skip(self, count: usize) -> Self {
        self.split_at(count).1
    }

    /// Whether the first item is the empty text.
    pub(crate) fn starts_empty(self) -> bool {
        let mut bytes = self.bytes;
        // A sequence of no pieces is an error, so that an argument of 0 is the empty text.
        take_head(&mut bytes).is_some_and(|(_, len)| len == 0)
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ItemsIter<'a> {
    rest: &'a [u8],
}

impl<'a> ItemsIter<'a> {
    #[inline]
    pub(crate) const fn as_encoded(&self) -> &'a [u8] {
        self.rest
    }
}

impl<'a> Iterator for ItemsIter<'a> {
    type Item = TextOrPet<'a>;

    #[cfg_attr(target_pointer_width = "64", inline)]
    fn next(&mut self) -> Option<TextOrPet<'a>> {
        TextOrPet::take(&mut self.rest)
    }
}
