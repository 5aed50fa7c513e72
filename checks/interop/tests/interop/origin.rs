//! Origin servers of libcoap and aiocoap.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::program::{self, PATIENCE, Program};

/// A server on loopback, and the names of its resources, which differ between the servers.
#[derive(Debug)]
pub(crate) struct Origin {
    // Kept to end the process on drop.
    _program: Program,
    pub(crate) address: SocketAddr,
    pub(crate) text: &'static str,
    /// A resource that takes several blocks. A PUT replaces its content.
    pub(crate) large: &'static str,
    /// A resource that answers after 2 seconds.
    pub(crate) slow: &'static str,
    /// The content of the slow resource.
    pub(crate) at_last: &'static str,
}

impl Origin {
    /// Starts libcoap's server at this address. `arguments` go to the server.
    pub(crate) fn libcoap(at: impl Into<IpAddr>, arguments: &[&str]) -> Self {
        let at = at.into();
        // Another process may take the port before the server does. The server then ends, and another port is tried.
        for _ in 0..5 {
            let address = free_address(at);
            let mut command = Command::new("coap-server-notls");
            command
                .args(["-A", &at.to_string(), "-p", &address.port().to_string(), "-d", "10"])
                .args(arguments);
            let mut program = Program::start(command.stdin(Stdio::null()));
            if answers_ping(address, &mut program) {
                let (text, large, slow, at_last) = ("", "example_data", "async?2", "done");
                return Self { _program: program, address, text, large, slow, at_last };
            }
        }
        panic!("coap-server-notls does not start")
    }

    pub(crate) fn aiocoap() -> Self {
        let mut command = program::python("aiocoap_origin.py");
        let mut program = Program::start(command.stdin(Stdio::piped()).stdout(Stdio::piped()));
        let address = program.first_line();
        let address = address.parse().expect("an address");
        Self {
            _program: program,
            address,
            text: "hello",
            large: "large",
            slow: "slow",
            at_last: "at last",
        }
    }

    /// A server of libcoap, and one of aiocoap.
    pub(crate) fn both() -> [Self; 2] {
        [Self::libcoap(Ipv4Addr::LOCALHOST, &[]), Self::aiocoap()]
    }

    /// A resource that exists and one that does not, and the codes of their answers.
    pub(crate) fn resources(&self) -> [(&'static str, &'static str); 2] {
        [(self.text, "2.05"), ("nothing/here", "4.04")]
    }

    /// The URI of a resource.
    pub(crate) fn uri(&self, resource: &str) -> String {
        format!("coap://{}/{resource}", self.address)
    }
}

/// An address with a port that is free for UDP and TCP.
fn free_address(at: IpAddr) -> SocketAddr {
    let both = || {
        let socket = UdpSocket::bind((at, 0)).ok()?;
        let address = socket.local_addr().ok()?;
        TcpListener::bind(address).ok()?;
        Some(address)
    };
    (0..20).find_map(|_| both()).expect("a free port")
}

/// Whether the server answers a CoAP ping (RFC 7252 section 4.3) before the program ends.
fn answers_ping(address: SocketAddr, program: &mut Program) -> bool {
    let socket = UdpSocket::bind((address.ip(), 0)).expect("a socket");
    // A connected socket reports at once that nothing listens yet. The long timeout means that a server that listens
    // gets one ping only.
    socket.connect(address).expect("a route");
    socket.set_read_timeout(Some(PATIENCE / 6)).expect("a timeout");
    let deadline = Instant::now() + PATIENCE;
    let mut runs = || program.0.try_wait().expect("a child").is_none();
    while Instant::now() < deadline && runs() {
        let mut answer = [0; 4];
        if socket.send(b"\x40\x00\x12\x34").is_ok() && matches!(socket.recv(&mut answer), Ok(4)) {
            return answer == *b"\x70\x00\x12\x34" && runs();
        }
        thread::sleep(Duration::from_millis(20));
    }
    false
}
