//! UTF-8 (RFC 3629), checked in equal time for each byte.

/// Between characters. Invalid bytes lead to 0, and no byte leads out of it.
const START: u64 = 6;
/// One, two or three bytes of 0x80 to 0xbf are left of the character.
const ONE: u64 = 12;
const TWO: u64 = 18;
const THREE: u64 = 24;
/// After these bytes, which allow fewer values of the next byte.
const E0: u64 = 30;
const ED: u64 = 36;
const F0: u64 = 42;
const F4: u64 = 48;

/// Whether `bytes` are UTF-8. Each byte takes the same time, since mixed text is hard to predict.
///
/// Each byte has a number that holds the next state for each state. A state is a position in that number, in bits.
#[inline]
pub(crate) fn is_utf8(bytes: &[u8]) -> bool {
    let state = bytes.iter().fold(START, |state, &byte| {
        NEXT.get(usize::from(byte)).map_or(0, |next| next.wrapping_shr(state as u32))
    });
    state & 0x3f == START
}

/// The next states after each byte (RFC 3629 section 4).
static NEXT: [u64; 256] = {
    let mut all = [0; 256];
    let mut rest: &mut [u64] = &mut all;
    let mut byte = 0;
    while let Some((first, others)) = rest.split_first_mut() {
        *first = next_states(byte);
        byte += 1;
        rest = others;
    }
    all
};

const fn next_states(byte: u16) -> u64 {
    let tail = START << ONE | ONE << TWO | TWO << THREE;
    match byte {
        0x00..=0x7f => START << START,
        0x80..=0x8f => tail | ONE << ED | TWO << F4,
        0x90..=0x9f => tail | ONE << ED | TWO << F0,
        0xa0..=0xbf => tail | ONE << E0 | TWO << F0,
        0xc2..=0xdf => ONE << START,
        0xe0 => E0 << START,
        0xed => ED << START,
        0xe1..=0xef => TWO << START,
        0xf0 => F0 << START,
        0xf1..=0xf3 => THREE << START,
        0xf4 => F4 << START,
        _ => 0,
    }
}
