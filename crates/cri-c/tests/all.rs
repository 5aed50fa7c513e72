//! One program, so that the crate is linked once for all its tests.

mod functions;
mod readme;
mod relativize;
mod tagged;
