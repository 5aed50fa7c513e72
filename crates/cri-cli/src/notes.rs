//! The notes of the program about how it reads operands. Each kind is written once.

/// What a person could misunderstand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Note {
    /// Hex digits may be a URI reference.
    Hex,
    /// A URI reference may be hex digits, but not of one whole CRI.
    Uri,
    /// The first segment of a path may be a host.
    Host,
    /// A scheme may be a host, and the path a port.
    Port,
    /// A scheme that is not registered may be misspelt.
    Scheme,
    /// CRIs that differ are equivalent.
    Equivalent,
}

/// The notes so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Notes {
    /// A bit for each note.
    bits: u8,
}

impl Notes {
    /// Whether there was such a note.
    pub(crate) fn contains(self, note: Note) -> bool {
        self.bits & (1 << note as u8) != 0
    }

    /// Adds a note. Returns whether it is new.
    pub(crate) fn insert(&mut self, note: Note) -> bool {
        let bit = 1 << note as u8;
        let is_new = self.bits & bit == 0;
        self.bits |= bit;
        is_new
    }
}
