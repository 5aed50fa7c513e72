//! One program, so that the crate is linked once for all its tests.

mod compile_fail;
#[cfg(feature = "alloc")]
mod held;
mod literals;
