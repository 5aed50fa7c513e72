//! Conversion between URIs and CRIs (sections 6 and 7 of the draft).

#[cfg(feature = "alloc")]
pub(crate) mod both_ways;
pub(crate) mod error;
#[cfg(feature = "nfc")]
pub(crate) mod nfc;
pub(crate) mod options;
#[cfg(feature = "alloc")]
pub(crate) mod plain_port;
pub(crate) mod text_component;
pub(crate) mod to_cri;
pub(crate) mod to_iri;
pub(crate) mod to_uri;
pub(crate) mod uri_methods;
