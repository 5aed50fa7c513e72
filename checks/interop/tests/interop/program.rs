//! Programs: those of this workspace are built first, and the others must be installed.

use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use serde_json::Value;

/// How long a program may take to start, on a slow machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A child process, which is killed on drop.
#[derive(Debug)]
pub(crate) struct Program(pub(crate) Child);

impl Program {
    /// Starts the program.
    pub(crate) fn start(command: &mut Command) -> Self {
        let started = command.spawn();
        Self(
            started.unwrap_or_else(|error| {
                panic!("{command:?}: {error}; README.md says what is needed")
            }),
        )
    }

    /// The first line on standard output, which shows that the program has started.
    pub(crate) fn first_line(&mut self) -> String {
        self.lines()
            .recv_timeout(PATIENCE)
            .unwrap_or_else(|error| panic!("{:?} says nothing: {error}", self.0))
    }

    /// The lines on standard output, as they come. Lines after the receiver is dropped are lost.
    pub(crate) fn lines(&mut self) -> Receiver<String> {
        lines(self.0.stdout.take().expect("a pipe"))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Both fail only if the child has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn lines(output: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        // Reads to the end even if the receiver is dropped, so that the pipe does not fill.
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            let _ = sender.send(line);
        }
    });
    receiver
}

/// Builds a program of this workspace, and returns its path.
pub(crate) fn built(package: &str, name: &str) -> PathBuf {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command.args(["build", "--quiet", "--message-format=json-render-diagnostics"]);
    command.args(["-p", package, "--bin", name]);
    let output = command.stderr(Stdio::inherit()).output().expect("cargo");
    assert!(output.status.success(), "{command:?}: {}", output.status);
    let messages = output.stdout.split(|&byte| byte == b'\n');
    let executable = messages
        .filter_map(|line| serde_json::from_slice::<Value>(line).ok())
        .find(|message| message["target"]["name"] == name && message["executable"].is_string())
        .and_then(|message| message["executable"].as_str().map(PathBuf::from));
    executable.unwrap_or_else(|| panic!("{command:?} built no {name}"))
}

/// The command that runs a script in `python/`, with a Python that has aiocoap.
pub(crate) fn python(script: &str) -> Command {
    let mut command =
        Command::new(env::var_os("INTEROP_PYTHON").unwrap_or_else(|| OsString::from("python3")));
    command.arg("-u").arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("python").join(script));
    // This transport supports IPv4 and IPv6, for clients and servers.
    command
        .env("AIOCOAP_CLIENT_TRANSPORT", "udp6:tcpclient")
        .env("AIOCOAP_SERVER_TRANSPORT", "udp6");
    command
}
