//! One program, so that the crate is linked once for all its tests.

mod arbitrary;
mod build_errors;
mod builder;
mod changes;
mod decoded;
mod embedded;
mod equality;
mod errors;
mod hostile;
mod hosts;
mod items;
mod iterators;
mod minicbor;
mod order;
mod owned;
mod prefixes;
mod properties;
mod relativize;
mod serde;
mod shown;
mod sizes;
mod tagged;
mod vectors;
