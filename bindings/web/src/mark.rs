//! A range of a text, counted as JavaScript counts.

use std::ops::Range;

use serde::Serialize;

/// A range of whole characters in a text, counted in UTF-16 code units. Empty after the last character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Mark {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Mark {
    /// The characters that these bytes are part of.
    pub(crate) fn new(text: &str, bytes: Range<usize>) -> Self {
        let (mut start, mut end) = (0_usize, 0_usize);
        for (at, character) in text.char_indices() {
            let after = at.saturating_add(character.len_utf8());
            if after <= bytes.start {
                start = start.saturating_add(character.len_utf16());
            }
            if at < bytes.end || after <= bytes.start {
                end = end.saturating_add(character.len_utf16());
            }
        }
        Self { start, end }
    }
}

#[cfg(test)]
mod tests {
    use super::Mark;

    #[test]
    fn marks_are_whole_characters_in_utf_16() {
        for (text, bytes, expected) in [
            ("abc", 1..2, (1, 2)),
            ("abc", 0..3, (0, 3)),
            ("abc", 3..3, (3, 3)),
            ("abc", 3..4, (3, 3)),
            ("äbc", 2..3, (1, 2)),
            ("äbc", 1..2, (0, 1)),
            ("𝔸b", 4..5, (2, 3)),
            ("𝔸b", 0..1, (0, 2)),
            ("", 0..1, (0, 0)),
        ] {
            let mark = Mark::new(text, bytes.clone());
            assert_eq!((mark.start, mark.end), expected, "{text} {bytes:?}");
        }
    }
}
