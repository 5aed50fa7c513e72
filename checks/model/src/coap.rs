//! CRIs and the options of CoAP requests (sections 8.1.1 and 8.1.2; RFC 7252 sections 5.10, 6.4 and 6.5).

use crate::pet::{is_sub_delim, is_unreserved, is_upper_case};
use crate::reference::{Authority, AuthoritySection, Discard, Host, Reference, Scheme, Text};
use crate::to_uri::address_text;
use crate::uri::{self, Literal};
use crate::{Checked, Flaw, Revision, registry};

/// An option: its number and its value.
pub type CoapOption = (u16, Vec<u8>);

/// RFC 7252 section 5.10: the numbers of the options.
pub const URI_HOST: u16 = 3;
/// Uri-Port.
pub const URI_PORT: u16 = 7;
/// Uri-Path.
pub const URI_PATH: u16 = 11;
/// Uri-Query.
pub const URI_QUERY: u16 = 15;

/// The destination of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// The address: 4 or 16 bytes.
    pub address: Vec<u8>,
    /// The zone of the address.
    pub zone: Option<String>,
    /// The port.
    pub port: u16,
}

/// Table 1: the schemes of CoAP.
pub const SCHEMES: [&str; 6] = ["coap", "coaps", "coap+tcp", "coaps+tcp", "coap+ws", "coaps+ws"];

/// 8.1.1: the scheme name of the variant of CoAP, and the options of a request for the CRI.
///
/// # Errors
///
/// All flaws that prevent options from which a receiver builds this CRI.
pub fn decompose(
    cri: &Reference,
    destination: &Destination,
    revision: Revision,
) -> Checked<(&'static str, Vec<CoapOption>)> {
    let mut flaws = Vec::new();
    let mut options = Vec::new();
    // Steps 1 and 2.
    let name = match &cri.scheme {
        None => return Err(vec![Flaw::new("not-full").of("scheme")]),
        Some(Scheme::Name(_)) => None,
        Some(Scheme::Number(number)) => registry::name(*number, revision),
    };
    let scheme = SCHEMES.into_iter().find(|scheme| Some(*scheme) == name);
    if scheme.is_none() {
        flaws.push(Flaw::new("not-coap").of("scheme"));
    }
    // Step 3.
    if cri.fragment.is_some() {
        flaws.push(Flaw::new("fragment").of("fragment"));
    }
    match &cri.authority {
        AuthoritySection::Authority(authority) => {
            if authority.userinfo.is_some() {
                flaws.push(Flaw::new("userinfo").of("userinfo"));
            }
            // Step 4.
            match uri_host(&authority.host, destination) {
                Ok(Some(value)) => options.push((URI_HOST, value.into_bytes())),
                Ok(None) => {}
                Err(host_flaws) => flaws.extend(host_flaws),
            }
            // Steps 5 and 6.
            let port =
                authority.port.or(scheme.and_then(registry::default_port)).unwrap_or_default();
            if port != destination.port {
                options.push((URI_PORT, uint(u64::from(port))));
            }
        }
        _ => flaws.push(Flaw::new("no-authority").of("authority")),
    }
    // Step 7.
    let path = cri.path.as_deref().unwrap_or_default();
    let is_root = matches!(path, [segment] if segment.is_empty());
    for segment in path.iter().filter(|_| !is_root) {
        match option_text(segment, "path") {
            Ok(value) => options.push((URI_PATH, value)),
            Err(flaw) => flaws.push(flaw),
        }
    }
    // Step 8.
    for parameter in cri.query.iter().flatten() {
        match option_text(parameter, "query") {
            Ok(value) => options.push((URI_QUERY, value)),
            Err(flaw) => flaws.push(flaw),
        }
    }
    match scheme {
        Some(scheme) if flaws.is_empty() => Ok((scheme, options)),
        _ => Err(flaws),
    }
}

/// Step 4 of 8.1.1: the value of Uri-Host, or `None` if the host is that of the destination.
fn uri_host(host: &Host, destination: &Destination) -> Checked<Option<String>> {
    match host {
        Host::Address { bytes, zone } => {
            // "represents the request's destination": zones match where one of the two has none (-27).
            let zones_match =
                zone.is_none() || destination.zone.is_none() || *zone == destination.zone;
            if *bytes == destination.address && zones_match {
                return Ok(None);
            }
            if zone.is_some() {
                // No option carries a zone.
                return Err(vec![Flaw::new("zone-id").of("zone-id")]);
            }
            if *bytes == destination.address {
                return Ok(None);
            }
            address_text(bytes, None, Revision::Draft16).map(Some).map_err(|flaw| vec![flaw])
        }
        Host::Name(labels) => {
            let mut flaws = Vec::new();
            let plain: Vec<&str> = labels.iter().filter_map(Text::plain).collect();
            if plain.len() < labels.len() {
                flaws.push(Flaw::new("pet").of("host"));
            }
            let name = plain.join(".");
            if labels.len() == 1 && name.is_empty() && flaws.is_empty() {
                flaws.push(Flaw::new("empty-host").of("host"));
            }
            if name.len() > 255 {
                flaws.push(Flaw::new("too-long").of("host"));
            }
            flaws.extend(reg_name_flaws(&name));
            if flaws.is_empty() { Ok(Some(name)) } else { Err(flaws) }
        }
    }
}

/// RFC 7252 section 6.5 step 3: a receiver percent-encodes what is not ASCII, and reads the rest as a reg-name.
fn reg_name_flaws(name: &str) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    for byte in name.bytes() {
        if byte == b'%' {
            flaws.push(Flaw::new("percent-in-host").of("host"));
        } else if byte.is_ascii() && !is_unreserved(byte) && !is_sub_delim(byte) {
            flaws.push(Flaw::new("invalid-host").of("host"));
        }
    }
    flaws
}

/// RFC 7252 section 5.10: the text of a Uri-Path or Uri-Query has up to 255 bytes. 8.1.1: it has no PET.
fn option_text(text: &Text, component: &'static str) -> Result<Vec<u8>, Flaw> {
    match text.plain() {
        None => Err(Flaw::new("pet").of(component)),
        Some(text) if text.len() > 255 => Err(Flaw::new("too-long").of(component)),
        Some(text) => Ok(text.as_bytes().to_vec()),
    }
}

/// RFC 7252 section 3.2: an unsigned integer without leading zero bytes.
#[must_use]
pub fn uint(number: u64) -> Vec<u8> {
    number.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect()
}

/// RFC 7252 section 3.2: the number of a uint, which may have leading zero bytes.
#[must_use]
pub fn number(value: &[u8]) -> u64 {
    value.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// 8.1.2: the CRI of a request that arrived by a variant of CoAP.
///
/// # Errors
///
/// All flaws of the options.
pub fn compose(
    options: &[CoapOption],
    scheme: &'static str,
    destination: &Destination,
    revision: Revision,
) -> Checked<Reference> {
    // Step 1.
    let number = registry::number(scheme, revision).unwrap_or_default();
    compose_with(
        options,
        number,
        registry::default_port(scheme),
        Some(destination.port),
        destination,
        revision,
    )
}

/// 8.1.2 with a scheme number, its default port, and the port where there is no Uri-Port. 8.2.2 uses it for an origin.
///
/// # Errors
///
/// All flaws of the options.
pub fn compose_with(
    options: &[CoapOption],
    scheme: u64,
    default_port: Option<u16>,
    mut port: Option<u16>,
    destination: &Destination,
    revision: Revision,
) -> Checked<Reference> {
    let mut flaws = Vec::new();
    let values = |of: u16| {
        options.iter().filter(move |(number, _)| *number == of).map(|(_, value)| value.as_slice())
    };
    for (of, component) in [(URI_HOST, "host"), (URI_PORT, "port")] {
        if values(of).count() > 1 {
            flaws.push(Flaw::new("repeated").of(component));
        }
    }
    // Step 2.
    let mut host =
        Host::Address { bytes: destination.address.clone(), zone: destination.zone.clone() };
    for value in values(URI_HOST) {
        match read_host(value, revision) {
            Ok(found) => host = found,
            Err(host_flaws) => flaws.extend(host_flaws),
        }
    }
    // In -16 only an address of 16 bytes has a zone (5.1).
    if revision == Revision::Draft16
        && matches!(&host, Host::Address { bytes, zone: Some(_) } if bytes.len() == 4)
    {
        flaws.push(Flaw::new("zone-id").of("zone-id"));
    }
    // Step 3.
    for value in values(URI_PORT) {
        if value.len() > 2 {
            flaws.push(Flaw::new("too-long").of("port"));
        }
        port = u16::try_from(number(value)).ok();
    }
    let port = port.filter(|port| Some(*port) != default_port);
    // Steps 4 and 5.
    let mut texts = |of, component| -> Vec<Text> {
        values(of).map(|value| Text::Plain(read_text(value, component, &mut flaws))).collect()
    };
    let (path, query) = (texts(URI_PATH, "path"), texts(URI_QUERY, "query"));
    if path.iter().any(|segment| matches!(segment.plain(), Some("." | ".."))) {
        flaws.push(Flaw::new("dot-segment").of("path"));
    }
    if !flaws.is_empty() {
        return Err(flaws);
    }
    let authority = AuthoritySection::Authority(Authority { userinfo: None, host, port });
    let scheme = Some(Scheme::Number(scheme));
    let (path, query) = (Some(path), Some(query));
    Ok(Reference { scheme, authority, discard: Discard::All, path, query, fragment: None }.normal())
}

/// RFC 7252 sections 3.2 and 5.10: a string option of up to 255 bytes.
fn read_text(value: &[u8], component: &'static str, flaws: &mut Vec<Flaw>) -> String {
    if value.len() > 255 {
        flaws.push(Flaw::new("too-long").of(component));
    }
    String::from_utf8(value.to_vec()).unwrap_or_else(|_| {
        flaws.push(Flaw::new("invalid-utf8").of(component));
        String::new()
    })
}

/// Step 2 of 8.1.2: reg-name, IP-literal or `IPv4address`.
fn read_host(value: &[u8], revision: Revision) -> Checked<Host> {
    let mut flaws = Vec::new();
    if value.is_empty() {
        flaws.push(Flaw::new("empty-host").of("host"));
    }
    let text = read_text(value, "host", &mut flaws);
    if !flaws.is_empty() {
        return Err(flaws);
    }
    if text.starts_with('[') {
        return read_literal(&text, revision).map_err(|flaw| {
            flaws.extend(reg_name_flaws(&text));
            flaws.push(flaw);
            // In -27 no form of a zone is right.
            if revision == Revision::Rfc9988 && text.contains('%') {
                flaws.push(Flaw::new("zone-id").of("zone-id"));
            }
            flaws
        });
    }
    if let Ok(address) = text.parse::<std::net::Ipv4Addr>() {
        return Ok(Host::Address { bytes: address.octets().to_vec(), zone: None });
    }
    flaws.extend(reg_name_flaws(&text));
    // C5: lower case. Beyond ASCII, another letter would be another host.
    if text.chars().any(|character| !character.is_ascii() && is_upper_case(character)) {
        flaws.push(Flaw::new("upper-case-host").of("host"));
    }
    if !flaws.is_empty() {
        return Err(flaws);
    }
    // C5: split at dots.
    let labels =
        text.to_ascii_lowercase().split('.').map(|label| Text::Plain(label.to_owned())).collect();
    Ok(Host::Name(labels))
}

/// "extract any zone-id": in -16 by RFC 6874, from unreserved characters; in -27, an option never has one (SPEC.md).
fn read_literal(text: &str, revision: Revision) -> Result<Host, Flaw> {
    match uri::literal(text) {
        Some(Literal::V6(bytes, None)) => Ok(Host::Address { bytes: bytes.to_vec(), zone: None }),
        Some(Literal::V6(_, Some(_))) if revision == Revision::Rfc9988 => {
            Err(Flaw::new("zone-id").of("zone-id"))
        }
        Some(Literal::V6(bytes, Some(zone))) if zone.bytes().all(is_unreserved) => {
            Ok(Host::Address { bytes: bytes.to_vec(), zone: Some(zone.to_owned()) })
        }
        Some(Literal::V6(..)) => Err(Flaw::new("invalid-host").of("zone-id")),
        _ => Err(Flaw::new("invalid-host")),
    }
}
