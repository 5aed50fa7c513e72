//! URI references: text that was parsed, and where its components are (RFC 3986 sections 3 and 4).

use core::fmt;
use core::net::{Ipv4Addr, Ipv6Addr};

use cri_core::{parse_ipv4, parse_ipv6};

/// A URI reference: borrowed text that RFC 3986 as updated by RFC 6874 allows, taken apart.
///
/// Components are as written: nothing is decoded, and nothing normalised. One that is not there is `None`, which is
/// another thing than one that is empty.
///
/// ```
/// use cri_uri::{UriHost, UriRef};
///
/// let uri = UriRef::parse("coap://[2001:db8::1]:61616/a%2Fb?k=v#")?;
/// assert_eq!(uri.scheme(), Some("coap"));
/// assert_eq!(uri.host(), Some(UriHost::Ipv6 { address: "2001:db8::1".parse().unwrap(), zone: None }));
/// assert_eq!(uri.port(), Some("61616"));
/// assert_eq!(uri.path(), "/a%2Fb");
/// assert_eq!((uri.query(), uri.fragment()), (Some("k=v"), Some("")));
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct UriRef<'a> {
    /// INVARIANT: the offsets are those of its components; and all of it is ASCII, but within an `IriRef`.
    pub(crate) text: &'a str,
    pub(crate) offsets: Offsets,
}

/// Where the components of a URI reference are. They ascend in the order of the fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Offsets {
    /// The scheme's end, or 0 where there is none.
    pub(crate) scheme: usize,
    /// Behind the `//`, or the path's start where there is no authority.
    pub(crate) authority: usize,
    /// Behind the `@`, or behind the `//` where there is no userinfo.
    pub(crate) host: usize,
    /// The host's end: a colon, where there is a port.
    pub(crate) host_end: usize,
    /// The path's start, and the authority's end.
    pub(crate) path: usize,
    /// The path's end: a question mark, where there is a query.
    pub(crate) path_end: usize,
    /// The query's end: a number sign, where there is a fragment.
    pub(crate) query_end: usize,
}

impl<'a> UriRef<'a> {
    /// The whole text.
    #[must_use]
    pub const fn as_str(self) -> &'a str {
        self.text
    }

    /// The scheme, in the case it is written in.
    #[must_use]
    pub fn scheme(self) -> Option<&'a str> {
        (self.offsets.scheme > 0).then(|| self.slice(0, self.offsets.scheme))
    }

    /// The authority: userinfo, host and port with what separates them.
    #[must_use]
    pub fn authority(self) -> Option<&'a str> {
        self.has_authority().then(|| self.slice(self.offsets.authority, self.offsets.path))
    }

    /// The userinfo, without the `@` behind it. It may hold a password.
    #[must_use]
    pub fn userinfo(self) -> Option<&'a str> {
        let at = self.offsets.host.checked_sub(1)?;
        (self.offsets.host > self.offsets.authority).then(|| self.slice(self.offsets.authority, at))
    }

    /// The host, as the first of address and name that it matches (RFC 3986 section 3.2.2).
    #[must_use]
    pub fn host(self) -> Option<UriHost<'a>> {
        let host = self.host_str()?;
        let Some(literal) = host.strip_prefix("[").and_then(|host| host.strip_suffix("]")) else {
            return Some(parse_ipv4(host.as_bytes()).map_or(UriHost::RegName(host), UriHost::Ipv4));
        };
        let (address, zone) = split_zone(literal.as_bytes());
        match parse_ipv6(address) {
            Some(address) => {
                let zone = zone.and_then(|zone| literal.get(literal.len().checked_sub(zone.len())?..));
                Some(UriHost::Ipv6 { address, zone })
            }
            None => Some(UriHost::IpFuture(literal)),
        }
    }

    /// The host as written, brackets included.
    #[must_use]
    pub fn host_str(self) -> Option<&'a str> {
        self.has_authority().then(|| self.slice(self.offsets.host, self.offsets.host_end))
    }

    /// The digits of the port as written; empty where nothing stands behind the colon.
    #[must_use]
    pub fn port(self) -> Option<&'a str> {
        let start = self.offsets.host_end.checked_add(1)?;
        (self.offsets.host_end < self.offsets.path).then(|| self.slice(start, self.offsets.path))
    }

    /// The path, which is always there, if empty.
    #[must_use]
    pub fn path(self) -> &'a str {
        self.slice(self.offsets.path, self.offsets.path_end)
    }

    /// The query, without the `?` before it.
    #[must_use]
    pub fn query(self) -> Option<&'a str> {
        let start = self.offsets.path_end.checked_add(1)?;
        (self.offsets.path_end < self.offsets.query_end).then(|| self.slice(start, self.offsets.query_end))
    }

    /// The fragment, without the `#` before it.
    #[must_use]
    pub fn fragment(self) -> Option<&'a str> {
        let start = self.offsets.query_end.checked_add(1)?;
        (self.offsets.query_end < self.text.len()).then(|| self.slice(start, self.text.len()))
    }

    /// Whether this is an `absolute-URI`: with a scheme, and without a fragment (RFC 3986 section 4.3).
    #[must_use]
    pub fn is_absolute(self) -> bool {
        self.scheme().is_some() && self.fragment().is_none()
    }

    /// Whether this is a relative reference: without a scheme (RFC 3986 section 4.2).
    #[must_use]
    pub const fn is_relative(self) -> bool {
        self.offsets.scheme == 0
    }

    pub(crate) const fn has_authority(self) -> bool {
        // What an authority begins with, nothing else that is before it has.
        self.offsets.authority > self.offsets.scheme.wrapping_add(1)
    }

    /// The bytes of [`scheme`](Self::scheme).
    pub(crate) fn scheme_bytes(&self) -> Option<&'a [u8]> {
        (self.offsets.scheme > 0).then(|| self.bytes(0, self.offsets.scheme))
    }

    /// The bytes of [`userinfo`](Self::userinfo).
    pub(crate) fn userinfo_bytes(&self) -> Option<&'a [u8]> {
        let Offsets { authority, host, .. } = self.offsets;
        (authority < host).then(|| self.bytes(authority, host.wrapping_sub(1)))
    }

    /// The bytes of [`host_str`](Self::host_str); none where there is no authority.
    pub(crate) fn host_bytes(&self) -> &'a [u8] {
        self.bytes(self.offsets.host, self.offsets.host_end)
    }

    /// The bytes of [`port`](Self::port).
    pub(crate) fn port_bytes(&self) -> Option<&'a [u8]> {
        self.bytes_behind(self.offsets.host_end, self.offsets.path)
    }

    /// The bytes of [`path`](Self::path).
    pub(crate) fn path_bytes(&self) -> &'a [u8] {
        self.bytes(self.offsets.path, self.offsets.path_end)
    }

    /// The bytes of [`query`](Self::query).
    pub(crate) fn query_bytes(&self) -> Option<&'a [u8]> {
        self.bytes_behind(self.offsets.path_end, self.offsets.query_end)
    }

    /// The bytes of [`fragment`](Self::fragment).
    pub(crate) fn fragment_bytes(&self) -> Option<&'a [u8]> {
        self.bytes_behind(self.offsets.query_end, self.text.len())
    }

    /// The bytes behind the delimiter at `start`, if there is one before `end`.
    fn bytes_behind(&self, start: usize, end: usize) -> Option<&'a [u8]> {
        (start < end).then(|| self.bytes(start.wrapping_add(1), end))
    }

    fn bytes(&self, start: usize, end: usize) -> &'a [u8] {
        self.text.as_bytes().get(start..end).unwrap_or_default()
    }

    /// The path, and the query with the `?` before it.
    pub(crate) fn path_and_query(self) -> &'a str {
        self.slice(self.offsets.path, self.offsets.query_end)
    }

    /// Where `part`, which is a part of the text, lies in it.
    pub(crate) fn offset_of(self, part: &str) -> usize {
        self.offset_of_bytes(part.as_bytes())
    }

    /// Where `part`, which is a part of the text, lies in it.
    pub(crate) fn offset_of_bytes(self, part: &[u8]) -> usize {
        part.as_ptr().addr().saturating_sub(self.text.as_ptr().addr())
    }

    fn slice(self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }
}

/// Shows the text; what follows the first colon of the userinfo is masked (RFC 3986 section 3.2.1).
impl fmt::Debug for UriRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (shown, hidden) = match self.userinfo().and_then(behind_colon) {
            Some(colon) => (self.offsets.authority.wrapping_add(colon), self.offsets.host.saturating_sub(1)),
            None => (self.text.len(), self.text.len()),
        };
        f.write_str("\"")?;
        f.write_str(self.slice(0, shown))?;
        if shown < self.text.len() {
            f.write_str("***")?;
        }
        f.write_str(self.slice(hidden, self.text.len()))?;
        f.write_str("\"")
    }
}

impl fmt::Display for UriRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

/// The host of a URI reference (RFC 3986 section 3.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UriHost<'a> {
    /// An IPv4 address in dotted-decimal notation.
    Ipv4(Ipv4Addr),
    /// An IPv6 address in brackets.
    Ipv6 {
        /// The address.
        address: Ipv6Addr,
        /// What stands behind the `%25`, still percent-encoded; never empty (RFC 6874 section 2).
        zone: Option<&'a str>,
    },
    /// An address of an IP version to come, as it stands in the brackets.
    IpFuture(&'a str),
    /// A registered name as written; it may be empty.
    RegName(&'a str),
}

/// What stands in the brackets as address and zone identifier (RFC 6874 section 2).
pub(crate) fn split_zone(literal: &[u8]) -> (&[u8], Option<&[u8]>) {
    // Of the two, only a zone identifier has percent signs.
    let percent = literal.iter().position(|&byte| byte == b'%').unwrap_or(literal.len());
    match literal.split_at_checked(percent) {
        Some((address, [b'%', b'2', b'5', zone @ ..])) => (address, Some(zone)),
        _ => (literal, None),
    }
}

/// The offset behind the first colon, percent-encoded or not.
pub(crate) fn behind_colon(userinfo: &str) -> Option<usize> {
    let mut rest = userinfo.as_bytes();
    loop {
        rest = match rest {
            [b':', behind @ ..] | [b'%', b'3', b'A' | b'a', behind @ ..] => {
                return userinfo.len().checked_sub(behind.len());
            }
            [_, behind @ ..] => behind,
            [] => return None,
        };
    }
}

#[cfg(test)]
mod tests {
    use std::format;

    use super::*;

    fn parse(text: &str) -> UriRef<'_> {
        UriRef::parse(text).unwrap()
    }

    // shows: R3986-4.3-01, R3986-4.2-01
    #[test]
    fn absolute_and_relative() {
        for (text, absolute, relative) in [
            ("s:a", true, false),
            ("s:a#b", false, false),
            ("s:a#", false, false),
            ("//h", false, true),
            ("", false, true),
            ("#", false, true),
        ] {
            assert_eq!((parse(text).is_absolute(), parse(text).is_relative()), (absolute, relative), "{text}");
        }
    }

    // shows: R3986-5.3-02
    #[test]
    fn undefined_is_not_empty() {
        let uri = parse("s://@:?#");
        assert_eq!((uri.authority(), uri.userinfo(), uri.host_str()), (Some("@:"), Some(""), Some("")));
        assert_eq!((uri.port(), uri.path(), uri.query(), uri.fragment()), (Some(""), "", Some(""), Some("")));
        let uri = parse("s:");
        assert_eq!((uri.authority(), uri.userinfo(), uri.host(), uri.host_str()), (None, None, None, None));
        assert_eq!((uri.port(), uri.path(), uri.query(), uri.fragment()), (None, "", None, None));
    }

    // shows: R3986-3.2.2-01
    #[test]
    fn first_host_that_matches() {
        let host = |text| parse(text).host().unwrap();
        let address = "fe80::1".parse().unwrap();
        assert_eq!(host("//1.2.3.4"), UriHost::Ipv4([1, 2, 3, 4].into()));
        assert_eq!(host("//1.2.3.%34"), UriHost::RegName("1.2.3.%34"));
        assert_eq!(host("//u@:1"), UriHost::RegName(""));
        assert_eq!(host("//[FE80::1]"), UriHost::Ipv6 { address, zone: None });
        assert_eq!(host("//[fe80::1%25%C3%A9]:"), UriHost::Ipv6 { address, zone: Some("%C3%A9") });
        assert_eq!(host("//[v1.x]"), UriHost::IpFuture("v1.x"));
    }

    // shows: R3986-3.2.1-02, R3986-7.5-01
    #[test]
    fn passwords_are_masked() {
        for (text, shown) in [
            ("ftp://u:secret@h/", r#""ftp://u:***@h/""#),
            ("//u%3asecret@h/", r#""//u%3a***@h/""#),
            ("//u%3A:@h", r#""//u%3A***@h""#),
            ("//:secret@", r#""//:***@""#),
            ("//u@h:1/a:b", r#""//u@h:1/a:b""#),
            ("s:u:p@h", r#""s:u:p@h""#),
        ] {
            assert_eq!(format!("{:?}", parse(text)), shown);
            assert_eq!(format!("{}", parse(text)), text);
        }
    }
}
