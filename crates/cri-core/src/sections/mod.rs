//! The abstract form of a CRI or CRI reference: its six sections (section 5.2 of the draft).
//!
//! Each section has a file with its type, its accessors and its rules. The fragment is one item and has none. `items`
//! has the text items that sections hold, and runs of them. `piece` has the pieces of one item, `shown` how they look in
//! a URI, and `decoded` names and values of parameters. `host_name` and `ip_text` have the two kinds of host. `prefix` tells
//! whether one CRI is under another, and `order` has order and hash.

pub(crate) mod authority;
pub(crate) mod decoded;
pub(crate) mod discard;
pub(crate) mod host_name;
pub(crate) mod ip_text;
pub(crate) mod items;
pub(crate) mod order;
pub(crate) mod path;
pub(crate) mod piece;
pub(crate) mod prefix;
pub(crate) mod query;
pub(crate) mod scheme;
pub(crate) mod shown;

pub use authority::{Authority, AuthoritySection, Host, HostIp, Userinfo, take_address};
pub use decoded::Decoded;
pub use discard::Discard;
pub use host_name::HostName;
pub use ip_text::{
    IpNumbers, IpText, error_of_address, parse_ipv4, parse_ipv4_bytes, parse_ipv6, read_ipv6,
};
pub use items::{EncodedItems, TextOrPet, checked_items, port_of};
pub use path::{Path, Segments, is_dot_segment};
pub use piece::{Piece, Pieces};
pub use query::Query;
pub use scheme::{Scheme, is_scheme_byte};
pub use shown::is_kept;

use crate::wire::head::TRUE;

/// The numbers of the sections in [`Sections::items`]. A reference may have a discard in place of the scheme.
pub(crate) const SCHEME: usize = 0;
pub(crate) const AUTHORITY: usize = 1;
pub(crate) const PATH: usize = 2;
pub(crate) const QUERY: usize = 3;
pub(crate) const FRAGMENT: usize = 4;
/// The number of sections.
pub(crate) const SECTIONS: usize = 5;

/// The abstract form: scheme, authority, discard, path, query and fragment, borrowed from the interchange form.
///
/// In a full CRI, a missing, a null and an empty path are one value, the empty path. A missing, a null and an empty query
/// are one value, no query (section 5.1). In a CRI reference, an empty path or query differs from a missing one (section
/// 5.2).
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
    /// INVARIANT: scheme, authority, path, query and fragment as they are encoded, each empty where there is none. The
    /// path has no head, only segments. After resolving, these are the segments of the base that stay, and `added` has those
    /// of the reference. A null authority follows a scheme. A missing query may be null.
    pub(crate) items: [&'a [u8]; SECTIONS],
    /// The segments that a reference adds, still encoded.
    pub(crate) added: &'a [u8],
    /// INVARIANT: the number of segments in both runs. [`has_path`](Sections::has_path) tells whether there is a path.
    pub(crate) segments: usize,
    pub(crate) discard: Discard,
    pub(crate) has_path: bool,
    /// Whether all heads in it are the shortest, so that it can be copied as it is.
    pub(crate) shortest: bool,
}

/// Empty sections, to be filled in. They are a function because a constant would be copied.
#[must_use]
#[inline(always)]
pub const fn no_sections<'a>() -> Sections<'a> {
    let items: [&[u8]; SECTIONS] = [&[], &[], &[], &[], &[]];
    Sections {
        items,
        added: &[],
        segments: 0,
        discard: Discard::All,
        has_path: true,
        shortest: false,
    }
}

impl<'a> Sections<'a> {
    /// The scheme; `None` only in a CRI reference.
    #[must_use]
    #[inline]
    pub fn scheme(&self) -> Option<Scheme<'a>> {
        Scheme::read(self.items[SCHEME])
    }

    /// The scheme number, where the scheme is given by number.
    #[must_use]
    #[inline]
    pub fn scheme_number(&self) -> Option<u64> {
        Scheme::read_number(self.items[SCHEME])
    }

    /// The bytes of the scheme name, where the scheme is given by name. Unlike [`scheme`](Sections::scheme), it links no check
    /// of UTF-8, which is large on a microcontroller.
    #[must_use]
    #[inline]
    pub fn scheme_name_bytes(&self) -> Option<&'a [u8]> {
        Scheme::read_name(self.items[SCHEME])
    }

    /// The authority section: an authority, or one of the two forms of having none.
    #[must_use]
    #[inline]
    pub fn authority_section(&self) -> AuthoritySection<'a> {
        AuthoritySection::read(self.items[AUTHORITY])
    }

    /// The authority, if there is one.
    #[must_use]
    #[inline]
    pub fn authority(&self) -> Option<Authority<'a>> {
        self.authority_section().authority()
    }

    /// The userinfo, if there is an authority that has one.
    #[must_use]
    #[inline]
    pub fn userinfo(&self) -> Option<Userinfo<'a>> {
        self.authority()?.userinfo()
    }

    /// The host, if there is an authority.
    #[must_use]
    #[inline]
    pub fn host(&self) -> Option<Host<'a>> {
        self.authority().map(Authority::host)
    }

    /// The port, if there is an authority that has one.
    #[must_use]
    #[inline]
    pub fn port(&self) -> Option<u16> {
        self.authority()?.port()
    }

    /// The discard; `Discard::All` where there is a scheme or an authority.
    #[must_use]
    #[inline]
    pub const fn discard(&self) -> Discard {
        self.discard
    }

    /// The path; `None` only in a CRI reference.
    #[must_use]
    #[inline]
    pub const fn path(&self) -> Option<Path<'a>> {
        if self.has_path { Some(self.path_as_shown()) } else { None }
    }

    /// The number of segments of the path, if there is one.
    #[must_use]
    #[inline]
    pub const fn path_len(&self) -> Option<usize> {
        if self.has_path { Some(self.segments) } else { None }
    }

    /// The segments of the path; none where there is no path.
    #[must_use]
    #[inline]
    pub fn segments(&self) -> Segments<'a> {
        self.path_or_empty().segments()
    }

    /// The parameters of the query; none where there is no query.
    #[must_use]
    #[inline]
    pub fn parameters(&self) -> EncodedItems<'a> {
        Query::of_array(self.items[QUERY]).parameters()
    }

    /// The query; empty only in a CRI reference, where that unsets the base's.
    #[must_use]
    #[inline(always)]
    pub fn query(&self) -> Option<Query<'a>> {
        Query::read(self.items[QUERY], self.is_full())
    }

    /// The fragment identifier.
    #[must_use]
    #[inline]
    pub fn fragment(&self) -> Option<TextOrPet<'a>> {
        let mut fragment = self.items[FRAGMENT];
        TextOrPet::take(&mut fragment)
    }

    /// Whether there is a fragment identifier. This is faster than reading it.
    #[must_use]
    #[inline]
    pub const fn has_fragment(&self) -> bool {
        !self.items[FRAGMENT].is_empty()
    }

    /// Whether these sections are those of a full CRI, which has a scheme (section 5.1.5).
    #[must_use]
    pub const fn is_full(&self) -> bool {
        !self.items[SCHEME].is_empty()
    }

    /// The path, empty where there is none. It does not display as in the URI.
    #[inline(always)]
    pub(crate) const fn path_or_empty(&self) -> Path<'a> {
        Path { base: self.items[PATH], added: self.added, len: self.segments, is_rooted: false }
    }

    /// The path, empty where there is none, which displays as in the URI.
    pub(crate) const fn path_as_shown(&self) -> Path<'a> {
        let is_rooted =
            matches!(self.discard, Discard::All) && !matches!(self.items[AUTHORITY], [TRUE]);
        Path { is_rooted, ..self.path_or_empty() }
    }

    /// These sections without the fragment, as for selecting a network action (section 4).
    #[must_use]
    pub const fn without_fragment(self) -> Self {
        let [scheme, authority, path, query, _] = self.items;
        Self { items: [scheme, authority, path, query, &[]], ..self }
    }
}
