//! Hints for operands that failed: the format, option or command that would make them work.

use std::net::Ipv6Addr;

use cri_edn::{Doubt, Form, recognize};
use cri_uri::IriRef;

use crate::doubt::with_scheme;
use crate::echo::Echo;
use crate::failure::Failure;
use crate::format::Format;
use crate::input::operand::{Operand, Place};
use crate::report;

/// The failure of an operand that was read in the format `from`, with a hint if there is one.
pub(crate) fn advised(failure: Failure, operand: Operand<'_>, from: Format) -> Failure {
    let Ok(bytes) = operand.bytes else { return failure };
    match failure.kind {
        "colon-in-userinfo" => return failure.advising("draft-27 allows it: --revision 27"),
        "not-an-array" if is_tagged(bytes) => {
            return failure.advising("leave out tag 99 (d863 in hex), which only marks a CRI");
        }
        "not-coap" => return failure.advising("--proxy asks a proxy for a CRI of any scheme"),
        "base-not-full" | "target-not-full" | "not-full" => return with_host(failure, bytes, operand),
        _ => {}
    }
    match str::from_utf8(bytes) {
        Ok(text) if from == Format::Edn && is_address(text) => {
            failure.advising_instead(&format!("for a host, write coap://{text}"))
        }
        Ok(text) => match of_form(text, from) {
            Some(hint) => failure.advising(hint),
            None if from == Format::Uri && is_iri(text) && failure.kind == "unexpected-character" => {
                failure.or("read the text as an IRI: --from iri")
            }
            None if from == Format::Hex && is_like_uri(text) => {
                failure.advising_instead("cri encode converts a URI, and --from uri reads one")
            }
            None => failure,
        },
        // The heads of arrays.
        Err(_) if matches!(bytes, [0x80..=0x9f, ..]) && from != Format::Cbor && operand.place != Place::Argument => {
            failure.advising("for CBOR itself, write --from cbor")
        }
        Err(_) => failure,
    }
}

/// Whether an operand that is not a URI begins with tag 99: in diagnostic notation, in CBOR, or in hex digits.
fn is_tagged(bytes: &[u8]) -> bool {
    let bytes = bytes.trim_ascii_start();
    let digits = bytes.strip_prefix(b"0x").unwrap_or(bytes);
    bytes.starts_with(b"99(")
        || bytes.starts_with(&[0xd8, 0x63])
        || digits.get(..4).is_some_and(|digits| digits.eq_ignore_ascii_case(b"d863"))
}

/// The option that reads a text which is unmistakably in another format.
fn of_form(text: &str, from: Format) -> Option<&'static str> {
    let recognized = recognize(text);
    let is_notation = || text.contains('[') && text.contains(['"', '\'']) || text.starts_with("99(");
    match recognized.form {
        Form::Hex if from != Format::Hex => Some("for hex digits, write --from hex"),
        Form::Notation if from != Format::Edn => Some("for diagnostic notation, write --from edn"),
        Form::Json if from != Format::Json => Some("for a JSON object, write --from json"),
        Form::Uri if recognized.doubt == Some(Doubt::AlmostHex) && from != Format::Hex => {
            Some("for hex digits, write --from hex")
        }
        Form::Uri if from != Format::Edn && is_notation() => Some("for diagnostic notation, write --from edn"),
        Form::Uri if matches!(from, Format::Edn | Format::Json) && is_like_uri(text) => {
            Some("for a URI, write --from uri")
        }
        _ => None,
    }
}

/// Whether a text is an IPv6 address in brackets.
fn is_address(text: &str) -> bool {
    text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).is_some_and(|text| text.parse::<Ipv6Addr>().is_ok())
}

/// Whether a text is an IRI reference, but no URI reference.
fn is_iri(text: &str) -> bool {
    !text.is_ascii() && IriRef::parse(text).is_ok()
}

/// Whether a text has a scheme, or more than one segment, and nothing that only notation and JSON have.
fn is_like_uri(text: &str) -> bool {
    text.contains([':', '/']) && !text.contains(['"', '\'', '{', ' '])
}

/// The failure of a relative reference, which may lack only a scheme.
fn with_host(failure: Failure, bytes: &[u8], operand: Operand<'_>) -> Failure {
    let Some(uri) = str::from_utf8(bytes).ok().and_then(with_scheme) else { return failure };
    let echo = Echo::new(Operand { bytes: Ok(uri.as_bytes()), ..operand }, Format::Uri);
    failure.advising(&format!("for a host, write {}", report::excerpt(&echo)))
}
