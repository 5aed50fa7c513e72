//! The program, with real sockets.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read as _};
use std::net::{SocketAddr, UdpSocket};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

use cri_testvectors::not_checked;
use insta::assert_snapshot;

use crate::world::*;

/// A running `cri-gateway`, which is killed on drop.
pub(crate) struct Running {
    child: Child,
    stdout: BufReader<ChildStdout>,
    pub(crate) address: SocketAddr,
}

impl Running {
    pub(crate) fn new(arguments: &[&str]) -> Self {
        Self::by(Command::new(env!("CARGO_BIN_EXE_cri-gateway")), arguments)
    }

    /// Starts the program by a command that takes its arguments.
    fn by(mut command: Command, arguments: &[&str]) -> Self {
        command
            .args(["--listen", "127.0.0.1:0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let mut running = Self { child, stdout, address: ([0, 0, 0, 0], 0).into() };
        running.address =
            running.next_line().strip_prefix("listening on ").unwrap().parse().unwrap();
        running
    }

    /// The next line of standard output.
    fn next_line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    fn signal(&self, name: &str) {
        let kill =
            Command::new("kill").args(["-s", name, &self.id().to_string()]).status().unwrap();
        assert!(kill.success());
    }

    /// Ends the program, on Unix with SIGTERM, and returns its standard error.
    fn end(mut self) -> String {
        if cfg!(unix) {
            self.signal("TERM");
            assert!(self.child.wait().unwrap().success());
        } else {
            self.child.kill().unwrap();
        }
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        log
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A client's socket. Its timeout is long, so only a failure reaches it.
pub(crate) fn client(gateway: SocketAddr) -> UdpSocket {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    socket.connect(gateway).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    socket
}

fn exchange(socket: &UdpSocket, datagram: &[u8]) -> Read {
    socket.send(datagram).unwrap();
    answer(socket)
}

/// The next response or reset. On a slow machine, an empty acknowledgement may precede it.
fn answer(socket: &UdpSocket) -> Read {
    let mut received = receive(socket);
    if (received.kind, &*received.code) == (ACK, "0.00") {
        received = receive(socket);
    }
    if received.kind == CON {
        socket.send(&empty(ACK, received.id)).unwrap();
    }
    received
}

fn receive(socket: &UdpSocket) -> Read {
    let mut space = [0; 4096];
    let len = socket.recv(&mut space).unwrap();
    read(&space[..len])
}

/// Starts an origin that answers each request with what `answer` returns for its sender and message.
pub(crate) fn origin(
    mut answer: impl FnMut(SocketAddr, &Read) -> Vec<u8> + Send + 'static,
) -> SocketAddr {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap();
    thread::spawn(move || {
        let mut space = [0; 4096];
        while let Ok((len, from)) = socket.recv_from(&mut space) {
            let _ = socket.send_to(&answer(from, &read(&space[..len])), from);
        }
    });
    address
}

fn option(asked: &Read, number: u16) -> Option<&[u8]> {
    asked.options.iter().find(|option| option.0 == number).map(|(_, value)| &value[..])
}

#[cfg(unix)]
#[test]
fn idle_links_make_room_when_no_socket_is_left() {
    let origin = origin(|_, asked| message(ACK, 0x45, asked.id, &asked.token, &[], b""));
    let mut shell = Command::new("sh");
    shell.args(["-c", r#"ulimit -n 24; exec "$0" "$@""#, env!("CARGO_BIN_EXE_cri-gateway")]);
    let gateway = Running::by(shell, &[]);
    for id in 0..60 {
        let answer =
            exchange(&client(gateway.address), &get(CON, id, &format!("coap://{origin}/a")));
        assert_eq!(answer.code, "2.05", "{id}: {}", answer.text());
    }
}

#[test]
fn requests_are_forwarded_and_logged() {
    let origin = origin(|_, asked| {
        let path = option(asked, URI_PATH).unwrap_or_default();
        message(ACK, if path == b"a" { 0x45 } else { 0x84 }, asked.id, &asked.token, &[], path)
    });
    let gateway = Running::new(&[]);
    let client = client(gateway.address);
    let ask = |id, path: &str| exchange(&client, &get(CON, id, &format!("coap://{origin}/{path}")));
    let found = ask(1, "a");
    assert_eq!((&*found.code, found.id, found.text()), ("2.05", 1, "a"));
    assert_eq!((&*ask(2, "b").code, &*found.token), ("4.04", &b"tok"[..]));
    // Garbage does not stop the gateway. It answers a ping.
    for garbage in [&b""[..], b"\xff", &[0xff; 2000], b"\x40\x01\x00\x03\xff"] {
        client.send(garbage).unwrap();
    }
    assert_eq!(receive(&client), read(&empty(RST, 3)));
    assert_eq!(exchange(&client, &empty(CON, 4)), read(&empty(RST, 4)));
    assert_eq!(exchange(&client, &get(CON, 5, "coap://192.0.2.1/")).code, "5.05");
    assert_eq!(ask(6, "a").code, "2.05");
    let log = gateway.end();
    let lines: Vec<_> = log.lines().collect();
    assert_eq!(lines.len(), 4, "{log}");
    let from = client.local_addr().unwrap();
    assert!(lines[0].contains(&format!("Z {from} GET coap://{origin}/a 2.05 ")), "{log}");
    assert!(
        lines[2].ends_with("the gateway does not allow requests to this address and port"),
        "{log}"
    );
}

#[test]
fn every_listener_answers_from_its_own_address() {
    let origin = origin(|_, asked| message(ACK, 0x45, asked.id, &asked.token, &[], b"x"));
    let mut gateway = Running::new(&["--quiet", "--listen", "127.0.0.2:0"]);
    let second: SocketAddr =
        gateway.next_line().strip_prefix("listening on ").unwrap().parse().unwrap();
    assert_eq!(second.ip().to_string(), "127.0.0.2");
    for address in [gateway.address, second] {
        // A connected socket receives from this address alone.
        assert_eq!(
            exchange(&client(address), &get(CON, 1, &format!("coap://{origin}/"))).text(),
            "x"
        );
    }
}

#[test]
fn long_responses_need_echo() {
    let origin = origin(|_, asked| message(ACK, 0x45, asked.id, &asked.token, &[], &[b'x'; 1000]));
    let gateway = Running::new(&["--quiet"]);
    let client = client(gateway.address);
    let uri = format!("coap://{origin}/");
    let challenge = exchange(&client, &get(CON, 1, &uri));
    assert_eq!(challenge.code, "4.01");
    let echo = option(&challenge, 252).unwrap();
    let repeated = message(CON, GET, 2, b"tok", &[(PROXY_URI, uri.as_bytes()), (252, echo)], b"");
    assert_eq!(exchange(&client, &repeated).payload.len(), 1000);
    // The address is now verified, so the next request needs no Echo.
    assert_eq!(exchange(&client, &get(CON, 3, &uri)).payload.len(), 1000);
}

#[test]
fn denied_destinations_are_logged_and_refused() {
    let gateway = Running::new(&["--allow", "0.0.0.0/0", "--deny", "169.254.0.0/16", "--dns"]);
    let client = client(gateway.address);
    assert_eq!(exchange(&client, &get(CON, 1, "coap://169.254.169.254/latest")).code, "5.05");
    assert_eq!(exchange(&client, &get(CON, 2, "coap://[::ffff:169.254.169.254]/")).code, "5.05");
    // The operating system reads this name as an address.
    assert_eq!(exchange(&client, &get(CON, 3, "coap://169.254.43518/")).code, "5.05");
    let log = gateway.end();
    assert!(log.contains(" GET coap://169.254.169.254/latest 5.05 "), "{log}");
    assert!(log.trim_end().ends_with(": 169.254.169.254:5683"), "{log}");
}

#[test]
fn closed_and_silent_origins_are_answered() {
    let closed = UdpSocket::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let silent = UdpSocket::bind("127.0.0.1:0").unwrap();
    let gateway = Running::new(&["--quiet", "--timeout", "1"]);
    let client = client(gateway.address);
    let silent_uri = format!("coap://{}/", silent.local_addr().unwrap());
    assert_eq!(exchange(&client, &get(CON, 1, &silent_uri)).code, "5.04");
    // Some systems do not report a closed port. The request then times out.
    let answer = exchange(&client, &get(CON, 2, &format!("coap://{closed}/")));
    assert!(["5.02", "5.04"].contains(&&*answer.code), "{answer:?}");
    assert_eq!(gateway.end(), "");
}

#[test]
fn names_are_listed_or_looked_up() {
    let origin = origin(|_, asked| {
        message(ACK, 0x45, asked.id, &asked.token, &[], option(asked, URI_HOST).unwrap_or_default())
    });
    let uri = |name: &str| format!("coap://{name}:{}/", origin.port());
    let gateway = Running::new(&["--quiet", "--resolve", "sensor.example=127.0.0.1"]);
    let ask =
        |gateway: &Running, id, name| exchange(&client(gateway.address), &get(CON, id, &uri(name)));
    assert_eq!(ask(&gateway, 1, "Sensor.Example").text(), "sensor.example");
    assert_eq!(ask(&gateway, 2, "localhost").text(), "localhost");
    assert_eq!(ask(&gateway, 3, "127.0.0.1.nip.example").code, "5.02");
    // The operating system reads these as addresses, and a URI as names.
    let gateway = Running::new(&["--quiet", "--dns"]);
    assert_eq!(ask(&gateway, 1, "127.1").text(), "127.1");
    assert_eq!(ask(&gateway, 2, "10.1").code, "5.05");
}

#[test]
fn sockets_are_limited() {
    let origin = origin(|_, asked| message(ACK, 0x45, asked.id, &asked.token, &[], b"x"));
    let gateway = Running::new(&["--quiet"]);
    // The sockets stay open, so each has a port of its own.
    let clients: Vec<_> = (0..600).map(|_| client(gateway.address)).collect();
    for client in &clients {
        assert_eq!(exchange(client, &get(CON, 1, &format!("coap://{origin}/"))).text(), "x");
    }
    #[cfg(target_os = "linux")]
    {
        let open = std::fs::read_dir(format!("/proc/{}/fd", gateway.id())).unwrap().count();
        assert!((512..540).contains(&open), "{open}");
    }
}

#[cfg(unix)]
#[test]
fn a_burst_of_datagrams_is_read_to_its_end() {
    let gateway = Running::new(&["--quiet"]);
    let client = client(gateway.address);
    // More than the gateway reads in one turn, and less than the socket's buffer holds.
    gateway.signal("STOP");
    (0..150).for_each(|id| assert_eq!(client.send(&empty(CON, id)).unwrap(), 4));
    gateway.signal("CONT");
    for id in 0..150 {
        assert_eq!(receive(&client), read(&empty(RST, id)));
    }
}

#[test]
fn an_unread_log_does_not_stop_the_gateway() {
    let gateway = Running::new(&[]);
    let client = client(gateway.address);
    // More than a pipe holds.
    for id in 0..10_000 {
        assert_eq!(exchange(&client, &get(CON, id, "coap://192.0.2.1/")).code, "5.05");
    }
    let log = gateway.end();
    assert!(log.len() >= 60_000, "{}", log.len());
}

#[test]
fn origins_have_ipv6_addresses_and_valid_ports() {
    let gateway = Running::new(&["--quiet", "--timeout", "2"]);
    let client = client(gateway.address);
    let unreachable = exchange(&client, &get(CON, 1, "coap://127.0.0.1:0/"));
    assert_eq!(unreachable.code, "5.02");
    let Ok(origin) = UdpSocket::bind("[::1]:0") else {
        not_checked("a gateway and IPv6, since this machine has no ::1");
        return;
    };
    client.send(&get(CON, 2, &format!("coap://{}/a", origin.local_addr().unwrap()))).unwrap();
    let mut space = [0; 256];
    let (len, from) = origin.recv_from(&mut space).unwrap();
    let asked = read(&space[..len]);
    assert_eq!(asked.plain_options(), [(URI_PATH, &b"a"[..])]);
    origin.send_to(&message(ACK, 0x45, asked.id, &asked.token, &[], b"six"), from).unwrap();
    assert_eq!(answer(&client).text(), "six");
}

/// Reads the number of a block, whether more blocks follow, and its size (RFC 7959 section 2.2).
fn block(value: &[u8]) -> (usize, bool, usize) {
    let bits = value.iter().fold(0, |bits, &byte| bits << 8 | usize::from(byte));
    (bits >> 4, bits & 8 != 0, 16 << (bits & 7))
}

fn block_value(number: usize, more: bool, size_exponent: usize) -> Vec<u8> {
    let bits = (number << 4 | usize::from(more) << 3 | size_exponent) as u32;
    bits.to_be_bytes().into_iter().skip_while(|&byte| byte == 0).collect()
}

#[test]
fn blocks_of_several_clients_do_not_mix() {
    // The origin assembles the blocks of each endpoint, and returns them to that endpoint.
    let mut stored = std::collections::HashMap::<SocketAddr, Vec<u8>>::new();
    let origin = origin(move |from, asked| {
        let value = stored.entry(from).or_default();
        if let Some((number, more, size)) = option(asked, BLOCK1).map(block) {
            value.truncate(number * size);
            value.extend_from_slice(&asked.payload);
            let echo = option(asked, BLOCK1).unwrap();
            return message(
                ACK,
                if more { 0x5f } else { 0x44 },
                asked.id,
                &asked.token,
                &[(BLOCK1, echo)],
                b"",
            );
        }
        let (number, _, size) = option(asked, BLOCK2).map_or((0, false, 1024), block);
        let rest = &value[number * size..];
        let echo = block_value(number, rest.len() > size, size.ilog2() as usize - 4);
        message(
            ACK,
            0x45,
            asked.id,
            &asked.token,
            &[(BLOCK2, &echo)],
            &rest[..rest.len().min(size)],
        )
    });
    let gateway = Running::new(&["--quiet", "--trust", "127.0.0.0/8"]);
    let uri = format!("coap://{origin}/store");
    let clients: Vec<_> =
        (0..3_u8).map(|n| (n, client(gateway.address), vec![b'a' + n; 4500])).collect();
    for (number, chunk) in (0..4500_usize).step_by(1024).enumerate() {
        for (_, socket, body) in &clients {
            let payload = &body[chunk..(chunk + 1024).min(4500)];
            let value = block_value(number, chunk + 1024 < 4500, 6);
            let options = [(PROXY_URI, uri.as_bytes()), (BLOCK1, &value)];
            let answer =
                exchange(socket, &message(CON, PUT, number as u16, b"p", &options, payload));
            assert_eq!(&*answer.code, if chunk + 1024 < 4500 { "2.31" } else { "2.04" });
        }
    }
    for (_, socket, body) in &clients {
        let mut got = Vec::new();
        for number in 0.. {
            let value = block_value(number, false, 6);
            let options = [(PROXY_URI, uri.as_bytes()), (BLOCK2, &value)];
            let answer =
                exchange(socket, &message(CON, GET, 100 + number as u16, b"g", &options, b""));
            got.extend_from_slice(&answer.payload);
            if !block(option(&answer, BLOCK2).unwrap()).1 {
                break;
            }
        }
        assert_eq!(&got, body);
    }
}

#[test]
fn help_version_and_errors_are_shown() {
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cri-gateway"));
        let output = command.args(arguments).env_remove("COLUMNS").output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    assert_eq!(run(&["--version"]).1, concat!("cri-gateway ", env!("CARGO_PKG_VERSION"), "\n"));
    let mut shown = String::new();
    for (arguments, status) in [
        ("--help", 0),
        ("--listen here", 2),
        ("--allow here", 2),
        ("--allow 10.0.0.1/8", 2),
        ("--allow 10.0.0.0/33", 2),
        ("--deny", 2),
        ("--resolve h", 2),
        ("--resolve h=i", 2),
        ("--revision 26", 2),
        ("--timeout 0", 2),
        ("--in-flight x", 2),
        ("--trust 192.0.2.1:5683", 2),
        ("--remembre 1", 2),
        ("x", 2),
    ] {
        let (found, stdout, stderr) = run(&arguments.split(' ').collect::<Vec<_>>());
        assert_eq!(found, Some(status), "{arguments}");
        writeln!(shown, "$ cri-gateway {arguments}\n{stdout}{stderr}").unwrap();
    }
    assert_snapshot!(shown);
    let taken = UdpSocket::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    let (status, _, message) = run(&["--listen", &taken]);
    assert_eq!(status, Some(1));
    assert!(message.starts_with(&format!("cri-gateway: cannot listen on {taken}: ")), "{message}");
}
