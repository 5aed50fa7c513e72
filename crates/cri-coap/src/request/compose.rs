//! Options to a CRI (section 8.1.2 of the draft).

use core::net::IpAddr;

use cri_core::__private::{checked_host, is_unreserved, is_upper_case};
use cri_core::{
    Buffer, Builder, Component, CriBuf, DecodeErrorKind, Revision, parse_ipv4, parse_ipv6,
};

use crate::options::numbers::{MAX_TEXT, URI_HOST, URI_PATH, URI_PORT, URI_QUERY, Uint};
use crate::options::value::is_reg_name;
use crate::options::{ByNumber, Options};
use crate::request::endpoint::Endpoint;
use crate::request::error::{ComposeError, ComposeErrorKind, finish};

/// Composes the CRI that a request with these options asks `endpoint` for, encoded for `revision`.
///
/// The options are in the order of the message. The function reads Uri-Host, Uri-Port,
/// Uri-Path and Uri-Query, and ignores all other options. It clears `buffer` first.
///
/// Composing does not always restore a decomposed CRI. A path of one empty segment becomes an empty path, and the
/// endpoint's own address gets the endpoint's zone.
///
/// A request may hold options for a proxy. Call [`origin`](crate::origin()) first to find out.
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
pub fn compose<B: Buffer>(
    options: impl Options,
    endpoint: &Endpoint<'_>,
    revision: Revision,
    buffer: B,
) -> Result<CriBuf<B>, ComposeError> {
    // 8.1.2 step 1: the scheme of the transport that the request came by.
    let transport = endpoint.transport();
    let ports = [Some(transport.default_port()), Some(endpoint.port())];
    compose_with(&options, transport.number(revision), ports, endpoint, revision, buffer)
}

/// Composes a CRI of any scheme. The ports are the scheme's default port, and the port of a request without Uri-Port.
pub(crate) fn compose_with<B: Buffer>(
    options: &impl Options,
    scheme_number: u64,
    [default_port, own_port]: [Option<u16>; 2],
    endpoint: &Endpoint<'_>,
    revision: Revision,
    buffer: B,
) -> Result<CriBuf<B>, ComposeError> {
    let builder = Builder::new(revision, buffer).scheme_number(scheme_number);
    // 8.1.2 step 2.
    let one = |number, component| {
        options.one(number, ComposeError::new(ComposeErrorKind::Repeated, component))
    };
    let builder = match one(URI_HOST, Component::Host)? {
        Some(host) => uri_host(builder, host.as_ref(), revision)?,
        // Without Uri-Host, the endpoint is the host.
        None => {
            endpoint.zone().into_iter().fold(builder.host_ip(endpoint.address()), Builder::zone)
        }
    };
    // 8.1.2 step 3.
    let port = match one(URI_PORT, Component::Port)? {
        Some(value) => {
            let port = Uint::read(value.as_ref(), 2).and_then(|port| u16::try_from(port).ok());
            Some(port.ok_or(ComposeError::new(ComposeErrorKind::TooLong, Component::Port))?)
        }
        None => own_port,
    };
    let port = port.filter(|&port| Some(port) != default_port);
    let builder = port.into_iter().fold(builder, Builder::port);
    // 8.1.2 steps 4 and 5. Without Uri-Query there is no query: draft-16 cannot encode an empty one.
    let built = finish(path_and_query(options, builder, [URI_PATH, URI_QUERY])?)?.into_full();
    let not_full = ComposeErrorKind::Rule(DecodeErrorKind::NotFull);
    built.map_err(|_| ComposeError::new(not_full, Component::Scheme))
}

/// Adds a segment for each option with the first number, and a parameter for each with the second.
pub(crate) fn path_and_query<B: Buffer>(
    options: &impl Options,
    builder: Builder<B>,
    [path, query]: [u16; 2],
) -> Result<Builder<B>, ComposeError> {
    let builder = options.values(path).try_fold(builder, |builder, value| {
        text(value.as_ref(), Component::Path).map(|segment| builder.segment(segment))
    })?;
    options.values(query).try_fold(builder, |builder, value| {
        text(value.as_ref(), Component::Query).map(|parameter| builder.parameter(parameter))
    })
}

/// Checks that an option's value is text of at most [`MAX_TEXT`] bytes.
fn text(value: &[u8], component: Component) -> Result<&str, ComposeError> {
    if value.len() > MAX_TEXT {
        return Err(ComposeError::new(ComposeErrorKind::TooLong, component));
    }
    core::str::from_utf8(value)
        .map_err(|_| ComposeError::new(ComposeErrorKind::InvalidUtf8, component))
}

/// Writes the host of a Uri-Host: a reg-name, an IP literal or an IPv4 address (RFC 7252 section 6.5 step 3).
fn uri_host<B: Buffer>(
    builder: Builder<B>,
    value: &[u8],
    revision: Revision,
) -> Result<Builder<B>, ComposeError> {
    let error = |kind| ComposeError::new(kind, Component::Host);
    let host = text(value, Component::Host)?;
    if host.is_empty() {
        return Err(error(ComposeErrorKind::EmptyHost));
    }
    if let Some(literal) = value.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]")) {
        return ip_literal(builder, literal, revision);
    }
    if let Some(address) = parse_ipv4(value) {
        return Ok(builder.host_ip(IpAddr::V4(address)));
    }
    if value.contains(&b'%') {
        return Err(error(ComposeErrorKind::PercentInHost));
    }
    if !host.bytes().all(is_reg_name) {
        return Err(error(ComposeErrorKind::InvalidHost));
    }
    // C5: the case of A to Z does not matter in a host. Beyond ASCII, the lower case would be another host.
    if host.chars().any(|character| !character.is_ascii() && is_upper_case(character)) {
        return Err(error(ComposeErrorKind::UpperCaseHost));
    }
    let mut lower = [0; MAX_TEXT];
    for (to, from) in lower.iter_mut().zip(value) {
        *to = from.to_ascii_lowercase();
    }
    let lower = lower.get(..value.len()).and_then(|lower| core::str::from_utf8(lower).ok());
    Ok(checked_host(builder, lower.unwrap_or_default()))
}

/// Writes the host of the text between brackets. Only draft-16 reads a zone-id there.
fn ip_literal<B: Buffer>(
    builder: Builder<B>,
    literal: &[u8],
    revision: Revision,
) -> Result<Builder<B>, ComposeError> {
    let error = ComposeError::new;
    let percent = literal.iter().position(|&byte| byte == b'%');
    let (address, zone) =
        literal.split_at_checked(percent.unwrap_or(literal.len())).unwrap_or_default();
    let address =
        parse_ipv6(address).ok_or(error(ComposeErrorKind::InvalidHost, Component::Host))?;
    let builder = builder.host_ip(IpAddr::V6(address));
    if percent.is_none() {
        return Ok(builder);
    }
    if revision == Revision::Rfc9988 {
        return Err(error(ComposeErrorKind::Zone, Component::ZoneId));
    }
    // RFC 6874: `%25`, then the zone-id, of unreserved characters only.
    let zone = zone
        .strip_prefix(b"%25")
        .filter(|zone| !zone.is_empty() && zone.iter().copied().all(is_unreserved));
    let zone = zone.and_then(|zone| core::str::from_utf8(zone).ok());
    let zone = zone.ok_or(error(ComposeErrorKind::InvalidHost, Component::ZoneId))?;
    Ok(builder.zone(zone))
}
