//! Writing a CRI again, in the form of a revision.

use core::fmt;

use cri_core::wire::EMPTY_ARRAY;
use cri_core::{
    AuthoritySection, Buffer, BufferFull, BuildErrorKind, Builder, Component, CriRefBuf, Discard,
    Host, MAX_LEN, Revision, Scheme, TextOrPet,
};

use crate::convert::field::Field;
use crate::equivalence::runs::Runs;
use crate::equivalence::seen::Seen;
use crate::text::kind_macros::{kinds, with_kind};

/// Writes `cri` with this scheme in the form of `revision`. If `canonical`, percent-encoded text (PET) becomes text where
/// text can hold it.
pub(super) fn rewrite<'a, B: Buffer>(
    cri: &Seen<'a>,
    scheme: Option<Scheme<'a>>,
    revision: Revision,
    canonical: bool,
    buffer: B,
) -> Result<CriRefBuf<B>, RewriteError> {
    // The items were checked, perhaps by fewer rules than `Builder` has for new text.
    let item = |builder: Builder<B>, item: TextOrPet<'a>, field: Field| {
        let runs = Runs::new(item, canonical.then_some(field));
        builder.checked_item(field.component, |buffer| runs.write(buffer))
    };
    let sections = cri.sections;
    let mut builder = Builder::new(revision, buffer);
    if let Some(scheme) = scheme {
        builder = builder.scheme(scheme);
    }
    match sections.authority_section() {
        AuthoritySection::Authority(authority) => {
            if let Some(userinfo) = authority.userinfo() {
                builder = item(builder, userinfo.item(), Field::userinfo(revision));
            }
            builder = match authority.host() {
                Host::Name(name) => {
                    name.labels().fold(builder, |builder, label| item(builder, label, Field::LABEL))
                }
                Host::Ip(host) => {
                    host.zone().into_iter().fold(builder.host_ip(host.address()), Builder::zone)
                }
            };
            builder = cri.port(authority).into_iter().fold(builder, Builder::port);
        }
        AuthoritySection::Rootless => builder = builder.rootless(),
        AuthoritySection::RootBased
            if scheme.is_none() && sections.discard() != Discard::Segments(0) =>
        {
            builder = builder.discard(sections.discard());
        }
        AuthoritySection::RootBased => {}
    }
    // Sections that are left out at the end take no room in the buffer either.
    let keeps_empty =
        sections.has_fragment() || !revision.leaves_out(EMPTY_ARRAY, sections.discard());
    if sections.path().is_some() && (keeps_empty || sections.parameters().next().is_some()) {
        builder = builder.empty_path();
    }
    builder =
        cri.segments().fold(builder, |builder, segment| item(builder, segment, Field::SEGMENT));
    if sections.query().is_some() && keeps_empty {
        builder = builder.unset_query();
    }
    builder = sections
        .parameters()
        .fold(builder, |builder, parameter| item(builder, parameter, Field::PARAMETER));
    builder = sections
        .fragment()
        .into_iter()
        .fold(builder, |builder, text| item(builder, text, Field::FRAGMENT));
    builder.finish().map_err(|error| {
        RewriteError::new(match error.kind() {
            BuildErrorKind::ZoneOnIpv4 => RewriteErrorKind::ZoneOnIpv4,
            BuildErrorKind::BufferFull => RewriteErrorKind::BufferFull,
            // Each item was checked before, so only the length can be wrong.
            _ => RewriteErrorKind::TooLong,
        })
    })
}

kinds! {
    /// The reason why a CRI cannot be written again.
    pub enum RewriteErrorKind {
        /// A scheme number that has no name in one revision, or whose name has no number in the other.
        UnknownScheme = "unknown-scheme",
        /// A colon in the text of the userinfo: `%3A` in URIs by draft-16, `:` by RFC 9988 (section 6.1).
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
    ///
    /// ```
    /// use cri_core::{ArrayBuffer, Cri, Revision};
    /// use cri_uri::equivalence;
    ///
    /// let cri = Cri::decode(b"\x83\x39\xff\xff\x81\x61h\x80")?; // [-65536, ["h"], []]
    /// let result = equivalence::renumber(cri, Revision::Draft16, Revision::Rfc9988, ArrayBuffer::<16>::new());
    /// assert_eq!(result.unwrap_err().to_string(), "the other revision has no number for this scheme");
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    pub struct RewriteError: Error { kind: RewriteErrorKind }
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
            RewriteErrorKind::ColonInUserinfo => {
                "the revisions read a colon in the userinfo differently"
            }
            RewriteErrorKind::ZoneOnIpv4 => "draft-16 allows no zone-id after an IPv4 address",
            RewriteErrorKind::BufferFull => return BufferFull.fmt(f),
            RewriteErrorKind::TooLong => {
                return write!(f, "the CRI would be longer than {MAX_LEN} bytes");
            }
        })
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
        let messages: BTreeSet<_> =
            kinds.iter().map(|&kind| RewriteError::new(kind).to_string()).collect();
        assert_eq!((names.len(), messages.len()), (kinds.len(), kinds.len()));
        assert!(messages.iter().all(|message| !message.ends_with('.')), "{messages:#?}");
    }
}
