#![doc = include_str!("../README.md")]
#![doc(html_root_url = "https://docs.rs/cri-registry/0.1.0")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing))]
#![cfg_attr(not(test), deny(clippy::panic, clippy::string_slice, clippy::arithmetic_side_effects))]

#[cfg(test)]
extern crate std;

mod csv;
mod data;
mod perfect_hash;
mod revisions;
mod scheme;
mod scheme_id;
mod table;

pub use scheme::{Scheme, Schemes};
pub use scheme_id::{id_of, number_of};
pub use table::Table;
