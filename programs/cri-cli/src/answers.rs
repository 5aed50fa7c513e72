//! The output of a command: answers for standard output, with reports for standard error between them.
//!
//! Answers are written in pieces. An answer may take hundreds of times the memory of its operand, so it is never kept
//! whole.

use std::io::{self, ErrorKind, Write};
use std::mem;
use std::sync::mpsc::SyncSender;

use crate::input::operand::Place;
use crate::notes::Note;
use crate::{progress, report};

/// How many bytes of answers are kept before they are passed on.
pub(crate) const PIECE: usize = 256 * 1024;

/// Answers to one or more operands, in order, before they are put out.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// The bytes for standard output.
    pub(crate) output: Vec<u8>,
    /// The reports for standard error, in order.
    reports: Vec<Report>,
    /// How many operands failed since the answers were last passed on.
    failed: u64,
    /// The notes so far that are put out once.
    notes: Vec<Note>,
    outlet: Outlet,
    /// The error of passing answers on. The answers that follow it are dropped.
    error: Option<io::Error>,
}

/// A report for people.
#[derive(Debug)]
struct Report {
    /// The length of the output before it.
    at: usize,
    text: String,
    /// What it notes, if it is no error.
    note: Option<Note>,
}

/// The destination of answers.
#[derive(Debug, Default)]
enum Outlet {
    /// Standard output and standard error.
    #[default]
    Standard,
    /// Another thread, which writes the answers in order.
    Thread(SyncSender<Piece>),
    /// None: the answers are dropped.
    Nowhere,
}

/// A part of the answers to a chunk of operands.
#[derive(Debug)]
pub(crate) struct Piece {
    pub(crate) answers: Answers,
    /// Whether no other piece of the chunk follows.
    pub(crate) is_last: bool,
}

impl Answers {
    /// Answers that are passed on to another thread.
    pub(crate) fn to_thread(pieces: SyncSender<Piece>) -> Self {
        Self { outlet: Outlet::Thread(pieces), ..Self::default() }
    }

    /// Answers that nobody sees, to find out whether there are any.
    pub(crate) fn to_nowhere() -> Self {
        Self { outlet: Outlet::Nowhere, ..Self::default() }
    }

    /// Remembers that an operand failed.
    pub(crate) fn fail(&mut self) {
        self.failed += 1;
    }

    /// Adds a report for people, which follows the answers so far.
    pub(crate) fn report(&mut self, text: String) {
        self.reports.push(Report { at: self.output.len(), text, note: None });
    }

    /// Adds a note for people about an operand, if there is a message. Of a kind that is put out once, the first note
    /// is, also of several threads.
    pub(crate) fn note(
        &mut self,
        note: Note,
        place: Place,
        message: impl FnOnce() -> Option<String>,
    ) {
        let message = if self.notes.contains(&note) { None } else { message() };
        if let Some(message) = message {
            if note.is_once() {
                self.notes.push(note);
            }
            let text = report::note(&message, place);
            self.reports.push(Report { at: self.output.len(), text, note: Some(note) });
        }
    }

    #[cfg(test)]
    pub(crate) fn count_of_reports(&self) -> usize {
        self.reports.len()
    }

    /// Passes the answers on if they have grown large.
    pub(crate) fn spill(&mut self) {
        let reports = self.reports.len() * size_of::<Report>();
        if self.output.len() + reports >= PIECE {
            self.pass_on(false);
        }
    }

    /// Passes on all answers to a chunk of operands.
    ///
    /// # Errors
    ///
    /// Those of writing to standard output, and `BrokenPipe` if the other thread has ended.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.pass_on(true);
        self.error.take().map_or(Ok(()), Err)
    }

    fn pass_on(&mut self, is_last: bool) {
        if self.error.is_none() {
            self.error = match &self.outlet {
                Outlet::Standard => self.write_out().err(),
                Outlet::Nowhere => None,
                Outlet::Thread(pieces) => {
                    // The next piece is about as long, so it gets its room at once.
                    let room = Vec::with_capacity(self.output.len());
                    let (output, reports) =
                        (mem::replace(&mut self.output, room), mem::take(&mut self.reports));
                    let answers = Self {
                        output,
                        reports,
                        failed: mem::take(&mut self.failed),
                        ..Self::default()
                    };
                    let sent = pieces.send(Piece { answers, is_last });
                    sent.err().map(|_| ErrorKind::BrokenPipe.into())
                }
            };
        }
        self.output.clear();
        self.reports.clear();
    }

    /// Writes to standard output and flushes it. Errors of writing to standard error are ignored.
    fn write_out(&self) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        let mut from = 0;
        for Report { at, text, .. } in &self.reports {
            stdout.write_all(&self.output[from..*at])?;
            stdout.flush()?;
            // Where standard error is not a terminal, this drops the colours.
            let _ = progress::hidden(|| anstream::stderr().write_all(text.as_bytes()));
            from = *at;
        }
        stdout.write_all(&self.output[from..])?;
        stdout.flush()
    }
}

/// Appends to the output, which is passed on in pieces. This never fails.
impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.extend_from_slice(bytes);
        self.spill();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Standard output and standard error, and how many operands failed so far.
#[derive(Debug, Default)]
pub(crate) struct Sink {
    failed: u64,
    /// The notes that were put out, and are not put out again.
    notes: Vec<Note>,
}

impl Sink {
    /// Puts answers out and flushes them.
    ///
    /// # Errors
    ///
    /// Those of writing to standard output. Errors of writing to standard error are ignored.
    pub(crate) fn put(&mut self, answers: &mut Answers) -> io::Result<()> {
        self.failed += mem::take(&mut answers.failed);
        progress::failed(self.failed);
        answers.reports.retain(|report| report.note.is_none_or(|note| !self.notes.contains(&note)));
        let notes = answers.reports.iter().filter_map(|report| report.note);
        self.notes.extend(notes.filter(|note| note.is_once()));
        answers.finish()
    }

    /// Whether any operand failed so far.
    pub(crate) fn failed(&self) -> bool {
        self.failed > 0
    }
}
