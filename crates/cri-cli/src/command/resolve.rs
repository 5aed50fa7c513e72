//! `resolve`: references against one base.

use cri_core::CriRefBuf;
use cri_uri::elide_default_port;

use crate::answers::{Answers, Sink};
use crate::args::subcommand;
use crate::command::against::{self, First, Hold, OnBase};
use crate::command::given::Given;
use crate::command::operands::Stop;
use crate::failure::Failure;

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
        let resolved =
            resolved.map_err(|error| from.place(operand.read(), options, error.into()))?;
        self.0.writer(first).write(given, || resolved.sections(), None, answers)
    }
}
