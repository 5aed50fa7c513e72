//! Text between ASCII delimiters. `str::split` and its relatives would link code that may panic.

use core::iter::FusedIterator;

/// The text before the first `delimiter`, and the text after it. If there is no delimiter, returns all of the text and
/// `None`.
pub(crate) fn split_first(text: &str, delimiter: u8) -> (&str, Option<&str>) {
    let delimiter = text.bytes().position(|byte| byte == delimiter);
    delimiter
        .and_then(|at| cut(text, at))
        .map_or((text, None), |(before, after)| (before, Some(after)))
}

/// The text before the last `delimiter`, and the text after it. If there is no delimiter, returns `None` and all of the text.
pub(crate) fn split_last(text: &str, delimiter: u8) -> (Option<&str>, &str) {
    let delimiter = text.bytes().rposition(|byte| byte == delimiter);
    delimiter
        .and_then(|at| cut(text, at))
        .map_or((None, text), |(before, after)| (Some(before), after))
}

/// Whether `text` holds this ASCII character.
pub(crate) fn has_byte(text: &str, byte: u8) -> bool {
    text.bytes().any(|other| other == byte)
}

/// The pieces between the delimiters: one piece more than there are delimiters.
pub(crate) const fn split(text: &str, delimiter: u8) -> Split<'_> {
    Split::of(Some(text), delimiter)
}

/// The segments of a path, or the parameters of a query, as written.
#[derive(Clone, Debug)]
pub struct Split<'a> {
    /// The text that is left; `None` after the last piece.
    rest: Option<&'a str>,
    delimiter: u8,
}

impl<'a> Split<'a> {
    /// The pieces of `text`. If `text` is `None`, there are none.
    pub(crate) const fn of(text: Option<&'a str>, delimiter: u8) -> Self {
        Self { rest: text, delimiter }
    }
}

impl<'a> Iterator for Split<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let (piece, rest) = split_first(self.rest?, self.delimiter);
        self.rest = rest;
        Some(piece)
    }
}

impl DoubleEndedIterator for Split<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let (before, piece) = split_last(self.rest?, self.delimiter);
        self.rest = before;
        Some(piece)
    }
}

impl FusedIterator for Split<'_> {}

/// The offset in bytes of `part`, which is a part of `text`.
pub(crate) fn offset_in(text: &str, part: impl AsRef<[u8]>) -> usize {
    part.as_ref().as_ptr().addr().saturating_sub(text.as_ptr().addr())
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
            assert!(split(text, b'/').rev().eq(text.rsplit('/')), "{text}");
            let (before, after) =
                text.split_once('/').map_or((text, None), |(before, after)| (before, Some(after)));
            assert_eq!(split_first(text, b'/'), (before, after), "{text}");
            let (before, last) = split_last(text, b'/');
            assert_eq!(before.map(|before| (before, last)), text.rsplit_once('/'), "{text}");
            assert!(before.is_some() || last == text);
        }
    }
}
