//! The program `cri`: URIs to Constrained Resource Identifiers (draft-ietf-core-href), back, and resolved.
//!
//! An operand goes through one pipe, whatever the command: [`input`] finds it among the arguments or on standard
//! input, a [`command`] reads it in one [`mod@format`] and writes its answer in another, and what goes wrong with it
//! becomes a [`failure`], shown by [`report`]. [`run`] drives that, on one thread or many, and puts the answers out
//! in the operands' order.

#![forbid(unsafe_code)]

mod answers;
mod args;
mod command;
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
