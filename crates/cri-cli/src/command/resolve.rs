//! `resolve`: references against one base.

use cri_core::CriRefBuf;
use cri_uri::elide_default_port;

use crate::answers::{Answers, Sink};
use crate::args::subcommand;
use crate::command::against::{self, First, Given, Hold, OnBase};
use crate::command::operands::{Stop, bytes};
use crate::failure::Failure;

/// `cri resolve`: references against a base, which is `--base` or the first operand.
pub(super) fn resolve(args: subcommand::OnBase, sink: &mut Sink) -> Result<(), Stop> {
    let on_base = OnBase::new(&args)?;
    against::run_on_base(args, Resolve { on_base, read: Vec::new() }, sink)
}

#[derive(Clone)]
struct Resolve {
    on_base: OnBase,
    /// A buffer for the reference that is read.
    read: Vec<u8>,
}

impl Hold for Resolve {
    const FIRST: &'static str = "base";
    const NOT_FULL: &'static str = "base-not-full";

    fn hold(&mut self, first: &First, given: Given<'_>, out: &mut Answers) -> Result<(), Failure> {
        let Given { operand, from } = given;
        let writer = self.on_base.writer(first, from);
        let options = writer.options;
        let text = bytes(operand)?;
        let reference = from.read(text, options, &mut self.read)?;
        let reference = reference.as_cri_ref();
        let elided = from
            .is_text()
            .then(|| elide_default_port(first.as_cri(), reference, options, Vec::new()))
            .flatten();
        let reference = elided.as_ref().map_or(reference, CriRefBuf::as_cri_ref);
        let resolved = self.on_base.base(first).resolve(reference);
        let resolved = resolved.map_err(|error| from.place(text, options, error.into()))?;
        self.on_base.writer(first, from).write(operand, || resolved.sections(), None, out)
    }
}
