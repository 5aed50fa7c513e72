//! The program `cri-gateway`.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::program::{Program, built};

/// A gateway on loopback, with a port of its own.
#[derive(Debug)]
pub(crate) struct Gateway {
    // Kept to end the process on drop.
    _program: Program,
    pub(crate) address: SocketAddr,
}

impl Gateway {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::at(Ipv4Addr::LOCALHOST, arguments)
    }

    /// A gateway that trusts clients on loopback, so that each may have long responses without Echo.
    pub(crate) fn trusting(arguments: &[&str]) -> Self {
        Self::start(&[&["--trust", "127.0.0.0/8"], arguments].concat())
    }

    pub(crate) fn at(address: impl Into<IpAddr>, arguments: &[&str]) -> Self {
        let listen = SocketAddr::new(address.into(), 0).to_string();
        static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
        let mut command = Command::new(PROGRAM.get_or_init(|| built("cri-gateway", "cri-gateway")));
        command.args(["--quiet", "--listen", &listen]).args(arguments);
        let mut program = Program::start(command.stdin(Stdio::null()).stdout(Stdio::piped()));
        let line = program.first_line();
        let address = line.strip_prefix("listening on ").and_then(|address| address.parse().ok());
        Self {
            _program: program,
            address: address.unwrap_or_else(|| panic!("cri-gateway says {line}")),
        }
    }
}
