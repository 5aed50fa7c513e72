//! Resolution of URI references on their text (RFC 3986 section 5.2).

pub(crate) mod relativize;

#[cfg(feature = "alloc")]
use alloc::string::{String, ToString};
use core::fmt::{self, Write};

use cri_core::Component;

use crate::text::components::Components;
use crate::text::error::{RecomposeError, RecomposeErrorKind};
use crate::text::path::Dotless;
use crate::text::path::dot_segments::Removal;
use crate::text::uri_ref::{Uri, UriRef};

impl<'a> Uri<'a> {
    /// Resolves `reference` against this base.
    ///
    /// The base is the URI from which the document was retrieved, after all redirections, unless the document or its
    /// container names another (section 5.1). Its fragment does not count. Neither base nor reference is normalised
    /// (section 5.2.1): percent-encoded dots do not make dot-segments. Normalising the target then removes those that are
    /// left.
    ///
    /// A reference with a scheme stays as it is, even if the base has the same scheme: this is the strict reading of
    /// section 5.2.2.
    ///
    /// ```
    /// use cri_uri::{Uri, UriRef};
    ///
    /// let base = Uri::parse("http://a/b/c/d;p?q")?;
    /// let target = base.resolve(UriRef::parse("../g?y#s")?)?;
    /// assert_eq!(target.to_string(), "http://a/b/g?y#s");
    /// assert_eq!(base.resolve(UriRef::parse("http:g")?)?.to_string(), "http:g");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// A relative reference is no base, so this does not compile:
    ///
    /// ```compile_fail,E0599
    /// use cri_uri::UriRef;
    ///
    /// let base = UriRef::parse("/a")?;
    /// base.resolve(UriRef::parse("b")?)?;
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `LeadingEmptySegment` if the path would read as an authority.
    pub fn resolve(self, reference: UriRef<'a>) -> Result<ResolvedUri<'a>, RecomposeError> {
        let target = transform(self, reference);
        if target.components.authority.is_none() && target.path.reads_as_authority() {
            let kind = RecomposeErrorKind::LeadingEmptySegment;
            return Err(RecomposeError::new(kind, Component::Path, reference.offsets.path));
        }
        Ok(target)
    }

    /// Parses a URI reference, and resolves it against this base.
    ///
    /// ```
    /// use cri_uri::Uri;
    ///
    /// assert_eq!(Uri::parse("http://a/b/c")?.join("../d")?.to_string(), "http://a/d");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `Syntax` if the text does not parse, and those of [`resolve`](Self::resolve).
    pub fn join(self, text: &'a str) -> Result<ResolvedUri<'a>, RecomposeError> {
        self.resolve(UriRef::parse(text)?)
    }
}

/// The text that the steps of section 5.2 give. It names another host if [`Uri::resolve`] fails, and need not be a URI then.
#[cfg(feature = "alloc")]
pub(crate) fn text_of_target(base: Uri<'_>, reference: UriRef<'_>) -> String {
    transform(base, reference).to_string()
}

/// The parts of the target. Without an authority, the path may begin with `//`.
fn transform<'a>(base: Uri<'a>, reference: UriRef<'a>) -> ResolvedUri<'a> {
    let own = reference.components();
    let parts = Components { fragment: own.fragment, ..base.components() };
    // 5.2.2, case by case.
    let (components, directory, removal) = if own.scheme.is_some() {
        (own, "", Removal::Literal)
    } else if own.authority.is_some() {
        (Components { scheme: parts.scheme, ..own }, "", Removal::Literal)
    } else if own.path.is_empty() {
        (Components { query: own.query.or(parts.query), ..parts }, "", Removal::Nothing)
    } else {
        let directory = if own.path.starts_with('/') { "" } else { directory(base) };
        (Components { path: own.path, query: own.query, ..parts }, directory, Removal::Literal)
    };
    let path = Dotless::new(directory, components.path, removal);
    ResolvedUri { components: Components { path: "", ..components }, path }
}

/// The part of the base's path that merging keeps (section 5.2.3): empty, or with a slash at its end.
pub(crate) fn directory(base: Uri<'_>) -> &str {
    let path = base.path();
    if path.is_empty() && base.has_authority() {
        return "/";
    }
    path.bytes()
        .rposition(|byte| byte == b'/')
        .and_then(|slash| path.get(..=slash))
        .unwrap_or_default()
}

/// The URI that a reference resolves to: parts of the base and parts of the reference (section 5.3).
///
/// Displaying it takes no memory and does not fail. `Debug` masks a password; `Display` shows it.
///
/// ```
/// use cri_uri::{Uri, UriRef};
///
/// let base = Uri::parse("coap://u:p@h/a/b")?;
/// let target = base.resolve(UriRef::parse("../c")?)?;
/// assert_eq!(format!("{target} {target:?}"), r#"coap://u:p@h/c "coap://u:***@h/c""#);
/// assert_eq!(target.write_into(&mut [0; 32])?, Uri::parse("coap://u:p@h/c")?);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct ResolvedUri<'a> {
    /// INVARIANT: with a scheme, and with an empty path: the path is in the field `path`.
    components: Components<'a>,
    /// INVARIANT of a target of [`Uri::resolve`]: without an authority, it does not begin with `//`.
    path: Dotless<'a>,
}

impl ResolvedUri<'_> {
    /// Writes the text.
    ///
    /// # Errors
    ///
    /// Those of `out`, and no other.
    pub fn write_to(&self, out: &mut impl Write) -> fmt::Result {
        self.components.write_around(out, |out| self.path.write(out))
    }
}

displayed!(ResolvedUri => Uri);

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> UriRef<'_> {
        UriRef::parse(text).unwrap()
    }

    fn base(text: &str) -> Uri<'_> {
        Uri::parse(text).unwrap()
    }

    // shows: R3986-4.4-01
    #[test]
    fn same_document_references_resolve_to_the_base_apart_from_the_fragment() {
        let document = base("http://a/b/c?d#e");
        for (reference, expected) in [
            ("", true),
            ("#s", true),
            ("#", true),
            ("c?d", true),
            ("/b/c?d#x", true),
            ("http://a/b/c?d#x", true),
            ("g", false),
            ("?", false),
            ("?x", false),
            ("c", false),
            ("http://a/b/c", false),
            ("//b/b/c?d", false),
        ] {
            let target = document.resolve(parse(reference)).unwrap().to_string();
            let is_same = base(&target).without_fragment() == document.without_fragment();
            assert_eq!(is_same, expected, "{reference}");
        }
        assert_eq!(document.without_fragment(), base("http://a/b/c?d"));
        assert_eq!(base("s:b?#c").without_fragment(), base("s:b?"));
    }
}
