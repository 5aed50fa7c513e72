//! The fast path of URI to CRI, for machines of 64 bits: the common shapes of URIs, and no others.
//!
//! It writes what the general `Writer` of `to_cri` writes, or nothing: nothing means that that shall look, be it at an
//! error or at what is merely rare. So there are no errors here, and whatever is not known may be refused.
//!
//! What makes it fast is that nothing has a length that only the data know: text is copied sixteen bytes at a time,
//! past its end, where the next item comes to stand; and separators are found eight bytes at a time.

mod items;
mod parse;
mod short;
mod sixteen;
mod write;

pub(crate) use parse::offsets;
pub(crate) use write::convert;
