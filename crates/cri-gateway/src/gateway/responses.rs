//! Responses of origins, and the gateway's own answers to exchanges under way.

use std::time::Instant;

use coap_numbers::code::{BAD_GATEWAY, GATEWAY_TIMEOUT};

use super::Gateway;
use crate::body::{Body, empty};
use crate::exchange::{ExchangeKey, Phase};
use crate::idempotence::Idempotence;
use crate::message::{Kind, Message};
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
    pub(super) fn client_acknowledged(&mut self, key: ExchangeKey, now: Instant) {
        if self.exchanges.get(&key).is_some_and(|exchange| matches!(exchange.phase, Phase::Answering(_))) {
            self.finish(&key, empty(Kind::Acknowledgement, key.1), now);
        }
    }

    /// Forwards a response to the client, if the gateway understands it.
    pub(super) fn respond(&mut self, key: &ExchangeKey, datagram: &[u8], now: Instant) {
        let limit = self.config.limits.message;
        // RFC 7252 section 5.7.1: a response that the gateway cannot process is answered with 5.02.
        let message = if datagram.len() > limit {
            Err(Refusal::new(BAD_GATEWAY, format!("the response of the origin has more than {limit} bytes")))
        } else {
            Message::read(datagram).map_err(|_| Refusal::new(BAD_GATEWAY, "the response of the origin is malformed"))
        };
        match message.as_ref().map_err(Clone::clone).and_then(forward_response) {
            Ok(body) => self.reply(key, body, None, now),
            Err(refusal) => self.fail(key, &refusal, now),
        }
    }

    /// Answers the request of an exchange with a refusal.
    pub(super) fn fail(&mut self, key: &ExchangeKey, refusal: &Refusal, now: Instant) {
        self.reply(key, refusal.body(), Some(refusal), now);
    }

    pub(super) fn time_out(&mut self, key: &ExchangeKey, now: Instant) {
        self.fail(key, &Refusal::new(GATEWAY_TIMEOUT, "the origin did not respond in time"), now);
    }

    /// Answers the request of an exchange (RFC 7252 section 5.2).
    fn reply(&mut self, key: &ExchangeKey, mut body: Body<'_>, refusal: Option<&Refusal>, now: Instant) {
        let Some(exchange) = self.exchanges.get(key) else { return };
        let (client, id) = *key;
        let kind = exchange.response_kind();
        let record = exchange.record(body.code(), body.payload_len(), refusal, now);
        // The response may reuse the client's message ID: the gateway's own IDs are another series, and in it the ID
        // comes back no sooner than in the client's.
        let datagram = body.write(kind, id, exchange.token());
        if let Some(link) = exchange.link() {
            self.links.release(&link, now);
        }
        if let Some(lookup) = exchange.lookup() {
            self.lookups.cancel(lookup);
            self.exchanges.change(key, |exchange| exchange.may_have_arrived = false);
        }
        self.outputs.push_back(Output::Log(record));
        self.send_to_client(client, datagram.clone());
        if kind == Kind::Confirmable {
            let random = self.secret.timeout_spread(client, id);
            let transmission = Transmission::confirmable(datagram, random, &self.config.timing, now);
            self.exchanges.change(key, |exchange| exchange.phase = Phase::Answering(transmission));
        } else {
            // A duplicate that is not confirmable is ignored.
            let reply = if kind == Kind::Acknowledgement { datagram } else { Vec::new() };
            self.finish(key, reply, now);
        }
    }

    /// Ends an exchange. Its duplicates get `reply`, unless no origin can have received the request: then a duplicate is
    /// as good as new, and nothing is kept (RFC 7252 section 4.5).
    pub(super) fn finish(&mut self, key: &ExchangeKey, reply: Vec<u8>, now: Instant) {
        let Some(exchange) = self.exchanges.end(key) else { return };
        match (exchange.idempotence(), exchange.may_have_arrived) {
            (Idempotence::Idempotent, true) => self.answers.insert_idempotent(*key, reply, now),
            (Idempotence::NotIdempotent, true) => self.answers.insert_reserved(*key, reply, exchange.holder(), now),
            (Idempotence::NotIdempotent, false) => self.answers.give_back(exchange.holder()),
            (Idempotence::Idempotent, false) => {}
        }
    }
}
