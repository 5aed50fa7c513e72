//! `check`: the rules that a URI breaks, and warnings about it.

use std::borrow::Cow;

use anstream::adapter::strip_str;
use cri_check::{Finding, Severity, findings, idna_findings, nfc_findings};
use cri_uri::{IriRef, Options, ToUri, UriRef};
use serde::{Serialize, Serializer};

use crate::answers::{Answers, Sink};
use crate::args::subcommand;
use crate::command::forms::Forms;
use crate::command::operands::{Stop, answer, bytes, fail, styled};
use crate::doubt;
use crate::echo::Echo;
use crate::failure::Failure;
use crate::format::{Format, text};
use crate::input::operand::Operand;
use crate::object::Object;
use crate::report;
use crate::run::Answer;

/// `cri check`: URIs, and CRIs by their URIs.
pub(super) fn check(args: &subcommand::Check, sink: &mut Sink) -> Result<(), Stop> {
    // Text that is not in NFC is a finding, and no failure.
    let options = Options::new(args.common.revision);
    let forms = Forms::or_uri(args.from);
    let command = Check { forms, options, json: args.json, styled: styled(), read: Vec::new() };
    answer(&args.operands, forms, args.common.threads, command, sink)
}

#[derive(Clone)]
struct Check {
    forms: Forms,
    options: Options,
    json: bool,
    /// Whether colours are written.
    styled: bool,
    /// A buffer for the CRI that is read.
    read: Vec<u8>,
}

/// One finding.
#[derive(Serialize)]
struct Found {
    #[serde(serialize_with = "name")]
    severity: Severity,
    #[serde(flatten)]
    what: Failure,
    /// Why it matters.
    reason: &'static str,
}

fn name<S: Serializer>(severity: &Severity, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(severity.name())
}

impl Check {
    /// The URI reference that is checked: the operand, or the URI of its CRI.
    fn uri<'o>(&mut self, operand: &'o [u8], from: Format) -> Result<Cow<'o, str>, Failure> {
        Ok(match from {
            Format::Uri => text(operand)?.into(),
            Format::Iri => IriRef::parse(text(operand)?)?.to_uri().to_string().into(),
            from => {
                let cri = from.read(operand, self.options, &mut self.read)?;
                cri.as_cri_ref().to_uri(self.options)?.to_string().into()
            }
        })
    }

    fn check(
        &mut self,
        operand: Operand<'_>,
        from: Format,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let text = self.uri(bytes(operand)?, from)?;
        let uri = UriRef::parse(&text)?;
        let is_registered =
            |scheme: &str| self.options.schemes.by_name(scheme.to_ascii_lowercase()).is_some();
        if from.is_text() && !uri.scheme().is_some_and(is_registered) {
            doubt::about_uri(&mut self.forms.notes, operand, self.options.schemes, answers);
        }
        let findings =
            findings(uri, self.options.schemes).chain(nfc_findings(uri)).chain(idna_findings(uri));
        let found = |finding: Finding| Found {
            severity: finding.severity(),
            reason: finding.kind().reason(),
            what: finding.into(),
        };
        let findings: Vec<Found> = findings.map(found).collect();
        if findings.iter().any(|finding| finding.severity == Severity::Violation) {
            answers.fail();
        }
        // Offsets are those of the URI.
        let shown = Operand { bytes: Ok(text.as_bytes()), ..operand };
        if self.json {
            let echo = Echo::new(operand, from);
            let mut object = Object::new(answers, &echo);
            object.json("findings", &findings);
            object.end();
            return Ok(());
        }
        let echo = Echo::new(shown, Format::Uri);
        for Found { severity, what, reason } in findings {
            let report = report::finding(severity, &what, reason, &echo, operand.place);
            let report = if self.styled { report } else { strip_str(&report).to_string() };
            answers.output.extend_from_slice(report.as_bytes());
        }
        Ok(())
    }
}

impl Answer for Check {
    fn answer(&mut self, operand: Operand<'_>, answers: &mut Answers) {
        let from = self.forms.choose(operand, answers);
        if let Err(failure) = self.check(operand, from, answers) {
            fail(operand, from, self.json, failure, answers);
        }
    }
}
