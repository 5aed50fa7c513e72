//! Exchanges: requests under way, and what they wait for.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use coap_numbers::code;

use crate::Link;
use crate::answers::{Key, Repeatable};
use crate::message::{Kind, Message, Token};
use crate::record::Record;
use crate::refusal::Refusal;
use crate::transmission::Transmission;

/// A request under way.
#[derive(Debug)]
pub(crate) struct Exchange {
    client: SocketAddr,
    id: u16,
    confirmable: bool,
    token: Token,
    method: u8,
    uri: String,
    started: Instant,
    deadline: Instant,
    /// When the request is acknowledged without a response; none where it was, or is not confirmable.
    acknowledge_by: Option<Instant>,
    pub(crate) phase: Phase,
    /// When the exchange is looked at again.
    pub(crate) armed: Instant,
}

/// What an exchange waits for.
#[derive(Debug)]
pub(crate) enum Phase {
    /// The addresses of the origin. The request is kept, and the number of the look-up.
    Resolving { request: Vec<u8>, lookup: u64 },
    /// The response of the origin.
    Asking { link: Link, transmission: Transmission },
    /// The acknowledgement of the client, which has been sent the response in a message of its own.
    Answering(Transmission),
}

impl Exchange {
    pub(crate) fn new(
        client: SocketAddr,
        request: &Message<'_>,
        uri: String,
        phase: Phase,
        started: Instant,
        deadline: Instant,
        acknowledge_by: Instant,
    ) -> Self {
        let confirmable = request.kind() == Kind::Confirmable;
        Self {
            client,
            id: request.id(),
            confirmable,
            token: request.token(),
            method: request.code(),
            uri,
            started,
            deadline,
            acknowledge_by: confirmable.then_some(acknowledge_by),
            phase,
            armed: started,
        }
    }

    pub(crate) fn key(&self) -> Key {
        (self.client, self.id)
    }

    pub(crate) fn token(&self) -> Token {
        self.token
    }

    pub(crate) fn is_confirmable(&self) -> bool {
        self.confirmable
    }

    /// Whether the request was acknowledged without a response.
    pub(crate) fn is_acknowledged(&self) -> bool {
        self.confirmable && self.acknowledge_by.is_none()
    }

    /// Whether the request is to be acknowledged without a response by `now`; if so, it counts as acknowledged.
    pub(crate) fn acknowledges(&mut self, now: Instant) -> bool {
        self.acknowledge_by.take_if(|by| *by <= now).is_some()
    }

    /// Whether there has been no response in all the time that there was.
    pub(crate) fn is_late(&self, now: Instant) -> bool {
        self.deadline <= now && !matches!(self.phase, Phase::Answering(_))
    }

    pub(crate) fn repeatable(&self) -> Repeatable {
        repeatable(self.method)
    }

    pub(crate) fn transmission(&mut self) -> Option<&mut Transmission> {
        match &mut self.phase {
            Phase::Resolving { .. } => None,
            Phase::Asking { transmission, .. } | Phase::Answering(transmission) => Some(transmission),
        }
    }

    /// The link that an origin is asked on.
    pub(crate) fn link(&self) -> Option<Link> {
        match self.phase {
            Phase::Asking { link, .. } => Some(link),
            _ => None,
        }
    }

    /// When there is something to do.
    pub(crate) fn wake(&mut self) -> Instant {
        let deadline = (!matches!(self.phase, Phase::Answering(_))).then_some(self.deadline);
        let due = self.transmission().and_then(|transmission| transmission.due());
        [self.acknowledge_by, due, deadline].into_iter().flatten().min().unwrap_or(self.deadline)
    }

    /// The line of the log for a response of this code, and so many bytes of payload.
    pub(crate) fn record(&self, code: u8, bytes: usize, refusal: Option<&Refusal>, now: Instant) -> Record {
        Record {
            client: self.client,
            method: self.method,
            uri: self.uri.clone(),
            code,
            duration: now.saturating_duration_since(self.started),
            bytes,
            reason: refusal.map(Refusal::reason).unwrap_or_default(),
        }
    }
}

/// The line of the log for a request that was not taken.
pub(crate) fn refused(client: SocketAddr, method: u8, uri: &str, refusal: &Refusal, bytes: usize) -> Record {
    let (code, reason) = (refusal.code(), refusal.reason());
    Record { client, method, uri: uri.to_owned(), code, duration: Duration::ZERO, bytes, reason }
}

/// RFC 7252 section 5.8, and RFC 8132 section 2.1: all but POST and PATCH are idempotent.
pub(crate) fn repeatable(method: u8) -> Repeatable {
    match method {
        code::GET | code::PUT | code::DELETE | code::FETCH | code::IPATCH => Repeatable::Yes,
        _ => Repeatable::No,
    }
}
