//! Inputs: encoded CRIs, URIs, and options of requests.

pub(crate) mod cris;
pub(crate) mod options;
pub(crate) mod tree;
pub(crate) mod uris;
