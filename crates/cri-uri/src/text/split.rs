//! Text between ASCII delimiters. `str::split` and its relatives would link code that may panic.

/// The text before the first `delimiter`, and the text after it. Without a delimiter, all of the text.
pub(crate) fn split_first(text: &str, delimiter: u8) -> (&str, Option<&str>) {
    let delimiter = text.bytes().position(|byte| byte == delimiter);
    delimiter.and_then(|at| cut(text, at)).map_or((text, None), |(before, after)| (before, Some(after)))
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
        let (piece, rest) = split_first(self.rest?, self.delimiter);
        self.rest = rest;
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
            let (before, after) = text.split_once('/').map_or((text, None), |(before, after)| (before, Some(after)));
            assert_eq!(split_first(text, b'/'), (before, after), "{text}");
            assert_eq!(rsplit_once(text, b'/'), text.rsplit_once('/'), "{text}");
        }
    }
}
