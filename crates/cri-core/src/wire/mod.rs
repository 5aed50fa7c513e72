//! CBOR as far as CRIs need it: heads, whole items, and finding an item's end (RFC 8949 section 3).
//!
//! Public for those who write CRIs piece by piece into a buffer of their own, as `cri-uri` does. The bytes so
//! written become a CRI by [`CriRefBuf::from_buffer`](crate::CriRefBuf::from_buffer), which checks them whole.

pub(crate) mod head;
pub(crate) mod skip;
pub(crate) mod write;

pub use crate::utf8::long_character;
pub use head::{EMPTY_ARRAY, EncodedHead, FALSE, Head, Major, NULL, TRUE};
pub use skip::skip;
pub use write::{write_head, write_string};
