//! Parsing URI references: RFC 3986 appendix A, with the zone identifiers of RFC 6874.

use cri_core::__private::{PREFER_SPEED, long_character};
use cri_core::{Component, parse_ipv6};

use crate::text::error::{ParseError, ParseErrorKind};
use crate::text::grammar::blocks::{find, skip};
use crate::text::grammar::charset::Charset;
use crate::text::grammar::host::split_zone;
use crate::text::iri::is_iri_character;
use crate::text::password;
use crate::text::pct::first_long_character;
use crate::text::uri_ref::Offsets;

/// [`parse`], with the character that an error is about.
// Not inlined on a microcontroller, so that the offsets are written once, where the caller wants them.
#[cfg_attr(target_pointer_width = "64", inline)]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(crate) fn parse_naming<const IRI: bool>(text: &str) -> Result<Offsets, ParseError> {
    // The result is changed in place, because moving it would call `memcpy`.
    let mut offsets = parse::<IRI>(text);
    if let Err(error) = &mut offsets {
        *error = named(text, *error);
    }
    offsets
}

/// The error, with the character that it is about, unless the character may belong to a password.
#[cold]
pub(crate) fn named(text: &str, error: ParseError) -> ParseError {
    match error.kind {
        ParseErrorKind::UnexpectedCharacter(_) => {
            let found = match error.part {
                Component::Port => mistake_at_port(text.as_bytes(), error.offset),
                _ => character_at(text, error),
            };
            ParseError { kind: ParseErrorKind::UnexpectedCharacter(found), ..error }
        }
        _ => error,
    }
}

/// The delimiter that explains a wrong port: a second `@`, or a colon after a colon, as in an IPv6 address. The character
/// itself is not named, because what should be a port may be a password that is cut off.
fn mistake_at_port(text: &[u8], offset: usize) -> Option<char> {
    let (mut previous, mut colon) = (0, None);
    for &byte in text.get(offset.wrapping_sub(1)..)? {
        match byte {
            b'@' => return Some('@'),
            b':' if previous == b':' => colon = Some(':'),
            b'/' | b'?' | b'#' => break,
            _ => {}
        }
        previous = byte;
    }
    colon
}

/// The character that an error is about, unless it may belong to a password or, with an `@` after it, to a userinfo.
fn character_at(text: &str, error: ParseError) -> Option<char> {
    let (before, rest) = text.as_bytes().split_at_checked(error.offset)?;
    #[allow(clippy::manual_contains, reason = "`contains` links a search of whole words")]
    let has_at_sign = rest.iter().any(|&byte| byte == b'@');
    // The order of `Component` is that of the text.
    let is_in_authority = has_at_sign && error.part < Component::Path;
    match rest.first() {
        // The first one ended the userinfo, so the user should learn that this one is wrong.
        Some(b'@') if error.part == Component::Host => Some('@'),
        Some(_) if is_in_authority || password::may_have_begun(before, has_at_sign) => None,
        Some(&byte) if byte.is_ascii() => Some(char::from(byte)),
        _ => first_long_character(rest),
    }
}

/// [`parse`] of a text that a value of this crate wrote.
pub(crate) fn parse_written<const IRI: bool>(text: &str) -> Offsets {
    let offsets = parse::<IRI>(text);
    // INVARIANT: it parses.
    debug_assert!(offsets.is_ok());
    offsets.unwrap_or_default()
}

/// The places of the components of a URI reference, or of an `IRI` reference, which may hold characters beyond ASCII
/// as well (RFC 3987 section 2.2).
#[inline(never)]
pub(crate) fn parse<const IRI: bool>(text: &str) -> Result<Offsets, ParseError> {
    let mut offsets = Offsets::default();
    let bytes = text.as_bytes();
    // A path may hold all characters of a scheme, and most of those of an authority. We therefore begin to look for the
    // path's end at the start of the text, so that the processor need not wait for the end of the authority.
    let plain = skip::<false>(bytes, 0);
    let mut at = 0;
    if let Some(colon) = scheme_end(bytes)? {
        offsets.scheme = colon;
        at = colon.wrapping_add(1);
    }
    (offsets.authority, offsets.host, offsets.host_end) = (at, at, at);
    if let Some([b'/', b'/', ..]) = bytes.get(at..) {
        offsets.authority = at.wrapping_add(2);
        at = match plain_authority(bytes, &mut offsets, plain) {
            Some(end) => end,
            None => parse_authority::<IRI>(text, &mut offsets)?,
        };
    }
    offsets.path = at;
    at = at.max(plain);
    // At these bytes the path is complete. Any other needs a closer look.
    if !PREFER_SPEED || !matches!(bytes.get(at), None | Some(b'?' | b'#')) {
        at = run::<IRI>(bytes, at, Charset::PATH, Component::Path);
    }
    offsets.path_end = at;
    if bytes.get(at) == Some(&b'?') {
        at = run::<IRI>(bytes, at.wrapping_add(1), Charset::QUERY, Component::Query);
    }
    offsets.query_end = at;
    let mut component = if offsets.path_end < at { Component::Query } else { Component::Path };
    if bytes.get(at) == Some(&b'#') {
        at = run::<IRI>(bytes, at.wrapping_add(1), Charset::QUERY, Component::Fragment);
        component = Component::Fragment;
    }
    if at < bytes.len() {
        return Err(unexpected(bytes, at, component));
    }
    Ok(offsets)
}

/// The offset of the colon after the scheme. `None` if no colon comes before another delimiter.
pub(crate) fn scheme_end(bytes: &[u8]) -> Result<Option<usize>, ParseError> {
    let len = scheme_len(bytes);
    let rest = bytes.get(len..).unwrap_or_default();
    if len > 0 && rest.first() == Some(&b':') {
        return Ok(Some(len));
    }
    // RFC 3986 section 4.2: a relative reference has no colon in its first segment.
    match rest.iter().find(|byte| matches!(byte, b':' | b'/' | b'?' | b'#')) {
        Some(b':') => Err(invalid_scheme(len)),
        _ => Ok(None),
    }
}

/// Expects all of `scheme` to be a scheme.
pub(crate) fn expect_scheme(scheme: &[u8]) -> Result<(), ParseError> {
    match scheme_len(scheme) {
        len if len > 0 && len == scheme.len() => Ok(()),
        len => Err(invalid_scheme(len)),
    }
}

/// The length of the longest scheme that `bytes` begins with (RFC 3986 section 3.1). It is 0 if there is none.
#[inline]
fn scheme_len(bytes: &[u8]) -> usize {
    match bytes.first() {
        Some(first) if first.is_ascii_alphabetic() => Charset::SCHEME.run_len(bytes),
        _ => 0,
    }
}

#[cold]
const fn invalid_scheme(len: usize) -> ParseError {
    ParseError::new(ParseErrorKind::InvalidScheme, Component::Scheme, len)
}

/// Parses an authority of a name and perhaps a port, and returns its end. `None` means: use [`parse_authority`].
///
/// All text before `plain` consists of characters of paths, and triplets.
#[inline(always)]
fn plain_authority(bytes: &[u8], offsets: &mut Offsets, plain: usize) -> Option<usize> {
    // A path's characters, without these delimiters, are those of a name.
    let end = find(bytes, offsets.authority, *b"/:@?#").filter(|&end| end <= plain)?;
    let authority_end = end.wrapping_add(port_len(bytes, end));
    if !matches!(bytes.get(authority_end), None | Some(b'/' | b'?' | b'#')) {
        return None;
    }
    (offsets.host, offsets.host_end) = (offsets.authority, end);
    Some(authority_end)
}

/// Parses the authority that begins at `offsets.authority`, and returns its end.
pub(crate) fn parse_authority<const IRI: bool>(
    text: &str,
    offsets: &mut Offsets,
) -> Result<usize, ParseError> {
    let bytes = text.as_bytes();
    let start = offsets.authority;
    let rest = bytes.get(start..).unwrap_or_default();
    let len = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#')).unwrap_or(rest.len());
    let end = start.wrapping_add(len);
    let authority = rest.get(..len).unwrap_or_default();
    offsets.host = start;
    if let Some(at) = authority.iter().position(|&byte| byte == b'@') {
        let at = start.wrapping_add(at);
        expect_run::<IRI>(bytes, start, at, Charset::USERINFO, Component::Userinfo)?;
        offsets.host = at.wrapping_add(1);
    }
    let host = bytes.get(offsets.host..end).unwrap_or_default();
    if host.first() == Some(&b'[') {
        let invalid =
            ParseError::new(ParseErrorKind::InvalidIpLiteral, Component::Host, offsets.host);
        let close = host.iter().position(|&byte| byte == b']').ok_or(invalid)?;
        let close = offsets.host.wrapping_add(close);
        let literal = bytes.get(offsets.host.wrapping_add(1)..close).unwrap_or_default();
        if !is_ip_literal(literal) {
            return Err(invalid);
        }
        offsets.host_end = close.wrapping_add(1);
    } else {
        let len = host.iter().position(|&byte| byte == b':').unwrap_or(host.len());
        offsets.host_end = offsets.host.wrapping_add(len);
        expect_run::<IRI>(
            bytes,
            offsets.host,
            offsets.host_end,
            Charset::REG_NAME,
            Component::Host,
        )?;
    }
    let at = offsets.host_end.wrapping_add(port_len(bytes, offsets.host_end));
    if at == end {
        return Ok(end);
    }
    let component = if at > offsets.host_end { Component::Port } else { Component::Host };
    Err(unexpected(bytes, at, component))
}

/// The length of the port that begins at `at`, with the colon before it.
#[inline(always)]
fn port_len(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at..) {
        Some([b':', port @ ..]) => {
            port.iter().take_while(|byte| byte.is_ascii_digit()).count().wrapping_add(1)
        }
        _ => 0,
    }
}

/// Whether `literal` may stand in brackets: an IPv6 address with or without zone identifier, or an `IPvFuture`.
pub(crate) fn is_ip_literal(literal: &[u8]) -> bool {
    if is_ip_future(literal) {
        return true;
    }
    let (address, zone) = split_zone(literal);
    parse_ipv6(address).is_some()
        && zone.is_none_or(|zone| {
            let end = run::<false>(zone, 0, Charset::UNRESERVED, Component::ZoneId);
            !zone.is_empty() && end == zone.len()
        })
}

/// Whether `literal` is an `IPvFuture` (RFC 3986 section 3.2.2).
pub(crate) fn is_ip_future(literal: &[u8]) -> bool {
    let [b'v' | b'V', future @ ..] = literal else { return false };
    let version = future.iter().take_while(|digit| digit.is_ascii_hexdigit()).count();
    match future.get(version..) {
        Some([b'.', address @ ..]) if version > 0 => {
            !address.is_empty() && Charset::USERINFO.run_len(address) == address.len()
        }
        _ => false,
    }
}

/// The end of the longest run from `at` on that consists of characters from `set`, triplets, and in an `IRI` the
/// characters beyond ASCII that the component may hold.
#[inline]
pub(crate) fn run<const IRI: bool>(
    bytes: &[u8],
    mut at: usize,
    set: Charset,
    component: Component,
) -> usize {
    loop {
        at = match set {
            Charset::PATH => skip::<false>(bytes, at),
            Charset::QUERY => skip::<true>(bytes, at),
            _ => at,
        };
        let rest = bytes.get(at..).unwrap_or_default();
        let len = set.run_len(rest);
        at = at.wrapping_add(len);
        let rest = rest.get(len..).unwrap_or_default();
        at = match rest {
            [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                at.wrapping_add(3)
            }
            _ => match IRI.then(|| character(rest, component)).flatten() {
                Some(len) => at.wrapping_add(len),
                None => return at,
            },
        }
    }
}

/// Expects all text from `start` to `end` to be such a run.
pub(crate) fn expect_run<const IRI: bool>(
    bytes: &[u8],
    start: usize,
    end: usize,
    set: Charset,
    component: Component,
) -> Result<(), ParseError> {
    match run::<IRI>(bytes.get(..end).unwrap_or_default(), start, set, component) {
        at if at < end => Err(unexpected(bytes, at, component)),
        _ => Ok(()),
    }
}

/// The error for the byte that ends a component too early. [`named`] adds the character to it.
#[cold]
pub(crate) fn unexpected(bytes: &[u8], at: usize, component: Component) -> ParseError {
    let before = bytes.get(..at).and_then(<[u8]>::last);
    let kind = match bytes.get(at) {
        // A port cannot hold percent-encoding, and nor can the place after an address in brackets.
        Some(b'%') if component != Component::Port && before != Some(&b']') => {
            ParseErrorKind::InvalidPercentEncoding
        }
        _ => ParseErrorKind::UnexpectedCharacter(None),
    };
    ParseError::new(kind, component, at)
}

/// The length in bytes of the character beyond ASCII that `text` begins with, if IRIs may hold it in this component.
fn character(text: &[u8], component: Component) -> Option<usize> {
    let character = long_character(text)?;
    is_iri_character(character, component).then_some(character.len_utf8())
}

#[cfg(test)]
mod tests;
