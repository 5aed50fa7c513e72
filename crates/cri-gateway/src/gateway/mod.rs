//! The gateway without sockets and clock: datagrams and the time go in, and what to do comes out.

use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};
use std::time::Instant;

use coap_numbers::code::{
    self, BAD_GATEWAY, BAD_OPTION, GATEWAY_TIMEOUT, METHOD_NOT_ALLOWED, NOT_FOUND, PROXYING_NOT_SUPPORTED,
    REQUEST_ENTITY_TOO_LARGE, SERVICE_UNAVAILABLE,
};
use cri_coap::{Conflicts, Origin};

use crate::answers::{Answers, Key, Repeatable};
use crate::body::{Body, empty};
use crate::exchange::{Exchange, Phase, refused, repeatable};
use crate::exchanges::Exchanges;
use crate::link::{Full, Links};
use crate::message::{Header, Kind, Malformed, Message, Token};
use crate::options::{check_critical, forward_request, forward_response};
use crate::refusal::Refusal;
use crate::target::{Asked, Target, TargetHost, asked};
use crate::timing::later;
use crate::transmission::{Overdue, Transmission};
use crate::{Config, Link, Load, Lookup, LookupError, Output, Secret, SendFailure};

/// A CoAP forward proxy: a state machine that no input stops, and whose memory is bounded by its limits.
#[derive(Debug)]
pub struct Gateway {
    config: Config,
    secret: Secret,
    exchanges: Exchanges,
    answers: Answers,
    /// INVARIANT: an exchange that asks has taken its link.
    links: Links,
    lookups: u64,
    outputs: VecDeque<Output>,
}

impl Gateway {
    /// A gateway that nobody has asked for anything yet.
    #[must_use]
    pub fn new(config: Config, secret: Secret) -> Self {
        Self {
            secret,
            exchanges: Exchanges::default(),
            answers: Answers::new(config.limits.answers, config.timing.exchange_lifetime),
            links: Links::new(config.limits.links),
            lookups: 0,
            outputs: VecDeque::new(),
            config,
        }
    }

    /// The next thing to do. All of them are to be taken after each input.
    pub fn output(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// When to call [`wake`](Gateway::wake) at the latest.
    #[must_use]
    pub fn next_wake(&self) -> Option<Instant> {
        self.exchanges.next_wake()
    }

    /// How much there is.
    #[must_use]
    pub fn load(&self) -> Load {
        Load { exchanges: self.exchanges.len(), answers: self.answers.len(), links: self.links.len() }
    }

    /// A datagram came from a client.
    pub fn from_client(&mut self, client: SocketAddr, datagram: &[u8], now: Instant) {
        if datagram.len() > self.config.limits.message {
            return self.too_large(client, datagram);
        }
        let message = match Message::read(datagram) {
            Ok(message) => message,
            // RFC 7252 sections 4.2 and 4.3: rejecting what is not confirmable is to ignore it.
            Err(Malformed::Message { kind: Kind::Confirmable, id }) => return self.reset(client, id),
            Err(_) => return,
        };
        match (message.kind(), code::classify(message.code())) {
            (Kind::Confirmable | Kind::NonConfirmable, code::Range::Request) => {
                self.request(client, &message, datagram, now);
            }
            // A ping, a response to nothing, and reserved codes.
            (Kind::Confirmable, _) => self.reset(client, message.id()),
            (Kind::Acknowledgement | Kind::Reset, code::Range::Empty) => self.delivered((client, message.id()), now),
            (Kind::NonConfirmable | Kind::Acknowledgement | Kind::Reset, _) => {}
        }
    }

    /// A datagram came from the origin of a link, on the socket of the link.
    pub fn from_origin(&mut self, link: Link, datagram: &[u8], now: Instant) {
        let header = match Header::read(datagram) {
            Ok((header, _)) => header,
            Err(Malformed::Message { kind: Kind::Confirmable, id }) => return self.send(link, empty(Kind::Reset, id)),
            Err(_) => return,
        };
        let is_response = matches!(code::classify(header.code), code::Range::Response(_));
        match header.kind {
            Kind::Acknowledgement | Kind::Reset if header.code == code::EMPTY => {
                let key = (link.client(), self.secret.id_before(&link, header.id));
                if !self.asks(&key, &link) {
                    return;
                }
                if header.kind == Kind::Reset {
                    let refusal = Refusal::new(BAD_GATEWAY, "expected a response of the origin, found a reset");
                    self.fail(&key, &refusal, now);
                } else {
                    self.arrived(&key);
                }
            }
            Kind::Acknowledgement if is_response => {
                let key = self.key_of(&link, &header.token);
                // RFC 7252 section 5.3.2: message ID and token of the request.
                let key = key.filter(|&(_, id)| self.secret.id_on(&link, id) == header.id);
                if let Some(key) = key.filter(|key| self.asks(key, &link)) {
                    self.respond(&key, datagram, now);
                }
            }
            Kind::Confirmable | Kind::NonConfirmable if is_response => {
                let key = self.key_of(&link, &header.token);
                if header.kind == Kind::Confirmable {
                    // Also where it is a duplicate, since the token says that it was asked for.
                    let wanted = key.is_some() && Message::read(datagram).is_ok();
                    let kind = if wanted { Kind::Acknowledgement } else { Kind::Reset };
                    self.send(link, empty(kind, header.id));
                }
                if let Some(key) = key.filter(|key| self.asks(key, &link)) {
                    self.respond(&key, datagram, now);
                }
            }
            // A ping, or a request: nobody is asked here.
            Kind::Confirmable => self.send(link, empty(Kind::Reset, header.id)),
            Kind::NonConfirmable | Kind::Acknowledgement | Kind::Reset => {}
        }
    }

    /// Gives up the link that was not used for longest, if there is one that is not in use.
    ///
    /// Its socket is to be closed. This makes room where the operating system has no socket left for another link.
    pub fn give_up_link(&mut self) -> Option<Link> {
        self.links.give_up()
    }

    /// The origin of a link cannot be asked.
    pub fn not_sent(&mut self, link: Link, failure: SendFailure, now: Instant) {
        let refusal = match failure {
            SendFailure::Unreachable => {
                Refusal::new(BAD_GATEWAY, "expected an origin, found none at its address and port")
            }
            SendFailure::NoSocket => Refusal::new(SERVICE_UNAVAILABLE, "expected a socket, found none to be left"),
        };
        for key in self.exchanges.on_link(&link) {
            self.fail(&key, &refusal, now);
        }
    }

    /// A name was looked up, or could not be.
    pub fn looked_up(&mut self, lookup: &Lookup, found: Result<&[IpAddr], LookupError>, now: Instant) {
        let request = match self.exchanges.get(&lookup.key).map(|exchange| &exchange.phase) {
            Some(Phase::Resolving { request, lookup: number }) if *number == lookup.number => request.clone(),
            _ => return,
        };
        let resumed = found.map_err(|error| match error {
            LookupError::Busy => Refusal::new(SERVICE_UNAVAILABLE, "expected fewer names to be looked up"),
            LookupError::Failed => Refusal::new(BAD_GATEWAY, "expected a host with an address, found none"),
        });
        let resumed = resumed.and_then(|addresses| self.resume(&lookup.key, &request, addresses, now));
        if let Err(refusal) = resumed {
            self.fail(&lookup.key, &refusal, now);
        }
    }

    /// Does what is due.
    pub fn wake(&mut self, now: Instant) {
        while let Some(key) = self.exchanges.next_due(now) {
            self.due(&key, now);
        }
    }

    /// A request, or its duplicate.
    fn request(&mut self, client: SocketAddr, message: &Message<'_>, datagram: &[u8], now: Instant) {
        let key = (client, message.id());
        if let Some(exchange) = self.exchanges.get(&key) {
            if exchange.is_acknowledged() {
                self.answer(client, empty(Kind::Acknowledgement, message.id()));
            }
            return;
        }
        if let Some(reply) = self.answers.get(&key, now) {
            let reply = reply.to_vec();
            if !reply.is_empty() {
                self.answer(client, reply);
            }
            return;
        }
        let mut uri = String::new();
        if let Err(refusal) = self.take(client, message, datagram, &mut uri, now) {
            // RFC 7252 section 5.4.1; of what is to be forwarded, section 5.7.1 wants it answered.
            let asks_gateway =
                cri_coap::origin(message.options().iter().copied(), Conflicts::Reject) == Ok(Origin::Endpoint);
            if message.kind() == Kind::NonConfirmable && refusal.code() == BAD_OPTION && asks_gateway {
                return;
            }
            self.refuse(client, message.header(), &uri, &refusal);
        }
    }

    /// Begins an exchange, or says why not; either way `uri` is what was asked for, as far as it was understood.
    fn take(
        &mut self,
        client: SocketAddr,
        message: &Message<'_>,
        datagram: &[u8],
        uri: &mut String,
        now: Instant,
    ) -> Result<(), Refusal> {
        // RFC 7252 section 5.8, and RFC 8132.
        if !(code::GET..=code::IPATCH).contains(&message.code()) {
            return Err(Refusal::new(METHOD_NOT_ALLOWED, "expected a method that is known, found another"));
        }
        let Asked::There(target) = asked(message.options(), &self.config)? else {
            check_critical(message)?;
            return Err(Refusal::new(
                NOT_FOUND,
                "expected a request for something elsewhere, found one for the gateway",
            ));
        };
        target.uri().clone_into(uri);
        let addresses = match target.host() {
            TargetHost::Address(address) => Some(vec![*address]),
            TargetHost::Name(name) => match self.config.names.get(name) {
                Some(addresses) => Some(addresses.to_vec()),
                None if self.config.look_up => None,
                None => return Err(Refusal::new(BAD_GATEWAY, "expected a host whose address is known, found another")),
            },
        };
        let asking = addresses.map(|addresses| self.request_to(&target, message, &addresses)).transpose()?;
        self.check_room(client, repeatable(message.code()), now)?;
        let phase = match asking {
            Some((origin, datagram)) => self.ask(Link::new(client, origin), message, datagram, now)?,
            None => {
                self.lookups = self.lookups.wrapping_add(1);
                Phase::Resolving { request: datagram.to_vec(), lookup: self.lookups }
            }
        };
        let timing = &self.config.timing;
        let (deadline, acknowledge_by) = (later(now, timing.request), later(now, timing.processing_delay));
        let exchange = Exchange::new(client, message, target.uri().to_owned(), phase, now, deadline, acknowledge_by);
        if let (Phase::Resolving { lookup, .. }, TargetHost::Name(name)) = (&exchange.phase, target.host()) {
            let lookup = Lookup { key: exchange.key(), number: *lookup, name: name.clone() };
            self.outputs.push_back(Output::LookUp(lookup));
        }
        self.exchanges.begin(exchange);
        Ok(())
    }

    /// Whether one more exchange is within the limits.
    fn check_room(&mut self, client: SocketAddr, repeatable: Repeatable, now: Instant) -> Result<(), Refusal> {
        let (limits, under_way) = (&self.config.limits, self.exchanges.len());
        let of_client = self.exchanges.of_client(&client);
        if under_way >= limits.exchanges {
            return Err(Refusal::new(SERVICE_UNAVAILABLE, "expected fewer requests to be under way"));
        }
        if of_client >= limits.exchanges_of_client {
            return Err(Refusal::new(SERVICE_UNAVAILABLE, "expected fewer requests of this client to be under way"));
        }
        // Each exchange under way may leave an answer that must stay. What may be repeated needs none.
        if repeatable == Repeatable::No && !self.answers.has_room(under_way.saturating_add(1), now) {
            return Err(Refusal::new(SERVICE_UNAVAILABLE, "expected fewer requests in the last minutes"));
        }
        Ok(())
    }

    /// Goes on with an exchange whose origin has these addresses.
    fn resume(&mut self, key: &Key, request: &[u8], addresses: &[IpAddr], now: Instant) -> Result<(), Refusal> {
        // INVARIANT of `Phase::Resolving`: this was read before.
        let Ok(message) = Message::read(request) else { return Ok(()) };
        let Asked::There(target) = asked(message.options(), &self.config)? else { return Ok(()) };
        let (origin, datagram) = self.request_to(&target, &message, addresses)?;
        let phase = self.ask(Link::new(key.0, origin), &message, datagram, now)?;
        if let Some(mut exchange) = self.exchanges.take(key) {
            exchange.phase = phase;
            self.exchanges.put(exchange);
        }
        Ok(())
    }

    /// The plain request for the target, and where it goes: to the first address that is allowed.
    fn request_to<'d>(
        &self,
        target: &Target,
        message: &Message<'d>,
        addresses: &[IpAddr],
    ) -> Result<(SocketAddr, Body<'d>), Refusal> {
        let origins = addresses.iter().map(|address| SocketAddr::new(address.to_canonical(), target.port()));
        let origin = origins.into_iter().find(|&origin| self.config.allow.allows(origin)).ok_or_else(|| {
            // RFC 7252 section 5.10.2: who is unwilling to act as a proxy for a request says so.
            Refusal::new(PROXYING_NOT_SUPPORTED, "expected a destination that is allowed, found another")
        })?;
        // RFC 7252 section 8: that is several responses to one request.
        if origin.ip().is_multicast() {
            return Err(Refusal::new(PROXYING_NOT_SUPPORTED, "expected one destination, found a multicast address"));
        }
        let mut body = Body::new(message.code(), message.payload());
        target.write_options(origin.ip(), &self.config, &mut body)?;
        forward_request(message, &mut body)?;
        Ok((origin, body))
    }

    /// Sends a request to an origin.
    fn ask(&mut self, link: Link, message: &Message<'_>, mut body: Body<'_>, now: Instant) -> Result<Phase, Refusal> {
        let gone = self.links.take(link, now);
        let gone = gone.map_err(|Full| Refusal::new(SERVICE_UNAVAILABLE, "expected fewer origins to be asked"))?;
        self.outputs.extend(gone.map(Output::Close));
        let (id, token) = (self.secret.id_on(&link, message.id()), self.secret.token(&link, message.id()));
        let datagram = body.write(message.kind(), id, token);
        let transmission = match message.kind() {
            Kind::Confirmable => {
                let random = self.secret.spread(link.client(), message.id());
                Transmission::confirmable(datagram.clone(), random, &self.config.timing, now)
            }
            _ => Transmission::once(),
        };
        self.send(link, datagram);
        Ok(Phase::Asking { link, transmission })
    }

    /// The exchange that a token of this link was made for, if it was.
    fn key_of(&self, link: &Link, token: &Token) -> Option<Key> {
        let id = Secret::id_of(token)?;
        (self.secret.token(link, id) == *token).then_some((link.client(), id))
    }

    fn asks(&self, key: &Key, link: &Link) -> bool {
        self.exchanges.get(key).is_some_and(|exchange| exchange.link() == Some(*link))
    }

    /// The origin has acknowledged the request.
    fn arrived(&mut self, key: &Key) {
        if let Some(mut exchange) = self.exchanges.take(key) {
            if let Some(transmission) = exchange.transmission() {
                transmission.arrived();
            }
            self.exchanges.put(exchange);
        }
    }

    /// The client has the response, or does not want it.
    fn delivered(&mut self, key: Key, now: Instant) {
        if self.exchanges.get(&key).is_some_and(|exchange| matches!(exchange.phase, Phase::Answering(_))) {
            self.finish(&key, empty(Kind::Acknowledgement, key.1), now);
        }
    }

    /// Sends a response back to the client, if it can be.
    fn respond(&mut self, key: &Key, datagram: &[u8], now: Instant) {
        let most = self.config.limits.message;
        // RFC 7252 section 5.7.1: what cannot be processed is a bad gateway's.
        let message = if datagram.len() > most {
            Err(Refusal::new(BAD_GATEWAY, format!("expected a response of at most {most} bytes, found a longer one")))
        } else {
            Message::read(datagram)
                .map_err(|_| Refusal::new(BAD_GATEWAY, "expected a response that is well-formed, found another"))
        };
        match message.as_ref().map_err(Clone::clone).and_then(forward_response) {
            Ok(body) => self.reply(key, body, None, now),
            Err(refusal) => self.fail(key, &refusal, now),
        }
    }

    /// Answers a request that was taken with a refusal.
    fn fail(&mut self, key: &Key, refusal: &Refusal, now: Instant) {
        self.reply(key, refusal.body(), Some(refusal), now);
    }

    /// Answers a request that was taken (RFC 7252 section 5.2).
    fn reply(&mut self, key: &Key, mut body: Body<'_>, refusal: Option<&Refusal>, now: Instant) {
        let Some(mut exchange) = self.exchanges.take(key) else { return };
        if let Some(link) = exchange.link() {
            self.links.give_back(&link, now);
        }
        self.outputs.push_back(Output::Log(exchange.record(body.code(), body.payload_len(), refusal, now)));
        let (client, id) = *key;
        let kind = match (exchange.is_confirmable(), exchange.is_acknowledged()) {
            (true, false) => Kind::Acknowledgement,
            (true, true) => Kind::Confirmable,
            (false, _) => Kind::NonConfirmable,
        };
        // The client's message ID does for all three: those of the gateway are another series, in which it comes back
        // no sooner than in the client's.
        let datagram = body.write(kind, id, exchange.token());
        self.answer(client, datagram.clone());
        if kind == Kind::Confirmable {
            let random = self.secret.spread(client, id);
            let transmission = Transmission::confirmable(datagram, random, &self.config.timing, now);
            exchange.phase = Phase::Answering(transmission);
            return self.exchanges.put(exchange);
        }
        // A duplicate that is not confirmable is ignored.
        let reply = if kind == Kind::Acknowledgement { datagram } else { Vec::new() };
        self.exchanges.put(exchange);
        self.finish(key, reply, now);
    }

    /// Ends an exchange; its duplicates get `reply`.
    fn finish(&mut self, key: &Key, reply: Vec<u8>, now: Instant) {
        let Some(exchange) = self.exchanges.take(key) else { return };
        self.exchanges.end(&exchange);
        self.answers.insert(*key, reply, exchange.repeatable(), now);
    }

    /// Does what is due for one exchange.
    fn due(&mut self, key: &Key, now: Instant) {
        let Some(mut exchange) = self.exchanges.take(key) else { return };
        let late = exchange.is_late(now);
        let acknowledges = !late && exchange.acknowledges(now);
        let link = exchange.link();
        let overdue = exchange.transmission().and_then(|transmission| transmission.overdue(now));
        self.exchanges.put(exchange);
        if acknowledges {
            self.answer(key.0, empty(Kind::Acknowledgement, key.1));
        }
        match (overdue, link) {
            _ if late => self.time_out(key, now),
            (None, _) => {}
            (Some(Overdue::Again(datagram)), Some(link)) => self.send(link, datagram),
            (Some(Overdue::Again(datagram)), None) => self.answer(key.0, datagram),
            (Some(Overdue::GivenUp), Some(_)) => self.time_out(key, now),
            (Some(Overdue::GivenUp), None) => self.finish(key, empty(Kind::Acknowledgement, key.1), now),
        }
    }

    fn time_out(&mut self, key: &Key, now: Instant) {
        self.fail(key, &Refusal::new(GATEWAY_TIMEOUT, "expected a response of the origin in time, found none"), now);
    }

    /// Answers a datagram that is too large to be read, if it is a request.
    fn too_large(&mut self, client: SocketAddr, datagram: &[u8]) {
        let Ok((header, _)) = Header::read(datagram) else { return };
        let is_request = matches!(code::classify(header.code), code::Range::Request);
        match header.kind {
            Kind::Confirmable | Kind::NonConfirmable if is_request => {
                let most = self.config.limits.message;
                let refusal =
                    Refusal::new(REQUEST_ENTITY_TOO_LARGE, format!("expected at most {most} bytes, found more"));
                self.refuse(client, header, "", &refusal);
            }
            Kind::Confirmable => self.reset(client, header.id),
            _ => {}
        }
    }

    /// Answers a request that was not taken. Nothing is kept of it: a duplicate is answered in the same way.
    fn refuse(&mut self, client: SocketAddr, header: Header, uri: &str, refusal: &Refusal) {
        let mut body = refusal.body();
        self.outputs.push_back(Output::Log(refused(client, header.code, uri, refusal, body.payload_len())));
        let confirmable = header.kind == Kind::Confirmable;
        let kind = if confirmable { Kind::Acknowledgement } else { Kind::NonConfirmable };
        self.answer(client, body.write(kind, header.id, header.token));
    }

    fn reset(&mut self, client: SocketAddr, id: u16) {
        self.answer(client, empty(Kind::Reset, id));
    }

    fn answer(&mut self, client: SocketAddr, datagram: Vec<u8>) {
        self.outputs.push_back(Output::ToClient { client, datagram });
    }

    fn send(&mut self, link: Link, datagram: Vec<u8>) {
        self.outputs.push_back(Output::ToOrigin { link, datagram });
    }
}
