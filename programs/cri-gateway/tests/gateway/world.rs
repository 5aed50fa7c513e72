//! A gateway, a simulated clock, and what the gateway sent.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use coap_lite::{CoapOption, MessageClass, MessageType, Packet};
use cri_gateway::{Config, Gateway, Link, Lookup, Output, Record, Secret, SendFailure};

pub(crate) const CLIENT: &str = "192.0.2.1:40000";

pub(crate) const CON: MessageType = MessageType::Confirmable;
pub(crate) const NON: MessageType = MessageType::NonConfirmable;
pub(crate) const ACK: MessageType = MessageType::Acknowledgement;
pub(crate) const RST: MessageType = MessageType::Reset;

pub(crate) const URI_HOST: u16 = 3;
pub(crate) const ETAG: u16 = 4;
pub(crate) const OBSERVE: u16 = 6;
pub(crate) const URI_PORT: u16 = 7;
pub(crate) const URI_PATH: u16 = 11;
pub(crate) const URI_QUERY: u16 = 15;
pub(crate) const HOP_LIMIT: u16 = 16;
pub(crate) const BLOCK2: u16 = 23;
pub(crate) const BLOCK1: u16 = 27;
pub(crate) const PROXY_URI: u16 = 35;
pub(crate) const PROXY_SCHEME: u16 = 39;
pub(crate) const PROXY_CRI: u16 = 235;
pub(crate) const PROXY_SCHEME_NUMBER: u16 = 239;
pub(crate) const ECHO: u16 = 252;

pub(crate) const GET: u8 = 0x01;
pub(crate) const POST: u8 = 0x02;
pub(crate) const PUT: u8 = 0x03;
pub(crate) const PATCH: u8 = 0x06;

/// [-1, [h'7F000001'], ["a"]]
pub(crate) const CRI: &[u8] = b"\x83\x20\x81\x44\x7f\x00\x00\x01\x81\x61a";

pub(crate) fn address(text: &str) -> SocketAddr {
    text.parse().unwrap()
}

/// Returns a datagram.
pub(crate) fn message(
    kind: MessageType,
    code: u8,
    id: u16,
    token: &[u8],
    options: &[(u16, &[u8])],
    payload: &[u8],
) -> Vec<u8> {
    let mut packet = Packet::new();
    packet.header.set_version(1);
    packet.header.set_type(kind);
    packet.header.code = MessageClass::from(code);
    packet.header.message_id = id;
    packet.set_token(token.to_vec());
    for &(number, value) in options {
        packet.add_option(CoapOption::from(number), value.to_vec());
    }
    packet.payload = payload.to_vec();
    packet.to_bytes_unlimited().unwrap()
}

/// Returns an empty message.
pub(crate) fn empty(kind: MessageType, id: u16) -> Vec<u8> {
    message(kind, 0, id, b"", &[], b"")
}

/// Returns a GET with this message ID and a Proxy-Uri.
pub(crate) fn get(kind: MessageType, id: u16, uri: &str) -> Vec<u8> {
    message(kind, GET, id, b"tok", &[(PROXY_URI, uri.as_bytes())], b"")
}

/// The parts of a message.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Read {
    pub(crate) kind: MessageType,
    pub(crate) code: String,
    pub(crate) id: u16,
    pub(crate) token: Vec<u8>,
    pub(crate) options: Vec<(u16, Vec<u8>)>,
    pub(crate) payload: Vec<u8>,
}

pub(crate) fn read(datagram: &[u8]) -> Read {
    let packet = Packet::from_bytes(datagram).unwrap();
    assert_eq!(packet.header.get_version(), 1);
    let options = packet
        .options()
        .flat_map(|(&number, values)| values.iter().map(move |value| (number, value.clone())));
    Read {
        kind: packet.header.get_type(),
        code: packet.header.get_code(),
        id: packet.header.message_id,
        token: packet.get_token().to_vec(),
        options: options.collect(),
        payload: packet.payload.clone(),
    }
}

impl Read {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.payload).unwrap()
    }

    /// The options without the Hop-Limit that the gateway adds.
    pub(crate) fn plain_options(&self) -> Vec<(u16, &[u8])> {
        let options = self.options.iter().filter(|option| option.0 != HOP_LIMIT);
        options.map(|(number, value)| (*number, &value[..])).collect()
    }
}

/// A gateway without a network.
pub(crate) struct World {
    pub(crate) gateway: Gateway,
    pub(crate) now: Instant,
    pub(crate) to_clients: Vec<(SocketAddr, Vec<u8>)>,
    pub(crate) to_origins: Vec<(Link, Vec<u8>)>,
    pub(crate) closed: Vec<Link>,
    pub(crate) lookups: Vec<Lookup>,
    pub(crate) log: Vec<Record>,
}

impl World {
    pub(crate) fn new() -> Self {
        Self::with(|_| {})
    }

    pub(crate) fn with(change: impl FnOnce(&mut Config)) -> Self {
        Self::seeded(1, change)
    }

    /// A gateway that trusts every client, so that it verifies no address.
    pub(crate) fn trusting(change: impl FnOnce(&mut Config)) -> Self {
        Self::trusting_seeded(1, change)
    }

    pub(crate) fn trusting_seeded(seed: u64, change: impl FnOnce(&mut Config)) -> Self {
        Self::seeded(seed, |config| {
            config.trusted = ["0.0.0.0/0", "::/0"].map(|network| network.parse().unwrap()).to_vec();
            change(config);
        })
    }

    pub(crate) fn seeded(seed: u64, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::default();
        change(&mut config);
        Self {
            gateway: Gateway::new(config, Secret::known(seed)),
            now: Instant::now(),
            to_clients: Vec::new(),
            to_origins: Vec::new(),
            closed: Vec::new(),
            lookups: Vec::new(),
            log: Vec::new(),
        }
    }

    pub(crate) fn outputs(&mut self) {
        while let Some(output) = self.gateway.output() {
            match output {
                Output::ToClient { client, datagram } => {
                    self.to_clients.push((client.address(), datagram));
                }
                Output::ToOrigin { link, datagram } => self.to_origins.push((link, datagram)),
                Output::Close(link) => self.closed.push(link),
                Output::LookUp(lookup) => self.lookups.push(lookup),
                Output::Log(record) => self.log.push(record),
            }
        }
    }

    pub(crate) fn client(&mut self, datagram: &[u8]) {
        self.client_at(address(CLIENT), datagram);
    }

    pub(crate) fn client_at(&mut self, client: SocketAddr, datagram: &[u8]) {
        self.gateway.handle_client(client.into(), datagram, self.now);
        self.outputs();
    }

    pub(crate) fn origin(&mut self, link: Link, datagram: &[u8]) {
        self.gateway.handle_origin(link, datagram, self.now);
        self.outputs();
    }

    /// Advances the clock, and wakes the gateway whenever something is due.
    pub(crate) fn pass(&mut self, time: Duration) {
        let until = self.now + time;
        while let Some(at) = self.gateway.next_wake().filter(|&at| at <= until) {
            self.now = self.now.max(at);
            self.gateway.wake(self.now);
            self.outputs();
        }
        self.now = until;
    }

    /// The only datagram that was sent to clients, and its client.
    pub(crate) fn answer(&mut self) -> (SocketAddr, Read) {
        let [(client, datagram)] = &self.to_clients[..] else { panic!("{:?}", self.to_clients) };
        let answer = (*client, read(datagram));
        self.to_clients.clear();
        answer
    }

    /// The only datagram that was sent to origins, and its link.
    pub(crate) fn asked(&mut self) -> (Link, Read) {
        let [(link, datagram)] = &self.to_origins[..] else { panic!("{:?}", self.to_origins) };
        let asked = (*link, read(datagram));
        self.to_origins.clear();
        asked
    }

    /// Sends a request, and returns what the origin received.
    pub(crate) fn ask(&mut self, datagram: &[u8]) -> (Link, Read) {
        self.client(datagram);
        self.asked()
    }

    /// Lets the origin answer a request with 2.05, in its acknowledgement.
    pub(crate) fn answer_with(&mut self, link: Link, asked: &Read, payload: &[u8]) {
        self.origin(link, &message(ACK, 0x45, asked.id, &asked.token, &[], payload));
    }

    /// Lets the origin answer the only request that it received.
    pub(crate) fn respond(&mut self, code: u8, payload: &[u8]) {
        let (link, asked) = self.asked();
        self.origin(link, &message(ACK, code, asked.id, &asked.token, &[], payload));
    }

    /// Reports that a datagram did not reach the origin.
    pub(crate) fn unreachable(&mut self, link: Link) {
        self.gateway.not_sent(link, SendFailure::Unreachable, self.now);
        self.outputs();
    }

    /// Forgets what was sent.
    pub(crate) fn forget(&mut self) {
        self.to_clients.clear();
        self.to_origins.clear();
    }

    pub(crate) fn nothing_was_sent(&self) -> bool {
        self.to_clients.is_empty() && self.to_origins.is_empty()
    }

    /// Checks that the gateway refuses this request, and returns the response code.
    pub(crate) fn refuses(&mut self, datagram: &[u8]) -> String {
        self.client(datagram);
        assert!(self.to_origins.is_empty(), "{:?}", self.to_origins);
        let (_, answer) = self.answer();
        // The payload is the reason, in UTF-8. The log has it, too.
        assert!(!answer.text().is_empty());
        assert_eq!(self.log.pop().unwrap().reason, answer.text());
        answer.code
    }
}
