//! `resolve`: references against one base.

use cri_core::{Component, CriBuf};
use cri_uri::Options;

use super::{Stop, Target, Writer, answer, bytes, fail};
use crate::answers::{Answers, Sink};
use crate::args;
use crate::failure::Failure;
use crate::format::Format;
use crate::input::{Operand, Place};
use crate::run::Answer;

/// `cri resolve`: references against a base, which is the first operand unless the option says it.
pub(super) fn resolve(mut args: args::Resolve, sink: &mut Sink) -> Result<(), Stop> {
    let from = args.forms.from.unwrap_or(Format::Uri);
    let to = Target::One(args.forms.to().unwrap_or(from));
    let options = Options::new(args.common.revision);
    let writer = Writer { from, to, options, wants_uri: false, made: Vec::new() };
    let mut command = Resolve { writer, base: Base::Expected, keep_fragment: args.keep_fragment, read: Vec::new() };
    if from == Format::Cbor {
        if args.base.is_some() {
            return Err(Stop::Usage("expected the base as the first item on standard input, found --base"));
        }
        // Only one thread sees the first item.
        args.common.threads = 1;
    } else {
        let base = match args.base {
            Some(base) => base,
            None if args.operands.is_empty() => return Err(Stop::Usage("expected a base, found no operand")),
            None => args.operands.remove(0),
        };
        if base == "-" {
            return Err(Stop::Usage("expected a base, found - for standard input"));
        }
        let mut answers = Answers::default();
        let operand = Operand { bytes: Ok(base.as_encoded_bytes()), place: Place::Argument };
        command.answer(operand, &mut answers);
        sink.put(&answers)?;
        if let Base::Wrong = command.base {
            return Ok(());
        }
    }
    answer(&args.operands, from, args.common, command, sink)
}

#[derive(Clone)]
struct Resolve {
    writer: Writer,
    base: Base,
    keep_fragment: bool,
    /// Room for the reference that is read.
    read: Vec<u8>,
}

/// The base as far as it is known. It is an operand like the references, but the first.
#[derive(Clone)]
enum Base {
    /// It comes next.
    Expected,
    /// It is wrong, which was said: there is nothing to resolve against.
    Wrong,
    Known(CriBuf<Vec<u8>>),
}

impl Resolve {
    fn read_base(&self, operand: Operand<'_>) -> Result<CriBuf<Vec<u8>>, Failure> {
        let Writer { from, options, .. } = self.writer;
        let mut read = Vec::new();
        from.read(bytes(operand)?, options, &mut read)?;
        // It was read, so that this can be all that is wrong with it.
        CriBuf::from_buffer(read).map_err(|_| {
            let message = "expected a full CRI, one with a scheme, found a relative reference";
            Failure::new("base-not-full", message).about(Component::Scheme)
        })
    }

    fn resolve(&mut self, operand: Operand<'_>, answers: &mut Answers) -> Result<(), Failure> {
        let Writer { from, options, .. } = self.writer;
        let Base::Known(base) = &self.base else { return Ok(()) };
        let given = bytes(operand)?;
        let reference = from.read(given, options, &mut self.read)?;
        let reference = reference.as_cri_ref();
        let base = base.as_cri();
        let resolved =
            if self.keep_fragment { base.resolve(reference) } else { base.without_fragment().resolve(reference) };
        let resolved = resolved.map_err(|error| from.place(given, reference.as_bytes(), options, error.into()))?;
        self.writer.write(operand, resolved.sections(), None, answers)
    }
}

impl Answer for Resolve {
    fn answer(&mut self, operand: Operand<'_>, answers: &mut Answers) {
        let result = match &self.base {
            Base::Wrong | Base::Known(_) => self.resolve(operand, answers),
            Base::Expected => {
                let base = self.read_base(operand).map_err(|failure| failure.prefixed("base: "));
                base.map(|base| self.base = Base::Known(base)).inspect_err(|_| self.base = Base::Wrong)
            }
        };
        if let Err(failure) = result {
            fail(operand, self.writer.from, self.writer.json(), &failure, answers);
        }
    }
}
