//! Requests of clients: refused, or sent to their origins.

use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use coap_numbers::code;
use cri_coap::{Conflicts, Origin};

use super::Gateway;
use crate::client::Client;
use crate::exchange::{Arrival, Exchange, ExchangeKey, Phase, Room, Stamp};
use crate::link::Link;
use crate::message::{Answer, Body, Kind, Message, empty};
use crate::options::{check_critical, forward_request};
use crate::output::{Lookup, Output, Record};
use crate::refusal::Refusal;
use crate::target::{Target, TargetHost};
use crate::target_name::{shorten, target_name};
use crate::transmission::Transmission;

/// The most destinations of a name that a refusal keeps for the log.
const MAX_LOGGED_DESTINATIONS: usize = 4;

impl Gateway {
    /// Handles a request, or a duplicate of one. Of a datagram that is too long, `message` is the header alone.
    pub(super) fn request(
        &mut self,
        client: Client,
        message: &Message<'_>,
        datagram: &[u8],
        now: Instant,
    ) {
        let arrival = self.arrival(client, message, datagram, now);
        let is_verified = arrival.stamp.proof.verifies_request();
        let keys = ExchangeKey::all(client, message.id());
        // A request that is too long gets 4.13, even if others have its message ID.
        let is_long = datagram.len() > self.config.limits.message;
        let stamps = keys.map(|key| self.stamp(&key, now).filter(|_| !is_long));
        let is_duplicate = |stamp: Stamp| stamp.digest == arrival.stamp.digest;
        let mut known = keys.iter().zip(&stamps);
        if let Some((key, _)) = known.find(|(_, stamp)| stamp.is_some_and(is_duplicate)) {
            return self.answer_duplicate(key, &arrival, now);
        }
        if !is_verified && stamps.iter().flatten().any(|stamp| stamp.proof.verifies_request()) {
            // The other request certainly comes from the client. The client might take an answer to this one for the
            // answer to that one.
            return;
        }
        let mut uri = String::new();
        let begun = match stamps {
            [None, _] => self.begin(arrival, keys[0], message, datagram, &mut uri),
            [_, None] if is_verified => self.begin(arrival, keys[1], message, datagram, &mut uri),
            _ if is_verified => Err(Refusal::new(
                code::BAD_REQUEST,
                "two other recent requests have this message ID; use another one",
            )),
            _ => Err(self.challenge(
                client,
                "another recent request has this message ID; repeat this one with Echo",
                now,
            )),
        };
        if let Err(refusal) = begun {
            // RFC 7252 section 5.4.1: ignore a non-confirmable request with an unknown critical option. Section 5.7.1:
            // answer it if it was to be forwarded.
            if message.kind() == Kind::NonConfirmable
                && refusal.code == code::BAD_OPTION
                && cri_coap::origin(message.options().iter().copied(), Conflicts::Reject)
                    == Ok(Origin::Endpoint)
            {
                return;
            }
            let refusal = self.refusal_or_challenge(refusal, &arrival, now);
            // The gateway keeps nothing of the request, and answers a duplicate in the same way.
            let kind = message.kind().of_response();
            let id = self.response_id(kind, client, message.id());
            let answer = refusal.answer((kind, id, message.token()), arrival.budget(0));
            self.log(client, (message.code(), uri), &answer, Some(&refusal), Duration::ZERO);
            self.send_to_client(client, answer.datagram);
        }
    }

    /// The stamp of the request with this key, if that is under way or was answered lately.
    pub(super) fn stamp(&mut self, key: &ExchangeKey, now: Instant) -> Option<Stamp> {
        let under_way = self.exchanges.get(key).map(|exchange| exchange.arrival.stamp);
        under_way.or_else(|| self.answers.get(key, now).map(|(stamp, _)| stamp))
    }

    /// Handles a duplicate of the request with this key.
    fn answer_duplicate(&mut self, key: &ExchangeKey, arrival: &Arrival, now: Instant) {
        if let Some(exchange) = self.exchanges.get(key) {
            if exchange.is_acknowledged() {
                self.send_to_client(key.client, empty(Kind::Acknowledgement, key.id));
            } else if let Some(link) = exchange.link() {
                let copy = self.exchanges.change(key, |exchange| exchange.transmission.copy());
                if let Some(copy) = copy.flatten() {
                    self.send_request_to_origin(link, key.id, copy);
                }
            }
        } else if let Some((_, reply)) = self.answers.get(key, now) {
            // The reply may be longer than an unverified address may receive now.
            if !reply.is_empty() && reply.len() <= arrival.budget(0) {
                let reply = reply.to_vec();
                self.send_to_client(key.client, reply);
            }
        }
    }

    /// Begins an exchange, or returns why not. Either way, sets `uri` to the target's URI as soon as it is known.
    fn begin(
        &mut self,
        arrival: Arrival,
        key: ExchangeKey,
        message: &Message<'_>,
        datagram: &[u8],
        uri: &mut String,
    ) -> Result<(), Refusal> {
        let Arrival { client, group, stamp: Stamp { at: now, .. }, .. } = arrival;
        let limit = self.config.limits.message;
        if datagram.len() > limit {
            let reason = format!("the request has more than {limit} bytes; send it in blocks");
            return Err(Refusal::new(code::REQUEST_ENTITY_TOO_LARGE, reason));
        }
        // RFC 7252 section 5.8, and RFC 8132.
        if !(code::GET..=code::IPATCH).contains(&message.code()) {
            return Err(Refusal::new(
                code::METHOD_NOT_ALLOWED,
                "the method is unknown; known are 0.01 (GET) to 0.07 (iPATCH)",
            ));
        }
        let Some(target) = Target::of_request(message.options(), client, &self.config)
            .inspect_err(|_| *uri = target_name(message.options(), &self.config))?
        else {
            check_critical(message)?;
            return Err(Refusal::new(
                code::NOT_FOUND,
                "the gateway has no resources of its own; ask for one elsewhere with Proxy-Cri, Proxy-Uri or Proxy-Scheme",
            ));
        };
        // The URI of a CRI may be three times as long as the request, and the log may keep thousands.
        shorten(&target.uri).clone_into(uri);
        if self.deliver_held(&arrival, key, message, uri)? {
            return Ok(());
        }
        // The addresses of the host, or the name to look up.
        let addresses = match &target.host {
            TargetHost::Address(address) => Ok(vec![*address]),
            TargetHost::Name(name) => match self.config.names.get(name) {
                Some(addresses) => Ok(addresses.to_vec()),
                None if self.config.look_up => Err(name.clone()),
                None => {
                    let reason = "the gateway knows no address for the host name, and does not look up names";
                    return Err(Refusal::new(code::BAD_GATEWAY, reason));
                }
            },
        };
        let request = match addresses {
            Ok(addresses) => Ok(self.origin_request(client, &target, message, &addresses, now)?),
            Err(name) => {
                self.lookups.check(group)?;
                Err(name)
            }
        };
        let room = self.reserve(&arrival)?;
        let (phase, transmission) = match request {
            Ok((origin, body)) => {
                let link = Link::new(client, origin, key.series);
                self.send_request(link, &arrival, message, body, now)?
            }
            Err(name) => {
                let number = self.lookups.next_number();
                let begun = self.lookups.begin(Lookup { key, number, name }, group);
                self.outputs.extend(begun.map(Output::LookUp));
                let request = datagram.to_vec();
                (Phase::Resolving { request, lookup: number }, Transmission::once())
            }
        };
        let (uri, timing, state) = (uri.clone(), &self.config.timing, (phase, transmission));
        self.exchanges.begin(Exchange::new(arrival, key, message, uri, state, room, timing));
        Ok(())
    }

    /// Reserves room for one more exchange, and for its answer if that must be kept.
    fn reserve(&mut self, arrival: &Arrival) -> Result<Room, Refusal> {
        let Arrival { client, group, stamp, .. } = *arrival;
        let limit = self.config.limits.exchanges_of_client;
        if self.exchanges.of_client(client, group.request_is_verified) >= limit {
            return Err(Refusal::busy(format_args!(
                "too many requests under way for this client (limit {limit}); try again later"
            )));
        }
        let _exchange = self.exchanges.reserve(group)?;
        let answer = arrival.repetition.map(|_| self.answers.reserve(group, stamp.at));
        Ok(Room { _exchange, answer: answer.transpose()? })
    }

    /// Continues an exchange whose origin has these addresses.
    pub(super) fn resume(
        &mut self,
        key: &ExchangeKey,
        request: &[u8],
        addresses: &[IpAddr],
        now: Instant,
    ) -> Result<(), Refusal> {
        let message = Message::read(request);
        // INVARIANT of `Phase::Resolving`: `request` is a valid message.
        debug_assert!(message.is_ok());
        let Ok(message) = message else { return Ok(()) };
        let target = Target::of_request(message.options(), key.client, &self.config)?;
        let arrival = self.exchanges.get(key).map(|exchange| exchange.arrival);
        let Some((target, arrival)) = target.zip(arrival) else { return Ok(()) };
        let (origin, body) = self.origin_request(key.client, &target, &message, addresses, now)?;
        let link = Link::new(key.client, origin, key.series);
        let sent = self.send_request(link, &arrival, &message, body, now)?;
        self.exchanges.change(key, |exchange| (exchange.phase, exchange.transmission) = sent);
        Ok(())
    }

    /// Returns the plain request for the target, and its destination: the first address that is allowed.
    fn origin_request<'d>(
        &mut self,
        client: Client,
        target: &Target,
        message: &Message<'d>,
        addresses: &[IpAddr],
        now: Instant,
    ) -> Result<(SocketAddr, Body<'d>), Refusal> {
        let mut origins =
            addresses.iter().map(|address| SocketAddr::new(address.to_canonical(), target.port));
        let refused = origins.clone();
        let Some(origin) = origins.find(|&origin| self.config.allow.allows(origin)) else {
            // RFC 7252 section 5.10.2: an endpoint that is unwilling to act as a proxy for a request answers 5.05.
            let reason = "the gateway does not allow requests to this address and port";
            let mut refusal = Refusal::new(code::PROXYING_NOT_SUPPORTED, reason);
            // The log shows the URI. If its host is a name, the log shows the addresses too.
            if matches!(target.host, TargetHost::Name(_)) {
                refusal.destinations = refused.take(MAX_LOGGED_DESTINATIONS).collect();
            }
            return Err(refusal);
        };
        // RFC 7252 section 8: a multicast request has several responses.
        if origin.ip().is_multicast() {
            return Err(Refusal::new(
                code::PROXYING_NOT_SUPPORTED,
                "the gateway sends no requests to multicast addresses",
            ));
        }
        let mut body = Body::new(message.code(), message.payload());
        target.write_options(origin.ip(), &self.config, &mut body)?;
        forward_request(message, |option| self.is_own_echo(client, option, now), &mut body)?;
        Ok((origin, body))
    }

    /// Sends a request to an origin.
    fn send_request(
        &mut self,
        link: Link,
        arrival: &Arrival,
        message: &Message<'_>,
        mut body: Body<'_>,
        now: Instant,
    ) -> Result<(Phase, Transmission), Refusal> {
        let (permit, removed) = self.links.acquire(link, arrival.group, now)?;
        self.outputs.extend(removed.map(Output::Close));
        let id = self.secret.link_id(&link, message.id());
        let token = self.secret.token(&link, message.id(), arrival.stamp.digest);
        let datagram = body.write((message.kind(), id, token)).datagram;
        let transmission = match message.kind() {
            // A client that forges its address must not make the gateway send an origin more datagrams than the client
            // sends. An honest client repeats its request by itself.
            Kind::Confirmable if !arrival.stamp.proof.verifies_address() => {
                Transmission::relaying_copies(datagram.clone())
            }
            Kind::Confirmable => {
                let random = self.secret.timeout_spread(link.client(), message.id());
                Transmission::confirmable(datagram.clone(), random, &self.config.timing, now)
            }
            _ => Transmission::once(),
        };
        self.send_request_to_origin(link, message.id(), datagram);
        Ok((Phase::Asking { link, _permit: permit }, transmission))
    }

    /// Logs a request and its answer.
    pub(super) fn log(
        &mut self,
        client: Client,
        (method, uri): (u8, String),
        answer: &Answer,
        refusal: Option<&Refusal>,
        duration: Duration,
    ) {
        self.outputs.push_back(Output::Log(Record {
            client: client.address(),
            method,
            uri,
            refused: refusal.map(|refusal| refusal.destinations.clone()).unwrap_or_default(),
            code: answer.code,
            duration,
            bytes: answer.payload_len,
            reason: refusal.map(|refusal| refusal.reason.clone()).unwrap_or_default(),
        }));
    }
}
