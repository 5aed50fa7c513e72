//! URIs and URI references as text (RFC 3986), without CRIs.

pub mod components;
pub mod context;
pub(crate) mod error;
pub(crate) mod grammar;
pub(crate) mod iri;
pub mod password;
pub(crate) mod path;
pub mod pct;
pub(crate) mod resolve;
pub(crate) mod uri_ref;
