//! The perfect hash that finds a scheme by its name.
//!
//! No two names of a table share a slot, so one look-up and one comparison find a name. The hash of a name selects a
//! bucket, which a few names share. Each bucket has a shift, which is added to the slots of its names. We choose the shifts
//! at compile time so that no two names share a slot.

use crate::data::{Data, Entry};

/// The perfect hash of a table. At least a fifth of the slots are free, and there is one bucket for every four slots.
pub(crate) struct Perfect<const BUCKETS: usize, const SLOTS: usize> {
    multiplier: u32,
    shifts: [u8; BUCKETS],
    slots: [u16; SLOTS],
}

/// Marks a free slot during the search. Afterwards free slots hold 0.
const FREE: u16 = u16::MAX;
/// The most names that a bucket may have.
const MOST: usize = 16;

#[allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::panic,
    reason = "no program runs this"
)]
impl<const BUCKETS: usize, const SLOTS: usize> Perfect<BUCKETS, SLOTS> {
    /// Finds the perfect hash of the names. If there is none, this does not compile.
    pub(crate) const fn of(entries: &[Entry]) -> Self {
        // The candidates are multiples of 2^32 divided by the golden ratio, which spread evenly. They are made odd, so that
        // multiplying loses no bits.
        let mut nth = 1_u32;
        while nth < 1_000 {
            let multiplier = nth.wrapping_mul(0x9e37_79b9) | 1;
            let (shifts, slots) = ([0; BUCKETS], [FREE; SLOTS]);
            let mut perfect = Self { multiplier, shifts, slots };
            if perfect.place(entries) {
                return perfect;
            }
            nth += 1;
        }
        panic!("two names have the same ends and length, or there are too many names");
    }

    /// Places all names, if there are shifts for this multiplier. The fullest buckets go first, while most slots are free.
    const fn place(&mut self, entries: &[Entry]) -> bool {
        let (mut members, mut counts) = ([[(0, 0); MOST]; BUCKETS], [0; BUCKETS]);
        let mut position = 0;
        while position < entries.len() {
            let name = entries[position].name.as_bytes();
            let hash = hash(ends(name), name.len(), self.multiplier);
            let bucket = bucket(hash, BUCKETS);
            members[bucket][counts[bucket]] = (position as u16, hash);
            counts[bucket] += 1;
            position += 1;
        }
        let mut count = MOST;
        while count > 0 {
            let mut bucket = 0;
            while bucket < BUCKETS {
                if counts[bucket] == count && !self.place_bucket(bucket, &members[bucket], count) {
                    return false;
                }
                bucket += 1;
            }
            count -= 1;
        }
        let mut slot = 0;
        while slot < SLOTS {
            self.slots[slot] = if self.slots[slot] == FREE { 0 } else { self.slots[slot] };
            slot += 1;
        }
        true
    }

    /// Places the first `count` names of a bucket by the first shift with which their slots are free.
    const fn place_bucket(&mut self, bucket: usize, names: &[(u16, u32)], count: usize) -> bool {
        let before = self.slots;
        let mut shift = 0;
        while shift < u8::MAX {
            let mut placed = 0;
            while placed < count {
                let (position, hash) = names[placed];
                let slot = slot(hash, shift, SLOTS);
                if self.slots[slot] != FREE {
                    break;
                }
                self.slots[slot] = position;
                placed += 1;
            }
            if placed == count {
                self.shifts[bucket] = shift;
                return true;
            }
            self.slots = before;
            shift += 1;
        }
        false
    }

    /// The data of a table with these entries.
    pub(crate) const fn data(&'static self, entries: &'static [Entry]) -> Data {
        Data { entries, multiplier: self.multiplier, shifts: &self.shifts, slots: &self.slots }
    }
}

/// The first four and the last four bytes of a name, as numbers. For a name of fewer than four bytes, these are 0 and the whole name.
///
/// The ends and the length of a name of up to eight bytes determine the name.
#[inline]
pub(crate) const fn ends(name: &[u8]) -> (u32, u32) {
    match (name.first_chunk(), name.last_chunk(), name) {
        (Some(first), Some(last), _) => (u32::from_le_bytes(*first), u32::from_le_bytes(*last)),
        (.., &[first, second, third, ..]) => (0, u32::from_le_bytes([first, second, third, 0])),
        (.., &[first, second]) => (0, u32::from_le_bytes([first, second, second, 0])),
        (.., &[only]) => (0, only as u32),
        (.., []) => (0, 0),
    }
}

/// The hash of a name with these ends and this length. Each table has its own multiplier.
#[inline]
pub(crate) const fn hash((first, last): (u32, u32), len: usize, multiplier: u32) -> u32 {
    ((first ^ len as u32).wrapping_mul(multiplier) ^ last).wrapping_mul(multiplier)
}

/// The bucket of a hash. The number of buckets is a power of two.
#[inline]
pub(crate) const fn bucket(hash: u32, buckets: usize) -> usize {
    (hash >> 8) as usize & buckets.wrapping_sub(1)
}

/// The slot of a hash, in a bucket with this shift. The number of slots is a power of two.
#[inline]
pub(crate) const fn slot(hash: u32, shift: u8, slots: usize) -> usize {
    ((hash >> 20) as usize).wrapping_add(shift as usize) & slots.wrapping_sub(1)
}
