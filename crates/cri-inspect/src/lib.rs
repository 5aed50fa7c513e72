//! What each byte of a CRI means, as data: offset, length, type, meaning, nesting and section of every item.
//!
//! A Constrained Resource Identifier (CRI, draft-ietf-core-href) is a URI as a CBOR array. This crate is for programs
//! that explain such bytes to people: a diagram, a web page, a log of what a peer sent.
//!
//! [`Anatomy`] iterates over the [`Item`]s of some bytes. The bytes need not be a CRI: the anatomy explains what it can
//! read, and the rest is one last item. [`ItemHead`] reads one head of any CBOR.
//!
//! Each item belongs to a [`Section`], which has a name and colours. [`uri_parts`] divides a URI into sections of the same
//! names and colours. [`Picture`] draws both, as SVG or HTML.
//!
//! The module `operand` is for texts that people type where a program expects a CRI. It needs the feature of the same name.
//!
//! ```
//! use cri_inspect::Anatomy;
//! use cri_registry::Table;
//!
//! // [-1, ["h"], ["a"]], which is coap://h/a
//! let bytes = b"\x83\x20\x81\x61h\x81\x61a";
//! let items = Anatomy::new(bytes, Table::DRAFT_16);
//! let explained: Vec<_> = items.map(|item| (item.offset, item.depth, item.description().to_string())).collect();
//! assert_eq!(explained[1], (1, 1, "scheme -1: coap".to_string()));
//! assert_eq!(explained[5], (6, 2, "segment \"a\"".to_string()));
//! ```
//!
//! # What this crate does not do
//!
//! - It checks nothing. `cri_core::CriRef::decode` tells whether the bytes are a CRI, and where they break a rule.
//! - It writes nothing to terminals: columns are left to the program.
//! - It masks no passwords: [`Item::body`] is what the bytes hold.
//! - Without the feature `operand` it uses neither `std` nor an allocator. Nothing in it panics.

#![doc(html_root_url = "https://docs.rs/cri-inspect/0.1.0")]
#![cfg_attr(not(feature = "operand"), no_std)]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing))]
#![cfg_attr(not(test), deny(clippy::panic, clippy::string_slice, clippy::arithmetic_side_effects))]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(test)]
extern crate std;

mod anatomy;
mod color;
mod content;
mod heads;
mod item;
#[cfg(feature = "operand")]
pub mod operand;
mod picture;
mod place;
mod section;
mod uri_parts;
mod xml;

pub use anatomy::{Anatomy, MAX_DEPTH};
pub use color::{Color, Colors};
pub use content::{Content, Shown};
pub use heads::ItemHead;
pub use item::{Description, Item, Kind, Meaning};
pub use picture::{Picture, end_page, start_page, write_failure};
pub use section::Section;
pub use uri_parts::uri_parts;

/// The example of README.md, which this compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
