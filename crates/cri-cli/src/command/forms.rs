//! The format of each operand: what `--from` says, or what the operand is recognized as.

use cri_operand::{Doubt, Form, Recognized, recognize};

use crate::answers::Answers;
use crate::doubt;
use crate::format::Format;
use crate::input::operand::Operand;
use crate::notes::{Note, Notes};

/// How a command finds the format of each operand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Forms {
    /// The format that `--from` names. It overrules.
    given: Option<Format>,
    /// The format of an operand that could be anything.
    otherwise: Format,
    pub(crate) notes: Notes,
}

impl Forms {
    /// Operands are URI references, unless they are unmistakably in another format.
    pub(crate) fn or_uri(given: Option<Format>) -> Self {
        Self { given, otherwise: Format::Uri, notes: Notes::default() }
    }

    /// Operands are hex digits, unless they are unmistakably notation or JSON.
    pub(crate) fn or_hex(given: Option<Format>) -> Self {
        Self { given, otherwise: Format::Hex, notes: Notes::default() }
    }

    /// Whether operands are CBOR, which is on standard input.
    pub(crate) fn are_cbor(&self) -> bool {
        self.given == Some(Format::Cbor)
    }

    /// The format of an operand. Where a person could doubt it, a note among the answers says what it is.
    #[inline(always)]
    pub(crate) fn choose(&mut self, operand: Operand<'_>, answers: &mut Answers) -> Format {
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
        self.other(recognized, operand, answers)
    }

    #[cold]
    #[inline(never)]
    fn other(
        &mut self,
        recognized: Recognized,
        operand: Operand<'_>,
        answers: &mut Answers,
    ) -> Format {
        match (recognized.form, recognized.doubt) {
            (Form::Notation, _) => Format::Edn,
            (Form::Json, _) => Format::Json,
            (Form::Hex, None) => Format::Hex,
            (_, None) => Format::Uri,
            (_, Some(doubt)) => self.note(doubt, operand, answers),
        }
    }

    fn note(&mut self, doubt: Doubt, operand: Operand<'_>, answers: &mut Answers) -> Format {
        let (format, note) = match doubt {
            Doubt::AlsoUri => (Format::Hex, Note::Hex),
            _ => (Format::Uri, Note::Uri),
        };
        // No URI has a blank, so its error says the same as the note.
        let fails = || operand.read().iter().any(u8::is_ascii_whitespace);
        if operand.bytes.is_ok() && (note == Note::Hex || !fails()) {
            doubt::about_format(&mut self.notes, note, operand, format, answers);
        }
        format
    }
}

/// The format of an operand that is hex digits, unless it is unmistakably notation or JSON. Digits are read only once, by
/// the reader, which says what is wrong with them.
fn or_hex(read: &[u8]) -> Format {
    match read {
        // No notation and no JSON begins with one of these.
        [b'0'..=b'8' | b'a' | b'b' | b'd'..=b'f', ..] => Format::Hex,
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
            let of = |mut forms: Forms| forms.choose(operand(text), &mut Answers::default());
            assert_eq!(of(Forms::or_uri(None)), or_uri, "{text}");
            assert_eq!(of(Forms::or_hex(None)), or_hex, "{text}");
            assert_eq!(of(Forms::or_uri(Some(Format::Iri))), Format::Iri, "{text}");
        }
    }

    #[test]
    fn a_doubt_is_noted_once() {
        let mut forms = Forms::or_uri(None);
        let mut notes = |text| {
            let mut answers = Answers::default();
            forms.choose(operand(text), &mut answers);
            answers.count_of_reports()
        };
        assert_eq!(
            ["coap://h", "80", "81f6", "822", "8", "0x80"].map(&mut notes),
            [0, 1, 0, 1, 0, 0]
        );
    }
}
