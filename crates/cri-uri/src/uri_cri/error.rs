//! The error of making a [`UriCri`](crate::UriCri) from a CRI.

use core::error::Error;
use core::fmt;

use cri_core::{BuildError, Component, ResolveError};

use crate::convert::error::{ToCriError, ToUriError};

/// A CRI, or the target of a reference, is not a [`UriCri`](crate::UriCri) of a profile.
///
/// `Display` shows the message of the error that it holds.
///
/// ```
/// use cri_core::{Component, CriRef};
/// use cri_uri::{UriCri, UriCriError};
///
/// let base: UriCri = "urn:a".parse()?;
/// let error = base.resolve(CriRef::decode(b"\x81\x01")?).unwrap_err(); // [1]
/// assert!(matches!(error, UriCriError::Resolve(_)));
/// let error = base.resolve(CriRef::decode(b"\x82\x39\xff\xff\x81\x61h")?).unwrap_err(); // [-65536, ["h"]]
/// assert!(matches!(error, UriCriError::ToUri(_)));
/// assert_eq!(error.component(), Component::Scheme);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UriCriError {
    /// A part that was built breaks a rule.
    Build(BuildError),
    /// The reference does not resolve against its base.
    Resolve(ResolveError),
    /// The CRI has no URI.
    ToUri(ToUriError),
    /// The profile refuses the CRI's URI, for its features, its length or its form. Offsets are those in the URI.
    ToCri(ToCriError),
    /// The URI of the CRI converts to other bytes.
    NotCanonical,
}

impl UriCriError {
    /// The component that is wrong.
    #[must_use]
    pub const fn component(&self) -> Component {
        match self {
            Self::Build(error) => error.component(),
            Self::Resolve(error) => error.component(),
            Self::ToUri(error) => error.component(),
            Self::ToCri(error) => error.component(),
            Self::NotCanonical => Component::Cri,
        }
    }
}

impl fmt::Display for UriCriError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Build(error) => error.fmt(f),
            Self::Resolve(error) => error.fmt(f),
            Self::ToUri(error) => error.fmt(f),
            Self::ToCri(error) => error.fmt(f),
            Self::NotCanonical => f.write_str(
                "the CRI is not canonical; write a scheme that has a number as its number, and no default port",
            ),
        }
    }
}

impl Error for UriCriError {}

/// Implements `From` for each error that it holds.
macro_rules! from_errors {
    ($($kind:ident($Error:ty);)*) => {$(
        impl From<$Error> for UriCriError {
            fn from(error: $Error) -> Self {
                Self::$kind(error)
            }
        }
    )*};
}

from_errors! {
    Build(BuildError);
    Resolve(ResolveError);
    ToUri(ToUriError);
    ToCri(ToCriError);
}
