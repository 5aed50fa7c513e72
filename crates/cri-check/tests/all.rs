//! One program, so that the crate is linked once for all its tests.

#[cfg(feature = "policy")]
mod networks;
#[cfg(feature = "policy")]
mod policy;
mod schemes;
mod sentences;
mod vectors;
