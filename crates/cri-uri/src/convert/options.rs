//! What a conversion depends on besides the identifier itself.

use cri_core::{Features, Revision};
use cri_registry::Table;

/// What becomes of text that is not in NFC when a CRI is created from a URI or IRI reference.
///
/// Draft-16 wants the host's name, segments, parameters and fragment in NFC (C5, C9 to C11), draft-27 the userinfo
/// too. Of percent-encoded text (PET) each piece of text counts by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Nfc {
    /// It stays what it is.
    #[default]
    Keep,
    /// It is refused: kind `NotNfc`, with the component and the byte.
    #[cfg(feature = "nfc")]
    Refuse,
    /// It is mapped to NFC, which makes another identifier of it; what is mapped is the text that `Keep` gives.
    ///
    /// A userinfo is refused as by `Refuse`: section 3 has it not among what may be mapped. This is for identifiers
    /// that a naming authority has from somebody's keyboard.
    #[cfg(feature = "nfc")]
    Normalize,
}

/// What a conversion depends on: revision, features, the schemes that are known by number, and what becomes of text
/// that is not in NFC.
///
/// The default is draft-16, every feature, the whole registry, and text that stays what it is.
///
/// ```
/// use cri_core::Revision;
/// use cri_uri::{Options, UriRef};
///
/// let uri = UriRef::parse("coap+ws://h")?;
/// let cri = |options| uri.to_cri(options, Vec::new()).map(|cri| format!("{cri:?}"));
/// assert_eq!(cri(Options::default())?, r#"[-9, ["h"], []]"#);
/// assert_eq!(cri(Options::new(Revision::Draft27))?, r#"[-25, ["h"]]"#);
/// # Ok::<(), cri_uri::ToCriError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The revision whose rules hold, and whose wire form is written.
    pub revision: Revision,
    /// The features that URIs may need, and CRIs made from them use.
    pub features: Features,
    /// The schemes that have a number, and their default ports.
    pub schemes: Table,
    /// What becomes of text that is not in NFC when a CRI is created from it.
    pub nfc: Nfc,
}

impl Options {
    /// The whole registry of `revision`, and every feature.
    #[must_use]
    pub const fn new(revision: Revision) -> Self {
        let schemes = match revision {
            Revision::Draft27 => Table::DRAFT_27,
            Revision::Draft16 => Table::DRAFT_16,
        };
        Self { revision, features: Features::ALL, schemes, nfc: Nfc::Keep }
    }

    /// The six CoAP schemes of `revision`, and every feature. The whole registry is not linked for these.
    #[must_use]
    pub const fn coap(revision: Revision) -> Self {
        let schemes = match revision {
            Revision::Draft27 => Table::COAP_DRAFT_27,
            Revision::Draft16 => Table::COAP_DRAFT_16,
        };
        Self { revision, features: Features::ALL, schemes, nfc: Nfc::Keep }
    }

    /// The same with these features.
    #[must_use]
    pub const fn with_features(self, features: Features) -> Self {
        Self { features, ..self }
    }

    /// The same with this said of NFC.
    #[must_use]
    pub const fn with_nfc(self, nfc: Nfc) -> Self {
        Self { nfc, ..self }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new(Revision::Draft16)
    }
}
