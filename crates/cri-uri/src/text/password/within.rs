//! Where a text with passwords ends words, and where its passwords end.

/// What a text is that passwords are searched in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Within {
    /// A URI reference. No password holds a delimiter, and none is cut off.
    Uri,
    /// The components of any text. No password holds a delimiter, and one may be cut off.
    Components,
    /// Text that was given as one URI reference. A password may hold anything.
    #[default]
    Operand,
    /// Text with URIs in it. A blank or a double quotation mark ends a password after a delimiter, and one that is cut off.
    Prose,
}

impl Within {
    /// Whether a password ends before a delimiter.
    pub(super) const fn has_components(self) -> bool {
        matches!(self, Self::Uri | Self::Components)
    }

    /// Whether this byte ends a word of the text.
    pub(super) const fn ends_word(self, byte: u8) -> bool {
        matches!(self, Self::Prose) && (byte.is_ascii_whitespace() || byte == b'"')
    }
}
