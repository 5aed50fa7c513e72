//! Requests: a CRI as the options that ask an endpoint for it, and back.

pub(crate) mod compose;
pub(crate) mod compose_error;
pub(crate) mod decompose;
pub(crate) mod decompose_error;
pub(crate) mod endpoint;
pub(crate) mod location;
pub(crate) mod path_values;
mod serves;
