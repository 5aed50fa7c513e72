//! `resolve`: references against one base.

use cri_core::{CriRefBuf, Sections};
use cri_uri::__private::other_target;
use cri_uri::equivalence::elide_default_port;

use crate::answers::{Answers, Sink};
use crate::args::subcommand;
use crate::command::against::{self, First, Hold, OnBase};
use crate::command::given::Given;
use crate::command::operands::Stop;
use crate::echo::Echo;
use crate::failure::Failure;
use crate::format::Format;
use crate::input::operand::Operand;
use crate::notes::Note;
use crate::report;

/// `cri resolve`: references against a base, which is `--base` or the first operand.
pub(super) fn resolve(args: subcommand::OnBase, sink: &mut Sink) -> Result<(), Stop> {
    let on_base = OnBase::new(&args)?;
    against::run_on_base(args, Resolve(on_base), sink)
}

#[derive(Clone)]
struct Resolve(OnBase);

impl Hold for Resolve {
    const FIRST: &'static str = "base";
    const NOT_FULL: &'static str = "base-not-full";

    fn hold(
        &mut self,
        first: &First,
        given: Given<'_>,
        buffer: &mut Vec<u8>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let Given { operand, from, options, .. } = given;
        let reference = given.read(buffer)?;
        let reference = reference.as_cri_ref();
        let elided = from
            .is_text()
            .then(|| elide_default_port(first.as_cri(), reference, options, Vec::new()))
            .transpose()?
            .flatten();
        let reference = elided.as_ref().map_or(reference, CriRefBuf::as_cri_ref);
        let resolved = self.0.base(first).resolve(reference);
        let target = resolved.as_ref().ok().map(|resolved| resolved.sections());
        let other = by_rfc3986(given, first, target)?;
        let shown = |uri: &str| {
            let uri = Operand { bytes: Ok(uri.as_bytes()), ..operand };
            report::excerpt(&Echo::new(uri, Format::Uri))
        };
        let resolved = resolved.map_err(|error| {
            let failure = from.place(operand.read(), options, error.into());
            match &other {
                Some(uri) => failure.advising(&format!("RFC 3986 resolves it to {}", shown(uri))),
                None => failure,
            }
        })?;
        if let Some(uri) = &other {
            answers.note(Note::Target, operand.place, || {
                let reference = report::excerpt(&given.echo());
                let uri = shown(uri);
                Some(format!("RFC 3986 resolves {reference} to {uri}; the rules for CRIs differ"))
            });
        }
        let writer = self.0.writer(first);
        writer.by_rfc3986 = other;
        writer.write(given, || resolved.sections(), None, answers)
    }
}

/// The target by RFC 3986, if the reference is text and CRIs have another target or none.
fn by_rfc3986(
    given: Given<'_>,
    base: &First,
    target: Option<Sections<'_>>,
) -> Result<Option<String>, Failure> {
    let text = if given.from.is_text() && !given.is_row { given.text()? } else { "" };
    // The empty reference leads to the base. An option says whether with its fragment.
    let is_empty = text.is_empty();
    Ok((!is_empty).then(|| other_target(base.as_cri(), text, target, given.options)).flatten())
}
