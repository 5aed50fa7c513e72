//! Where a table has a name: what `cargo xtask registry`, which writes the tables, and the crate,
//! which reads them, have to agree about. So the task compiles this very file.
//!
//! The index is a perfect hash: no two names of a table share a slot, so that one look and one
//! comparison tell whether the table has a name. Names are put into buckets, a few in each, and
//! those of a bucket are shifted together to where all of them find their slots free.

/// The first four bytes of a name and the last four, as numbers. Of a name of less than four
/// bytes, 0 and all of them; so with the length, they determine a name of up to eight bytes.
#[inline]
pub(crate) fn ends(name: &[u8]) -> (u32, u32) {
    match (name.first_chunk(), name.last_chunk(), name) {
        (Some(first), Some(last), _) => (u32::from_le_bytes(*first), u32::from_le_bytes(*last)),
        (.., [first, .., last]) => (0, u32::from_le_bytes([*first, *name.get(1).unwrap_or(last), *last, 0])),
        (.., [only]) => (0, (*only).into()),
        (.., []) => (0, 0),
    }
}

/// The hash of a name with these ends and of this length; the multiplier is its table's.
#[inline]
pub(crate) fn hash((first, last): (u32, u32), len: usize, multiplier: u32) -> u32 {
    let mix = |hash: u32, word: u32| (hash ^ word).wrapping_mul(multiplier);
    mix(mix(first, len as u32), last)
}

/// The bucket of a hash; the number of buckets is a power of two.
#[inline]
pub(crate) fn bucket(hash: u32, buckets: usize) -> usize {
    (hash >> 8) as usize & buckets.wrapping_sub(1)
}

/// The slot of a hash in a bucket with this shift; the number of slots is a power of two.
#[inline]
pub(crate) fn slot(hash: u32, shift: u8, slots: usize) -> usize {
    ((hash >> 20) as usize).wrapping_add(shift.into()) & slots.wrapping_sub(1)
}
