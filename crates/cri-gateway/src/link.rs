//! Links: a client and an origin, with a socket for the two.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Instant;

/// A client and an origin that it asks for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link {
    client: SocketAddr,
    origin: SocketAddr,
}

impl Link {
    pub(crate) const fn new(client: SocketAddr, origin: SocketAddr) -> Self {
        Self { client, origin }
    }

    /// The endpoint that asks.
    #[must_use]
    pub const fn client(&self) -> SocketAddr {
        self.client
    }

    /// The endpoint that is asked.
    #[must_use]
    pub const fn origin(&self) -> SocketAddr {
        self.origin
    }
}

/// The links that have a socket.
#[derive(Debug)]
pub(crate) struct Links {
    links: HashMap<Link, Use>,
    limit: usize,
}

#[derive(Debug)]
struct Use {
    exchanges: usize,
    last: Instant,
}

impl Links {
    pub(crate) fn new(limit: usize) -> Self {
        Self { links: HashMap::new(), limit }
    }

    pub(crate) fn len(&self) -> usize {
        self.links.len()
    }

    /// Takes the link for one exchange. The error is that every link is in use; else there may be one that was not,
    /// and had to go.
    pub(crate) fn take(&mut self, link: Link, now: Instant) -> Result<Option<Link>, Full> {
        let mut gone = None;
        if !self.links.contains_key(&link) && self.links.len() >= self.limit {
            gone = Some(self.give_up().ok_or(Full)?);
        }
        let taken = self.links.entry(link).or_insert(Use { exchanges: 0, last: now });
        taken.exchanges = taken.exchanges.saturating_add(1);
        taken.last = now;
        Ok(gone)
    }

    /// Gives up the link that was not used for longest, if there is one that is not in use.
    pub(crate) fn give_up(&mut self) -> Option<Link> {
        let idle = self.links.iter().filter(|(_, other)| other.exchanges == 0);
        let oldest = idle.min_by_key(|(_, other)| other.last).map(|(&link, _)| link)?;
        self.links.remove(&oldest);
        Some(oldest)
    }

    /// Gives the link back. It stays, since an origin may know its socket in the middle of a transfer.
    pub(crate) fn give_back(&mut self, link: &Link, now: Instant) {
        if let Some(given) = self.links.get_mut(link) {
            given.exchanges = given.exchanges.saturating_sub(1);
            given.last = now;
        }
    }
}

/// Every link is in use.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Full;

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_link_that_was_not_used_for_longest_goes() {
        let link = |port| Link::new(([192, 0, 2, 1], port).into(), ([192, 0, 2, 2], 5683).into());
        let at = |seconds| Instant::now() + Duration::from_secs(seconds);
        let mut links = Links::new(2);
        assert_eq!(links.take(link(1), at(1)), Ok(None));
        assert_eq!(links.take(link(2), at(2)), Ok(None));
        assert_eq!(links.take(link(3), at(3)), Err(Full));
        links.give_back(&link(2), at(4));
        links.give_back(&link(1), at(5));
        assert_eq!(links.take(link(3), at(6)), Ok(Some(link(2))));
        assert_eq!(links.take(link(1), at(7)), Ok(None));
        assert_eq!(links.take(link(2), at(8)), Err(Full));
        assert_eq!(links.len(), 2);
        assert_eq!(links.give_up(), None);
        links.give_back(&link(3), at(9));
        assert_eq!((links.give_up(), links.give_up(), links.len()), (Some(link(3)), None, 1));
    }
}
