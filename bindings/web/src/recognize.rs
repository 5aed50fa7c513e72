//! What a text is, in the words of the page.

use cri_inspect::operand::{Doubt, recognize};
use serde::Serialize;

/// A way to write a CRI reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Form {
    /// A URI reference (RFC 3986).
    Uri,
    /// An IRI reference (RFC 3987).
    Iri,
    /// Hex digits of CBOR.
    Hex,
    /// CBOR diagnostic notation.
    Notation,
    /// A JSON object as the program `cri` writes it.
    Json,
}

impl Form {
    /// Whether a CRI reference in this form is text, without any CBOR.
    pub(crate) const fn is_text(self) -> bool {
        matches!(self, Self::Uri | Self::Iri)
    }
}

/// A text without the blanks around it, and what it was taken for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recognized<'t> {
    pub(crate) form: Form,
    /// The text without the blanks around it.
    pub(crate) text: &'t str,
    /// Where `text` begins in the whole text, in bytes.
    pub(crate) start: usize,
    /// What else the text could be, and how to write that.
    pub(crate) doubt: Option<&'static str>,
}

impl<'t> Recognized<'t> {
    /// Recognizes a text.
    pub(crate) fn new(whole: &'t str) -> Self {
        let from = whole.trim_ascii_start();
        let start = whole.len().saturating_sub(from.len());
        let text = from.trim_ascii_end();
        let recognized = recognize(text);
        let form = match recognized.form {
            cri_inspect::operand::Form::Hex => Form::Hex,
            cri_inspect::operand::Form::Notation => Form::Notation,
            cri_inspect::operand::Form::Json => Form::Json,
            _ if text.is_ascii() => Form::Uri,
            _ => Form::Iri,
        };
        let doubt = recognized.doubt.map(|doubt| match doubt {
            Doubt::AlsoUri => "To read it as a relative reference, write ./ before it.",
            _ => "To read it as hex digits of CBOR, write 0x before it.",
        });
        Self { form, text, start, doubt }
    }

    /// What the text was taken for.
    pub(crate) fn words(&self) -> &'static str {
        match self.form {
            Form::Uri if has_scheme(self.text) => "a URI",
            Form::Uri => "a relative reference",
            Form::Iri if has_scheme(self.text) => "an IRI",
            Form::Iri => "a relative IRI reference",
            Form::Hex => "hex digits of CBOR",
            Form::Notation => "CBOR diagnostic notation",
            Form::Json => "a JSON object with a CRI",
        }
    }
}

/// Whether the text begins with a scheme (RFC 3986 section 3.1), also where the rest is wrong.
fn has_scheme(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    })
}

#[cfg(test)]
mod tests {
    use super::{Form, Recognized};

    #[test]
    fn a_text_tells_its_form() {
        for (text, form, words) in [
            ("coap://h/a", Form::Uri, "a URI"),
            ("../a", Form::Uri, "a relative reference"),
            ("a/b:c", Form::Uri, "a relative reference"),
            ("", Form::Uri, "a relative reference"),
            ("coap://h/ä", Form::Iri, "an IRI"),
            ("ä", Form::Iri, "a relative IRI reference"),
            ("[-1, [\"h\"]]", Form::Notation, "CBOR diagnostic notation"),
            ("cri'coap://h'", Form::Notation, "CBOR diagnostic notation"),
            ("0x8", Form::Hex, "hex digits of CBOR"),
            ("82 20 81 61 68", Form::Hex, "hex digits of CBOR"),
            ("{\"cri\":\"80\"}", Form::Json, "a JSON object with a CRI"),
        ] {
            let recognized = Recognized::new(text);
            assert_eq!((recognized.form, recognized.words()), (form, words), "{text}");
        }
    }

    #[test]
    fn blanks_around_a_text_do_not_count() {
        let recognized = Recognized::new(" \n coap://h \n");
        assert_eq!(
            (recognized.text, recognized.start, recognized.form),
            ("coap://h", 3, Form::Uri)
        );
    }

    #[test]
    fn digits_that_could_be_a_path_are_in_doubt() {
        for (text, form, doubted) in [
            ("80", Form::Hex, true),
            ("8201", Form::Uri, true),
            ("face", Form::Uri, false),
            ("0x80", Form::Hex, false),
        ] {
            let recognized = Recognized::new(text);
            assert_eq!((recognized.form, recognized.doubt.is_some()), (form, doubted), "{text}");
        }
    }
}
