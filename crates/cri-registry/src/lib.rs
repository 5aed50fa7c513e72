//! Scheme numbers of Constrained Resource Identifiers (CRIs), and default ports, in constant tables.
//!
//! A CRI (draft-ietf-core-href) can have a small integer in place of a scheme name. This crate maps
//! names to numbers and back. It needs neither the standard library nor a heap, has no dependencies
//! and no features, and never panics.
//!
//! # Terminology
//!
//! - A *scheme name* is the first component of a URI, such as `coap`. It is always in lower case here.
//! - A *scheme number* is the number that the registry assigns to a name, such as 0 for `coap`
//!   (section 11.1).
//! - A *scheme-id* is the encoding of a number in CBOR: −1 − number, which is −1 for `coap`
//!   (section 5.1.1). [`id_of`] and [`number_of`] convert.
//! - A *default port* is the port of an authority without a port. The scheme's specification defines
//!   it, and not the registry of numbers.
//! - A *revision* is a version of the draft. This crate has the registries of draft-16 and draft-27.
//!   A [`Table`] is one of them, whole or with the six CoAP schemes only. Tables never mix: the table
//!   of draft-27 does not know the numbers that draft-27 freed.
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
//! Two names cannot stand in a URI as Table 6 prints them. The tables have the valid names: 5477 is
//! `machineprovisioningprogressreporter`, 7874 is `shttp`. A scheme with a number need not be
//! registered as a URI scheme: `mqtt` has number 10740 and no registration.
//!
//! # Where the data comes from
//!
//! The files in `data/` are the sources. `draft-16.csv` is Table 6 of the draft as printed,
//! `draft-27.csv` is the registry of draft-27, and `default-ports.csv` names the document that
//! defines each port. A scheme has a default port here only if its specification says that a URI
//! with that port equals the URI without a port. `sip` (no authority), `msrp` (an explicit port
//! never equals none) and `ldaps` (no specification) have no default port. `cargo xtask registry`
//! writes the tables from these files, and can update them from the CSV that IANA publishes.
//!
//! # What this crate does not do
//!
//! - It does not check that bytes are a scheme name, and does not change their case.
//! - It does not allocate numbers.
//! - It neither reads nor writes CBOR.

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

// `cargo xtask registry` lays out these files.
#[rustfmt::skip]
mod generated {
    pub(crate) mod draft_16;
    pub(crate) mod draft_27;
}
mod perfect_hash;
mod scheme_id;
mod data;
mod table;

pub use scheme_id::{id_of, number_of};
pub use table::Table;
