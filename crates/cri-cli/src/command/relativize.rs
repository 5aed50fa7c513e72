//! `relativize`: the shortest reference from one base to each target.

use cri_core::{Base, Cri};
use cri_uri::{Nfc, Options, ToUri, Uri, to_cri};

use crate::answers::{Answers, Sink};
use crate::args::subcommand;
use crate::command::against::{self, First, Hold, OnBase, full};
use crate::command::given::Given;
use crate::command::operands::Stop;
use crate::command::writer::write_parsed;
use crate::failure::Failure;

/// `cri relativize`: references from a base, which is `--base` or the first operand.
pub(super) fn relativize(args: subcommand::OnBase, sink: &mut Sink) -> Result<(), Stop> {
    let on_base = OnBase::new(&args)?;
    against::run_on_base(args, Relativize { on_base, made: Vec::new() }, sink)
}

#[derive(Clone)]
struct Relativize {
    on_base: OnBase,
    /// A buffer for the reference that is made.
    made: Vec<u8>,
}

impl Hold for Relativize {
    const FIRST: &'static str = "base";
    const NOT_FULL: &'static str = "base-not-full";

    fn hold(
        &mut self,
        first: &First,
        given: Given<'_>,
        buffer: &mut Vec<u8>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let options = given.options;
        let target = full(given, buffer, "target-not-full")?;
        let target = target.as_cri();
        given.doubt(target.into(), answers);
        let base = self.on_base.base(first);
        let reference = base.relativize(target, options.revision(), &mut self.made)?;
        let reference = reference.as_cri_ref();
        let writer = self.on_base.writer(first);
        match writer.to {
            Some(to) if to.is_text() && reference.to_uri(options).is_err() => {
                let uri = target.to_uri(options)?.to_string();
                let uri = relative_text(base, target, &uri, options).unwrap_or(uri);
                write_parsed(to, &mut answers.output, &uri)
            }
            _ => writer.write(given, || reference.sections(), Some(reference), answers),
        }
    }
}

/// The shortest URI reference from a base to a target with this URI, unless it leads to another CRI as a CRI
/// reference.
fn relative_text(base: Base<'_>, target: Cri<'_>, uri: &str, options: Options) -> Option<String> {
    let base_uri = base.sections().to_uri(options).ok()?.to_string();
    let reference = Uri::parse(&base_uri).ok()?.relativize(Uri::parse(uri).ok()?).ok()?.to_string();
    // A decoded CRI may hold text that is not in NFC.
    let options = options.with_nfc(Nfc::Keep);
    let cri = to_cri(&reference, options, Vec::new()).ok()?;
    let leads_there = base.resolve(cri.as_cri_ref()).ok()? == target;
    leads_there.then_some(reference)
}
