//! Short text, of which as many bytes can be read as fit a register, wherever they are.

const HIGH_BITS: u64 = u64::from_ne_bytes([0x80; 8]);

/// The longest text in bytes that is looked at.
///
/// INVARIANT: the CRI of so long a URI has fewer than 256 bytes. An address adds at most 14, a sequence at most one for
/// each six characters, and heads a few.
pub(super) const LONGEST: usize = 200;

/// ASCII of up to `LONGEST` bytes.
#[derive(Clone, Copy)]
pub(super) struct Short<'a> {
    text: &'a [u8],
    /// The last sixteen bytes, or all where there are fewer, the first lowest, and zeros.
    tail: u128,
    /// Where these begin.
    tail_at: usize,
    /// Whether anything is percent-encoded.
    pub(super) any_percent: bool,
}

impl<'a> Short<'a> {
    /// Nothing of text that is longer, or beyond ASCII.
    #[inline(always)]
    pub(super) fn new(text: &'a [u8]) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let (tail, tail_at) = match text.last_chunk() {
            Some(&tail) => (u128::from_le_bytes(tail), text.len().wrapping_sub(16)),
            None => (fewer(text), 0),
        };
        let (words, _) = text.as_chunks();
        let (mut all, mut percents) = (0, 0);
        for word in words.iter().map(|&word| u64::from_le_bytes(word)).chain([tail as u64, (tail >> 64) as u64]) {
            all |= word;
            percents |= equal(word, b'%');
        }
        (all & HIGH_BITS == 0).then_some(Self { text, tail, tail_at, any_percent: percents != 0 })
    }

    /// The byte at `at`, or zero behind the end.
    #[inline(always)]
    pub(super) fn at(&self, at: usize) -> u8 {
        self.text.get(at).copied().unwrap_or_default()
    }

    /// The sixteen bytes from `at` on, with zeros behind the end.
    #[inline(always)]
    pub(super) fn sixteen(&self, at: usize) -> [u8; 16] {
        match self.text.get(at..at.wrapping_add(16)).and_then(|bytes| bytes.first_chunk()) {
            Some(&bytes) => bytes,
            None => self.behind(at).to_le_bytes(),
        }
    }

    /// The same of eight bytes, the first lowest.
    #[inline(always)]
    pub(super) fn word(&self, at: usize) -> u64 {
        match self.text.get(at..at.wrapping_add(8)).and_then(|bytes| bytes.first_chunk()) {
            Some(&bytes) => u64::from_le_bytes(bytes),
            None => self.behind(at) as u64,
        }
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

    /// For each eight bytes from `start` on, where they begin, and the highest bit of each that is before `end` and is
    /// `byte`.
    #[inline(always)]
    pub(super) fn marks(&self, byte: u8, start: usize, end: usize) -> impl Iterator<Item = (usize, u64)> + use<'a> {
        let short = *self;
        words(start, end).map(move |(at, own)| (at, equal(short.word(at), byte) & own))
    }

    /// The highest bit of each of eight bytes from `at` on that is a letter A to Z.
    #[inline(always)]
    pub(super) fn upper_case(&self, at: usize) -> u64 {
        upper_case(self.word(at))
    }

    /// Whether a byte beyond ASCII is percent-encoded.
    pub(super) fn any_encoded_beyond_ascii(&self) -> bool {
        // Of hexadecimal digits, those from 8 on are the larger characters, too.
        self.any_percent && self.text.windows(2).any(|pair| matches!(pair, [b'%', b'8'..=b'f']))
    }

    /// The byte that the three characters at `at` stand for: a percent sign, and two hexadecimal digits.
    #[inline(always)]
    pub(super) fn triplet(&self, at: usize) -> u8 {
        // A letter's lowest bits count from 1, and its value from 10.
        let digit = |byte: u8| (byte & 0x0f).wrapping_add((byte >> 6).wrapping_mul(9));
        let [high, low] = [1, 2].map(|behind| digit(self.at(at.wrapping_add(behind))));
        high << 4 | low
    }

    /// What is behind `at`, which is in the tail or behind it.
    #[inline(always)]
    fn behind(&self, at: usize) -> u128 {
        let bits = at.wrapping_sub(self.tail_at).wrapping_mul(8);
        self.tail.checked_shr(bits as u32).unwrap_or_default()
    }
}

/// Where each eight bytes from `start` on begin, and the highest bit of each that is before `end`.
#[inline(always)]
fn words(start: usize, end: usize) -> impl Iterator<Item = (usize, u64)> {
    let mut next = start;
    core::iter::from_fn(move || {
        let at = next;
        next = at.wrapping_add(8);
        // The bytes before the end lie lowest.
        let others = 8_usize.saturating_sub(end.wrapping_sub(at));
        (at < end).then_some((at, HIGH_BITS >> (others & 7).wrapping_mul(8)))
    })
}

/// Fewer than sixteen bytes, the first lowest, and zeros.
#[inline]
fn fewer(text: &[u8]) -> u128 {
    // Where two reads overlap they have the same bytes.
    let behind = |len: usize| text.len().wrapping_sub(len).wrapping_mul(8) as u32;
    if let (Some(&first), Some(&last)) = (text.first_chunk(), text.last_chunk()) {
        return u128::from(u64::from_le_bytes(first)) | u128::from(u64::from_le_bytes(last)) << behind(8);
    }
    if let (Some(&first), Some(&last)) = (text.first_chunk(), text.last_chunk()) {
        return u128::from(u32::from_le_bytes(first)) | u128::from(u32::from_le_bytes(last)) << behind(4);
    }
    text.iter().rev().fold(0, |bytes, &byte| bytes << 8 | u128::from(byte))
}

/// The highest bit of each byte of `word` that is `byte`.
#[inline(always)]
const fn equal(word: u64, byte: u8) -> u64 {
    let differ = word ^ u64::from_ne_bytes([byte; 8]);
    // Without the highest bits no byte carries into the next.
    let low = (differ & !HIGH_BITS).wrapping_add(!HIGH_BITS);
    !(low | differ) & HIGH_BITS
}

/// The highest bit of each byte of `word`, which is ASCII, that is a letter A to Z.
#[inline(always)]
const fn upper_case(word: u64) -> u64 {
    const TO_A: u64 = u64::from_ne_bytes([0x80 - b'A'; 8]);
    const BEHIND_Z: u64 = u64::from_ne_bytes([0x7f - b'Z'; 8]);
    let low = word & !HIGH_BITS;
    low.wrapping_add(TO_A) & !low.wrapping_add(BEHIND_Z) & HIGH_BITS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_position_can_be_read() {
        let text: [u8; LONGEST] = core::array::from_fn(|at| at as u8 % 0x5f + 1);
        for len in 0..=LONGEST {
            let short = Short::new(&text[..len]).unwrap();
            assert_eq!(short.any_percent, text[..len].contains(&b'%'));
            let byte = |at: usize| text[..len].get(at).copied().unwrap_or_default();
            for at in 0..len + 20 {
                let bytes = core::array::from_fn(|index| byte(at + index));
                assert_eq!(short.sixteen(at), bytes);
                assert_eq!(short.word(at).to_le_bytes(), bytes[..8]);
                assert_eq!(short.at(at), byte(at));
            }
        }
    }

    #[test]
    fn bytes_beyond_ascii_are_seen() {
        for byte in 0..=u8::MAX {
            for text in [std::format!("a%{byte:02x}"), std::format!("%41%{byte:02X}/")] {
                assert_eq!(Short::new(text.as_bytes()).unwrap().any_encoded_beyond_ascii(), !byte.is_ascii(), "{text}");
            }
        }
    }

    #[test]
    fn what_is_long_or_beyond_ascii_is_not_taken() {
        assert!(Short::new(&[0; LONGEST + 1]).is_none());
        for len in 0..=LONGEST {
            let mut text = [b'a'; LONGEST];
            for at in 0..len {
                text[at] = 0x80;
                assert!(Short::new(&text[..len]).is_none());
                text[at] = b'%';
                assert!(Short::new(&text[..len]).unwrap().any_percent);
                text[at] = b'a';
            }
            assert!(!Short::new(&text[..len]).unwrap().any_percent);
        }
    }

    #[test]
    fn words_are_looked_at_byte_by_byte() {
        for byte in 0..=u8::MAX {
            for at in 0..8 {
                for other in [0, b'.', b'A' - 1, b'Z' + 1, 0x7f] {
                    let mut word = [other; 8];
                    word[at] = byte;
                    let bits = |set: &dyn Fn(u8) -> bool| u64::from_le_bytes(word.map(|byte| u8::from(set(byte)) << 7));
                    assert_eq!(equal(u64::from_le_bytes(word), b'.'), bits(&|byte| byte == b'.'));
                    if byte.is_ascii() {
                        assert_eq!(upper_case(u64::from_le_bytes(word)), bits(&|byte| byte.is_ascii_uppercase()));
                    }
                }
            }
        }
    }
}
