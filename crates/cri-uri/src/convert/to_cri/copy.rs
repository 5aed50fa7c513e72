//! Characters that stay as they are, copied from the text to the CRI.

use cri_core::wire::Major;

use crate::convert::field::Field;
use crate::convert::to_cri::out::{Place, put};

/// What was copied: some whole items, and the start of the next one.
pub(crate) struct Copied {
    /// How many whole items.
    pub(crate) count: usize,
    /// Their length in bytes, each with its separator in the text, or its head in the CRI.
    pub(crate) whole: usize,
    /// The length in bytes of the next item's start.
    pub(crate) len: usize,
}

/// Copies the characters that the field holds, from the item at `start` on. Labels become lower case (C5).
///
/// An item that ends at a separator is whole, and its head takes the separator's place. Whatever is not a short item
/// without percent-encoding ends the copy, and so does a segment that begins with a dot.
#[inline(always)]
pub(crate) fn copy(text: &[u8], start: Place, out: &mut [u8], field: Field, separator: u8) -> Copied {
    let (mut count, mut whole, mut at) = (0_usize, 0_usize, 0_usize);
    let rest = text.get(start.at..).unwrap_or_default();
    // The byte at `at` in the text is written one byte later, after the head of the first item.
    let room = out.get_mut(start.to..).unwrap_or_default();
    loop {
        let next = at.wrapping_add(1);
        let stop = if let Some(few) = rest.get(at..at.wrapping_add(FEW)).and_then(|few| few.first_chunk::<FEW>())
            && let Some(to) = room.get_mut(next..next.wrapping_add(FEW)).and_then(|to| to.first_chunk_mut::<FEW>())
        {
            let mut len = 0_usize;
            let mut stop = None;
            for (&byte, to) in few.iter().zip(to) {
                let (written, is_held) = held(byte, field);
                *to = written;
                if !is_held {
                    stop = Some(byte);
                    break;
                }
                len = len.wrapping_add(1);
            }
            at = at.wrapping_add(len);
            stop
        } else {
            let Some(&byte) = rest.get(at) else { break };
            let (written, is_held) = held(byte, field);
            put(room, next, written);
            if is_held {
                at = next;
                None
            } else {
                Some(byte)
            }
        };
        if let Some(stop) = stop {
            let len = at.wrapping_sub(whole);
            let may_be_dots = separator == b'/' && rest.get(whole) == Some(&b'.');
            if stop != separator || len >= 24 || may_be_dots {
                break;
            }
            put(room, whole, (Major::Text as u8) << 5 | len as u8);
            at = at.wrapping_add(1);
            (count, whole) = (count.wrapping_add(1), at);
        }
    }
    Copied { count, whole, len: at.wrapping_sub(whole) }
}

/// How many characters are copied between two checks of the text's end.
const FEW: usize = 8;

/// The byte that a character is written as, and whether the field holds it.
#[inline(always)]
fn held(byte: u8, field: Field) -> (u8, bool) {
    if !field.is_label() {
        return (byte, field.has(byte));
    }
    let lower_case = LOWER_CASE.get(usize::from(byte)).copied().unwrap_or_default();
    (lower_case, lower_case != 0)
}

/// The lower case of each character of a label, and zero for all others.
static LOWER_CASE: [u8; 256] = {
    let mut lower_case = [0; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        if Field::LABEL.has(byte) {
            #[allow(clippy::indexing_slicing, reason = "in range: this runs when the crate is built")]
            {
                lower_case[byte as usize] = byte.to_ascii_lowercase();
            }
        }
        byte = byte.wrapping_add(1);
    }
    lower_case
};
