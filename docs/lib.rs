//! The Rust code in README.md, which the tests of this crate compile and run.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
