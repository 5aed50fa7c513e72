//! Runs the built program.
#![allow(clippy::disallowed_types, reason = "the tests start the program")]

use std::io::Write;
use std::process::{self, Command, Stdio};
use std::thread;

/// Output and exit status of a run.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The program, with its output captured.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cri"));
    command
        .args(args)
        .env_remove("COLUMNS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs the program with this standard input.
pub(crate) fn cri(args: &[&str], stdin: &str) -> Output {
    cri_bytes(args, stdin.as_bytes())
}

/// Runs the program with standard input that need not be text.
pub(crate) fn cri_bytes(args: &[&str], stdin: &[u8]) -> Output {
    let output = output(args, stdin);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Output {
        status: output.status.code(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

/// Runs the program with standard input and output that need not be text.
pub(crate) fn output(args: &[&str], stdin: &[u8]) -> process::Output {
    let mut child = command(args).spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    thread::scope(|scope| {
        // Some commands do not read standard input, which is no error.
        scope.spawn(move || drop(pipe.write_all(stdin)));
        child.wait_with_output().expect("the program ends")
    })
}

/// The JSON objects that the program printed, one per line.
pub(crate) fn objects(output: &Output) -> Vec<serde_json::Value> {
    output
        .stdout
        .lines()
        .map(|line| line.parse().unwrap_or_else(|_| panic!("JSON: {line}")))
        .collect()
}

/// The words of a command line. Some are in single quotes, with the escapes of Rust.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let mut word = String::new();
        let mut quoted = false;
        let mut characters = rest.chars();
        while let Some(character) = characters.next() {
            match character {
                '\'' => quoted = !quoted,
                ' ' if !quoted => break,
                '\\' if quoted => word.push(match characters.next().expect("an escape") {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'u' => {
                        let (digits, after) =
                            characters.as_str()[1..].split_once('}').expect("a code point");
                        characters = after.chars();
                        let number = u32::from_str_radix(digits, 16).expect("hex digits");
                        char::from_u32(number).expect("a character")
                    }
                    other => other,
                }),
                _ => word.push(character),
            }
        }
        words.push(word);
        rest = characters.as_str().trim_start();
    }
    words
}
