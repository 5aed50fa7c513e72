//! `encode` and `decode`: one conversion with two sets of defaults.

use crate::answers::{Answers, Sink};
use crate::args::subcommand;
use crate::command::forms::Forms;
use crate::command::given::Given;
use crate::command::operands::{Command, Each, Reading, Stop, refuse_terminal, rows};
use crate::command::writer::Writer;
use crate::failure::Failure;
use crate::format::Format;

/// `cri encode`: URIs to CRIs.
pub(super) fn encode(args: &subcommand::Convert, sink: &mut Sink) -> Result<(), Stop> {
    let to = args.forms.to().or(args.rows.rows.then_some(Format::Hex));
    convert(args, Forms::or_uri(args.forms.from), to, false, sink)
}

/// `cri decode`: CRIs to URIs.
pub(super) fn decode(args: &subcommand::Convert, sink: &mut Sink) -> Result<(), Stop> {
    let to = args.forms.to().unwrap_or(Format::Uri);
    convert(args, Forms::or_hex(args.forms.from), Some(to), true, sink)
}

fn convert(
    args: &subcommand::Convert,
    forms: Forms,
    to: Option<Format>,
    wants_uri: bool,
    sink: &mut Sink,
) -> Result<(), Stop> {
    refuse_terminal(to)?;
    let rows = rows(args.rows, to)?;
    let (options, json) = (args.conversion.options(), to == Some(Format::Json));
    let reading = Reading { forms, options, json: Some(json) };
    let command = Convert { writer: Writer { to, wants_uri, by_rfc3986: None, made: Vec::new() } };
    let each = Each::new(reading, command).in_rows(rows);
    each.run(&args.operands, args.conversion.common.threads, sink)
}

#[derive(Clone)]
struct Convert {
    writer: Writer,
}

impl Command for Convert {
    fn answer(
        &mut self,
        given: Given<'_>,
        buffer: &mut Vec<u8>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let cri = given.read(buffer)?;
        let cri = cri.as_cri_ref();
        given.doubt(cri, answers);
        self.writer.write(given, || cri.sections(), Some(cri), answers)
    }
}
