//! The fast path from text to CRI, for machines of 64 bits: the CRIs of short URI references.
//!
//! It gives what the `Writer` of `to_cri` gives, or nothing: nothing means that the general path shall look, be it at an
//! error or at what is merely rare. So there are no errors here, and whatever is not known may be refused.
//!
//! What makes it fast: a CRI is written while its text is read for the first time, nearly each character once, and the
//! head of an item is filled in where the item ends.

mod authority;
mod encoded;
mod items;
mod write;

pub(crate) use write::{ShortCri, convert};
