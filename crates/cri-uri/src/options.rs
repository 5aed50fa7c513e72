//! What a conversion depends on besides the identifier itself.

use cri_core::{Features, Revision};
use cri_registry::Table;

/// What a conversion depends on: revision, features, and the schemes that are known by number.
///
/// The default is draft-16, every feature, and the whole registry.
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
}

impl Options {
    /// The whole registry of `revision`, and every feature.
    #[must_use]
    pub const fn new(revision: Revision) -> Self {
        let schemes = match revision {
            Revision::Draft27 => Table::DRAFT_27,
            Revision::Draft16 => Table::DRAFT_16,
        };
        Self { revision, features: Features::ALL, schemes }
    }

    /// The six CoAP schemes of `revision`, and every feature. The whole registry is not linked for these.
    #[must_use]
    pub const fn coap(revision: Revision) -> Self {
        let schemes = match revision {
            Revision::Draft27 => Table::COAP_DRAFT_27,
            Revision::Draft16 => Table::COAP_DRAFT_16,
        };
        Self { revision, features: Features::ALL, schemes }
    }

    /// The same with these features.
    #[must_use]
    pub const fn with_features(self, features: Features) -> Self {
        Self { features, ..self }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new(Revision::Draft16)
    }
}
