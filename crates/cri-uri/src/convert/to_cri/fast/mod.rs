//! The fast path from text to CRI, for machines of 64 bits: the CRIs of short URI references, and on x86-64 where the
//! components of any are.
//!
//! It gives what the general path in `parse` and the `Writer` of `to_cri` give, or nothing: nothing means that these
//! shall look, be it at an error or at what is merely rare. So there are no errors here, and whatever is not known may
//! be refused.
//!
//! What makes it fast: a CRI is written while its text is read for the first time, nearly each character once, and the
//! head of an item is filled in where the item ends. Parsing looks at sixteen characters at a time.

mod authority;
mod encoded;
mod items;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod parse;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sixteen;
mod write;

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(crate) use parse::offsets;
pub(crate) use write::{ShortCri, convert};

/// Without vectors, parsing has no fast path.
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
pub(crate) const fn offsets(_: &str) -> Option<crate::text::uri_ref::Offsets> {
    None
}
