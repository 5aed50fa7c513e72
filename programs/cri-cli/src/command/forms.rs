//! The format of each operand: what `--from` says, or what the operand is recognized as.

use cri_inspect::operand::{Doubt, Form, Recognized, recognize};

use crate::answers::Answers;
use crate::doubt;
use crate::format::Format;
use crate::input::operand::Operand;

/// How a command finds the format of each operand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Forms {
    /// The format that `--from` names. It overrules.
    given: Option<Format>,
    /// The format of an operand that could be anything.
    otherwise: Format,
    /// Whether operands are words, such as schemes. No hint is about them.
    pub(crate) are_words: bool,
}

impl Forms {
    /// Operands are URI references, unless they are unmistakably in another format.
    pub(crate) fn or_uri(given: Option<Format>) -> Self {
        Self { given, otherwise: Format::Uri, are_words: false }
    }

    /// Operands are hex digits, unless they are unmistakably notation or JSON.
    pub(crate) fn or_hex(given: Option<Format>) -> Self {
        Self { otherwise: Format::Hex, ..Self::or_uri(given) }
    }

    /// Operands are words, which are read and shown as text.
    pub(crate) fn words() -> Self {
        Self { are_words: true, ..Self::or_uri(Some(Format::Uri)) }
    }

    /// Operands are in the format of `--from`, or else in that of an operand that could be anything.
    pub(crate) fn without_recognition(self) -> Self {
        Self { given: self.given.or(Some(self.otherwise)), ..self }
    }

    /// Whether operands are CBOR, which is on standard input.
    pub(crate) fn are_cbor(&self) -> bool {
        self.given == Some(Format::Cbor)
    }

    /// The format of an operand. Where a person could doubt it, a note among the answers says what it is.
    #[inline(always)]
    pub(crate) fn choose(self, operand: Operand<'_>, answers: &mut Answers) -> Format {
        if let Some(given) = self.given {
            return given;
        }
        let read = operand.read();
        if self.otherwise == Format::Hex {
            return or_hex(read);
        }
        let recognized = recognize(read);
        // Most operands are plainly URIs.
        if recognized.form == Form::Uri && recognized.doubt.is_none() {
            return Format::Uri;
        }
        not_plain(recognized, operand, answers)
    }
}

/// The format of an operand that is not plainly a URI.
#[cold]
#[inline(never)]
fn not_plain(recognized: Recognized, operand: Operand<'_>, answers: &mut Answers) -> Format {
    let format = match (recognized.form, recognized.doubt) {
        (Form::Notation, _) => return Format::Edn,
        (Form::Json, _) => return Format::Json,
        (Form::Hex, None) => return Format::Hex,
        (_, None) => return Format::Uri,
        (_, Some(Doubt::AlsoUri)) => Format::Hex,
        (_, Some(_)) => Format::Uri,
    };
    // No URI has a blank, or a colon after digits at its start, so its error says the same as the note.
    let fails = || operand.read().iter().any(|byte| byte.is_ascii_whitespace() || *byte == b':');
    if operand.bytes.is_ok() && (format == Format::Hex || !fails()) {
        doubt::about_format(operand, format, answers);
    }
    format
}

/// The format of an operand that is hex digits, unless it is unmistakably notation or JSON. Digits are read only once, by
/// the reader, which says what is wrong with them.
fn or_hex(read: &[u8]) -> Format {
    match read {
        // No notation and no JSON begins with one of these, but for literals such as `b64'gCA'`.
        [b'0'..=b'8' | b'a' | b'b' | b'd'..=b'f', ..] if !read.ends_with(b"'") => Format::Hex,
        _ => match recognize(read).form {
            Form::Notation => Format::Edn,
            Form::Json => Format::Json,
            _ => Format::Hex,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::Forms;
    use crate::answers::Answers;
    use crate::format::Format;
    use crate::input::operand::{Operand, Place};

    fn operand(text: &str) -> Operand<'_> {
        Operand { bytes: Ok(text.as_bytes()), place: Place::Argument }
    }

    #[test]
    fn an_operand_tells_its_format() {
        for (text, or_uri, or_hex) in [
            ("[0]", Format::Edn, Format::Edn),
            (" [0]", Format::Edn, Format::Edn),
            ("cri'a'", Format::Edn, Format::Edn),
            ("CRI'a'", Format::Edn, Format::Edn),
            ("b64'gCA'", Format::Edn, Format::Edn),
            ("ip'::1'", Format::Edn, Format::Edn),
            ("99([0])", Format::Edn, Format::Edn),
            ("C0", Format::Uri, Format::Hex),
            (" {}", Format::Json, Format::Json),
            ("0x80", Format::Hex, Format::Hex),
            ("80", Format::Hex, Format::Hex),
            (" 82 20 81 61 68", Format::Hex, Format::Hex),
            ("8", Format::Uri, Format::Hex),
            ("coap://h", Format::Uri, Format::Hex),
            ("", Format::Uri, Format::Hex),
            ("0x7f.1", Format::Uri, Format::Hex),
        ] {
            let of = |forms: Forms| forms.choose(operand(text), &mut Answers::default());
            assert_eq!(of(Forms::or_uri(None)), or_uri, "{text}");
            assert_eq!(of(Forms::or_hex(None)), or_hex, "{text}");
            assert_eq!(of(Forms::or_uri(Some(Format::Iri))), Format::Iri, "{text}");
        }
    }

    #[test]
    fn a_doubt_is_noted_once() {
        let mut answers = Answers::default();
        let mut notes = |text| {
            let before = answers.count_of_reports();
            Forms::or_uri(None).choose(operand(text), &mut answers);
            answers.count_of_reports() - before
        };
        assert_eq!(
            ["coap://h", "80", "81f6", "822", "8", "0x80"].map(&mut notes),
            [0, 1, 0, 1, 0, 0]
        );
    }
}
