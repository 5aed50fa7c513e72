//! The program `cri`: Constrained Resource Identifiers (draft-ietf-core-href) from URIs and back, resolved,
//! compared and explained.
//!
//! Every command handles an operand in these steps:
//!
//! 1. [`input`] takes it from the arguments or from standard input.
//! 2. A [`command`] recognizes its [`mod@format`], notes a [`doubt`] about that, reads it, and writes the answer as text,
//!    CBOR or a JSON [`object`].
//! 3. If something is wrong with it, the command makes a [`failure`], which [`report`] shows to people.
//!
//! [`run`] does this on one thread or many, shows [`progress`], and puts the [`answers`] out in the order of the operands.
//! An operand that is shown goes through [`echo`], which masks passwords, or shows only a few bytes. [`diagram`] draws what `cri-inspect`
//! knows of the bytes. [`mod@coap`] has CoAP options as text.
//!
//! Modules import downwards only: `format`, then `echo`, then `report` and `object`, then `command`.

#![forbid(unsafe_code)]

mod answers;
mod args;
mod characters;
mod coap;
mod columns;
mod command;
mod diagram;
mod difference;
mod doubt;
mod echo;
mod failure;
mod format;
mod hex;
mod input;
mod notes;
mod object;
mod progress;
mod report;
mod run;
mod text;

use std::process::ExitCode;

fn main() -> ExitCode {
    command::run(args::command_line::parse)
}
