//! CBOR as far as CRIs need it: heads, strings, and the end of any item (RFC 8949 section 3).
//!
//! [`skip`] finds the end of any item. The rest of this module is for the crates of this project.

pub(crate) mod head;
pub(crate) mod item;

pub use head::{EMPTY_ARRAY, FALSE, Head, Major, NULL, TRUE};
pub use item::skip;
pub use item::{write_head, write_string};
