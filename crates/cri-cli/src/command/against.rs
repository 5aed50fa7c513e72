//! The common part of `resolve`, `relativize` and `compare`, which apply the first operand to each of the others.

use std::ffi::OsString;

use cri_core::{Base, Buffer, Component, Cri, CriBuf, CriRefBuf};
use cri_uri::Options;

use crate::answers::{Answers, Sink};
use crate::args::subcommand;
use crate::command::forms::Forms;
use crate::command::operands::{Stop, answer, bytes, fail, refuse_terminal};
use crate::command::writer::{Target, Writer};
use crate::doubt;
use crate::echo::Echo;
use crate::failure::Failure;
use crate::format::Format;
use crate::input::operand::{Operand, Place};
use crate::run::Answer;

/// A command that applies the first operand, a full CRI, to each of the others.
pub(crate) trait Hold: Clone + Send {
    /// The name of the first operand in messages.
    const FIRST: &'static str;
    /// The kind of failure if the first operand is a relative reference.
    const NOT_FULL: &'static str;

    /// Appends the answer to one operand.
    ///
    /// # Errors
    ///
    /// The failure of the operand.
    fn hold(&mut self, first: &First, given: Given<'_>, out: &mut Answers) -> Result<(), Failure>;
}

/// An operand, and its format.
#[derive(Clone, Copy)]
pub(crate) struct Given<'a> {
    pub(crate) operand: Operand<'a>,
    pub(crate) from: Format,
}

/// The first operand: the base, or the CRI to compare with.
#[derive(Clone, Debug)]
pub(crate) struct First {
    cri: CriBuf<Vec<u8>>,
    /// Its format.
    pub(crate) from: Format,
    /// The operand with its passwords masked.
    pub(crate) echo: String,
}

impl First {
    pub(crate) fn as_cri(&self) -> Cri<'_> {
        self.cri.as_cri()
    }
}

/// How `resolve` and `relativize` use the base, and how they write answers.
#[derive(Clone)]
pub(crate) struct OnBase {
    writer: Writer,
    /// Whether answers are in the format of the base.
    as_base: bool,
    keep_fragment: bool,
}

impl OnBase {
    /// Answers in the format of `--to`, or else in that of the base.
    ///
    /// # Errors
    ///
    /// [`Stop::Usage`] if CBOR would be written to a terminal.
    pub(crate) fn new(args: &subcommand::OnBase) -> Result<Self, Stop> {
        let (to, from) = (args.forms.to(), Format::Uri);
        refuse_terminal(to.or(args.forms.from))?;
        let (as_base, to) = (to.is_none(), Target::One(to.unwrap_or(from)));
        let options = args.conversion.options();
        let writer = Writer { from, to, options, wants_uri: false, made: Vec::new() };
        Ok(Self { writer, as_base, keep_fragment: args.keep_fragment })
    }

    /// The writer of the answer to an operand in the format `from`.
    pub(crate) fn writer(&mut self, base: &First, from: Format) -> &mut Writer {
        if self.as_base {
            self.writer.to = Target::One(base.from);
        }
        self.writer.from = from;
        &mut self.writer
    }

    /// The base, without its fragment unless that is kept.
    pub(crate) fn base<'b>(&self, base: &'b First) -> Base<'b> {
        let base = base.as_cri();
        if self.keep_fragment { base.into() } else { base.without_fragment() }
    }
}

/// How operands are read, and how failures are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) forms: Forms,
    pub(crate) options: Options,
    /// Whether failures are written as JSON. If this is `None`, they are if the first operand is JSON.
    pub(crate) json: Option<bool>,
}

/// Answers the operands of `resolve` or `relativize`.
pub(crate) fn run_on_base(
    mut args: subcommand::OnBase,
    hold: impl Hold,
    sink: &mut Sink,
) -> Result<(), Stop> {
    let reading = Reading {
        forms: Forms::or_uri(args.forms.from),
        options: args.conversion.options(),
        json: args.forms.to().map(|to| to == Format::Json),
    };
    let operands = args.operands();
    run(args.base, operands, args.conversion.common.threads, reading, hold, sink)
}

/// Answers the operands with `first`, or with the first of them if `first` is `None`.
pub(crate) fn run<H: Hold>(
    first: Option<OsString>,
    mut operands: Vec<OsString>,
    mut threads: u16,
    reading: Reading,
    hold: H,
    sink: &mut Sink,
) -> Result<(), Stop> {
    let mut command = Against { hold, state: State::Expected, reading };
    if reading.forms.are_cbor() {
        if first.is_some() {
            return Err(Stop::Usage(format!(
                "--{0} cannot be CBOR; with --from cbor, the {0} is the first item on standard input",
                H::FIRST
            )));
        }
        // Only one thread would see the first item.
        threads = 1;
    } else {
        let first = match first {
            Some(first) => first,
            None if operands.is_empty() => {
                return Err(Stop::Usage(format!(
                    "the {0} is missing; write it before the other operands",
                    H::FIRST
                )));
            }
            None => operands.remove(0),
        };
        if first == "-" {
            return Err(Stop::Usage(format!(
                "the {0} cannot be -, which stands for standard input; write the {0} itself",
                H::FIRST
            )));
        }
        let mut answers = Answers::default();
        command.answer(
            Operand { bytes: Ok(first.as_encoded_bytes()), place: Place::Argument },
            &mut answers,
        );
        sink.put(&mut answers)?;
        if let State::Wrong = command.state {
            return Ok(());
        }
    }
    answer(&operands, reading.forms, threads, command, sink)
}

#[derive(Clone)]
struct Against<H> {
    hold: H,
    state: State,
    reading: Reading,
}

/// The state of reading the first operand.
#[derive(Clone)]
enum State {
    /// The next operand is the first.
    Expected,
    /// It was wrong, which was reported. No other operand can be answered.
    Wrong,
    Known(First),
}

impl<H: Hold> Against<H> {
    fn read_first(
        &mut self,
        operand: Operand<'_>,
        from: Format,
        answers: &mut Answers,
    ) -> Result<First, Failure> {
        let options = self.reading.options;
        let mut read = Vec::new();
        from.read(bytes(operand)?, options, &mut read)?;
        // The operand was read as a CRI reference, so it can only lack a scheme.
        let cri = CriBuf::decode(read).map_err(|_| not_full(H::NOT_FULL))?;
        let notes = &mut self.reading.forms.notes;
        doubt::about_cri(notes, operand, from, cri.as_cri().into(), options.schemes, answers);
        let echo = String::from_utf8_lossy(&Echo::new(operand, from).masked()).into_owned();
        Ok(First { cri, from, echo })
    }
}

impl<H: Hold> Answer for Against<H> {
    fn answer(&mut self, operand: Operand<'_>, answers: &mut Answers) {
        if let State::Wrong = self.state {
            return;
        }
        let from = self.reading.forms.choose(operand, answers);
        let result = match &self.state {
            State::Wrong => return,
            State::Known(first) => self.hold.hold(first, Given { operand, from }, answers),
            State::Expected => match self.read_first(operand, from, answers) {
                Ok(first) => {
                    self.state = State::Known(first);
                    return;
                }
                Err(failure) => {
                    self.state = State::Wrong;
                    Err(failure.prefixed(&format!("{}: ", H::FIRST)))
                }
            },
        };
        if let Err(failure) = result {
            let as_first = || match &self.state {
                State::Known(first) => first.from == Format::Json,
                _ => from == Format::Json,
            };
            fail(operand, from, self.reading.json.unwrap_or_else(as_first), failure, answers);
        }
    }
}

/// The reference as a full CRI.
///
/// # Errors
///
/// A failure of this kind, for a relative reference.
pub(crate) fn full<B: Buffer>(
    read: CriRefBuf<B>,
    kind: &'static str,
) -> Result<CriBuf<B>, Failure> {
    read.into_full().map_err(|_| not_full(kind))
}

fn not_full(kind: &'static str) -> Failure {
    Failure::new(kind, "this reference is relative; write a full CRI, which has a scheme")
        .about(Component::Scheme)
}
