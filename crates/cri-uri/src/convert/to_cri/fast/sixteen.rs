//! Sixteen characters at once, and which of them are what: in bits, one for each character, the first lowest.
//!
//! By way of `safe_arch`, since the compiler's own functions for vectors are `unsafe` to call.

use safe_arch::{
    add_i8_m128i, bitor_m128i, cmp_eq_mask_i8_m128i, cmp_gt_mask_i8_m128i, m128i, min_u8_m128i, move_mask_i8_m128i,
    set_splat_i8_m128i,
};

/// How many characters are looked at at once.
pub(super) const STEP: usize = 16;

/// How many positions have a bit each in a word.
pub(super) const WINDOW: usize = 64;

#[derive(Clone, Copy)]
pub(super) struct Sixteen(m128i);

impl Sixteen {
    #[inline(always)]
    pub(super) fn new(characters: [u8; STEP]) -> Self {
        Self(m128i::from(characters))
    }

    /// The characters that are `byte`.
    #[inline(always)]
    pub(super) fn equal(self, byte: u8) -> u64 {
        bits(equal(self.0, byte))
    }

    /// The characters that are one of these.
    #[inline(always)]
    pub(super) fn either(self, one: u8, other: u8) -> u64 {
        bits(bitor_m128i(equal(self.0, one), equal(self.0, other)))
    }

    /// The characters that may not stand anywhere behind a scheme: `%`, `@`, brackets, and what no URI has.
    #[inline(always)]
    pub(super) fn special(self) -> u64 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::charset::Charset;

    #[test]
    fn characters_are_looked_at_one_by_one() {
        for byte in 0..=u8::MAX {
            for at in 0..STEP {
                for other in [0, b'.', b'A' - 1, b'Z' + 1, b'~', 0x7f, 0xff] {
                    let mut text = [other; STEP];
                    text[at] = byte;
                    let bits = |is: &dyn Fn(u8) -> bool| {
                        text.iter().rev().fold(0, |bits, &byte| bits << 1 | u64::from(is(byte)))
                    };
                    let sixteen = Sixteen::new(text);
                    assert_eq!(sixteen.equal(b'.'), bits(&|byte| byte == b'.'));
                    assert_eq!(sixteen.either(b'?', b'#'), bits(&|byte| matches!(byte, b'?' | b'#')));
                    let is_special = |byte| byte == b'@' || !(Charset::QUERY.has(byte) || byte == b'#');
                    assert_eq!(sixteen.special(), bits(&is_special));
                }
            }
        }
    }
}
