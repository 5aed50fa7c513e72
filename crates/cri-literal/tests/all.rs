//! One program, so that the crate is linked once for all its tests.

#[cfg(feature = "alloc")]
mod held;
mod literals;
