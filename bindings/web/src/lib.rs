//! The logic of the page in `bindings/web/`: text in, and everything that the page shows about it out, as JSON.
//!
//! [`explain`] recognizes what a text is, converts it, and returns an [`Answer`]. `build/binding` makes it a
//! function of JavaScript, and the page shows what the answer holds.
//!
//! # What this crate does not do
//!
//! - It decides nothing about CRIs: each rule is in the crates that the program `cri` uses, too.
//! - It writes no HTML. Every text in an answer is shown as text.
//! - Nothing in it panics, whatever the text is.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]
#![cfg_attr(not(test), deny(clippy::unreachable, clippy::todo, clippy::string_slice))]
#![cfg_attr(not(test), deny(clippy::indexing_slicing, clippy::arithmetic_side_effects))]

mod answer;
mod check;
mod coap;
mod cri;
mod fault;
mod hint;
mod mark;
mod pieces;
mod read;
mod recognize;
mod resolve;
#[cfg(test)]
mod shown;
mod version;

pub use answer::{Answer, explain};
