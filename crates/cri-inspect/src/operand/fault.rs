//! Kinds of errors, as far as advice depends on them.

/// The kind of an error, as far as [`Advice`](crate::operand::Advice) depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A relative reference, or its CRI, where a URI was expected.
    Relative,
    /// A URI without a host, where a host was expected.
    Hostless,
    /// A character that its component cannot hold.
    Character,
    /// A colon in the first segment, and no scheme before it.
    Scheme,
    /// A percent sign that no two hexadecimal digits follow.
    Percent,
    /// Another form of an address or a port than URIs have.
    Spelling,
    /// Bytes that are no array.
    NotAnArray,
    /// Text that is no diagnostic notation.
    Notation,
    /// Any other error.
    Other,
}

impl Fault {
    /// Finds the fault by the name that the kinds of this project's errors have.
    #[must_use]
    pub fn named(kind: &str) -> Self {
        match kind {
            "base-not-full" | "target-not-full" | "not-full" | "no-origin" => Self::Relative,
            "no-authority" | "empty-host" | "missing-host" => Self::Hostless,
            "unexpected-character" => Self::Character,
            "invalid-scheme" => Self::Scheme,
            "invalid-percent-encoding" => Self::Percent,
            "invalid-ip-literal" | "empty-port" => Self::Spelling,
            "not-an-array" => Self::NotAnArray,
            "syntax" | "invalid-edn" => Self::Notation,
            _ => Self::Other,
        }
    }

    /// Whether the error may come from a URI reference that is spelled as other software does.
    pub(super) const fn is_spelling(self) -> bool {
        matches!(self, Self::Character | Self::Scheme | Self::Percent | Self::Spelling)
    }
}
