//! Text for people, without what would not be seen or be taken for something else.

use core::fmt::{self, Write};

/// Writes text with its control characters as `\u{1b}`, its backslashes doubled, and a backslash before each `quote`.
///
/// `str`'s own `Debug` and `char::escape_default` would leave panics behind on a microcontroller.
pub(crate) fn write_escaped(f: &mut fmt::Formatter<'_>, text: &str, quote: Option<char>) -> fmt::Result {
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
