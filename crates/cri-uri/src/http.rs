//! Conversions from and to `http::Uri`, the targets of HTTP requests.
//!
//! An `http::Uri` has one of the four forms of a request's target (RFC 9112 section 3.2). Only the absolute form, such as
//! `http://h/a?b`, is a URI; the others have no scheme, and are errors. An `http::Uri` has no fragment, and its empty path
//! after an authority is `/`. Everything else comes back as it was, or is an error: nothing is dropped.
//!
//! ```
//! use cri_uri::{Draft16, Uri, UriCri};
//! use http::Uri as Target;
//!
//! let target: Target = "http://example.com/a%2Fb?c".parse()?;
//! let cri = UriCri::<Draft16>::try_from(&target)?;
//! assert_eq!(format!("{:?}", cri.as_cri()), r#"[-3, ["example", "com"], ["a/b"], ["c"]]"#);
//! assert_eq!(Target::try_from(&cri)?, target);
//!
//! // The library `http` drops a fragment. Here it is an error.
//! let error = Target::try_from(Uri::parse("http://h/a#b")?).unwrap_err();
//! assert_eq!(error.to_string(), "the target of an HTTP request has no fragment; remove it");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use alloc::string::ToString;
use core::error::Error;
use core::fmt;

use ::http::Uri as Target;
use cri_core::Component;

use crate::convert::error::ToCriError;
use crate::text::error::{ParseError, ParseErrorKind};
use crate::text::owned::UriBuf;
use crate::text::uri::Uri;
use crate::uri_cri::UriCri;
use crate::uri_cri::profile::Profile;

/// The target in absolute form, parsed as a URI.
impl TryFrom<&Target> for UriBuf {
    type Error = ParseError;

    fn try_from(target: &Target) -> Result<Self, ParseError> {
        if target.scheme().is_none() {
            // The text `h:80` of the authority form would read as a scheme and a path.
            return Err(ParseError::new(ParseErrorKind::MissingScheme, Component::Scheme, 0));
        }
        target.to_string().try_into()
    }
}

/// The CRI of the target in absolute form.
impl<P: Profile> TryFrom<&Target> for UriCri<P> {
    type Error = ToCriError;

    fn try_from(target: &Target) -> Result<Self, ToCriError> {
        UriBuf::try_from(target)?.as_uri().try_into()
    }
}

/// The target of a request for the URI.
impl TryFrom<Uri<'_>> for Target {
    type Error = HttpError;

    fn try_from(uri: Uri<'_>) -> Result<Self, HttpError> {
        if uri.fragment().is_some() {
            return Err(HttpError::Fragment);
        }
        let target: Self = uri.as_str().parse().map_err(|_| HttpError::Refused)?;
        let again = UriBuf::try_from(&target).map_err(|_| HttpError::Refused)?;
        let again = again.as_uri();
        let path =
            if uri.path().is_empty() && uri.authority().is_some() { "/" } else { uri.path() };
        let same = again.has_scheme(uri.scheme())
            && (again.authority(), again.path(), again.query())
                == (uri.authority(), path, uri.query());
        if same { Ok(target) } else { Err(HttpError::Refused) }
    }
}

/// The target of a request for the URI.
impl TryFrom<&UriBuf> for Target {
    type Error = HttpError;

    fn try_from(uri: &UriBuf) -> Result<Self, HttpError> {
        uri.as_uri().try_into()
    }
}

/// The target of a request for the CRI's URI.
impl<P: Profile> TryFrom<&UriCri<P>> for Target {
    type Error = HttpError;

    fn try_from(cri: &UriCri<P>) -> Result<Self, HttpError> {
        Uri::from_written(&cri.to_string()).try_into()
    }
}

/// Why a URI is not the target of an HTTP request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HttpError {
    /// The URI has a fragment, which a request does not carry (RFC 9110 section 7.1).
    Fragment,
    /// The library `http` refuses the URI, or reads it as other components.
    Refused,
}

impl fmt::Display for HttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fragment => "the target of an HTTP request has no fragment; remove it",
            Self::Refused => {
                "http::Uri cannot hold this URI; it holds a scheme, an authority, a path and a query"
            }
        })
    }
}

impl Error for HttpError {}
