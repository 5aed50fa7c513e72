//! Checks of text by blocks of bytes, which the compiler turns into vectors.

/// Masks: of the 32 bytes from `len` on, the last `len` have all bits set and the others none.
static MASK: [u8; 64] = {
    let mut mask = [0; 64];
    if let Some(ones) = mask.last_chunk_mut::<32>() {
        *ones = [0xff; 32];
    }
    mask
};

/// Whether all bytes from `start` to `end` are ASCII, and bytes of labels. Refuses some of these, too: `_` and its
/// neighbours, and any text at the end of a short CRI.
#[inline(always)]
pub(super) fn are_plain(bytes: &[u8], start: usize, end: usize) -> bool {
    let len = end.wrapping_sub(start);
    // Two blocks that overlap, for any length up to 32: a number of blocks that depends on the length is hard to predict.
    let Some(blocks) = bytes.get(start..end.max(start.wrapping_add(16))) else {
        return false;
    };
    let mut wrong = [0; 16];
    if let (Some(first), Some(last)) = (blocks.first_chunk(), blocks.last_chunk())
        && let Some(after) =
            MASK.get(32_usize.wrapping_sub(len.min(16))..).and_then(|mask| mask.first_chunk::<16>())
    {
        mark(&mut wrong, first, last);
        for (wrong, after) in wrong.iter_mut().zip(after) {
            *wrong &= !after;
        }
    }
    if len > 32 {
        for block in blocks.as_chunks().0 {
            mark(&mut wrong, block, block);
        }
    }
    u128::from_ne_bytes(wrong) == 0
}

/// Marks in `wrong` where one of two blocks has a byte that [`are_plain`] refuses.
#[inline(always)]
fn mark(wrong: &mut [u8; 16], first: &[u8; 16], second: &[u8; 16]) {
    for ((wrong, first), second) in wrong.iter_mut().zip(first).zip(second) {
        // 0x40 to 0x5f, and 0x80 and above, are below 0xa0 after the exclusive or. To tell the letters among them from their
        // neighbours would take more. The compiler reliably makes vectors of numbers, but not of `bool`s.
        let least = (first ^ 0xc0).min(second ^ 0xc0);
        let dot = (first ^ b'.').min(second ^ b'.');
        *wrong |= 0xa0_u8.saturating_sub(least) | 1_u8.saturating_sub(dot);
    }
}

/// How many bytes of `text` are 0x80 or above.
///
/// INVARIANT: `bytes` end with `text`.
#[must_use]
#[inline(always)]
pub fn count_high_bytes(bytes: &[u8], text: &[u8]) -> usize {
    if let Some(last) = bytes.last_chunk::<32>() {
        count_high_bytes_by_blocks(text, last)
    } else if let Some(last) = bytes.last_chunk::<16>() {
        count_high_bytes_by_blocks(text, last)
    } else {
        text.iter().fold(0, |sum: u8, byte| sum.wrapping_add(byte >> 7)).into()
    }
}

/// Does the work of [`count_high_bytes`] by blocks of at most 32 bytes. `last` is the block that the bytes end with.
#[inline(always)]
fn count_high_bytes_by_blocks<const N: usize>(mut text: &[u8], last: &[u8; N]) -> usize {
    let mut sum = 0_usize;
    if text.len() > N {
        while let Some((block, rest)) = text.split_first_chunk::<N>() {
            sum = sum.wrapping_add(
                block.iter().fold(0, |sum: u8, byte| sum.wrapping_add(byte >> 7)).into(),
            );
            text = rest;
        }
    }
    // Only the last `text.len()` bytes of the last block are left.
    let start = 32_usize.wrapping_sub(N).wrapping_add(text.len());
    let mask = MASK.get(start..).and_then(|mask| mask.first_chunk::<N>()).unwrap_or(&[0; N]);
    let high =
        last.iter().zip(mask).fold(0, |sum: u8, (byte, mask)| sum.wrapping_add((byte & mask) >> 7));
    sum.wrapping_add(high.into())
}

#[cfg(test)]
mod tests {
    use cri_testvectors::sample;

    use super::*;
    use crate::sections::host_name::is_label_byte;

    #[test]
    fn plain_bytes_may_stand_in_a_label() {
        for len in sample(0..70, 5) {
            for after in [0, 8, 40] {
                let mut bytes = [b'A'; 120];
                let (start, end) = (5, 5 + len);
                bytes[start..end].fill(b'a');
                let all = (end + after).max(start + 16);
                assert!(are_plain(&bytes[..all], start, end));
                for (at, byte) in
                    (start..end).flat_map(|at| (0..=u8::MAX).map(move |byte| (at, byte)))
                {
                    bytes[at] = byte;
                    let is_plain = are_plain(&bytes[..all], start, end);
                    let is_label = byte.is_ascii() && is_label_byte(byte);
                    // The blocks take these for letters, and so refuse them.
                    let may_be_refused = matches!(byte, b'@' | b'['..=b'_');
                    assert!(
                        is_plain == is_label || may_be_refused && !is_plain,
                        "{at} {byte} {len} {after}"
                    );
                    bytes[at] = b'a';
                }
            }
        }
    }

    #[test]
    fn high_bytes_are_counted_wherever_they_are() {
        const LEN: usize = 100;
        let mut bytes = [0x7f; LEN];
        for len in 0..=LEN {
            let high = &[0x80; LEN][..len];
            assert_eq!(count_high_bytes(&bytes[..len], &bytes[..len]), 0);
            assert!((0..=len).all(|start| count_high_bytes(high, &high[start..]) == len - start));
        }
        for index in 0..LEN {
            bytes[index] = 0xff;
            assert_eq!(count_high_bytes(&bytes, &bytes), index + 1);
        }
    }
}
