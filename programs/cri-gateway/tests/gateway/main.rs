//! Tests of the gateway: as a state machine without sockets and with a simulated clock, and as a program.
//!
//! `coap-lite` writes and reads the messages, so the gateway's own code does not check itself.

mod amplification;
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
