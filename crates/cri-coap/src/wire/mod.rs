//! Options as the bytes of a message (RFC 7252 section 3.1).

pub(crate) mod ascending;
pub(crate) mod encoded_options;
pub(crate) mod head;
pub(crate) mod writer;
