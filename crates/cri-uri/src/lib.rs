//! URIs (RFC 3986) to Constrained Resource Identifiers (CRIs) and back, with no heap and nothing that panics.
//!
//! A CRI is a URI as a CBOR array, in which nothing has to be scanned or decoded (draft-ietf-core-href). The crate
//! `cri-core` has the CRIs; this one has the text, and the conversions of section 6 of the draft.
//!
//! # Terminology
//!
//! - A *URI reference* is a URI, or a relative reference such as `../a?q`. [`UriRef`] is text that was parsed as one
//!   and taken apart, with nothing decoded.
//!   [`UriRef::resolve`], [`UriRef::relativize`], [`UriRef::normalize`] and [`UriRef::equivalent`] work on text alone,
//!   and [`extract`](extract()) finds URIs in running text.
//! - A *CRI reference* is the same in CBOR. [`to_cri`] makes one of text, [`UriRef::to_cri`] of what was parsed;
//!   [`ToUri::to_uri`] goes the other way, for CRIs and CRI references as decoded, resolved or built.
//! - An *IRI reference* is a URI reference with characters beyond ASCII (RFC 3987). [`IriRef`] is text that was parsed
//!   as one; [`ToIri::to_iri`] and [`UriRef::to_iri`] give one.
//! - A *dot-segment* is `.` or `..`. CRIs have none: they are removed, or counted in the CRI reference's discard.
//! - *PET* is percent-encoded text: `%HH` that text in a CRI cannot say, since it would come out as another URI.
//! - *Canonical* is the CRI that [`UriRef::to_cri`] makes, of all that are [`equivalent`].
//! - A *view* has the parts that its scheme gives a URI, for the ten schemes of RFC 1738 ([`scheme`]). A *finding* is
//!   something that [`check`](check()) has to say of a URI: a rule of its scheme that it breaks, or a warning.
//! - [`Options`] say which revision of the draft holds, which of its features are there, which schemes have a number,
//!   and what becomes of text that is not in Unicode's Normalization Form C ([`Nfc`]). The answer depends on nothing
//!   else.
//!
//! # Example
//!
//! ```
//! use cri_core::ArrayBuffer;
//! use cri_uri::{Options, ToUri, to_cri};
//!
//! let options = Options::default();
//! let base = to_cri("coap://Example.com:5683/a/b/../c%2Fd?x", options, ArrayBuffer::<64>::new())?;
//! let link = to_cri("../e", options, ArrayBuffer::<8>::new())?;
//! assert_eq!(format!("{base:?} and {link:?}"), r#"[-1, ["example", "com"], ["a", "c/d"], ["x"]] and [2, ["e"]]"#);
//!
//! let base = base.into_full().expect("a scheme");
//! let target = base.as_cri().resolve(link.as_cri_ref())?;
//! assert_eq!(target.to_uri(options)?.to_string(), "coap://example.com/e");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # What this crate does not do
//!
//! - It repairs nothing: a URI that no CRI can say is an error with the component and the byte, and so is a CRI
//!   without a URI.
//! - It does not map a host by IDNA unless asked to (`idna::to_ascii`), nor change what is percent-encoded beyond the
//!   equivalences of RFC 3986.
//! - Parsing and conversion do not ask for the rules of a scheme: only its view does, and [`check`](check()).
//! - It opens no connection and looks nothing up.
//!
//! # Features
//!
//! None is on by default, and none changes an answer. `alloc` adds `Vec<u8>` to the buffers that a CRI may be written
//! to. These need an allocator: `nfc` adds `Nfc::Refuse`, `Nfc::Normalize`, `check_nfc` and
//! `nfc_findings`; `idna` the module `idna`;
//! `url` conversions from and to `url::Url`.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable,
        clippy::todo,
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::arithmetic_side_effects
    )
)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(feature = "idna", feature = "url"))]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod check;
mod convert;
mod equivalence;
#[cfg(feature = "idna")]
pub mod idna;
pub mod scheme;
mod text;
#[cfg(feature = "url")]
pub mod url;

#[cfg(feature = "nfc")]
pub use check::nfc_findings;
pub use check::{Check, Finding, FindingKind, Severity, check};
pub use convert::error::{ToCriError, ToCriErrorKind, ToUriError, ToUriErrorKind};
#[cfg(feature = "nfc")]
pub use convert::nfc::{NotNfc, check_nfc};
pub use convert::options::{Nfc, Options};
pub use convert::to_cri::to_cri;
pub use convert::to_iri::{IriText, ToIri};
pub use convert::to_uri::{ToUri, UriText};
pub use cri_registry::Table;
pub use equivalence::canonical::canonical;
pub use equivalence::equivalent::equivalent;
pub use equivalence::renumber::renumber;
pub use equivalence::rewrite::{RewriteError, RewriteErrorKind};
pub use equivalence::seen::{Equivalence, empty_path_is_root};
pub use text::components::{Components, RecomposeError, RecomposeErrorKind, Recomposed};
pub use text::context::wrapped::{SpacedUri, WrappedUri};
pub use text::context::{Delimiters, Extract, Found, extract};
pub use text::error::{ParseError, ParseErrorKind};
pub use text::host::UriHost;
pub use text::iri::{IriAsUri, IriRef};
pub use text::masked::{Masked, masked, passwords};
pub use text::normalize::{Normalization, Normalized};
pub use text::relativize::RelativeUri;
pub use text::resolve::{
    DotlessPath, Resolution, ResolveUriError, ResolveUriErrorKind, ResolvedUri, remove_dot_segments,
};
pub use text::uri_ref::UriRef;
pub use text::userinfo::{MASK, password_start};
