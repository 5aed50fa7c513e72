//! The commas between links.

use core::mem;

/// Finds the commas that separate links. A comma in angle brackets or in quotes separates nothing.
///
/// The text may come in pieces, since a scanner keeps its place.
///
/// ```
/// let mut scanner = cri_inspect::links::Scanner::default();
/// assert_eq!(scanner.next_end(b"</a,b>;title=\"c, "), None);
/// assert_eq!(scanner.next_end(b"d\",</e>"), Some(3));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scanner(State);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Before the reference.
    #[default]
    Start,
    /// Between `<` and `>`.
    Reference,
    Parameters,
    Quotes,
    /// In quotes, after a backslash.
    Escape,
}

impl Scanner {
    /// Returns how many of the bytes belong to the link that is being read, with the comma after it. `None` if the comma is not
    /// among them. The next call continues after it, or after all bytes.
    pub fn next_end(&mut self, bytes: &[u8]) -> Option<usize> {
        let comma = bytes.iter().position(|byte| self.ends_at(*byte))?;
        Some(comma.saturating_add(1))
    }

    /// Passes a byte, and returns whether it is a comma after a link.
    fn ends_at(&mut self, byte: u8) -> bool {
        use State::{Escape, Parameters, Quotes, Reference, Start};
        let next = match (self.0, byte) {
            (Start | Parameters, b',') => Start,
            (Start, b'<') => Reference,
            // Without a reference, parameters may follow what should have been one.
            (Reference, b'>') | (Quotes, b'"') | (Start, b';') => Parameters,
            (Start | Parameters, b'"') | (Escape, _) => Quotes,
            (Quotes, b'\\') => Escape,
            (state, _) => state,
        };
        let state = mem::replace(&mut self.0, next);
        byte == b',' && matches!(state, Start | Parameters)
    }
}
