//! The rules that several schemes share, most of them of the common Internet syntax (RFC 1738 section 3.1).

use cri_registry::Table;

use crate::scheme::decoded::Decoded;
use crate::scheme::error::{Part, SchemeError, SchemeErrorKind};
use crate::text::pct::DecodedBytes;
use crate::text::split::split_first;
use crate::text::uri::Uri;
use crate::text::uri_ref::UriRef;

/// A rule of a scheme. It returns the first place where a URI breaks the rule.
///
/// Without an authority, only the rule [`authority`] fails. The rules about its parts pass.
pub(crate) type Rule = fn(UriRef<'_>) -> Option<SchemeError>;

/// The rules about the authority of a scheme with servers.
pub(super) const SERVER: &[Rule] = &[authority, no_userinfo, host, port];
/// The rules about the authority of a scheme with servers and users.
pub(super) const SERVER_WITH_LOGIN: &[Rule] = &[authority, login, host, port];

/// CR and LF end a line in all these protocols (RFCs 854, 959, 977, 1436). NUL is here because Telnet sends it after CR,
/// and RFC 1436 appendix A excludes it.
const LINE_ENDS: &[u8] = b"\r\n\0";

/// Expects `uri` to have one of these schemes, and to break none of the rules.
pub(super) fn expect<'a>(
    uri: UriRef<'a>,
    schemes: &'static [&'static str],
    rules: [&'static [Rule]; 2],
) -> Result<Uri<'a>, SchemeError> {
    let Some(full) = uri.as_uri().filter(|_| has_one_of(uri, schemes)) else {
        return Err(SchemeError::of_part(SchemeErrorKind::OtherScheme(schemes), Part::Scheme, 0));
    };
    broken(uri, rules).next().map_or(Ok(full), Err)
}

/// Whether the scheme is one of `schemes`, in any case.
pub(super) fn has_one_of(uri: UriRef<'_>, schemes: &[&str]) -> bool {
    schemes.iter().any(|scheme| uri.has_scheme(scheme))
}

/// The rules that `uri` breaks, each with its first place: those of all servers, then those of its scheme.
pub(super) fn broken(
    uri: UriRef<'_>,
    [of_servers, of_scheme]: [&'static [Rule]; 2],
) -> impl Iterator<Item = SchemeError> + Clone {
    of_servers.iter().chain(of_scheme).filter_map(move |rule| rule(uri))
}

/// There is an authority: `//` and what follows.
pub(super) fn authority(uri: UriRef<'_>) -> Option<SchemeError> {
    uri.authority().is_none().then(|| missing(uri, Part::Authority, uri.path()))
}

/// There is no authority.
pub(super) fn no_authority(uri: UriRef<'_>) -> Option<SchemeError> {
    uri.authority().map(|authority| unexpected(uri, Part::Authority, authority))
}

/// There is neither user nor password.
pub(super) fn no_userinfo(uri: UriRef<'_>) -> Option<SchemeError> {
    uri.userinfo().map(|userinfo| unexpected(uri, Part::Userinfo, userinfo))
}

/// User and password hold nothing that would end a line, and the password no colon.
pub(super) fn login(uri: UriRef<'_>) -> Option<SchemeError> {
    octets(uri, Part::User, user_of(uri)?.as_encoded()).or_else(|| {
        let password = password_of(uri)?.as_encoded();
        reserved(uri, Part::Password, password, b":")
            .or_else(|| octets(uri, Part::Password, password))
    })
}

/// The host is not empty.
pub(super) fn host(uri: UriRef<'_>) -> Option<SchemeError> {
    let host = uri.host_str().filter(|host| host.is_empty())?;
    Some(missing(uri, Part::Host, host))
}

/// The port is a number of 16 bits, or both the port and its colon are absent (RFC 1738 section 3.1). RFC 3986 section
/// 3.2.3 allows an empty port.
pub(super) fn port(uri: UriRef<'_>) -> Option<SchemeError> {
    let port = uri.port()?;
    match uri.port_number() {
        Some(_) => None,
        None if port.is_empty() => Some(missing(uri, Part::Port, port).allowed_by_rfc(3986)),
        None => Some(invalid(uri, Part::Port, port, 0)),
    }
}

/// There is no port.
pub(super) fn no_port(uri: UriRef<'_>) -> Option<SchemeError> {
    uri.port().map(|port| unexpected(uri, Part::Port, port))
}

/// There is a slash after the authority.
pub(super) fn slash(uri: UriRef<'_>) -> Option<SchemeError> {
    let is_missing = uri.authority().is_some() && uri.path().is_empty();
    is_missing.then(|| missing(uri, Part::Slash, uri.path()))
}

/// There is no question mark with a search after it.
pub(super) fn no_search(uri: UriRef<'_>) -> Option<SchemeError> {
    uri.query().map(|query| unexpected(uri, Part::Search, query))
}

/// The part holds nothing that would end a line or a string once it is decoded (RFC 1738 section 6).
pub(super) fn octets(uri: UriRef<'_>, part: Part, encoded: &str) -> Option<SchemeError> {
    forbidden(uri, part, encoded, LINE_ENDS)
}

/// The part holds none of these octets once it is decoded.
pub(super) fn forbidden(
    uri: UriRef<'_>,
    part: Part,
    encoded: &str,
    octets: &[u8],
) -> Option<SchemeError> {
    let (octet, at) =
        DecodedBytes(encoded.as_bytes()).find_byte(|octet| octets.contains(&octet))?;
    Some(SchemeError::of_part(SchemeErrorKind::ForbiddenOctet(octet), part, uri.offset_of(at)))
}

/// The part holds these characters only percent-encoded.
pub(super) fn reserved(
    uri: UriRef<'_>,
    part: Part,
    encoded: &str,
    characters: &[u8],
) -> Option<SchemeError> {
    let (at, character) =
        encoded.bytes().enumerate().find(|(_, byte)| characters.contains(byte))?;
    let offset = uri.offset_of(encoded).saturating_add(at);
    Some(SchemeError::of_part(SchemeErrorKind::ReservedCharacter(character.into()), part, offset))
}

/// The part is the name of a news group (RFC 1738 section 5).
///
/// Any character after the first letter may be percent-encoded: only the at sign is reserved in the name.
pub(super) fn group(uri: UriRef<'_>, group: &str) -> Option<SchemeError> {
    if group.is_empty() {
        return Some(missing(uri, Part::Group, group));
    }
    let letter =
        Decoded::new(group).bytes().next().is_some_and(|first| first.is_ascii_alphabetic());
    let is_name =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'+' | b'_' | b'%');
    let wrong = if letter { group.bytes().position(|byte| !is_name(byte)) } else { Some(0) };
    match wrong {
        Some(at) => {
            let error = invalid(uri, Part::Group, group, at);
            // RFC 5538 section 2: `group` may begin with any of its characters.
            let is_allowed =
                group.bytes().all(is_name) && octets(uri, Part::Group, group).is_none();
            Some(if is_allowed { error.allowed_by_rfc(5538) } else { error })
        }
        None => octets(uri, Part::Group, group),
    }
}

/// The error for a missing `part`. `text` marks the place where it should be.
pub(super) fn missing(uri: UriRef<'_>, part: Part, text: &str) -> SchemeError {
    SchemeError::of_part(SchemeErrorKind::MissingPart, part, uri.offset_of(text))
}

/// The error for a `part` that the scheme does not have. It begins where `text` does.
pub(super) fn unexpected(uri: UriRef<'_>, part: Part, text: &str) -> SchemeError {
    SchemeError::of_part(SchemeErrorKind::UnexpectedPart, part, uri.offset_of(text))
}

/// The error for `text`, the text of `part`, whose first wrong byte is `at`.
pub(super) fn invalid(uri: UriRef<'_>, part: Part, text: &str, at: usize) -> SchemeError {
    SchemeError::of_part(SchemeErrorKind::InvalidPart, part, uri.offset_of(text).saturating_add(at))
}

/// The port, or the default port of the scheme. INVARIANT of the caller: the scheme has one.
pub(super) fn port_of(uri: Uri<'_>) -> u16 {
    let port = uri.port_number().or_else(|| uri.default_port(Table::RFC_9988));
    debug_assert!(port.is_some());
    port.unwrap_or_default()
}

/// The path without the slash that it may begin with.
pub(super) fn path_after_slash(uri: UriRef<'_>) -> &str {
    uri.path().strip_prefix('/').unwrap_or(uri.path())
}

/// Path and query without the slash that the path may begin with. In RFC 1738 a question mark may belong to the data of
/// the scheme.
pub(super) fn data_after_slash(uri: UriRef<'_>) -> &str {
    let data = uri.path_and_query();
    data.strip_prefix('/').unwrap_or(data)
}

/// The user (RFC 1738 section 3.1).
pub(super) fn user_of(uri: UriRef<'_>) -> Option<Decoded<'_>> {
    Some(Decoded::new(split_first(uri.userinfo()?, b':').0))
}

/// The password, which follows the first colon of the userinfo (RFC 1738 section 3.1).
pub(super) fn password_of(uri: UriRef<'_>) -> Option<Decoded<'_>> {
    split_first(uri.userinfo()?, b':').1.map(Decoded::secret)
}
