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

/// The characters beyond ASCII that look like a colon, in UTF-8: U+FF1A, U+FE55, U+FE13, U+A789, U+2236 and U+02F8. A person
/// may have typed one for a colon.
pub(super) const LIKE_COLONS: [&[u8]; 6] = [
    b"\xef\xbc\x9a",
    b"\xef\xb9\x95",
    b"\xef\xb8\x93",
    b"\xea\x9e\x89",
    b"\xe2\x88\xb6",
    b"\xcb\xb8",
];
