//! One operation each, on inputs that the caller or a generator provides.

pub(crate) mod canonical;
pub(crate) mod coap;
pub(crate) mod compare;
pub(crate) mod decode;
pub(crate) mod proxy;
pub(crate) mod relativize;
pub(crate) mod resolve;
pub(crate) mod uri;
