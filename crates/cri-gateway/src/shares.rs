//! A limit that nobody can use up alone.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::client::Client;

/// A holder may take one more while it has less than the free part of the limit divided by this number.
const FREE_PART: usize = 6;

/// Only clients with verified addresses may use the last part of a limit: the limit divided by this number.
const VERIFIED_PART: usize = 4;

/// The clients that share a part of each limit: the verified clients of one network, or its other clients.
///
/// A network is an IPv4 address, or a /64 of IPv6 addresses, which a single host may have to itself. Clients with
/// verified addresses are counted separately from the other clients of their network, because anybody can forge an
/// address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Holder {
    /// INVARIANT: an IPv4-mapped address, or an IPv6 address whose last 64 bits are zero.
    network: u128,
    pub(crate) is_verified: bool,
}

impl Holder {
    pub(crate) fn new(client: Client, is_verified: bool) -> Self {
        let network = match client.address().ip().to_canonical() {
            IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
            IpAddr::V6(address) => address.to_bits() & (u128::MAX << 64),
        };
        Self { network, is_verified }
    }
}

/// A limit, and how much of it each holder has.
///
/// A holder may take one more while it has less than a sixth of what is free. The first holder therefore gets a seventh
/// of the limit, and each further one a seventh of what the others have left. A holder that has nothing may take one as
/// long as anything is free. Holders with unverified addresses share three quarters of the limit in the same way, so
/// forged addresses cannot use up the last quarter.
#[derive(Debug)]
pub(crate) struct Shares {
    /// What the limit is about, in the plural.
    what: &'static str,
    limit: usize,
    counts: Arc<Mutex<Counts>>,
}

#[derive(Debug, Default)]
struct Counts {
    /// INVARIANT: the number of permits of each holder that has any.
    held: HashMap<Holder, usize>,
    /// INVARIANT: the sum of `held`.
    used: usize,
    /// INVARIANT: the sum of `held` for unverified addresses.
    used_unverified: usize,
}

/// One part of a limit. Dropping the permit gives the part back.
#[derive(Debug)]
pub(crate) struct Permit {
    holder: Holder,
    counts: Arc<Mutex<Counts>>,
}

impl Shares {
    pub(crate) fn new(what: &'static str, limit: usize) -> Self {
        Self { what, limit, counts: Arc::default() }
    }

    #[cfg(test)]
    pub(crate) fn used(&self) -> usize {
        lock(&self.counts).used
    }

    /// Takes one part for a holder.
    pub(crate) fn take(&self, holder: Holder) -> Result<Permit, Exhausted> {
        let counts = &mut *lock(&self.counts);
        let mut free = self.limit.saturating_sub(counts.used);
        if !holder.is_verified {
            let open = self.limit.saturating_sub(self.limit / VERIFIED_PART);
            free = free.min(open.saturating_sub(counts.used_unverified));
        }
        let exhausted = Exhausted { what: self.what, limit: self.limit, is_share: free > 0 };
        if free == 0 {
            return Err(exhausted);
        }
        // A holder that has nothing is not refused, so `held` gets no entry of 0.
        let held = counts.held.entry(holder).or_default();
        if held.saturating_mul(FREE_PART) >= free {
            return Err(exhausted);
        }
        *held = held.saturating_add(1);
        counts.used = counts.used.saturating_add(1);
        counts.used_unverified =
            counts.used_unverified.saturating_add((!holder.is_verified).into());
        Ok(Permit { holder, counts: Arc::clone(&self.counts) })
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let counts = &mut *lock(&self.counts);
        let Entry::Occupied(mut held) = counts.held.entry(self.holder) else { return };
        *held.get_mut() = held.get().saturating_sub(1);
        if *held.get() == 0 {
            held.remove();
        }
        counts.used = counts.used.saturating_sub(1);
        counts.used_unverified =
            counts.used_unverified.saturating_sub((!self.holder.is_verified).into());
    }
}

fn lock(counts: &Mutex<Counts>) -> MutexGuard<'_, Counts> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The reason why a holder may not take more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exhausted {
    what: &'static str,
    limit: usize,
    /// Whether the holder has its share. Otherwise, nothing is free for holders of this kind.
    is_share: bool,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, limit, .. } = self;
        if self.is_share {
            write!(f, "too many {what} from this address (limit {limit} for all); try again later")
        } else {
            write!(f, "too many {what} (limit {limit}); try again later")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Limits;

    fn holder(address: u8, is_verified: bool) -> Holder {
        Holder::new(std::net::SocketAddr::from(([192, 0, 2, address], 1)).into(), is_verified)
    }

    /// Takes for a holder until it may take no more.
    fn take_all(shares: &Shares, holder: Holder) -> Vec<Permit> {
        std::iter::from_fn(|| shares.take(holder).ok()).collect()
    }

    const SHARE: bool = true;
    const LIMIT: bool = false;

    /// Whether a refused holder has its share. Otherwise, nothing is free.
    fn refusal(shares: &Shares, holder: Holder) -> Option<bool> {
        shares.take(holder).err().map(|exhausted| exhausted.is_share)
    }

    #[test]
    fn a_network_is_an_ipv4_address_or_a_64_of_ipv6() {
        let holder = |address: &str| Holder::new(address.parse().unwrap(), false);
        assert_eq!(holder("192.0.2.1:1"), holder("192.0.2.1:2"));
        assert_eq!(holder("192.0.2.1:1"), holder("[::ffff:192.0.2.1]:1"));
        assert_ne!(holder("192.0.2.1:1"), holder("192.0.2.2:1"));
        assert_eq!(holder("[2001:db8:0:1::1]:1"), holder("[2001:db8:0:1:ffff:ffff:ffff:ffff]:1"));
        assert_ne!(holder("[2001:db8:0:1::1]:1"), holder("[2001:db8:0:2::1]:1"));
        assert_ne!(holder("192.0.2.1:1"), holder("[::1]:1"));
    }

    #[test]
    fn a_few_holders_leave_a_part_to_others() {
        let shares = Shares::new("things", 128);
        // Unverified addresses share 96.
        let taken: Vec<_> =
            (1..=5).map(|address| take_all(&shares, holder(address, false))).collect();
        assert_eq!(taken.iter().map(Vec::len).collect::<Vec<_>>(), [14, 12, 10, 9, 8]);
        assert_eq!(refusal(&shares, holder(1, false)), Some(SHARE));
        assert_eq!(refusal(&shares, holder(6, false)), None);
        // Several that take in turn get equal shares.
        let shares = Shares::new("things", 128);
        let both = [holder(1, false), holder(2, false)];
        let taken: Vec<_> = both.into_iter().cycle().map_while(|it| shares.take(it).ok()).collect();
        assert_eq!(taken.len(), 24);
    }

    /// The figures of README.md and `Limits`, for addresses that take one after another until nothing is left.
    #[test]
    fn many_addresses_are_needed_to_use_up_a_limit() {
        let limits = Limits::default();
        let mut figures = Vec::new();
        for (limit, is_verified) in [
            (limits.lookups, false),
            (limits.links, false),
            (limits.exchanges, false),
            (limits.answers, false),
            (limits.links, true),
        ] {
            let shares = Shares::new("things", limit);
            let taken = (0..=255).map(|address| take_all(&shares, holder(address, is_verified)));
            let taken: Vec<_> = taken.take_while(|taken| !taken.is_empty()).collect();
            let open = if is_verified { limit } else { limit - limit / VERIFIED_PART };
            assert_eq!((taken[0].len(), shares.used()), (open.div_ceil(FREE_PART + 1), open));
            figures.push(taken.len());
        }
        assert_eq!(figures, [17, 30, 35, 53, 32]);
    }

    #[test]
    fn forged_addresses_leave_a_reserve_to_verified_ones() {
        let shares = Shares::new("things", 128);
        let forged: Vec<_> =
            (0..=255).map(|address| take_all(&shares, holder(address, false))).collect();
        assert_eq!(forged.iter().map(Vec::len).sum::<usize>(), 96);
        assert_eq!(refusal(&shares, holder(1, false)), Some(LIMIT));
        // An address has a share of its own once it is verified, even if others have forged it.
        let verified = [1, 2].map(|address| take_all(&shares, holder(address, true)));
        assert_eq!(verified.map(|taken| taken.len()), [5, 4]);
        let _held = take_all(&shares, holder(1, true));
        assert_eq!(refusal(&shares, holder(1, true)), Some(SHARE));
    }

    #[test]
    fn dropped_permits_are_free_again() {
        for limit in [1, 2, 3] {
            let shares = Shares::new("things", limit);
            for holder in [holder(1, false), holder(1, true)] {
                for _ in 0..10 {
                    assert!(!take_all(&shares, holder).is_empty(), "{limit}");
                }
            }
            let counts = lock(&shares.counts);
            assert!(counts.held.is_empty() && counts.used == 0 && counts.used_unverified == 0);
        }
        assert_eq!(refusal(&Shares::new("things", 0), holder(1, true)), Some(LIMIT));
    }
}
