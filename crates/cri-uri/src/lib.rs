#![doc = include_str!("../README.md")]
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

#[cfg(any(feature = "alloc", feature = "idna", feature = "url"))]
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
pub use equivalence::canonical_form::canonical;
pub use equivalence::compare::equivalent;
pub use equivalence::other_revision::renumber;
pub use equivalence::rewrite::{RewriteError, RewriteErrorKind};
pub use equivalence::seen::{Equivalence, empty_path_is_root};
pub use text::components::{Components, RecomposeError, RecomposeErrorKind, Recomposed};
pub use text::context::wrapped::{SpacedUri, WrappedUri};
pub use text::context::{Delimiters, Extract, Found, extract};
pub use text::display::BufferTooSmall;
pub use text::error::{ParseError, ParseErrorKind};
pub use text::host::UriHost;
pub use text::iri::{IriAsUri, IriRef};
pub use text::normalize::{Normalization, Normalized};
#[cfg(feature = "alloc")]
pub use text::owned::{UriBuf, UriRefBuf};
pub use text::password::{Masked, masked, passwords};
pub use text::pct;
pub use text::relativize::RelativeUri;
pub use text::resolve::{
    DotlessPath, Resolution, ResolveUriError, ResolveUriErrorKind, ResolvedUri, remove_dot_segments,
};
pub use text::split::Split;
pub use text::uri::Uri;
pub use text::uri_ref::UriRef;
pub use text::userinfo::{MASK, password_start};
