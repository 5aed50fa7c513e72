//! The log on standard error, written by a thread of its own: who reads it slowly does not stop the gateway.

use std::io::{self, ErrorKind, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::Record;

/// How many lines wait to be written. More are left out, and counted.
const WAITING: usize = 4096;

/// How long the end waits for them.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long a line waits until standard error is tried again.
const PAUSE: Duration = Duration::from_millis(10);

/// Where the lines of the log go.
#[derive(Debug)]
pub struct Log(Option<Writer>);

#[derive(Debug)]
struct Writer {
    lines: SyncSender<Line>,
    left_out: u64,
    /// Nothing comes here, until the thread ends.
    ended: Receiver<()>,
}

#[derive(Debug)]
struct Line {
    at: SystemTime,
    record: Record,
    /// How many lines before it were left out.
    left_out: u64,
}

impl Log {
    /// A log that is written to standard error.
    ///
    /// # Errors
    ///
    /// Where no thread can be had.
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

/// Waits for the lines that are still to be written, if somebody reads them.
impl Drop for Log {
    fn drop(&mut self) {
        if let Some(Writer { lines, ended, .. }) = self.0.take() {
            drop(lines);
            // Either way, that is the end.
            let _ = ended.recv_timeout(PATIENCE);
        }
    }
}

fn write(waiting: &Receiver<Line>) {
    let mut lost = 0_u64;
    for Line { at, record, left_out } in waiting {
        let left_out = left_out.saturating_add(lost);
        let mut line = if left_out > 0 { format!("({left_out} lines left out)\n") } else { String::new() };
        line.push_str(&timestamp(at));
        line.push_str(&format!(" {record}\n"));
        match write_whole(&mut io::stderr(), line.as_bytes()) {
            Ok(()) => lost = 0,
            // Where nobody reads the log there is no log.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return,
            // The disk may be full now, and not for the next.
            Err(_) => lost = left_out.saturating_add(1),
        }
    }
}

/// Writes all of it, and waits for who reads it: that standard error does not block may be another process's doing.
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

/// Date and time of day in UTC, to the millisecond (RFC 3339).
fn timestamp(at: SystemTime) -> String {
    let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (seconds, millis) = (since.as_secs(), since.subsec_millis());
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

/// Year, month and day of a number of days since 1970-01-01, in the Gregorian calendar.
fn date(days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut year, mut rest) = (1970_u64, days);
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        let Some(after) = rest.checked_sub(length) else { break };
        (year, rest) = (year.saturating_add(1), after);
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1_u64;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        let Some(after) = rest.checked_sub(length) else { break };
        (month, rest) = (month.saturating_add(1), after);
    }
    (year, month, rest.saturating_add(1))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Standard error that blocks every other time, and takes few bytes.
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
    fn a_line_waits_for_who_reads_it() {
        let mut stuck = Stuck::default();
        write_whole(&mut stuck, b"a line\n").unwrap();
        assert_eq!((&stuck.written[..], stuck.calls), (&b"a line\n"[..], 6));
    }

    #[test]
    fn timestamps_are_rfc_3339() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399, "2000-02-28T23:59:59.000Z"),
            (951_782_400, "2000-02-29T00:00:00.000Z"),
            (951_868_800, "2000-03-01T00:00:00.000Z"),
            (1_709_164_800, "2024-02-29T00:00:00.000Z"),
            (1_735_689_599, "2024-12-31T23:59:59.000Z"),
            (4_107_542_400, "2100-03-01T00:00:00.000Z"),
        ] {
            assert_eq!(timestamp(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
        assert_eq!(timestamp(UNIX_EPOCH + Duration::from_millis(7)), "1970-01-01T00:00:00.007Z");
    }
}
