//! Any error of this crate.

use core::error;
use core::fmt;

use crate::error::buffer_full::BufferFull;
use crate::error::buffer_full::BufferTooSmall;
use crate::error::build::BuildError;
use crate::error::component::Component;
use crate::error::decode::DecodeError;
use crate::error::encode::EncodeError;
use crate::error::resolve::ResolveError;

/// Any error of this crate, so that one function can decode, resolve and encode with `?`.
///
/// `Display` shows the message of the error that it holds.
///
/// ```
/// use cri_core::{ArrayBuffer, Component, Cri, CriBuf, CriRef, Error, Revision};
///
/// fn target(base: &[u8], link: &[u8]) -> Result<CriBuf<ArrayBuffer<64>>, Error> {
///     let resolved = Cri::decode(base)?.resolve(CriRef::decode(link)?)?;
///     Ok(resolved.encode_to(Revision::Draft16, ArrayBuffer::new())?)
/// }
///
/// let base = b"\x82\x20\x81\x61h"; // [-1, ["h"]]
/// assert!(target(base, b"\x82\x01\x81\x61g").is_ok()); // [1, ["g"]]
/// let error = target(base, b"\x82\x01\x81\x61.").unwrap_err(); // [1, ["."]]
/// assert!(matches!(error, Error::Decode(_)));
/// assert_eq!((error.component(), error.offset()), (Component::Path, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// Bytes were not decoded.
    Decode(DecodeError),
    /// A reference does not resolve against its base.
    Resolve(ResolveError),
    /// An abstract form was not encoded.
    Encode(EncodeError),
    /// A builder built no CRI.
    Build(BuildError),
    /// A copy did not fit into its buffer.
    BufferFull(BufferFull),
    /// A text or value did not fit into a slice.
    BufferTooSmall(BufferTooSmall),
}

/// Evaluates an expression for the error that an [`Error`] holds.
macro_rules! on_each {
    ($any:expr, $error:ident => $value:expr) => {
        match $any {
            Error::Decode($error) => $value,
            Error::Resolve($error) => $value,
            Error::Encode($error) => $value,
            Error::Build($error) => $value,
            Error::BufferFull($error) => $value,
            Error::BufferTooSmall($error) => $value,
        }
    };
}

#[cfg(feature = "defmt")]
pub(crate) use on_each;

impl Error {
    /// The part of the CRI that is wrong; the whole CRI if a copy or a text did not fit.
    #[must_use]
    pub const fn component(&self) -> Component {
        on_each!(self, error => error.component())
    }

    /// Where the error is, in bytes: in the input of a decoder, in the reference that does not resolve, or in the
    /// interchange form that was to be written. It is 0 if a copy or a text did not fit.
    #[must_use]
    pub const fn offset(&self) -> usize {
        on_each!(self, error => error.offset())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        on_each!(self, error => error.fmt(f))
    }
}

impl error::Error for Error {}

/// Implements `From` each error that [`Error`] holds.
macro_rules! from_each {
    ($($variant:ident($type:ty),)*) => {$(
        impl From<$type> for Error {
            fn from(error: $type) -> Self {
                Self::$variant(error)
            }
        }
    )*};
}

from_each! {
    Decode(DecodeError),
    Resolve(ResolveError),
    Encode(EncodeError),
    Build(BuildError),
    BufferFull(BufferFull),
    BufferTooSmall(BufferTooSmall),
}
