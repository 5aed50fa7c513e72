//! Errors: one small `Copy` type, generic over its kind, and one that holds any of them.

#[macro_use]
mod located;

mod decode;
mod kinds;

pub use decode::{DecodeError, DecodeErrorClass, DecodeErrorKind};
pub use kinds::{
    BuildError, BuildErrorKind, EncodeError, EncodeErrorKind, ResolveError, ResolveErrorKind,
};
pub use located::{BufferFull, BufferTooSmall, Component, Described, Description, Located};

/// Defines an error that holds any of some others, or says something of its own, and the enumeration of its kinds. Those in the
/// second group have offsets in what the caller has not seen, so it shows none.
#[doc(hidden)]
#[macro_export]
macro_rules! __any_of {
    ($(#[$meta:meta])* pub enum $Error:ident, $Kinds:ident {
        $($(#[$about:meta])* $Held:ident($Type:ty, $Kind:ty),)* ;
        $($(#[$hidden:meta])* $Unseen:ident($UnseenType:ty, $UnseenKind:ty),)* ;
        $($(#[$doc:meta])* $Own:ident $(($data:ident: $Data:ty))? = $name:literal, $Component:ident: $message:expr,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $Error {
            $($(#[$about])* $Held($Type),)*
            $($(#[$hidden])* $Unseen($UnseenType),)*
            $($(#[$doc])* $Own $(($Data))?,)*
        }

        #[doc = concat!("The kind of a [`", stringify!($Error), "`], and that of the error that it holds.")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $Kinds {
            $($(#[$about])* $Held($Kind),)*
            $($(#[$hidden])* $Unseen($UnseenKind),)*
            $($(#[$doc])* $Own $(($Data))?,)*
        }

        impl $Kinds {
            /// The name in lower case with hyphens: that of the kind that this holds, if it holds one.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Held(kind) => kind.name(),)*
                    $(Self::$Unseen(kind) => kind.name(),)*
                    $(Self::$Own { .. } => $name,)*
                }
            }
        }

        impl $Error {
            /// What is wrong.
            #[must_use]
            pub const fn kind(&self) -> $Kinds {
                match *self {
                    $(Self::$Held(error) => $Kinds::$Held(error.kind()),)*
                    $(Self::$Unseen(error) => $Kinds::$Unseen(error.kind()),)*
                    $(Self::$Own $(($data))? => $Kinds::$Own $(($data))?,)*
                }
            }

            /// The name of the kind, in lower case with hyphens.
            #[must_use]
            pub fn name(&self) -> &'static str {
                $crate::__private::Described::describe(self).0
            }

            /// The component that is wrong. `Component::Cri` is the whole.
            #[must_use]
            pub fn component(&self) -> $crate::__private::Component {
                $crate::__private::Described::describe(self).1
            }

            /// Where the error is, in bytes that the caller has seen. `None` if it has no place there.
            #[must_use]
            pub fn offset(&self) -> Option<usize> {
                $crate::__private::Described::describe(self).2
            }
        }

        impl core::fmt::Display for $Error {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self {
                    $(Self::$Held(error) => error.fmt(f),)*
                    $(Self::$Unseen(error) => core::write!(f, "{error:#}"),)*
                    $(Self::$Own $(($data))? => f.write_str($message),)*
                }
            }
        }

        impl core::error::Error for $Error {}

        impl $crate::__private::Described for $Error {
            fn describe(&self) -> $crate::__private::Description {
                match self {
                    $(Self::$Held(error) => error.describe(),)*
                    $(Self::$Unseen(error) => (error.name(), error.component(), None),)*
                    $(Self::$Own { .. } => ($name, $crate::__private::Component::$Component, None),)*
                }
            }
        }

        $(impl From<$Type> for $Error {
            fn from(error: $Type) -> Self {
                Self::$Held(error)
            }
        })*
    };
}

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
