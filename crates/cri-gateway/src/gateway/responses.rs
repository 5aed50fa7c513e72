//! Responses of origins, and the gateway's own answers to exchanges under way.

use std::time::Instant;

use coap_numbers::code::{BAD_GATEWAY, GATEWAY_TIMEOUT};

use super::Gateway;
use super::verification::held;
use crate::answers::Held;
use crate::body::{Body, empty};
use crate::client::Client;
use crate::exchange::{ExchangeKey, Phase};
use crate::idempotence::Idempotence;
use crate::message::{HEADER, Kind, Message};
use crate::options::forward_response;
use crate::output::Output;
use crate::refusal::Refusal;
use crate::transmission::Transmission;

impl Gateway {
    /// Handles the origin's acknowledgement of the request.
    pub(super) fn origin_acknowledged(&mut self, key: &ExchangeKey) {
        self.exchanges.change(key, |exchange| {
            if let Some(transmission) = exchange.transmission() {
                transmission.arrived();
            }
        });
    }

    /// Handles the client's acknowledgement or rejection of the response.
    pub(super) fn client_acknowledged(&mut self, client: Client, response_id: u16, now: Instant) {
        if let Some(key) = self.exchanges.with_response(client, response_id) {
            self.finish(&key, empty(Kind::Acknowledgement, key.id), now);
        }
    }

    /// Forwards a response to the client, if the gateway understands it.
    pub(super) fn respond(&mut self, key: &ExchangeKey, datagram: &[u8], now: Instant) {
        let limit = self.config.limits.message;
        // RFC 7252 section 5.7.1: a response that the gateway cannot process is answered with 5.02.
        let message = if datagram.len() > limit {
            Err(Refusal::new(
                BAD_GATEWAY,
                format!("the response of the origin has more than {limit} bytes"),
            ))
        } else {
            Message::read(datagram)
                .map_err(|_| Refusal::new(BAD_GATEWAY, "the response of the origin is malformed"))
        };
        match message.as_ref().map_err(Clone::clone).and_then(forward_response) {
            Ok(body) => self.reply(key, body, None, now),
            Err(refusal) => self.fail(key, refusal, now),
        }
    }

    /// Answers the request of an exchange with a refusal.
    pub(super) fn fail(&mut self, key: &ExchangeKey, refusal: Refusal, now: Instant) {
        let is_verified =
            self.exchanges.get(key).is_some_and(|exchange| exchange.holder().is_verified());
        let refusal = if refusal.is_busy() && !is_verified {
            self.busy_challenge(key.client, now)
        } else {
            refusal
        };
        self.reply(key, refusal.body(), Some(&refusal), now);
    }

    pub(super) fn time_out(&mut self, key: &ExchangeKey, now: Instant) {
        self.fail(key, Refusal::new(GATEWAY_TIMEOUT, "the origin did not respond in time"), now);
    }

    /// Answers the request of an exchange (RFC 7252 section 5.2).
    fn reply(
        &mut self,
        key: &ExchangeKey,
        mut body: Body<'_>,
        refusal: Option<&Refusal>,
        now: Instant,
    ) {
        let Some(exchange) = self.exchanges.get(key) else { return };
        let (ExchangeKey { client, id, .. }, arrival, token) =
            (*key, *exchange.arrival(), exchange.token());
        let (idempotence, link, lookup) =
            (exchange.idempotence(), exchange.link(), exchange.lookup());
        let is_verified = arrival.proof().verifies_address() || self.is_verified(client, now);
        let kind = match exchange.response_kind() {
            // Sent once, because copies to a forged address multiply the bytes of the request.
            Kind::Confirmable if !is_verified => Kind::NonConfirmable,
            kind => kind,
        };
        let spent = if exchange.is_acknowledged() { HEADER } else { 0 };
        let mut record = exchange.record(body.code(), body.payload_len(), refusal, now);
        let response_id = self.response_id(kind, client, id);
        let mut datagram = body.write(kind, response_id, token);
        let mut kept = None;
        if !is_verified && datagram.len() > arrival.budget(spent) {
            let reason = "the response has more than three times the bytes of the request; repeat the request with Echo";
            let challenge =
                if refusal.is_none() { Some(self.challenge(client, reason, now)) } else { None };
            if challenge.is_some() {
                kept = held(idempotence, &arrival, datagram);
            }
            let refusal = challenge.as_ref().or(refusal);
            let bodies = refusal.into_iter().flat_map(Refusal::bodies);
            let answer = Self::fitting(bodies, (kind, response_id, token), arrival.budget(spent));
            (datagram, record.code, record.bytes) =
                (answer.datagram, answer.code, answer.payload_len);
            record.reason = refusal.map(Refusal::reason).unwrap_or_default();
        }
        self.outputs.push_back(Output::Log(record));
        if let Some(link) = link {
            self.links.release(&link, arrival.holder, now);
        }
        if let Some(lookup) = lookup {
            self.lookups.cancel(lookup);
            self.exchanges.change(key, |exchange| exchange.may_have_arrived = false);
        }
        if !arrival.proof().verifies_request() && self.has_verified_request(client, id, now) {
            // The client might take this answer for the answer to its other request.
            return self.finish_holding(key, Vec::new(), None, now);
        }
        self.send_to_client(client, datagram.clone());
        match kind {
            Kind::Confirmable => {
                let random = self.secret.timeout_spread(client, id);
                let transmission =
                    Transmission::confirmable(datagram, random, &self.config.timing, now);
                self.exchanges.change(key, |exchange| {
                    exchange.phase = Phase::Answering { id: response_id, transmission }
                });
            }
            Kind::Acknowledgement => self.finish_holding(key, datagram, kept, now),
            // A duplicate of a confirmable request is acknowledged. A duplicate of any other request is ignored.
            _ if spent > 0 => self.finish_holding(key, empty(Kind::Acknowledgement, id), kept, now),
            _ => self.finish_holding(key, Vec::new(), kept, now),
        }
    }

    /// Whether a verified request of the client with this message ID is under way, or was answered lately.
    fn has_verified_request(&mut self, client: Client, id: u16, now: Instant) -> bool {
        let keys = ExchangeKey::all(client, id);
        keys.iter()
            .any(|key| self.stamp(key, now).is_some_and(|stamp| stamp.proof.verifies_request()))
    }

    /// Ends an exchange. Its duplicates get `reply`.
    pub(super) fn finish(&mut self, key: &ExchangeKey, reply: Vec<u8>, now: Instant) {
        self.finish_holding(key, reply, None, now);
    }

    /// Ends an exchange. Its duplicates get `reply`, unless no origin can have received the request: then a duplicate
    /// is a new request, and nothing is kept (RFC 7252 section 4.5).
    fn finish_holding(
        &mut self,
        key: &ExchangeKey,
        reply: Vec<u8>,
        held: Option<Held>,
        now: Instant,
    ) {
        let Some(exchange) = self.exchanges.end(key) else { return };
        let (holder, stamp) = (exchange.holder(), exchange.arrival().stamp);
        match (exchange.idempotence(), exchange.may_have_arrived) {
            (Idempotence::Idempotent, true) => {
                self.answers.insert_idempotent(*key, stamp, reply, now);
            }
            (Idempotence::NotIdempotent, true) => {
                self.answers.insert_reserved(*key, stamp, reply, held, holder, now);
            }
            (Idempotence::NotIdempotent, false) => self.answers.give_back(holder),
            (Idempotence::Idempotent, false) => {}
        }
    }
}
