//! The program `cri`: Constrained Resource Identifiers (draft-ietf-core-href) from URIs and back, resolved,
//! compared and explained.
//!
//! An operand goes through one pipe, whatever the command: [`input`] finds it among the arguments or on standard
//! input, a [`command`] reads it in one [`mod@format`] and writes its answer in another, and what goes wrong with it
//! becomes a [`failure`], shown by [`report`]. [`run`] drives that, on one thread or many, and puts the answers out
//! in the operands' order.
//!
//! What bytes mean, [`anatomy`] tells item by item, also where they are no CRI; [`diagram`] draws that. How CoAP
//! options are written, [`mod@coap`] knows.

#![forbid(unsafe_code)]

mod anatomy;
mod answers;
mod args;
mod coap;
mod command;
mod diagram;
mod echo;
mod failure;
mod format;
mod heads;
mod input;
mod mask;
mod report;
mod run;

use std::process::ExitCode;

fn main() -> ExitCode {
    command::run(args::parse())
}
