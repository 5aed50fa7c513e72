//! CoAP options as people and messages write them, and where requests go.

pub(crate) mod destination;
pub(crate) mod line;
mod message;
pub(crate) mod option;
pub(crate) mod request;
