//! An error: a kind and a place, and the response code that answers it.
//!
//! Each operation defines its kinds beside itself.

use core::error::Error;
use core::fmt;

use cri_core::__private::{Described, Description};
use cri_core::Component;

/// An error of this crate: a kind, and the place of the error.
///
/// Each operation has its own kind. The place is a component, the number of an option, a byte offset, or a component with
/// an offset.
///
/// ```
/// use cri_coap::{EncodedOptions, OptionReadError, OptionReadErrorKind};
///
/// let error: OptionReadError = EncodedOptions::decode(b"\xb1a\xd1").unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (OptionReadErrorKind::TruncatedHead, 2));
/// assert_eq!(error.to_string(), "the head of an option is cut off, at byte 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ErrorAt<K, P> {
    kind: K,
    pub(crate) place: P,
    /// 1 if the server's own program is at fault, and not the sender of the options. Otherwise 0. A `bool` has spare values,
    /// with which `Result` marks `Ok`, and that costs firmware 50 to 110 bytes.
    internal: u8,
}

impl<K: Copy, P> ErrorAt<K, P> {
    #[cold]
    pub(crate) const fn new(kind: K, place: P) -> Self {
        Self { kind, place, internal: 0 }
    }

    /// The broken rule.
    #[must_use]
    pub const fn kind(&self) -> K {
        self.kind
    }

    /// An error of another type that has the same cause.
    pub(crate) fn about<L, Q>(self, kind: L, place: Q) -> ErrorAt<L, Q> {
        ErrorAt { kind, place, internal: self.internal }
    }

    /// This error, caused by the server's own program.
    #[cold]
    pub(crate) fn internal(self) -> Self {
        Self { internal: 1, ..self }
    }
}

impl<K, P: Place> ErrorAt<K, P> {
    /// The component that the broken rule is about, or that the option stands for. `Component::Cri` for an error outside
    /// components.
    #[must_use]
    pub fn component(&self) -> Component {
        self.place.component()
    }

    /// The offset in the decoded bytes. `None` if the function decodes no bytes, because sections and options may lie in
    /// several places. `CriRef::offset_of` finds a component.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        self.place.offset()
    }
}

impl<K> ErrorAt<K, u16> {
    /// The number of the option that breaks the rule. For a payload, that of the last option before it, or 0.
    #[must_use]
    pub const fn option(&self) -> u16 {
        self.place
    }
}

impl<K: Coded, P> ErrorAt<K, P> {
    /// The response code with which a server answers the request. The documentation of the error's type says which it is.
    #[must_use]
    pub fn code(&self) -> ResponseCode {
        if self.internal != 0 { ResponseCode::INTERNAL_SERVER_ERROR } else { self.kind.code() }
    }
}

/// Kinds of errors that a response code answers: this one, unless the server's own program is at fault.
pub trait Coded: Copy {
    fn code(self) -> ResponseCode;
}

/// Where an error is, in terms of CRIs.
pub trait Place: Copy {
    fn component(self) -> Component;

    fn offset(self) -> Option<usize> {
        None
    }
}

impl Place for Component {
    fn component(self) -> Component {
        self
    }
}

impl<K: Explained<P>, P> ErrorAt<K, P> {
    /// The name of the kind, in lower case with hyphens.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.kind.name()
    }
}

impl<K: Explained<P> + fmt::Debug, P: Place + fmt::Debug> Described for ErrorAt<K, P> {
    fn describe(&self) -> Description {
        (self.name(), self.place.component(), self.place.offset())
    }
}

/// Kinds of errors that have a name and a message.
pub trait Explained<P>: Copy {
    fn name(self) -> &'static str;

    fn explain(self, place: P, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// A place that messages show, if it has an offset: before what to do.
#[derive(Clone, Copy)]
pub(crate) struct At(pub(crate) Option<usize>);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |offset| write!(f, ", at byte {offset}"))
    }
}

impl<K: Explained<P>, P: Copy> fmt::Display for ErrorAt<K, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.explain(self.place, f)
    }
}

impl<K: Explained<P> + fmt::Debug, P: Copy + fmt::Debug> Error for ErrorAt<K, P> {}

/// A CoAP response code: class and detail (RFC 7252 section 5.9).
///
/// ```
/// use cri_coap::ResponseCode;
///
/// assert_eq!(ResponseCode::BAD_OPTION.to_string(), "4.02");
/// assert_eq!(ResponseCode::BAD_OPTION.to_byte(), 0x82);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ResponseCode(u8);

impl ResponseCode {
    /// 4.00.
    pub const BAD_REQUEST: Self = Self::new(4, 0);
    /// 4.02.
    pub const BAD_OPTION: Self = Self::new(4, 2);
    /// 4.03. Access rules permit no method on the resource (RFC 9200 section 5.10.1.1).
    pub const FORBIDDEN: Self = Self::new(4, 3);
    /// 4.05. Access rules permit other methods on the resource (RFC 9200 section 5.10.1.1).
    pub const METHOD_NOT_ALLOWED: Self = Self::new(4, 5);
    /// 5.00. The server's own program is at fault.
    pub const INTERNAL_SERVER_ERROR: Self = Self::new(5, 0);
    /// 5.05. The proxy does not speak the protocol of the scheme (RFC 7252 section 5.10.2).
    pub const PROXYING_NOT_SUPPORTED: Self = Self::new(5, 5);

    const fn new(class: u8, detail: u8) -> Self {
        Self(class << 5 | detail)
    }

    /// The code's byte in a message.
    #[must_use]
    pub const fn to_byte(self) -> u8 {
        self.0
    }
}

/// Shows class and detail, such as `4.00`.
impl fmt::Display for ResponseCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 >> 5, self.0 & 0x1f)
    }
}

/// Shows the class and the detail, as `Display` does.
impl fmt::Debug for ResponseCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Defines the kinds of an error, and the error's type: the documentation, name and message of each kind.
macro_rules! error_kinds {
    (
        $(#[$meta:meta])*
        $Kind:ident;
        $(#[$about:meta])*
        $Error:ident at $place:ident: $Place:ty;
        $(
            $(#[$doc:meta])*
            $Variant:ident $(($inner:ident: $Inner:ty))? => $name:expr, $message:literal $(, $argument:expr)*;
        )*
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $Kind {
            $($(#[$doc])* $Variant $(($Inner))?,)*
        }

        $(#[$about])*
        pub type $Error = $crate::error::ErrorAt<$Kind, $Place>;

        impl $Kind {
            /// The name in lower case with hyphens, which `Display` shows.
            #[must_use]
            #[allow(unused_variables, reason = "some kinds have the name of the kind in them, and others do not")]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Variant $(($inner))? => $name,)*
                }
            }
        }

        impl core::fmt::Display for $Kind {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }

        impl $crate::error::Explained<$Place> for $Kind {
            fn name(self) -> &'static str {
                self.name()
            }

            fn explain(self, $place: $Place, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self {
                    $(Self::$Variant $(($inner))? => write!(f, $message $(, $argument)*),)*
                }
            }
        }
    };
}

pub(crate) use error_kinds;
