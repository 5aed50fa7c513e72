//! Writing a CRI again, in the form of a revision.

use core::error::Error;
use core::fmt;
use core::net::IpAddr;

use cri_core::wire::{EMPTY_ARRAY, FALSE, Major, NULL, TRUE, write_head};
use cri_core::{
    AuthoritySection, Buffer, BufferFull, Component, CriRefBuf, Discard, Host, MAX_LEN, Revision, Scheme, TextOrPet,
    Userinfo,
};

use crate::convert::field::Field;
use crate::equivalence::runs::Runs;
use crate::equivalence::seen::Seen;
use crate::text::charset::Charset;
use crate::text::kinds::{kinds, with_kind};

/// Writes a CRI in the form of a revision.
pub(super) struct Writer<'a, B> {
    pub(super) cri: Seen<'a>,
    pub(super) scheme: Option<Scheme<'a>>,
    pub(super) revision: Revision,
    /// Whether percent-encoded text (PET) becomes text where text can hold it.
    pub(super) canonical: bool,
    pub(super) buffer: B,
}

impl<'a, B: Buffer> Writer<'a, B> {
    pub(super) fn finish(mut self) -> Result<CriRefBuf<B>, RewriteError> {
        self.buffer.truncate(0);
        self.write()?;
        // Each item was checked before, so only the length can be wrong.
        CriRefBuf::from_buffer(self.buffer).map_err(|_| RewriteError::new(RewriteErrorKind::TooLong))
    }

    fn write(&mut self) -> Result<(), RewriteError> {
        let sections = self.cri.sections;
        let path = self.cri.path_len();
        let query = sections.query();
        // Sections 5.1 and 5.2: sections at the end that say nothing are left out. Of an array, only the emptiness counts.
        let first = |len| match len {
            None => NULL,
            Some(0) => EMPTY_ARRAY,
            Some(_) => EMPTY_ARRAY | 1,
        };
        let counts = |len| !self.revision.leaves_out(first(len), sections.discard());
        let tail = match () {
            () if sections.fragment().is_some() => 3,
            () if counts(query.map(|query| query.len())) => 2,
            () if counts(path) => 1,
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
                None => self.byte(self.revision.missing_query(sections.is_full()))?,
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
            self.item(userinfo, Field::userinfo(self.revision).raw)?;
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

    /// Writes the array of `len` items, or null without a length.
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

kinds! {
    /// The reason why a CRI cannot be written again.
    pub enum RewriteErrorKind {
        /// A scheme number that has no name in one revision, or whose name has no number in the other.
        UnknownScheme = "unknown-scheme",
        /// A colon in the text of the userinfo: `%3A` in URIs by draft-16, `:` by draft-27 (section 6.1).
        ColonInUserinfo = "colon-in-userinfo",
        /// A zone identifier after an IPv4 address, which draft-16 does not allow.
        ZoneOnIpv4 = "zone-on-ipv4",
        /// The buffer has too little room.
        BufferFull = "buffer-full",
        /// The CRI would be longer than [`MAX_LEN`] bytes.
        TooLong = "too-long",
    }
}

with_kind! {
    /// Why a CRI was not written again.
    pub struct RewriteError { kind: RewriteErrorKind }
}

impl RewriteError {
    /// The component that is wrong; [`Component::Cri`] if the result as a whole does not fit.
    #[must_use]
    pub const fn component(&self) -> Component {
        match self.kind {
            RewriteErrorKind::UnknownScheme => Component::Scheme,
            RewriteErrorKind::ColonInUserinfo => Component::Userinfo,
            RewriteErrorKind::ZoneOnIpv4 => Component::ZoneId,
            RewriteErrorKind::BufferFull | RewriteErrorKind::TooLong => Component::Cri,
        }
    }

    /// Always 0: the error is in the abstract form, which need not stand in any bytes.
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
                return write!(f, "the CRI would be longer than {MAX_LEN} bytes");
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
    use std::string::ToString;

    use super::*;

    #[test]
    fn names_and_messages_are_distinct() {
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
        assert!(messages.iter().all(|message| !message.ends_with('.')), "{messages:#?}");
    }
}
