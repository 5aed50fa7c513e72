//! The macros of this crate, which every module has without an import.

#[macro_use]
mod errors;
#[macro_use]
mod values;
