//! All exchanges under way, with their timers.

use std::collections::{BTreeSet, HashMap};
use std::net::SocketAddr;
use std::time::Instant;

use crate::Link;
use crate::answers::Key;
use crate::exchange::Exchange;

/// The exchanges under way.
#[derive(Debug, Default)]
pub(crate) struct Exchanges {
    exchanges: HashMap<Key, Exchange>,
    /// INVARIANT: each of `exchanges` once, at the time it is armed for.
    timers: BTreeSet<(Instant, Key)>,
    /// INVARIANT: how many exchanges each client has, where it has any; counted from `begin` to `end`.
    clients: HashMap<SocketAddr, usize>,
}

impl Exchanges {
    pub(crate) fn len(&self) -> usize {
        self.exchanges.len()
    }

    /// How many there are of a client.
    pub(crate) fn of_client(&self, client: &SocketAddr) -> usize {
        self.clients.get(client).copied().unwrap_or_default()
    }

    pub(crate) fn get(&self, key: &Key) -> Option<&Exchange> {
        self.exchanges.get(key)
    }

    /// Those that wait for a response on this link.
    pub(crate) fn on_link(&self, link: &Link) -> Vec<Key> {
        let asking = self.exchanges.values().filter(|exchange| exchange.link() == Some(*link));
        asking.map(Exchange::key).collect()
    }

    /// When the first timer goes off.
    pub(crate) fn next_wake(&self) -> Option<Instant> {
        self.timers.first().map(|&(at, _)| at)
    }

    /// The first whose timer has gone off.
    pub(crate) fn next_due(&self, now: Instant) -> Option<Key> {
        self.timers.first().filter(|(at, _)| *at <= now).map(|&(_, key)| key)
    }

    /// Begins an exchange.
    pub(crate) fn begin(&mut self, exchange: Exchange) {
        let (client, _) = exchange.key();
        let of_client = self.clients.entry(client).or_default();
        *of_client = of_client.saturating_add(1);
        self.put(exchange);
    }

    /// Takes an exchange out to change it; it is put back, or else has ended.
    pub(crate) fn take(&mut self, key: &Key) -> Option<Exchange> {
        let exchange = self.exchanges.remove(key)?;
        self.timers.remove(&(exchange.armed, *key));
        Some(exchange)
    }

    /// Puts an exchange back, and sets its timer.
    pub(crate) fn put(&mut self, mut exchange: Exchange) {
        exchange.armed = exchange.wake();
        self.timers.insert((exchange.armed, exchange.key()));
        self.exchanges.insert(exchange.key(), exchange);
    }

    /// Ends an exchange that was taken out.
    pub(crate) fn end(&mut self, exchange: &Exchange) {
        let (client, _) = exchange.key();
        if let Some(of_client) = self.clients.get_mut(&client) {
            *of_client = of_client.saturating_sub(1);
            if *of_client == 0 {
                self.clients.remove(&client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Message;
    use crate::exchange::Phase;

    #[test]
    fn nothing_is_left_of_an_exchange_that_has_ended() {
        let (client, now) = (SocketAddr::from(([192, 0, 2, 1], 40000)), Instant::now());
        let request = Message::read(b"\x40\x01\x00\x07").unwrap();
        let phase = Phase::Resolving { request: Vec::new(), lookup: 0 };
        let mut exchanges = Exchanges::default();
        exchanges.begin(Exchange::new(client, &request, String::new(), phase, now, now, now));
        assert_eq!((exchanges.len(), exchanges.of_client(&client)), (1, 1));
        let exchange = exchanges.take(&(client, 7)).unwrap();
        assert_eq!((exchanges.len(), exchanges.of_client(&client)), (0, 1));
        exchanges.end(&exchange);
        assert!(exchanges.exchanges.is_empty() && exchanges.timers.is_empty() && exchanges.clients.is_empty());
    }
}
