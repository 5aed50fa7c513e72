//! The program that is asked: started, written to and read from at the same time.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use super::cases::Case;

/// A line of an answer may have this many bytes.
const LONGEST_LINE: u64 = 16 << 20;
/// The number of answers that may wait to be compared.
const WAITING_LINES: usize = 64;

/// A running program.
pub(super) struct Program {
    child: Child,
    lines: Receiver<String>,
    patience: Duration,
}

impl Program {
    /// Starts a program. A thread writes the cases, and another one reads the answers, so a program may answer late or
    /// in blocks.
    pub(super) fn start(
        command: &[String],
        cases: &[Case],
        patience: Duration,
    ) -> Result<Self, String> {
        let (name, args) = command.split_first().ok_or("no command")?;
        let mut child = Command::new(name)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start `{name}`: {error}"))?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("`{name}` has no standard input or output"));
        };
        let asked: Vec<String> = cases.iter().map(|case| case.line() + "\n").collect();
        thread::spawn(move || {
            // If the program stops reading, its missing answer is reported.
            let _ = asked.iter().try_for_each(|line| stdin.write_all(line.as_bytes()));
        });
        let (sender, lines) = sync_channel(WAITING_LINES);
        thread::spawn(move || pass_lines(stdout, &sender));
        Ok(Self { child, lines, patience })
    }

    /// Waits for the answer to a case.
    pub(super) fn answer(&self, case: &Case) -> Result<Map<String, Value>, String> {
        let line = self.lines.recv_timeout(self.patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                format!("the program wrote no line in {:?}", self.patience)
            }
            RecvTimeoutError::Disconnected => "the program ended, or closed its output".into(),
        })?;
        let Ok(Value::Object(answer)) = serde_json::from_str(&line) else {
            let line = shortened(&line);
            return Err(format!("the program wrote a line that is not a JSON object: {line}"));
        };
        match answer.get("id") {
            Some(Value::String(id)) if *id == case.id => Ok(answer),
            Some(id) => {
                let id = shortened(&id.to_string());
                Err(format!("the answer has the id {id}, which is not that of the case"))
            }
            None => Err("the answer has no id".into()),
        }
    }

    /// Waits for the program to close its output after the last answer, and to end without a failure.
    pub(super) fn finish(&mut self) -> Result<(), String> {
        let end = Instant::now() + self.patience;
        let hangs = format!("the program did not end in {:?}", self.patience);
        match self.lines.recv_timeout(self.patience) {
            Err(RecvTimeoutError::Disconnected) => {}
            Err(RecvTimeoutError::Timeout) => return Err(hangs),
            Ok(line) => {
                let line = shortened(&line);
                return Err(format!("the program wrote a line after the last answer: {line}"));
            }
        }
        while Instant::now() < end {
            match self.child.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => {
                    return Err(format!("the program ended with a failure: {status}"));
                }
                _ => thread::sleep(Duration::from_millis(2)),
            }
        }
        Err(hangs)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // A program that ended by itself cannot be killed, and that is no error.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Passes each line on, until the program closes its output or nobody waits for a line.
fn pass_lines(stdout: ChildStdout, sender: &SyncSender<String>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        match stdout.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(1..) => {}
            Ok(0) | Err(_) => return,
        }
        if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
            return;
        }
    }
}

/// The beginning of a line, for a message. Control characters are replaced, because a terminal obeys them.
fn shortened(line: &str) -> String {
    let mut characters = line.trim_end().chars();
    let start = characters
        .by_ref()
        .take(200)
        .map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c });
    let start: String = start.collect();
    if characters.next().is_some() { start + "…" } else { start }
}
