//! The corpus of the project, `testvectors/*.toml`, as typed values.
//!
//! Every layer tests itself against the same files, so that two layers cannot disagree without a
//! test saying so. This crate reads the files and checks their form; it knows no CRI type, and it
//! calls nothing of the project: what is expected here was worked out from the documents.
//!
//! # Terminology
//!
//! - A *vector* is one fact: inputs and everything that is expected of them.
//! - Its *id* names it in a failing test, and is unique in the corpus.
//! - It *shows* rows of `testvectors/requirements.csv`.
//! - A *family* is the array a vector stands in: [`Decode`], [`Convert`], [`Parse`], [`Resolve`],
//!   [`Compare`], [`Scheme`], [`Normalize`], [`Extract`], [`Recompose`], [`Relativize`],
//!   [`Check`], [`Tagged`], [`Decompose`], [`Compose`], [`Proxy`], [`ProxyOption`] or [`Program`]. What
//!   its fields mean is told there, and for authors of vectors in `testvectors/README.md`.
//!
//! # A layer runs the vectors
//!
//! ```
//! use cri_testvectors::{Corpus, LoadError, Outcome};
//!
//! # fn decode(_: &[u8]) -> Result<(), &'static str> { Err("not-an-array") }
//! let corpus = Corpus::load()?;
//! let rejected = corpus.decode.iter().filter(|vector| vector.outcome == Outcome::Rejected);
//! for vector in rejected.filter(|vector| vector.id == "map-is-no-cri") {
//!     let kind = decode(&vector.cbor).expect_err(&vector.id);
//!     assert_eq!(Some(kind), vector.error.as_ref().map(|error| &*error.kind), "{}", vector.id);
//! }
//! # Ok::<(), LoadError>(())
//! ```
//!
//! # What it does not do
//!
//! It does not decide which vectors concern a layer: the layer selects by family, and by the
//! features and the revision a vector asks for. It is not published.

mod coap;
mod corpus;
mod cri;
mod hex;
mod tagged;

pub use coap::{Asked, CoapOption, Compose, Conflicts, Decompose, Proxy, ProxyOption};
pub use corpus::{Corpus, Entry, LoadError};
pub use cri::{
    Check, Compare, Convert, Decode, Expected, Extract, Feature, Finding, Found, Normalize, Outcome, Parse, Program,
    Recompose, Relativize, Resolve, Revision, Scheme, Way,
};
pub use tagged::Tagged;
