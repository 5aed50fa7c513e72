//! Any error of this crate.

use core::error;
use core::fmt;

use crate::error::buffer_full::{BufferFull, BufferTooSmall};
use crate::error::component::Component;
use crate::error::decode::DecodeError;
use crate::error::kinds::{BuildError, EncodeError, ResolveError};

/// Defines the error that holds any of these.
macro_rules! any_of {
    ($(#[$meta:meta])* pub enum Error {
        $($(#[$about:meta])* $Variant:ident($Type:ty),)*
    }) => {
        $(#[$meta])*
        pub enum Error {
            $($(#[$about])* $Variant($Type),)*
        }

        impl fmt::Display for Error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$Variant(error) => error.fmt(f),)*
                }
            }
        }

        $(impl From<$Type> for Error {
            fn from(error: $Type) -> Self {
                Self::$Variant(error)
            }
        })*
    };
}

any_of! {
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
}

impl Error {
    const fn place(&self) -> (Component, usize) {
        match self {
            Self::Decode(error) => (error.component(), error.offset()),
            Self::Resolve(error) => (error.component(), error.offset()),
            Self::Encode(error) => (error.component(), error.offset()),
            Self::Build(error) => (error.component(), error.offset()),
            Self::BufferFull(_) | Self::BufferTooSmall(_) => (Component::Cri, 0),
        }
    }

    /// The part of the CRI that is wrong; the whole CRI if a copy or a text did not fit.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.place().0
    }

    /// Where the error is, in bytes: in the input of a decoder, in the reference that does not resolve, or in the
    /// interchange form that was to be written. It is 0 if a copy or a text did not fit.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.place().1
    }
}

impl error::Error for Error {}
