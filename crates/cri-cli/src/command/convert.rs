//! `encode` and `decode`: one conversion with two sets of defaults.

use crate::answers::{Answers, Sink};
use crate::args::subcommand;
use crate::command::forms::Forms;
use crate::command::operands::{Stop, answer, bytes, fail, refuse_terminal};
use crate::command::writer::{Target, Writer};
use crate::doubt;
use crate::failure::Failure;
use crate::format::Format;
use crate::input::operand::Operand;
use crate::run::Answer;

/// `cri encode`: URIs to CRIs.
pub(super) fn encode(args: &subcommand::Convert, sink: &mut Sink) -> Result<(), Stop> {
    let to = args.forms.to().map_or(Target::HexAndEdn, Target::One);
    convert(args, Forms::or_uri(args.forms.from), to, false, sink)
}

/// `cri decode`: CRIs to URIs.
pub(super) fn decode(args: &subcommand::Convert, sink: &mut Sink) -> Result<(), Stop> {
    let to = Target::One(args.forms.to().unwrap_or(Format::Uri));
    convert(args, Forms::or_hex(args.forms.from), to, true, sink)
}

fn convert(
    args: &subcommand::Convert,
    forms: Forms,
    to: Target,
    wants_uri: bool,
    sink: &mut Sink,
) -> Result<(), Stop> {
    refuse_terminal(args.forms.to())?;
    let options = args.conversion.options();
    let writer = Writer { from: Format::Uri, to, options, wants_uri, made: Vec::new() };
    let command = Convert { writer, forms, read: Vec::new() };
    answer(&args.operands, forms, args.conversion.common.threads, command, sink)
}

#[derive(Clone)]
struct Convert {
    writer: Writer,
    forms: Forms,
    /// A buffer for the CRI that is read.
    read: Vec<u8>,
}

impl Convert {
    fn convert(&mut self, operand: Operand<'_>, answers: &mut Answers) -> Result<(), Failure> {
        let Writer { from, options, .. } = self.writer;
        let cri = from.read(bytes(operand)?, options, &mut self.read)?;
        let cri = cri.as_cri_ref();
        let notes = &mut self.forms.notes;
        doubt::about_cri(notes, operand, from, cri, options.schemes, answers);
        self.writer.write(operand, || cri.sections(), Some(cri), answers)
    }
}

impl Answer for Convert {
    fn answer(&mut self, operand: Operand<'_>, answers: &mut Answers) {
        self.writer.from = self.forms.choose(operand, answers);
        if let Err(failure) = self.convert(operand, answers) {
            fail(operand, self.writer.from, self.writer.json(), failure, answers);
        }
    }
}
