//! The perfect hash that finds a scheme by its name. `cargo xtask registry` compiles this file, too: it writes the tables
//! that this crate reads.
//!
//! No two names of a table share a slot, so one look-up and one comparison find a name. The hash of a name selects a
//! bucket, which a few names share. All names of a bucket are shifted by the same number of slots, and the task chooses
//! that number so that their slots are free.

/// The first four and the last four bytes of a name, as numbers. For a shorter name, these are 0 and the whole name.
///
/// The ends and the length of a name of up to eight bytes determine the name.
#[inline]
pub(crate) fn ends(name: &[u8]) -> (u32, u32) {
    match (name.first_chunk(), name.last_chunk(), name) {
        (Some(first), Some(last), _) => (u32::from_le_bytes(*first), u32::from_le_bytes(*last)),
        (.., [first, .., last]) => {
            (0, u32::from_le_bytes([*first, *name.get(1).unwrap_or(last), *last, 0]))
        }
        (.., [only]) => (0, (*only).into()),
        (.., []) => (0, 0),
    }
}

/// The hash of a name with these ends and this length. Each table has its own multiplier.
#[inline]
pub(crate) fn hash((first, last): (u32, u32), len: usize, multiplier: u32) -> u32 {
    let mix = |hash: u32, word: u32| (hash ^ word).wrapping_mul(multiplier);
    mix(mix(first, len as u32), last)
}

/// The bucket of a hash. The number of buckets is a power of two.
#[inline]
pub(crate) fn bucket(hash: u32, buckets: usize) -> usize {
    (hash >> 8) as usize & buckets.wrapping_sub(1)
}

/// The slot of a hash, in a bucket with this shift. The number of slots is a power of two.
#[inline]
pub(crate) fn slot(hash: u32, shift: u8, slots: usize) -> usize {
    ((hash >> 20) as usize).wrapping_add(shift.into()) & slots.wrapping_sub(1)
}
