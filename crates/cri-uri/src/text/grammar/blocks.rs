//! Searches in text by blocks of sixteen bytes, which the compiler turns into vectors. Only where speed counts.
//!
//! The functions on single bytes return 0 for "no" and another number for "yes": the compiler reliably makes vectors of
//! numbers, but not of `bool`s.

use cri_core::__private::PREFER_SPEED;

pub(crate) const BLOCK: usize = 16;

/// Skips characters of [`Charset::PATH`](super::charset::Charset::PATH), or with `QUERY` those of `Charset::QUERY`, and
/// triplets. Returns the new position.
///
/// More of them may follow: the caller goes on with short texts, and with triplets near the end of a text.
#[inline(always)]
pub(crate) fn skip<const QUERY: bool>(bytes: &[u8], at: usize) -> usize {
    if !PREFER_SPEED {
        return at;
    }
    let other = outside_path::<QUERY>;
    let mut rest = bytes.get(at..).unwrap_or_default();
    while let Some((block, after)) = rest.split_first_chunk::<BLOCK>() {
        let mut others = block.map(other);
        if let Some(index) = first(others) {
            let next = |bytes: usize| rest.get(bytes..)?.first_chunk::<BLOCK>();
            let (Some(b'%'), Some(high), Some(low)) = (block.get(index), next(1), next(2)) else {
                return position(bytes, rest, index);
            };
            // A percent sign that begins a triplet is right. Each set holds the digits of a triplet.
            for (((other, &byte), &high), &low) in others.iter_mut().zip(block).zip(high).zip(low) {
                *other = (*other).min((byte ^ b'%') | no_digit(high) | no_digit(low));
            }
            if let Some(index) = first(others) {
                return position(bytes, rest, index);
            }
        }
        rest = after;
    }
    find_in_last(bytes, rest, other).unwrap_or(position(bytes, rest, 0))
}

/// The position of the first of these delimiters from `at` on, or the end of the text.
///
/// `None` if the text is shorter than a block, or on microcontrollers.
#[inline(always)]
pub(crate) fn find<const N: usize>(bytes: &[u8], at: usize, delimiters: [u8; N]) -> Option<usize> {
    if !PREFER_SPEED {
        return None;
    }
    let is_delimiter = |byte| {
        let difference =
            delimiters.into_iter().fold(u8::MAX, |least, delimiter| least.min(byte ^ delimiter));
        1_u8.saturating_sub(difference)
    };
    let mut rest = bytes.get(at..).unwrap_or_default();
    while let Some((block, after)) = rest.split_first_chunk::<BLOCK>() {
        if let Some(index) = first(block.map(is_delimiter)) {
            return Some(position(bytes, rest, index));
        }
        rest = after;
    }
    find_in_last(bytes, rest, is_delimiter)
}

/// Searches `rest`, the last bytes of the text, which are fewer than a block. The end of the text if nothing is found;
/// `None` if the whole text is shorter than a block.
#[inline(always)]
fn find_in_last(bytes: &[u8], rest: &[u8], is_sought: impl Fn(u8) -> u8) -> Option<usize> {
    // The block begins before `rest`. The shift removes these bytes.
    let block = u128::from_le_bytes(bytes.last_chunk::<BLOCK>()?.map(is_sought));
    let before = BLOCK.wrapping_sub(rest.len()).wrapping_mul(8) as u32;
    let index = first(block.checked_shr(before).unwrap_or(0).to_le_bytes());
    Some(index.map_or(bytes.len(), |index| position(bytes, rest, index)))
}

/// The position in the text of an index in `rest`, its last bytes.
#[inline(always)]
fn position(bytes: &[u8], rest: &[u8], index: usize) -> usize {
    bytes.len().wrapping_sub(rest.len()).wrapping_add(index)
}

/// The index of the first byte that is not 0.
#[inline(always)]
pub(crate) fn first(block: [u8; BLOCK]) -> Option<usize> {
    let block = u128::from_le_bytes(block);
    (block != 0).then(|| (block.trailing_zeros() / 8) as usize)
}

/// Not 0 if no path, or with `QUERY` no query, holds this byte.
#[inline(always)]
pub(crate) fn outside_path<const QUERY: bool>(byte: u8) -> u8 {
    outside(byte, b'&', b';')
        .min(outside(byte, if QUERY { b'?' } else { b'@' }, b'Z'))
        .min(outside(byte, b'a', b'z'))
        .min(byte ^ b'!')
        .min(byte ^ b'$')
        .min(byte ^ b'=')
        .min(byte ^ b'_')
        .min(byte ^ b'~')
}

/// Whether `byte` is not in the range from `first` to `last`.
#[inline(always)]
pub(crate) const fn outside(byte: u8, first: u8, last: u8) -> u8 {
    byte.wrapping_sub(first).saturating_sub(last.wrapping_sub(first))
}

/// Whether `byte` is no hexadecimal digit.
#[inline(always)]
fn no_digit(byte: u8) -> u8 {
    outside(byte, b'0', b'9').min(outside(byte | 0x20, b'a', b'f'))
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use cri_testvectors::sample;

    use super::*;
    use crate::text::grammar::charset::Charset;

    /// The end of a run, found byte by byte.
    fn run_end(bytes: &[u8], mut at: usize, set: Charset) -> usize {
        loop {
            at += match &bytes[at..] {
                [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => 3,
                [byte, ..] if set.has(*byte) => 1,
                _ => return at,
            };
        }
    }

    /// Compares both functions with searches byte by byte, from each position of the text that no triplet covers.
    fn compare(bytes: &[u8]) {
        for at in (0..=bytes.len()).filter(|&at| !bytes[at.saturating_sub(2)..at].contains(&b'%')) {
            for (set, found) in [
                (Charset::PATH, skip::<false>(bytes, at)),
                (Charset::QUERY, skip::<true>(bytes, at)),
            ] {
                let end = run_end(bytes, at, set);
                let is_left = bytes.len() < BLOCK
                    || bytes.len() < found + BLOCK + 2 && bytes.get(found) == Some(&b'%');
                assert!(found == end || !PREFER_SPEED || found < end && is_left, "{bytes:?} {at}");
                assert_eq!(run_end(bytes, found, set), end, "{bytes:?} {at}");
            }
            let delimiter = bytes[at..].iter().position(|byte| b"/:@?#".contains(byte));
            let end = delimiter.map_or(bytes.len(), |index| at + index);
            assert!(find(bytes, at, *b"/:@?#").is_none_or(|found| found == end), "{bytes:?} {at}");
            assert_eq!(find(bytes, at, *b"/:@?#").is_some(), PREFER_SPEED && bytes.len() >= BLOCK);
        }
    }

    #[test]
    fn blocks_agree_with_single_bytes() {
        for len in [15, 16, 34] {
            let all = (0..len).flat_map(|at| (0..=u8::MAX).map(move |byte| (at, byte)));
            // Each byte, and each place.
            for (at, byte) in sample(all, 7) {
                let mut text = std::vec![b'a'; len];
                text[at] = byte;
                compare(&text);
            }
        }
    }

    #[test]
    fn triplets_are_skipped_at_each_position() {
        for piece in "%41 %fF %4 % %g1 %1g %%41 %4%41 %41%42%43 %/a %41? %G%41".split(' ') {
            for len in [10, 17, 36] {
                for at in 0..=len {
                    let text: Vec<u8> =
                        [&*std::vec![b'a'; at], piece.as_bytes(), &*std::vec![b'b'; len - at]]
                            .concat();
                    compare(&text);
                }
            }
        }
    }
}
