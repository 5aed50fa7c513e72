//! CoAP options as people and messages write them, and where requests go.

mod destination;
mod line;
mod option;
mod wire;

pub(crate) use destination::Destination;
pub(crate) use line::{Line, lines};
pub(crate) use option::{CoapOption, write_options};
pub(crate) use wire::in_message;
