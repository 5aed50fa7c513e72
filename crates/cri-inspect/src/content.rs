//! The string of an item, as people read it.

use core::fmt;

use cri_core::__private::write_escaped;

/// How the string of an item is shown.
///
/// ```
/// use cri_inspect::{Anatomy, Content};
/// use cri_registry::Table;
///
/// // [0, [["a", ':']]]
/// let items = Anatomy::new(b"\x82\x00\x81\x82\x61a\x41:", Table::DRAFT_16);
/// let contents: Vec<_> = items.skip(4).map(|item| item.meaning.content()).collect();
/// assert_eq!(contents, [Content::Text, Content::Percent]); // "a" and %3A
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Not at all, or as part of the meaning: `host 192.0.2.1`.
    Hidden,
    /// As text, escaped as in diagnostic notation.
    Text,
    /// As the percent-encoded triplets that a URI has: `%3A`.
    Percent,
}

impl Content {
    /// The bytes, shown in this way and without quotation marks. Bytes that are not UTF-8 are escaped as `\xff`.
    ///
    /// A caller that shows a long string in parts passes one part at a time.
    ///
    /// ```
    /// use cri_inspect::Content;
    ///
    /// assert_eq!(Content::Text.show(b"a\"\xff").to_string(), r#"a\"\xff"#);
    /// assert_eq!(Content::Percent.show(b":/").to_string(), "%3A%2F");
    /// ```
    #[must_use]
    pub const fn show(self, bytes: &[u8]) -> Shown<'_> {
        Shown { content: self, bytes }
    }
}

/// Bytes that display as [`Content`] says.
///
/// ```
/// use cri_inspect::Content;
///
/// let shown = Content::Text.show(b"a\nb");
/// assert_eq!(shown.to_string(), r"a\nb"); // one line
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    content: Content,
    bytes: &'a [u8],
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.content {
            Content::Hidden => Ok(()),
            Content::Text => self.bytes.utf8_chunks().try_for_each(|chunk| {
                write_escaped(f, chunk.valid())?;
                chunk.invalid().iter().try_for_each(|byte| write!(f, "\\x{byte:02x}"))
            }),
            Content::Percent => self.bytes.iter().try_for_each(|byte| write!(f, "%{byte:02X}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::Content;

    #[test]
    fn text_is_escaped_and_not_quoted() {
        for (bytes, shown) in [
            (&b""[..], ""),
            (b"a", "a"),
            (b"\0", r"\u0000"),
            (b"\"a\\\"", r#"\"a\\\""#),
            ("é😀".as_bytes(), "é😀"),
            (b"a\xc3\"\xffb", r#"a\xc3\"\xffb"#),
        ] {
            assert_eq!(Content::Text.show(bytes).to_string(), shown);
        }
    }
}
