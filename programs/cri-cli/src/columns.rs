//! Lines for the terminal: their columns and colours.

use std::io::{self, IsTerminal, Write};

use anstream::adapter::strip_str;
use terminal_size::{Width, terminal_size_of};

/// The columns of standard output, if it is a terminal.
pub(crate) fn of_terminal() -> Option<usize> {
    let output = io::stdout();
    let (Width(columns), _) = terminal_size_of(&output).filter(|_| output.is_terminal())?;
    Some(columns.into())
}

/// Writes a line, without its colours unless it is `styled`, and without the blanks at its end. The output never fails.
pub(crate) fn write_line(output: &mut impl Write, line: &str, styled: bool) {
    let plain = (!styled).then(|| plain(line));
    let line = plain.as_deref().unwrap_or(line);
    let _ = writeln!(output, "{}", line.trim_end());
}

/// A text without its colours.
pub(crate) fn plain(text: &str) -> String {
    strip_str(text).to_string()
}

/// The text in lines of at most `width` columns. Lines end between words, or within a word that is longer than a line.
/// Text without characters is one line.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<&str> {
    let (mut lines, mut rest) = (Vec::new(), text);
    while let Some(end) = first_too_far(rest, width) {
        let blank = if rest[end..].starts_with(' ') { Some(end) } else { rest[..end].rfind(' ') };
        let (line, after) = match blank.filter(|blank| !rest[..*blank].trim().is_empty()) {
            Some(blank) => (&rest[..blank], &rest[blank + 1..]),
            None => rest.split_at(end),
        };
        lines.push(line);
        rest = after;
    }
    if !rest.is_empty() || lines.is_empty() {
        lines.push(rest);
    }
    lines
}

/// Where the first character begins that does not fit into `width` columns. The first always fits.
fn first_too_far(text: &str, width: usize) -> Option<usize> {
    let mut columns = 0;
    let mut characters = text.char_indices();
    let too_far = characters.find(|(at, character)| {
        columns += of_character(*character);
        *at > 0 && columns > width
    });
    too_far.map(|(at, _)| at)
}

/// The most columns that a character takes. Some beyond ASCII take two.
const fn of_character(character: char) -> usize {
    if character.is_ascii() { 1 } else { 2 }
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn text_is_broken_between_words() {
        assert_eq!(wrap("a bc def", 4), ["a bc", "def"]);
        assert_eq!(wrap("abc def", 4), ["abc", "def"]);
        assert_eq!(wrap("ab c  d", 4), ["ab c", " d"]);
        assert_eq!(wrap("", 4), [""]);
        assert_eq!(wrap("abc", 4), ["abc"]);
    }

    #[test]
    fn a_long_word_is_broken() {
        assert_eq!(wrap("abcdef g", 4), ["abcd", "ef g"]);
        assert_eq!(wrap("ab", 0), ["a", "b"]);
        assert_eq!(wrap("ééé", 4), ["éé", "é"]);
        assert_eq!(wrap("é", 1), ["é"]);
        assert_eq!(wrap("    abcdef", 6), ["    ab", "cdef"]);
    }
}
