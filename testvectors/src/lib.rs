//! The test vectors of the project: the files `testvectors/*.toml` as typed values, and a runner for tests.
//!
//! Every layer tests itself with the same files, so two layers cannot disagree unnoticed. This crate reads the files
//! and checks their form. It knows no CRI type and calls nothing of the project, because the expected results come from
//! the documents.
//!
//! # Terminology
//!
//! - A *vector* is one fact: inputs and all that is expected of them.
//! - Its *id* names it in a failing test and is unique in the corpus.
//! - A vector *shows* rows of `testvectors/requirements.csv`.
//! - A *family* is the array that a vector stands in: [`Decode`], [`Convert`], [`Parse`], [`Resolve`], [`Compare`],
//!   [`Scheme`], [`Normalize`], [`Extract`], [`Recompose`], [`Relativize`], [`RelativizeCri`], [`Check`], [`Tagged`],
//!   [`Decompose`], [`UriOptions`], [`Compose`], [`Proxy`], [`ProxyOption`], [`Embedded`] or [`Program`]. `testvectors/AUTHORS.md`
//!   explains its fields.
//!
//! # Revisions
//!
//! Most vectors hold for draft-16 and for RFC 9988, which stands for draft-27 to draft-30. [`Corpus`] has such a vector
//! twice, once for each value of its field `revision`, so a test compares the results of one revision at a time. Families
//! about text alone have no revision.
//!
//! # Run the vectors of a layer
//!
//! [`run`] calls a closure with each vector, and reports all failures at the end. It fails where no vector ran.
//!
//! ```
//! use cri_testvectors::{Outcome, corpus, run};
//!
//! # fn decode(_: &[u8]) -> Result<(), &'static str> { Err("not-an-array") }
//! let rejected = corpus().decode.iter().filter(|vector| vector.outcome == Outcome::Rejected);
//! run(rejected.filter(|vector| vector.id == "map-is-no-cri"), |vector| {
//!     let kind = decode(&vector.cbor).expect_err("an error");
//!     vector.error.as_ref().expect("an expected error").assert_matches(kind, None, None);
//! });
//! ```
//!
//! # Assert linear time
//!
//! [`assert_linear`] compares the times for an input and for one that is 16 times as long.
//!
//! # Try a part of many inputs
//!
//! [`sample`] takes every `step`th input, or all if the environment variable `EXHAUSTIVE` is set. [`corpus`] takes a part of
//! the vectors with a long text in the same way, and [`Corpus::load`] takes all.
//!
//! # What it does not do
//!
//! It does not decide which vectors concern a layer. The layer selects them by family, by features and by revision.

#![doc(html_root_url = "https://docs.rs/cri-testvectors/0.1.0")]

// Macros come before the modules that use them.
#[macro_use]
mod family_macros;

mod coap;
mod corpus;
mod cri;
mod growth;
mod hex;
mod hints;
mod load;
mod neighbours;
mod program;
mod repetition;
mod runner;
mod sample;
mod terms;
mod uri;

pub use coap::{Asked, CoapOption, Compose, Conflicts, Decompose, Proxy, ProxyOption, UriOptions};
pub use corpus::{Corpus, Entry, Vector, corpus};
pub use cri::{Compare, Convert, Decode, Outcome, RelativizeCri, Resolve, Scheme, Tagged, Way};
pub use growth::{assert_linear, assert_linear_process};
pub use hex::{from_hex, to_hex};
pub use hints::assert_size_hint;
pub use load::LoadError;
pub use neighbours::Embedded;
pub use program::Program;
pub use runner::{Case, not_checked, run};
pub use sample::sample;
pub use terms::{Alternatives, Expected, Feature, Revision};
pub use uri::{Check, Extract, Finding, Found, Normalize, Parse, Recompose, Relativize};
