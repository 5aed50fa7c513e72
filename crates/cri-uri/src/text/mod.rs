//! URIs and URI references as text (RFC 3986), without CRIs.

pub(crate) mod charset;
pub(crate) mod compare;
pub(crate) mod components;
pub(crate) mod context;
pub(crate) mod display;
pub(crate) mod dot_segments;
pub(crate) mod error;
pub(crate) mod host;
pub(crate) mod iri;
pub(crate) mod iri_character;
pub(crate) mod kinds;
pub(crate) mod known_scheme;
pub(crate) mod masked;
pub(crate) mod normalize;
pub(crate) mod parse;
pub(crate) mod path;
pub(crate) mod pct;
pub(crate) mod port;
pub(crate) mod relativize;
pub(crate) mod resolve;
pub(crate) mod spelling;
pub(crate) mod split;
pub(crate) mod uri;
pub(crate) mod uri_ref;
pub(crate) mod userinfo;
pub(crate) mod values;
