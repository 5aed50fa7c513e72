//! All exchanges under way, with their timers.

use std::collections::{BTreeSet, HashMap};
use std::time::Instant;

use crate::client::Client;
use crate::exchange::{Exchange, ExchangeKey};
use crate::link::Link;
use crate::shares::{Exhausted, Holder, Permit, Shares};

/// The exchanges under way.
///
/// [`change`](Exchanges::change) edits an exchange in place, so the collection can never lose one.
#[derive(Debug)]
pub(crate) struct Exchanges {
    exchanges: HashMap<ExchangeKey, Armed>,
    /// INVARIANT: the timer of each exchange, and no other.
    timers: BTreeSet<(Instant, ExchangeKey)>,
    /// INVARIANT: the number of exchanges of each client that has any. Those of verified holders are counted separately,
    /// because nobody but the client can send their requests.
    clients: HashMap<(Client, bool), usize>,
    /// The client and the message ID of each response that waits for an acknowledgement.
    responses: HashMap<(Client, u16), ExchangeKey>,
    shares: Shares,
}

/// An exchange, and the time that its timer is set to.
#[derive(Debug)]
struct Armed {
    exchange: Exchange,
    at: Instant,
}

impl Exchanges {
    pub(crate) fn new(limit: usize) -> Self {
        let (exchanges, timers, clients) = (HashMap::new(), BTreeSet::new(), HashMap::new());
        Self {
            exchanges,
            timers,
            clients,
            responses: HashMap::new(),
            shares: Shares::new("requests under way", limit),
        }
    }

    /// Reserves room for one exchange of a holder.
    pub(crate) fn reserve(&mut self, holder: Holder) -> Result<Permit, Exhausted> {
        self.shares.take(holder)
    }

    pub(crate) fn len(&self) -> usize {
        self.exchanges.len()
    }

    /// The number of exchanges of a client that have a verified holder, or of those that have an unverified one.
    pub(crate) fn of_client(&self, client: Client, is_verified: bool) -> usize {
        self.clients.get(&(client, is_verified)).copied().unwrap_or_default()
    }

    pub(crate) fn get(&self, key: &ExchangeKey) -> Option<&Exchange> {
        self.exchanges.get(key).map(|armed| &armed.exchange)
    }

    /// The exchange whose response to this client has this message ID, and waits for an acknowledgement.
    pub(crate) fn with_response(&self, client: Client, id: u16) -> Option<ExchangeKey> {
        self.responses.get(&(client, id)).copied()
    }

    /// The exchanges that wait for a response on this link.
    pub(crate) fn on_link(&self, link: &Link) -> Vec<ExchangeKey> {
        let on_link =
            self.exchanges.iter().filter(|(_, armed)| armed.exchange.link() == Some(*link));
        on_link.map(|(key, _)| *key).collect()
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
    pub(crate) fn begin(&mut self, exchange: Exchange) {
        let (key, at) = (exchange.key, exchange.wake());
        let counted = (key.client, exchange.arrival.holder.is_verified);
        let of_client = self.clients.entry(counted).or_default();
        *of_client = of_client.saturating_add(1);
        self.timers.insert((at, key));
        self.exchanges.insert(key, Armed { exchange, at });
    }

    /// Changes an exchange, and sets its timer anew. Returns what `change` returns, or `None` without such an exchange.
    pub(crate) fn change<R>(
        &mut self,
        key: &ExchangeKey,
        change: impl FnOnce(&mut Exchange) -> R,
    ) -> Option<R> {
        let armed = self.exchanges.get_mut(key)?;
        let result = change(&mut armed.exchange);
        if let Some(id) = armed.exchange.response_id() {
            self.responses.insert((key.client, id), *key);
        }
        let at = armed.exchange.wake();
        if at != armed.at {
            self.timers.remove(&(armed.at, *key));
            self.timers.insert((at, *key));
            armed.at = at;
        }
        Some(result)
    }

    /// Removes an exchange and its timer, and returns the exchange.
    pub(crate) fn end(&mut self, key: &ExchangeKey) -> Option<Exchange> {
        let Armed { exchange, at } = self.exchanges.remove(key)?;
        self.timers.remove(&(at, *key));
        if let Some(id) = exchange.response_id() {
            self.responses.remove(&(key.client, id));
        }
        let counted = (key.client, exchange.arrival.holder.is_verified);
        if let Some(of_client) = self.clients.get_mut(&counted) {
            *of_client = of_client.saturating_sub(1);
            if *of_client == 0 {
                self.clients.remove(&counted);
            }
        }
        Some(exchange)
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::time::Duration;

    use super::*;
    use crate::exchange::{Arrival, Phase, Room, Stamp};
    use crate::link::Series;
    use crate::message::Message;
    use crate::timing::Timing;
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
        let holder = Holder::new(client, false);
        let stamp = Stamp { digest: 0, proof: Proof::None, at: now };
        let arrival = Arrival { client, stamp, holder, bytes: 4, repetition: None };
        let room = Room { _exchange: exchanges.reserve(holder).unwrap(), answer: None };
        let exchange =
            Exchange::new(arrival, key(7), &request, String::new(), (phase, room), &timing);
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
            exchange.phase = Phase::Answering { id: 99, transmission };
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
