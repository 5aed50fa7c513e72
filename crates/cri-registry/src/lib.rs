//! CRI scheme numbers and default ports, both ways, in constant tables.
//!
//! A Constrained Resource Identifier (draft-ietf-core-href) can write its scheme as a small
//! integer instead of a name. This crate knows which integer is which scheme. It needs neither
//! the standard library nor a heap, depends on nothing, and never panics.
//!
//! # Terminology
//!
//! - A *scheme name* is what a URI starts with, here always in lower case: `coap`.
//! - A *scheme number* is what the registry assigns to a name: 0 for `coap` (section 11.1).
//! - A *scheme-id* is how CBOR carries the number: −1 − number, hence −1 for `coap`
//!   (section 5.1.1). [`id_of`] and [`number_of`] convert.
//! - A *default port* is the port of an authority that does not say one. It is the scheme's
//!   specification that defines it, not the registry of numbers.
//! - A *revision* is a state of the draft. The registries of two are here, -16 and -27, and a
//!   [`Table`] is one of them, whole or cut down to the six CoAP schemes. They never mix: a
//!   number that -27 freed is unknown to its table.
//!
//! # Example
//!
//! ```
//! use cri_registry::{Table, id_of, number_of};
//!
//! let registry = Table::DRAFT_16;
//! assert_eq!(registry.number(b"coaps"), Some(1));
//! assert_eq!(id_of(1), -2);
//! assert_eq!(number_of(-2).and_then(|number| registry.name(number)), Some("coaps"));
//! assert_eq!(registry.default_port(b"coaps"), Some(5684));
//! ```
//!
//! # Names
//!
//! Two names cannot be used in a URI the way Table 6 prints them. They stand here as what they
//! are: 5477 is `machineprovisioningprogressreporter`, 7874 is `shttp`. A number says nothing
//! about a registration as a URI scheme: `mqtt` has number 10740 and no registration.
//!
//! # Where the data comes from
//!
//! The files in `data/` are the sources: `draft-16.csv` is Table 6 of the draft as printed,
//! `draft-27.csv` the registry of the later revision, and `default-ports.csv` gives for each port
//! the document that defines it. Without its port an identifier is another one, unless the
//! scheme's specification says that both mean the same; only then is the scheme listed. So `sip`
//! (no authority), `msrp` (an explicit port never equals none) and `ldaps` (no specification) are
//! not. `cargo xtask registry` turns the sources into tables, and reads what IANA publishes too.
//!
//! # What this crate does not do
//!
//! It does not check that bytes are a scheme name, change the case of one, or allocate numbers;
//! and it does not read or write CBOR.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable,
        clippy::todo,
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::arithmetic_side_effects
    )
)]

#[cfg(test)]
extern crate std;

// The generator has a layout of its own.
#[rustfmt::skip]
mod generated {
    pub(crate) mod draft_16;
    pub(crate) mod draft_27;
}
mod perfect_hash;
mod scheme_id;
mod table;

pub use scheme_id::{id_of, number_of};
pub use table::Table;
