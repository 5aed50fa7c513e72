//! What a command has to say: answers for standard output with reports for standard error in between.

use std::io::{self, Write};

/// Answers to one operand or many, in order, before they are put out.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// What standard output gets.
    pub(crate) output: Vec<u8>,
    /// What standard error gets, each with the length of the output before it.
    reports: Vec<(usize, String)>,
    failed: bool,
}

impl Answers {
    /// Remembers that an operand failed.
    pub(crate) fn fail(&mut self) {
        self.failed = true;
    }

    /// Adds a report for people, which stands behind the answers so far.
    pub(crate) fn report(&mut self, report: String) {
        self.reports.push((self.output.len(), report));
    }

    /// Forgets everything but the memory it took.
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
    /// Puts answers out, at once: nothing is kept back.
    ///
    /// # Errors
    ///
    /// Those of writing to standard output. That nobody reads standard error is no error.
    pub(crate) fn put(&mut self, answers: &Answers) -> io::Result<()> {
        self.failed |= answers.failed;
        let mut stdout = io::stdout().lock();
        let mut from = 0;
        for (at, report) in &answers.reports {
            stdout.write_all(&answers.output[from..*at])?;
            stdout.flush()?;
            // Without a terminal behind it, this drops the colours.
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
