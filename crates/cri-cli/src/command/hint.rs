//! Hints for operands that failed: the format, option or command that would make them work.

use cri_operand::{Advice, Doubt, Form, recognize};
use cri_uri::IriRef;

use crate::answers::Answers;
use crate::command::found::naming_found;
use crate::command::given::Given;
use crate::echo::Echo;
use crate::failure::Failure;
use crate::format::Format;
use crate::input::operand::{Operand, Place};
use crate::report;

impl Given<'_> {
    /// Appends the failure of the operand, with a hint if there is one.
    pub(crate) fn fail(self, failure: Failure, answers: &mut Answers) {
        self.fail_as_it_is(advised(failure, self), answers);
    }
}

/// The failure of an operand, with a hint if there is one.
fn advised(failure: Failure, given: Given<'_>) -> Failure {
    let Given { operand, from, .. } = given;
    let Ok(bytes) = operand.bytes else { return failure };
    let failure = naming_found(failure, given);
    let shown = |uri: &str| {
        report::excerpt(&Echo::new(Operand { bytes: Ok(uri.as_bytes()), ..operand }, Format::Uri))
    };
    if failure.kind == "not-coap" {
        return failure.advising("--proxy asks a proxy for a CRI of any scheme");
    }
    // Other formats have errors of the same kinds, and texts that look the same.
    let applies = |advice: &Advice<'_>| match advice {
        Advice::WithScheme(_) => matches!(from, Format::Uri | Format::Iri | Format::Edn),
        Advice::Undelimited(_) => from == Format::Uri,
        _ => true,
    };
    if let Some(advice) = Advice::find(bytes, failure.kind).filter(applies) {
        let message = advice.message(shown);
        return match advice {
            Advice::Rfc9988 => failure.advising(&format!("{message}: --revision rfc9988")),
            _ if advice.replaces_another() => failure.advising_instead(&message),
            _ => failure.advising(&message),
        };
    }
    if matches!(failure.kind, "base-not-full" | "target-not-full" | "not-full") {
        return failure;
    }
    let Ok(text) = str::from_utf8(bytes) else {
        // The heads of arrays.
        let is_cbor = matches!(bytes, [0x80..=0x9f, ..]) && operand.place != Place::Argument;
        let is_mistaken = is_cbor && from != Format::Cbor;
        return if is_mistaken {
            failure.advising("for CBOR itself, write --from cbor")
        } else {
            failure
        };
    };
    match of_form(text, from) {
        Some(hint) => failure.advising(hint),
        None if from == Format::Uri && is_iri(text) && failure.kind == "unexpected-character" => {
            failure.or("read the text as an IRI: --from iri")
        }
        None if from == Format::Hex && is_like_uri(text) => {
            failure.advising_instead("cri encode converts a URI, and --from uri reads one")
        }
        None => failure,
    }
}

/// The option that reads a text which is unmistakably in another format.
fn of_form(text: &str, from: Format) -> Option<&'static str> {
    let recognized = recognize(text);
    let is_notation =
        || text.contains('[') && text.contains(['"', '\'']) || text.starts_with("99(");
    match recognized.form {
        Form::Hex if from != Format::Hex => Some("for hex digits, write --from hex"),
        Form::Notation if from != Format::Edn => Some("for diagnostic notation, write --from edn"),
        // No JSON object begins like this.
        Form::Json if text.trim_ascii_start().starts_with("{0x") => {
            (from != Format::C).then_some("for an array in C, write --from c")
        }
        Form::Json if from != Format::Json => Some("for a JSON object, write --from json"),
        Form::Uri if recognized.doubt == Some(Doubt::AlmostHex) && from != Format::Hex => {
            Some("for hex digits, write --from hex")
        }
        Form::Uri if from != Format::Edn && is_notation() => {
            Some("for diagnostic notation, write --from edn")
        }
        Form::Uri if matches!(from, Format::Edn | Format::Json) && is_like_uri(text) => {
            Some("for a URI, write --from uri")
        }
        _ => None,
    }
}

/// Whether a text is an IRI reference, but no URI reference.
fn is_iri(text: &str) -> bool {
    !text.is_ascii() && IriRef::parse(text).is_ok()
}

/// Whether a text has a scheme, or more than one segment, and nothing that only notation and JSON have.
fn is_like_uri(text: &str) -> bool {
    text.contains([':', '/']) && !text.contains(['"', '\'', '{', ' '])
}
