//! The command line.

pub(crate) mod coap;
pub(crate) mod command_line;
pub(crate) mod shared;
pub(crate) mod shorthand;
pub(crate) mod subcommand;
pub(crate) mod wrong;
