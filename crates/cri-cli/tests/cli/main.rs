//! Tests of the built program.

mod coap;
mod coap_vectors;
mod first_try;
mod hostile;
mod memory;
mod output;
mod pictures;
mod program;
#[cfg(unix)]
mod progress;
mod rfc3986_examples;
mod stdin;
mod vectors;
