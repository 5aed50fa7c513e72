//! `encode` and `decode`: one conversion with two sets of defaults.

use crate::answers::{Answers, Sink};
use crate::args::subcommand;
use crate::command::operands::{Stop, answer, bytes, fail};
use crate::command::writer::{Target, Writer};
use crate::failure::Failure;
use crate::format::Format;
use crate::input::operand::Operand;
use crate::run::Answer;

/// `cri encode`: URIs to CRIs.
pub(super) fn encode(args: &subcommand::Convert, sink: &mut Sink) -> Result<(), Stop> {
    let to = args.forms.to().map_or(Target::HexAndEdn, Target::One);
    convert(args, Format::Uri, to, false, sink)
}

/// `cri decode`: CRIs to URIs.
pub(super) fn decode(args: &subcommand::Convert, sink: &mut Sink) -> Result<(), Stop> {
    let to = Target::One(args.forms.to().unwrap_or(Format::Uri));
    convert(args, Format::Hex, to, true, sink)
}

fn convert(args: &subcommand::Convert, from: Format, to: Target, wants_uri: bool, sink: &mut Sink) -> Result<(), Stop> {
    let given = args.forms.from;
    let from = given.unwrap_or(from);
    let options = args.conversion.options();
    let writer = Writer { from, to, options, wants_uri, made: Vec::new() };
    let command = Convert { writer, default: from, given, read: Vec::new() };
    answer(&args.operands, from, args.conversion.common.threads, command, sink)
}

#[derive(Clone)]
struct Convert {
    writer: Writer,
    /// The format of the operands, if the command line names one.
    given: Option<Format>,
    /// The format of the operands otherwise.
    default: Format,
    /// A buffer for the CRI that is read.
    read: Vec<u8>,
}

impl Convert {
    fn convert(&mut self, operand: Operand<'_>, answers: &mut Answers) -> Result<(), Failure> {
        let Writer { from, options, .. } = self.writer;
        let cri = from.read(bytes(operand)?, options, &mut self.read)?;
        let cri = cri.as_cri_ref();
        self.writer.write(operand, || cri.sections(), Some(cri), answers)
    }
}

impl Answer for Convert {
    fn answer(&mut self, operand: Operand<'_>, answers: &mut Answers) {
        // Each operand may be in another format.
        self.writer.from = self.given.unwrap_or_else(|| self.default.or_json(operand.read()));
        if let Err(failure) = self.convert(operand, answers) {
            fail(operand, self.writer.from, self.writer.json(), &failure, answers);
        }
    }
}
