//! Owned URIs and URI references.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::borrow::Borrow;
use core::ops::Deref;
use core::str::FromStr;

use crate::text::components::{Components, Split};
use crate::text::composed::{ComposeError, Composed};
use crate::text::error::ParseError;
use crate::text::host::UriHost;
use crate::text::relativize::RelativeUri;
use crate::text::resolve::ResolvedUri;
use crate::text::uri::Uri;
use crate::text::uri_ref::{Offsets, UriRef};
use crate::text::value_macros::text_traits;

/// An owned URI reference. [`as_uri_ref`](UriRefBuf::as_uri_ref) borrows it as a [`UriRef`], which has more methods.
///
/// Equality, order and hash are those of the text, so a map with such keys can be asked with a `&str`. `Debug` masks a
/// password; `Display` shows it.
///
/// ```
/// use cri_uri::{UriBuf, UriRefBuf};
///
/// let reference: UriRefBuf = "../b?c".parse()?;
/// let base: UriBuf = "coap://h/a/".parse()?;
/// let target: UriBuf = base.resolve(reference.as_uri_ref())?.to_buf();
/// assert_eq!((target.path(), target.query()), ("/b", Some("c")));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct UriRefBuf {
    /// INVARIANT: the offsets are those of its components.
    text: String,
    offsets: Offsets,
}

/// An owned URI, which has a scheme. [`as_uri`](UriBuf::as_uri) borrows it as a [`Uri`], which has more methods.
///
/// To start from raw parts, such as a segment that contains a slash, use [`UriCri::build`](crate::UriCri::build), and
/// convert the `UriCri` into a `UriBuf`.
///
/// Equality, order and hash are those of the text, so a map with such keys can be asked with a `&str`. `Debug` masks a
/// password; `Display` shows it.
///
/// ```
/// use std::collections::HashMap;
///
/// use cri_uri::UriBuf;
///
/// let mut names = HashMap::new();
/// names.insert("coap://h/temperature".parse::<UriBuf>()?, "outside");
/// assert_eq!(names.get("coap://h/temperature"), Some(&"outside"));
/// assert!("../temperature".parse::<UriBuf>().is_err());
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
#[derive(Clone)]
pub struct UriBuf(/* INVARIANT: has a scheme. */ UriRefBuf);

/// Implements what both owned types have, by their borrowed types.
macro_rules! owned {
    ($Owned:ident, $Borrowed:ident, $article:literal) => {
        text_traits!($Owned);

        impl Borrow<str> for $Owned {
            fn borrow(&self) -> &str {
                self.as_str()
            }
        }

        impl From<$Borrowed<'_>> for $Owned {
            fn from(borrowed: $Borrowed<'_>) -> Self {
                borrowed.to_buf()
            }
        }

        impl FromStr for $Owned {
            type Err = ParseError;

            #[doc = concat!("Parses all of `text` as ", $article, ".")]
            fn from_str(text: &str) -> Result<Self, ParseError> {
                Ok($Borrowed::parse(text)?.to_buf())
            }
        }

        impl<'a> From<&'a $Owned> for UriRef<'a> {
            fn from(owned: &'a $Owned) -> Self {
                owned.as_uri_ref()
            }
        }
    };
}

owned!(UriRefBuf, UriRef, "a URI reference");
owned!(UriBuf, Uri, "a URI, which has a scheme");

/// Implements methods of the borrowed type on the owned one, with their generics in square brackets.
macro_rules! forward {
    ($Owned:ident => $Borrowed:ident by $borrow:ident; $(
        $name:ident $([$($generics:tt)*])? ($($argument:ident: $Type:ty),*) -> $Result:ty;
    )+) => {
        #[allow(clippy::missing_errors_doc, reason = "the borrowed type has them")]
        #[allow(clippy::double_must_use, reason = "some methods return a `Result`")]
        #[allow(clippy::needless_lifetimes, reason = "results may borrow from the arguments, too")]
        impl $Owned {
            $(
                #[doc = concat!("See [`", stringify!($Borrowed::$name), "`](crate::", stringify!($Borrowed::$name), ").")]
                #[must_use]
                pub fn $name<'a $(, $($generics)*)?>(&'a self $(, $argument: $Type)*) -> $Result {
                    self.$borrow().$name($($argument),*)
                }
            )+
        }
    };
}
pub(crate) use forward;

forward! {
    UriRefBuf => UriRef by as_uri_ref;
    scheme() -> Option<&'a str>;
    authority() -> Option<&'a str>;
    userinfo() -> Option<&'a str>;
    host() -> Option<UriHost<'a>>;
    host_str() -> Option<&'a str>;
    port() -> Option<&'a str>;
    port_number() -> Option<u16>;
    path() -> &'a str;
    segments() -> Split<'a>;
    query() -> Option<&'a str>;
    parameters() -> Split<'a>;
    fragment() -> Option<&'a str>;
    components() -> Components<'a>;
    is_relative() -> bool;
}

forward! {
    UriBuf => Uri by as_uri;
    scheme() -> &'a str;
    without_fragment() -> Uri<'a>;
    resolve(reference: UriRef<'a>) -> Result<Composed<ResolvedUri<'a>>, ComposeError>;
    join(text: &'a str) -> Result<Composed<ResolvedUri<'a>>, ComposeError>;
    relativize['t](target: Uri<'t>) -> Result<Composed<RelativeUri<'t>>, ComposeError>;
}

impl UriRefBuf {
    /// The URI reference that a value of this crate wrote.
    pub(crate) fn from_written(text: String) -> Self {
        let offsets = UriRef::from_written(&text).offsets;
        Self { text, offsets }
    }

    /// Borrows the URI reference.
    #[must_use]
    pub fn as_uri_ref(&self) -> UriRef<'_> {
        UriRef { text: &self.text, offsets: self.offsets }
    }

    /// The whole text.
    #[doc(hidden)]
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// This reference as an owned URI.
    ///
    /// ```
    /// use cri_uri::UriRefBuf;
    ///
    /// assert!("coap://h".parse::<UriRefBuf>()?.into_uri().is_ok());
    /// assert_eq!("//h".parse::<UriRefBuf>()?.into_uri().unwrap_err(), "//h");
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The reference itself, if it has no scheme.
    pub fn into_uri(self) -> Result<UriBuf, Self> {
        if self.as_uri_ref().is_relative() { Err(self) } else { Ok(UriBuf(self)) }
    }
}

impl UriBuf {
    /// The URI that a value of this crate wrote.
    pub(crate) fn from_written(text: String) -> Self {
        let uri = UriRefBuf::from_written(text);
        // INVARIANT: it has a scheme.
        debug_assert!(!uri.as_uri_ref().is_relative());
        Self(uri)
    }

    /// Borrows the URI.
    #[must_use]
    pub fn as_uri(&self) -> Uri<'_> {
        Uri(self.0.as_uri_ref())
    }
}

/// An owned URI has the methods of an owned URI reference.
impl Deref for UriBuf {
    type Target = UriRefBuf;

    fn deref(&self) -> &UriRefBuf {
        &self.0
    }
}

impl UriRef<'_> {
    /// Copies the text into an owned URI reference.
    #[must_use]
    pub fn to_buf(self) -> UriRefBuf {
        UriRefBuf { text: self.text.to_owned(), offsets: self.offsets }
    }
}

impl Uri<'_> {
    /// Copies the text into an owned URI.
    #[must_use]
    pub fn to_buf(self) -> UriBuf {
        UriBuf(self.as_uri_ref().to_buf())
    }
}

impl TryFrom<String> for UriRefBuf {
    type Error = ParseError;

    /// Parses all of `text` as a URI reference, and keeps it without a copy.
    fn try_from(text: String) -> Result<Self, ParseError> {
        let offsets = UriRef::parse(&text)?.offsets;
        Ok(Self { text, offsets })
    }
}

impl TryFrom<String> for UriBuf {
    type Error = ParseError;

    /// Parses all of `text` as a URI, and keeps it without a copy.
    fn try_from(text: String) -> Result<Self, ParseError> {
        let offsets = Uri::parse(&text)?.as_uri_ref().offsets;
        Ok(Self(UriRefBuf { text, offsets }))
    }
}

impl From<UriBuf> for UriRefBuf {
    fn from(uri: UriBuf) -> Self {
        uri.0
    }
}

impl From<UriRefBuf> for String {
    fn from(reference: UriRefBuf) -> Self {
        reference.text
    }
}

impl From<UriBuf> for String {
    fn from(uri: UriBuf) -> Self {
        uri.0.text
    }
}
