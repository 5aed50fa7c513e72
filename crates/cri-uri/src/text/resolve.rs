//! Resolution of URI references on their text (RFC 3986 section 5.2).

#[cfg(feature = "alloc")]
use alloc::string::{String, ToString};
use core::fmt::{self, Write};

use cri_core::Component;

use crate::text::components::Components;
use crate::text::composed::{ComposeError, ComposeErrorKind, Composed, compose_impl};
use crate::text::dot_segments::Removal;
use crate::text::path::Dotless;
use crate::text::uri::Uri;
use crate::text::uri_ref::UriRef;

/// How to read a reference that has the scheme of the base (RFC 3986 section 5.2.2).
///
/// ```
/// use cri_uri::{Resolution, Uri, UriRef};
///
/// let base = Uri::parse("http://h/a/b")?;
/// let reference = UriRef::parse("http:c")?;
/// assert_eq!(base.resolve(reference, Resolution::Strict)?.to_string(), "http:c");
/// assert_eq!(base.resolve(reference, Resolution::Tolerant)?.to_string(), "http://h/a/c");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Resolution {
    /// The reference is a URI: its scheme counts.
    #[default]
    Strict,
    /// The scheme of the reference is ignored, in any case, as it was before RFC 3986: `http:g` means `g` where the base
    /// has the scheme `http`.
    Tolerant,
}

impl<'a> Uri<'a> {
    /// Resolves `reference` against this base.
    ///
    /// The base is the URI from which the document was retrieved, after all redirections, unless the document or its
    /// container names another (section 5.1). Its fragment does not count. Neither base nor reference is normalised
    /// (section 5.2.1): percent-encoded dots do not make dot-segments. Normalising the target then removes those that are
    /// left.
    ///
    /// ```
    /// use cri_uri::{Resolution, Uri, UriRef};
    ///
    /// let base = Uri::parse("http://a/b/c/d;p?q")?;
    /// let target = base.resolve(UriRef::parse("../g?y#s")?, Resolution::Strict)?;
    /// assert_eq!(target.to_string(), "http://a/b/g?y#s");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// A relative reference is no base, so this does not compile:
    ///
    /// ```compile_fail,E0599
    /// use cri_uri::{Resolution, UriRef};
    ///
    /// let base = UriRef::parse("/a")?;
    /// base.resolve(UriRef::parse("b")?, Resolution::Strict)?;
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `LeadingEmptySegment` if the path would read as an authority.
    pub fn resolve(
        self,
        reference: UriRef<'a>,
        resolution: Resolution,
    ) -> Result<Composed<ResolvedUri<'a>>, ComposeError> {
        let target = self.transform(reference, resolution);
        if target.components.authority.is_none() && target.path.reads_as_authority() {
            let kind = ComposeErrorKind::LeadingEmptySegment;
            return Err(ComposeError::new(kind, Component::Path, reference.offsets.path));
        }
        Ok(Composed(target))
    }

    /// The text that the steps of section 5.2 give. It names another host if [`resolve`](Self::resolve) fails, and need not be a
    /// URI then.
    #[cfg(feature = "alloc")]
    pub(crate) fn text_of_target(self, reference: UriRef<'a>) -> String {
        Composed(self.transform(reference, Resolution::Strict)).to_string()
    }

    /// The parts of the target. Without an authority, the path may begin with `//`.
    fn transform(self, reference: UriRef<'a>, resolution: Resolution) -> ResolvedUri<'a> {
        let ignored = |scheme: &str| resolution == Resolution::Tolerant && self.has_scheme(scheme);
        let own = reference.components();
        let base = Components { fragment: own.fragment, ..self.components() };
        // 5.2.2, case by case.
        let (components, directory, removal) = if own.scheme.is_some_and(|scheme| !ignored(scheme))
        {
            (own, "", Removal::Literal)
        } else if own.authority.is_some() {
            (Components { scheme: base.scheme, ..own }, "", Removal::Literal)
        } else if own.path.is_empty() {
            (Components { query: own.query.or(base.query), ..base }, "", Removal::Nothing)
        } else {
            let directory = if own.path.starts_with('/') { "" } else { self.directory() };
            (Components { path: own.path, query: own.query, ..base }, directory, Removal::Literal)
        };
        let path = Dotless::new(directory, components.path, removal);
        ResolvedUri { components: Components { path: "", ..components }, path }
    }

    /// This URI without its fragment, which plays no part in retrieval (section 3.5) or in a base (section 5.1).
    #[must_use]
    pub fn without_fragment(self) -> Self {
        let UriRef { text, offsets } = self.as_uri_ref();
        let text = text.get(..offsets.query_end).unwrap_or_default();
        Self(UriRef { text, offsets })
    }

    /// The part of this base's path that merging keeps (section 5.2.3): empty, or with a slash at its end.
    pub(crate) fn directory(self) -> &'a str {
        let path = self.path();
        if path.is_empty() && self.as_uri_ref().has_authority() {
            return "/";
        }
        path.bytes()
            .rposition(|byte| byte == b'/')
            .and_then(|slash| path.get(..=slash))
            .unwrap_or_default()
    }
}

impl<'a> UriRef<'a> {
    /// Whether this refers to the document at `base`: it resolves to that URI, apart from fragments (section 4.4).
    ///
    /// Following such a reference need not retrieve the document again.
    ///
    /// ```
    /// use cri_uri::{Uri, UriRef};
    ///
    /// let base = Uri::parse("http://a/b?c")?;
    /// assert!(UriRef::parse("#s")?.is_same_document(base));
    /// assert!(!UriRef::parse("b")?.is_same_document(base));
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    #[doc(hidden)]
    #[must_use]
    pub fn is_same_document(self, base: Uri<'_>) -> bool {
        base.resolve(self, Resolution::Strict).is_ok_and(|Composed(target)| {
            let fragment = target.components.fragment;
            target.components == Components { path: "", fragment, ..base.components() }
                && target.path.is(base.path())
        })
    }
}

/// The URI that a reference resolves to: parts of the base and parts of the reference.
#[derive(Clone, Copy)]
pub struct ResolvedUri<'a> {
    /// INVARIANT: with a scheme, and with an empty path: the path is in the field `path`.
    components: Components<'a>,
    /// INVARIANT of a target of [`Uri::resolve`]: without an authority, it does not begin with `//`.
    path: Dotless<'a>,
}

impl ResolvedUri<'_> {
    /// Writes the URI (section 5.3).
    fn write_text(&self, out: &mut impl Write) -> fmt::Result {
        self.components.write_around(out, |out| self.path.write(out))
    }
}

compose_impl!(ResolvedUri => Uri, UriBuf);

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    fn parse(text: &str) -> UriRef<'_> {
        UriRef::parse(text).unwrap()
    }

    fn base(text: &str) -> Uri<'_> {
        Uri::parse(text).unwrap()
    }

    // shows: R3986-5.2.2-07, R3986-5.4.2-19
    #[test]
    fn tolerant_resolution_ignores_the_base_s_scheme() {
        let base = base("http://a/b/c/d;p?q");
        for (reference, strict, tolerant) in [
            ("http:g", "http:g", "http://a/b/c/g"),
            ("HTTP:g", "HTTP:g", "http://a/b/c/g"),
            ("http:", "http:", "http://a/b/c/d;p?q"),
            ("http:?y", "http:?y", "http://a/b/c/d;p?y"),
            ("http://g", "http://g", "http://g"),
            ("https:g", "https:g", "https:g"),
        ] {
            let text = |resolution| base.resolve(parse(reference), resolution).unwrap().to_string();
            assert_eq!(
                (&*text(Resolution::Strict), &*text(Resolution::Tolerant)),
                (strict, tolerant)
            );
        }
    }

    // shows: R3986-4.4-01
    #[test]
    fn same_document_references() {
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
            assert_eq!(parse(reference).is_same_document(document), expected, "{reference}");
        }
        assert_eq!(document.without_fragment(), base("http://a/b/c?d"));
        assert_eq!(base("s:b?#c").without_fragment(), base("s:b?"));
    }
}
