//! Text in XML and HTML, escaped.

use core::fmt::{self, Write};

use cri_core::__private::is_hidden;

/// Passes text on, escaped for the content of an element and for an attribute in quotation marks.
///
/// Writes an escape such as `\u{1b}` in place of control characters, characters that XML 1.0 does not allow, and characters
/// that change the direction of the text around them.
pub(crate) struct Escape<'w, W>(pub(crate) &'w mut W);

impl<W: Write> Write for Escape<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|character| self.write_char(character))
    }

    fn write_char(&mut self, character: char) -> fmt::Result {
        match character {
            '&' => self.0.write_str("&amp;"),
            '<' => self.0.write_str("&lt;"),
            '>' => self.0.write_str("&gt;"),
            '"' => self.0.write_str("&quot;"),
            '\'' => self.0.write_str("&#39;"),
            character if is_escaped(character) => {
                write!(self.0, "\\u{{{:x}}}", u32::from(character))
            }
            character => self.0.write_char(character),
        }
    }
}

/// Whether a character is written as an escape: it steers a terminal, or XML 1.0 section 2.2 does not allow it.
pub(crate) const fn is_escaped(character: char) -> bool {
    is_hidden(character) || matches!(character, '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use core::fmt::Write;
    use std::string::String;

    use super::Escape;

    #[test]
    fn markup_and_controls_are_escaped() {
        let mut output = String::new();
        Escape(&mut output)
            .write_str("<a href=\"'&\u{1b}\u{202e}\u{ffff}\u{5d0}é")
            .expect("written");
        assert_eq!(output, "&lt;a href=&quot;&#39;&amp;\\u{1b}\\u{202e}\\u{ffff}\u{5d0}é");
    }
}
