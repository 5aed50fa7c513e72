//! What people read: a file in `transcripts/` is what a terminal shows of some commands. After `<` is standard input.
//!
//! `TRANSCRIPTS=overwrite cargo test -p cri-cli transcripts` writes what the commands in the files show now.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use crate::program::{cri, words};

/// What a terminal shows of the commands in a transcript.
fn shown(transcript: &str) -> String {
    let mut shown = String::new();
    for line in transcript.lines() {
        let Some(command) = line.strip_prefix("$ cri") else { continue };
        let words = words(command);
        let args: Vec<&str> = words.iter().map(String::as_str).collect();
        let (args, stdin) = match &*args {
            [args @ .., "<", stdin] => (args, *stdin),
            args => (args, ""),
        };
        let output = cri(args, stdin);
        writeln!(shown, "{line}").expect("written");
        shown += &output.stdout;
        shown += &output.stderr;
        if let Some(status @ 1..) = output.status {
            writeln!(shown, "[status {status}]").expect("written");
        }
        shown.push('\n');
    }
    shown.trim_end_matches('\n').to_owned() + "\n"
}

// shows: D16-5.1-25, D16-5.3-01, D16-5.3-20, D16-6-07, R1738-6-03, R3986-3.2.1-02, R3986-7.2-01, R3986-7.5-01
#[test]
fn transcripts_are_what_the_program_shows() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/transcripts");
    let mut commands = 0;
    for file in folder.read_dir().expect("a folder") {
        let path = file.expect("a file").path();
        let transcript = fs::read_to_string(&path).expect("a transcript");
        let shown = shown(&transcript);
        commands += shown.lines().filter(|line| line.starts_with("$ ")).count();
        for line in shown.lines().filter(|line| !line.starts_with("$ ")) {
            assert!(!line.contains("secret") && !line.contains("736563726574"), "{line}");
        }
        if env::var_os("TRANSCRIPTS").is_some() {
            fs::write(&path, shown).expect("written");
            continue;
        }
        let mut command = "";
        for (line, expected) in shown.lines().zip(transcript.lines().chain(["the end"])) {
            command = if line.starts_with("$ ") { line } else { command };
            assert_eq!(line, expected, "{command} in {}", path.display());
        }
        assert_eq!(shown, transcript, "{}", path.display());
    }
    // A command that is taken away shows nothing: correct the number on purpose only.
    assert_eq!(commands, 241);
}
