//! Converting CRI references to URI references (section 6.1).

use crate::pet::{self, Field, is_unreserved};
use crate::reference::{Authority, AuthoritySection, Discard, Host, Reference, Scheme, Text};
use crate::{Checked, Flaw, Revision, registry};

/// The URI reference of a CRI reference (section 6.1).
///
/// # Errors
///
/// All flaws that prevent a URI reference which resolves as the CRI reference does (2.1, 6.1, and SPEC.md on 6.1).
pub fn to_uri(reference: &Reference, revision: Revision) -> Checked<String> {
    let mut flaws = reference_flaws(reference);
    let mut uri = String::new();

    // Step 1.
    match &reference.scheme {
        Some(Scheme::Name(name)) => uri.push_str(&format!("{name}:")),
        Some(Scheme::Number(number)) => match registry::name(*number, revision) {
            Some(name) => uri.push_str(&format!("{name}:")),
            None => flaws.push(Flaw::new("unknown-scheme").of("scheme")),
        },
        None => {}
    }
    // Step 2, and "//" by RFC 3986 section 5.3.
    if let AuthoritySection::Authority(authority) = &reference.authority {
        match authority_text(authority, revision) {
            Ok(text) => uri.push_str(&format!("//{text}")),
            Err(flaw) => flaws.push(flaw),
        }
    }
    // Steps 3 to 5.
    uri.push_str(&path_text(reference, revision));
    // Step 6.
    if let Some(query) = reference.query.as_ref().filter(|query| !query.is_empty()) {
        let parameters: Vec<String> =
            query.iter().map(|text| pet::to_text(text, Field::Parameter, revision)).collect();
        uri.push_str(&format!("?{}", parameters.join("&")));
    }
    // Step 7.
    if let Some(fragment) = &reference.fragment {
        uri.push_str(&format!("#{}", pet::to_text(fragment, Field::Fragment, revision)));
    }
    if flaws.is_empty() { Ok(uri) } else { Err(flaws) }
}

/// 2.1: references that are legitimate and have no URI form.
fn reference_flaws(reference: &Reference) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let segments = reference.path.as_deref().unwrap_or_default();
    match (&reference.scheme, &reference.authority) {
        (None, AuthoritySection::True) => {
            flaws.push(Flaw::new("rootless-without-scheme").of("authority"));
        }
        (None, AuthoritySection::Null) => {
            let no_query = reference.query.as_ref().is_some_and(Vec::is_empty);
            match reference.discard {
                Discard::Segments(0) if reference.path.is_some() => {
                    flaws.push(Flaw::new("discard-zero-with-path").of("discard"));
                }
                Discard::Segments(0) => {}
                _ if segments.is_empty() => {
                    flaws.push(Flaw::new("discard-without-path").of("discard"));
                }
                // The path would begin with "//" and be read as an authority.
                Discard::All if segments.len() > 1 && segments[0].is_empty() => {
                    flaws.push(Flaw::new("leading-empty-segment").of("path"));
                }
                _ => {}
            }
            if reference.discard == Discard::Segments(0) && no_query {
                flaws.push(Flaw::new("unset-query").of("query"));
            }
        }
        _ => {}
    }
    flaws
}

/// Step 2: `[userinfo "@"] host [":" port]`.
fn authority_text(authority: &Authority, revision: Revision) -> Result<String, Flaw> {
    let userinfo =
        authority.userinfo.as_ref().map(|text| pet::to_text(text, Field::Userinfo, revision) + "@");
    let host = match &authority.host {
        Host::Name(labels) => host_text(labels, revision),
        Host::Address { bytes, zone } => address_text(bytes, zone.as_deref(), revision)?,
    };
    let port = authority.port.map(|port| format!(":{port}"));
    Ok(format!("{}{host}{}", userinfo.unwrap_or_default(), port.unwrap_or_default()))
}

/// Step 2: labels joined with dots.
fn host_text(labels: &[Text], revision: Revision) -> String {
    let labels: Vec<String> =
        labels.iter().map(|label| pet::to_text(label, Field::Label, revision)).collect();
    labels.join(".")
}

/// Step 2: `IPv4address` or IP-literal, by RFC 5952. The standard library writes addresses in that form.
///
/// # Errors
///
/// A zone: -27 has no conversion, and RFC 6874, which -16 refers to, has no zones that are empty or on IPv4.
pub fn address_text(bytes: &[u8], zone: Option<&str>, revision: Revision) -> Result<String, Flaw> {
    match (<[u8; 4]>::try_from(bytes), <[u8; 16]>::try_from(bytes), zone) {
        (_, _, Some(_)) if revision == Revision::Rfc9988 => Err(Flaw::new("zone-id").of("zone-id")),
        (Ok(_), _, Some(_)) => Err(Flaw::new("zone-on-ipv4").of("zone-id")),
        (_, _, Some("")) => Err(Flaw::new("empty-zone-id").of("zone-id")),
        (Ok(bytes), _, None) => Ok(std::net::Ipv4Addr::from(bytes).to_string()),
        (_, Ok(bytes), None) => Ok(format!("[{}]", std::net::Ipv6Addr::from(bytes))),
        (_, Ok(bytes), Some(zone)) => {
            // RFC 6874 section 2: ZoneID = 1*( unreserved / pct-encoded ).
            let escape = |byte: u8| match is_unreserved(byte) {
                true => char::from(byte).to_string(),
                false => format!("%{byte:02X}"),
            };
            let zone: String = zone.bytes().map(escape).collect();
            Ok(format!("[{}%25{zone}]", std::net::Ipv6Addr::from(bytes)))
        }
        (Err(_), Err(_), _) => unreachable!("an address has 4 or 16 bytes"),
    }
}

/// Steps 3 to 5: the path component.
fn path_text(reference: &Reference, revision: Revision) -> String {
    let segments = reference.path.as_deref().unwrap_or_default();
    let texts: Vec<String> =
        segments.iter().map(|text| pet::to_text(text, Field::Segment, revision)).collect();
    let (is_rooted, prefix) = match (&reference.authority, reference.discard) {
        (AuthoritySection::True, _) => (false, String::new()),
        (_, Discard::All) => (true, String::new()),
        // "If the discard value is 1 and the first element contains a colon." An empty first element needs the prefix
        // too (SPEC.md).
        (_, Discard::Segments(1))
            if texts.first().is_some_and(|first| first.is_empty() || first.contains(':')) =>
        {
            (false, "./".to_owned())
        }
        (_, Discard::Segments(count)) => {
            (false, "../".repeat(usize::from(count.saturating_sub(1))))
        }
    };
    let slash = if is_rooted && !texts.is_empty() { "/" } else { "" };
    format!("{prefix}{slash}{}", texts.join("/"))
}
