//! Limits on memory: the program takes what its longest line needs, and nothing by a declared length or depth.
#![allow(clippy::disallowed_types, reason = "the tests start the program")]

use std::io::Write as _;
use std::process::{Command, Stdio};

use cri_testvectors::{from_hex, sample};

/// Runs the program with a limit on its memory, in bytes. Fails with the command and the limit if it is aborted.
fn within(bytes: usize, args: &[&str], stdin: &[u8]) -> Option<i32> {
    let mut limited = Command::new("sh");
    let run = format!("ulimit -v {} && exec \"$0\" \"$@\"", bytes / 1024);
    // With one arena for each thread, the allocator would reserve memory that it never uses.
    limited
        .args(["-c", &run, env!("CARGO_BIN_EXE_cri")])
        .args(args)
        .env("MALLOC_ARENA_MAX", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut child = limited.spawn().expect("a shell");
    let mut pipe = child.stdin.take().expect("a pipe");
    let output = std::thread::scope(|scope| {
        // A program that runs out of memory does not read all of its input.
        scope.spawn(move || drop(pipe.write_all(stdin)));
        child.wait_with_output().expect("the program ends")
    });
    let message = String::from_utf8_lossy(&output.stderr);
    let last = message.lines().last().unwrap_or_default();
    let status = output.status.code();
    assert!(matches!(status, Some(0 | 1)), "{args:?} needs more than {bytes} bytes: {last}");
    status
}

/// The memory of the program without any operand, and of its buffers for standard input and output, in bytes.
const FIXED: usize = 17 * 1024 * 1024;

#[test]
fn memory_is_bounded_by_the_longest_line() {
    const LEN: usize = 128 * 1024;
    let slashes = "/".repeat(LEN);
    let query = format!("coap://h/?{}", "&".repeat(LEN));
    let labels = format!("//{}", "a.".repeat(LEN / 2));
    let pet = format!("coap://h/{}", "a%3B".repeat(LEN / 4));
    let passwords = "//u:p@ ".repeat(LEN / 7);
    let hex = format!("82f59a{:08x}{}", LEN / 2, "60".repeat(LEN / 2));
    let json = format!(r#"{{"cri":"{hex}"}}"#);
    let notation = format!("[true, [{}]]", vec![r#""""#; LEN / 3].join(","));
    let nested = "[".repeat(LEN);
    let nulls = "%00".repeat(LEN / 3);
    let parameters = format!("</a>{}", ";b=\"c\\\"\"".repeat(LEN / 8));
    let options = "Uri-Path:\n".repeat(LEN / 10);
    // Bytes of memory for each byte of the line. Without optimisation, removing the colours of each row takes most of the time.
    let lines = [
        (16, &["encode"][..], &slashes),
        (16, &["encode", "--json"], &query),
        (24, &["encode", "--json"], &pet),
        (16, &["encode", "--json"], &passwords),
        (128, &["encode", "--from", "edn"], &notation),
        (16, &["encode", "--from", "edn"], &nested),
        (16, &["decode"], &hex),
        (24, &["decode", "--json"], &hex),
        (24, &["decode", "--json"], &json),
        (24, &["resolve", "--json", "coap://h/a"], &query),
        (24, &["relativize", "--json", "coap://h/a"], &query),
        (24, &["compare", "--json", "coap://h/a"], &query),
        (24, &["compare", "--equivalent", "scheme", "coap://h/a"], &pet),
        (16, &["encode", "--rows", "--errors"], &slashes),
        (24, &["encode", "--rows", "--to", "edn"], &nulls),
        (24, &["encode", "--rows", "--to", "cbor"], &nulls),
        (24, &["part", "path", "--rows", "--decode"], &nulls),
        (24, &["part", "path", "--json", "--decode"], &nulls),
        (24, &["normalize", "--json"], &slashes),
        (24, &["normalize", "--to", "iri"], &nulls),
        (24, &["find", "--json"], &passwords),
        (24, &["find"], &passwords),
        (24, &["links"], &parameters),
        (24, &["links", "--rows"], &parameters),
        (24, &["links", "--json"], &parameters),
        (24, &["check"], &labels),
        (24, &["check", "--json"], &slashes),
        (24, &["idna", "--json"], &labels),
        (24, &["inspect", "--color", "always"], &slashes),
        (24, &["inspect", "--json"], &query),
        (24, &["inspect", "--color", "always", "--threads", "4"], &query),
        (80, &["coap"], &query),
        (80, &["coap", "--json"], &query),
        (24, &["coap", "--proxy", "--json"], &slashes),
        (64, &["coap", "--compose", "--json"], &options),
        (16, &["scheme", "--json"], &slashes),
    ];
    for (each, args, line) in sample(lines, 6) {
        let threads = if args.contains(&"--threads") { 4 } else { 1 };
        within(FIXED + threads * each * line.len(), args, format!("{line}\n").as_bytes());
    }
}

#[test]
fn answers_to_many_lines_are_not_kept() {
    let lines = format!("{}\n", "/".repeat(4096)).repeat(32);
    let commands =
        [&["inspect", "--json"][..], &["inspect", "--color", "always"], &["coap", "--json"]];
    for args in sample(commands, 3) {
        within(FIXED + 8 * lines.len(), args, lines.as_bytes());
    }
}

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

/// The most memory, in bytes, for operands that declare much or nest deeply.
const GIGABYTE: usize = 1 << 30;

// shows: D16-10-02
#[test]
fn declared_lengths_take_no_memory() {
    for hex in sample(DECLARED, 5) {
        let option = format!("Proxy-Cri: 0x{hex}");
        let base = "832081616880";
        for args in [
            &["decode", "--from", "hex", hex][..],
            &["inspect", "--from", "hex", hex],
            &["check", "--from", "hex", hex],
            &["coap", "--from", "hex", hex],
            &["resolve", "--from", "hex", base, hex],
            &["compare", "--from", "hex", base, hex],
            &["coap", "--compose", &option],
        ] {
            assert_eq!(within(GIGABYTE, args, b""), Some(1), "{args:?}");
        }
        let bytes = from_hex(hex).expect("hex digits");
        for command in ["decode", "inspect"] {
            let args = [command, "--from", "cbor"];
            assert_eq!(within(GIGABYTE, &args, &bytes), Some(1), "{command} {hex}");
        }
    }
}

// shows: D16-10-03
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
    for (args, input) in sample(inputs.chain(json).chain(bytes), 4) {
        assert_eq!(within(GIGABYTE, &args, &input), Some(1), "{args:?} {:02x?}", &input[..4]);
    }
}
