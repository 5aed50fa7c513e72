//! Links above and below a CRI, and its origin.

use alloc::vec::Vec;

use cri_core::{Builder, Component, CriRef, Discard, TextOrPet, Value};

use crate::uri_cri::UriCri;
use crate::uri_cri::error::UriCriError;
use crate::uri_cri::profile::Profile;

impl<P: Profile> UriCri<P> {
    /// Parses a URI reference, and [resolves](UriCri::resolve) it against this base.
    ///
    /// The part after the last slash of the base's path is replaced: `coap://h/a/b` with `c` is `coap://h/a/c`, and
    /// `coap://h/a/b/` with `c` is `coap://h/a/b/c`. To add raw text, such as a name that may hold a slash, use
    /// [`child`](UriCri::child).
    ///
    /// ```
    /// use cri_uri::UriCri;
    ///
    /// let hall: UriCri = "coap://h/hall/".parse()?;
    /// assert_eq!(hall.join("temp?u=c")?.to_string(), "coap://h/hall/temp?u=c");
    /// assert_eq!(hall.join("//other.example")?.to_string(), "coap://other.example");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `ToCri` if the text does not parse, and those of [`resolve`](UriCri::resolve).
    pub fn join(&self, text: &str) -> Result<Self, UriCriError> {
        self.resolve(text)
    }

    /// This CRI without the last segment of its path, without query and without fragment. `None` if there is no segment. It is
    /// also `None` for `urn:a`, whose path cannot be empty.
    ///
    /// A slash at the end of a path is an empty segment, so the parent of `coap://h/a/` is `coap://h/a`. This
    /// [starts with](cri_core::CriBuf::starts_with) its parent.
    ///
    /// ```
    /// use cri_uri::UriCri;
    ///
    /// let link: UriCri = "coap://h/hall/temp?u=c".parse()?;
    /// let above: Vec<_> = std::iter::successors(link.parent(), UriCri::parent).map(String::from).collect();
    /// assert_eq!(above, ["coap://h/hall", "coap://h"]);
    /// # Ok::<(), cri_uri::ToCriError>(())
    /// ```
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        self.last_segment()?;
        // [1], which discards a segment.
        let parent = CriRef::decode(b"\x81\x01").ok()?;
        self.resolve(parent).ok()
    }

    /// This CRI with these segments at the end of its path, without query and without fragment. They are raw text: a `/` or
    /// `%` is data. A slash at the end of the path is not doubled.
    ///
    /// ```
    /// use cri_uri::UriCri;
    ///
    /// let hall: UriCri = "coap://h/hall?u=c".parse()?;
    /// assert_eq!(hall.child(["a/b", "temp"])?.to_string(), "coap://h/hall/a%2Fb/temp");
    /// let folder: UriCri = "coap://h/hall/".parse()?;
    /// assert_eq!(folder.child(["temp"])?.to_string(), "coap://h/hall/temp");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `Build` for a segment that is `.` or `..`, and those of [`resolve`](UriCri::resolve).
    #[doc(alias("push", "extend", "append", "path_segments_mut"))]
    pub fn child<'v>(
        &self,
        segments: impl IntoIterator<Item: Into<Value<'v>>>,
    ) -> Result<Self, UriCriError> {
        let mut segments = segments.into_iter().peekable();
        let ends_in_slash = self.last_segment().is_some_and(TextOrPet::is_empty);
        let discard = Discard::Segments((ends_in_slash && segments.peek().is_some()).into());
        let builder = Builder::new(Self::REVISION, Vec::new()).discard(discard).empty_path();
        let child = segments.fold(builder, Builder::segment).finish()?;
        self.resolve(&child)
    }

    /// The scheme, the host and the port of this CRI, without userinfo, path, query and fragment. `None` if there is no
    /// authority, or if its host is empty.
    ///
    /// Two CRIs have one origin if these are equal (RFC 6454 section 5). A default port makes no difference.
    ///
    /// ```
    /// use cri_uri::UriCri;
    ///
    /// let link: UriCri = "https://user@Example.com:443/a?b".parse()?;
    /// let other: UriCri = "https://example.com/c".parse()?;
    /// assert_eq!(link.origin(), other.origin());
    /// assert_eq!(link.origin().map(String::from).as_deref(), Some("https://example.com"));
    /// let name: UriCri = "urn:a".parse()?;
    /// assert_eq!(name.origin(), None);
    /// # Ok::<(), cri_uri::ToCriError>(())
    /// ```
    #[must_use]
    pub fn origin(&self) -> Option<Self> {
        let sections = self.sections();
        sections.host().filter(|host| host.name().is_none_or(|name| name != ""))?;
        let parts = [Component::Scheme, Component::Host, Component::ZoneId, Component::Port];
        let builder = Builder::new(Self::REVISION, Vec::new());
        let origin = parts.into_iter().fold(builder, |to, part| sections.copy_component(part, to));
        origin.finish_full().ok()?.try_into().ok()
    }
}
