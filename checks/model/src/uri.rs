//! URI references as text: RFC 3986 appendix A, with the zones of RFC 6874.

use crate::pet::{is_sub_delim, is_unreserved};
use crate::{Checked, Flaw};

/// The parts of a URI reference, as slices with their offsets. An absent part is undefined (RFC 3986 section 5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts<'a> {
    /// The scheme, without its colon.
    pub scheme: Option<&'a str>,
    /// The authority, without its slashes.
    pub authority: Option<Authority<'a>>,
    /// The path.
    pub path: Part<'a>,
    /// The query, without its question mark.
    pub query: Option<Part<'a>>,
    /// The fragment, without its number sign.
    pub fragment: Option<Part<'a>>,
}

/// The parts of an authority (RFC 3986 section 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Authority<'a> {
    /// The userinfo, without its `@`.
    pub userinfo: Option<Part<'a>>,
    /// The host, with its brackets.
    pub host: Part<'a>,
    /// The port, without its colon.
    pub port: Option<Part<'a>>,
}

/// Part of a URI reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// Its text.
    pub text: &'a str,
    /// Its offset in bytes.
    pub at: usize,
}

impl<'a> Part<'a> {
    /// The parts before and after the first of these characters.
    fn split(self, characters: &[char]) -> (Self, Option<Self>) {
        match self.text.find(characters) {
            Some(index) => {
                let after = Self { text: &self.text[index + 1..], at: self.at + index + 1 };
                (Self { text: &self.text[..index], ..self }, Some(after))
            }
            None => (self, None),
        }
    }
}

/// The parts of a URI reference.
///
/// # Errors
///
/// All reasons why the text is not a URI reference.
pub fn parse(text: &str) -> Checked<Parts<'_>> {
    let mut flaws = Vec::new();
    let parts = split(text, &mut flaws);
    // The set of characters of each component (RFC 3986 sections 3.3 to 3.5).
    let pchar = |byte| is_unreserved(byte) || is_sub_delim(byte) || matches!(byte, b':' | b'@');
    let more = |byte| pchar(byte) || matches!(byte, b'/' | b'?');
    if let Some(authority) = parts.authority {
        // RFC 3986 section 3.2.1.
        let userinfo = |byte| is_unreserved(byte) || is_sub_delim(byte) || byte == b':';
        authority
            .userinfo
            .into_iter()
            .for_each(|part| check(part, "userinfo", userinfo, &mut flaws));
        check_host(authority.host, &mut flaws);
        // RFC 3986 section 3.2.3: *DIGIT.
        if let Some(port) = authority.port
            && let Some(index) = port.text.find(|character: char| !character.is_ascii_digit())
        {
            flaws.push(Flaw::new("unexpected-character").at(port.at + index));
        }
    }
    check(parts.path, "path", |byte| pchar(byte) || byte == b'/', &mut flaws);
    parts.query.into_iter().for_each(|part| check(part, "query", more, &mut flaws));
    parts.fragment.into_iter().for_each(|part| check(part, "fragment", more, &mut flaws));
    if flaws.is_empty() { Ok(parts) } else { Err(flaws) }
}

/// RFC 3986 appendix B, and section 3.2 for the authority.
fn split<'a>(text: &'a str, flaws: &mut Vec<Flaw>) -> Parts<'a> {
    let whole = Part { text, at: 0 };
    // A scheme is what precedes a colon in the first segment (sections 3.1 and 4.2).
    let first_segment = whole.split(&['/', '?', '#']).0;
    let mut scheme = None;
    let mut rest = whole;
    if let (before, Some(_)) = first_segment.split(&[':']) {
        let wrong = before.text.bytes().enumerate().position(|(index, byte)| match byte {
            b'a'..=b'z' | b'A'..=b'Z' => false,
            b'0'..=b'9' | b'+' | b'.' | b'-' => index == 0,
            _ => true,
        });
        if before.text.is_empty() || wrong.is_some() {
            flaws.push(Flaw::new("invalid-scheme").of("scheme").at(wrong.unwrap_or(0)));
        }
        scheme = Some(before.text);
        rest = Part { text: &text[before.text.len() + 1..], at: before.text.len() + 1 };
    }
    let (rest, fragment) = rest.split(&['#']);
    let (rest, query) = rest.split(&['?']);
    let (authority, path) = match rest.text.strip_prefix("//") {
        None => (None, rest),
        Some(text) => {
            let end = text.find('/').unwrap_or(text.len());
            let authority = Part { text: &text[..end], at: rest.at + 2 };
            (
                Some(split_authority(authority, flaws)),
                Part { text: &text[end..], at: rest.at + 2 + end },
            )
        }
    };
    Parts { scheme, authority, path, query, fragment }
}

/// RFC 3986 section 3.2: `[ userinfo "@" ] host [ ":" port ]`.
fn split_authority<'a>(authority: Part<'a>, flaws: &mut Vec<Flaw>) -> Authority<'a> {
    let (userinfo, host_port) = match authority.split(&['@']) {
        (userinfo, Some(rest)) => (Some(userinfo), rest),
        (all, None) => (None, all),
    };
    if !host_port.text.starts_with('[') {
        let (host, port) = host_port.split(&[':']);
        return Authority { userinfo, host, port };
    }
    let Some(end) = host_port.text.find(']') else {
        flaws.push(Flaw::new("invalid-ip-literal").at(host_port.at));
        return Authority { userinfo, host: Part { text: "", at: host_port.at }, port: None };
    };
    let host = Part { text: &host_port.text[..=end], at: host_port.at };
    let after = Part { text: &host_port.text[end + 1..], at: host_port.at + end + 1 };
    let port = match after.split(&[':']) {
        (Part { text: "", .. }, port) => port,
        _ => {
            flaws.push(Flaw::new("unexpected-character").at(after.at));
            None
        }
    };
    Authority { userinfo, host, port }
}

/// Records characters that cannot stand in a component, and `%` without two hexadecimal digits (RFC 3986 section 2.1).
fn check(
    part: Part<'_>,
    component: &'static str,
    allowed: impl Fn(u8) -> bool,
    flaws: &mut Vec<Flaw>,
) {
    let bytes = part.text.as_bytes();
    for (index, &byte) in bytes.iter().enumerate() {
        let at = part.at + index;
        let is_hex = |index: usize| bytes.get(index).is_some_and(u8::is_ascii_hexdigit);
        if byte == b'%' {
            if !(is_hex(index + 1) && is_hex(index + 2)) {
                flaws.push(Flaw::new("invalid-percent-encoding").of(component).at(at));
            }
        } else if !allowed(byte) {
            flaws.push(Flaw::new("unexpected-character").of(component).at(at));
        }
    }
}

/// RFC 3986 section 3.2.2.
fn check_host(host: Part<'_>, flaws: &mut Vec<Flaw>) {
    if host.text.starts_with('[') {
        if literal(host.text).is_none() {
            flaws.push(Flaw::new("invalid-ip-literal").at(host.at));
        }
    } else {
        check(host, "host", |byte| is_unreserved(byte) || is_sub_delim(byte), flaws);
    }
}

/// An IP-literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literal<'a> {
    /// `IPv6address`, with the text of the zone of RFC 6874.
    V6([u8; 16], Option<&'a str>),
    /// `IPvFuture`.
    Future,
}

/// RFC 3986 section 3.2.2 and RFC 6874 section 2: the meaning of an IP-literal with its brackets.
#[must_use]
pub fn literal(text: &str) -> Option<Literal<'_>> {
    let text = text.strip_prefix('[')?.strip_suffix(']')?;
    if let Some(future) = text.strip_prefix(['v', 'V']) {
        let (version, address) = future.split_once('.')?;
        let is_version =
            !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_address = |byte| is_unreserved(byte) || is_sub_delim(byte) || byte == b':';
        return (is_version && !address.is_empty() && address.bytes().all(is_address))
            .then_some(Literal::Future);
    }
    let (address, zone) = match text.split_once("%25") {
        Some((address, zone)) => (address, Some(zone)),
        None => (text, None),
    };
    if let Some(zone) = zone {
        // ZoneID = 1*( unreserved / pct-encoded )
        let mut flaws = Vec::new();
        check(Part { text: zone, at: 0 }, "zone-id", is_unreserved, &mut flaws);
        if zone.is_empty() || !flaws.is_empty() {
            return None;
        }
    }
    // The standard library reads what RFC 3986 calls IPv6address.
    let address: std::net::Ipv6Addr = address.parse().ok()?;
    Some(Literal::V6(address.octets(), zone))
}
