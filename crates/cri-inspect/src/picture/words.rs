//! The texts of a picture.

use core::fmt;

use crate::picture::subject::{Heading, Picture};

/// A count of bytes that displays in words, such as `1 byte`.
pub(super) struct Count(pub(super) usize);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { "byte" } else { "bytes" })
    }
}

/// Items that are left out, in words.
pub(super) struct Rest {
    /// The offset of the first of them.
    pub(super) offset: usize,
    pub(super) items: usize,
    pub(super) bytes: usize,
}

impl fmt::Display for Rest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (items, noun) = (self.items, if self.items == 1 { "item" } else { "items" });
        write!(f, "{items} more {noun} with {} not shown", Count(self.bytes))
    }
}

/// The place of an error, before its message.
pub(super) struct ErrorAt(pub(super) usize);

impl fmt::Display for ErrorAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error at byte {}: ", self.0)
    }
}

/// How long the CRI of a picture is, and its URI if that is the heading.
pub(super) struct Caption<'p>(pub(super) &'p Picture<'p>);

impl fmt::Display for Caption<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = Count(self.0.bytes.len());
        match self.0.heading {
            Heading::Uri(uri) => {
                write!(f, "{} as a URI, {bytes} as a CRI", Count(uri.as_str().len()))
            }
            Heading::Text(_) => write!(f, "{bytes}"),
        }
    }
}

/// The beginning of a text, and a mark if it goes on.
pub(super) fn beginning(text: &str) -> impl fmt::Display + use<'_> {
    /// How many characters of a text are shown.
    const MAX: usize = 400;

    struct Beginning<'a>(&'a str, &'static str);

    impl fmt::Display for Beginning<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{}{}", self.0, self.1)
        }
    }

    match text.char_indices().nth(MAX).and_then(|(end, _)| text.get(..end)) {
        Some(beginning) => Beginning(beginning, "…"),
        None => Beginning(text, ""),
    }
}
