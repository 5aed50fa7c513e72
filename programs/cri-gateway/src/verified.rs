//! Clients whose addresses are verified: they receive at the address that they send from (RFC 9175 section 2.4).

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::client::Client;
use crate::config::later;
use crate::secret::Secret;
use crate::shares::{Permit, ShareGroup, Shares};

/// An unverified address gets at most this many times the bytes of a request (RFC 9175 section 2.4 item 3).
pub(crate) const AMPLIFICATION: usize = 3;

/// The verified clients, and the clock of the Echo values that verify them.
///
/// The gateway does not store the Echo values that it issues.
#[derive(Debug)]
pub(crate) struct Verified {
    /// The time of the first Echo value. The seconds in Echo values count from then.
    epoch: Option<Instant>,
    /// The time until which an Echo value is accepted after its issue.
    echo_lifetime: Duration,
    /// The time until which each client is verified.
    clients: HashMap<Client, (Instant, Permit)>,
    /// The second, counted from `epoch`, in which expired clients were last removed.
    removal: u32,
    shares: Shares,
    lifetime: Duration,
}

/// What shows that the client of a request receives at the address that it sends from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// Nothing. Anybody may have forged the address.
    None,
    /// An earlier request from this address had a fresh Echo value. Anybody may have forged this one.
    Earlier,
    /// The request has a fresh Echo value that the gateway issued to this client (RFC 9175 section 2.3).
    Echo,
    /// The gateway was told to trust the address.
    Trusted,
}

impl Proof {
    /// Whether the client receives at its address, even if somebody else may have sent this request.
    pub(crate) const fn verifies_address(self) -> bool {
        !matches!(self, Self::None)
    }

    /// Whether this request comes from the client itself.
    pub(crate) const fn verifies_request(self) -> bool {
        matches!(self, Self::Echo | Self::Trusted)
    }
}

/// What an Echo value says about the client that sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Echo {
    /// The gateway issued it to this client, and it has not expired.
    Fresh,
    /// The gateway issued it to this client, and it has expired.
    Old,
    /// Somebody else issued it: an origin, or the gateway before its last start.
    Foreign,
}

impl Verified {
    pub(crate) fn new(limit: usize, echo_lifetime: Duration, lifetime: Duration) -> Self {
        Self {
            epoch: None,
            echo_lifetime,
            clients: HashMap::new(),
            removal: 0,
            shares: Shares::new("verified clients", limit),
            lifetime,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.clients.len()
    }

    /// Issues an Echo value to a client: the time, and a keyed hash of client and time.
    pub(crate) fn issue(&mut self, client: Client, secret: &Secret, now: Instant) -> Vec<u8> {
        let seconds = self.seconds(now);
        [&seconds.to_be_bytes()[..], &secret.echo(client, seconds).to_be_bytes()].concat()
    }

    /// Reads an Echo value that a client sends.
    pub(crate) fn read(
        &mut self,
        value: &[u8],
        client: Client,
        secret: &Secret,
        now: Instant,
    ) -> Echo {
        let Some((time, hash)) = value.split_first_chunk() else { return Echo::Foreign };
        let issued = u32::from_be_bytes(*time);
        if *hash != secret.echo(client, issued).to_be_bytes() {
            return Echo::Foreign;
        }
        let age = self.seconds(now).saturating_sub(issued);
        if Duration::from_secs(age.into()) <= self.echo_lifetime { Echo::Fresh } else { Echo::Old }
    }

    fn seconds(&mut self, now: Instant) -> u32 {
        let epoch = *self.epoch.get_or_insert(now);
        // The 32 bits last for 136 years.
        u32::try_from(now.saturating_duration_since(epoch).as_secs()).unwrap_or(u32::MAX)
    }

    pub(crate) fn contains(&self, client: Client, now: Instant) -> bool {
        self.clients.get(&client).is_some_and(|&(until, _)| now < until)
    }

    /// Adds a client, unless its network already has too many.
    pub(crate) fn insert(&mut self, client: Client, now: Instant) {
        let until = later(now, self.lifetime);
        // A removal visits every client, so datagrams must not cause more than one per second.
        let second = self.seconds(now);
        if self.removal != second {
            self.removal = second;
            self.clients.retain(|_, (until, _)| now < *until);
        }
        if let Some((known, _)) = self.clients.get_mut(&client) {
            *known = until;
        } else if let Ok(permit) = self.shares.take(ShareGroup::new(client, true)) {
            self.clients.insert(client, (until, permit));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ECHO_LIFETIME: Duration = Duration::from_secs(120);
    const LIFETIME: Duration = Duration::from_secs(300);

    fn client(port: u16) -> Client {
        std::net::SocketAddr::from(([192, 0, 2, 1], port)).into()
    }

    #[test]
    fn an_echo_value_is_bound_to_client_gateway_and_time() {
        let (secret, other, start) = (Secret::known(1), Secret::known(2), Instant::now());
        let mut verified = Verified::new(8, ECHO_LIFETIME, LIFETIME);
        let value = verified.issue(client(1), &secret, start);
        let mut read = |value: &[u8], port, secret, after| {
            verified.read(value, client(port), secret, start + Duration::from_secs(after))
        };
        assert_eq!(read(&value, 1, &secret, 0), Echo::Fresh);
        assert_eq!(read(&value, 1, &secret, 120), Echo::Fresh);
        assert_eq!(read(&value, 1, &secret, 121), Echo::Old);
        assert_eq!(read(&value, 2, &secret, 0), Echo::Foreign);
        assert_eq!(read(&value, 1, &other, 0), Echo::Foreign);
        for (index, _) in value.iter().enumerate() {
            let mut wrong = value.clone();
            wrong[index] ^= 1;
            assert_eq!(read(&wrong, 1, &secret, 0), Echo::Foreign);
        }
        for wrong in [&b""[..], b"123", &value[..11], &[&value[..], b"0"].concat()] {
            assert_eq!(read(wrong, 1, &secret, 0), Echo::Foreign);
        }
    }

    #[test]
    fn a_client_is_verified_for_some_time() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut verified = Verified::new(8, ECHO_LIFETIME, LIFETIME);
        verified.insert(client(1), at(0));
        assert!(verified.contains(client(1), at(299)) && !verified.contains(client(1), at(300)));
        assert!(!verified.contains(client(2), at(0)));
        verified.insert(client(1), at(200));
        assert!(verified.contains(client(1), at(499)));
        // The first time has passed, and the second has not.
        verified.insert(client(2), at(400));
        assert_eq!(verified.len(), 2);
        verified.insert(client(2), at(1000));
        assert_eq!((verified.len(), verified.shares.used()), (1, 1));
    }

    #[test]
    fn expired_clients_are_removed_at_most_once_per_second() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let mut verified = Verified::new(64, ECHO_LIFETIME, LIFETIME);
        let mut len_after = |port, millis| {
            verified.insert(client(port), at(millis));
            verified.len()
        };
        assert_eq!([len_after(1, 0), len_after(2, 500)], [1, 2]);
        // The first client is removed. The second one expires in the same second, and waits for the next.
        assert_eq!([len_after(3, 300_000), len_after(4, 300_999)], [2, 3]);
        assert_eq!(len_after(5, 301_000), 3);
        assert!(!verified.contains(client(2), at(300_500)));
    }

    #[test]
    fn many_clients_of_one_address_do_not_fill_the_table() {
        let mut verified = Verified::new(64, ECHO_LIFETIME, LIFETIME);
        (1..1000).for_each(|port| verified.insert(client(port), Instant::now()));
        assert_eq!(verified.len(), 10);
    }
}
