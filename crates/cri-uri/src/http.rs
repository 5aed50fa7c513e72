//! Conversions from and to `http::Uri`, the targets of HTTP requests.
//!
//! An `http::Uri` has one of the four forms of a request's target (RFC 9112 section 3.2). Only the absolute form, such as
//! `http://h/a?b`, is a URI; the others have no scheme, and are errors that name the form. For the origin form, such as
//! `/a?b`, see [`UriCriRef::from_request_target`]. An `http::Uri` has no fragment, and its empty path
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

use alloc::format;
use alloc::string::ToString;

use ::http::Uri as Target;
use cri_core::{__any_of, Component};

use crate::convert::error::{ToCriError, ToCriErrorKind};
use crate::text::error::ParseError;
use crate::text::uri_ref::Uri;
use crate::text::uri_ref::owned::UriBuf;
use crate::uri_cri::profile::Profile;
use crate::uri_cri::{UriCri, UriCriRef};

/// The target in absolute form, parsed as a URI.
impl TryFrom<&Target> for UriBuf {
    type Error = HttpError;

    fn try_from(target: &Target) -> Result<Self, HttpError> {
        in_form(target, &[TargetForm::Absolute])?;
        target.to_string().try_into().map_err(|error: ParseError| HttpError::ToCri(error.into()))
    }
}

/// The CRI of the target in absolute form.
impl<P: Profile> TryFrom<&Target> for UriCri<P> {
    type Error = HttpError;

    fn try_from(target: &Target) -> Result<Self, HttpError> {
        in_form(target, &[TargetForm::Absolute])?;
        target.to_string().parse().map_err(HttpError::ToCri)
    }
}

/// The CRI of the target in absolute form.
impl<P: Profile> TryFrom<Target> for UriCri<P> {
    type Error = HttpError;

    fn try_from(target: Target) -> Result<Self, HttpError> {
        Self::try_from(&target)
    }
}

impl<P: Profile> UriCriRef<P> {
    /// The path and query of a target that a server receives: in origin form, such as `/a?b`, or in absolute form, as in
    /// HTTP/2. A scheme and an authority are left out. An empty path is `/` (RFC 9112 section 3.2.1), so the reference
    /// never keeps the path of its base.
    ///
    /// Parsing the target as a URI reference would be a hole: `//evil.example/x` is a path of three segments here, and an
    /// authority there. It has no URI reference, and is an error of kind `LeadingEmptySegment`.
    ///
    /// ```
    /// use cri_uri::http::{HttpError, TargetForm};
    /// use cri_uri::{UriCri, UriCriRef};
    ///
    /// type Target = UriCriRef; // with the options of draft-16
    ///
    /// let host: UriCri = "http://example.com".parse()?;
    /// for target in ["/a%2Fb?c", "https://example.com/a%2Fb?c"] {
    ///     let target = Target::from_request_target(&target.parse()?)?;
    ///     assert_eq!(host.resolve(&target)?.to_string(), "http://example.com/a%2Fb?c");
    /// }
    ///
    /// assert!(Target::from_request_target(&"//evil.example/x".parse()?).is_err());
    /// let error = Target::from_request_target(&"example.com:80".parse()?).unwrap_err();
    /// assert_eq!(error, HttpError::Form(TargetForm::Authority));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `Form` for another form, `Refused`, and `ToCri`, whose offsets count from the path.
    pub fn from_request_target(target: &Target) -> Result<Self, HttpError> {
        in_form(target, &[TargetForm::Origin, TargetForm::Absolute])?;
        // `path_and_query` would return `?b` for `https://h?b`, and that reference keeps the path of its base.
        let path = target.path();
        if path.starts_with("//") {
            let kind = ToCriErrorKind::LeadingEmptySegment;
            return Err(HttpError::ToCri(ToCriError::new(kind, Component::Path, 0)));
        }
        let reference = match target.query() {
            Some(query) => format!("{path}?{query}").parse(),
            None => path.parse(),
        };
        reference.map_err(HttpError::ToCri)
    }
}

/// Checks that the target has one of the forms that are asked for.
fn in_form(target: &Target, forms: &[TargetForm]) -> Result<(), HttpError> {
    let found = match (target.scheme(), target.authority()) {
        (None, Some(_)) => TargetForm::Authority,
        // In HTTP/2, a scheme and a host stand beside it (RFC 9113 section 8.3.1).
        _ if target.path() == "*" => TargetForm::Asterisk,
        (Some(_), _) => TargetForm::Absolute,
        (None, None) => TargetForm::Origin,
    };
    if !forms.contains(&found) {
        return Err(HttpError::Form(found));
    }
    // `http` before 1.4.1 holds paths such as `http://evil.example/` and `.evil.example/`.
    if target.path().starts_with('/') { Ok(()) } else { Err(HttpError::Refused) }
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

/// The forms of a request's target (RFC 9112 section 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TargetForm {
    /// A path and a query, such as `/a?b`.
    Origin,
    /// A URI, such as `http://h/a?b`.
    Absolute,
    /// A host and a port, such as `h:80`.
    Authority,
    /// `*`, the whole server.
    Asterisk,
}

__any_of! {
    /// Why a URI is not the target of an HTTP request, or a target has no CRI.
    pub enum HttpError, HttpErrorKind {
        /// The target does not parse, or has no CRI. Offsets count from its start.
        ToCri(ToCriError, ToCriErrorKind), ; ;
        /// The target has this form, and not the one that the conversion takes.
        Form(form: TargetForm) = "target-form", Cri: match form {
            TargetForm::Origin => "the target has the origin form, without a scheme and a host",
            TargetForm::Absolute => "the target has the absolute form",
            TargetForm::Authority => "the target has the authority form, which only CONNECT uses",
            TargetForm::Asterisk => "the target is *, which stands for the whole server",
        },
        /// The URI has a fragment, which a request does not carry (RFC 9110 section 7.1).
        Fragment = "unexpected-fragment", Fragment: "the target of an HTTP request has no fragment; remove it",
        /// The library `http` refuses the URI, or one of the two would have other components.
        Refused = "refused", Cri:
            "the URI and the http::Uri would differ; both hold a scheme, an authority, a path with a slash and a query",
    }
}
