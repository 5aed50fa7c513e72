//! Errors: one small `Copy` type, generic over its kind, and one that holds any of them.

#[macro_use]
mod any_of;
#[macro_use]
mod own_kind;

mod any;
mod buffer_full;
pub(crate) mod component;
mod decode;
pub(crate) mod described;
mod kinds;
mod located;

pub use any::{Error, ErrorKind};
pub use buffer_full::{BufferFull, BufferTooSmall};
pub use component::Component;
pub use decode::{DecodeError, DecodeErrorClass, DecodeErrorKind};
pub use kinds::{
    BuildError, BuildErrorKind, EncodeError, EncodeErrorKind, ResolveError, ResolveErrorKind,
};
pub use located::Located;
