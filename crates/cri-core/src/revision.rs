//! The revision of the draft that written CRIs follow.

use crate::named_macro::named;
use crate::sections::Discard;
use crate::wire::head::{EMPTY_ARRAY, NULL};

named! {
    /// A revision of draft-ietf-core-href, for whatever writes a CRI. Decoding takes none: it accepts the union of both.
    ///
    /// Revisions -27 to -30 write the same bytes, so they are one value. Revision -30 is to become RFC 9988.
    ///
    /// There is no `Default`. Only `Options` of cri-uri has one: draft-16.
    ///
    /// ```
    /// use cri_core::{Cri, Revision};
    ///
    /// let cri = Cri::decode(b"\x82\x20\x81\x61h")?; // [-1, ["h"]]
    /// assert!(cri.is_encoding_of(Revision::Rfc9988));
    /// assert!(!cri.is_encoding_of(Revision::Draft16)); // [-1, ["h"], []] is
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Revision {
        /// draft-ietf-core-href-16, with which `Options` of cri-uri begin.
        Draft16 => "draft-16",
        /// RFC 9988 to be: draft-ietf-core-href-27 and its successors up to -30.
        Rfc9988 => "rfc9988",
    }
}

impl Revision {
    /// Every revision.
    pub const ALL: [Self; 2] = [Self::Draft16, Self::Rfc9988];

    /// The names that [`from_name`](Self::from_name) knows: those of the drafts in the order of their
    /// publication, and that of the RFC.
    ///
    /// ```
    /// use cri_core::Revision;
    ///
    /// let names = Revision::NAMES.iter().filter(|(_, revision)| *revision == Revision::Rfc9988).map(|(name, _)| *name);
    /// assert!(names.eq(["draft-27", "draft-28", "draft-29", "draft-30", "rfc9988"]));
    /// ```
    pub const NAMES: [(&'static str, Self); 6] = [
        ("draft-16", Self::Draft16),
        ("draft-27", Self::Rfc9988),
        ("draft-28", Self::Rfc9988),
        ("draft-29", Self::Rfc9988),
        ("draft-30", Self::Rfc9988),
        ("rfc9988", Self::Rfc9988),
    ];

    /// The revision that has this name among [`NAMES`](Self::NAMES), if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, revision)| *revision)
    }
}

/// Whether a CRI or CRI reference leaves out its last section in `revision`, if the section's first byte is `first` (section
/// 5.1).
///
/// Null is left out at the end in both revisions. -27 leaves out empty arrays too, except in a reference with a
/// discard of 0: there an empty path or query unsets the base's.
#[must_use]
#[inline]
pub const fn leaves_out(revision: Revision, first: u8, discard: Discard) -> bool {
    match (first, revision) {
        (NULL, _) => true,
        (EMPTY_ARRAY, Revision::Rfc9988) => !matches!(discard, Discard::Segments(0)),
        _ => false,
    }
}

/// The one byte of a missing query that a fragment follows (section 5.1). In a full CRI of -27 it is the empty array.
#[must_use]
#[inline]
pub const fn missing_query(revision: Revision, is_full: bool) -> u8 {
    match revision {
        Revision::Rfc9988 if is_full => EMPTY_ARRAY,
        _ => NULL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn revisions_are_found_by_their_names_only() {
        for (name, revision) in Revision::NAMES {
            assert_eq!(Revision::from_name(name), Some(revision), "{name:?}");
        }
        for revision in Revision::ALL {
            assert_eq!(Revision::from_name(revision.name()), Some(revision));
        }
        for name in ["draft-26", "draft-31", "rfc9987", "RFC9988", "27", ""] {
            assert_eq!(Revision::from_name(name), None, "{name:?}");
        }
    }
}
