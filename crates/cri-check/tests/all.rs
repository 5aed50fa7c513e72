//! One program, so that the crate is linked once for all its tests.

#[cfg(feature = "policy")]
mod networks;
#[cfg(feature = "policy")]
mod policy;
#[cfg(feature = "policy")]
mod public_targets;
mod schemes;
mod sentences;
mod vectors;
