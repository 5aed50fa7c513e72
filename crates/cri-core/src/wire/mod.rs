//! CBOR as far as CRIs need it: heads, strings, and the end of any item (RFC 8949 section 3).
//!
//! This module is public for programs that write a CRI piece by piece into a buffer of their own, as `cri-uri` does.
//! [`CriRefBuf::from_buffer`](crate::CriRefBuf::from_buffer) checks what they wrote and returns it as a CRI.

pub(crate) mod cursor;
pub(crate) mod head;
pub(crate) mod major;
pub(crate) mod skip;
pub(crate) mod write;

pub use head::{EncodedHead, Head};
pub use major::{EMPTY_ARRAY, FALSE, Major, NULL, TRUE};
pub use skip::skip;
pub use write::{write_head, write_string};
