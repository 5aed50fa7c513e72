//! CoAP options as people and messages write them, and where requests go.

pub(crate) mod destination;
pub(crate) mod line;
pub(crate) mod option;
