//! Hostile bytes with large declared lengths and deep nesting.
#![allow(clippy::disallowed_types, reason = "the tests start the program")]

use std::io::Write;
use std::process::{Command, Stdio};

/// Inputs that declare 2^32 or more items or bytes, and contain almost none.
const DECLARED: [&str; 12] = [
    "9bffffffffffffffff",
    "82207bffffffffffffffff",
    "819b0000000100000000",
    "81bb8000000000000000",
    "8220815b0000000100000000",
    "82209b0000000100000000",
    "8220817b0000000100000000",
    "83208161689b0000000100000000",
    "8320816168817b0000000100000000",
    "8320816168819b0000000100000000",
    "8420816168809b0000000100000000",
    "8520816168f6f67b0000000100000000",
];

/// Runs the program with at most one gigabyte of memory. Returns its exit status, or nothing if it was aborted.
fn limited(args: &[&str], stdin: &[u8]) -> Option<i32> {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", r#"ulimit -v 1048576; exec "$0" "$@""#, env!("CARGO_BIN_EXE_cri")])
        .args(args);
    // The allocator reserves memory for an arena of each thread, and there may be many threads.
    shell.env("MALLOC_ARENA_MAX", "1");
    let mut running = shell
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    // The program may end before it has read everything.
    let _ = running.stdin.take().expect("its standard input").write_all(stdin);
    running.wait().expect("the end of the program").code()
}

// shows: D16-10-02
#[cfg(unix)]
#[test]
fn declared_lengths_take_no_memory() {
    assert_eq!(limited(&["decode", "832081616880"], b""), Some(0));
    for hex in DECLARED {
        for command in ["decode", "inspect", "check", "coap"] {
            assert_eq!(limited(&[command, "--from", "hex", hex], b""), Some(1), "{command} {hex}");
        }
        assert_eq!(
            limited(&["resolve", "--from", "hex", "832081616880", hex], b""),
            Some(1),
            "{hex}"
        );
        assert_eq!(
            limited(&["compare", "--from", "hex", "832081616880", hex], b""),
            Some(1),
            "{hex}"
        );
        assert_eq!(
            limited(&["coap", "--compose", &format!("Proxy-Cri: 0x{hex}")], b""),
            Some(1),
            "{hex}"
        );
        let bytes: Vec<u8> = (0..hex.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
            .collect();
        for command in ["decode", "inspect"] {
            assert_eq!(limited(&[command, "--from", "cbor"], &bytes), Some(1), "{command} {hex}");
        }
    }
}

// shows: D16-10-03
#[cfg(unix)]
#[test]
fn depth_takes_no_stack() {
    const DEPTH: usize = 100_000;
    let notation = ["[", "{", "1(", "<<", "[1, ", "(_ ", "cri'"];
    let inputs =
        notation.iter().map(|open| (["decode", "--from", "edn"], open.repeat(DEPTH).into_bytes()));
    let json = ["[", "{\"cri\":"]
        .iter()
        .map(|open| (["decode", "--from", "json"], open.repeat(DEPTH).into_bytes()));
    let bytes = [&b"\x81"[..], b"\xc1", b"\xa1\x01", b"\x82\x01"]
        .map(|open| [&open.repeat(DEPTH), &b"\xf6"[..]].concat());
    let bytes = bytes.iter().flat_map(|bytes| {
        ["decode", "inspect"].map(|command| ([command, "--from", "cbor"], bytes.clone()))
    });
    for (args, input) in inputs.chain(json).chain(bytes) {
        assert_eq!(limited(&args, &input), Some(1), "{args:?} {:02x?}", &input[..4]);
    }
}
