//! Clients prove that they receive at their address, so that the gateway does not amplify an attack on somebody else
//! (RFC 7252 section 11.3, RFC 9175 section 2.4).

use std::time::Instant;

use coap_numbers::code::UNAUTHORIZED;
use coap_numbers::option::ECHO;

use super::Gateway;
use crate::answers::Held;
use crate::body::Body;
use crate::client::Client;
use crate::exchange::{Arrival, ExchangeKey, Stamp};
use crate::holder::Holder;
use crate::idempotence::Idempotence;
use crate::message::{Kind, Message, Token};
use crate::proof::Proof;
use crate::refusal::Refusal;
use crate::verified::Echo;

/// A datagram to a client, and what the log says of it.
pub(super) struct Answer {
    pub(super) datagram: Vec<u8>,
    pub(super) code: u8,
    pub(super) payload_len: usize,
}

impl Gateway {
    /// Notes how a request arrived, and whether its sender receives at its address.
    pub(super) fn arrival(
        &mut self,
        client: Client,
        message: &Message<'_>,
        datagram: &[u8],
        now: Instant,
    ) -> Arrival {
        let has_echo = echoes(message)
            .any(|value| self.verified.read(value, client, &self.secret, now) == Echo::Fresh);
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
        let holder = Holder::new(client, proof.verifies_request());
        let stamp = Stamp { digest: self.secret.digest(datagram), proof, at: now };
        let bytes = datagram.len();
        let repetition = match Idempotence::of(message.code()) {
            Idempotence::Idempotent => 0,
            Idempotence::NotIdempotent => self.digest(client, message),
        };
        Arrival { client, stamp, holder, bytes, repetition }
    }

    pub(super) fn is_verified(&self, client: Client, now: Instant) -> bool {
        self.is_trusted(client) || self.verified.contains(client, now)
    }

    pub(super) fn is_trusted(&self, client: Client) -> bool {
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

    /// The digest of a request without its Echo options. The repetition of a request with an Echo has the same digest.
    fn digest(&self, client: Client, message: &Message<'_>) -> u64 {
        let options: Vec<_> =
            message.options().iter().filter(|(number, _)| *number != ECHO).collect();
        self.secret.digest((client, message.code(), options, message.payload()))
    }

    /// The refusal that asks a client to repeat its request with an Echo (RFC 9175 section 2.3).
    pub(super) fn challenge(
        &mut self,
        client: Client,
        reason: &'static str,
        now: Instant,
    ) -> Refusal {
        Refusal::new(UNAUTHORIZED, reason).with_echo(self.verified.issue(client, &self.secret, now))
    }

    /// Returns the first body that fits in this number of bytes, or else a response code alone.
    pub(super) fn fitting<'b>(
        bodies: impl IntoIterator<Item = Body<'b>>,
        (kind, id, token): (Kind, u16, Token),
        budget: usize,
    ) -> Answer {
        let mut code = UNAUTHORIZED;
        for mut body in bodies {
            let datagram = body.write(kind, id, token);
            code = body.code();
            if datagram.len() <= budget {
                return Answer { datagram, code, payload_len: body.payload_len() };
            }
        }
        // A request has a header and the token, so three times its bytes have room for both and an acknowledgement.
        Answer { datagram: Body::new(code, &b""[..]).write(kind, id, token), code, payload_len: 0 }
    }

    /// Answers a request whose response the gateway holds, because it was too long for the client's unverified address.
    /// Returns whether there is one.
    ///
    /// The request must carry an Echo. An equal request without Echo is a new one, also if another request has verified
    /// the client.
    pub(super) fn deliver_held(
        &mut self,
        arrival: Arrival,
        key: ExchangeKey,
        message: &Message<'_>,
    ) -> Result<bool, Refusal> {
        let Arrival { client, stamp, holder, repetition, .. } = arrival;
        let now = stamp.at;
        if stamp.proof != Proof::Echo || Idempotence::of(message.code()) == Idempotence::Idempotent
        {
            return Ok(false);
        }
        if !self.answers.holds((client, repetition)) {
            return Ok(false);
        }
        // The answer to this message is kept, too.
        self.reserve_answer(holder, now)?;
        let Some(held) = self.answers.take_held((client, repetition)) else { return Ok(false) };
        // INVARIANT of `Held`: the gateway wrote the message.
        let Ok(response) = Message::read(&held.response) else { return Ok(false) };
        let mut body = Body::new(response.code(), response.payload());
        response.options().iter().for_each(|&(number, value)| body.push(number, value));
        let kind = message.kind().of_response();
        let id = self.response_id(kind, client, message.id());
        let datagram = body.write(kind, id, message.token());
        self.log_held(arrival, message, &body);
        self.send_to_client(client, datagram.clone());
        let reply = if kind == Kind::Acknowledgement { datagram } else { Vec::new() };
        self.answers.insert_reserved(key, stamp, reply, None, holder, now);
        Ok(true)
    }
}

/// The response to hold until the client repeats its request with an Echo. Returns `None` for an idempotent request,
/// which the gateway forwards again.
pub(super) fn held(idempotence: Idempotence, arrival: &Arrival, response: Vec<u8>) -> Option<Held> {
    let request = (arrival.client, arrival.repetition);
    (idempotence == Idempotence::NotIdempotent).then_some(Held { request, response })
}

fn echoes<'m, 'd>(message: &'m Message<'d>) -> impl Iterator<Item = &'d [u8]> + use<'m, 'd> {
    message.options().iter().filter(|(number, _)| *number == ECHO).map(|(_, value)| *value)
}
