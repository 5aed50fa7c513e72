//! Links: pairs of a client and an origin, each with a socket of its own.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::net::SocketAddr;
use std::time::Instant;

use crate::client::{Client, hash_endpoint};
use crate::holder::Holder;
use crate::shares::{Exhausted, Shares};

/// A client, and an origin that it sends requests to.
///
/// ```
/// use std::time::Instant;
///
/// use cri_gateway::{Config, Gateway, Output, Secret};
///
/// let mut gateway = Gateway::new(Config::default(), Secret::known(1));
/// // A confirmable GET with Proxy-Cri [-1, [h'7F000001'], ["a"]].
/// let request = b"\x41\x01\x00\x07\x61\xdb\xde\x83\x20\x81\x44\x7f\x00\x00\x01\x81\x61a";
/// for client in ["192.0.2.1:40000", "192.0.2.1:40001"] {
///     gateway.handle_client(client.parse()?, request, Instant::now());
/// }
/// let Some(Output::ToOrigin { link: first, .. }) = gateway.output() else { unreachable!() };
/// let Some(Output::ToOrigin { link: second, .. }) = gateway.output() else { unreachable!() };
/// assert!(first != second && first.origin() == second.origin()); // each needs a socket of its own
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

impl Hash for Link {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.client.hash(state);
        hash_endpoint(&self.origin, self.series as u16, state);
    }
}

/// The links that have a socket.
#[derive(Debug)]
pub(crate) struct Links {
    links: HashMap<Link, Use>,
    /// INVARIANT: each link with exchanges of a verified holder has one part for them, and each link with exchanges of an
    /// unverified holder has one part for those. Idle links have none, because they make room for others.
    shares: Shares,
    limit: usize,
}

#[derive(Debug)]
struct Use {
    /// The exchanges of the verified holder that wait for a response on the link.
    verified: usize,
    /// Those of the unverified holder.
    unverified: usize,
    /// The verified holder if it has ever used the link, or else the unverified one.
    holder: Holder,
    last_used: Instant,
    /// The client's message ID of the request that was last sent, whether for the first time or again.
    last_sent: u16,
}

impl Use {
    fn is_idle(&self) -> bool {
        self.verified == 0 && self.unverified == 0
    }

    fn exchanges(&self, holder: Holder) -> usize {
        if holder.is_verified() { self.verified } else { self.unverified }
    }

    fn exchanges_mut(&mut self, holder: Holder) -> &mut usize {
        if holder.is_verified() { &mut self.verified } else { &mut self.unverified }
    }
}

impl Links {
    pub(crate) fn new(limit: usize) -> Self {
        Self { links: HashMap::new(), shares: Shares::new(limit), limit }
    }

    pub(crate) fn len(&self) -> usize {
        self.links.len()
    }

    /// Acquires the link for one exchange of a holder. Returns an idle link that was removed to make room.
    pub(crate) fn acquire(
        &mut self,
        link: Link,
        holder: Holder,
        now: Instant,
    ) -> Result<Option<Link>, Exhausted> {
        let known = self.links.get(&link);
        let is_new = known.is_none();
        if known.is_none_or(|known| known.exchanges(holder) == 0) {
            self.shares.take(holder)?;
        }
        // INVARIANT: before this call, fewer links than the limit held a part of it. So if there are as many links as
        // the limit, at least one is idle.
        let removed =
            if is_new && self.links.len() >= self.limit { self.remove_idle() } else { None };
        let unused = Use { verified: 0, unverified: 0, holder, last_used: now, last_sent: 0 };
        let acquired = self.links.entry(link).or_insert(unused);
        if holder.is_verified() {
            acquired.holder = holder;
        }
        let exchanges = acquired.exchanges_mut(holder);
        *exchanges = exchanges.saturating_add(1);
        acquired.last_used = now;
        Ok(removed)
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

    /// Removes one idle link and returns it. Links of unverified clients go first. Among these, the holder with the
    /// most idle links loses the one that has been idle longest.
    pub(crate) fn remove_idle(&mut self) -> Option<Link> {
        let idle = || self.links.iter().filter(|(_, other)| other.is_idle());
        let mut counts: HashMap<Holder, usize> = HashMap::new();
        for (_, other) in idle() {
            let count = counts.entry(other.holder).or_default();
            *count = count.saturating_add(1);
        }
        let rank = |other: &Use| {
            let count = counts.get(&other.holder).copied().unwrap_or_default();
            (other.holder.is_verified(), Reverse(count), other.last_used)
        };
        let removed = idle().min_by_key(|(_, other)| rank(other)).map(|(&link, _)| link)?;
        self.links.remove(&removed);
        Some(removed)
    }

    /// Releases the link for one exchange of a holder. The link stays, because an origin may be in the middle of a
    /// transfer to it.
    pub(crate) fn release(&mut self, link: &Link, holder: Holder, now: Instant) {
        if let Some(released) = self.links.get_mut(link) {
            released.last_used = now;
            let exchanges = released.exchanges_mut(holder);
            *exchanges = exchanges.saturating_sub(1);
            if *exchanges == 0 {
                self.shares.give_back(holder);
            }
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

    /// Acquires a link at this time in seconds.
    fn acquire(
        links: &mut Links,
        link: Link,
        is_verified: bool,
        at: u64,
    ) -> Result<Option<Link>, Exhausted> {
        let holder = Holder::new(link.client(), is_verified);
        links.acquire(link, holder, Instant::now() + Duration::from_secs(at))
    }

    fn release(links: &mut Links, link: Link, is_verified: bool, now: Instant) {
        links.release(&link, Holder::new(link.client(), is_verified), now);
    }

    #[test]
    fn the_link_that_is_idle_for_longest_is_removed() {
        let at = |seconds| Instant::now() + Duration::from_secs(seconds);
        let link = |address| link(address, 1);
        let mut links = Links::new(2);
        assert_eq!(acquire(&mut links, link(1), false, 1), Ok(None));
        assert_eq!(acquire(&mut links, link(2), false, 2), Ok(None));
        assert_eq!(acquire(&mut links, link(3), false, 3), Err(Exhausted::Limit));
        release(&mut links, link(2), false, at(4));
        release(&mut links, link(1), false, at(5));
        assert_eq!(acquire(&mut links, link(3), false, 6), Ok(Some(link(2))));
        assert_eq!(acquire(&mut links, link(1), false, 7), Ok(None));
        assert_eq!(acquire(&mut links, link(2), false, 8), Err(Exhausted::Limit));
        assert_eq!(links.len(), 2);
        assert_eq!(links.remove_idle(), None);
        release(&mut links, link(3), false, at(9));
        assert_eq!(
            (links.remove_idle(), links.remove_idle(), links.len()),
            (Some(link(3)), None, 1)
        );
    }

    #[test]
    fn holders_of_most_idle_links_lose_one_first_and_verified_ones_last() {
        let mut links = Links::new(8);
        let used = [
            (link(1, 1), true),
            (link(2, 1), false),
            (link(3, 1), false),
            (link(3, 2), false),
            (link(3, 3), false),
        ];
        for (link, is_verified) in used {
            assert_eq!(acquire(&mut links, link, is_verified, 1), Ok(None));
            let now = Instant::now() + Duration::from_secs(link.client().address().port().into());
            release(&mut links, link, is_verified, now);
        }
        let removed: Vec<_> = std::iter::from_fn(|| links.remove_idle()).collect();
        assert_eq!(removed[..2], [link(3, 1), link(3, 2)]);
        assert_eq!(removed.last(), Some(&link(1, 1)));
    }

    #[test]
    fn unverified_exchanges_keep_no_verified_part_in_use() {
        let mut links = Links::new(8);
        let now = Instant::now();
        for is_verified in [true, false] {
            assert_eq!(acquire(&mut links, link(1, 1), is_verified, 1), Ok(None));
        }
        assert_eq!(links.shares.used(), 2);
        release(&mut links, link(1, 1), true, now);
        assert_eq!((links.shares.used(), links.remove_idle()), (1, None));
        assert_eq!(links.shares.check(Holder::new(link(1, 1).client(), true)), Ok(()));
        release(&mut links, link(1, 1), false, now);
        assert_eq!((links.shares.used(), links.remove_idle()), (0, Some(link(1, 1))));
    }

    #[test]
    fn an_idle_link_holds_no_share() {
        let mut links = Links::new(4);
        for port in 1..=20 {
            assert!(acquire(&mut links, link(1, port), false, 1).is_ok());
            release(&mut links, link(1, port), false, Instant::now());
        }
        assert_eq!((links.len(), links.shares.used()), (4, 0));
    }
}
