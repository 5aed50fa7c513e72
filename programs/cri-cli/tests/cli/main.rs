//! Tests of the built program.

mod both_ways;
mod coap;
mod coap_vectors;
mod first_try;
mod hostile;
#[cfg(target_os = "linux")]
mod links;
mod memory;
mod output;
mod passwords;
mod pictures;
mod program;
#[cfg(unix)]
mod progress;
mod readme;
mod rows;
mod stdin;
mod transcripts;
mod vectors;
mod wrong_inputs;
