//! The error of making a [`UriCri`](crate::UriCri) from the result of a resolution.

use core::error::Error;
use core::fmt;

use cri_core::{Component, EncodeError, ResolveError};

use crate::convert::error::ToUriError;

/// A reference has no target, or its target has no URI.
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
    /// The reference does not resolve against its base.
    Resolve(ResolveError),
    /// The target has no URI.
    ToUri(ToUriError),
    /// The target has no encoding.
    Encode(EncodeError),
}

impl UriCriError {
    /// The component that is wrong.
    #[must_use]
    pub const fn component(&self) -> Component {
        match self {
            Self::Resolve(error) => error.component(),
            Self::ToUri(error) => error.component(),
            Self::Encode(error) => error.component(),
        }
    }
}

impl fmt::Display for UriCriError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resolve(error) => error.fmt(f),
            Self::ToUri(error) => error.fmt(f),
            Self::Encode(error) => error.fmt(f),
        }
    }
}

impl Error for UriCriError {}

impl From<ResolveError> for UriCriError {
    fn from(error: ResolveError) -> Self {
        Self::Resolve(error)
    }
}

impl From<ToUriError> for UriCriError {
    fn from(error: ToUriError) -> Self {
        Self::ToUri(error)
    }
}

impl From<EncodeError> for UriCriError {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}
