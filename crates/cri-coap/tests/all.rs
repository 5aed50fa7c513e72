//! One program, so that the crate is linked once for all its tests.

mod access;
mod aif;
mod errors;
mod message;
mod options;
mod properties;
mod request;
mod shown;
mod vectors;
mod wire;
