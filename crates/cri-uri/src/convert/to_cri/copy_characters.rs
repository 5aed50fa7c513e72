//! Characters that stay as they are, copied from the text to the CRI.

use crate::convert::text_component::TextComponent;
use crate::convert::to_cri::out::{END, Place, put};

/// How many characters are copied between two checks of the text's end.
const FEW: usize = 8;

/// Copies the characters that the component holds, from `start` on. Labels become lower case (constraint C5). Returns the
/// number of characters, and the byte that ends them.
#[inline(always)]
pub(crate) fn copy_characters(
    text: &[u8],
    start: Place,
    out: &mut [u8],
    component: TextComponent,
) -> (usize, u8) {
    let Some(rest) = text.get(start.at..) else { return (0, END) };
    let mut len = 0_usize;
    // If there is room for all of the text, this loop checks only where the text ends.
    if let Some(room) = out.get_mut(start.to..).and_then(|room| room.get_mut(..rest.len())) {
        for (few, room) in rest.as_chunks::<FEW>().0.iter().zip(room.as_chunks_mut::<FEW>().0) {
            for (&byte, to) in few.iter().zip(room) {
                let (written, is_held) = held(byte, component);
                *to = written;
                if !is_held {
                    return (len, byte);
                }
                len = len.wrapping_add(1);
            }
        }
    }
    for &byte in rest.get(len..).unwrap_or_default() {
        let (written, is_held) = held(byte, component);
        if !is_held {
            return (len, byte);
        }
        put(out, start.to.wrapping_add(len), written);
        len = len.wrapping_add(1);
    }
    (len, END)
}

/// The byte that a character is written as, and whether the component holds it.
#[inline(always)]
fn held(byte: u8, component: TextComponent) -> (u8, bool) {
    if !component.is_label() {
        return (byte, component.has(byte));
    }
    let lower_case = LOWER_CASE.get(usize::from(byte)).copied().unwrap_or_default();
    (lower_case, lower_case != 0)
}

/// The lower case of each character of a label, and zero for all others.
static LOWER_CASE: [u8; 256] = {
    let mut lower_case = [0; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        if TextComponent::LABEL.has(byte) {
            #[allow(
                clippy::indexing_slicing,
                reason = "in range: this runs when the crate is built"
            )]
            {
                lower_case[byte as usize] = byte.to_ascii_lowercase();
            }
        }
        byte = byte.wrapping_add(1);
    }
    lower_case
};
