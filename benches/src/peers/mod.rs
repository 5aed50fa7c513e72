//! The peers, one file each. A peer is not measured on work that it cannot do or inputs that it refuses.

#[cfg(bench_ada)]
pub(crate) mod ada;
pub(crate) mod fluent;
pub(crate) mod http;
pub(crate) mod iri_string;
pub(crate) mod oxiri;
pub(crate) mod text;
pub(crate) mod uriparse;
pub(crate) mod url;
