//! CRIs written anew: canonically, or with the scheme numbers of another revision.

use core::error::Error;
use core::fmt;
use core::net::IpAddr;

use cri_core::wire::{EMPTY_ARRAY, FALSE, Major, NULL, TRUE, write_head};
use cri_core::{
    Authority, AuthoritySection, Buffer, BufferFull, Component, CriRefBuf, Discard, Host, MAX_LEN, Revision, Scheme,
    Sections, TextOrPet, Userinfo,
};

use crate::convert::options::Options;
use crate::equivalence::equivalent::Equivalence;
use crate::equivalence::equivalent::{Runs, Seen, userinfo_charset};
use crate::text::charset::Charset;

/// Writes the canonical form of a CRI or CRI reference: of all that are [`equivalent`](crate::equivalent) to it, the
/// one that `UriRef::to_cri` would give.
///
/// Percent-encoded text (PET) that text can say becomes text, and a scheme that has a number in the options' table
/// is written by that. By [`Equivalence::Scheme`] the default port and the root's alias `[""]` go, too. `buffer` is
/// cleared first.
///
/// ```
/// use cri_core::{ArrayBuffer, CriRef};
/// use cri_uri::{Equivalence, Options, canonical};
///
/// // ["coap", ["h"], [["a", h'20', "b"]]]
/// let cri = CriRef::decode(b"\x83\x64coap\x81\x61h\x81\x83\x61a\x41\x20\x61b")?;
/// let canonical = canonical(cri, Equivalence::Syntax, Options::default(), ArrayBuffer::<16>::new())?;
/// assert_eq!(format!("{canonical:?}"), r#"[-1, ["h"], ["a b"]]"#);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// `ZoneOnIpv4` in draft-16, `BufferFull` and `TooLong`.
pub fn canonical<'a, B: Buffer>(
    cri: impl Into<Sections<'a>>,
    equivalence: Equivalence,
    options: Options,
    buffer: B,
) -> Result<CriRefBuf<B>, RewriteError> {
    let cri = Seen::new(cri.into(), equivalence, options);
    let scheme = cri.scheme();
    Writer { cri, scheme, revision: options.revision, canonical: true, buffer }.finish()
}

/// Writes a CRI of one revision as one of another: its scheme's number becomes the number that the other revision's
/// registry has for that name. `buffer` is cleared first.
///
/// A CRI reference and a scheme's name stay what they are, in the other revision's form.
///
/// ```
/// use cri_core::{ArrayBuffer, Cri, Revision};
/// use cri_uri::{RewriteErrorKind, renumber};
///
/// let to_27 = |cri| renumber(cri, Revision::Draft16, Revision::Draft27, ArrayBuffer::<16>::new());
/// let coap_ws = Cri::decode(b"\x83\x28\x81\x61h\x80")?; // [-9, ["h"], []]
/// assert_eq!(format!("{:?}", to_27(coap_ws)?), r#"[-25, ["h"]]"#);
///
/// let unknown = Cri::decode(b"\x83\x39\xff\xff\x81\x61h\x80")?; // [-65536, ["h"], []]
/// assert_eq!(to_27(unknown).unwrap_err().kind(), RewriteErrorKind::UnknownScheme);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// `UnknownScheme`; `ColonInUserinfo`, since the revisions have two URIs for that; `ZoneOnIpv4` to draft-16;
/// `BufferFull` and `TooLong`.
pub fn renumber<'a, B: Buffer>(
    cri: impl Into<Sections<'a>>,
    from: Revision,
    to: Revision,
    buffer: B,
) -> Result<CriRefBuf<B>, RewriteError> {
    let cri = Seen::new(cri.into(), Equivalence::Syntax, Options::new(to));
    let scheme = match cri.sections.scheme() {
        Some(Scheme::Number(number)) => {
            let name = Options::new(from).schemes.name(number);
            let number = name.and_then(|name| Options::new(to).schemes.number(name.as_bytes()));
            Some(Scheme::Number(number.ok_or(RewriteError::new(RewriteErrorKind::UnknownScheme))?))
        }
        scheme => scheme,
    };
    let userinfo = cri.sections.authority().and_then(Authority::userinfo).map(Userinfo::item);
    let has_colon =
        |userinfo: TextOrPet<'_>| userinfo.pieces().any(|piece| piece.is_text() && piece.as_bytes().contains(&b':'));
    if from != to && userinfo.is_some_and(has_colon) {
        return Err(RewriteError::new(RewriteErrorKind::ColonInUserinfo));
    }
    Writer { cri, scheme, revision: to, canonical: false, buffer }.finish()
}

/// A CRI that is written anew, in the form of a revision.
struct Writer<'a, B> {
    cri: Seen<'a>,
    scheme: Option<Scheme<'a>>,
    revision: Revision,
    /// Whether PET that text can say becomes text.
    canonical: bool,
    buffer: B,
}

impl<'a, B: Buffer> Writer<'a, B> {
    fn finish(mut self) -> Result<CriRefBuf<B>, RewriteError> {
        self.buffer.truncate(0);
        self.write()?;
        // Each item was checked before. What is left to go wrong is the length.
        CriRefBuf::from_buffer(self.buffer).map_err(|_| RewriteError::new(RewriteErrorKind::TooLong))
    }

    fn write(&mut self) -> Result<(), RewriteError> {
        let sections = self.cri.sections;
        let path = self.cri.path_len();
        let query = sections.query();
        // Sections 5.1 and 5.2: what says nothing at the end is left off. An empty path says something in draft-16,
        // and with a discard of 0; an empty query there.
        let says = |len: Option<usize>| match self.revision {
            Revision::Draft27 if sections.discard() != Discard::Segments(0) => len.is_some_and(|len| len > 0),
            _ => len.is_some(),
        };
        let tail = match () {
            () if sections.fragment().is_some() => 3,
            () if says(query.map(|query| query.len())) => 2,
            () if says(path) => 1,
            () => 0_u64,
        };
        let by_discard = sections.scheme().is_none() && sections.authority_section() == AuthoritySection::RootBased;
        let front = match sections.authority_section() {
            _ if by_discard => u64::from(tail > 0 || sections.discard() != Discard::Segments(0)),
            AuthoritySection::RootBased if tail == 0 && self.revision == Revision::Draft27 => 1,
            _ => 2,
        };
        self.head(Major::Array, front.saturating_add(tail))?;
        if by_discard {
            match sections.discard() {
                _ if front == 0 => {}
                Discard::All => self.byte(TRUE)?,
                Discard::Segments(count) => self.head(Major::Unsigned, count.into())?,
            }
        } else {
            match self.scheme {
                None => self.byte(NULL)?,
                Some(Scheme::Number(number)) => self.head(Major::Negative, number)?,
                Some(Scheme::Name(name)) => self.string(Major::Text, name.as_bytes())?,
            }
            if front > 1 {
                self.authority()?;
            }
        }
        if tail > 0 {
            self.items(path, self.cri.segments(), Charset::SEGMENT)?;
        }
        if tail > 1 {
            match query {
                Some(query) => self.items(Some(query.len()), query.parameters(), Charset::PARAMETER)?,
                // Section 5.1 of draft-27: of a full CRI, no query is one of no parameters.
                None if sections.is_full() && self.revision == Revision::Draft27 => self.byte(EMPTY_ARRAY)?,
                None => self.byte(NULL)?,
            }
        }
        sections.fragment().map_or(Ok(()), |fragment| self.item(fragment, Charset::QUERY))
    }

    fn authority(&mut self) -> Result<(), RewriteError> {
        let authority = match self.cri.sections.authority_section() {
            AuthoritySection::RootBased => return self.byte(NULL),
            AuthoritySection::Rootless => return self.byte(TRUE),
            AuthoritySection::Authority(authority) => authority,
        };
        let (userinfo, host, port) =
            (authority.userinfo().map(Userinfo::item), authority.host(), self.cri.port(authority));
        let host_items = match host {
            Host::Ip(host) => u64::from(host.zone().is_some()).saturating_add(1),
            Host::Name(name) => name.labels().fold(0, |count: u64, _| count.saturating_add(1)),
        };
        let others = u64::from(port.is_some()).saturating_add(if userinfo.is_some() { 2 } else { 0 });
        self.head(Major::Array, host_items.saturating_add(others))?;
        if let Some(userinfo) = userinfo {
            self.byte(FALSE)?;
            self.item(userinfo, userinfo_charset(self.revision))?;
        }
        match host {
            Host::Name(name) => name.labels().try_for_each(|label| self.item(label, Charset::REG_NAME))?,
            Host::Ip(host) => {
                match host.address() {
                    IpAddr::V4(_) if self.revision == Revision::Draft16 && host.zone().is_some() => {
                        return Err(RewriteError::new(RewriteErrorKind::ZoneOnIpv4));
                    }
                    IpAddr::V4(address) => self.string(Major::Bytes, &address.octets())?,
                    IpAddr::V6(address) => self.string(Major::Bytes, &address.octets())?,
                }
                host.zone().map_or(Ok(()), |zone| self.string(Major::Text, zone.as_bytes()))?;
            }
        }
        port.map_or(Ok(()), |port| self.head(Major::Unsigned, port.into()))
    }

    /// Writes the array of so many items, or null where there is none.
    fn items(
        &mut self,
        len: Option<usize>,
        mut items: impl Iterator<Item = TextOrPet<'a>>,
        raw: Charset,
    ) -> Result<(), RewriteError> {
        let Some(len) = len else {
            return self.byte(NULL);
        };
        self.head(Major::Array, len as u64)?;
        items.try_for_each(|item| self.item(item, raw))
    }

    fn item(&mut self, item: TextOrPet<'a>, raw: Charset) -> Result<(), RewriteError> {
        Ok(Runs::new(item, self.canonical.then_some(raw)).write(&mut self.buffer)?)
    }

    fn string(&mut self, major: Major, bytes: &[u8]) -> Result<(), RewriteError> {
        self.head(major, bytes.len() as u64)?;
        Ok(self.buffer.push_bytes(bytes)?)
    }

    fn head(&mut self, major: Major, argument: u64) -> Result<(), RewriteError> {
        Ok(write_head(&mut self.buffer, major, argument)?)
    }

    fn byte(&mut self, byte: u8) -> Result<(), RewriteError> {
        Ok(self.buffer.push_bytes(&[byte])?)
    }
}

/// What keeps a CRI from being written anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RewriteErrorKind {
    /// A scheme number that one registry has no name for, or the other no number for that name.
    UnknownScheme,
    /// A colon in the text of the userinfo: `%3A` in URIs by draft-16, `:` by draft-27 (section 6.1).
    ColonInUserinfo,
    /// A zone identifier behind an IPv4 address, which draft-16 does not have.
    ZoneOnIpv4,
    /// The buffer has no room.
    BufferFull,
    /// More than [`MAX_LEN`] bytes came out.
    TooLong,
}

impl RewriteErrorKind {
    /// The kind's name in lower case with hyphens, such as `unknown-scheme`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnknownScheme => "unknown-scheme",
            Self::ColonInUserinfo => "colon-in-userinfo",
            Self::ZoneOnIpv4 => "zone-on-ipv4",
            Self::BufferFull => "buffer-full",
            Self::TooLong => "too-long",
        }
    }
}

/// Why a CRI was not written anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RewriteError {
    kind: RewriteErrorKind,
}

impl RewriteError {
    #[cold]
    const fn new(kind: RewriteErrorKind) -> Self {
        Self { kind }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> RewriteErrorKind {
        self.kind
    }

    /// The component that is wrong; [`Component::Cri`] where the result as a whole has no room.
    #[must_use]
    pub const fn component(&self) -> Component {
        match self.kind {
            RewriteErrorKind::UnknownScheme => Component::Scheme,
            RewriteErrorKind::ColonInUserinfo => Component::Userinfo,
            RewriteErrorKind::ZoneOnIpv4 => Component::ZoneId,
            RewriteErrorKind::BufferFull | RewriteErrorKind::TooLong => Component::Cri,
        }
    }

    /// Always 0: it is the abstract form that is wrong, and it need not stand in any bytes.
    #[must_use]
    pub const fn offset(&self) -> usize {
        0
    }
}

impl fmt::Display for RewriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            RewriteErrorKind::UnknownScheme => "the other revision has no number for this scheme",
            RewriteErrorKind::ColonInUserinfo => "the revisions read a colon in the userinfo differently",
            RewriteErrorKind::ZoneOnIpv4 => "draft-16 allows no zone-id after an IPv4 address",
            RewriteErrorKind::BufferFull => return BufferFull.fmt(f),
            RewriteErrorKind::TooLong => {
                return write!(f, "expected a CRI of at most {MAX_LEN} bytes, found a longer one");
            }
        })
    }
}

impl Error for RewriteError {}

impl From<BufferFull> for RewriteError {
    fn from(_: BufferFull) -> Self {
        Self::new(RewriteErrorKind::BufferFull)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::string::{String, ToString};

    use super::*;

    #[test]
    fn names_are_distinct_and_messages_of_one_style() {
        let kinds = [
            RewriteErrorKind::UnknownScheme,
            RewriteErrorKind::ColonInUserinfo,
            RewriteErrorKind::ZoneOnIpv4,
            RewriteErrorKind::BufferFull,
            RewriteErrorKind::TooLong,
        ];
        let names: BTreeSet<_> = kinds.iter().map(|kind| kind.name()).collect();
        let messages: BTreeSet<_> = kinds.iter().map(|&kind| RewriteError::new(kind).to_string()).collect();
        assert_eq!((names.len(), messages.len()), (kinds.len(), kinds.len()));
        let in_style = |message: &String| !message.ends_with('.') && message.starts_with(char::is_lowercase);
        assert!(messages.iter().all(in_style), "{messages:#?}");
    }
}
