//! One program, so that the crate is linked once for all its tests.

mod links;
mod pictures;
mod vectors;
