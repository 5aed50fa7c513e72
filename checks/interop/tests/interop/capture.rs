//! A socket that captures the options of one request, and answers it so that the client ends.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::thread;
use std::time::{Duration, Instant};

use coap_lite::{Header, MessageClass, MessageType, Packet};

use crate::message::{Options, frame};
use crate::program::PATIENCE;

/// The time between checks whether the client has given up.
const PAUSE: Duration = Duration::from_millis(20);

const GET: u8 = 0x01;
/// 2.05 Content.
const CONTENT: u8 = 0x45;
/// 7.01 CSM, the first message in each direction (RFC 8323 section 5.3).
const CAPABILITIES: u8 = 0xe1;

#[derive(Debug)]
pub(crate) enum Capture {
    Udp(UdpSocket),
    Tcp(TcpListener),
}

impl Capture {
    /// Binds a UDP socket. Port 0 means any free port.
    pub(crate) fn udp(address: IpAddr, port: u16) -> Self {
        let socket = bound("UDP", SocketAddr::new(address, port), UdpSocket::bind);
        socket.set_read_timeout(Some(PAUSE)).expect("a timeout");
        Self::Udp(socket)
    }

    /// Binds a TCP listener. Port 0 means any free port.
    pub(crate) fn tcp(address: IpAddr, port: u16) -> Self {
        let listener = bound("TCP", SocketAddr::new(address, port), TcpListener::bind);
        listener.set_nonblocking(true).expect("a listener");
        Self::Tcp(listener)
    }

    pub(crate) fn address(&self) -> SocketAddr {
        let address = match self {
            Self::Udp(socket) => socket.local_addr(),
            Self::Tcp(listener) => listener.local_addr(),
        };
        address.expect("an address")
    }

    /// The options of the next request, or `None` if the client gives up.
    pub(crate) fn options(&self, mut gave_up: impl FnMut() -> bool) -> Option<Options> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            // Checked first, so that a request sent before the client ended is still read.
            let over = gave_up();
            let taken = match self {
                Self::Udp(socket) => datagram(socket),
                Self::Tcp(listener) => connection(listener),
            };
            match taken {
                Ok(options) => return Some(options),
                Err(error) if !is_pause(&error) => panic!("{error}"),
                Err(_) if over => return None,
                Err(_) => assert!(Instant::now() < deadline, "the client sends nothing"),
            }
        }
    }
}

/// Whether the error means that nothing has come yet.
fn is_pause(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

/// Binds a socket as soon as the port is free. A child process that another test has just started holds a copy of the
/// earlier socket until it runs its program.
fn bound<T>(what: &str, at: SocketAddr, bind: impl Fn(SocketAddr) -> io::Result<T>) -> T {
    let deadline = Instant::now() + PATIENCE / 6;
    loop {
        match bind(at) {
            Ok(socket) => return socket,
            Err(error) if error.kind() != ErrorKind::AddrInUse || Instant::now() > deadline => {
                panic!("{at} is needed over {what}: {error}");
            }
            Err(_) => thread::sleep(PAUSE),
        }
    }
}

/// Answers a request over UDP, and returns its options.
fn datagram(socket: &UdpSocket) -> io::Result<Options> {
    let mut datagram = [0; 2048];
    let (len, client) = socket.recv_from(&mut datagram)?;
    let request = Packet::from_bytes(&datagram[..len]).expect("a message");
    let Header { message_id, code, .. } = request.header;
    if code == MessageClass::Empty {
        // A ping for a server that was expected at this port.
        return Err(ErrorKind::WouldBlock.into());
    }
    assert_eq!((request.header.get_type(), code.into()), (MessageType::Confirmable, GET));
    let mut answer = Packet::new();
    answer.header.set_type(MessageType::Acknowledgement);
    answer.header.code = MessageClass::from(CONTENT);
    answer.header.message_id = message_id;
    answer.set_token(request.get_token().to_vec());
    socket.send_to(&answer.to_bytes().expect("a message"), client)?;
    Ok(Options::of(&request))
}

/// Answers a request over TCP, and returns its options.
fn connection(listener: &TcpListener) -> io::Result<Options> {
    let (mut stream, _) = listener.accept().inspect_err(|_| thread::sleep(PAUSE))?;
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(&frame(CAPABILITIES, &[]))?;
    loop {
        let (code, token, options) = read_frame(&mut stream)?;
        if code == CAPABILITIES {
            continue;
        }
        assert_eq!(code, GET);
        stream.write_all(&frame(CONTENT, &token))?;
        // Waits until the client closes, because closing at once might discard the answer.
        stream.shutdown(Shutdown::Write)?;
        stream.read_to_end(&mut Vec::new())?;
        return Ok(options);
    }
}

/// Reads one message (RFC 8323 section 3.2): its code, token and options.
fn read_frame(stream: &mut TcpStream) -> io::Result<(u8, Vec<u8>, Options)> {
    let mut take = |len| {
        let mut bytes = vec![0; len];
        stream.read_exact(&mut bytes).map(|()| bytes)
    };
    let first = take(1)?[0];
    let number =
        |bytes: Vec<u8>| bytes.into_iter().fold(0, |number, byte| number << 8 | usize::from(byte));
    let len = match first >> 4 {
        13 => number(take(1)?) + 13,
        14 => number(take(2)?) + 269,
        15 => number(take(4)?) + 65805,
        len => len.into(),
    };
    let code = take(1)?[0];
    let token = take(usize::from(first & 0x0f))?;
    let options = Options::read(&take(len)?).expect("options");
    Ok((code, token, options))
}
