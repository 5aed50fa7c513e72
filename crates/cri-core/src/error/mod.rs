//! Errors: one small `Copy` type for each direction, and one that holds any of them.

pub(crate) mod any;
pub(crate) mod buffer_full;
pub(crate) mod build;
pub(crate) mod component;
pub(crate) mod decode;
pub(crate) mod encode;
pub(crate) mod resolve;

pub use any::Error;
pub use buffer_full::{BufferFull, BufferTooSmall};
pub use build::{BuildError, BuildErrorKind};
pub use component::Component;
pub use decode::{DecodeError, DecodeErrorClass, DecodeErrorKind};
pub use encode::{EncodeError, EncodeErrorKind};
pub use resolve::{ResolveError, ResolveErrorKind};
