//! `resolve`: references against one base.

use cri_core::CriRefBuf;
use cri_uri::elide_default_port;

use crate::answers::{Answers, Sink};
use crate::args::subcommand;
use crate::command::against::{self, First, Hold, Reading};
use crate::command::forms::Forms;
use crate::command::operands::{Stop, bytes, refuse_terminal};
use crate::command::writer::{Target, Writer};
use crate::failure::Failure;
use crate::format::Format;
use crate::input::operand::Operand;

/// `cri resolve`: references against a base, which is `--base` or the first operand.
pub(super) fn resolve(args: subcommand::Resolve, sink: &mut Sink) -> Result<(), Stop> {
    let subcommand::Resolve { references, based, forms, conversion } = args;
    let to = forms.to();
    refuse_terminal(to.or(forms.from))?;
    let operands = based.first.into_iter().chain(references).collect();
    let options = conversion.options();
    let from = Format::Uri;
    let writer = Writer {
        from,
        to: Target::One(to.unwrap_or(from)),
        options,
        wants_uri: false,
        made: Vec::new(),
    };
    let reading = Reading {
        forms: Forms::or_uri(forms.from),
        options,
        json: to.map(|to| to == Format::Json),
    };
    let command = Resolve {
        writer,
        as_base: to.is_none(),
        keep_fragment: based.keep_fragment,
        read: Vec::new(),
    };
    against::run(based.base, operands, conversion.common.threads, reading, command, sink)
}

#[derive(Clone)]
struct Resolve {
    writer: Writer,
    /// Whether answers are in the format of the base.
    as_base: bool,
    keep_fragment: bool,
    /// A buffer for the reference that is read.
    read: Vec<u8>,
}

impl Hold for Resolve {
    const FIRST: &'static str = "base";
    const NOT_FULL: &'static str = "base-not-full";

    fn hold(
        &mut self,
        base: &First,
        operand: Operand<'_>,
        from: Format,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        if self.as_base {
            self.writer.to = Target::One(base.from);
        }
        self.writer.from = from;
        let options = self.writer.options;
        let given = bytes(operand)?;
        let reference = from.read(given, options, &mut self.read)?;
        let reference = reference.as_cri_ref();
        let base = base.as_cri();
        let elided = if from.is_text() {
            elide_default_port(base, reference, options, Vec::new())
        } else {
            None
        };
        let reference = elided.as_ref().map_or(reference, CriRefBuf::as_cri_ref);
        let resolved = if self.keep_fragment {
            base.resolve(reference)
        } else {
            base.without_fragment().resolve(reference)
        };
        let resolved = resolved.map_err(|error| from.place(given, options, error.into()))?;
        self.writer.write(operand, || resolved.sections(), None, answers)
    }
}
