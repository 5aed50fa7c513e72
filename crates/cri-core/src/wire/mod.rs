//! CBOR as far as CRIs need it: heads, strings, and the end of any item (RFC 8949 section 3).
//!
//! [`skip`] finds the end of any item, [`Head`] reads the head of one, and [`write_head`] and [`write_string`] write items
//! around a CRI, such as the array or the map that holds it.

pub(crate) mod head;
pub(crate) mod item;
pub(crate) mod reader;

pub use head::{EMPTY_ARRAY, EMPTY_TEXT, FALSE, Head, Major, NULL, TRUE};
pub use item::{skip, write_head, write_string};
