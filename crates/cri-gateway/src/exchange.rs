//! An exchange: one request under way, and what it waits for.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use crate::client::Client;
use crate::holder::Holder;
use crate::idempotence::Idempotence;
use crate::link::{Link, Series};
use crate::message::{Kind, Message, Token};
use crate::proof::Proof;
use crate::record::Record;
use crate::refusal::Refusal;
use crate::timing::{Timing, later};
use crate::transmission::Transmission;
use crate::verified::AMPLIFICATION;

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
    /// The digest that the request shares with its repetition, or 0 if it is idempotent.
    pub(crate) repetition: u64,
}

impl Arrival {
    pub(crate) fn proof(&self) -> Proof {
        self.stamp.proof
    }

    /// The bytes that may be sent to the client, if its address is not verified and it was sent `spent` bytes.
    pub(crate) fn budget(&self, spent: usize) -> usize {
        self.bytes.saturating_mul(AMPLIFICATION).saturating_sub(spent)
    }
}

/// A request under way.
#[derive(Debug)]
pub(crate) struct Exchange {
    arrival: Arrival,
    key: ExchangeKey,
    confirmable: bool,
    token: Token,
    method: u8,
    uri: String,
    deadline: Instant,
    /// The time to acknowledge the request without a response. `None` for one that was acknowledged, or that is not
    /// confirmable.
    acknowledge_by: Option<Instant>,
    /// Whether an origin may have received the request. Otherwise, a duplicate is a new request.
    pub(crate) may_have_arrived: bool,
    pub(crate) phase: Phase,
}

/// What an exchange waits for.
#[derive(Debug)]
pub(crate) enum Phase {
    /// The addresses of the origin. `request` is the client's datagram, a valid message; `lookup` is the number of the
    /// look-up.
    Resolving { request: Vec<u8>, lookup: u64 },
    /// The response of the origin.
    Asking { link: Link, transmission: Transmission },
    /// The client's acknowledgement of the response, which was sent in a message of its own with the message ID `id`.
    Answering { id: u16, transmission: Transmission },
}

impl Exchange {
    pub(crate) fn new(
        arrival: Arrival,
        key: ExchangeKey,
        request: &Message<'_>,
        uri: String,
        phase: Phase,
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
        }
    }

    pub(crate) fn key(&self) -> ExchangeKey {
        self.key
    }

    pub(crate) fn arrival(&self) -> &Arrival {
        &self.arrival
    }

    pub(crate) fn holder(&self) -> Holder {
        self.arrival.holder
    }

    pub(crate) fn token(&self) -> Token {
        self.token
    }

    pub(crate) fn idempotence(&self) -> Idempotence {
        Idempotence::of(self.method)
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

    /// The number of the look-up, while the exchange waits for it.
    pub(crate) fn lookup(&self) -> Option<u64> {
        match self.phase {
            Phase::Resolving { lookup, .. } => Some(lookup),
            _ => None,
        }
    }

    /// Whether one copy of the request was sent, and nothing shows that it arrived.
    pub(crate) fn is_sent_once(&self) -> bool {
        matches!(&self.phase, Phase::Asking { transmission, .. } if transmission.is_first_copy())
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
            Phase::Asking { transmission, .. } => (Some(self.deadline), transmission.due()),
            Phase::Answering { transmission, .. } => (None, transmission.due()),
        };
        [self.acknowledge_by, due, deadline].into_iter().flatten().min().unwrap_or(self.deadline)
    }

    /// The line of the log for a response with this code, and a payload of this many bytes.
    pub(crate) fn record(
        &self,
        code: u8,
        bytes: usize,
        refusal: Option<&Refusal>,
        now: Instant,
    ) -> Record {
        Record {
            client: self.arrival.client.address(),
            method: self.method,
            uri: self.uri.clone(),
            refused: refusal.map(|refusal| refusal.destinations().to_vec()).unwrap_or_default(),
            code,
            duration: now.saturating_duration_since(self.arrival.stamp.at),
            bytes,
            reason: refusal.map(Refusal::reason).unwrap_or_default(),
        }
    }
}

/// The line of the log for a request that began no exchange.
pub(crate) fn refused_record(
    client: Client,
    method: u8,
    uri: &str,
    refusal: &Refusal,
    bytes: usize,
) -> Record {
    Record {
        client: client.address(),
        method,
        uri: uri.to_owned(),
        refused: refusal.destinations().to_vec(),
        code: refusal.code(),
        duration: Duration::ZERO,
        bytes,
        reason: refusal.reason(),
    }
}

/// The line of the log for a request that is answered at once.
pub(crate) fn answered_record(
    client: Client,
    method: u8,
    uri: String,
    code: u8,
    bytes: usize,
) -> Record {
    Record {
        client: client.address(),
        method,
        uri,
        refused: Vec::new(),
        code,
        duration: Duration::ZERO,
        bytes,
        reason: Cow::default(),
    }
}
