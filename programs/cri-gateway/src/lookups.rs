//! The look-ups of host names, under way and waiting.

use std::collections::{BTreeMap, HashMap};

use crate::output::Lookup;
use crate::refusal::Refusal;
use crate::shares::{Permit, ShareGroup, Shares};

/// The look-ups. The look-ups of one network wait for each other, so slow names of one client leave room for the names
/// of other clients.
#[derive(Debug)]
pub(crate) struct Lookups {
    shares: Shares,
    /// The look-ups that the caller was asked for and has not returned.
    under_way: HashMap<u64, Permit>,
    /// In the order of their numbers. INVARIANT: `shares` has no room for any of them.
    waiting: BTreeMap<u64, (Lookup, ShareGroup)>,
    /// The number of look-ups so far.
    count: u64,
}

impl Lookups {
    /// `limit` is the greatest number under way. A limit of 0 counts as 1, because no name would get an address
    /// otherwise.
    pub(crate) fn new(limit: usize) -> Self {
        let shares = Shares::new("host names looked up", limit.max(1));
        Self { shares, under_way: HashMap::new(), waiting: BTreeMap::new(), count: 0 }
    }

    /// The number under way.
    pub(crate) fn len(&self) -> usize {
        self.under_way.len()
    }

    /// The number that the next look-up will have.
    pub(crate) fn next_number(&mut self) -> u64 {
        self.count = self.count.wrapping_add(1);
        self.count
    }

    /// Checks that a group may add a look-up.
    ///
    /// Names that others asked for may be slow. A client whose request is not verified therefore repeats it with an Echo
    /// instead of waiting.
    pub(crate) fn check(&self, group: ShareGroup) -> Result<(), Refusal> {
        if group.request_is_verified { Ok(()) } else { self.shares.take(group).map(drop) }
    }

    /// Adds a look-up. Returns it if the caller must begin it now. Otherwise, it waits.
    pub(crate) fn begin(&mut self, lookup: Lookup, group: ShareGroup) -> Option<Lookup> {
        let Ok(permit) = self.shares.take(group) else {
            self.waiting.insert(lookup.number, (lookup, group));
            return None;
        };
        self.under_way.insert(lookup.number, permit);
        Some(lookup)
    }

    /// Ends the look-up with this number. Returns the look-ups that the caller must begin now.
    pub(crate) fn end(&mut self, number: u64) -> Vec<Lookup> {
        let mut begun = Vec::new();
        if self.under_way.remove(&number).is_some() {
            for (_, (lookup, group)) in std::mem::take(&mut self.waiting) {
                begun.extend(self.begin(lookup, group));
            }
        }
        begun
    }

    /// Removes a look-up that waits, because its exchange has ended. A look-up under way ends when the caller returns
    /// it.
    pub(crate) fn cancel(&mut self, number: u64) {
        self.waiting.remove(&number);
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use super::*;
    use crate::client::Client;
    use crate::exchange::ExchangeKey;
    use crate::link::Series;

    fn client(address: u8) -> Client {
        SocketAddr::from(([192, 0, 2, address], 1)).into()
    }

    fn begin(lookups: &mut Lookups, address: u8, id: u16) -> Option<Lookup> {
        let client = client(address);
        let lookup = Lookup {
            key: ExchangeKey { client, id, series: Series::First },
            number: lookups.next_number(),
            name: format!("{address}-{id}"),
        };
        lookups.begin(lookup, ShareGroup::new(client, false))
    }

    #[test]
    fn slow_names_of_one_client_leave_room_for_others() {
        let mut lookups = Lookups::new(64);
        let begun = (0..68).filter(|&id| begin(&mut lookups, 1, id).is_some()).count();
        // A seventh of the 48 that unverified addresses may use.
        assert_eq!((begun, lookups.len(), lookups.waiting.len()), (7, 7, 61));
        assert!(begin(&mut lookups, 2, 0).is_some());
    }

    #[test]
    fn waiting_look_ups_begin_in_order() {
        let mut lookups = Lookups::new(1);
        let first = begin(&mut lookups, 1, 0).unwrap();
        for id in 1..4 {
            assert!(begin(&mut lookups, 1, id).is_none());
        }
        // The exchange of the second has ended.
        lookups.cancel(first.number + 1);
        assert_eq!(lookups.waiting.len(), 2);
        let begun = lookups.end(first.number);
        assert_eq!(begun.iter().map(|lookup| lookup.key.id).collect::<Vec<_>>(), [2]);
        assert_eq!(lookups.end(first.number), []);
        assert_eq!(lookups.end(begun[0].number).len(), 1);
    }
}
