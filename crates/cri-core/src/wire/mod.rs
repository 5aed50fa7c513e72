//! CBOR as far as CRIs need it: heads, strings, and the end of any item (RFC 8949 section 3).
//!
//! This module is public for programs that write a CRI piece by piece into a buffer of their own, as `cri-uri` does.
//! [`CriRefBuf::decode`](crate::CriRefBuf::decode) checks what they wrote and returns it as a CRI.

pub(crate) mod head;
pub(crate) mod item;

#[doc(hidden)]
pub use head::{EMPTY_ARRAY, FALSE, Head, Major, NULL, TRUE};
pub use item::skip;
#[doc(hidden)]
pub use item::{reencode, write_head, write_string};
