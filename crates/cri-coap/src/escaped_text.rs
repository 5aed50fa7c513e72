//! Text for people, in which every character is visible.

use core::fmt::{self, Write};

/// Writes text with control characters as `\u{1b}`, backslashes doubled, and a backslash before each `quote`.
///
/// `str`'s `Debug` and `char::escape_default` link panics into a microcontroller's program.
pub(crate) fn write_escaped(
    f: &mut fmt::Formatter<'_>,
    text: &str,
    quote: Option<char>,
) -> fmt::Result {
    text.chars().try_for_each(|character| {
        if character.is_control() {
            return write!(f, "\\u{{{:x}}}", u32::from(character));
        }
        if character == '\\' || Some(character) == quote {
            f.write_str("\\")?;
        }
        f.write_char(character)
    })
}
