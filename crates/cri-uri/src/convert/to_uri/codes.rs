//! What each byte of a text is written as, from tables. Only where speed counts.

use crate::convert::to_uri::compose::PART;
use crate::text::grammar::blocks::outside;
use crate::text::grammar::charset::Charset;
use crate::text::pct::{TRIPLET, triplet};

/// How many bytes are looked at at once. Three times as many fit in a part.
pub(crate) const BLOCK: usize = 16;

/// What each byte is written as, and in the last byte how many bytes that is.
pub(crate) struct Codes([u32; 256]);

impl Codes {
    /// The codes of text that keeps these characters.
    #[inline(always)]
    pub(crate) fn of(raw: Charset) -> &'static Self {
        // In the order of the bits of the sets. No text keeps the characters of the sets that follow.
        static CODES: [Codes; 6] = [
            Codes::new(Charset::UNRESERVED),
            Codes::new(Charset::REG_NAME),
            Codes::new(Charset::USERINFO),
            Codes::new(Charset::SEGMENT),
            Codes::new(Charset::QUERY),
            Codes::new(Charset::PARAMETER),
        ];
        static NONE: Codes = Codes::new(Charset::NONE);
        CODES.get(raw.index()).unwrap_or(&NONE)
    }

    const fn new(raw: Charset) -> Self {
        let mut codes = [0; 256];
        let mut byte = 0_usize;
        while byte < 256 {
            #[allow(
                clippy::indexing_slicing,
                clippy::arithmetic_side_effects,
                reason = "in range: this runs when the crate is built"
            )]
            {
                codes[byte] = code(byte as u8, raw);
                byte += 1;
            }
        }
        Self(codes)
    }

    #[inline(always)]
    fn get(&self, byte: u8) -> u32 {
        self.0.get(usize::from(byte)).copied().unwrap_or_default()
    }

    /// Writes what these bytes become. Returns its length. All four bytes of each code are written: the next code overwrites
    /// those that do not count, so no branch depends on a byte.
    #[inline(always)]
    pub(crate) fn put(&self, room: &mut [u8; PART], bytes: &[u8]) -> usize {
        bytes.iter().fold(0, |at, &byte| {
            let code = self.get(byte);
            if let Some(to) = room.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
                *to = code.to_le_bytes();
            }
            at.wrapping_add((code >> 24) as usize)
        })
    }
}

const fn code(byte: u8, raw: Charset) -> u32 {
    let [mark, high, low] = triplet(byte);
    u32::from_le_bytes(match raw.has(byte) {
        true => [byte, 0, 0, 1],
        false => [mark, high, low, TRIPLET as u8],
    })
}

/// Whether the first `len` bytes are characters that text keeps in every component but a zone identifier. `false` may be
/// wrong.
#[inline(always)]
pub(crate) fn is_plain(block: &[u8; BLOCK], len: usize) -> bool {
    // 255 for the bytes that count.
    static MASK: [u8; 2 * BLOCK] = {
        let mut mask = [0; 2 * BLOCK];
        mask.split_at_mut(BLOCK).0.copy_from_slice(&[u8::MAX; BLOCK]);
        mask
    };
    let start = BLOCK.saturating_sub(len);
    let Some(mask) = MASK.get(start..).and_then(<[u8]>::first_chunk::<BLOCK>) else { return false };
    let mut others = block.map(other);
    for (other, &mask) in others.iter_mut().zip(mask) {
        *other = (*other).min(mask);
    }
    u128::from_le_bytes(others) == 0
}

/// Whether all bytes are such characters. `false` may be wrong, as it is for fewer than 16 bytes.
#[inline(always)]
pub(crate) fn are_plain(bytes: &[u8]) -> bool {
    let is_plain = |block: &[u8; BLOCK]| u128::from_le_bytes(block.map(other)) == 0;
    // The last block may overlap another one.
    bytes.last_chunk().is_some_and(is_plain) && bytes.as_chunks().0.iter().all(is_plain)
}

/// 0 for these characters. Numbers become vectors.
#[inline(always)]
fn other(byte: u8) -> u8 {
    outside(byte, b'(', b'.')
        .min(outside(byte, b'0', b'9'))
        .min(outside(byte | 0x20, b'a', b'z'))
        .min(byte ^ b'=')
        .min(byte ^ b'_')
        .min(byte ^ b'~')
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETS: [Charset; 7] = [
        Charset::NONE,
        Charset::UNRESERVED,
        Charset::REG_NAME,
        Charset::USERINFO,
        Charset::SEGMENT,
        Charset::QUERY,
        Charset::PARAMETER,
    ];

    #[test]
    fn codes_are_characters_and_triplets() {
        for (byte, raw) in (0..=u8::MAX).flat_map(|byte| SETS.map(|raw| (byte, raw))) {
            let mut room = [0; PART];
            let len = Codes::of(raw).put(&mut room, &[byte, byte]);
            let expected = match raw.has(byte) {
                true => std::vec![byte; 2],
                false => triplet(byte).repeat(2),
            };
            assert_eq!(room[..len], expected, "{byte}");
        }
    }

    #[test]
    fn plain_bytes_are_kept_in_every_component() {
        for (byte, at) in (0..=u8::MAX).flat_map(|byte| (0..BLOCK).map(move |at| (byte, at))) {
            let mut block = [b'a'; BLOCK];
            block[at] = byte;
            let is_kept = SETS.iter().skip(2).all(|raw| raw.has(byte));
            for len in 0..=BLOCK {
                let is_plain = is_plain(&block, len);
                assert!(
                    if at < len { !is_plain || is_kept } else { is_plain },
                    "{byte} {at} {len}"
                );
            }
            assert!(is_plain(&block, BLOCK) == is_kept || b"!$';".contains(&byte), "{byte}");
        }
    }

    #[test]
    fn runs_of_blocks_are_plain_if_each_byte_is() {
        for (byte, at) in (0..=u8::MAX).flat_map(|byte| (0..40).map(move |at| (byte, at))) {
            let mut bytes = [b'a'; 40];
            bytes[at] = byte;
            let is_plain = is_plain(&[byte; BLOCK], 1);
            for len in BLOCK..40 {
                assert_eq!(are_plain(&bytes[..len]), is_plain || at >= len, "{byte} {at} {len}");
            }
            assert!(!are_plain(&bytes[..BLOCK - 1]));
        }
    }
}
