//! `relativize`: the shortest reference from one base to each target.

use cri_core::{Base, Cri};
use cri_uri::{Nfc, Options, ToUri, Uri, to_cri};

use crate::answers::{Answers, Sink};
use crate::args::subcommand;
use crate::command::against::{self, First, Hold, Reading, full};
use crate::command::forms::{Forms, has_registered_scheme};
use crate::command::operands::{Stop, bytes, refuse_terminal};
use crate::command::writer::{Target, Writer, write_parsed};
use crate::doubt;
use crate::failure::Failure;
use crate::format::Format;
use crate::input::operand::Operand;
use crate::notes::Notes;

/// `cri relativize`: references from a base, which is `--base` or the first operand.
pub(super) fn relativize(args: subcommand::Relativize, sink: &mut Sink) -> Result<(), Stop> {
    let subcommand::Relativize { targets, based, forms, conversion } = args;
    let to = forms.to();
    refuse_terminal(to.or(forms.from))?;
    let operands = based.first.into_iter().chain(targets).collect();
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
    let command = Relativize {
        writer,
        as_base: to.is_none(),
        keep_fragment: based.keep_fragment,
        notes: Notes::default(),
        read: Vec::new(),
        made: Vec::new(),
    };
    against::run(based.base, operands, conversion.common.threads, reading, command, sink)
}

#[derive(Clone)]
struct Relativize {
    writer: Writer,
    /// Whether answers are in the format of the base.
    as_base: bool,
    keep_fragment: bool,
    notes: Notes,
    /// A buffer for the target that is read.
    read: Vec<u8>,
    /// A buffer for the reference that is made.
    made: Vec<u8>,
}

impl Hold for Relativize {
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
        let target = full(from.read(bytes(operand)?, options, &mut self.read)?, "target-not-full")?;
        if from.is_text() && !has_registered_scheme(target.as_cri().into()) {
            doubt::about_uri(&mut self.notes, operand, options.schemes, answers);
        }
        let target = target.as_cri();
        let base = base.as_cri();
        let base = if self.keep_fragment { base.into() } else { base.without_fragment() };
        let reference = base.relativize(target, options.revision, &mut self.made)?;
        let reference = reference.as_cri_ref();
        match self.writer.to {
            Target::One(to) if to.is_text() && reference.to_uri(options).is_err() => {
                let uri = target.to_uri(options)?.to_string();
                let uri = relative_text(base, target, &uri, options).unwrap_or(uri);
                write_parsed(to, &mut answers.output, &uri)
            }
            _ => self.writer.write(operand, || reference.sections(), Some(reference), answers),
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
