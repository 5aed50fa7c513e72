//! Requests: a CRI as the options that ask an endpoint for it, and back.

pub(crate) mod compose;
pub(crate) mod decompose;
pub(crate) mod endpoint;
pub(crate) mod error;
pub(crate) mod location;
pub(crate) mod path;
pub(crate) mod transport;
