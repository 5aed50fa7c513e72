//! Responses of origins, and the gateway's own answers to exchanges under way.

use std::time::Instant;

use coap_numbers::code;

use super::Gateway;
use crate::answers::{Held, Keep, RequestKey};
use crate::client::Client;
use crate::exchange::{ExchangeKey, Phase};
use crate::message::{Body, HEADER, Kind, Message, empty};
use crate::options::forward_response;
use crate::refusal::Refusal;
use crate::transmission::Transmission;

impl Gateway {
    /// Forwards a response to the client, if the gateway understands it.
    pub(super) fn respond(&mut self, key: &ExchangeKey, datagram: &[u8], now: Instant) {
        let limit = self.config.limits.message;
        // RFC 7252 section 5.7.1: a response that the gateway cannot process is answered with 5.02.
        let response = if datagram.len() > limit {
            let reason = format!("the response of the origin has more than {limit} bytes");
            Err(Refusal::new(code::BAD_GATEWAY, reason))
        } else if let Ok(message) = Message::read(datagram) {
            forward_response(&message)
        } else {
            Err(Refusal::new(code::BAD_GATEWAY, "the response of the origin is malformed"))
        };
        self.reply(key, response, now);
    }

    /// Answers the request of an exchange with a refusal.
    pub(super) fn fail(&mut self, key: &ExchangeKey, refusal: Refusal, now: Instant) {
        self.reply(key, Err(refusal), now);
    }

    /// Answers the request of an exchange (RFC 7252 section 5.2).
    fn reply(&mut self, key: &ExchangeKey, response: Result<Body<'_>, Refusal>, now: Instant) {
        let Some(exchange) = self.exchanges.get(key) else { return };
        let (ExchangeKey { client, id, .. }, arrival) = (*key, exchange.arrival);
        let is_verified = arrival.stamp.proof.verifies_address() || self.is_verified(client, now);
        let kind = match exchange.response_kind() {
            // Sent once, because copies to a forged address multiply the bytes of the request.
            Kind::Confirmable if !is_verified => Kind::NonConfirmable,
            kind => kind,
        };
        let spent = if exchange.is_acknowledged() { HEADER } else { 0 };
        let budget = if is_verified { usize::MAX } else { arrival.budget(spent) };
        let (token, request) = (exchange.token, (exchange.method, exchange.uri.clone()));
        let response_id = self.response_id(kind, client, id);
        let header = (kind, response_id, token);
        let mut held = None;
        let (answer, refusal) = match response.map(|mut body| body.write(header)) {
            Ok(answer) if answer.datagram.len() <= budget => (answer, None),
            Ok(answer) => {
                // The gateway forwards an idempotent request again, and holds the response to any other.
                held = arrival.repetition.map(|digest| Held {
                    request: RequestKey { client, digest },
                    response: answer.datagram,
                });
                let reason = "the response has more than three times the bytes of the request; repeat the request with Echo";
                let challenge = self.challenge(client, reason, now);
                (challenge.answer(header, budget), Some(challenge))
            }
            Err(refusal) => {
                let refusal = self.refusal_or_challenge(refusal, &arrival, now);
                (refusal.answer(header, budget), Some(refusal))
            }
        };
        let duration = now.saturating_duration_since(arrival.stamp.at);
        self.log(client, request, &answer, refusal.as_ref(), duration);
        self.exchanges.change(key, |exchange| match exchange.phase {
            Phase::Asking { link, .. } => self.links.released(&link, now),
            Phase::Resolving { lookup, .. } => {
                self.lookups.cancel(lookup);
                exchange.may_have_arrived = false;
            }
            Phase::Answering { .. } => {}
        });
        if !arrival.stamp.proof.verifies_request() && self.has_verified_request(client, id, now) {
            // The client might take this answer for the answer to its other request.
            return self.finish(key, Vec::new(), None, now);
        }
        let datagram = answer.datagram;
        self.send_to_client(client, datagram.clone());
        match kind {
            Kind::Confirmable => {
                let random = self.secret.timeout_spread(client, id);
                let transmission =
                    Transmission::confirmable(datagram, random, &self.config.timing, now);
                self.exchanges.change(key, |exchange| {
                    exchange.phase = Phase::Answering { id: response_id };
                    exchange.transmission = transmission;
                });
            }
            Kind::Acknowledgement => self.finish(key, datagram, held, now),
            // A duplicate of a confirmable request is acknowledged. A duplicate of any other request is ignored.
            _ if spent > 0 => self.finish(key, empty(Kind::Acknowledgement, id), held, now),
            _ => self.finish(key, Vec::new(), held, now),
        }
    }

    /// Whether a verified request of the client with this message ID is under way, or was answered lately.
    fn has_verified_request(&mut self, client: Client, id: u16, now: Instant) -> bool {
        ExchangeKey::all(client, id)
            .iter()
            .any(|key| self.stamp(key, now).is_some_and(|stamp| stamp.proof.verifies_request()))
    }

    /// Ends an exchange. Its duplicates get `reply`, unless no origin can have received the request: then a duplicate
    /// is a new request, and nothing is kept (RFC 7252 section 4.5).
    pub(super) fn finish(
        &mut self,
        key: &ExchangeKey,
        reply: Vec<u8>,
        held: Option<Held>,
        now: Instant,
    ) {
        let Some(exchange) = self.exchanges.end(key) else { return };
        if exchange.may_have_arrived {
            let keep = exchange
                .room
                .answer
                .map_or(Keep::IfThereIsRoom, |permit| Keep::Reserved(permit, held));
            self.answers.insert(*key, exchange.arrival.stamp, reply, keep, now);
        }
    }
}
