//! Short text, of which sixteen bytes can be read wherever they are.

use super::sixteen::{STEP, Sixteen, WINDOW, fewer};

/// The longest text in bytes that is looked at.
///
/// INVARIANT: the CRI of so long a URI has at most `ROOM` bytes. An address adds at most 14, a sequence at most one for
/// each six characters, and heads a few.
pub(super) const LONGEST: usize = 184;

/// ASCII of up to `LONGEST` bytes.
pub(super) struct Short<'a> {
    text: &'a [u8],
    /// The text, and zeros.
    padded: [u8; LONGEST + STEP],
}

impl<'a> Short<'a> {
    /// For text of at most `LONGEST` bytes, which is filled in where this comes to stay.
    #[inline(always)]
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self { text, padded: [0; LONGEST + STEP] }
    }

    /// Fills in the text; says whether it is ASCII. What was just stored takes long to be moved.
    #[inline(always)]
    pub(super) fn fill(&mut self) -> bool {
        let mut beyond_ascii = 0;
        each_sixteen(self.text, |bytes, at| {
            if let Some(room) = self.padded.get_mut(at..).and_then(|room| room.first_chunk_mut()) {
                *room = bytes;
            }
            beyond_ascii |= Sixteen::new(bytes).beyond_ascii();
        });
        beyond_ascii == 0
    }

    /// The byte at `at`, or zero behind the end.
    #[inline(always)]
    pub(super) fn at(&self, at: usize) -> u8 {
        self.padded.get(at).copied().unwrap_or_default()
    }

    /// The sixteen bytes from `at` on, with zeros behind the end.
    #[inline(always)]
    pub(super) fn sixteen(&self, at: usize) -> [u8; STEP] {
        // INVARIANT: no position is behind the end.
        self.padded.get(at.min(LONGEST)..).and_then(|bytes| bytes.first_chunk()).copied().unwrap_or_default()
    }

    /// What is between these positions.
    #[inline(always)]
    pub(super) fn slice(&self, start: usize, end: usize) -> &'a [u8] {
        self.text.get(start..end).unwrap_or_default()
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// Where `byte` is from `start` on and before `end`.
    #[inline(always)]
    pub(super) fn positions(&self, byte: u8, start: usize, end: usize) -> impl Iterator<Item = usize> {
        let (mut window, mut next, mut bits) = (start, start, 0_u64);
        core::iter::from_fn(move || {
            while bits == 0 && next < end {
                (window, next) = (next, end.min(next.wrapping_add(WINDOW)));
                let mut block = window;
                while block < next {
                    bits |= Sixteen::new(self.sixteen(block)).equal(byte) << block.wrapping_sub(window);
                    block = block.wrapping_add(STEP);
                }
                bits &= !u64::MAX.unbounded_shl(next.wrapping_sub(window) as u32);
            }
            let first = window.wrapping_add(bits.trailing_zeros() as usize);
            let any = bits != 0;
            bits &= bits.wrapping_sub(1);
            any.then_some(first)
        })
    }

    /// Whether a byte beyond ASCII is percent-encoded.
    pub(super) fn any_encoded_beyond_ascii(&self) -> bool {
        // Of hexadecimal digits, those from 8 on are the larger characters, too.
        self.text.contains(&b'%') && self.text.windows(2).any(|pair| matches!(pair, [b'%', b'8'..=b'f']))
    }

    /// The byte that the three characters at `at` stand for: a percent sign, and two hexadecimal digits.
    #[inline(always)]
    pub(super) fn triplet(&self, at: usize) -> u8 {
        // A letter's lowest bits count from 1, and its value from 10.
        let digit = |byte: u8| (byte & 0x0f).wrapping_add((byte >> 6).wrapping_mul(9));
        let [high, low] = [1, 2].map(|behind| digit(self.at(at.wrapping_add(behind))));
        high << 4 | low
    }
}

/// Looks at all of `text` sixteen bytes at a time: some may come twice, and where they are fewer in all, zeros follow.
#[inline(always)]
fn each_sixteen(text: &[u8], mut look: impl FnMut([u8; STEP], usize)) {
    let (blocks, _) = text.as_chunks();
    for (index, &block) in blocks.iter().enumerate() {
        look(block, index.wrapping_mul(STEP));
    }
    match text.last_chunk() {
        Some(&last) => look(last, text.len().wrapping_sub(STEP)),
        None => look(fewer(text).to_le_bytes(), 0),
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    fn filled(text: &[u8]) -> Option<Short<'_>> {
        let mut short = Short::new(text);
        short.fill().then_some(short)
    }

    #[test]
    fn any_position_can_be_read() {
        let text: [u8; LONGEST] = core::array::from_fn(|at| at as u8 % 0x5f + 1);
        for len in 0..=LONGEST {
            let short = filled(&text[..len]).unwrap();
            let byte = |at: usize| text[..len].get(at).copied().unwrap_or_default();
            for at in 0..=len {
                assert_eq!(short.sixteen(at), core::array::from_fn(|index| byte(at + index)));
                assert_eq!(short.at(at), byte(at));
            }
        }
    }

    #[test]
    fn positions_are_those_of_the_range() {
        for len in [0, 1, 15, 16, 17, 63, 64, 65, 127, 128, 129, LONGEST] {
            let text: Vec<u8> = (0..len).map(|at| if at % 7 < 2 { b'/' } else { b'a' }).collect();
            let short = filled(&text).unwrap();
            for (start, end) in (0..=len).flat_map(|start| (start..=len).map(move |end| (start, end))) {
                let expected = (start..end).filter(|at| at % 7 < 2);
                assert!(short.positions(b'/', start, end).eq(expected), "{start} to {end} of {len}");
            }
        }
    }

    #[test]
    fn bytes_beyond_ascii_are_seen() {
        for byte in 0..=u8::MAX {
            for text in [std::format!("a%{byte:02x}"), std::format!("%41%{byte:02X}/")] {
                assert_eq!(filled(text.as_bytes()).unwrap().any_encoded_beyond_ascii(), !byte.is_ascii(), "{text}");
            }
        }
    }

    #[test]
    fn what_is_beyond_ascii_is_not_taken() {
        for len in 0..=LONGEST {
            let mut text = [b'a'; LONGEST];
            for at in 0..len {
                text[at] = 0x80;
                assert!(filled(&text[..len]).is_none());
                text[at] = b'a';
            }
            assert!(filled(&text[..len]).is_some());
        }
    }
}
