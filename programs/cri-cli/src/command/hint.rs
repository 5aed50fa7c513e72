//! Hints for operands that failed: the format, option or command that would make them work.

use cri_core::wire::skip;
use cri_core::{CriRef, DecodeErrorKind, Revision};
use cri_inspect::operand::{Advice, Doubt, Fault, Form, recognize};
use cri_registry::Table;
use cri_uri::{IriRef, Nfc, Options};

use crate::command::found::{naming_found, number};
use crate::command::given::Given;
use crate::failure::Failure;
use crate::format::{Format, array};
use crate::input::operand::Place;
use crate::report;

impl<'a> Given<'a> {
    /// The failure of the operand, with a hint if there is one. `answers` says whether the command answers the operand if it is
    /// given in another way: no hint names an option that does not help. Only the format that a text unmistakably has is named
    /// in any case, because the message about its contents helps more.
    pub(crate) fn advised(self, failure: Failure, answers: impl Fn(Given<'a>) -> bool) -> Failure {
        let Self { operand, from, .. } = self;
        let Ok(bytes) = operand.bytes else { return failure };
        let failure = naming_found(failure, self);
        let by_option = match failure.kind {
            "zone-id" if from.is_text() => Some(self.without_zone(&answers)),
            "not-nfc" if from.is_text() => {
                let ways = [
                    (Nfc::Normalize, "--nfc normalize writes NFC, which names another resource"),
                    (Nfc::Keep, "--nfc keep leaves the text as it is"),
                ];
                let ways = ways.into_iter().filter(|(nfc, _)| answers(self.with_nfc(*nfc)));
                let ways: Vec<&str> = ways.map(|(_, way)| way).collect();
                return if ways.is_empty() {
                    failure
                } else {
                    failure.advising_instead(&ways.join(", and "))
                };
            }
            "colon-in-userinfo" | "unknown-scheme" => self.in_other_revision(&failure, &answers),
            _ => None,
        };
        if let Some(advice) = by_option {
            return match failure.kind {
                "zone-id" | "unknown-scheme" => failure.advising_instead(&advice),
                _ => failure.followed_by(&advice),
            };
        }
        // Other formats have errors of the same kinds, and texts that look the same.
        let applies = |advice: &Advice<'_>| match advice {
            Advice::WithScheme(_) => matches!(from, Format::Uri | Format::Iri | Format::Edn),
            // A link of Markdown begins as notation does.
            Advice::Undelimited(_) => {
                from == Format::Uri || from == Format::Edn && bytes.starts_with(b"[")
            }
            Advice::Literal(_) | Advice::Requoted(_) => from == Format::Edn,
            Advice::Untagged(_) | Advice::Full(_) => true,
            _ => from.is_text(),
        };
        if let Some(advice) = Advice::find(bytes, Fault::named(failure.kind)).filter(applies) {
            let message = advice.message(report::uri);
            return if advice.replaces_another() {
                failure.advising_instead(&message)
            } else {
                failure.advising(&message)
            };
        }
        if matches!(failure.kind, "base-not-full" | "target-not-full" | "not-full") {
            return failure;
        }
        let Ok(text) = str::from_utf8(bytes) else {
            let is_mistaken = operand.place != Place::Argument && from != Format::Cbor;
            return if is_mistaken && begins_like_cri(bytes) {
                failure.advising("for CBOR itself, write --from cbor")
            } else {
                failure
            };
        };
        let as_iri = Self { from: Format::Iri, ..self };
        // Where the advice is another, such as '.' for U+3002, the IRI would be another one.
        let is_iri = || {
            from == Format::Uri
                && failure.message.to_string().ends_with("percent-encode it")
                && is_iri(text)
        };
        match of_form(text, from) {
            Some((hint, to)) if to.is_none_or(|from| answers(Self { from, ..self })) => {
                failure.advising(hint)
            }
            _ if is_iri() && answers(as_iri) => failure.or("read the text as an IRI: --from iri"),
            _ if is_iri() && answers(as_iri.with_nfc(Nfc::Normalize)) => {
                failure.or("read the text as an IRI: --from iri --nfc normalize, or --nfc keep")
            }
            _ if from == Format::Hex && is_like_uri(text) && !begins_like_bytes(text) => {
                let is_read = answers(Self { from: Format::Uri, ..self });
                let or = if is_read { ", and --from uri reads one" } else { "" };
                failure.advising_instead(&format!("cri encode converts a URI{or}"))
            }
            _ => failure,
        }
    }

    fn with_nfc(self, nfc: Nfc) -> Self {
        Self { options: self.options.with_nfc(nfc), ..self }
    }

    /// The operand, if the command line named this revision.
    fn in_revision(self, revision: Revision) -> Self {
        let options = Options::new(revision).with_nfc(self.options.nfc());
        Self { options, ..self }
    }

    /// What to do with a zone-id: the destination has another one, or the revision has no CRI with one.
    fn without_zone(self, answers: impl Fn(Self) -> bool) -> String {
        let is_other = self.options.revision() != Revision::Draft16;
        let by_option = is_other && answers(self.in_revision(Revision::Draft16));
        let or = if by_option { ", or write --revision 16" } else { "" };
        format!("remove it{or}")
    }

    /// The revision that allows the operand, with what it makes of the scheme.
    fn in_other_revision(
        self,
        failure: &Failure,
        answers: impl Fn(Self) -> bool,
    ) -> Option<String> {
        let is_16 = self.options.revision() == Revision::Draft16;
        let (revision, table, name, option) = match is_16 {
            true => (Revision::Rfc9988, Table::RFC_9988, "RFC 9988", "rfc9988"),
            false => (Revision::Draft16, Table::DRAFT_16, "draft-16", "16"),
        };
        let is_allowed = match failure.kind {
            "unknown-scheme" => {
                let scheme = table.by_number(number(self)?)?;
                format!("in {name} it is {}", scheme.name)
            }
            // The message of the error ends with the revision that allows it.
            _ => String::new(),
        };
        answers(self.in_revision(revision)).then(|| format!("{is_allowed}: --revision {option}"))
    }
}

/// Whether bytes that are no text begin with a CRI, of which the rest may follow in the next line.
fn begins_like_cri(bytes: &[u8]) -> bool {
    let is_array = matches!(bytes, [0x80..=0x9f, ..]);
    is_array
        && match skip(bytes) {
            Ok(len) => CriRef::decode(&bytes[..len]).is_ok(),
            Err(error) => error.kind() == DecodeErrorKind::EndOfInput,
        }
}

/// The option that reads a text which is in another format, and that format if it is not unmistakable.
fn of_form(text: &str, from: Format) -> Option<(&'static str, Option<Format>)> {
    let recognized = recognize(text);
    let is_notation =
        || text.contains('[') && text.contains(['"', '\'']) || text.starts_with("99(");
    let edn = "for diagnostic notation, write --from edn";
    match recognized.form {
        Form::Hex if from != Format::Hex => Some(("for hex digits, write --from hex", None)),
        Form::Notation if is_c_in_brackets(text) && from != Format::C => {
            Some(("for an array of bytes, write --from c", Some(Format::C)))
        }
        Form::Notation if from != Format::Edn => Some((edn, None)),
        // No JSON object begins like this.
        Form::Json if array::is_array(text) => {
            (from != Format::C).then_some(("for an array in C, write --from c", None))
        }
        // Every object that --json wrote has strings.
        Form::Json if from != Format::Json && text.contains('"') => {
            Some(("for a JSON object, write --from json", None))
        }
        Form::Uri if recognized.doubt == Some(Doubt::AlmostHex) && from != Format::Hex => {
            Some(("for hex digits, write --from hex", None))
        }
        Form::Uri if is_python(text) => {
            Some(("for bytes that Python shows so, write what their hex() returns", None))
        }
        Form::Uri if from != Format::Edn && is_notation() => Some((edn, Some(Format::Edn))),
        Form::Uri if matches!(from, Format::Edn | Format::Json) && is_like_uri(text) => {
            Some(("for a URI, write --from uri", Some(Format::Uri)))
        }
        _ => None,
    }
}

/// Whether a text begins with a byte in an array, as programming languages other than C write it.
fn is_c_in_brackets(text: &str) -> bool {
    text.trim_ascii_start().starts_with("[0x")
}

/// Whether a text is bytes as Python shows them.
fn is_python(text: &str) -> bool {
    (text.starts_with("b'") || text.starts_with("b\"")) && text.contains(r"\x")
}

/// Whether a text begins with the hex digits of a byte and a mark that separates bytes.
fn begins_like_bytes(text: &str) -> bool {
    match text.as_bytes() {
        [a, b, b':' | b',' | b'-' | b';', ..] => a.is_ascii_hexdigit() && b.is_ascii_hexdigit(),
        _ => false,
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
