#![doc = include_str!("../README.md")]
#![doc(html_root_url = "https://docs.rs/cri-uri/0.1.0")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing))]
#![cfg_attr(not(test), deny(clippy::panic, clippy::string_slice, clippy::arithmetic_side_effects))]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(feature = "alloc", feature = "idna"))]
extern crate alloc;
#[cfg(test)]
extern crate std;

#[macro_use]
mod macros;

mod convert;
pub mod equivalence;
#[cfg(feature = "alloc")]
mod error;
#[cfg(feature = "http")]
pub mod http;
#[cfg(feature = "idna")]
pub mod idna;
#[cfg(feature = "nfc")]
pub mod nfc;
pub mod scheme;
mod text;
#[cfg(feature = "alloc")]
mod uri_cri;
#[cfg(feature = "url")]
pub mod url;

pub use convert::error::{ToCriError, ToCriErrorKind, ToUriError, ToUriErrorKind};
pub use convert::options::{Nfc, Options};
pub use convert::to_cri::{to_cri, to_request_cri};
pub use convert::to_iri::{IriText, ToIri};
pub use convert::to_uri::{ToUri, UriRefText, UriText};
pub use cri_registry::Table;
pub use equivalence::normalize::{Normalization, Normalized};
#[cfg(feature = "alloc")]
pub use error::Error;
pub use text::error::located::Located;
pub use text::error::{ParseError, ParseErrorKind, RecomposeError, RecomposeErrorKind};
pub use text::grammar::host::UriHost;
pub use text::resolve::ResolvedUri;
pub use text::resolve::relativize::RelativeRef;
pub use text::uri_ref::encoded_iri::EncodedIri;
#[cfg(feature = "alloc")]
pub use text::uri_ref::owned::UriBuf;
pub use text::uri_ref::{IriRef, Uri, UriRef};
pub use text::{components, context, password, pct};
#[cfg(all(feature = "alloc", feature = "serde"))]
pub use uri_cri::serde;
#[cfg(feature = "alloc")]
pub use uri_cri::{
    UriCri, UriCriRef,
    error::{UriCriError, UriCriErrorKind},
    profile::{Draft16, Profile, Rfc9988},
    resolve::Reference,
};

/// What other crates of this project share with this crate. It is no part of the interface.
#[doc(hidden)]
pub mod __private {
    pub use crate::convert::options::with_form_of;
    pub use crate::convert::to_cri::to_cri_without_character;
    #[cfg(feature = "alloc")]
    pub use crate::convert::{
        both_ways::{BothForms, other_target, references, shortest_reference},
        plain_port::with_plain_port,
    };
    pub use crate::text::error::excerpt::{AROUND, Excerpt};
    pub use crate::text::grammar::host::find_zone;
    pub use crate::text::uri_ref::{places, uri_from_places, uri_ref_from_places};
    #[cfg(feature = "alloc")]
    pub use crate::uri_cri::uri_cri_from_literal;
}
