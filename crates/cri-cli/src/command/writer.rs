//! How the commands write CRIs: the forms of `--to`.

use std::io::Write;
use std::mem;

use cri_core::{CriRef, Sections};
use cri_uri::{Options, ToIri, ToUri, UriRef};

use crate::answers::Answers;
use crate::echo::Echo;
use crate::failure::Failure;
use crate::format::Format;
use crate::hex;
use crate::input::operand::Operand;
use crate::object::Object;

/// How answers are written.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    /// In one format.
    One(Format),
    /// In two lines: hex digits, then diagnostic notation.
    HexAndEdn,
}

/// Writes the answers of a command that makes CRIs.
#[derive(Clone)]
pub(crate) struct Writer {
    pub(crate) from: Format,
    pub(crate) to: Target,
    pub(crate) options: Options,
    /// Whether an object with a CRI that has no URI counts as a failure.
    pub(crate) wants_uri: bool,
    /// A buffer for the CRI that is written.
    pub(crate) made: Vec<u8>,
}

impl Writer {
    /// Appends the answer: the CRI with these sections, in the form of the revision.
    ///
    /// `read` is the CRI of the operand, where that is the answer. A CRI that was read from text is in the revision's form
    /// and is written as it is, without a look at the sections.
    pub(crate) fn write<'s>(
        &mut self,
        operand: Operand<'_>,
        sections: impl FnOnce() -> Sections<'s>,
        read: Option<CriRef<'_>>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let options = self.options;
        if let Target::One(to @ (Format::Uri | Format::Iri)) = self.to {
            return write_text(to, &mut answers.output, sections(), options)
                .map_err(|failure| self.place(operand, read, failure));
        }
        if let Some(cri) = read.filter(|_| self.from.is_text()) {
            return self.write_cri(operand, read, cri, answers);
        }
        let mut made = mem::take(&mut self.made);
        let result = match sections().encode_to(options.revision, &mut made) {
            Ok(cri) => self.write_cri(operand, read, cri.as_cri_ref(), answers),
            Err(error) => Err(self.place(operand, read, error.into())),
        };
        self.made = made;
        result
    }

    /// A failure to write what was read, placed at its component in the operand, if that is CBOR.
    fn place(&self, operand: Operand<'_>, read: Option<CriRef<'_>>, failure: Failure) -> Failure {
        match (read, operand.bytes) {
            (Some(cri), Ok(given)) if !self.from.is_text() => {
                self.from.place(given, self.options, failure.within(cri))
            }
            _ => failure,
        }
    }

    /// Appends the answer: this CRI as it is. `read` is as in [`write`](Writer::write).
    pub(crate) fn write_cri(
        &self,
        operand: Operand<'_>,
        read: Option<CriRef<'_>>,
        cri: CriRef<'_>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let output = &mut answers.output;
        match self.to {
            Target::One(to @ (Format::Uri | Format::Iri)) => {
                write_text(to, output, cri.sections(), self.options)?;
            }
            Target::One(Format::Cbor) => output.extend_from_slice(cri.as_bytes()),
            Target::One(Format::Hex) => write_hex(output, cri),
            Target::One(Format::Edn) => write_edn(output, cri),
            Target::HexAndEdn => {
                write_hex(output, cri);
                write_edn(output, cri);
            }
            Target::One(Format::Json) => {
                let echo = Echo::new(operand, self.from);
                let mut object = Object::new(answers, &echo);
                let has_uri =
                    object.cri(cri, self.options, |failure| self.place(operand, read, failure));
                object.end();
                if self.wants_uri && !has_uri {
                    answers.fail();
                }
            }
        }
        Ok(())
    }

    /// Whether answers are JSON.
    pub(crate) fn json(&self) -> bool {
        matches!(self.to, Target::One(Format::Json))
    }
}

/// Appends the reference as a URI or IRI, and the end of the line.
///
/// # Errors
///
/// Where the reference has no URI. Nothing is written then.
pub(crate) fn write_text(
    to: Format,
    output: &mut Vec<u8>,
    sections: Sections<'_>,
    options: Options,
) -> Result<(), Failure> {
    // Writing to a vector never fails.
    let _ = match to {
        Format::Iri => writeln!(output, "{}", sections.to_iri(options)?),
        _ => writeln!(output, "{}", sections.to_uri(options)?),
    };
    Ok(())
}

/// Appends a URI reference as a URI or IRI, and the end of the line.
///
/// # Errors
///
/// Where the text is not a URI reference.
pub(crate) fn write_parsed(to: Format, output: &mut Vec<u8>, uri: &str) -> Result<(), Failure> {
    let uri = UriRef::parse(uri)?;
    let _ = match to {
        Format::Iri => writeln!(output, "{}", uri.to_iri()),
        _ => writeln!(output, "{uri}"),
    };
    Ok(())
}

/// Appends hex digits and the end of the line.
fn write_hex(output: &mut Vec<u8>, cri: CriRef<'_>) {
    hex::write(output, cri.as_bytes());
    output.push(b'\n');
}

/// Appends diagnostic notation and the end of the line.
fn write_edn(output: &mut Vec<u8>, cri: CriRef<'_>) {
    let _ = writeln!(output, "{}", cri.diagnostic());
}
