//! The revision of the draft that output follows.

use core::fmt;

/// A revision of draft-ietf-core-href. Decoding takes none: it accepts the union of both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Revision {
    /// draft-ietf-core-href-16, the default everywhere.
    #[default]
    Draft16,
    /// draft-ietf-core-href-27.
    Draft27,
}

impl Revision {
    /// Every revision.
    pub const ALL: [Self; 2] = [Self::Draft16, Self::Draft27];

    /// The revision's name, `draft-16` or `draft-27`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draft16 => "draft-16",
            Self::Draft27 => "draft-27",
        }
    }

    /// The revision of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "draft-16" => Some(Self::Draft16),
            "draft-27" => Some(Self::Draft27),
            _ => None,
        }
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
