//! The revision of the draft that written CRIs follow.

use crate::error::named::named;
use crate::sections::discard::Discard;
use crate::wire::head::{EMPTY_ARRAY, NULL};

named! {
    r#"use cri_core::Revision;

assert_eq!(Revision::Draft16.name(), "draft-16");
assert_eq!(Revision::from_name(Revision::Draft27.name()), Some(Revision::Draft27));"#;

    /// A revision of draft-ietf-core-href, for whatever writes a CRI. Decoding takes none: it accepts the union of both.
    ///
    /// ```
    /// use cri_core::{Cri, Revision};
    ///
    /// let cri = Cri::decode(b"\x82\x20\x81\x61h")?; // [-1, ["h"]]
    /// assert!(cri.is_encoding_of(Revision::Draft27));
    /// assert!(!cri.is_encoding_of(Revision::Draft16)); // [-1, ["h"], []] is
    /// assert_eq!(Revision::default(), Revision::Draft16);
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Revision {
        /// draft-ietf-core-href-16, the default everywhere.
        #[default]
        Draft16 => "draft-16",
        /// draft-ietf-core-href-27.
        Draft27 => "draft-27",
    }
}

impl Revision {
    /// Every revision.
    pub const ALL: [Self; 2] = [Self::Draft16, Self::Draft27];

    /// The revision with this name, if there is one.
    ///
    /// ```
    /// use cri_core::Revision;
    ///
    /// assert_eq!(Revision::from_name("draft-27"), Some(Revision::Draft27));
    /// assert_eq!(Revision::from_name("27"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|revision| revision.name() == name)
    }
}

/// What a revision writes for sections that say nothing (section 5.1).
#[doc(hidden)]
impl Revision {
    /// Whether a CRI or CRI reference leaves out its last section, if the section's first byte is `first`.
    ///
    /// Null is left out at the end in both revisions. -27 leaves out empty arrays too, except in a reference with a
    /// discard of 0: there an empty path or query unsets the base's.
    #[must_use]
    pub const fn leaves_out(self, first: u8, discard: Discard) -> bool {
        match (first, self) {
            (NULL, _) => true,
            (EMPTY_ARRAY, Self::Draft27) => !matches!(discard, Discard::Segments(0)),
            _ => false,
        }
    }

    /// The one byte of a missing query that a fragment follows. In a full CRI of -27 it is the empty array.
    #[must_use]
    pub const fn missing_query(self, is_full: bool) -> u8 {
        match self {
            Self::Draft27 if is_full => EMPTY_ARRAY,
            _ => NULL,
        }
    }
}
