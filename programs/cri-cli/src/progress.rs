//! Progress of bulk work, for the person who waits at a terminal.
//!
//! A line on standard error shows how many operands were read, at what rate, and how many failed. It appears after a second,
//! and only if standard error is a terminal and both standard input and standard output are not. Standard output may not be
//! a pipe either: the program that reads from it may write to the terminal, as `less` does.

use std::fmt::Write;
#[cfg(unix)]
use std::fs::File;
use std::io::{self, IsTerminal};
#[cfg(unix)]
use std::os::{fd::AsFd, unix::fs::FileTypeExt};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// Work that takes less time shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// How many times a second the line is drawn at most.
const HERTZ: u8 = 5;

/// The only line of progress, on standard error. Reports are written while it is hidden.
static LINE: OnceLock<ProgressBar> = OnceLock::new();

/// Progress of reading standard input. The line vanishes when this is dropped.
pub(crate) struct Progress(Option<Shown>);

/// Progress that may be shown.
struct Shown {
    start: Instant,
    noun: &'static str,
}

impl Progress {
    /// Progress of reading operands that are called `noun`, in the plural.
    pub(crate) fn new(noun: &'static str) -> Self {
        let (input, output) = (io::stdin(), io::stdout());
        let is_alone = !input.is_terminal() && !output.is_terminal() && !is_pipe(&output);
        Self(
            (io::stderr().is_terminal() && is_alone).then(|| Shown { start: Instant::now(), noun }),
        )
    }

    /// Shows that this many operands were read, and that this many failed.
    pub(crate) fn at(&self, operands: u64) {
        let Some(Shown { start, noun }) = &self.0 else { return };
        if start.elapsed() < PATIENCE {
            return;
        }
        let line = LINE.get_or_init(|| line(*start, noun));
        line.set_position(operands);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(line) = LINE.get() {
            line.finish_and_clear();
        }
    }
}

/// Shows how many operands failed, if progress is shown.
pub(crate) fn failed(operands: u64) {
    if let Some(line) = LINE.get().filter(|_| operands > 0) {
        line.set_message(format!(", {} failed", HumanCount(operands)));
    }
}

/// Writes to the terminal while progress is hidden.
pub(crate) fn hidden<T>(write: impl FnOnce() -> T) -> T {
    match LINE.get() {
        Some(line) => line.suspend(write),
        None => write(),
    }
}

/// Whether another program reads the output.
#[cfg(unix)]
fn is_pipe(output: &io::Stdout) -> bool {
    let file = output.as_fd().try_clone_to_owned().map(File::from);
    file.and_then(|file| file.metadata()).is_ok_and(|metadata| metadata.file_type().is_fifo())
}

/// Whether another program reads the output. Only Unix tells.
#[cfg(not(unix))]
fn is_pipe(_: &io::Stdout) -> bool {
    false
}

fn line(start: Instant, noun: &'static str) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(HERTZ);
    let rate = move |state: &ProgressState, text: &mut dyn Write| {
        let operands = state.pos().saturating_mul(1000);
        let millis = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX).max(1);
        // Writing to the line never fails.
        let _ = write!(text, "{}", HumanCount(operands / millis));
    };
    let template = format!("{{human_pos}} {noun}, {{rate}} {noun}/s{{msg}}");
    let style = ProgressStyle::with_template(&template);
    // INVARIANT: the template is well-formed.
    debug_assert!(style.is_ok());
    let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::with_draw_target(None, target).with_style(style.with_key("rate", rate))
}
