//! One program, so that the crate is linked once for all its tests.

#[cfg(feature = "links")]
mod links;
mod pictures;
mod vectors;
