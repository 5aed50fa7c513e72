//! The output of a command: answers for standard output, with reports for standard error between them.

use std::io::{self, Write};

/// Answers to one or more operands, in order, before they are put out.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// The bytes for standard output.
    pub(crate) output: Vec<u8>,
    /// The reports for standard error, each with the length of the output before it.
    reports: Vec<(usize, String)>,
    failed: bool,
}

impl Answers {
    /// Remembers that an operand failed.
    pub(crate) fn fail(&mut self) {
        self.failed = true;
    }

    /// Adds a report for people, which follows the answers so far.
    pub(crate) fn report(&mut self, report: String) {
        self.reports.push((self.output.len(), report));
    }

    /// Forgets the answers, and keeps their memory.
    pub(crate) fn clear(&mut self) {
        self.output.clear();
        self.reports.clear();
        self.failed = false;
    }
}

/// Standard output and standard error, and whether any operand failed so far.
#[derive(Debug, Default)]
pub(crate) struct Sink {
    failed: bool,
}

impl Sink {
    /// Puts answers out and flushes them.
    ///
    /// # Errors
    ///
    /// Those of writing to standard output. Errors of writing to standard error are ignored.
    pub(crate) fn put(&mut self, answers: &Answers) -> io::Result<()> {
        self.failed |= answers.failed;
        let mut stdout = io::stdout().lock();
        let mut from = 0;
        for (at, report) in &answers.reports {
            stdout.write_all(&answers.output[from..*at])?;
            stdout.flush()?;
            // Where standard error is not a terminal, this drops the colours.
            let _ = anstream::stderr().write_all(report.as_bytes());
            from = *at;
        }
        stdout.write_all(&answers.output[from..])?;
        stdout.flush()
    }

    /// Whether any operand failed so far.
    pub(crate) fn failed(&self) -> bool {
        self.failed
    }
}
