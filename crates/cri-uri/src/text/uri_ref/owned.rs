//! Owned URIs.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use core::borrow::Borrow;
use core::str::FromStr;

use crate::text::error::ParseError;
use crate::text::resolve::ResolvedUri;
use crate::text::uri_ref::{Offsets, Uri, UriRef};

/// An owned URI, as it was written. [`as_uri`](UriBuf::as_uri) borrows it as a [`Uri`], which has the components.
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
///
/// let base: UriBuf = "coap://h/a/b".parse()?;
/// let target = UriBuf::from(base.as_uri().join("../c?d")?);
/// assert_eq!((target.as_uri().path(), target.as_uri().query()), ("/c", Some("d")));
/// assert!("../temperature".parse::<UriBuf>().is_err());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct UriBuf {
    /// INVARIANT: the offsets are those of its components, and it has a scheme.
    text: String,
    offsets: Offsets,
}

impl UriBuf {
    /// The URI that a value of this crate wrote.
    pub(crate) fn from_written(text: String) -> Self {
        let offsets = Uri::from_written(&text).offsets;
        Self { text, offsets }
    }

    /// Borrows the URI.
    #[must_use]
    pub fn as_uri(&self) -> Uri<'_> {
        Uri(UriRef { text: &self.text, offsets: self.offsets })
    }

    /// The whole text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

text_traits!(UriBuf);

impl Borrow<str> for UriBuf {
    fn borrow(&self) -> &str {
        &self.text
    }
}

impl From<Uri<'_>> for UriBuf {
    fn from(uri: Uri<'_>) -> Self {
        Self { text: uri.as_str().to_owned(), offsets: uri.offsets }
    }
}

impl From<ResolvedUri<'_>> for UriBuf {
    fn from(target: ResolvedUri<'_>) -> Self {
        Self::from_written(target.to_string())
    }
}

impl FromStr for UriBuf {
    type Err = ParseError;

    /// Parses all of `text` as a URI.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Ok(Uri::parse(text)?.into())
    }
}

impl TryFrom<String> for UriBuf {
    type Error = ParseError;

    /// Parses all of `text` as a URI, and keeps it without a copy.
    fn try_from(text: String) -> Result<Self, ParseError> {
        let offsets = Uri::parse(&text)?.offsets;
        Ok(Self { text, offsets })
    }
}

impl From<UriBuf> for String {
    fn from(uri: UriBuf) -> Self {
        uri.text
    }
}
