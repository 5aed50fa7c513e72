//! How the commands write CRIs: the forms of `--to`.

use std::io::Write;
use std::mem;

use cri_core::__private::write_diagnostic;
use cri_core::{CriRef, Sections};
use cri_uri::{Options, ToIri, ToUri, UriRef};

use crate::answers::Answers;
use crate::command::given::Given;
use crate::failure::Failure;
use crate::format::{Format, array};
use crate::hex;
use crate::object::Object;
use crate::text::Text;

/// Writes the answers of a command that makes CRIs.
#[derive(Clone)]
pub(crate) struct Writer {
    /// The format. If this is `None`, an answer takes two lines: hex digits, then diagnostic notation.
    pub(crate) to: Option<Format>,
    /// Whether an object with a CRI that has no URI counts as a failure.
    pub(crate) wants_uri: bool,
    /// The target by RFC 3986, if the answer is another one. An object has it.
    pub(crate) by_rfc3986: Option<String>,
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
        given: Given<'_>,
        sections: impl FnOnce() -> Sections<'s>,
        read: Option<CriRef<'_>>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let options = given.options;
        if let Some(to @ (Format::Uri | Format::Iri)) = self.to {
            return write_text(to, &mut answers.output, sections(), options)
                .map_err(|failure| place(given, read, failure));
        }
        if let Some(cri) = read.filter(|_| given.from.is_text()) {
            return self.write_cri(given, read, cri, answers);
        }
        let mut made = mem::take(&mut self.made);
        let result = match sections().encode_to(options.revision(), &mut made) {
            Ok(cri) => self.write_cri(given, read, cri.as_cri_ref(), answers),
            Err(error) => Err(place(given, read, error.into())),
        };
        self.made = made;
        result
    }

    /// Appends the answer: this CRI as it is. `read` is as in [`write`](Writer::write).
    pub(crate) fn write_cri(
        &self,
        given: Given<'_>,
        read: Option<CriRef<'_>>,
        cri: CriRef<'_>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let output = &mut answers.output;
        match self.to {
            Some(to @ (Format::Uri | Format::Iri)) => {
                write_text(to, output, cri.sections(), given.options)?;
            }
            Some(Format::Cbor) => output.extend_from_slice(cri.as_bytes()),
            Some(Format::Hex) => write_hex(output, cri),
            Some(Format::Edn) => write_edn(output, cri),
            Some(Format::C) => array::write(cri.as_bytes(), output),
            None => {
                write_hex(output, cri);
                write_edn(output, cri);
            }
            Some(Format::Json) => {
                let mut object = Object::new(answers, &given.echo());
                let has_uri = object.cri(cri, given.options, |failure| place(given, read, failure));
                if let Some(uri) = &self.by_rfc3986 {
                    object.text("rfc3986", uri);
                }
                object.end();
                if self.wants_uri && !has_uri {
                    answers.fail();
                }
            }
        }
        Ok(())
    }
}

/// A failure to write what was read, placed at its component in the operand, if that is CBOR.
fn place(given: Given<'_>, read: Option<CriRef<'_>>, failure: Failure) -> Failure {
    match (read, given.operand.bytes) {
        (Some(cri), Ok(bytes)) if !given.from.is_text() => {
            given.from.place(bytes, given.options, failure.within(cri))
        }
        _ => failure,
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
    hex::encode_to(cri.as_bytes(), output);
    output.push(b'\n');
}

/// Appends diagnostic notation and the end of the line.
fn write_edn(output: &mut Vec<u8>, cri: CriRef<'_>) {
    // Writing to a vector never fails.
    let _ = write_diagnostic(&mut Text::plain(output), cri);
    output.push(b'\n');
}
