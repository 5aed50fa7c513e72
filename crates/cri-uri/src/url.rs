//! Conversions from and to `url::Url`, the URLs of the WHATWG.
//!
//! Most URLs are URIs, and most absolute URIs are URLs. Some texts are only one of the two, and some differ in meaning.
//! Each conversion parses the text by the rules of the other side, as a browser would. URLs differ in these points:
//!
//! 1. A URL has a scheme. A relative reference is not a URL.
//! 2. For http, https, ws, wss, ftp and file the number of slashes does not matter: `http:a` and `http:///a` are
//!    `http://a/`, in which `a` has become a host. And `file:/a` is `file:///a`, as is `file://localhost/a`.
//! 3. For these schemes an empty path is `/`, and a host is percent-decoded, mapped by IDNA and lower-cased. For others
//!    a host stays as it is, upper case included.
//! 4. For these schemes a host that ends in a number is an address, in octal and hexadecimal too: `0x7f.1`
//!    is 127.0.0.1, and `1.2.3.256` is not a URL. In URIs these are names.
//! 5. The default port goes, also an empty port, and leading zeros of a port; a URI with a port above 65535 is not a URL.
//! 6. An empty userinfo goes, and so does an empty password.
//! 7. Dot-segments go, except where there are neither slashes nor one of these schemes: the path of `s:a/../b` is
//!    opaque. Percent-encoded ones go at once, so `http://h/a/%2E%2E/../g` is `http://h/g`; as a URI it is `http://h/a/g`,
//!    because literal dot-segments go first. Other percent-encoding stays, and `'` in a query becomes `%27` for these schemes.
//! 8. A URL has no zone identifiers and no addresses of future IP versions.
//! 9. A URL may hold what URIs forbid: `|` in a path, `{` in a query, or a `%` without digits. Such a URL is not a URI.
//!
//! ```
//! use cri_uri::{Draft16, UriCri, UriRef};
//! use url::Url;
//!
//! let url = Url::try_from(UriRef::parse("HTTP://Example.com:80/a/../b")?)?;
//! assert_eq!(url.as_str(), "http://example.com/b");
//! assert_eq!(UriRef::try_from(&url)?.host_str(), Some("example.com"));
//!
//! let cri = UriCri::<Draft16>::try_from(&url)?;
//! assert_eq!(Url::try_from(&cri)?, url);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use alloc::string::ToString;

use ::url::Url;

use crate::convert::error::ToCriError;
use crate::convert::to_uri::{UriRefText, UriText};
use crate::text::error::ParseError;
use crate::text::uri_ref::owned::UriBuf;
use crate::text::uri_ref::{IriRef, Uri, UriRef};
use crate::uri_cri::UriCri;
use crate::uri_cri::profile::Profile;

/// Implements `TryFrom<&Url>` for each type, which parses the URL as a URI.
macro_rules! from_url {
    ($([$($generics:tt)*] $Uri:ty, $Error:ident, $parse:expr;)*) => {$(
        /// The URL, parsed as a URI.
        impl<'a, $($generics)*> TryFrom<&'a Url> for $Uri {
            type Error = $Error;

            fn try_from(url: &'a Url) -> Result<Self, $Error> {
                $parse(url.as_str())
            }
        }
    )*};
}

from_url! {
    [] UriRef<'a>, ParseError, UriRef::parse;
    [] Uri<'a>, ParseError, Uri::parse;
    [] UriBuf, ParseError, str::parse;
    [P: Profile] UriCri<P>, ToCriError, str::parse;
}

/// The URL, parsed as a URI.
impl<P: Profile> TryFrom<Url> for UriCri<P> {
    type Error = ToCriError;

    fn try_from(url: Url) -> Result<Self, ToCriError> {
        url.as_str().parse()
    }
}

/// Implements `TryFrom` for `Url`, which parses what each type displays.
macro_rules! to_url {
    ($([$($generics:tt)*] $Uri:ty;)*) => {$(
        /// The URL that a browser makes of the text.
        impl<$($generics)*> TryFrom<$Uri> for Url {
            type Error = ::url::ParseError;

            fn try_from(uri: $Uri) -> Result<Self, ::url::ParseError> {
                Self::parse(&uri.to_string())
            }
        }
    )*};
}

to_url! {
    [] UriRef<'_>;
    [] Uri<'_>;
    [] IriRef<'_>;
    [] UriText<'_>;
    [] UriRefText<'_>;
    [] &UriBuf;
    [P: Profile] &UriCri<P>;
}
