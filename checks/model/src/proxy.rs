//! The options that ask a proxy (section 8.2; RFC 7252 section 5.10.2).

use crate::coap::{self, CoapOption, URI_HOST, URI_PATH, URI_PORT, URI_QUERY};
use crate::decode::{Decoded, decode};
use crate::encode::encode;
use crate::reference::Reference;
use crate::{Checked, Features, Flaw, Revision};

/// Proxy-Uri (RFC 7252 section 5.10.2).
pub const PROXY_URI: u16 = 35;
/// Proxy-Scheme (RFC 7252 section 5.10.2).
pub const PROXY_SCHEME: u16 = 39;
/// Proxy-Cri (section 8.2.1).
pub const PROXY_CRI: u16 = 235;
/// Proxy-Scheme-Number (section 8.2.2).
pub const PROXY_SCHEME_NUMBER: u16 = 239;

/// The origin that a request asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The endpoint itself.
    Endpoint,
    /// The CRI of Proxy-Cri.
    Cri(Reference),
    /// The URI of Proxy-Uri.
    Uri(String),
    /// The Uri-* options with the name in Proxy-Scheme.
    SchemeName(String),
    /// The Uri-* options with the number in Proxy-Scheme-Number.
    SchemeNumber(u64),
}

/// The origin that the options of a request ask for (8.2). `reject` says to reject options that another one overrides.
///
/// # Errors
///
/// All flaws of the options.
pub fn origin(options: &[CoapOption], reject: bool) -> Checked<Origin> {
    let mut flaws = Vec::new();
    // 8.2.1: Proxy-Cri overrides any Proxy-Uri.
    let overrides_uri = options.iter().any(|(number, _)| *number == PROXY_CRI);
    // RFC 7252 section 5.10 and section 8.2: lengths, and none is repeatable.
    let mut value_of = |of: u16, lengths: std::ops::RangeInclusive<usize>| {
        let mut values =
            options.iter().filter(|(number, _)| *number == of).map(|(_, value)| value.clone());
        let value = values.next();
        if values.next().is_some() && !(of == PROXY_URI && overrides_uri) {
            flaws.push(Flaw::new("repeated"));
        }
        value.map(|value| (lengths.contains(&value.len()), value))
    };
    let uri = value_of(PROXY_URI, 1..=1034);
    let scheme = value_of(PROXY_SCHEME, 1..=255);
    let cri = value_of(PROXY_CRI, 1..=1023);
    let number = value_of(PROXY_SCHEME_NUMBER, 0..=3);
    // At most one of the four. Proxy-Cri and Proxy-Uri override the Uri-* options, and Proxy-Cri overrides Proxy-Uri.
    let by_scheme = usize::from(scheme.is_some()) + usize::from(number.is_some());
    let overrides = cri.is_some() || uri.is_some();
    let overridden = (cri.is_some() && uri.is_some())
        || options
            .iter()
            .any(|(number, _)| [URI_HOST, URI_PORT, URI_PATH, URI_QUERY].contains(number));
    if by_scheme > 1 || (by_scheme > 0 && overrides) || (reject && overrides && overridden) {
        flaws.push(Flaw::new("mixed"));
    }
    // The value of an option that another one overrides does not matter.
    let used = cri.as_ref().or(uri.as_ref()).or(scheme.as_ref()).or(number.as_ref());
    if used.is_some_and(|(is_of_length, _)| !is_of_length) {
        flaws.push(Flaw::new("length"));
    }
    let text = |value: Vec<u8>, flaws: &mut Vec<Flaw>| {
        String::from_utf8(value).unwrap_or_else(|_| {
            flaws.push(Flaw::new("invalid-utf8"));
            String::new()
        })
    };
    let origin = if let Some((_, value)) = cri {
        read_cri(&value, &mut flaws).map_or(Origin::Endpoint, Origin::Cri)
    } else if let Some((_, value)) = uri {
        Origin::Uri(text(value, &mut flaws))
    } else if let Some((_, value)) = scheme {
        Origin::SchemeName(text(value, &mut flaws))
    } else if let Some((_, value)) = number {
        Origin::SchemeNumber(coap::number(&value))
    } else {
        Origin::Endpoint
    };
    if flaws.is_empty() { Ok(origin) } else { Err(flaws) }
}

/// 8.2.1: the value is one full CRI. It has no fragment, because the absolute-URI of Proxy-Uri has none.
fn read_cri(value: &[u8], flaws: &mut Vec<Flaw>) -> Option<Reference> {
    match decode(value, Features::ALL) {
        Decoded::Rejected(found) | Decoded::Unprocessable(found) => {
            flaws.extend(found.into_iter().map(|flaw| Flaw::new(flaw.kind)));
            None
        }
        Decoded::Processable(cri) => {
            flaws.extend(cri_flaws(&cri));
            Some(cri)
        }
    }
}

fn cri_flaws(cri: &Reference) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    if !cri.is_full() {
        flaws.push(Flaw::new("not-full"));
    }
    if cri.fragment.is_some() {
        flaws.push(Flaw::new("fragment"));
    }
    flaws
}

/// 8.2.1: the value of Proxy-Cri for a CRI.
///
/// # Errors
///
/// All flaws that prevent the option.
pub fn proxy_cri(cri: &Reference, revision: Revision) -> Checked<Vec<u8>> {
    let mut flaws = cri_flaws(cri);
    match encode(cri, revision) {
        Ok(value) if (1..=1023).contains(&value.len()) && flaws.is_empty() => return Ok(value),
        Ok(value) if value.len() > 1023 => flaws.push(Flaw::new("length")),
        Ok(_) => {}
        Err(found) => flaws.extend(found),
    }
    Err(flaws)
}

/// 8.2.2: the value of Proxy-Scheme-Number, a uint of 0 to 3 bytes.
///
/// # Errors
///
/// `length`: the number needs more bytes.
pub fn proxy_scheme_number(number: u64) -> Checked<Vec<u8>> {
    let value = coap::uint(number);
    if value.len() > 3 { Err(vec![Flaw::new("length")]) } else { Ok(value) }
}
