//! Text between ASCII characters. `str::split` and its like would link code that may panic, if never for these.

/// What stands before the first `delimiter`, and what behind it.
pub(crate) fn split_once(text: &str, delimiter: u8) -> Option<(&str, &str)> {
    cut(text, text.bytes().position(|byte| byte == delimiter)?)
}

/// What stands before the last `delimiter`, and what behind it.
pub(crate) fn rsplit_once(text: &str, delimiter: u8) -> Option<(&str, &str)> {
    cut(text, text.bytes().rposition(|byte| byte == delimiter)?)
}

/// What stands between the delimiters: one piece more than there are of these.
pub(crate) const fn split(text: &str, delimiter: u8) -> Split<'_> {
    Split { rest: Some(text), delimiter }
}

/// The pieces of a text between delimiters.
#[derive(Clone, Debug)]
pub(crate) struct Split<'a> {
    /// What is left; `None` behind the last piece.
    rest: Option<&'a str>,
    delimiter: u8,
}

impl<'a> Iterator for Split<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest?;
        let Some((piece, behind)) = split_once(rest, self.delimiter) else {
            self.rest = None;
            return Some(rest);
        };
        self.rest = Some(behind);
        Some(piece)
    }
}

/// What stands before the byte at `at`, and what behind it.
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
