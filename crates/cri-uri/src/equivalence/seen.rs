//! A CRI as an equivalence sees it.

use cri_core::{Authority, Scheme, Sections, TextOrPet};
use cri_registry::Table;

/// How far two CRIs may differ in how they are written and still be equivalent.
///
/// ```
/// use cri_core::Cri;
/// use cri_uri::Options;
/// use cri_uri::equivalence::{Equivalence, equivalent};
///
/// let slash = Cri::decode(b"\x83\x20\x81\x61h\x81\x60")?; // [-1, ["h"], [""]]
/// let empty = Cri::decode(b"\x83\x20\x81\x61h\x80")?; // [-1, ["h"], []]
/// assert!(equivalent(slash, empty, Equivalence::Scheme, Options::default()));
/// assert!(!equivalent(slash, empty, Equivalence::Syntax, Options::default()));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Equivalence {
    /// A scheme's number equals its name, and percent-encoded text (PET) equals text if text can hold it.
    Syntax,
    /// [`Syntax`](Self::Syntax), and the rules of the scheme: the default port equals no port. For the schemes of
    /// [`empty_path_is_root`], a path of one empty segment after an authority equals the empty path (RFC 3986 section
    /// 6.2.3).
    Scheme,
}

/// Whether a scheme, by its name in lower case, treats the paths `[""]` and `[]` after an authority alike: `/` and the
/// empty path of URIs.
///
/// These schemes are coap, coaps, coap+tcp, coaps+tcp, coap+ws and coaps+ws (RFC 7252 section 6.4, RFC 8323 section 8), http
/// and https (RFC 9110 section 4.2.3), ws and wss (RFC 6455 section 3).
///
/// ```
/// assert!(cri_uri::equivalence::empty_path_is_root("coap") && !cri_uri::equivalence::empty_path_is_root("ftp"));
/// ```
#[must_use]
pub fn empty_path_is_root(scheme: &str) -> bool {
    const NAMES: [&str; 10] = [
        "coap",
        "coaps",
        "coap+tcp",
        "coaps+tcp",
        "coap+ws",
        "coaps+ws",
        "http",
        "https",
        "ws",
        "wss",
    ];
    NAMES.contains(&scheme)
}

/// A CRI as an equivalence sees it: without the parts that it ignores.
pub(crate) struct Seen<'a> {
    pub(crate) sections: Sections<'a>,
    schemes: Table,
    /// The scheme's name, if its rules count and the name is known.
    by_scheme: Option<&'a str>,
}

impl<'a> Seen<'a> {
    pub(crate) fn new(sections: Sections<'a>, equivalence: Equivalence, schemes: Table) -> Self {
        let by_scheme = match (equivalence, sections.scheme()) {
            (Equivalence::Scheme, Some(Scheme::Name(name))) => Some(name),
            (Equivalence::Scheme, Some(Scheme::Number(number))) => {
                schemes.by_number(number).map(|scheme| scheme.name)
            }
            _ => None,
        };
        Self { sections, schemes, by_scheme }
    }

    /// The scheme, by its number if it has one.
    pub(crate) fn scheme(&self) -> Option<Scheme<'a>> {
        let scheme = self.sections.scheme()?;
        let known = scheme.name().and_then(|name| self.schemes.by_name(name));
        Some(known.map_or(scheme, |known| Scheme::Number(known.number)))
    }

    /// The port of the authority, unless it is the scheme's default.
    pub(crate) fn port(&self, authority: Authority<'a>) -> Option<u16> {
        let default = self.by_scheme.and_then(|name| self.schemes.by_name(name)?.default_port);
        authority.port().filter(|&port| Some(port) != default)
    }

    /// The number of segments, if there is a path.
    pub(crate) fn path_len(&self) -> Option<usize> {
        let path = self.sections.path()?;
        let is_root = path.len() == 1 && path.segments().all(TextOrPet::is_empty);
        let has_alias =
            self.by_scheme.is_some_and(empty_path_is_root) && self.sections.authority().is_some();
        Some(if is_root && has_alias { 0 } else { path.len() })
    }

    /// The segments.
    pub(crate) fn segments(&self) -> impl Iterator<Item = TextOrPet<'a>> + use<'a> {
        let len = self.path_len().unwrap_or_default();
        self.sections.path().into_iter().flat_map(|path| path.segments()).take(len)
    }
}
