//! Lets clients, origins and name servers talk to the state machine of `cri-gateway`, and lets time pass.
//! `conversation.rs` defines the format of the input.
//!
//! Whatever these send, the gateway stays within its limits, sends well-formed messages, sends nothing to a destination
//! that is not allowed, sends unverified addresses at most three times the bytes that came from there, and ends every
//! exchange.
#![no_main]

mod conversation;

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use cri_gateway::{
    AddressRule, AllowList, Client, Config, Gateway, Link, Lookup, LookupError, Message, Output,
    Secret, SendFailure,
};
use libfuzzer_sys::fuzz_target;

use conversation::{Event, Step};

const ECHO: u16 = 252;
const PROXY_URI: u16 = 35;

/// The targets that requests name: allowed, denied, forbidden, named, and of another scheme.
const TARGETS: [&str; 8] = [
    "coap://127.0.0.1/a",
    "coap://127.0.0.2:61616/b?c",
    "coap://127.0.0.9/denied",
    "coap://192.0.2.1/",
    "coap://[::ffff:127.0.0.3]/",
    "coap://sensor.example/a",
    "coap://slow.example/a",
    "http://127.0.0.1/",
];

/// How long after an Echo value a client may count as verified: its lifetime, then the lifetime of the last exchange,
/// and of the copies of its response.
const VERIFIED: Duration = Duration::from_secs(300 + 60 + 93);
/// The lifetime of an Echo value, rounded up.
const ECHO_LIFETIME: Duration = Duration::from_secs(121);

/// What the test knows of a client.
#[derive(Default)]
struct Known {
    received: usize,
    /// Bytes sent to the client while its address was not verified.
    sent: usize,
    verified_until: Option<Instant>,
    /// The Echo values issued to the client, and when.
    echoes: HashMap<Vec<u8>, Instant>,
    last_echo: Vec<u8>,
    /// The parts of the last request: type, code, target and payload.
    last_request: (u8, u8, usize, usize),
}

struct World {
    gateway: Gateway,
    now: Instant,
    is_trusting: bool,
    clients: HashMap<Client, Known>,
    /// The requests that origins received.
    requests: Vec<(Link, Vec<u8>)>,
    lookups: Vec<Lookup>,
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&flags, mut rest)) = bytes.split_first() else { return };
    let mut world = World::new(flags);
    while let Some((step, following)) = Step::read(rest) {
        world.step(&step);
        world.check();
        rest = following;
    }
    world.end();
});

impl World {
    fn new(flags: u8) -> Self {
        // `Instant` has no constant, and a fixed start makes runs repeatable within a process.
        static START: OnceLock<Instant> = OnceLock::new();
        let rule = |text: &str| text.parse::<AddressRule>().expect("a rule");
        let mut config = Config::default();
        config.allow = AllowList::from_iter([rule("127.0.0.0/8")]).except([rule("127.0.0.9")]);
        config.look_up = flags & 1 != 0;
        config.endpoints = vec![([127, 0, 0, 1], 5683).into(), ([127, 0, 0, 1], 5684).into()];
        let is_trusting = flags & 2 != 0;
        config.trusted.extend(is_trusting.then(|| rule("10.0.0.0/8")));
        (config.limits.exchanges, config.limits.exchanges_of_client) = (12, 4);
        (config.limits.answers, config.limits.links) = (16, 6);
        (config.limits.lookups, config.limits.verified) = (4, 4);
        let start = *START.get_or_init(Instant::now);
        let gateway = Gateway::new(config, Secret::known(u64::from(flags)));
        Self {
            gateway,
            now: start,
            is_trusting,
            clients: HashMap::new(),
            requests: Vec::new(),
            lookups: Vec::new(),
        }
    }

    /// Clients of four addresses, with several ports, at two listeners.
    fn client(index: usize) -> Client {
        let index = index as u8;
        let address = SocketAddr::from(([10, 0, 0, index & 3], 1 + u16::from(index >> 2 & 7)));
        Client::new(address, u16::from(index >> 5 & 1))
    }

    fn step(&mut self, step: &Step<'_>) {
        let client = Self::client(step.index);
        let byte = |at: usize| step.data.get(at).copied().unwrap_or_default();
        match step.event {
            Event::Client => self.send(client, step.data),
            Event::Request => {
                let parts =
                    (byte(1) & 1, 1 + byte(0) % 7, usize::from(byte(3)), usize::from(byte(4)) * 8);
                self.clients.entry(client).or_default().last_request = parts;
                self.send(client, &request(parts, u16::from(byte(2)), None));
            }
            Event::Repeat => {
                let known = self.clients.entry(client).or_default();
                let datagram =
                    request(known.last_request, u16::from(byte(0)), Some(&known.last_echo));
                self.send(client, &datagram);
            }
            Event::Acknowledge => self.send(client, &[0x60 | byte(1) << 4 & 0x10, 0, 0, byte(0)]),
            Event::Origin => {
                if let Some((link, _)) = self.request(step.index) {
                    self.gateway.handle_origin(link, step.data, self.now);
                }
            }
            Event::Answer => {
                if let Some((link, datagram)) = self.request(step.index) {
                    self.gateway.handle_origin(
                        link,
                        &answer(&datagram, [byte(0), byte(1), byte(2)]),
                        self.now,
                    );
                }
            }
            Event::NotSent => {
                let failure =
                    if byte(0) & 1 == 0 { SendFailure::Unreachable } else { SendFailure::NoSocket };
                if let Some((link, _)) = self.request(step.index) {
                    self.gateway.not_sent(link, failure, self.now);
                }
            }
            Event::LookedUp if !self.lookups.is_empty() => {
                let lookup = self.lookups.swap_remove(step.index % self.lookups.len());
                self.looked_up(&lookup, byte(0));
            }
            Event::LookedUp => {}
            Event::Pass => {
                let units = u64::from(u16::from_be_bytes([byte(0), byte(1)]));
                self.pass(Duration::from_millis(25 * units));
            }
            Event::RemoveIdle => {
                self.gateway.remove_idle_link();
            }
        }
        self.outputs();
    }

    fn request(&self, index: usize) -> Option<(Link, Vec<u8>)> {
        self.requests.get(index % self.requests.len().max(1)).cloned()
    }

    fn looked_up(&mut self, lookup: &Lookup, which: u8) {
        let found: Result<&[IpAddr], LookupError> = match which % 5 {
            0 => Ok(&[IpAddr::V4(Ipv4Addr::new(127, 0, 0, 5))]),
            1 => Ok(&[
                IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)),
                IpAddr::V4(Ipv4Addr::new(127, 0, 0, 9)),
            ]),
            2 => Ok(&[]),
            3 => Err(LookupError::Busy),
            _ => Err(LookupError::Failed),
        };
        self.gateway.looked_up(lookup, found, self.now);
    }

    /// Sends a datagram of a client.
    fn send(&mut self, client: Client, datagram: &[u8]) {
        let known = self.clients.entry(client).or_default();
        known.received += datagram.len();
        if let Ok(message) = Message::read(datagram) {
            let mut echoes = message.options().iter().filter(|(number, _)| *number == ECHO);
            let issued = echoes.find_map(|(_, value)| known.echoes.get(*value));
            if issued.is_some_and(|&issued| self.now <= issued + ECHO_LIFETIME) {
                known.verified_until = Some(self.now + VERIFIED);
            }
        }
        self.gateway.handle_client(client, datagram, self.now);
    }

    fn pass(&mut self, time: Duration) {
        let until = self.now + time;
        while let Some(at) = self.gateway.next_wake().filter(|&at| at <= until) {
            self.now = self.now.max(at);
            self.gateway.wake(self.now);
            assert!(
                self.gateway.next_wake().is_none_or(|next| next > self.now),
                "a timer goes off for ever"
            );
            self.outputs();
        }
        self.now = until;
    }

    fn outputs(&mut self) {
        while let Some(output) = self.gateway.output() {
            match output {
                Output::ToClient { client, datagram } => self.to_client(client, &datagram),
                Output::ToOrigin { link, datagram } => {
                    let origin = link.origin();
                    let allowed =
                        matches!(origin.ip(), IpAddr::V4(address) if address.is_loopback());
                    assert!(
                        allowed && origin.ip() != IpAddr::V4(Ipv4Addr::new(127, 0, 0, 9)),
                        "sent to {origin}"
                    );
                    assert!(Message::read(&datagram).is_ok(), "{datagram:x?}");
                    assert!(self.clients.contains_key(&link.client()));
                    self.requests.push((link, datagram));
                }
                Output::LookUp(lookup) => self.lookups.push(lookup),
                Output::Close(_) => {}
                Output::Log(record) => assert!(!record.to_string().contains('\n')),
            }
        }
    }

    fn to_client(&mut self, client: Client, datagram: &[u8]) {
        let message = Message::read(datagram).expect("a well-formed message");
        let known = self.clients.get_mut(&client).expect("a client that sent something");
        if let Some((_, value)) = message.options().iter().find(|(number, _)| *number == ECHO) {
            // Origins send Echo values, too, but none of this length.
            if value.len() == 12 {
                known.echoes.insert(value.to_vec(), self.now);
                known.last_echo = value.to_vec();
            }
        }
        if !self.is_trusting && known.verified_until.is_none_or(|until| until < self.now) {
            known.sent += datagram.len();
            assert!(
                known.sent <= 3 * known.received,
                "{client:?}: {} sent for {}",
                known.sent,
                known.received
            );
        }
    }

    fn check(&self) {
        let load = self.gateway.load();
        assert!(load.exchanges <= 12 && load.answers <= 16 && load.links <= 6, "{load:?}");
        assert!(
            load.lookups <= 4 && load.verified <= 4 && load.lookups == self.lookups.len(),
            "{load:?}"
        );
    }

    /// Every exchange ends, and so does every look-up once the name server answers.
    fn end(mut self) {
        self.pass(Duration::from_secs(600));
        assert_eq!((self.gateway.load().exchanges, self.gateway.next_wake()), (0, None));
        while let Some(lookup) = self.lookups.pop() {
            self.looked_up(&lookup, 0);
            self.outputs();
            self.check();
        }
        assert_eq!(self.gateway.load().lookups, 0);
    }
}

/// A request with type, code, target and length of the payload, and with an Echo value.
fn request(
    (kind, code, target, payload): (u8, u8, usize, usize),
    id: u16,
    echo: Option<&[u8]>,
) -> Vec<u8> {
    let [high, low] = id.to_be_bytes();
    let mut datagram = vec![0x41 | kind << 4, code, high, low, b't'];
    let uri = TARGETS[target % TARGETS.len()];
    datagram.extend([0xdd, PROXY_URI as u8 - 13, uri.len() as u8 - 13]);
    datagram.extend(uri.bytes());
    if let Some(echo) = echo.filter(|echo| echo.len() < 13) {
        datagram.extend([0xd0 | echo.len() as u8, (ECHO - PROXY_URI) as u8 - 13]);
        datagram.extend(echo);
    }
    if payload > 0 {
        datagram.push(0xff);
        datagram.resize(datagram.len() + payload, b'p');
    }
    datagram
}

/// A response with type, code and length of the payload to this request of the gateway.
fn answer(request: &[u8], [kind, code, payload]: [u8; 3]) -> Vec<u8> {
    let message = Message::read(request).expect("the gateway sends messages");
    let token = message.token();
    let mut datagram = vec![0x40 | kind << 4 & 0x30 | token.as_bytes().len() as u8, code];
    datagram.extend(message.id().to_be_bytes());
    datagram.extend(token.as_bytes());
    if payload > 0 {
        datagram.push(0xff);
        datagram.resize(datagram.len() + usize::from(payload) * 8, b'r');
    }
    datagram
}
