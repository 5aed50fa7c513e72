//! Which text is a URI reference, and where its components are (RFC 3986 section 3 and appendix A, RFC 6874).

pub(crate) mod blocks;
pub(crate) mod charset;
pub(crate) mod host;
pub(crate) mod parse;
pub(crate) mod scheme;
