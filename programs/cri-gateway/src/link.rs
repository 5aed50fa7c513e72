//! Links: pairs of a client and an origin, each with a socket of its own.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Weak};
use std::time::Instant;

use crate::client::Client;
use crate::refusal::Refusal;
use crate::shares::{Permit, ShareGroup, Shares};

/// A client, and an origin that it sends requests to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link {
    client: Client,
    origin: SocketAddr,
    series: Series,
}

/// A series of message IDs of a client. In one series, an ID stands for one request at a time.
///
/// Anybody can forge the client's address and port, and so send a request with the next ID of the client. The forged
/// request is in the first series then. The client's own request, which carries a fresh Echo, is in the second series.
/// Each series has links of its own, because an origin takes two requests with one ID for duplicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Series {
    First,
    Second,
}

impl Series {
    pub(crate) const ALL: [Self; 2] = [Self::First, Self::Second];
}

impl Link {
    pub(crate) const fn new(client: Client, origin: SocketAddr, series: Series) -> Self {
        Self { client, origin, series }
    }

    pub(crate) const fn series(&self) -> Series {
        self.series
    }

    /// The client that sends requests.
    #[must_use]
    pub const fn client(&self) -> Client {
        self.client
    }

    /// The endpoint that answers them.
    #[must_use]
    pub const fn origin(&self) -> SocketAddr {
        self.origin
    }
}

/// The links that have a socket.
#[derive(Debug)]
pub(crate) struct Links {
    links: HashMap<Link, Use>,
    shares: Shares,
}

#[derive(Debug)]
struct Use {
    /// The permits of the exchanges that wait for a response on the link: those of unverified requests share one, and those
    /// of verified ones another.
    permits: [Weak<Permit>; 2],
    /// The verified group if it has ever used the link, or else the unverified one.
    group: ShareGroup,
    last_used: Instant,
    /// The client's message ID of the request that was last sent, whether for the first time or again.
    last_sent: u16,
}

impl Use {
    /// Whether no exchange uses the link. Idle links have no part of the limit, because they make room for others.
    fn is_idle(&self) -> bool {
        self.permits.iter().all(|permit| permit.strong_count() == 0)
    }
}

impl Links {
    pub(crate) fn new(limit: usize) -> Self {
        Self { links: HashMap::new(), shares: Shares::new("pairs of client and origin", limit) }
    }

    pub(crate) fn len(&self) -> usize {
        self.links.len()
    }

    /// Acquires the link for one exchange of a group, until it drops the permit. Also returns an idle link that was
    /// removed to make room.
    pub(crate) fn acquire(
        &mut self,
        link: Link,
        group: ShareGroup,
        now: Instant,
    ) -> Result<(Arc<Permit>, Option<Link>), Refusal> {
        let known = self.links.get(&link);
        let is_new = known.is_none();
        let [unverified, verified] = known.map(|known| known.permits.clone()).unwrap_or_default();
        let shared = if group.request_is_verified { &verified } else { &unverified };
        let permit = match shared.upgrade() {
            Some(permit) => permit,
            None => Arc::new(self.shares.take(group)?),
        };
        // INVARIANT: before this call, fewer links than the limit held a part of it. So if there are as many links as
        // the limit, at least one is idle.
        let removed =
            if is_new && self.links.len() >= self.shares.limit { self.remove_idle() } else { None };
        let weak = Arc::downgrade(&permit);
        let permits = if group.request_is_verified { [unverified, weak] } else { [weak, verified] };
        let unused = Use { permits: Default::default(), group, last_used: now, last_sent: 0 };
        let acquired = self.links.entry(link).or_insert(unused);
        if group.request_is_verified {
            acquired.group = group;
        }
        (acquired.permits, acquired.last_used) = (permits, now);
        Ok((permit, removed))
    }

    /// Notes that the request of the client with this message ID is sent.
    pub(crate) fn sent(&mut self, link: &Link, id: u16) {
        if let Some(used) = self.links.get_mut(link) {
            used.last_sent = id;
        }
    }

    /// The client's message ID of the request that was last sent.
    pub(crate) fn last_sent(&self, link: &Link) -> Option<u16> {
        self.links.get(link).map(|used| used.last_sent)
    }

    /// Removes one idle link and returns it. Links of unverified clients go first. Among these, the group with the
    /// most idle links loses the one that has been idle longest.
    pub(crate) fn remove_idle(&mut self) -> Option<Link> {
        let idle = || self.links.iter().filter(|(_, other)| other.is_idle());
        let mut counts: HashMap<ShareGroup, usize> = HashMap::new();
        for (_, other) in idle() {
            let count = counts.entry(other.group).or_default();
            *count = count.saturating_add(1);
        }
        let rank = |other: &Use| {
            let count = counts.get(&other.group).copied().unwrap_or_default();
            (other.group.request_is_verified, Reverse(count), other.last_used)
        };
        let removed = idle().min_by_key(|(_, other)| rank(other)).map(|(&link, _)| link)?;
        self.links.remove(&removed);
        Some(removed)
    }

    /// Notes that an exchange no longer waits on the link. The link stays, because an origin may be in the middle of a
    /// transfer to it.
    pub(crate) fn released(&mut self, link: &Link, now: Instant) {
        if let Some(used) = self.links.get_mut(link) {
            used.last_used = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn link(address: u8, port: u16) -> Link {
        let client = SocketAddr::from(([192, 0, 2, address], port)).into();
        Link::new(client, ([192, 0, 2, 2], 5683).into(), Series::First)
    }

    /// Acquires a link at this time in seconds. Also returns the link that was removed.
    fn acquire(
        links: &mut Links,
        link: Link,
        is_verified: bool,
        at: u64,
    ) -> Result<(Arc<Permit>, Option<Link>), Refusal> {
        let group = ShareGroup::new(link.client(), is_verified);
        links.acquire(link, group, Instant::now() + Duration::from_secs(at))
    }

    fn release(links: &mut Links, link: Link, permit: Arc<Permit>, at: u64) {
        drop(permit);
        links.released(&link, Instant::now() + Duration::from_secs(at));
    }

    #[test]
    fn the_link_that_is_idle_for_longest_is_removed() {
        let link = |address| link(address, 1);
        let mut links = Links::new(2);
        let [one, two] = [1, 2].map(|id| acquire(&mut links, link(id), false, 1).unwrap());
        assert_eq!((one.1, two.1), (None, None));
        assert!(acquire(&mut links, link(3), false, 3).is_err());
        release(&mut links, link(2), two.0, 4);
        release(&mut links, link(1), one.0, 5);
        let three = acquire(&mut links, link(3), false, 6).unwrap();
        let one = acquire(&mut links, link(1), false, 7).unwrap();
        assert_eq!((three.1, one.1), (Some(link(2)), None));
        assert!(acquire(&mut links, link(2), false, 8).is_err());
        assert_eq!((links.len(), links.remove_idle()), (2, None));
        release(&mut links, link(3), three.0, 9);
        let removed = [links.remove_idle(), links.remove_idle()];
        assert_eq!((removed, links.len()), ([Some(link(3)), None], 1));
    }

    #[test]
    fn holders_of_most_idle_links_lose_one_first_and_verified_ones_last() {
        let mut links = Links::new(8);
        for (address, port, is_verified) in
            [(1, 1, true), (2, 1, false), (3, 1, false), (3, 2, false), (3, 3, false)]
        {
            let link = link(address, port);
            let (permit, removed) = acquire(&mut links, link, is_verified, 1).unwrap();
            assert_eq!(removed, None);
            release(&mut links, link, permit, port.into());
        }
        let removed: Vec<_> = std::iter::from_fn(|| links.remove_idle()).collect();
        assert_eq!(removed[..2], [link(3, 1), link(3, 2)]);
        assert_eq!(removed.last(), Some(&link(1, 1)));
    }

    #[test]
    fn unverified_exchanges_keep_no_verified_part_in_use() {
        let mut links = Links::new(8);
        let [verified, unverified, again] =
            [true, false, false].map(|it| acquire(&mut links, link(1, 1), it, 1).unwrap().0);
        assert_eq!(links.shares.used(), 2);
        drop(verified);
        assert_eq!((links.shares.used(), links.remove_idle()), (1, None));
        assert!(links.shares.take(ShareGroup::new(link(1, 1).client(), true)).is_ok());
        drop(unverified);
        assert_eq!((links.shares.used(), links.remove_idle()), (1, None));
        drop(again);
        assert_eq!((links.shares.used(), links.remove_idle()), (0, Some(link(1, 1))));
    }

    #[test]
    fn an_idle_link_holds_no_share() {
        let mut links = Links::new(4);
        for port in 1..=20 {
            assert!(acquire(&mut links, link(1, port), false, 1).is_ok());
        }
        assert_eq!((links.len(), links.shares.used()), (4, 0));
    }
}
