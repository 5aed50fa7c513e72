//! The event loop around a [`Gateway`]: sockets, clock, look-ups and log.

use std::collections::HashMap;
use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use mio::event::Event;
use mio::net::UdpSocket;
use mio::{Events, Interest, Poll, Registry, Token, Waker};

use crate::client::Client;
use crate::config::Config;
use crate::gateway::Gateway;
use crate::link::Link;
use crate::log::Log;
use crate::output::{Output, SendFailure};
use crate::resolver::{LookupError, Resolver};
use crate::secret::Secret;

/// The token of the waker, by which other threads wake the loop.
const WAKER: Token = Token(0);

/// The number of datagrams that are read from one socket before the other sockets have their turn.
const TURN: usize = 64;

/// A gateway with sockets.
///
/// ```
/// use std::net::UdpSocket;
/// use std::thread;
///
/// use cri_gateway::{Config, Log, Server};
///
/// let server = Server::bind(&["127.0.0.1:0".parse()?], Config::default(), Log::none())?;
/// let (address, stop) = (server.local_addrs()?[0], server.stop());
/// let running = thread::spawn(|| server.run());
///
/// let client = UdpSocket::bind("127.0.0.1:0")?;
/// client.send_to(b"\x40\x00\x00\x07", address)?; // a ping
/// let mut space = [0; 16];
/// assert_eq!(client.recv(&mut space)?, 4);
/// assert_eq!(space[..4], *b"\x70\x00\x00\x07"); // a reset
///
/// stop.stop();
/// running.join().expect("no panic")?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Server {
    gateway: Gateway,
    poll: Poll,
    sockets: Sockets,
    waker: Arc<Waker>,
    stop: Arc<AtomicBool>,
    resolver: Resolver,
    log: Log,
}

impl Server {
    /// Binds a gateway to the addresses and ports that clients send to. Port 0 means any free port.
    ///
    /// `config.endpoints` is set to the bound addresses.
    ///
    /// # Errors
    ///
    /// Those of the operating system: an address does not exist or is in use, or no socket or random bytes are
    /// available. The message about an address begins with `cannot listen on` and the address. `InvalidInput` for no
    /// address, and for more than 65,535.
    pub fn bind(listen: &[SocketAddr], config: Config, log: Log) -> io::Result<Self> {
        if listen.is_empty() || u16::try_from(listen.len()).is_err() {
            return Err(io::Error::new(
                ErrorKind::InvalidInput,
                "a gateway listens at 1 to 65535 addresses",
            ));
        }
        let poll = Poll::new()?;
        let waker = Arc::new(Waker::new(poll.registry(), WAKER)?);
        let mut sockets = Sockets::new(poll.registry().try_clone()?);
        for (listener, address) in (0..).zip(listen) {
            let socket = UdpSocket::bind(*address).map_err(|error| {
                io::Error::new(error.kind(), format!("cannot listen on {address}: {error}"))
            })?;
            sockets.insert(Peer::Clients { listener }, socket)?;
        }
        let endpoints = sockets.local_addrs()?;
        let resolver = Resolver::new(Arc::clone(&waker));
        let gateway = Gateway::new(Config { endpoints, ..config }, Secret::random()?);
        Ok(Self { gateway, poll, sockets, waker, stop: Arc::default(), resolver, log })
    }

    /// The addresses and ports that clients send to.
    ///
    /// # Errors
    ///
    /// Those of the operating system.
    pub fn local_addrs(&self) -> io::Result<Vec<SocketAddr>> {
        self.sockets.local_addrs()
    }

    /// Returns a handle that ends [`run`](Server::run) from another thread.
    #[must_use]
    pub fn stop(&self) -> Stop {
        Stop { stop: Arc::clone(&self.stop), waker: Arc::clone(&self.waker) }
    }

    /// Runs the gateway on this thread until [`Stop::stop`] is called.
    ///
    /// # Errors
    ///
    /// Those of the operating system, where it cannot wait for sockets. An error of a single datagram or origin does
    /// not end the gateway.
    pub fn run(mut self) -> io::Result<()> {
        // Longer than any datagram.
        let mut space = vec![0; 1 << 16];
        let mut events = Events::with_capacity(1024);
        // Sockets with more datagrams than one turn reads.
        let mut unfinished: Vec<Token> = Vec::new();
        while !self.stop.load(Ordering::Acquire) {
            let until_wake =
                self.gateway.next_wake().map(|at| at.saturating_duration_since(Instant::now()));
            let timeout = if unfinished.is_empty() { until_wake } else { Some(Duration::ZERO) };
            match self.poll.poll(&mut events, timeout) {
                Err(error) if error.kind() != ErrorKind::Interrupted => return Err(error),
                _ => {}
            }
            let mut ready = std::mem::take(&mut unfinished);
            ready.extend(events.iter().map(Event::token));
            ready.sort_unstable();
            ready.dedup();
            for token in ready {
                if token == WAKER {
                    self.read_lookups();
                } else if self.read_datagrams(token, &mut space) {
                    unfinished.push(token);
                }
            }
            self.gateway.wake(Instant::now());
            self.do_outputs();
        }
        Ok(())
    }

    /// Reads datagrams of clients or of an origin. Returns whether there may be more.
    fn read_datagrams(&mut self, token: Token, space: &mut [u8]) -> bool {
        for _ in 0..TURN {
            // An output may have closed the socket.
            let Some((peer, socket)) = self.sockets.sockets.get(&token) else { return false };
            let (peer, received) = (*peer, socket.recv_from(space));
            let received =
                received.map(|(len, address)| (space.get(..len).unwrap_or_default(), address));
            match (peer, received) {
                (_, Err(error)) if error.kind() == ErrorKind::WouldBlock => return false,
                (Peer::Clients { listener }, Ok((datagram, address))) => {
                    let client = Client::new(address, listener);
                    self.gateway.handle_client(client, datagram, Instant::now());
                }
                // The error of an earlier datagram that did not reach its client.
                (Peer::Clients { .. }, Err(_)) => {}
                (Peer::Origin(link), Ok((datagram, _))) => {
                    self.gateway.handle_origin(link, datagram, Instant::now());
                }
                (Peer::Origin(link), Err(_)) => {
                    self.gateway.not_sent(link, SendFailure::Unreachable, Instant::now());
                }
            }
            self.do_outputs();
        }
        true
    }

    /// Passes the results of look-ups to the gateway.
    fn read_lookups(&mut self) {
        while let Ok((lookup, found)) = self.resolver.found.try_recv() {
            let found = found.as_deref().map_err(|&error| error);
            self.gateway.looked_up(&lookup, found, Instant::now());
            self.do_outputs();
        }
    }

    /// Performs the gateway's outputs. A datagram that cannot be sent now is lost, as on any network.
    fn do_outputs(&mut self) {
        while let Some(output) = self.gateway.output() {
            match output {
                Output::ToClient { client, datagram } => {
                    let peer = Peer::Clients { listener: client.listener() };
                    if let Some(socket) = self.sockets.get(&peer) {
                        // After an error, the client repeats its request.
                        let _ = socket.send_to(&datagram, client.address());
                    }
                }
                Output::ToOrigin { link, datagram } => {
                    let mut sent = self.sockets.send_to_origin(link, &datagram);
                    while sent == Err(SendFailure::NoSocket) {
                        let Some(idle) = self.gateway.remove_idle_link() else { break };
                        self.sockets.close(idle);
                        sent = self.sockets.send_to_origin(link, &datagram);
                    }
                    if let Err(failure) = sent {
                        self.gateway.not_sent(link, failure, Instant::now());
                    }
                }
                Output::Close(link) => self.sockets.close(link),
                Output::LookUp(lookup) => {
                    if self.resolver.begin(lookup.clone()).is_err() {
                        self.gateway.looked_up(&lookup, Err(LookupError::Busy), Instant::now());
                    }
                }
                Output::Log(record) => self.log.write(record),
            }
        }
    }
}

/// A handle that ends a [`Server`].
#[derive(Clone, Debug)]
pub struct Stop {
    stop: Arc<AtomicBool>,
    waker: Arc<Waker>,
}

impl Stop {
    /// Ends [`Server::run`] after the datagrams that it is reading.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Release);
        // The waker fails only if the server has ended.
        let _ = self.waker.wake();
    }
}

/// Who sends to a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Peer {
    /// The clients of the listener with this index in `Config::endpoints`.
    Clients { listener: u16 },
    /// The origin of a link.
    Origin(Link),
}

/// The sockets of the listeners and of the links.
#[derive(Debug)]
struct Sockets {
    registry: Registry,
    tokens: HashMap<Peer, Token>,
    /// INVARIANT: the same peers as in `tokens`.
    sockets: HashMap<Token, (Peer, UdpSocket)>,
    last_token: Token,
}

impl Sockets {
    fn new(registry: Registry) -> Self {
        Self { registry, tokens: HashMap::new(), sockets: HashMap::new(), last_token: WAKER }
    }

    fn get(&self, peer: &Peer) -> Option<&UdpSocket> {
        self.sockets.get(self.tokens.get(peer)?).map(|(_, socket)| socket)
    }

    fn local_addrs(&self) -> io::Result<Vec<SocketAddr>> {
        let listeners = (0..).map_while(|listener| self.get(&Peer::Clients { listener }));
        listeners.map(UdpSocket::local_addr).collect()
    }

    fn insert(&mut self, peer: Peer, mut socket: UdpSocket) -> io::Result<()> {
        let token = Token(self.last_token.0.wrapping_add(1));
        self.registry.register(&mut socket, token, Interest::READABLE)?;
        self.last_token = token;
        self.tokens.insert(peer, token);
        self.sockets.insert(token, (peer, socket));
        Ok(())
    }

    /// Sends a datagram to the link's origin. Opens a socket if the link has none.
    fn send_to_origin(&mut self, link: Link, datagram: &[u8]) -> Result<(), SendFailure> {
        let peer = Peer::Origin(link);
        if !self.tokens.contains_key(&peer) {
            let any = match link.origin() {
                SocketAddr::V4(_) => SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0)),
                SocketAddr::V6(_) => SocketAddr::from((Ipv6Addr::UNSPECIFIED, 0)),
            };
            let socket = UdpSocket::bind(any).map_err(|_| SendFailure::NoSocket)?;
            // Only the origin can send to a connected socket, which reports an origin that is not there.
            socket.connect(link.origin()).map_err(|_| SendFailure::Unreachable)?;
            self.insert(peer, socket).map_err(|_| SendFailure::NoSocket)?;
        }
        match self.get(&peer).ok_or(SendFailure::NoSocket)?.send(datagram) {
            Err(error) if error.kind() != ErrorKind::WouldBlock => Err(SendFailure::Unreachable),
            _ => Ok(()),
        }
    }

    fn close(&mut self, link: Link) {
        let token = self.tokens.remove(&Peer::Origin(link));
        if let Some((_, mut socket)) = token.and_then(|token| self.sockets.remove(&token)) {
            // Dropping the socket ends the registration in any case.
            let _ = self.registry.deregister(&mut socket);
        }
    }
}
