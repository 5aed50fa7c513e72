//! Searches a perfect hash for a table's names. `perfect_hash` defines the hash.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::perfect_hash::{bucket, ends, hash, slot};

/// The number of multipliers to try. For today's tables, one of the first few succeeds.
const TRIES: u32 = 10_000;

/// A hash that gives each name of a table a slot of its own.
pub(super) struct Perfect {
    pub(super) multiplier: u32,
    /// The shift of each bucket.
    pub(super) shifts: Vec<u8>,
    /// The position of the name in each slot; `None` for a free slot.
    pub(super) slots: Vec<Option<usize>>,
}

impl Perfect {
    /// The first perfect hash of these names. It depends on nothing but the names.
    pub(super) fn new(names: &[&str]) -> Result<Perfect, String> {
        // Odd numbers spread over the range: multiples of 2^32 divided by the golden ratio.
        let multipliers = (1..=TRIES).map(|nth| nth.wrapping_mul(0x9e37_79b9) | 1);
        let mut perfect = multipliers.filter_map(|multiplier| Perfect::with(multiplier, names));
        perfect.next().ok_or_else(|| match alike(names) {
            Some([a, b]) => format!(
                "the hash cannot tell `{a}` and `{b}` apart: length, and first and last four bytes are equal; \
                 change crates/cri-registry/src/perfect_hash.rs"
            ),
            None => format!("found no perfect hash of the names with {TRIES} multipliers"),
        })
    }

    /// The perfect hash with this multiplier, if there are shifts for it.
    fn with(multiplier: u32, names: &[&str]) -> Option<Perfect> {
        // At least a fifth of the slots stays free. Two or three names share a bucket.
        let len = (names.len() * 5 / 4).next_power_of_two();
        let mut buckets = vec![Vec::new(); (len / 4).max(1)];
        for (position, name) in names.iter().enumerate() {
            let hash = hash(ends(name.as_bytes()), name.len(), multiplier);
            let at = bucket(hash, buckets.len());
            buckets[at].push((position, hash));
        }
        let (mut shifts, mut slots) = (vec![0; buckets.len()], vec![None; len]);
        // The fullest buckets go first, while most slots are free.
        let mut order: Vec<usize> = (0..buckets.len()).collect();
        order.sort_by_key(|&at| Reverse(buckets[at].len()));
        for at in order {
            shifts[at] = (0..=u8::MAX).find(|&shift| place(&buckets[at], shift, &mut slots))?;
        }
        Some(Perfect { multiplier, shifts, slots })
    }
}

/// Puts the names of a bucket into their slots for this shift. Returns whether all of these slots were free.
fn place(bucket: &[(usize, u32)], shift: u8, slots: &mut Vec<Option<usize>>) -> bool {
    let mut tried = slots.clone();
    for &(position, hash) in bucket {
        let at = slot(hash, shift, slots.len());
        if tried[at].replace(position).is_some() {
            return false;
        }
    }
    *slots = tried;
    true
}

/// Two names whose hashes are equal for every multiplier.
fn alike<'a>(names: &[&'a str]) -> Option<[&'a str; 2]> {
    let mut seen = HashMap::new();
    let mut twice = |name: &'a str| seen.insert((ends(name.as_bytes()), name.len()), name);
    names.iter().find_map(|name| twice(name).map(|other| [other, name]))
}
