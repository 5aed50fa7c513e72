//! Tests of the built program.

mod coap;
mod coap_vectors;
mod network;
mod output;
mod program;
mod readme;
mod rfc3986_examples;
mod stdin;
mod vectors;
