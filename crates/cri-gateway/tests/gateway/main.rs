//! The gateway from the outside: without sockets, with a clock of our own, and as a program.
//!
//! Messages are written and read by `coap-lite`, so that the gateway is not asked about itself.

mod bounds;
mod chaos;
mod duplicates;
mod forwarding;
mod hostile;
mod load;
mod names;
mod program;
mod refusals;
mod retransmission;
mod world;
