//! The event loop around a [`Gateway`]: sockets, clock, look-ups and log.

use std::collections::HashMap;
use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use mio::event::Event;
use mio::net::UdpSocket;
use mio::{Events, Interest, Poll, Token, Waker};

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
/// The number of the first token of a listener. Those of the links' sockets follow the last listener's.
const FIRST_LISTENER: usize = 1;

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
    /// INVARIANT: the listeners, in the order of `Config::endpoints`, and at least one.
    listeners: Vec<UdpSocket>,
    links: Sockets,
    poll: Poll,
    waker: Arc<Waker>,
    stop: Arc<AtomicBool>,
    resolver: Option<Resolver>,
    log: Log,
}

impl Server {
    /// Binds a gateway to the addresses and ports that clients send to. Port 0 means any free port.
    ///
    /// `config.endpoints` is set to the bound addresses.
    ///
    /// ```
    /// use cri_gateway::{Config, Log, Server};
    ///
    /// let server = Server::bind(&["127.0.0.1:0".parse()?, "127.0.0.2:0".parse()?], Config::default(), Log::none())?;
    /// assert_eq!(server.local_addrs()?.len(), 2);
    /// assert!(Server::bind(&[], Config::default(), Log::none()).is_err()); // nobody could reach it
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the operating system: an address does not exist or is in use, or no socket, thread or random bytes are
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
        let mut listeners = Vec::new();
        for (address, token) in listen.iter().zip(FIRST_LISTENER..) {
            let named = |error: io::Error| {
                io::Error::new(error.kind(), format!("cannot listen on {address}: {error}"))
            };
            let mut socket = UdpSocket::bind(*address).map_err(named)?;
            poll.registry().register(&mut socket, Token(token), Interest::READABLE)?;
            listeners.push(socket);
        }
        let endpoints = listeners.iter().map(UdpSocket::local_addr).collect::<io::Result<_>>()?;
        let waker = Arc::new(Waker::new(poll.registry(), WAKER)?);
        let resolver =
            config.look_up.then(|| Resolver::new(config.limits.lookups, &waker)).transpose()?;
        let config = Config { endpoints, ..config };
        Ok(Self {
            gateway: Gateway::new(config, Secret::random()?),
            links: Sockets::new(FIRST_LISTENER.saturating_add(listeners.len())),
            listeners,
            poll,
            waker,
            stop: Arc::default(),
            resolver,
            log,
        })
    }

    /// The addresses and ports that clients send to.
    ///
    /// # Errors
    ///
    /// Those of the operating system.
    pub fn local_addrs(&self) -> io::Result<Vec<SocketAddr>> {
        self.listeners.iter().map(UdpSocket::local_addr).collect()
    }

    /// Returns a handle that ends [`run`](Server::run) from another thread.
    #[must_use]
    pub fn stop(&self) -> Stop {
        Stop { stop: Arc::clone(&self.stop), waker: Arc::clone(&self.waker) }
    }

    /// Runs the gateway until [`Stop::stop`] is called.
    ///
    /// ```
    /// use cri_gateway::{Config, Log, Server};
    ///
    /// let server = Server::bind(&["127.0.0.1:0".parse()?], Config::default(), Log::none())?;
    /// let stop = server.stop();
    /// let running = std::thread::spawn(|| server.run()); // `run` blocks its thread
    /// assert!(!running.is_finished());
    /// stop.stop();
    /// running.join().expect("no panic")?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
                let more = match token {
                    WAKER => {
                        self.read_lookups();
                        false
                    }
                    Token(number) => match number.checked_sub(FIRST_LISTENER) {
                        Some(index) if index < self.listeners.len() => {
                            self.read_clients(index, &mut space)
                        }
                        _ => self.read_link(token, &mut space),
                    },
                };
                unfinished.extend(more.then_some(token));
            }
            self.gateway.wake(Instant::now());
            self.do_outputs();
        }
        Ok(())
    }

    /// Reads datagrams of the clients of a listener. Returns whether there may be more.
    fn read_clients(&mut self, index: usize, space: &mut [u8]) -> bool {
        for _ in 0..TURN {
            // INVARIANT of `bind`: the index of a listener is in range, and has 16 bits.
            let (Some(socket), Ok(listener)) = (self.listeners.get(index), u16::try_from(index))
            else {
                return false;
            };
            match socket.recv_from(space) {
                Ok((len, address)) => {
                    let client = Client::new(address, listener);
                    let datagram = space.get(..len).unwrap_or_default();
                    self.gateway.handle_client(client, datagram, Instant::now());
                    self.do_outputs();
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return false,
                // The error of an earlier datagram that did not reach its client.
                Err(_) => {}
            }
        }
        true
    }

    /// Reads datagrams of a link's origin. Returns whether there may be more.
    fn read_link(&mut self, token: Token, space: &mut [u8]) -> bool {
        for _ in 0..TURN {
            // An output may have closed the socket.
            let Some((link, socket)) = self.links.by_token(token) else { return false };
            match socket.recv(space) {
                Ok(len) => self.gateway.handle_origin(
                    link,
                    space.get(..len).unwrap_or_default(),
                    Instant::now(),
                ),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return false,
                Err(_) => self.gateway.not_sent(link, SendFailure::Unreachable, Instant::now()),
            }
            self.do_outputs();
        }
        true
    }

    /// Passes the results of look-ups to the gateway.
    fn read_lookups(&mut self) {
        while let Some((lookup, found)) = self.resolver.as_ref().and_then(Resolver::found) {
            self.gateway.looked_up(
                &lookup,
                found.as_deref().map_err(|&error| error),
                Instant::now(),
            );
            self.do_outputs();
        }
    }

    /// Performs the gateway's outputs. A datagram that cannot be sent now is lost, as on any network.
    fn do_outputs(&mut self) {
        while let Some(output) = self.gateway.output() {
            match output {
                Output::ToClient { client, datagram } => {
                    if let Some(socket) = self.listeners.get(usize::from(client.listener())) {
                        // After an error, the client repeats its request.
                        let _ = socket.send_to(&datagram, client.address());
                    }
                }
                Output::ToOrigin { link, datagram } => {
                    let mut sent = self.links.send(link, &datagram, &self.poll);
                    while sent == Err(SendFailure::NoSocket) {
                        let Some(idle) = self.gateway.remove_idle_link() else { break };
                        self.links.close(&idle, &self.poll);
                        sent = self.links.send(link, &datagram, &self.poll);
                    }
                    if let Err(failure) = sent {
                        self.gateway.not_sent(link, failure, Instant::now());
                    }
                }
                Output::Close(link) => self.links.close(&link, &self.poll),
                Output::LookUp(lookup) => {
                    let resolver = self.resolver.as_ref();
                    if let Err(lookup) =
                        resolver.map_or(Err(lookup.clone()), |resolver| resolver.ask(lookup))
                    {
                        self.gateway.looked_up(&lookup, Err(LookupError::Busy), Instant::now());
                    }
                }
                Output::Log(record) => self.log.write(record),
            }
        }
    }
}

/// A handle that ends a [`Server`].
///
/// ```
/// use cri_gateway::{Config, Log, Server};
///
/// let server = Server::bind(&["127.0.0.1:0".parse()?], Config::default(), Log::none())?;
/// let (one, other) = (server.stop(), server.stop());
/// let running = std::thread::spawn(|| server.run());
/// std::thread::spawn(move || one.stop()); // from any thread
/// assert!(running.join().expect("no panic").is_ok());
/// other.stop(); // the server has ended: nothing happens
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

/// The sockets of the links.
#[derive(Debug)]
struct Sockets {
    tokens: HashMap<Link, Token>,
    /// INVARIANT: the same links as in `tokens`.
    sockets: HashMap<Token, (Link, UdpSocket)>,
    /// The number of the next socket's token.
    next_token: usize,
}

impl Sockets {
    fn new(first_token: usize) -> Self {
        Self { tokens: HashMap::new(), sockets: HashMap::new(), next_token: first_token }
    }

    fn by_token(&self, token: Token) -> Option<(Link, &UdpSocket)> {
        self.sockets.get(&token).map(|(link, socket)| (*link, socket))
    }

    /// Sends a datagram to the link's origin. Opens a socket if the link has none.
    fn send(&mut self, link: Link, datagram: &[u8], poll: &Poll) -> Result<(), SendFailure> {
        let token = match self.tokens.get(&link) {
            Some(&token) => token,
            None => self.open(link, poll)?,
        };
        let (_, socket) = self.sockets.get(&token).ok_or(SendFailure::NoSocket)?;
        match socket.send(datagram) {
            Err(error) if error.kind() != ErrorKind::WouldBlock => Err(SendFailure::Unreachable),
            _ => Ok(()),
        }
    }

    /// Opens a socket and connects it: only the origin can send to it, and it reports an origin that is not there.
    fn open(&mut self, link: Link, poll: &Poll) -> Result<Token, SendFailure> {
        let any = match link.origin() {
            SocketAddr::V4(_) => SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0)),
            SocketAddr::V6(_) => SocketAddr::from((Ipv6Addr::UNSPECIFIED, 0)),
        };
        let mut socket = UdpSocket::bind(any).map_err(|_| SendFailure::NoSocket)?;
        socket.connect(link.origin()).map_err(|_| SendFailure::Unreachable)?;
        let token = Token(self.next_token);
        let registered = poll.registry().register(&mut socket, token, Interest::READABLE);
        registered.map_err(|_| SendFailure::NoSocket)?;
        self.next_token = self.next_token.wrapping_add(1);
        self.tokens.insert(link, token);
        self.sockets.insert(token, (link, socket));
        Ok(token)
    }

    fn close(&mut self, link: &Link, poll: &Poll) {
        let closed = self.tokens.remove(link).and_then(|token| self.sockets.remove(&token));
        if let Some((_, mut socket)) = closed {
            // Dropping the socket ends the registration in any case.
            let _ = poll.registry().deregister(&mut socket);
        }
    }
}
