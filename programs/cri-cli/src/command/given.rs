//! An operand with its format and the options of its conversion.

use std::borrow::Cow;

use cri_core::wire::skip;
use cri_core::{CriRef, DecodeErrorKind};
use cri_edn::{write, write_tagged};
use cri_uri::{IriRef, Options, ToUri, UriRef};

use crate::answers::Answers;
use crate::doubt;
use crate::echo::Echo;
use crate::failure::Failure;
use crate::format::{Format, Read, text};
use crate::input::operand::{MAX_OPERAND, Operand, Place};
use crate::object::Object;
use crate::report;

/// An operand, its format, and the options of its conversion.
#[derive(Clone, Copy)]
pub(crate) struct Given<'a> {
    pub(crate) operand: Operand<'a>,
    pub(crate) from: Format,
    pub(crate) options: Options,
    /// Whether answers and failures are written as JSON.
    pub(crate) json: bool,
    /// Whether the operand is a row, about which nothing is reported or noted.
    pub(crate) is_row: bool,
}

impl<'a> Given<'a> {
    /// The operand's bytes.
    ///
    /// # Errors
    ///
    /// `line-too-long`, `item-too-long` and `link-too-long`.
    pub(crate) fn bytes(self) -> Result<&'a [u8], Failure> {
        self.operand.bytes.map_err(|_| {
            let (kind, what, limit) = match self.operand.place {
                Place::Item(_) => ("item-too-long", "operand", ", the limit on standard input"),
                Place::Link(_) => ("link-too-long", "link", "; check that its quotes are closed"),
                _ => ("line-too-long", "operand", ", the limit on standard input"),
            };
            let message = format!("the {what} is longer than {MAX_OPERAND} bytes{limit}");
            Failure::new(kind, message)
        })
    }

    /// The operand as text.
    pub(crate) fn text(self) -> Result<&'a str, Failure> {
        text(self.bytes()?)
    }

    /// Reads the operand into `buffer` as a CRI reference.
    pub(crate) fn read(self, buffer: &mut Vec<u8>) -> Result<Read<'_>, Failure> {
        self.from.read(self.bytes()?, self.options, buffer)
    }

    /// The URI reference of the operand: its text, or the URI of its CRI. Text is not parsed yet.
    pub(crate) fn uri_text(self, buffer: &mut Vec<u8>) -> Result<Cow<'a, str>, Failure> {
        Ok(match self.from {
            Format::Uri => self.text()?.into(),
            Format::Iri => IriRef::parse(self.text()?)?.to_uri().to_string().into(),
            _ => self.read(buffer)?.as_cri_ref().to_uri(self.options)?.to_string().into(),
        })
    }

    /// Notes what a person probably meant by the URI reference of the operand, unless its scheme is registered and it has a
    /// host.
    pub(crate) fn doubt_uri(self, uri: UriRef<'_>, answers: &mut Answers) {
        let schemes = self.options.schemes();
        let is_registered = |scheme: &str| schemes.by_name(scheme.to_ascii_lowercase()).is_some();
        // Nobody doubts the scheme and host of such a URI, if there is a host. That of a file may be a drive.
        let has_host =
            uri.host_str().is_some_and(|host| !host.is_empty()) && !uri.has_scheme("file");
        let is_certain = has_host && uri.scheme().is_some_and(is_registered);
        if self.from.is_text() && !self.is_row && !is_certain {
            doubt::about_uri(self.operand, schemes, answers);
        }
    }

    /// Notes what a person probably meant by the URI reference of this CRI.
    pub(crate) fn doubt(self, cri: CriRef<'_>, answers: &mut Answers) {
        if self.from.is_text() && !self.is_row {
            doubt::about_cri(self.operand, cri, self.options.schemes(), answers);
        }
    }

    /// The CRI of the operand as a `cri'…'` literal, or as `CRI'…'` if the operand is notation in tag 99.
    pub(crate) fn literal(self, cri: CriRef<'_>) -> String {
        let notation = self.operand.read().trim_ascii_start();
        let is_tagged = self.from == Format::Edn
            && (notation.starts_with(b"CRI") || notation.starts_with(b"99("));
        if is_tagged { write_tagged(cri, self.options) } else { write(cri, self.options) }
    }

    /// The operand as messages and answers show it.
    pub(crate) fn echo(self) -> Echo<'a> {
        Echo::new(self.operand, self.from)
    }

    /// Appends the failure of the operand: as JSON to the answers, or as a report for people.
    pub(crate) fn fail_as_it_is(self, failure: Failure, answers: &mut Answers) {
        self.fail_shown(&self.ending(failure), &self.echo(), answers);
    }

    /// Appends the failure of the operand, which is shown as `echo`.
    pub(crate) fn fail_shown(self, failure: &Failure, echo: &Echo<'_>, answers: &mut Answers) {
        answers.fail();
        if self.json {
            Object::failed(answers, echo, failure).end();
        } else {
            answers.report(report::failure(failure, echo, self.operand.place));
        }
    }

    /// Returns the failure of the operand. If the operand is an item of a CBOR sequence and is malformed or has an
    /// indefinite length, the failure ends the sequence, and its message says so.
    pub(crate) fn ending(self, failure: Failure) -> Failure {
        match (self.operand.place, self.operand.bytes.map(skip)) {
            (Place::Item(_), Ok(Err(error))) if error.kind() != DecodeErrorKind::EndOfInput => {
                failure.advising(
                    "the end of this item is not looked for, so what follows it is not read",
                )
            }
            _ => failure,
        }
    }
}
