//! Text for people, in which every character is visible.

use core::fmt::{self, Write};

use cri_core::__private::is_hidden;

/// Writes text with hidden characters as `\u{1b}`, and backslashes doubled.
///
/// `str`'s `Debug` and `char::escape_default` link panics into a microcontroller's program.
pub(crate) fn write_escaped(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    text.chars().try_for_each(|character| match character {
        '\\' => f.write_str("\\\\"),
        _ if is_hidden(character) => write!(f, "\\u{{{:x}}}", u32::from(character)),
        _ => f.write_char(character),
    })
}
