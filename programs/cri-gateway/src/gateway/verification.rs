//! Clients prove that they receive at their address, so that the gateway does not amplify an attack on somebody else
//! (RFC 7252 section 11.3, RFC 9175 section 2.4).

use std::time::{Duration, Instant};

use coap_numbers::code::UNAUTHORIZED;
use coap_numbers::option::ECHO;

use super::Gateway;
use crate::answers::{Keep, RequestKey};
use crate::client::Client;
use crate::exchange::{Arrival, ExchangeKey, Stamp, is_idempotent};
use crate::message::{Body, Kind, Message};
use crate::refusal::Refusal;
use crate::shares::ShareGroup;
use crate::verified::{Echo, Proof};

impl Gateway {
    /// Notes how a request arrived, and whether its sender receives at its address.
    pub(super) fn arrival(
        &mut self,
        client: Client,
        message: &Message<'_>,
        datagram: &[u8],
        now: Instant,
    ) -> Arrival {
        let has_echo = message.options().iter().any(|&(number, value)| {
            number == ECHO && self.verified.read(value, client, &self.secret, now) == Echo::Fresh
        });
        if has_echo {
            self.verified.insert(client, now);
        }
        let proof = if has_echo {
            Proof::Echo
        } else if self.is_trusted(client) {
            Proof::Trusted
        } else if self.verified.contains(client, now) {
            Proof::Earlier
        } else {
            Proof::None
        };
        let repetition = (!is_idempotent(message.code())).then(|| {
            // The repetition of a request with an Echo has the same digest.
            let options: Vec<_> =
                message.options().iter().filter(|(number, _)| *number != ECHO).collect();
            self.secret.digest((client, message.code(), options, message.payload()))
        });
        Arrival {
            client,
            stamp: Stamp { digest: self.secret.digest(datagram), proof, at: now },
            group: ShareGroup::new(client, proof.verifies_request()),
            bytes: datagram.len(),
            repetition,
        }
    }

    pub(super) fn is_verified(&self, client: Client, now: Instant) -> bool {
        self.is_trusted(client) || self.verified.contains(client, now)
    }

    fn is_trusted(&self, client: Client) -> bool {
        self.config.trusted.iter().any(|rule| rule.matches(client.address()))
    }

    /// Whether an option of a request is an Echo that the gateway issued. Others may be for the origin.
    pub(super) fn is_own_echo(
        &mut self,
        client: Client,
        (number, value): (u16, &[u8]),
        now: Instant,
    ) -> bool {
        number == ECHO && self.verified.read(value, client, &self.secret, now) != Echo::Foreign
    }

    /// The refusal that asks a client to repeat its request with an Echo (RFC 9175 section 2.3).
    pub(super) fn challenge(
        &mut self,
        client: Client,
        reason: &'static str,
        now: Instant,
    ) -> Refusal {
        let echo = self.verified.issue(client, &self.secret, now);
        Refusal { echo: Some(echo), ..Refusal::new(UNAUTHORIZED, reason) }
    }

    /// Returns a refusal, or a challenge in its place if a limit is reached and the request has no Echo. Requests with
    /// Echo have their own part of each limit.
    pub(super) fn refusal_or_challenge(
        &mut self,
        refusal: Refusal,
        arrival: &Arrival,
        now: Instant,
    ) -> Refusal {
        if refusal.is_busy && !arrival.group.request_is_verified {
            self.challenge(arrival.client, "too many requests; repeat this one with Echo", now)
        } else {
            refusal
        }
    }

    /// Answers a request whose response the gateway holds, because it was too long for the client's unverified address.
    /// Returns whether there is one.
    ///
    /// The request must carry an Echo. An equal request without Echo is a new one, even if another request has verified
    /// the client.
    pub(super) fn deliver_held(
        &mut self,
        arrival: &Arrival,
        key: ExchangeKey,
        message: &Message<'_>,
        uri: &str,
    ) -> Result<bool, Refusal> {
        let Arrival { client, stamp, group, repetition, .. } = *arrival;
        let held = repetition
            .filter(|_| stamp.proof == Proof::Echo)
            .and_then(|digest| self.answers.first_held(RequestKey { client, digest }));
        let Some(held) = held else { return Ok(false) };
        // The answer to this message is kept, too.
        let permit = self.answers.reserve(group, stamp.at)?;
        let Some(held) = self.answers.take_held(&held) else { return Ok(false) };
        let response = Message::read(&held);
        // INVARIANT of `Held`: the gateway wrote the message.
        debug_assert!(response.is_ok());
        let Ok(response) = response else { return Ok(false) };
        let mut body = Body::new(response.code(), response.payload());
        response.options().iter().for_each(|&(number, value)| body.push(number, value));
        let kind = message.kind().of_response();
        let id = self.response_id(kind, client, message.id());
        let answer = body.write((kind, id, message.token()));
        self.log(client, (message.code(), uri.to_owned()), &answer, None, Duration::ZERO);
        self.send_to_client(client, answer.datagram.clone());
        let reply = if kind == Kind::Acknowledgement { answer.datagram } else { Vec::new() };
        self.answers.insert(key, stamp, reply, Keep::Reserved(permit, None), stamp.at);
        Ok(true)
    }
}
