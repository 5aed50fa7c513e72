//! Characters as a terminal shows them.

use cri_core::__private::{is_hidden, long_character};

/// A text of several lines in which each character that steers a terminal is escaped.
pub(crate) fn quiet(text: &str) -> String {
    let quiet = |character: char| {
        if is_hidden(character) && character != '\n' {
            character.escape_unicode().to_string()
        } else {
            character.to_string()
        }
    };
    text.chars().map(quiet).collect()
}

/// Whether the bytes of a character, or one byte that is none, can be shown as they are.
pub(crate) fn is_plain(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).is_ok_and(|text| !text.contains(is_hidden))
}

/// A character that was found, as messages name it, such as `'ä' (U+00E4)`.
pub(crate) fn named(character: char) -> String {
    let number = u32::from(character);
    if is_hidden(character) {
        format!("U+{number:04X}")
    } else {
        format!("{character:?} (U+{number:04X})")
    }
}

/// The length in bytes of the character that `bytes` begins with, or 1 where the bytes are not a character.
pub(crate) fn len_of_character(bytes: &[u8]) -> usize {
    long_character(bytes).map_or(1, char::len_utf8)
}
