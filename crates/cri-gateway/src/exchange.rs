//! An exchange: one request under way, and what it waits for.

use std::sync::Arc;
use std::time::Instant;

use coap_numbers::code;

use crate::client::Client;
use crate::link::{Link, Series};
use crate::message::{Kind, Message, Token};
use crate::shares::{Holder, Permit};
use crate::timing::{Timing, later};
use crate::transmission::Transmission;
use crate::verified::{AMPLIFICATION, Proof};

/// The client, its message ID, and the series of the ID. They identify an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ExchangeKey {
    pub(crate) client: Client,
    pub(crate) id: u16,
    pub(crate) series: Series,
}

impl ExchangeKey {
    /// The keys of the requests of a client with this message ID, one for each series.
    pub(crate) fn all(client: Client, id: u16) -> [Self; 2] {
        Series::ALL.map(|series| Self { client, id, series })
    }

    /// The key of the request on a link that has this message ID of the client.
    pub(crate) fn on_link(link: &Link, id: u16) -> Self {
        Self { client: link.client(), id, series: link.series() }
    }
}

/// What distinguishes a request from others with its message ID.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    /// The digest of the datagram. A duplicate has the same one (RFC 7252 section 4.5).
    pub(crate) digest: u64,
    pub(crate) proof: Proof,
    /// The time at which the request came first.
    pub(crate) at: Instant,
}

/// How the datagram of a request arrived.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    pub(crate) client: Client,
    pub(crate) stamp: Stamp,
    /// The client whose share of the limits this exchange uses.
    pub(crate) holder: Holder,
    /// The length of the datagram.
    pub(crate) bytes: usize,
    /// The digest that the request shares with its repetition. `None` for an idempotent request: repeating that has the
    /// effect of sending it once (RFC 7252 section 5.1).
    pub(crate) repetition: Option<u64>,
}

impl Arrival {
    pub(crate) fn proof(&self) -> Proof {
        self.stamp.proof
    }

    /// The bytes that may be sent to the client, after it was sent `spent` bytes.
    pub(crate) fn budget(&self, spent: usize) -> usize {
        if self.proof().verifies_address() {
            return usize::MAX;
        }
        self.bytes.saturating_mul(AMPLIFICATION).saturating_sub(spent)
    }
}

/// Whether a method is idempotent. All but POST and PATCH are (RFC 7252 section 5.8, RFC 8132 section 2.1).
pub(crate) const fn is_idempotent(method: u8) -> bool {
    matches!(method, code::GET | code::PUT | code::DELETE | code::FETCH | code::IPATCH)
}

/// A request under way.
#[derive(Debug)]
pub(crate) struct Exchange {
    pub(crate) arrival: Arrival,
    pub(crate) key: ExchangeKey,
    confirmable: bool,
    pub(crate) token: Token,
    pub(crate) method: u8,
    pub(crate) uri: String,
    deadline: Instant,
    /// The time to acknowledge the request without a response. `None` for one that was acknowledged, or that is not
    /// confirmable.
    acknowledge_by: Option<Instant>,
    /// Whether an origin may have received the request. Otherwise, a duplicate is a new request.
    pub(crate) may_have_arrived: bool,
    pub(crate) phase: Phase,
    pub(crate) room: Room,
}

/// What an exchange takes of the limits.
#[derive(Debug)]
pub(crate) struct Room {
    pub(crate) _exchange: Permit,
    /// For the answer to a request that is not idempotent, which must be kept.
    pub(crate) answer: Option<Permit>,
}

/// What an exchange waits for.
#[derive(Debug)]
pub(crate) enum Phase {
    /// The addresses of the origin. `request` is the client's datagram, a valid message; `lookup` is the number of the
    /// look-up.
    Resolving { request: Vec<u8>, lookup: u64 },
    /// The response of the origin.
    Asking { link: Link, transmission: Transmission, _permit: Arc<Permit> },
    /// The client's acknowledgement of the response, which was sent in a message of its own with the message ID `id`.
    Answering { id: u16, transmission: Transmission },
}

impl Exchange {
    pub(crate) fn new(
        arrival: Arrival,
        key: ExchangeKey,
        request: &Message<'_>,
        uri: String,
        (phase, room): (Phase, Room),
        timing: &Timing,
    ) -> Self {
        let confirmable = request.kind() == Kind::Confirmable;
        let delay = if arrival.proof().verifies_address() {
            timing.processing_delay
        } else {
            timing.unverified_delay
        };
        Self {
            arrival,
            key,
            confirmable,
            token: request.token(),
            method: request.code(),
            uri,
            deadline: later(arrival.stamp.at, timing.request),
            acknowledge_by: confirmable.then_some(later(arrival.stamp.at, delay)),
            may_have_arrived: true,
            phase,
            room,
        }
    }

    /// Whether the request was acknowledged without a response.
    pub(crate) fn is_acknowledged(&self) -> bool {
        self.confirmable && self.acknowledge_by.is_none()
    }

    /// Whether it is time to acknowledge the request without a response. If so, it counts as acknowledged.
    pub(crate) fn acknowledges(&mut self, now: Instant) -> bool {
        self.acknowledge_by.take_if(|by| *by <= now).is_some()
    }

    /// Whether the time for a response has run out.
    pub(crate) fn is_late(&self, now: Instant) -> bool {
        self.deadline <= now && !matches!(self.phase, Phase::Answering { .. })
    }

    /// The type of the response's message (RFC 7252 section 5.2).
    pub(crate) fn response_kind(&self) -> Kind {
        match (self.confirmable, self.is_acknowledged()) {
            (true, false) => Kind::Acknowledgement,
            (true, true) => Kind::Confirmable,
            (false, _) => Kind::NonConfirmable,
        }
    }

    pub(crate) fn transmission(&mut self) -> Option<&mut Transmission> {
        match &mut self.phase {
            Phase::Resolving { .. } => None,
            Phase::Asking { transmission, .. } | Phase::Answering { transmission, .. } => {
                Some(transmission)
            }
        }
    }

    /// Whether one copy of the request was sent, and nothing shows that it arrived.
    pub(crate) fn is_sent_once(&self) -> bool {
        matches!(&self.phase, Phase::Asking { transmission, .. } if transmission.is_first_copy)
    }

    /// The link to the origin, while the exchange waits for its response.
    pub(crate) fn link(&self) -> Option<Link> {
        match self.phase {
            Phase::Asking { link, .. } => Some(link),
            _ => None,
        }
    }

    /// The message ID of the response, while the exchange waits for the client's acknowledgement.
    pub(crate) fn response_id(&self) -> Option<u16> {
        match self.phase {
            Phase::Answering { id, .. } => Some(id),
            _ => None,
        }
    }

    /// The next time at which something is due.
    pub(crate) fn wake(&self) -> Instant {
        let (deadline, due) = match &self.phase {
            Phase::Resolving { .. } => (Some(self.deadline), None),
            Phase::Asking { transmission, .. } => (Some(self.deadline), transmission.due),
            Phase::Answering { transmission, .. } => (None, transmission.due),
        };
        [self.acknowledge_by, due, deadline].into_iter().flatten().min().unwrap_or(self.deadline)
    }
}
