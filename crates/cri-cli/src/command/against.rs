//! What the commands share that hold each operand against the first, a base or the one to compare with.

use std::ffi::OsString;

use cri_core::{Buffer, Component, Cri, CriBuf, CriRefBuf};
use cri_uri::Options;

use super::{Stop, answer, bytes, fail};
use crate::answers::{Answers, Sink};
use crate::echo::Echo;
use crate::failure::Failure;
use crate::format::Format;
use crate::input::{Operand, Place};
use crate::run::Answer;

/// A command that holds operands against a full CRI.
pub(super) trait Hold: Clone + Send {
    /// What that one is called.
    const FIRST: &'static str;
    /// The kind of failure of a relative reference in its place.
    const NOT_FULL: &'static str;

    /// Appends the answer to one operand.
    ///
    /// # Errors
    ///
    /// Whatever is wrong with the operand.
    fn hold(&mut self, first: &First, operand: Operand<'_>, answers: &mut Answers) -> Result<(), Failure>;
}

/// The operand that the others are held against.
#[derive(Clone, Debug)]
pub(super) struct First {
    cri: CriBuf<Vec<u8>>,
    /// What was typed, passwords masked.
    pub(super) echo: String,
}

impl First {
    pub(super) fn as_cri(&self) -> Cri<'_> {
        self.cri.as_cri()
    }
}

/// How operands are read, and whether failures are written as JSON.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    pub(super) from: Format,
    pub(super) options: Options,
    pub(super) json: bool,
}

/// Holds the operands against `first`; where there is none, against the first of them.
pub(super) fn run<H: Hold>(
    first: Option<OsString>,
    mut operands: Vec<OsString>,
    mut threads: u16,
    reading: Reading,
    hold: H,
    sink: &mut Sink,
) -> Result<(), Stop> {
    let mut command = Against { hold, state: State::Expected, reading };
    if reading.from == Format::Cbor {
        if first.is_some() {
            return Err(Stop::Usage(format!(
                "expected the {0} as the first item on standard input, found --{0}",
                H::FIRST
            )));
        }
        // Only one thread sees the first item.
        threads = 1;
    } else {
        let first = match first {
            Some(first) => first,
            None if operands.is_empty() => {
                return Err(Stop::Usage(format!("expected a {}, found no operand", H::FIRST)));
            }
            None => operands.remove(0),
        };
        if first == "-" {
            return Err(Stop::Usage(format!("expected a {}, found - for standard input", H::FIRST)));
        }
        let mut answers = Answers::default();
        command.answer(Operand { bytes: Ok(first.as_encoded_bytes()), place: Place::Argument }, &mut answers);
        sink.put(&answers)?;
        if let State::Wrong = command.state {
            return Ok(());
        }
    }
    answer(&operands, reading.from, threads, command, sink)
}

#[derive(Clone)]
struct Against<H> {
    hold: H,
    state: State,
    reading: Reading,
}

/// The first operand as far as it is known.
#[derive(Clone)]
enum State {
    /// It comes next.
    Expected,
    /// It is wrong, which was said: there is nothing to hold others against.
    Wrong,
    Known(First),
}

impl<H: Hold> Against<H> {
    fn read_first(&self, operand: Operand<'_>) -> Result<First, Failure> {
        let Reading { from, options, .. } = self.reading;
        let mut read = Vec::new();
        from.read(bytes(operand)?, options, &mut read)?;
        // It was read, so that this can be all that is wrong with it.
        let cri = CriBuf::from_buffer(read).map_err(|_| not_full(H::NOT_FULL))?;
        let echo = String::from_utf8_lossy(&Echo::new(operand, from).masked()).into_owned();
        Ok(First { cri, echo })
    }
}

impl<H: Hold> Answer for Against<H> {
    fn answer(&mut self, operand: Operand<'_>, answers: &mut Answers) {
        let result = match &self.state {
            State::Wrong => return,
            State::Known(first) => self.hold.hold(first, operand, answers),
            State::Expected => match self.read_first(operand) {
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
            fail(operand, self.reading.from, self.reading.json, &failure, answers);
        }
    }
}

/// What was read as a full CRI.
///
/// # Errors
///
/// Of this kind, where it is a relative reference.
pub(super) fn full<B: Buffer>(read: CriRefBuf<B>, kind: &'static str) -> Result<CriBuf<B>, Failure> {
    read.into_full().map_err(|_| not_full(kind))
}

fn not_full(kind: &'static str) -> Failure {
    Failure::new(kind, "expected a full CRI, one with a scheme, found a relative reference").about(Component::Scheme)
}
