//! The options of a conversion.

use cri_core::{Features, Revision};
use cri_registry::Table;

/// What creating a CRI from a URI or IRI reference does with text that is not in NFC.
///
/// Draft-16 wants the host's name, segments, parameters and fragment in NFC (constraints C5, C9 to C11). RFC 9988 wants the
/// userinfo, too. In percent-encoded text (PET), each piece of text counts by itself.
///
/// ```
/// use cri_core::ArrayBuffer;
/// use cri_uri::{Nfc, Options, UriRef};
///
/// // An "e" and a combining accent stay two characters.
/// let options = Options::default().with_nfc(Nfc::Keep);
/// let cri = UriRef::parse("/e%CC%81")?.to_cri(options, ArrayBuffer::<16>::new())?;
/// assert!(cri.as_bytes().ends_with(b"e\xcc\x81"));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Nfc {
    /// Keep the text as it is.
    #[default]
    Keep,
    /// Refuse the text: an error of kind `NotNfc`, with component and offset.
    #[cfg(feature = "nfc")]
    Refuse,
    /// Map the text that `Keep` would write to NFC. The result identifies another resource.
    ///
    /// This is for a naming authority that takes identifiers from a keyboard. A userinfo is refused as by `Refuse`,
    /// since section 3 does not allow to map it.
    #[cfg(feature = "nfc")]
    Normalize,
}

/// The options of a conversion: revision, features, the schemes that have a number, and the treatment of text that is
/// not in NFC.
///
/// The default is draft-16 with every feature, the whole registry, and [`Nfc::Keep`].
///
/// ```
/// use cri_core::Revision;
/// use cri_uri::{Options, UriRef};
///
/// let uri = UriRef::parse("coap+ws://h")?;
/// let cri = |options| uri.to_cri(options, Vec::new()).map(|cri| format!("{cri:?}"));
/// assert_eq!(cri(Options::default())?, r#"[-9, ["h"], []]"#);
/// assert_eq!(cri(Options::new(Revision::Rfc9988))?, r#"[-25, ["h"]]"#);
/// # Ok::<(), cri_uri::ToCriError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub(crate) revision: Revision,
    pub(crate) features: Features,
    /// INVARIANT: a table of `revision`, unless `with_form_of` was called.
    pub(crate) schemes: Table,
    pub(crate) nfc: Nfc,
}

impl Options {
    /// The whole registry of `revision`, and every feature.
    #[must_use]
    pub const fn new(revision: Revision) -> Self {
        Self::with_tables(revision, [Table::DRAFT_16, Table::RFC_9988])
    }

    /// The six CoAP schemes of `revision`, and every feature. The whole registry is not linked for these.
    ///
    /// ```
    /// use cri_core::{ArrayBuffer, Revision};
    /// use cri_uri::{Options, UriRef};
    ///
    /// // Schemes without a number in the table are written by name.
    /// let cri = UriRef::parse("http://h/a")?.to_cri(Options::coap(Revision::Draft16), ArrayBuffer::<16>::new())?;
    /// assert_eq!(format!("{cri:?}"), r#"["http", ["h"], ["a"]]"#);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn coap(revision: Revision) -> Self {
        Self::with_tables(revision, [Table::COAP_DRAFT_16, Table::COAP_RFC_9988])
    }

    /// The table of `revision`, of one for each, and every feature.
    const fn with_tables(revision: Revision, [draft_16, rfc_9988]: [Table; 2]) -> Self {
        let schemes = match revision {
            Revision::Draft16 => draft_16,
            Revision::Rfc9988 => rfc_9988,
        };
        Self { revision, features: Features::ALL, schemes, nfc: Nfc::Keep }
    }

    /// The revision whose rules hold, and whose wire form is written.
    #[must_use]
    pub const fn revision(self) -> Revision {
        self.revision
    }

    /// The features that URIs may need, and CRIs made from them use.
    #[must_use]
    pub const fn features(self) -> Features {
        self.features
    }

    /// The schemes that have a number, and their default ports.
    #[must_use]
    pub const fn schemes(self) -> Table {
        self.schemes
    }

    /// The treatment of text that is not in NFC.
    #[must_use]
    pub const fn nfc(self) -> Nfc {
        self.nfc
    }

    /// Whether a literal of `revision` is what these options convert its text to.
    #[cfg(feature = "alloc")]
    pub(crate) const fn are_those_of_literals(self, revision: Revision) -> bool {
        self.revision as u8 == revision as u8
            && self.schemes.len() == Self::new(revision).schemes.len()
            && matches!((self.features, self.nfc), (Features::ALL, Nfc::Keep))
    }

    /// These options with other features.
    #[must_use]
    pub const fn with_features(self, features: Features) -> Self {
        Self { features, ..self }
    }

    /// These options with another treatment of text that is not in NFC.
    #[must_use]
    pub const fn with_nfc(self, nfc: Nfc) -> Self {
        Self { nfc, ..self }
    }
}

/// The rules and the wire form of `revision`, with the schemes of `options`: for forms that the other revision lacks.
#[must_use]
pub const fn with_form_of(options: Options, revision: Revision) -> Options {
    Options { revision, ..options }
}

impl Default for Options {
    fn default() -> Self {
        Self::new(Revision::Draft16)
    }
}
