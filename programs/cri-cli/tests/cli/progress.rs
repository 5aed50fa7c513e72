//! Progress on standard error, in a pseudo-terminal.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::process::Stdio;
use std::thread::{scope, sleep};
use std::time::Duration;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::program::command;

/// A pseudo-terminal: what a program writes to the second file can be read from the first.
fn terminal() -> (File, File) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
    grantpt(&master).expect("granted");
    unlockpt(&master).expect("unlocked");
    let name = ptsname(&master, Vec::new()).expect("a name");
    let name = OsStr::from_bytes(name.as_bytes());
    let slave = OpenOptions::new().read(true).write(true).open(name).expect("the terminal opens");
    (master.into(), slave)
}

/// Where standard output is.
#[derive(Clone, Copy, PartialEq)]
enum Stdout {
    Terminal,
    Pipe,
    Device,
}

/// What a terminal shows on which the program runs for more than a second.
fn shown(stdout: Stdout) -> String {
    let (mut master, slave) = terminal();
    let mut command = command(&["encode", "--to", "hex"]);
    command.stderr(slave.try_clone().expect("a terminal"));
    command.stdout(match stdout {
        Stdout::Terminal => Stdio::from(slave.try_clone().expect("a terminal")),
        Stdout::Pipe => Stdio::piped(),
        Stdout::Device => Stdio::null(),
    });
    let mut child = command.spawn().expect("the program starts");
    // Only the program holds the terminal open now.
    drop((command, slave));
    let mut pipe = child.stdin.take().expect("a pipe");
    let mut shown = Vec::new();
    scope(|scope| {
        // Reading ends with an error when no program has the terminal open.
        scope.spawn(|| master.read_to_end(&mut shown));
        for operand in ["coap://h", "a b", "coap://h", "a", "b", "c"] {
            writeln!(pipe, "{operand}").expect("the program reads");
            sleep(Duration::from_millis(250));
        }
        drop(pipe);
        child.wait().expect("the program ends");
    });
    String::from_utf8(shown).expect("UTF-8")
}

#[test]
fn progress_is_shown_on_a_terminal_after_a_second() {
    let (alone, mixed, piped) = scope(|scope| {
        let [mixed, piped] =
            [Stdout::Terminal, Stdout::Pipe].map(|stdout| scope.spawn(move || shown(stdout)));
        (shown(Stdout::Device), mixed.join().expect("shown"), piped.join().expect("shown"))
    });
    assert!(alone.contains(" lines, ") && alone.contains(" lines/s, 1 failed"), "{alone:?}");
    assert!(
        alone.find("error").expect("a report") < alone.find(" lines/s").expect("progress"),
        "{alone:?}"
    );
    // The line is erased at the end.
    assert!(alone.ends_with("\r\u{1b}[2K"), "{alone:?}");
    assert!(mixed.starts_with("832081616880\r\n") && !mixed.contains("lines/s"), "{mixed:?}");
    // The program that reads the pipe may show something on the terminal.
    assert!(piped.contains("cannot stand in a path") && !piped.contains("lines/s"), "{piped:?}");
}
