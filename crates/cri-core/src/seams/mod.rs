//! The traits of other crates. The feature that is named after a crate adds its traits.

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
