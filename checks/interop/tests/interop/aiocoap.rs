//! aiocoap as a client, run by a script in `python/`.

use std::io::Write;
use std::net::SocketAddr;
use std::process::{ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use serde_json::{Value, json};

use crate::message::{from_hex, hex};
use crate::program::{self, Program};
use crate::request::{Answer, Request};

/// How long aiocoap may take to start, or to report that there is no answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(70);

/// aiocoap's client: one process for many requests.
#[derive(Debug)]
pub(crate) struct Client {
    // Kept to end the process on drop.
    _program: Program,
    orders: ChildStdin,
    answers: Receiver<String>,
}

impl Client {
    pub(crate) fn start() -> Self {
        let mut command = program::python("aiocoap_client.py");
        let mut program = Program::start(command.stdin(Stdio::piped()).stdout(Stdio::piped()));
        let answers = program.lines();
        let orders = program.0.stdin.take().expect("a pipe");
        let mut client = Self { _program: program, orders, answers };
        let said = client.answer(PATIENCE).expect("aiocoap starts");
        let version = said["version"].as_str().unwrap_or_default();
        let required = include_str!("../../requirements.txt").trim_end();
        assert_eq!(format!("aiocoap=={version}"), required, "another version may differ elsewhere");
        client
    }

    /// Sends a GET for this URI. A name that the system does not know counts as an address of this machine.
    pub(crate) fn send_get(&mut self, uri: &str) {
        self.send(&json!({ "uri": uri, "loopback": true }));
    }

    /// Sends an order in the format of `aiocoap_client.py`.
    fn send(&mut self, order: &Value) {
        writeln!(self.orders, "{order}").expect("aiocoap runs");
    }

    /// The answer, if it comes within this time.
    pub(crate) fn answer(&mut self, within: Duration) -> Option<Value> {
        match self.answers.recv_timeout(within) {
            Ok(line) => Some(serde_json::from_str(&line).expect("JSON")),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                panic!("aiocoap_client.py has ended: README.md says what it needs")
            }
        }
    }

    /// Sends a request with these options and no others.
    pub(crate) fn ask(&mut self, to: SocketAddr, request: &Request) -> Answer {
        let options: Vec<_> =
            request.options.0.iter().map(|(number, value)| json!([number, hex(value)])).collect();
        let payload = hex(&request.payload);
        self.send(&json!({ "to": to.to_string(), "method": request.method, "options": options, "payload": payload }));
        self.received()
    }

    /// Lets aiocoap request this URI from a proxy in its own way, with Proxy-Scheme.
    pub(crate) fn ask_proxy(&mut self, proxy: SocketAddr, uri: &str) -> Answer {
        self.send(&json!({ "uri": uri, "proxy": format!("coap://{proxy}") }));
        self.received()
    }

    fn received(&mut self) -> Answer {
        let answer = self.answer(PATIENCE).expect("an answer");
        let part = |name: &str| answer[name].as_str().unwrap_or_else(|| panic!("{answer}"));
        Answer { code: part("code").to_owned(), payload: from_hex(part("payload")) }
    }
}
