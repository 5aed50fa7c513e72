//! `check`: the rules that a URI breaks, and warnings about it.

use cri_check::{Finding, Severity, findings, idna_findings, nfc_findings};
use cri_uri::{Options, UriRef, password};
use serde::{Serialize, Serializer};

use crate::answers::{Answers, Sink};
use crate::args::subcommand;
use crate::columns::plain;
use crate::command::forms::Forms;
use crate::command::given::Given;
use crate::command::operands::{Command, Each, Reading, Stop, styled};
use crate::echo::Echo;
use crate::failure::Failure;
use crate::format::Format;
use crate::input::operand::Operand;
use crate::notes::Note;
use crate::object::Object;
use crate::report;

/// `cri check`: URIs, and CRIs by their URIs.
pub(super) fn check(args: &subcommand::Check, sink: &mut Sink) -> Result<(), Stop> {
    // Text that is not in NFC is a finding, and no failure.
    let options = Options::new(args.common.revision);
    let reading = Reading { forms: Forms::or_uri(args.forms.from), options, json: Some(args.json) };
    let command = Check { styled: styled() };
    Each::new(reading, command).run(&args.operands, args.common.threads, sink)
}

#[derive(Clone)]
struct Check {
    /// Whether colours are written.
    styled: bool,
}

/// One finding, with the reason why it matters.
#[derive(Serialize)]
struct ExplainedFinding {
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

/// Says which host a URI has that is shown with its authority's end masked, because an `@` comes after it.
fn hidden_host(uri: UriRef<'_>) -> Option<String> {
    let (host, text) = (uri.host_str()?, uri.as_str());
    let authority = uri.authority()?;
    let end = authority.as_ptr().addr() - text.as_ptr().addr() + authority.len();
    let mut passwords = password::find_in_operand(text.as_bytes());
    // What precedes an `@` in the authority may be a part of the password.
    let is_hidden = uri.userinfo().is_none() && passwords.any(|it| it.contains(&end));
    is_hidden.then(|| {
        format!(
            "the host is {}, and the '@' comes after it; in a userinfo, write %2F, %3F and %23 for '/', '?' and '#'",
            report::uri(host)
        )
    })
}

impl Command for Check {
    fn answer(
        &mut self,
        given: Given<'_>,
        buffer: &mut Vec<u8>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let Given { operand, options, json, .. } = given;
        let text = given.uri_text(buffer)?;
        let uri = UriRef::parse(&text)?;
        given.doubt_uri(uri, answers);
        answers.note(Note::HiddenHost, operand.place, || hidden_host(uri));
        let findings =
            findings(uri, options.schemes()).chain(nfc_findings(uri)).chain(idna_findings(uri));
        let found = |finding: Finding| ExplainedFinding {
            severity: finding.severity(),
            reason: finding.kind().reason(),
            what: finding.into(),
        };
        let findings: Vec<ExplainedFinding> = findings.map(found).collect();
        if findings.iter().any(|finding| finding.severity == Severity::Violation) {
            answers.fail();
        }
        if json {
            let mut object =
                Object::new(answers, &given.echo().with_userinfo(uri.userinfo().is_some()));
            object.json("findings", &findings);
            object.end();
            return Ok(());
        }
        // Offsets are those of the URI.
        let echo = Echo::new(Operand { bytes: Ok(text.as_bytes()), ..operand }, Format::Uri);
        for ExplainedFinding { severity, what, reason } in findings {
            let report = report::finding(severity, &what, reason, &echo, operand.place);
            let report = if self.styled { report } else { plain(&report) };
            answers.output.extend_from_slice(report.as_bytes());
        }
        Ok(())
    }
}
