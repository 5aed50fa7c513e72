//! A limit that nobody can use up alone.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::holder::Holder;

/// A holder may take one more while it has less than the free part of the limit divided by this number.
const FREE_PART: usize = 6;

/// Only clients with verified addresses may use the last part of a limit: the limit divided by this number.
const VERIFIED_PART: usize = 4;

/// A limit, and how much of it each holder has.
///
/// A holder may take one more while it has less than a sixth of what is free. The first holder therefore gets a seventh
/// of the limit, and each further one a seventh of what the others have left. A holder that has nothing may take one as
/// long as anything is free. Holders with unverified addresses share three quarters of the limit in the same way, so
/// forged addresses cannot use up the last quarter.
#[derive(Debug)]
pub(crate) struct Shares {
    limit: usize,
    /// INVARIANT: the number of each holder that has any.
    held: HashMap<Holder, usize>,
    /// INVARIANT: the sum of `held`.
    used: usize,
    /// INVARIANT: the sum of `held` for unverified addresses.
    used_unverified: usize,
}

impl Shares {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, held: HashMap::new(), used: 0, used_unverified: 0 }
    }

    #[cfg(test)]
    pub(crate) fn used(&self) -> usize {
        self.used
    }

    /// Checks that a holder may take one more.
    pub(crate) fn check(&self, holder: Holder) -> Result<(), Exhausted> {
        compare(
            self.held.get(&holder).copied().unwrap_or_default(),
            self.free(holder.is_verified()),
        )
    }

    /// Takes one for a holder.
    pub(crate) fn take(&mut self, holder: Holder) -> Result<(), Exhausted> {
        let free = self.free(holder.is_verified());
        // Checked before a new holder is inserted. The second check never refuses a new holder, so `held` has no entry
        // of 0.
        compare(0, free)?;
        let held = self.held.entry(holder).or_default();
        compare(*held, free)?;
        *held = held.saturating_add(1);
        self.used = self.used.saturating_add(1);
        if !holder.is_verified() {
            self.used_unverified = self.used_unverified.saturating_add(1);
        }
        Ok(())
    }

    /// The number that is free for verified holders, or for unverified ones.
    fn free(&self, is_verified: bool) -> usize {
        let free = self.limit.saturating_sub(self.used);
        if is_verified {
            return free;
        }
        let open = self.limit.saturating_sub(self.limit / VERIFIED_PART);
        free.min(open.saturating_sub(self.used_unverified))
    }

    /// Gives one back. INVARIANT of callers: the holder has taken it.
    pub(crate) fn give_back(&mut self, holder: Holder) {
        let Entry::Occupied(mut held) = self.held.entry(holder) else { return };
        *held.get_mut() = held.get().saturating_sub(1);
        if *held.get() == 0 {
            held.remove();
        }
        self.used = self.used.saturating_sub(1);
        if !holder.is_verified() {
            self.used_unverified = self.used_unverified.saturating_sub(1);
        }
    }
}

/// Checks that a holder that has `held` may take one more of the `free` ones.
fn compare(held: usize, free: usize) -> Result<(), Exhausted> {
    match held.saturating_mul(FREE_PART) {
        parts if parts < free => Ok(()),
        _ if free == 0 => Err(Exhausted::Limit),
        _ => Err(Exhausted::Share),
    }
}

/// The reason why a holder may not take more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exhausted {
    /// Nothing is free for holders of this kind.
    Limit,
    /// The holder has its share.
    Share,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Limits;

    fn holder(address: u8, is_verified: bool) -> Holder {
        Holder::new(std::net::SocketAddr::from(([192, 0, 2, address], 1)).into(), is_verified)
    }

    /// Takes for a holder until it may take no more, and returns how often it could.
    fn take_all(shares: &mut Shares, holder: Holder) -> usize {
        let mut taken = 0;
        while shares.check(holder).is_ok() {
            assert_eq!(shares.take(holder), Ok(()));
            taken += 1;
        }
        assert_eq!(shares.take(holder), shares.check(holder));
        taken
    }

    #[test]
    fn a_few_holders_leave_a_part_to_others() {
        let mut shares = Shares::new(128);
        // Unverified addresses share 96.
        let taken: Vec<_> =
            (1..=5).map(|address| take_all(&mut shares, holder(address, false))).collect();
        assert_eq!(taken, [14, 12, 10, 9, 8]);
        assert_eq!(shares.check(holder(1, false)), Err(Exhausted::Share));
        assert_eq!(shares.check(holder(6, false)), Ok(()));
        // Several that take in turn get equal shares.
        let mut shares = Shares::new(128);
        let both = [holder(1, false), holder(2, false)];
        while both.iter().all(|&holder| shares.check(holder).is_ok()) {
            both.iter().for_each(|&holder| shares.take(holder).unwrap());
        }
        assert_eq!(shares.used(), 24);
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
            let mut shares = Shares::new(limit);
            let taken =
                (0..=255).map(|address| take_all(&mut shares, holder(address, is_verified)));
            let taken: Vec<_> = taken.take_while(|&taken| taken > 0).collect();
            let open = if is_verified { limit } else { limit - limit / VERIFIED_PART };
            assert_eq!(
                (taken[0], taken.iter().sum::<usize>()),
                (open.div_ceil(FREE_PART + 1), open)
            );
            figures.push(taken.len());
        }
        assert_eq!(figures, [17, 30, 35, 53, 32]);
    }

    #[test]
    fn forged_addresses_leave_a_reserve_to_verified_ones() {
        let mut shares = Shares::new(128);
        let forged = (0..=255).map(|address| take_all(&mut shares, holder(address, false)));
        assert_eq!(forged.sum::<usize>(), 96);
        assert_eq!(shares.check(holder(1, false)), Err(Exhausted::Limit));
        // An address has a share of its own once it is verified, even if others have forged it.
        assert_eq!(take_all(&mut shares, holder(1, true)), 5);
        assert_eq!(take_all(&mut shares, holder(2, true)), 4);
        assert_eq!(shares.check(holder(1, true)), Err(Exhausted::Share));
    }

    #[test]
    fn returned_shares_are_free_again() {
        for limit in [1, 2, 3] {
            let mut shares = Shares::new(limit);
            for holder in [holder(1, false), holder(1, true)] {
                for _ in 0..10 {
                    assert!(take_all(&mut shares, holder) > 0, "{limit}");
                    while shares.used() > 0 {
                        shares.give_back(holder);
                    }
                }
            }
            assert!(shares.held.is_empty() && shares.used_unverified == 0);
        }
        assert_eq!(Shares::new(0).check(holder(1, true)), Err(Exhausted::Limit));
    }
}
