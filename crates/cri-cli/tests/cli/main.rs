//! Tests of the built program.

mod coap;
mod coap_vectors;
mod hostile;
mod memory;
mod output;
mod pictures;
mod program;
mod rfc3986_examples;
mod stdin;
mod vectors;
