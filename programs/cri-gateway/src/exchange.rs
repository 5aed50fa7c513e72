//! An exchange: one request under way, and what it waits for.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Instant;

use coap_numbers::code;

use crate::client::Client;
use crate::config::{Timing, later};
use crate::link::{Link, Series};
use crate::message::{Kind, Message, Token};
use crate::refusal::Refusal;
use crate::shares::{Permit, ShareGroup, Shares};
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
    /// The group whose share of the limits this exchange uses.
    pub(crate) group: ShareGroup,
    /// The length of the datagram.
    pub(crate) bytes: usize,
    /// The digest that the request shares with its repetition. `None` for an idempotent request: repeating that has the
    /// effect of sending it once (RFC 7252 section 5.1).
    pub(crate) repetition: Option<u64>,
}

impl Arrival {
    /// The bytes that may be sent to the client, after it was sent `spent` bytes.
    pub(crate) fn budget(&self, spent: usize) -> usize {
        if self.stamp.proof.verifies_address() {
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
    /// The time that the timer is set to.
    timer: Instant,
    /// The time to acknowledge the request without a response. `None` for one that was acknowledged, or that is not
    /// confirmable.
    acknowledge_by: Option<Instant>,
    /// Whether an origin may have received the request. Otherwise, a duplicate is a new request.
    pub(crate) may_have_arrived: bool,
    pub(crate) phase: Phase,
    /// What was last sent to the origin, or to the client in a message of its own.
    pub(crate) transmission: Transmission,
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
    Asking { link: Link, _permit: Arc<Permit> },
    /// The client's acknowledgement of the response, which was sent in a message of its own with the message ID `id`.
    Answering { id: u16 },
}

impl Exchange {
    pub(crate) fn new(
        arrival: Arrival,
        key: ExchangeKey,
        request: &Message<'_>,
        uri: String,
        (phase, transmission): (Phase, Transmission),
        room: Room,
        timing: &Timing,
    ) -> Self {
        let confirmable = request.kind() == Kind::Confirmable;
        let delay = if arrival.stamp.proof.verifies_address() {
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
            timer: arrival.stamp.at,
            acknowledge_by: confirmable.then_some(later(arrival.stamp.at, delay)),
            may_have_arrived: true,
            phase,
            transmission,
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

    /// Whether one copy of the request was sent, and nothing shows that it arrived.
    pub(crate) fn is_sent_once(&self) -> bool {
        matches!(self.phase, Phase::Asking { .. }) && self.transmission.is_first_copy
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

    /// The key of the count that the exchange is in.
    fn counted(&self) -> (Client, bool) {
        (self.key.client, self.arrival.group.request_is_verified)
    }

    /// The next time at which something is due.
    pub(crate) fn wake(&self) -> Instant {
        let deadline = (!matches!(self.phase, Phase::Answering { .. })).then_some(self.deadline);
        let times = [self.acknowledge_by, self.transmission.due, deadline];
        times.into_iter().flatten().min().unwrap_or(self.deadline)
    }
}

/// The exchanges under way.
///
/// [`change`](Exchanges::change) edits an exchange in place, so the collection can never lose one.
#[derive(Debug)]
pub(crate) struct Exchanges {
    exchanges: HashMap<ExchangeKey, Exchange>,
    /// INVARIANT: the timer of each exchange, and no other.
    timers: BTreeSet<(Instant, ExchangeKey)>,
    /// INVARIANT: the number of exchanges of each client that has any. Those of verified requests are counted separately,
    /// because nobody but the client can send their requests.
    clients: HashMap<(Client, bool), usize>,
    /// The client and the message ID of each response that waits for an acknowledgement.
    responses: HashMap<(Client, u16), ExchangeKey>,
    shares: Shares,
}

impl Exchanges {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            exchanges: HashMap::new(),
            timers: BTreeSet::new(),
            clients: HashMap::new(),
            responses: HashMap::new(),
            shares: Shares::new("requests under way", limit),
        }
    }

    /// Reserves room for one exchange of a group.
    pub(crate) fn reserve(&mut self, group: ShareGroup) -> Result<Permit, Refusal> {
        self.shares.take(group)
    }

    pub(crate) fn len(&self) -> usize {
        self.exchanges.len()
    }

    /// The number of exchanges of a client that have verified requests, or of its others.
    pub(crate) fn of_client(&self, client: Client, request_is_verified: bool) -> usize {
        self.clients.get(&(client, request_is_verified)).copied().unwrap_or_default()
    }

    pub(crate) fn get(&self, key: &ExchangeKey) -> Option<&Exchange> {
        self.exchanges.get(key)
    }

    /// The exchange whose response to this client has this message ID, and waits for an acknowledgement.
    pub(crate) fn with_response(&self, client: Client, id: u16) -> Option<ExchangeKey> {
        self.responses.get(&(client, id)).copied()
    }

    /// The exchanges that wait for a response on this link.
    pub(crate) fn on_link(&self, link: &Link) -> Vec<ExchangeKey> {
        let on_link = self.exchanges.values().filter(|exchange| exchange.link() == Some(*link));
        on_link.map(|exchange| exchange.key).collect()
    }

    /// The time of the first timer.
    pub(crate) fn next_wake(&self) -> Option<Instant> {
        self.timers.first().map(|&(at, _)| at)
    }

    /// The exchange of the first timer, if that has gone off.
    pub(crate) fn next_due(&self, now: Instant) -> Option<ExchangeKey> {
        self.timers.first().filter(|(at, _)| *at <= now).map(|&(_, key)| key)
    }

    /// Adds an exchange, and sets its timer. INVARIANT of callers: there is none with its key.
    pub(crate) fn begin(&mut self, mut exchange: Exchange) {
        let key = exchange.key;
        exchange.timer = exchange.wake();
        let of_client = self.clients.entry(exchange.counted()).or_default();
        *of_client = of_client.saturating_add(1);
        self.timers.insert((exchange.timer, key));
        self.exchanges.insert(key, exchange);
    }

    /// Changes an exchange, and sets its timer anew. Returns what `change` returns, or `None` without such an exchange.
    pub(crate) fn change<R>(
        &mut self,
        key: &ExchangeKey,
        change: impl FnOnce(&mut Exchange) -> R,
    ) -> Option<R> {
        let exchange = self.exchanges.get_mut(key)?;
        let result = change(exchange);
        if let Some(id) = exchange.response_id() {
            self.responses.insert((key.client, id), *key);
        }
        let timer = exchange.wake();
        if timer != exchange.timer {
            self.timers.remove(&(exchange.timer, *key));
            self.timers.insert((timer, *key));
            exchange.timer = timer;
        }
        Some(result)
    }

    /// Removes an exchange and its timer, and returns the exchange.
    pub(crate) fn end(&mut self, key: &ExchangeKey) -> Option<Exchange> {
        let exchange = self.exchanges.remove(key)?;
        self.timers.remove(&(exchange.timer, *key));
        if let Some(id) = exchange.response_id() {
            self.responses.remove(&(key.client, id));
        }
        let of_client = self.clients.get_mut(&exchange.counted())?;
        *of_client = of_client.saturating_sub(1);
        if *of_client == 0 {
            self.clients.remove(&exchange.counted());
        }
        Some(exchange)
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::time::Duration;

    use super::*;

    use crate::config::Timing;
    use crate::link::Series;
    use crate::message::Message;
    use crate::transmission::Transmission;
    use crate::verified::Proof;

    fn client() -> Client {
        SocketAddr::from(([192, 0, 2, 1], 40000)).into()
    }

    fn key(id: u16) -> ExchangeKey {
        ExchangeKey { client: client(), id, series: Series::First }
    }

    fn begun(now: Instant) -> Exchanges {
        let client = client();
        let request = Message::read(b"\x40\x01\x00\x07").unwrap();
        let phase = Phase::Resolving { request: Vec::new(), lookup: 0 };
        let mut exchanges = Exchanges::new(1);
        let timing = Timing { request: Duration::ZERO, ..Timing::default() };
        let group = ShareGroup::new(client, false);
        let stamp = Stamp { digest: 0, proof: Proof::None, at: now };
        let arrival = Arrival { client, stamp, group, bytes: 4, repetition: None };
        let room = Room { _exchange: exchanges.reserve(group).unwrap(), answer: None };
        let exchange = Exchange::new(
            arrival,
            key(7),
            &request,
            String::new(),
            (phase, Transmission::once()),
            room,
            &timing,
        );
        exchanges.begin(exchange);
        exchanges
    }

    #[test]
    fn an_ended_exchange_leaves_nothing() {
        let mut exchanges = begun(Instant::now());
        assert_eq!((exchanges.len(), exchanges.of_client(client(), false)), (1, 1));
        assert!(exchanges.end(&key(8)).is_none());
        assert!(exchanges.end(&key(7)).is_some());
        assert!(exchanges.exchanges.is_empty() && exchanges.timers.is_empty());
        assert_eq!((exchanges.clients.len(), exchanges.shares.used()), (0, 0));
    }

    #[test]
    fn a_changed_exchange_has_one_timer() {
        let now = Instant::now();
        let mut exchanges = begun(now);
        assert_eq!(exchanges.next_wake(), Some(now));
        exchanges.change(&key(7), |exchange| {
            exchange.acknowledges(now + Duration::from_secs(2));
            let transmission = Transmission::confirmable(Vec::new(), 0, &Timing::default(), now);
            (exchange.phase, exchange.transmission) = (Phase::Answering { id: 99 }, transmission);
        });
        assert_eq!((exchanges.len(), exchanges.timers.len()), (1, 1));
        assert_eq!(exchanges.next_wake(), Some(now + Duration::from_secs(2)));
        assert_eq!(exchanges.next_due(now), None);
        assert!(exchanges.change(&key(8), |_| ()).is_none());
        let with_response = [99, 7].map(|id| exchanges.with_response(client(), id));
        assert_eq!(with_response, [Some(key(7)), None]);
        exchanges.end(&key(7));
        assert!(exchanges.responses.is_empty());
    }
}
