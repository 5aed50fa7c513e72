//! Links: pairs of a client and an origin, each with a socket of its own.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Instant;

use crate::client::Client;

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
///     gateway.from_client(client.parse()?, request, Instant::now());
/// }
/// let Some(Output::ToOrigin { link: first, .. }) = gateway.output() else { unreachable!() };
/// let Some(Output::ToOrigin { link: second, .. }) = gateway.output() else { unreachable!() };
/// assert!(first != second && first.origin() == second.origin()); // each needs a socket of its own
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link {
    client: Client,
    origin: SocketAddr,
}

impl Link {
    pub(crate) const fn new(client: Client, origin: SocketAddr) -> Self {
        Self { client, origin }
    }

    /// The client that sends requests.
    ///
    /// ```
    /// use std::time::Instant;
    ///
    /// use cri_gateway::{Config, Gateway, Output, Secret};
    ///
    /// let mut gateway = Gateway::new(Config::default(), Secret::known(1));
    /// // A confirmable GET with Proxy-Cri [-1, [h'7F000001'], ["a"]].
    /// let request = b"\x41\x01\x00\x07\x61\xdb\xde\x83\x20\x81\x44\x7f\x00\x00\x01\x81\x61a";
    /// gateway.from_client("192.0.2.1:40000".parse()?, request, Instant::now());
    /// let Some(Output::ToOrigin { link, .. }) = gateway.output() else { unreachable!() };
    /// assert_eq!(link.client().address(), "192.0.2.1:40000".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn client(&self) -> Client {
        self.client
    }

    /// The endpoint that answers them.
    ///
    /// ```
    /// use std::time::Instant;
    ///
    /// use cri_gateway::{Config, Gateway, Output, Secret};
    ///
    /// let mut gateway = Gateway::new(Config::default(), Secret::known(1));
    /// // A confirmable GET with Proxy-Cri [-1, [h'7F000001'], ["a"]].
    /// let request = b"\x41\x01\x00\x07\x61\xdb\xde\x83\x20\x81\x44\x7f\x00\x00\x01\x81\x61a";
    /// gateway.from_client("192.0.2.1:40000".parse()?, request, Instant::now());
    /// let Some(Output::ToOrigin { link, .. }) = gateway.output() else { unreachable!() };
    /// assert_eq!(link.origin(), "127.0.0.1:5683".parse()?); // the default port of coap
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    /// The exchanges that wait for a response on the link.
    exchanges: usize,
    last_used: Instant,
}

impl Links {
    pub(crate) fn new(limit: usize) -> Self {
        Self { links: HashMap::new(), limit }
    }

    pub(crate) fn len(&self) -> usize {
        self.links.len()
    }

    /// Acquires the link for one exchange. Returns an idle link that was removed to make room.
    pub(crate) fn acquire(&mut self, link: Link, now: Instant) -> Result<Option<Link>, Full> {
        let mut removed = None;
        if !self.links.contains_key(&link) && self.links.len() >= self.limit {
            removed = Some(self.remove_idle().ok_or(Full)?);
        }
        let acquired = self.links.entry(link).or_insert(Use { exchanges: 0, last_used: now });
        acquired.exchanges = acquired.exchanges.saturating_add(1);
        acquired.last_used = now;
        Ok(removed)
    }

    /// Removes the link that has been idle for longest, if any is idle.
    pub(crate) fn remove_idle(&mut self) -> Option<Link> {
        let idle = self.links.iter().filter(|(_, other)| other.exchanges == 0);
        let oldest = idle.min_by_key(|(_, other)| other.last_used).map(|(&link, _)| link)?;
        self.links.remove(&oldest);
        Some(oldest)
    }

    /// Releases the link for one exchange. The link stays, because an origin may be in the middle of a transfer to it.
    pub(crate) fn release(&mut self, link: &Link, now: Instant) {
        if let Some(released) = self.links.get_mut(link) {
            released.exchanges = released.exchanges.saturating_sub(1);
            released.last_used = now;
        }
    }
}

/// The error when every link is in use.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Full;

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_link_that_is_idle_for_longest_is_removed() {
        let link = |port| Link::new(SocketAddr::from(([192, 0, 2, 1], port)).into(), ([192, 0, 2, 2], 5683).into());
        let at = |seconds| Instant::now() + Duration::from_secs(seconds);
        let mut links = Links::new(2);
        assert_eq!(links.acquire(link(1), at(1)), Ok(None));
        assert_eq!(links.acquire(link(2), at(2)), Ok(None));
        assert_eq!(links.acquire(link(3), at(3)), Err(Full));
        links.release(&link(2), at(4));
        links.release(&link(1), at(5));
        assert_eq!(links.acquire(link(3), at(6)), Ok(Some(link(2))));
        assert_eq!(links.acquire(link(1), at(7)), Ok(None));
        assert_eq!(links.acquire(link(2), at(8)), Err(Full));
        assert_eq!(links.len(), 2);
        assert_eq!(links.remove_idle(), None);
        links.release(&link(3), at(9));
        assert_eq!((links.remove_idle(), links.remove_idle(), links.len()), (Some(link(3)), None, 1));
    }
}
