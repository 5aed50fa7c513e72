//! Requests of clients: refused, or sent to their origins.

use std::net::{IpAddr, SocketAddr};
use std::time::Instant;

use coap_numbers::code::{
    self, BAD_GATEWAY, BAD_OPTION, BAD_REQUEST, METHOD_NOT_ALLOWED, NOT_FOUND,
    PROXYING_NOT_SUPPORTED, REQUEST_ENTITY_TOO_LARGE,
};
use cri_coap::{Conflicts, Origin};

use super::Gateway;
use crate::body::{Body, empty};
use crate::client::Client;
use crate::exchange::{
    Arrival, Exchange, ExchangeKey, Phase, Stamp, answered_record, refused_record,
};
use crate::holder::Holder;
use crate::idempotence::Idempotence;
use crate::link::Link;
use crate::message::{Header, Kind, Message};
use crate::options::{check_critical, forward_request};
use crate::output::{Lookup, Output};
use crate::refusal::Refusal;
use crate::shares::Exhausted;
use crate::target::{Target, TargetHost};
use crate::target_name::{shorten, target_name};
use crate::transmission::Transmission;
use crate::verified::AMPLIFICATION;

impl Gateway {
    /// Handles a request, or a duplicate of one.
    pub(super) fn request(
        &mut self,
        client: Client,
        message: &Message<'_>,
        datagram: &[u8],
        now: Instant,
    ) {
        let arrival = self.arrival(client, message, datagram, now);
        let keys = ExchangeKey::all(client, message.id());
        let stamps = keys.map(|key| self.stamp(&key, now));
        let is_duplicate =
            |stamp: &Option<Stamp>| stamp.is_some_and(|stamp| stamp.digest == arrival.stamp.digest);
        if let Some((key, _)) = keys.iter().zip(&stamps).find(|(_, stamp)| is_duplicate(stamp)) {
            return self.answer_duplicate(key, arrival, now);
        }
        if !arrival.proof().verifies_request()
            && stamps.iter().flatten().any(|stamp| stamp.proof.verifies_request())
        {
            // Only the client can have sent the other request. It might take an answer to this one for its answer.
            return;
        }
        let mut uri = String::new();
        let key = match stamps {
            [None, _] => Ok(keys[0]),
            [_, None] if arrival.proof().verifies_request() => Ok(keys[1]),
            _ if arrival.proof().verifies_request() => {
                let reason = "two other recent requests have this message ID; use another one";
                Err(Refusal::new(BAD_REQUEST, reason))
            }
            _ => Err(self.challenge(
                client,
                "another recent request has this message ID; repeat this one with Echo",
                now,
            )),
        };
        let begun = key.and_then(|key| match self.deliver_held(arrival, key, message)? {
            true => Ok(()),
            false => self.begin(arrival, key, message, datagram, &mut uri),
        });
        if let Err(refusal) = begun {
            // RFC 7252 section 5.4.1: a message that is not confirmable and has an unknown critical option is ignored.
            // Section 5.7.1: a request to forward is answered.
            let is_for_gateway =
                cri_coap::origin(message.options().iter().copied(), Conflicts::Reject)
                    == Ok(Origin::Endpoint);
            if message.kind() == Kind::NonConfirmable
                && refusal.code() == BAD_OPTION
                && is_for_gateway
            {
                return;
            }
            let has_reserve = arrival.holder.is_verified();
            let refusal = if refusal.is_busy() && !has_reserve {
                self.busy_challenge(client, now)
            } else {
                refusal
            };
            let budget =
                if arrival.proof().verifies_address() { usize::MAX } else { arrival.budget(0) };
            self.refuse(client, message.header(), budget, &uri, &refusal);
        }
    }

    /// The stamp of the request with this key, if that is under way or was answered lately.
    pub(super) fn stamp(&mut self, key: &ExchangeKey, now: Instant) -> Option<Stamp> {
        let under_way = self.exchanges.get(key).map(|exchange| exchange.arrival().stamp);
        under_way.or_else(|| self.answers.stamp(key, now))
    }

    /// Handles a duplicate of the request with this key.
    fn answer_duplicate(&mut self, key: &ExchangeKey, arrival: Arrival, now: Instant) {
        if let Some(exchange) = self.exchanges.get(key) {
            if exchange.is_acknowledged() {
                self.send_to_client(key.client, empty(Kind::Acknowledgement, key.id));
            } else if let Some(link) = exchange.link() {
                let copy = self
                    .exchanges
                    .change(key, |exchange| exchange.transmission().and_then(Transmission::copy));
                if let Some(copy) = copy.flatten() {
                    self.send_request_to_origin(link, key.id, copy);
                }
            }
        } else if let Some(reply) = self.answers.get(key, now) {
            let reply = reply.to_vec();
            // The address may have been verified when the reply was sent first.
            let fits = arrival.proof().verifies_address() || reply.len() <= arrival.budget(0);
            if !reply.is_empty() && fits {
                self.send_to_client(key.client, reply);
            }
        }
    }

    /// The refusal that asks a client to repeat its request with an Echo because a limit is reached. Such requests have
    /// their own part of each limit.
    pub(super) fn busy_challenge(&mut self, client: Client, now: Instant) -> Refusal {
        self.challenge(client, "too many requests; repeat this one with Echo", now)
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
        let Arrival { client, holder, stamp: Stamp { at: now, .. }, .. } = arrival;
        // RFC 7252 section 5.8, and RFC 8132.
        if !(code::GET..=code::IPATCH).contains(&message.code()) {
            return Err(Refusal::new(
                METHOD_NOT_ALLOWED,
                "the method is unknown; known are 0.01 (GET) to 0.07 (iPATCH)",
            ));
        }
        let listener = self.config.listener(client);
        let target = Target::of_request(message.options(), listener, &self.config);
        let Some(target) =
            target.inspect_err(|_| *uri = target_name(message.options(), &self.config))?
        else {
            check_critical(message)?;
            return Err(Refusal::new(
                NOT_FOUND,
                "the gateway has no resources of its own; ask for one elsewhere with Proxy-Cri, Proxy-Uri or Proxy-Scheme",
            ));
        };
        // The URI of a CRI may be three times as long as the request, and the log may keep thousands.
        shorten(target.uri()).clone_into(uri);
        let addresses = match target.host() {
            TargetHost::Address(address) => Some(vec![*address]),
            TargetHost::Name(name) => match self.config.names.get(name) {
                Some(addresses) => Some(addresses.to_vec()),
                None if self.config.look_up => None,
                None => {
                    let reason = "the gateway knows no address for the host name, and does not look up names";
                    return Err(Refusal::new(BAD_GATEWAY, reason));
                }
            },
        };
        let request = addresses
            .map(|addresses| self.origin_request(client, &target, message, &addresses, now))
            .transpose()?;
        if request.is_none() && !holder.is_verified() {
            // Names that others asked for may be slow. The client therefore repeats its request with an Echo instead
            // of waiting.
            let limit = self.config.limits.lookups;
            self.lookups
                .check(holder)
                .map_err(|exhausted| busy("host names looked up", limit, exhausted))?;
        }
        let idempotence = Idempotence::of(message.code());
        self.reserve(arrival, idempotence)?;
        let phase = match request {
            Some((origin, body)) => self.send_request(
                Link::new(client, origin, key.series),
                &arrival,
                message,
                body,
                now,
            ),
            None => Ok(Phase::Resolving {
                request: datagram.to_vec(),
                lookup: self.lookups.next_number(),
            }),
        };
        let phase = phase.inspect_err(|_| {
            self.exchanges.give_back(holder);
            if idempotence == Idempotence::NotIdempotent {
                self.answers.give_back(holder);
            }
        })?;
        let exchange =
            Exchange::new(arrival, key, message, uri.clone(), phase, &self.config.timing);
        if let (Phase::Resolving { lookup, .. }, TargetHost::Name(name)) =
            (&exchange.phase, target.host())
        {
            let lookup = Lookup { key: exchange.key(), number: *lookup, name: name.clone() };
            self.outputs.extend(self.lookups.begin(lookup, holder).map(Output::LookUp));
        }
        self.exchanges.begin(exchange);
        Ok(())
    }

    /// Reserves room for one more exchange, and for its answer if that must be kept.
    fn reserve(&mut self, arrival: Arrival, idempotence: Idempotence) -> Result<(), Refusal> {
        let Arrival { client, holder, stamp: Stamp { at, .. }, .. } = arrival;
        let limit = self.config.limits.exchanges_of_client;
        if self.exchanges.of_client(client, holder.is_verified()) >= limit {
            let reason = format!(
                "too many requests under way for this client (limit {limit}); try again later"
            );
            return Err(Refusal::busy(reason));
        }
        let limits = &self.config.limits;
        let reserved = self.exchanges.reserve(holder);
        reserved.map_err(|exhausted| busy("requests under way", limits.exchanges, exhausted))?;
        match idempotence {
            Idempotence::Idempotent => Ok(()),
            Idempotence::NotIdempotent => {
                self.reserve_answer(holder, at).inspect_err(|_| self.exchanges.give_back(holder))
            }
        }
    }

    /// Reserves room for the answer to a request that is not idempotent.
    pub(super) fn reserve_answer(&mut self, holder: Holder, now: Instant) -> Result<(), Refusal> {
        let limit = self.config.limits.answers;
        let reserved = self.answers.reserve(holder, now);
        reserved
            .map_err(|exhausted| busy("recent requests that are not idempotent", limit, exhausted))
    }

    /// Continues an exchange whose origin has these addresses.
    pub(super) fn resume(
        &mut self,
        key: &ExchangeKey,
        request: &[u8],
        addresses: &[IpAddr],
        now: Instant,
    ) -> Result<(), Refusal> {
        // INVARIANT of `Phase::Resolving`: `request` is a valid message.
        let Ok(message) = Message::read(request) else { return Ok(()) };
        let listener = self.config.listener(key.client);
        let Some(target) = Target::of_request(message.options(), listener, &self.config)? else {
            return Ok(());
        };
        let (origin, body) = self.origin_request(key.client, &target, &message, addresses, now)?;
        let Some(arrival) = self.exchanges.get(key).map(|exchange| *exchange.arrival()) else {
            return Ok(());
        };
        let phase = self.send_request(
            Link::new(key.client, origin, key.series),
            &arrival,
            &message,
            body,
            now,
        )?;
        self.exchanges.change(key, |exchange| exchange.phase = phase);
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
        let origins =
            addresses.iter().map(|address| SocketAddr::new(address.to_canonical(), target.port()));
        let origin =
            origins.clone().find(|&origin| self.config.allow.allows(origin)).ok_or_else(|| {
                // RFC 7252 section 5.10.2: an endpoint that is unwilling to act as a proxy for a request answers 5.05.
                let reason = "the gateway does not allow requests to this address and port";
                let refusal = Refusal::new(PROXYING_NOT_SUPPORTED, reason);
                // The URI in the log names an address, but not where a name leads.
                if matches!(target.host(), TargetHost::Name(_)) {
                    refusal.about(origins)
                } else {
                    refusal
                }
            })?;
        // RFC 7252 section 8: a multicast request has several responses.
        if origin.ip().is_multicast() {
            return Err(Refusal::new(
                PROXYING_NOT_SUPPORTED,
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
    ) -> Result<Phase, Refusal> {
        let removed = self.links.acquire(link, arrival.holder, now);
        let limit = self.config.limits.links;
        let removed =
            removed.map_err(|exhausted| busy("pairs of client and origin", limit, exhausted))?;
        self.outputs.extend(removed.map(Output::Close));
        let id = self.secret.link_id(&link, message.id());
        let token = self.secret.token(&link, message.id(), arrival.stamp.digest);
        let datagram = body.write(message.kind(), id, token);
        let transmission = match message.kind() {
            // A client that forges its address must not make the gateway send an origin more datagrams than the client
            // sends. An honest client repeats its request by itself.
            Kind::Confirmable if !arrival.proof().verifies_address() => {
                Transmission::relaying_copies(datagram.clone())
            }
            Kind::Confirmable => {
                let random = self.secret.timeout_spread(link.client(), message.id());
                Transmission::confirmable(datagram.clone(), random, &self.config.timing, now)
            }
            _ => Transmission::once(),
        };
        self.send_request_to_origin(link, message.id(), datagram);
        Ok(Phase::Asking { link, transmission })
    }

    /// Refuses a datagram that is longer than the limit, if it is a request.
    pub(super) fn refuse_large(&mut self, client: Client, datagram: &[u8], now: Instant) {
        let Ok((header, _)) = Header::read(datagram) else { return };
        let is_request = matches!(code::classify(header.code), code::Range::Request);
        match header.kind {
            Kind::Confirmable | Kind::NonConfirmable if is_request => {
                let limit = self.config.limits.message;
                let reason = format!("the request has more than {limit} bytes; send it in blocks");
                let refusal = Refusal::new(REQUEST_ENTITY_TOO_LARGE, reason);
                let is_verified = self.is_verified(client, now);
                let budget = if is_verified {
                    usize::MAX
                } else {
                    datagram.len().saturating_mul(AMPLIFICATION)
                };
                self.refuse(client, header, budget, "", &refusal);
            }
            Kind::Confirmable => self.reset(client, header.id),
            _ => {}
        }
    }

    /// Answers a request that begins no exchange with at most `budget` bytes. The gateway keeps nothing of it, and
    /// answers a duplicate in the same way.
    fn refuse(
        &mut self,
        client: Client,
        header: Header,
        budget: usize,
        uri: &str,
        refusal: &Refusal,
    ) {
        let kind = header.kind.of_response();
        let id = self.response_id(kind, client, header.id);
        let answer = Self::fitting(refusal.bodies(), (kind, id, header.token), budget);
        self.outputs.push_back(Output::Log(refused_record(
            client,
            header.code,
            uri,
            refusal,
            answer.payload_len,
        )));
        self.send_to_client(client, answer.datagram);
    }

    /// Logs the answer to a request whose response was held.
    pub(super) fn log_held(&mut self, arrival: Arrival, message: &Message<'_>, body: &Body<'_>) {
        let target = Target::of_request(
            message.options(),
            self.config.listener(arrival.client),
            &self.config,
        );
        // INVARIANT of `deliver_held`: an earlier request had the same options, and a target.
        let uri = target
            .ok()
            .flatten()
            .map(|target| shorten(target.uri()).to_owned())
            .unwrap_or_default();
        let record =
            answered_record(arrival.client, message.code(), uri, body.code(), body.payload_len());
        self.outputs.push_back(Output::Log(record));
    }
}

/// The refusal of a request that would exceed a limit.
fn busy(what: &str, limit: usize, exhausted: Exhausted) -> Refusal {
    let reason = match exhausted {
        Exhausted::Limit => format!("too many {what} (limit {limit}); try again later"),
        Exhausted::Share => {
            format!("too many {what} from this address (limit {limit} for all); try again later")
        }
    };
    Refusal::busy(reason)
}
