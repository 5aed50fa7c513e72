//! Text between ASCII delimiters. `str::split` and its relatives would link code that may panic.

/// The text before the first `delimiter`, and the text after it.
pub(crate) fn split_once(text: &str, delimiter: u8) -> Option<(&str, &str)> {
    cut(text, text.bytes().position(|byte| byte == delimiter)?)
}

/// The text before the last `delimiter`, and the text after it.
pub(crate) fn rsplit_once(text: &str, delimiter: u8) -> Option<(&str, &str)> {
    cut(text, text.bytes().rposition(|byte| byte == delimiter)?)
}

/// The pieces between the delimiters: one piece more than there are delimiters.
pub(crate) const fn split(text: &str, delimiter: u8) -> Split<'_> {
    Split { rest: Some(text), delimiter }
}

/// The pieces of a text between delimiters.
#[derive(Clone, Debug)]
pub(crate) struct Split<'a> {
    /// The text that is left; `None` after the last piece.
    rest: Option<&'a str>,
    delimiter: u8,
}

impl<'a> Iterator for Split<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest?;
        let Some((piece, after)) = split_once(rest, self.delimiter) else {
            self.rest = None;
            return Some(rest);
        };
        self.rest = Some(after);
        Some(piece)
    }
}

/// The text before the byte at `at`, and the text after it.
fn cut(text: &str, at: usize) -> Option<(&str, &str)> {
    Some((text.get(..at)?, text.get(at.checked_add(1)?..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_those_of_the_standard_library() {
        for text in ["", "/", "a", "a/", "/a", "a/b", "//", "a//b/", "é/é"] {
            assert!(split(text, b'/').eq(text.split('/')), "{text}");
            assert_eq!(split_once(text, b'/'), text.split_once('/'), "{text}");
            assert_eq!(rsplit_once(text, b'/'), text.rsplit_once('/'), "{text}");
        }
    }
}
