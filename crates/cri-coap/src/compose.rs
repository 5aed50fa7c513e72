//! Options to CRI (section 8.1.2 of the draft).

use core::net::IpAddr;

use cri_core::{Buffer, Builder, Component, CriBuf, Revision, is_upper_case, parse_ipv4, parse_ipv6};

use crate::option::{MAX_TEXT, URI_HOST, URI_PATH, URI_PORT, URI_QUERY, Uint};
use crate::{ComposeError, ComposeErrorKind, Endpoint};

/// The CRI that a request with these options asks `endpoint` for, in the form of `revision`.
///
/// `options` are number and value, in the order of the message; others than Uri-Host, Uri-Port, Uri-Path and
/// Uri-Query are passed over. `buffer` is cleared first.
///
/// Composing is not quite the inverse of decomposing: a path of a lone empty segment comes back as an empty path.
///
/// ```
/// use cri_coap::{Endpoint, Transport, compose, option};
/// use cri_core::{ArrayBuffer, Revision};
///
/// let endpoint = Endpoint::new([192, 0, 2, 1].into(), 61616, Transport::Coap);
/// let options = [(option::URI_HOST, &b"EXAMPLE.com"[..]), (option::URI_PATH, b"a")];
/// let cri = compose(options, &endpoint, Revision::Draft16, ArrayBuffer::<64>::new())?;
/// assert_eq!(format!("{cri:?}"), r#"[-1, ["example", "com", 61616], ["a"]]"#);
/// # Ok::<(), cri_coap::ComposeError>(())
/// ```
///
/// # Errors
///
/// Any [`ComposeErrorKind`].
pub fn compose<'o, B: Buffer>(
    options: impl IntoIterator<Item = (u16, &'o [u8]), IntoIter: Clone>,
    endpoint: &Endpoint<'_>,
    revision: Revision,
    buffer: B,
) -> Result<CriBuf<B>, ComposeError> {
    // 8.1.2 step 1.
    let scheme = endpoint.transport().number(revision);
    compose_with(options.into_iter(), scheme, endpoint.transport().default_port().into(), endpoint, revision, buffer)
}

/// The same with any scheme and its default port, as Proxy-Scheme-Number asks for.
pub(crate) fn compose_with<'o, B: Buffer>(
    options: impl Iterator<Item = (u16, &'o [u8])> + Clone,
    scheme: u64,
    default_port: Option<u16>,
    endpoint: &Endpoint<'_>,
    revision: Revision,
    buffer: B,
) -> Result<CriBuf<B>, ComposeError> {
    let builder = Builder::new(revision, buffer).scheme_number(scheme);
    // 8.1.2 step 2.
    let builder = match single(options.clone(), URI_HOST, Component::Host)? {
        Some(host) => uri_host(builder, host, revision)?,
        None => destination(builder, endpoint),
    };
    // 8.1.2 step 3.
    let port = match single(options.clone(), URI_PORT, Component::Port)? {
        Some(value) => Uint::read(value, 2)
            .and_then(|port| u16::try_from(port).ok())
            .ok_or(ComposeError::new(ComposeErrorKind::TooLong, Component::Port))?,
        None => endpoint.port(),
    };
    let mut builder = if Some(port) == default_port { builder } else { builder.port(port) };
    // 8.1.2 steps 4 and 5. An empty query is none: in -16 a CRI cannot carry one.
    for segment in texts(options.clone(), URI_PATH, Component::Path) {
        builder = builder.segment(segment?);
    }
    for parameter in texts(options, URI_QUERY, Component::Query) {
        builder = builder.parameter(parameter?);
    }
    builder.finish_full().map_err(ComposeError::from)
}

/// The value of an option that is not repeatable (RFC 7252 section 5.4.5).
pub(crate) fn single<'o>(
    options: impl Iterator<Item = (u16, &'o [u8])>,
    number: u16,
    component: Component,
) -> Result<Option<&'o [u8]>, ComposeError> {
    let mut values = options.filter(|&(given, _)| given == number).map(|(_, value)| value);
    let value = values.next();
    match values.next() {
        Some(_) => Err(ComposeError::new(ComposeErrorKind::Repeated, component)),
        None => Ok(value),
    }
}

/// The values of a repeatable option, each a text of at most [`MAX_TEXT`] bytes.
pub(crate) fn texts<'o>(
    options: impl Iterator<Item = (u16, &'o [u8])>,
    number: u16,
    component: Component,
) -> impl Iterator<Item = Result<&'o str, ComposeError>> {
    options.filter(move |&(given, _)| given == number).map(move |(_, value)| text(value, component))
}

fn text(value: &[u8], component: Component) -> Result<&str, ComposeError> {
    if value.len() > MAX_TEXT {
        return Err(ComposeError::new(ComposeErrorKind::TooLong, component));
    }
    core::str::from_utf8(value).map_err(|_| ComposeError::new(ComposeErrorKind::InvalidUtf8, component))
}

/// Without Uri-Host, the host is the request's destination, with its zone.
fn destination<B: Buffer>(builder: Builder<B>, endpoint: &Endpoint<'_>) -> Builder<B> {
    let builder = builder.host_ip(endpoint.address());
    match endpoint.zone() {
        Some(zone) => builder.zone(zone),
        None => builder,
    }
}

/// Uri-Host is a reg-name, an IP literal or an IPv4 address (RFC 7252 section 6.5 step 3).
fn uri_host<B: Buffer>(builder: Builder<B>, value: &[u8], revision: Revision) -> Result<Builder<B>, ComposeError> {
    let error = |kind| ComposeError::new(kind, Component::Host);
    let host = text(value, Component::Host)?;
    if let Some(literal) = value.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]")) {
        return ip_literal(builder, literal, revision);
    }
    if let Some(address) = parse_ipv4(value) {
        return Ok(builder.host_ip(IpAddr::V4(address)));
    }
    if value.contains(&b'%') {
        return Err(error(ComposeErrorKind::PercentInHost));
    }
    if host.is_empty() || !host.bytes().all(is_reg_name) {
        return Err(error(ComposeErrorKind::InvalidHost));
    }
    // C5: A to Z are one with a to z in a host; lower case of anything else would be another host.
    if host.chars().any(|character| !character.is_ascii() && is_upper_case(character)) {
        return Err(error(ComposeErrorKind::UpperCaseHost));
    }
    let mut lower = [0; MAX_TEXT];
    for (to, from) in lower.iter_mut().zip(value) {
        *to = from.to_ascii_lowercase();
    }
    let lower = lower.get(..value.len()).and_then(|lower| core::str::from_utf8(lower).ok());
    Ok(builder.host(lower.unwrap_or_default()))
}

/// What stands between the brackets; draft-16 extracts a zone-id, which draft-27 does not have there.
fn ip_literal<B: Buffer>(builder: Builder<B>, literal: &[u8], revision: Revision) -> Result<Builder<B>, ComposeError> {
    let error = |kind, component| ComposeError::new(kind, component);
    let percent = literal.iter().position(|&byte| byte == b'%');
    let (address, zone) = literal.split_at_checked(percent.unwrap_or(literal.len())).unwrap_or_default();
    let address = parse_ipv6(address).ok_or(error(ComposeErrorKind::InvalidHost, Component::Host))?;
    let builder = builder.host_ip(IpAddr::V6(address));
    if percent.is_none() {
        return Ok(builder);
    }
    if revision == Revision::Draft27 {
        return Err(error(ComposeErrorKind::Zone, Component::ZoneId));
    }
    // RFC 6874: `%25`, then the zone-id, here of unreserved characters only.
    let zone = zone.strip_prefix(b"%25").filter(|zone| !zone.is_empty() && zone.iter().copied().all(is_unreserved));
    let zone = zone.and_then(|zone| core::str::from_utf8(zone).ok());
    let zone = zone.ok_or(error(ComposeErrorKind::InvalidHost, Component::ZoneId))?;
    Ok(builder.zone(zone))
}

/// RFC 3986 section 2.3.
fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Of a reg-name in an option: unreserved characters and sub-delims (RFC 3986 section 3.2.2), and all that is not
/// ASCII, which is percent-encoded in a URI only.
pub(crate) fn is_reg_name(byte: u8) -> bool {
    is_unreserved(byte) || !byte.is_ascii() || b"!$&'()*+,;=".contains(&byte)
}
