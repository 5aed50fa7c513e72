//! `encode` and `decode`: the same conversion, with other defaults.

use super::{Stop, Target, Writer, answer, bytes, fail};
use crate::answers::{Answers, Sink};
use crate::args;
use crate::failure::Failure;
use crate::format::Format;
use crate::input::Operand;
use crate::run::Answer;

/// `cri encode`: URIs to CRIs.
pub(super) fn encode(args: &args::Convert, sink: &mut Sink) -> Result<(), Stop> {
    let to = args.forms.to().map_or(Target::HexAndEdn, Target::One);
    convert(args, Format::Uri, to, false, sink)
}

/// `cri decode`: CRIs to URIs.
pub(super) fn decode(args: &args::Convert, sink: &mut Sink) -> Result<(), Stop> {
    let to = Target::One(args.forms.to().unwrap_or(Format::Uri));
    convert(args, Format::Hex, to, true, sink)
}

fn convert(args: &args::Convert, from: Format, to: Target, wants_uri: bool, sink: &mut Sink) -> Result<(), Stop> {
    let said = args.forms.from;
    let from = said.unwrap_or(from);
    let options = args.conversion.options();
    let writer = Writer { from, to, options, wants_uri, made: Vec::new() };
    let command = Convert { writer, default: from, said, read: Vec::new() };
    answer(&args.operands, from, args.conversion.common.threads, command, sink)
}

#[derive(Clone)]
struct Convert {
    writer: Writer,
    /// How the operands are written, if that was said.
    said: Option<Format>,
    /// And where it was not.
    default: Format,
    /// Room for the CRI that is read.
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
        // Each operand may look like another form.
        self.writer.from = self.said.unwrap_or_else(|| self.default.or_json(operand.read()));
        if let Err(failure) = self.convert(operand, answers) {
            fail(operand, self.writer.from, self.writer.json(), &failure, answers);
        }
    }
}
