//! A CRI as an equivalence sees it.

use cri_core::{Authority, Scheme, Sections, TextOrPet};
use cri_registry::Table;

use crate::equivalence::default_port::registered;

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
    /// [`Syntax`](Self::Syntax), and the rules of the scheme: the default port equals no port. In coap, http, ws and
    /// their variants, the paths of `coap://h/` and `coap://h` are equal, too (RFC 3986 section 6.2.3).
    Scheme,
}

/// Whether a scheme, by its name in lower case, treats the paths `[""]` and `[]` after an authority alike.
fn empty_path_is_root(scheme: &str) -> bool {
    matches!(
        scheme,
        // RFC 7252 section 6.4, RFC 8323 section 8
        "coap" | "coaps" | "coap+tcp" | "coaps+tcp" | "coap+ws" | "coaps+ws"
        // RFC 9110 section 4.2.3, RFC 6455 section 3
        | "http" | "https" | "ws" | "wss"
    )
}

/// A CRI as an equivalence sees it: without the parts that it ignores.
pub(crate) struct Seen<'a> {
    pub(crate) sections: Sections<'a>,
    /// The scheme, by its number if it has one.
    pub(crate) scheme: Option<Scheme<'a>>,
    /// The port that equals none.
    default_port: Option<u16>,
    /// Whether a path of one empty segment equals the empty path.
    has_root_alias: bool,
}

impl<'a> Seen<'a> {
    pub(crate) fn new(sections: Sections<'a>, equivalence: Equivalence, schemes: Table) -> Self {
        let scheme = sections.scheme();
        let known = scheme.and_then(|scheme| registered(scheme, schemes));
        let name = scheme.and_then(Scheme::name).or(known.map(|known| known.name));
        let by_scheme = equivalence == Equivalence::Scheme;
        Self {
            sections,
            scheme: known.map(|known| Scheme::Number(known.number)).or(scheme),
            default_port: known.filter(|_| by_scheme).and_then(|known| known.default_port),
            has_root_alias: by_scheme
                && name.is_some_and(empty_path_is_root)
                && sections.authority().is_some(),
        }
    }

    /// The port of the authority, unless it is the scheme's default.
    pub(crate) fn port(&self, authority: Authority<'a>) -> Option<u16> {
        authority.port().filter(|&port| Some(port) != self.default_port)
    }

    /// The number of segments, if there is a path.
    pub(crate) fn path_len(&self) -> Option<usize> {
        let path = self.sections.path()?;
        let is_root = path.len() == 1 && path.segments().all(TextOrPet::is_empty);
        Some(if is_root && self.has_root_alias { 0 } else { path.len() })
    }

    /// The segments.
    pub(crate) fn segments(&self) -> impl Iterator<Item = TextOrPet<'a>> + use<'a> {
        let len = self.path_len().unwrap_or_default();
        self.sections.path().into_iter().flat_map(|path| path.segments()).take(len)
    }
}
