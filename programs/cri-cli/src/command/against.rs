//! The common part of `resolve`, `relativize` and `compare`, which apply the first operand to each of the others.

use std::ffi::OsString;

use cri_core::{Base, Component, Cri, CriBuf};
use cri_uri::Options;
use memchr::memchr;

use crate::answers::{Answers, Sink};
use crate::args::subcommand;
use crate::command::forms::Forms;
use crate::command::given::Given;
use crate::command::operands::{Command, Each, Reading, Stop, refuse_terminal, rows};
use crate::command::rows::{Rows, value};
use crate::command::writer::Writer;
use crate::failure::Failure;
use crate::format::Format;
use crate::input::operand::{Operand, Place};

/// A command that applies the first operand, a full CRI, to each of the others.
pub(crate) trait Hold: Clone + Send {
    /// The name of the first operand in messages.
    const FIRST: &'static str;
    /// The kind of failure if the first operand is a relative reference.
    const NOT_FULL: &'static str;

    /// Appends the answer to one operand. `buffer` is for the CRI that is read.
    fn hold(
        &mut self,
        first: &First,
        given: Given<'_>,
        buffer: &mut Vec<u8>,
        answers: &mut Answers,
    ) -> Result<(), Failure>;
}

/// The first operand: the base, or the CRI to compare with.
#[derive(Clone)]
pub(crate) struct First {
    cri: CriBuf<Vec<u8>>,
    /// The operand, unless it is a column.
    source: Vec<u8>,
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
    pub(crate) fn new(args: &subcommand::OnBase) -> Result<Self, Stop> {
        let to = args.forms.to();
        refuse_terminal(to.or(args.forms.from))?;
        let writer = Writer { to, wants_uri: false, by_rfc3986: None, made: Vec::new() };
        Ok(Self { writer, as_base: to.is_none(), keep_fragment: args.keep_fragment })
    }

    /// The writer of the answers.
    pub(crate) fn writer(&mut self, base: &First) -> &mut Writer {
        if self.as_base {
            self.writer.to = Some(base.from);
        }
        &mut self.writer
    }

    /// The base, without its fragment unless that is kept.
    pub(crate) fn base<'b>(&self, base: &'b First) -> Base<'b> {
        let base = base.as_cri();
        if self.keep_fragment { base.into() } else { base.without_fragment() }
    }
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
    let rows = rows(args.rows, args.forms.to().or(args.forms.from))?;
    let operands = args.operands();
    run(args.base, operands, args.conversion.common.threads, reading, rows, hold, sink)
}

/// Answers the operands with `first`, or with the first of them if `first` is `None`. Rows without either have the first
/// operand in their first column.
pub(crate) fn run<H: Hold>(
    first: Option<OsString>,
    mut operands: Vec<OsString>,
    mut threads: u16,
    reading: Reading,
    rows: Option<Rows>,
    hold: H,
    sink: &mut Sink,
) -> Result<(), Stop> {
    if rows.is_some() && first.is_none() && operands.is_empty() {
        return Each::new(reading, Pairs { hold, first: Vec::new(), room: Default::default() })
            .in_rows(rows)
            .run(&[], threads, sink);
    }
    let mut each = Each::new(reading, Against { hold, state: State::Expected }).in_rows(rows);
    if reading.forms.are_cbor() {
        if rows.is_some() {
            return Err(Stop::Usage(format!(
                "with --rows and --from cbor, the {0} is the first column; leave out the {0} here",
                H::FIRST
            )));
        }
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
        each.answer_operand(
            Operand { bytes: Ok(first.as_encoded_bytes()), place: Place::Argument },
            &mut answers,
        );
        sink.put(&mut answers)?;
        if each.command.has_ended() {
            return Ok(());
        }
    }
    each.run(&operands, threads, sink)
}

#[derive(Clone)]
struct Against<H> {
    hold: H,
    state: State,
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

impl<H: Hold> Command for Against<H> {
    fn answer(
        &mut self,
        given: Given<'_>,
        buffer: &mut Vec<u8>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        if let State::Known(first) = &self.state {
            return self.hold.hold(first, given, buffer, answers);
        }
        self.state = State::Wrong;
        let first = full(given, buffer, H::NOT_FULL)
            .map_err(|failure| failure.prefixed(&format!("{}: ", H::FIRST)))?;
        given.doubt(first.as_cri().into(), answers);
        let echo = given.echo().with_userinfo(first.userinfo().is_some());
        let echo = String::from_utf8_lossy(&echo.masked()).into_owned();
        let (cri, source) = (first.as_cri().to_buf(), given.bytes()?.to_vec());
        self.state = State::Known(First { cri, source, from: given.from, echo });
        Ok(())
    }

    /// The options are those of the first operand, too.
    fn again(&self, from: Option<Format>, options: Options) -> Option<Self> {
        let mut command = Self { state: State::Expected, ..self.clone() };
        if let State::Known(First { source, from: found, .. }) = &self.state {
            let operand = Operand { bytes: Ok(source), place: Place::Argument };
            let from = from.unwrap_or(*found);
            let first = Given { operand, from, options, json: false, is_row: false };
            command.answer(first, &mut Vec::new(), &mut Answers::to_nowhere()).ok()?;
        }
        Some(command)
    }

    /// The first operand decides.
    fn is_json(&self, from: Format) -> bool {
        let first = if let State::Known(first) = &self.state { first.from } else { from };
        first == Format::Json
    }

    fn has_ended(&self) -> bool {
        matches!(self.state, State::Wrong)
    }
}

/// Rows of two columns: a first operand, and an operand that it is applied to.
#[derive(Clone)]
struct Pairs<H> {
    hold: H,
    /// Buffers for the CRI of the first column, and for columns with escapes.
    first: Vec<u8>,
    room: [Vec<u8>; 2],
}

impl<H: Hold> Command for Pairs<H> {
    const SPLITS_ROWS: bool = true;

    fn answer(
        &mut self,
        given: Given<'_>,
        buffer: &mut Vec<u8>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let row = given.bytes()?;
        let Some(tab) = memchr(b'\t', row) else {
            let message = "the row has no tab; write two columns, with a tab between them";
            return Err(Failure::new("missing-column", message));
        };
        let [first_room, second_room] = &mut self.room;
        let columns = (value(&row[..tab], first_room), value(&row[tab + 1..], second_room));
        let (Some(first), Some(second)) = columns else { return Ok(()) };
        let of =
            |column| Given { operand: Operand { bytes: Ok(column), ..given.operand }, ..given };
        let cri = full(of(first), &mut self.first, H::NOT_FULL)
            .map_err(|failure| Failure { kind: "wrong-base", ..failure })?;
        let (cri, from) = (cri.as_cri().to_buf(), given.from);
        let first = First { cri, source: Vec::new(), from, echo: String::new() };
        self.hold.hold(&first, of(second), buffer, answers)
    }
}

/// Reads an operand into `buffer` as a full CRI. A relative reference is a failure of the kind `not_full`.
pub(crate) fn full<'b>(
    given: Given<'_>,
    buffer: &'b mut Vec<u8>,
    not_full: &'static str,
) -> Result<CriBuf<&'b mut Vec<u8>>, Failure> {
    given.read(buffer)?.into_full().map_err(|_| {
        let message = "this reference is relative; write a full CRI, which has a scheme";
        Failure::new(not_full, message).about(Component::Scheme)
    })
}
