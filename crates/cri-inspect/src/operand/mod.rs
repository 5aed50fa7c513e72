//! Texts that people give a program where it expects a CRI: which form they have, and what was probably meant.
//!
//! A Constrained Resource Identifier (CRI, draft-ietf-core-href) is a URI as a CBOR array. People write it as a URI, as the
//! hex digits of the array, or in diagnostic notation.
//!
//! - [`recognize()`] tells these forms apart.
//! - [`Mistake::find`] finds what a person probably meant by a URI reference that is valid, such as a host without a scheme.
//! - [`Advice::find`] finds what would make a text work that has an error.
//! - [`outcome()`] says in words what bytes are that do not decode.
//! - [`hex`] reads hex digits, and leads from a byte back to its digits.
//!
//! ```
//! use cri_inspect::operand::{Form, recognize};
//!
//! assert_eq!(recognize("coap://h/a").form, Form::Uri);
//! assert_eq!(recognize("0x8320816168816161").form, Form::Hex);
//! assert_eq!(recognize("cri'coap://h/a'").form, Form::Notation);
//! ```
//!
//! The module needs `std`, and is there with the feature `operand`.

mod advice;
mod delimiters;
mod fault;
pub mod hex;
mod mistake;
mod outcome;
mod recognize;
mod respelt;
mod scheme;

pub use advice::Advice;
pub use delimiters::without_delimiters;
pub use fault::Fault;
pub use mistake::{Mistake, advice_on_tag, with_scheme};
pub use outcome::outcome;
pub use recognize::{Doubt, Form, Recognized, recognize};
pub use respelt::{advice_on_uri_host, respelt, without_userinfo};
pub use scheme::nearest_scheme;
