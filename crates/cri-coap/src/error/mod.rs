//! Errors: a kind and a place.
//!
//! Errors of conversions between CRIs and options have no byte offset, because sections need not lie in one run of bytes,
//! and neither do options. The component or the option number says where the error is.

pub(crate) mod at;
pub(crate) mod compose;
pub(crate) mod decompose;
pub(crate) mod error_kinds_macro;
pub(crate) mod proxy;
pub(crate) mod wire;
