//! Errors: one small `Copy` type, generic over its kind, and one that holds any of them.

#[macro_use]
mod macros;

mod decode;
mod kinds;
pub(crate) mod located;

pub use decode::{DecodeError, DecodeErrorClass, DecodeErrorKind};
pub use kinds::{
    BuildError, BuildErrorKind, EncodeError, EncodeErrorKind, ResolveError, ResolveErrorKind,
};
pub use located::{BufferFull, BufferTooSmall, Component, Described, Description, Located};

__any_of! {
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
    /// assert_eq!((error.name(), error.component(), error.offset()), ("dot-segment", Component::Path, Some(3)));
    /// ```
    pub enum Error, ErrorKind {
        /// Bytes were not decoded.
        Decode(DecodeError, DecodeErrorKind),
        /// A reference does not resolve against its base.
        Resolve(ResolveError, ResolveErrorKind),
        /// An abstract form was not encoded.
        Encode(EncodeError, EncodeErrorKind),
        /// A builder built no CRI.
        Build(BuildError, BuildErrorKind),
        /// A copy did not fit into its buffer.
        BufferFull(BufferFull, BufferFull),
        /// A text or value did not fit into a slice.
        BufferTooSmall(BufferTooSmall, BufferTooSmall), ; ;
    }
}
