//! The traits of other crates, each behind the feature that is named after the crate.

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "defmt")]
mod defmt;
#[cfg(feature = "minicbor")]
pub(crate) mod minicbor;
#[cfg(feature = "serde")]
mod serde;
#[cfg(any(feature = "alloc", feature = "heapless"))]
mod vec;
