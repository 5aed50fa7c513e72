//! Equivalence of CRIs beyond equality: what two spellings of one CRI have in common (section 4 of the draft).
//!
//! Equality of CRIs is code point by code point, and takes a scheme's number and its name for two schemes. That
//! gives false negatives, which the draft allows. Here are those that can be told without asking the resource.

use cri_core::wire::{Major, write_head};
use cri_core::{
    Authority, AuthoritySection, Buffer, BufferFull, Host, Pieces, Revision, Scheme, Sections, TextOrPet, Userinfo,
};
use cri_registry::Table;

use crate::convert::options::Options;
use crate::text::charset::Charset;

/// How far two CRIs may differ in how they are written and still be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Equivalence {
    /// A scheme's number is its name, and percent-encoded text (PET) that text can say is that text.
    Syntax,
    /// The same, and by the scheme: its default port is no port, and for the schemes of [`empty_path_is_root`] behind
    /// an authority a path of one empty segment is the empty path (RFC 3986 section 6.2.3).
    Scheme,
}

/// Whether the scheme of this name, in lower case, takes `[""]` and `[]` behind an authority for one path: in URIs,
/// `/` and nothing.
///
/// These are coap, coaps, coap+tcp, coaps+tcp, coap+ws and coaps+ws (RFC 7252 section 6.4, RFC 8323 section 8), http
/// and https (RFC 9110 section 4.2.3), ws and wss (RFC 6455 section 3).
///
/// ```
/// assert!(cri_uri::empty_path_is_root("coap") && !cri_uri::empty_path_is_root("ftp"));
/// ```
#[must_use]
pub fn empty_path_is_root(scheme: &str) -> bool {
    const NAMES: [&str; 10] =
        ["coap", "coaps", "coap+tcp", "coaps+tcp", "coap+ws", "coaps+ws", "http", "https", "ws", "wss"];
    NAMES.contains(&scheme)
}

/// Whether two full CRIs are one, by the options' schemes and the revision's reading of a userinfo.
///
/// CRI references are compared as they stand, which says little: resolve them first (section 4).
///
/// ```
/// use cri_core::Cri;
/// use cri_uri::{Equivalence, Options, equivalent};
///
/// let a = Cri::decode(b"\x83\x64coap\x82\x61h\x19\x16\x33\x80")?; // ["coap", ["h", 5683], []]
/// let b = Cri::decode(b"\x83\x20\x81\x61h\x81\x60")?; // [-1, ["h"], [""]]
/// assert_ne!(a, b);
/// assert!(!equivalent(a, b, Equivalence::Syntax, Options::default()));
/// assert!(equivalent(a, b, Equivalence::Scheme, Options::default()));
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[must_use]
pub fn equivalent<'a, 'b>(
    a: impl Into<Sections<'a>>,
    b: impl Into<Sections<'b>>,
    equivalence: Equivalence,
    options: Options,
) -> bool {
    let (a, b) = (Seen::new(a.into(), equivalence, options), Seen::new(b.into(), equivalence, options));
    a.scheme() == b.scheme()
        && same_authority(&a, &b, userinfo_charset(options.revision))
        && a.sections.discard() == b.sections.discard()
        && a.path_len() == b.path_len()
        && same_items(a.segments(), b.segments(), Charset::SEGMENT)
        && both(a.sections.query(), b.sections.query(), |a, b| {
            same_items(a.parameters(), b.parameters(), Charset::PARAMETER)
        })
        && same_items(a.sections.fragment(), b.sections.fragment(), Charset::QUERY)
}

fn same_authority(a: &Seen<'_>, b: &Seen<'_>, userinfo: Charset) -> bool {
    match (a.sections.authority_section(), b.sections.authority_section()) {
        (AuthoritySection::Authority(x), AuthoritySection::Authority(y)) => {
            same_items(x.userinfo().map(Userinfo::item), y.userinfo().map(Userinfo::item), userinfo)
                && a.port(x) == b.port(y)
                && match (x.host(), y.host()) {
                    (Host::Name(x), Host::Name(y)) => same_items(x.labels(), y.labels(), Charset::REG_NAME),
                    (x, y) => x == y,
                }
        }
        (a, b) => a == b,
    }
}

/// Whether both are as many items, and these are the same in pairs where text in `raw` comes out as it is.
fn same_items<'a, 'b>(
    a: impl IntoIterator<Item = TextOrPet<'a>>,
    b: impl IntoIterator<Item = TextOrPet<'b>>,
    raw: Charset,
) -> bool {
    let mut b = b.into_iter();
    let mut is_next = |a| b.next().is_some_and(|b| Runs::new(a, Some(raw)).units().eq(Runs::new(b, Some(raw)).units()));
    a.into_iter().all(&mut is_next) && b.next().is_none()
}

/// Whether neither is there, or both are and are the same.
fn both<T>(a: Option<T>, b: Option<T>, same: impl FnOnce(T, T) -> bool) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same(a, b),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// The characters of text in a userinfo that come out as they are (section 6.1).
pub(crate) const fn userinfo_charset(revision: Revision) -> Charset {
    match revision {
        Revision::Draft27 => Charset::USERINFO,
        _ => Charset::REG_NAME,
    }
}

/// A CRI as an equivalence sees it: what it takes for nothing is not there.
pub(crate) struct Seen<'a> {
    pub(crate) sections: Sections<'a>,
    schemes: Table,
    /// The scheme's name, if what it says of CRIs counts and is known.
    by_scheme: Option<&'a str>,
}

impl<'a> Seen<'a> {
    pub(crate) fn new(sections: Sections<'a>, equivalence: Equivalence, options: Options) -> Self {
        let schemes = options.schemes;
        let by_scheme = match (equivalence, sections.scheme()) {
            (Equivalence::Scheme, Some(Scheme::Name(name))) => Some(name),
            (Equivalence::Scheme, Some(Scheme::Number(number))) => schemes.name(number),
            _ => None,
        };
        Self { sections, schemes, by_scheme }
    }

    /// The scheme, by number if it has one.
    pub(crate) fn scheme(&self) -> Option<Scheme<'a>> {
        let scheme = self.sections.scheme()?;
        let number = scheme.name().and_then(|name| self.schemes.number(name.as_bytes()));
        Some(number.map_or(scheme, Scheme::Number))
    }

    /// The port of the authority, unless the scheme implies it.
    pub(crate) fn port(&self, authority: Authority<'a>) -> Option<u16> {
        let default = self.by_scheme.and_then(|name| self.schemes.default_port(name.as_bytes()));
        authority.port().filter(|&port| Some(port) != default)
    }

    /// The number of segments, if there is a path.
    pub(crate) fn path_len(&self) -> Option<usize> {
        let path = self.sections.path()?;
        let is_root = path.len() == 1 && path.segments().all(TextOrPet::is_empty);
        let has_alias = self.by_scheme.is_some_and(empty_path_is_root) && self.sections.authority().is_some();
        Some(if is_root && has_alias { 0 } else { path.len() })
    }

    /// The segments.
    pub(crate) fn segments(&self) -> impl Iterator<Item = TextOrPet<'a>> + use<'a> {
        let len = self.path_len().unwrap_or_default();
        self.sections.path().into_iter().flat_map(|path| path.segments()).take(len)
    }
}

/// The runs of text and of bytes that an item consists of, in order; several in a row may be of one kind.
#[derive(Clone, Debug)]
pub(crate) struct Runs<'a> {
    pieces: Pieces<'a>,
    /// What is left of a piece of bytes.
    bytes: &'a [u8],
    raw: Option<Charset>,
}

impl<'a> Runs<'a> {
    /// The runs of `item`. Bytes that text can say where text in `raw` comes out as it is, are text; without `raw`,
    /// bytes stay bytes.
    pub(crate) fn new(item: TextOrPet<'a>, raw: Option<Charset>) -> Self {
        Self { pieces: item.pieces(), bytes: &[], raw }
    }

    /// The bytes of all runs, each with whether it is of text.
    fn units(self) -> impl Iterator<Item = (bool, u8)> + use<'a> {
        self.flat_map(|(is_text, bytes)| bytes.iter().map(move |&byte| (is_text, byte)))
    }

    fn is_text(&self, byte: u8) -> bool {
        self.raw.is_some_and(|raw| raw.is_text(byte))
    }

    /// Appends the item that these runs are: a text, or a text-pet-sequence.
    pub(crate) fn write(self, buffer: &mut impl Buffer) -> Result<(), BufferFull> {
        let (mut pieces, mut len, mut any_bytes, mut last) = (0_u64, 0_usize, false, None);
        for (is_text, bytes) in self.clone() {
            pieces = pieces.saturating_add(u64::from(last != Some(is_text)));
            len = len.saturating_add(bytes.len());
            any_bytes |= !is_text;
            last = Some(is_text);
        }
        if any_bytes {
            write_head(buffer, Major::Array, pieces)?;
            let mut rest = self;
            while let Some((is_text, _)) = rest.clone().next() {
                let piece = rest.clone().take_while(|&(other, _)| other == is_text);
                let (runs, len) = piece.fold((0_usize, 0_usize), |(runs, len), (_, bytes)| {
                    (runs.saturating_add(1), len.saturating_add(bytes.len()))
                });
                let major = if is_text { Major::Text } else { Major::Bytes };
                write_head(buffer, major, len as u64)?;
                rest.by_ref().take(runs).try_for_each(|(_, bytes)| buffer.push_bytes(bytes))?;
            }
            return Ok(());
        }
        write_head(buffer, Major::Text, len as u64)?;
        self.into_iter().try_for_each(|(_, bytes)| buffer.push_bytes(bytes))
    }
}

impl<'a> Iterator for Runs<'a> {
    type Item = (bool, &'a [u8]);

    fn next(&mut self) -> Option<(bool, &'a [u8])> {
        if self.bytes.is_empty() {
            let piece = self.pieces.next()?;
            if piece.is_text() {
                return Some((true, piece.as_bytes()));
            }
            self.bytes = piece.as_bytes();
        }
        let is_text = self.is_text(*self.bytes.first()?);
        let len = self.bytes.iter().position(|&byte| self.is_text(byte) != is_text).unwrap_or(self.bytes.len());
        let (run, rest) = self.bytes.split_at_checked(len)?;
        self.bytes = rest;
        Some((is_text, run))
    }
}
