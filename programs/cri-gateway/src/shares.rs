//! A limit that clients share: each network may use only a part of it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::client::Client;
use crate::refusal::Refusal;

/// A group may take one more while it has less than the free part of the limit divided by this number.
const FREE_DIVISOR: usize = 6;

/// The limit divided by this number is reserved for verified requests.
const VERIFIED_DIVISOR: usize = 4;

/// The requests that share a part of each limit: the verified requests of one network, or its other requests.
///
/// A network is an IPv4 address, or a /64 of IPv6 addresses, which a single host may have to itself. A request is verified if
/// it has a fresh Echo value or a trusted address. Anybody may have forged the others, so they are counted separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ShareGroup {
    /// INVARIANT: an IPv4-mapped address, or an IPv6 address whose last 64 bits are zero.
    network: u128,
    pub(crate) request_is_verified: bool,
}

impl ShareGroup {
    pub(crate) fn new(client: Client, request_is_verified: bool) -> Self {
        let network = match client.address().ip().to_canonical() {
            IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
            IpAddr::V6(address) => address.to_bits() & (u128::MAX << 64),
        };
        Self { network, request_is_verified }
    }
}

/// A limit, and how much of it each group has.
///
/// A group may take one more while it has less than a sixth of what is free. A group that comes first therefore gets
/// about a seventh of the limit, and each further one a seventh of what the others have left. A group that has nothing
/// may take one as long as anything is free. Groups of unverified requests share three quarters of the limit in the same
/// way, so forged addresses cannot use up the last quarter.
#[derive(Debug)]
pub(crate) struct Shares {
    /// What the limit is about, in the plural.
    what: &'static str,
    pub(crate) limit: usize,
    counts: Arc<Mutex<Counts>>,
}

#[derive(Debug, Default)]
struct Counts {
    /// INVARIANT: the number of permits of each group that has any.
    held: HashMap<ShareGroup, usize>,
    /// INVARIANT: the sums of `held` for unverified requests and for verified ones.
    used: [usize; 2],
}

/// One part of a limit. Dropping the permit gives the part back.
#[derive(Debug)]
pub(crate) struct Permit {
    group: ShareGroup,
    counts: Arc<Mutex<Counts>>,
}

impl Shares {
    pub(crate) fn new(what: &'static str, limit: usize) -> Self {
        Self { what, limit, counts: Arc::default() }
    }

    #[cfg(test)]
    pub(crate) fn used(&self) -> usize {
        lock(&self.counts).used.iter().sum()
    }

    /// Takes one part for a group.
    pub(crate) fn take(&self, group: ShareGroup) -> Result<Permit, Refusal> {
        let Self { what, limit, .. } = self;
        let counts = &mut *lock(&self.counts);
        let [unverified, verified] = counts.used;
        let mut free = limit.saturating_sub(unverified).saturating_sub(verified);
        if !group.request_is_verified {
            let open = limit.saturating_sub(limit / VERIFIED_DIVISOR);
            free = free.min(open.saturating_sub(unverified));
        }
        if free == 0 {
            return Err(Refusal::busy(format_args!(
                "too many {what} (limit {limit}); try again later"
            )));
        }
        // A group that has nothing is not refused, so `held` gets no entry of 0.
        let held = counts.held.entry(group).or_default();
        if held.saturating_mul(FREE_DIVISOR) >= free {
            return Err(Refusal::busy(format_args!(
                "too many {what} from this address (limit {limit} for all); try again later"
            )));
        }
        *held = held.saturating_add(1);
        let used = counts.used_by(group);
        *used = used.saturating_add(1);
        Ok(Permit { group, counts: Arc::clone(&self.counts) })
    }
}

impl Counts {
    fn used_by(&mut self, group: ShareGroup) -> &mut usize {
        let [unverified, verified] = &mut self.used;
        if group.request_is_verified { verified } else { unverified }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let counts = &mut *lock(&self.counts);
        let Entry::Occupied(mut held) = counts.held.entry(self.group) else { return };
        *held.get_mut() = held.get().saturating_sub(1);
        if *held.get() == 0 {
            held.remove();
        }
        let used = counts.used_by(self.group);
        *used = used.saturating_sub(1);
    }
}

fn lock(counts: &Mutex<Counts>) -> MutexGuard<'_, Counts> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Limits;

    fn group(address: u8, is_verified: bool) -> ShareGroup {
        ShareGroup::new(std::net::SocketAddr::from(([192, 0, 2, address], 1)).into(), is_verified)
    }

    /// Takes for a group until it may take no more.
    fn take_all(shares: &Shares, group: ShareGroup) -> Vec<Permit> {
        std::iter::from_fn(|| shares.take(group).ok()).collect()
    }

    const SHARE: bool = true;
    const LIMIT: bool = false;

    /// Whether a refused group has its share. Otherwise, nothing is free.
    fn refusal(shares: &Shares, group: ShareGroup) -> Option<bool> {
        shares.take(group).err().map(|refusal| refusal.reason.contains("from this address"))
    }

    #[test]
    fn a_network_is_an_ipv4_address_or_a_64_of_ipv6() {
        let group = |address: &str| ShareGroup::new(address.parse().unwrap(), false);
        assert_eq!(group("192.0.2.1:1"), group("192.0.2.1:2"));
        assert_eq!(group("192.0.2.1:1"), group("[::ffff:192.0.2.1]:1"));
        assert_ne!(group("192.0.2.1:1"), group("192.0.2.2:1"));
        assert_eq!(group("[2001:db8:0:1::1]:1"), group("[2001:db8:0:1:ffff:ffff:ffff:ffff]:1"));
        assert_ne!(group("[2001:db8:0:1::1]:1"), group("[2001:db8:0:2::1]:1"));
        assert_ne!(group("192.0.2.1:1"), group("[::1]:1"));
    }

    #[test]
    fn a_few_holders_leave_a_part_to_others() {
        let shares = Shares::new("things", 128);
        // Unverified addresses share 96.
        let taken: Vec<_> =
            (1..=5).map(|address| take_all(&shares, group(address, false))).collect();
        assert_eq!(taken.iter().map(Vec::len).collect::<Vec<_>>(), [14, 12, 10, 9, 8]);
        assert_eq!(refusal(&shares, group(1, false)), Some(SHARE));
        assert_eq!(refusal(&shares, group(6, false)), None);
        // Several that take in turn get equal shares.
        let shares = Shares::new("things", 128);
        let both = [group(1, false), group(2, false)];
        let taken: Vec<_> = both.into_iter().cycle().map_while(|it| shares.take(it).ok()).collect();
        assert_eq!(taken.len(), 24);
    }

    /// The figures in this crate's README and on `Limits`, for addresses that take one after another until nothing is left.
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
            let taken = (0..=255).map(|address| take_all(&shares, group(address, is_verified)));
            let taken: Vec<_> = taken.take_while(|taken| !taken.is_empty()).collect();
            let open = if is_verified { limit } else { limit - limit / VERIFIED_DIVISOR };
            assert_eq!((taken[0].len(), shares.used()), (open.div_ceil(FREE_DIVISOR + 1), open));
            figures.push(taken.len());
        }
        assert_eq!(figures, [17, 30, 35, 53, 32]);
    }

    #[test]
    fn forged_addresses_leave_a_reserve_to_verified_ones() {
        let shares = Shares::new("things", 128);
        let forged: Vec<_> =
            (0..=255).map(|address| take_all(&shares, group(address, false))).collect();
        assert_eq!(forged.iter().map(Vec::len).sum::<usize>(), 96);
        assert_eq!(refusal(&shares, group(1, false)), Some(LIMIT));
        // An address has a share of its own once it is verified, even if others have forged it.
        let verified = [1, 2].map(|address| take_all(&shares, group(address, true)));
        assert_eq!(verified.map(|taken| taken.len()), [5, 4]);
        let _held = take_all(&shares, group(1, true));
        assert_eq!(refusal(&shares, group(1, true)), Some(SHARE));
    }

    #[test]
    fn dropped_permits_are_free_again() {
        for limit in [1, 2, 3] {
            let shares = Shares::new("things", limit);
            for group in [group(1, false), group(1, true)] {
                for _ in 0..10 {
                    assert!(!take_all(&shares, group).is_empty(), "{limit}");
                }
            }
            let counts = lock(&shares.counts);
            assert!(counts.held.is_empty() && counts.used == [0, 0]);
        }
        assert_eq!(refusal(&Shares::new("things", 0), group(1, true)), Some(LIMIT));
    }
}
