//! Sixteen characters at once, and which of them are what.
//!
//! `Sixteen` is there twice, for the vectors of x86-64 and for words, and answers in bits: one for each character, the
//! first lowest.

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
pub(super) use portable::Sixteen;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(super) use sse2::Sixteen;

/// How many characters are looked at, and copied, at once.
pub(super) const STEP: usize = 16;

/// How many positions have a bit each in a word.
pub(super) const WINDOW: usize = 64;

/// Fewer than sixteen bytes, the first lowest, and zeros.
#[inline]
pub(super) fn fewer(text: &[u8]) -> u128 {
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

/// With vectors, by way of `safe_arch`, since the compiler's own functions for them are `unsafe` to call.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2 {
    use safe_arch::{
        add_i8_m128i, bitand_m128i, bitor_m128i, cmp_eq_mask_i8_m128i, cmp_gt_mask_i8_m128i, m128i, min_u8_m128i,
        move_mask_i8_m128i, set_splat_i8_m128i,
    };

    use super::STEP;

    #[derive(Clone, Copy)]
    pub(in super::super) struct Sixteen(m128i);

    impl Sixteen {
        #[inline(always)]
        pub(in super::super) fn new(characters: [u8; STEP]) -> Self {
            Self(m128i::from(characters))
        }

        /// The characters that are `byte`.
        #[inline(always)]
        pub(in super::super) fn equal(self, byte: u8) -> u64 {
            bits(equal(self.0, byte))
        }

        /// The characters that are one of these.
        #[inline(always)]
        pub(in super::super) fn either(self, one: u8, other: u8) -> u64 {
            bits(bitor_m128i(equal(self.0, one), equal(self.0, other)))
        }

        /// The bytes beyond ASCII.
        #[inline(always)]
        pub(in super::super) fn beyond_ascii(self) -> u64 {
            bits(self.0)
        }

        /// The characters that may not stand anywhere behind a scheme: `%`, `@`, brackets, and what no URI has.
        #[inline(always)]
        pub(in super::super) fn special(self) -> u64 {
            // Brackets and backslash are braces and bar but for this bit, and `@` is the grave accent.
            let folded = bitor_m128i(self.0, splat(0x20));
            let from_brace = add_i8_m128i(folded, splat(0_u8.wrapping_sub(b'{')));
            let braces_and_bar = cmp_eq_mask_i8_m128i(min_u8_m128i(from_brace, splat(b'}' - b'{')), from_brace);
            let angles = equal(bitor_m128i(self.0, splat(b'<' ^ b'>')), b'>');
            // Bytes beyond ASCII count as negative numbers.
            let control = cmp_gt_mask_i8_m128i(splat(b' ' + 1), self.0);
            let single = [equal(self.0, b'"'), equal(self.0, b'%'), equal(self.0, b'^'), equal(self.0, 0x7f)];
            let all = [equal(folded, b'`'), braces_and_bar, angles, control];
            bits(single.into_iter().chain(all).fold(splat(0), bitor_m128i))
        }

        /// Letters A to Z become small ones.
        #[inline(always)]
        pub(in super::super) fn lower_case(self) -> [u8; STEP] {
            let letters = bitand_m128i(
                cmp_gt_mask_i8_m128i(self.0, splat(b'A' - 1)),
                cmp_gt_mask_i8_m128i(splat(b'Z' + 1), self.0),
            );
            bitor_m128i(self.0, bitand_m128i(letters, splat(0x20))).into()
        }
    }

    #[inline(always)]
    fn splat(byte: u8) -> m128i {
        set_splat_i8_m128i(byte.cast_signed())
    }

    #[inline(always)]
    fn equal(characters: m128i, byte: u8) -> m128i {
        cmp_eq_mask_i8_m128i(characters, splat(byte))
    }

    #[inline(always)]
    fn bits(mask: m128i) -> u64 {
        (move_mask_i8_m128i(mask) as u16).into()
    }
}

/// With words.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
mod portable {
    use super::STEP;

    #[derive(Clone, Copy)]
    pub(in super::super) struct Sixteen([u8; STEP]);

    impl Sixteen {
        #[inline(always)]
        pub(in super::super) fn new(characters: [u8; STEP]) -> Self {
            Self(characters)
        }

        #[inline(always)]
        pub(in super::super) fn equal(self, byte: u8) -> u64 {
            self.words(|word| equal(word, byte))
        }

        #[inline(always)]
        pub(in super::super) fn beyond_ascii(self) -> u64 {
            self.words(|word| word)
        }

        #[inline(always)]
        pub(in super::super) fn lower_case(self) -> [u8; STEP] {
            self.0.map(|byte| byte.to_ascii_lowercase())
        }

        /// The bits of the bytes whose highest bit `marks` sets.
        #[inline(always)]
        fn words(self, marks: impl Fn(u64) -> u64) -> u64 {
            let (words, _) = self.0.as_chunks();
            words.iter().rev().fold(0, |bits, &word| {
                let ones = marks(u64::from_le_bytes(word)) >> 7 & u64::from_ne_bytes([1; 8]);
                // Each one comes to stand in the highest byte, the first lowest.
                bits << 8 | (ones.wrapping_mul(0x0102_0408_1020_4080) >> 56)
            })
        }
    }

    /// The highest bit of each byte of `word` that is `byte`; the other bits are any.
    #[inline(always)]
    fn equal(word: u64, byte: u8) -> u64 {
        const LOW_BITS: u64 = u64::from_ne_bytes([0x7f; 8]);
        let differ = word ^ u64::from_ne_bytes([byte; 8]);
        // Without the highest bits no byte carries into the next.
        !((differ & LOW_BITS).wrapping_add(LOW_BITS) | differ)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts with each byte at each place, among others, and what gives their bits.
    fn each_text(mut look: impl FnMut([u8; STEP], &dyn Fn(&dyn Fn(u8) -> bool) -> u64)) {
        for byte in 0..=u8::MAX {
            for at in 0..STEP {
                for other in [0, b'.', b'A' - 1, b'Z' + 1, b'~', 0x7f, 0xff] {
                    let mut text = [other; STEP];
                    text[at] = byte;
                    look(text, &|is| text.iter().rev().fold(0, |bits, &byte| bits << 1 | u64::from(is(byte))));
                }
            }
        }
    }

    #[test]
    fn characters_are_looked_at_one_by_one() {
        each_text(|text, bits| {
            let (here, portable) = (Sixteen::new(text), portable::Sixteen::new(text));
            assert_eq!([here.equal(b'.'), portable.equal(b'.')], [bits(&|byte| byte == b'.'); 2]);
            assert_eq!([here.beyond_ascii(), portable.beyond_ascii()], [bits(&|byte| !byte.is_ascii()); 2]);
            assert_eq!([here.lower_case(), portable.lower_case()], [text.map(|byte| byte.to_ascii_lowercase()); 2]);
        });
    }

    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    #[test]
    fn classes_of_parsing() {
        use crate::charset::Charset;
        each_text(|text, bits| {
            let here = Sixteen::new(text);
            assert_eq!(here.either(b'?', b'#'), bits(&|byte| matches!(byte, b'?' | b'#')));
            let is_special = |byte| byte == b'@' || !(Charset::QUERY.has(byte) || byte == b'#');
            assert_eq!(here.special(), bits(&is_special));
        });
    }
}
