//! The log on standard error. A thread of its own writes it, so a slow reader does not stop the gateway.

use std::io::{self, ErrorKind, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, SystemTime};

use humantime::format_rfc3339_millis;

use crate::output::Record;

/// The number of lines that may wait. Further lines are left out and counted.
const WAITING: usize = 4096;

/// How long the end of the program waits for these lines.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long the thread waits before it tries standard error again.
const PAUSE: Duration = Duration::from_millis(10);

/// The destination of the log's lines.
///
/// ```
/// use cri_gateway::{Config, Log, Server};
///
/// let quiet = true;
/// let log = if quiet { Log::none() } else { Log::stderr()? };
/// assert!(Server::bind(&["127.0.0.1:0".parse()?], Config::default(), log).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Log(Option<Writer>);

#[derive(Debug)]
struct Writer {
    lines: SyncSender<Line>,
    left_out: u64,
    /// Nothing is received here. The channel closes when the thread ends.
    ended: Receiver<()>,
}

#[derive(Debug)]
struct Line {
    at: SystemTime,
    record: Record,
    /// The number of lines left out before this one.
    left_out: u64,
}

impl Log {
    /// A log that is written to standard error.
    ///
    /// # Errors
    ///
    /// Those of the operating system, where it has no thread left.
    pub fn stderr() -> io::Result<Self> {
        let (lines, waiting) = sync_channel(WAITING);
        let (ends, ended) = sync_channel(1);
        thread::Builder::new().name("log".into()).spawn(move || {
            write(&waiting);
            drop(ends);
        })?;
        Ok(Self(Some(Writer { lines, left_out: 0, ended })))
    }

    /// A log that goes nowhere.
    #[must_use]
    pub const fn none() -> Self {
        Self(None)
    }

    pub(crate) fn write(&mut self, record: Record) {
        let Some(writer) = &mut self.0 else { return };
        let line = Line { at: SystemTime::now(), record, left_out: writer.left_out };
        match writer.lines.try_send(line) {
            Ok(()) => writer.left_out = 0,
            Err(_) => writer.left_out = writer.left_out.saturating_add(1),
        }
    }
}

/// Waits for the remaining lines to be written, for at most a second.
impl Drop for Log {
    fn drop(&mut self) {
        if let Some(Writer { lines, ended, .. }) = self.0.take() {
            drop(lines);
            // A timeout means that nobody reads the log. The program ends all the same.
            let _ = ended.recv_timeout(PATIENCE);
        }
    }
}

fn write(waiting: &Receiver<Line>) {
    let mut lost = 0_u64;
    for Line { at, record, left_out } in waiting {
        let left_out = left_out.saturating_add(lost);
        let note =
            if left_out > 0 { format!("({left_out} lines left out)\n") } else { String::new() };
        let line = format!("{note}{} {record}\n", format_rfc3339_millis(at));
        match write_whole(&mut io::stderr(), line.as_bytes()) {
            Ok(()) => lost = 0,
            // The reader is gone.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return,
            // The error may be temporary, such as a full disk. The next line is tried again.
            Err(_) => lost = left_out.saturating_add(1),
        }
    }
}

/// Writes all bytes, and waits where the reader is slow. Another process may have set standard error to non-blocking.
fn write_whole(to: &mut impl Write, mut rest: &[u8]) -> io::Result<()> {
    while !rest.is_empty() {
        match to.write(rest) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(written) => rest = rest.get(written..).unwrap_or_default(),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(PAUSE),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Standard error that blocks at every other call, and accepts 3 bytes at a time.
    #[derive(Default)]
    struct Stuck {
        written: Vec<u8>,
        calls: usize,
    }

    impl Write for Stuck {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.calls += 1;
            if self.calls % 2 == 1 {
                return Err(ErrorKind::WouldBlock.into());
            }
            let len = bytes.len().min(3);
            self.written.extend_from_slice(&bytes[..len]);
            Ok(len)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_line_is_written_whole_to_a_slow_reader() {
        let mut stuck = Stuck::default();
        write_whole(&mut stuck, b"a line\n").unwrap();
        assert_eq!((&stuck.written[..], stuck.calls), (&b"a line\n"[..], 6));
    }
}
