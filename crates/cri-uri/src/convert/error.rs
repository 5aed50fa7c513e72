//! What goes wrong in each direction, and where: one small `Copy` type for each.

use core::error::Error;
use core::fmt;

use cri_core::{BufferFull, Component, Discard, Feature, MAX_LEN};

use crate::text::error::{ParseError, ParseErrorKind};

/// What keeps a URI reference from being a CRI reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ToCriErrorKind {
    /// The text is no URI reference at all.
    Syntax(ParseErrorKind),
    /// A host in brackets that is no IPv6 address (C4). The offset is the `[`.
    IpFuture,
    /// A colon without a port behind it (C6). The offset is the colon.
    EmptyPort,
    /// A port that begins with a zero (C6). The offset is its first digit.
    PortLeadingZero,
    /// A port above 65535 (C6). The offset is its first digit.
    PortRange,
    /// A colon in the userinfo that is not percent-encoded, which draft-16 does not have (C3).
    ColonInUserinfo,
    /// An upper-case letter beyond A to Z in the host (C5). The offset is where it begins.
    UpperCaseHost,
    /// Text that is not in NFC, where [`Options::nfc`](crate::Options::nfc) refuses that (C5, C9 to C11). The offset
    /// is where the first character begins that NFC changes.
    NotNfc,
    /// More `..` than a discard can say (section 5.1). The offset is the first that is too many.
    DiscardRange,
    /// Without an authority, a path that would begin with `//` (section 2.1). The offset is the empty segment's.
    LeadingEmptySegment,
    /// A zone identifier, for which draft-27 defines no conversion (section 6.1).
    ZoneId,
    /// A zone identifier that is not UTF-8. The offset is the `%` of the first byte that is wrong.
    InvalidUtf8,
    /// A feature that was not asked for. The offset is where the URI uses it.
    UnsupportedFeature(Feature),
    /// The buffer has no room. The offset is 0.
    BufferFull,
    /// More than [`MAX_LEN`] bytes came out. The offset is 0.
    TooLong,
}

impl ToCriErrorKind {
    /// The kind's name in lower case with hyphens, such as `empty-port`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Syntax(kind) => kind.name(),
            Self::IpFuture => "ip-future",
            Self::EmptyPort => "empty-port",
            Self::PortLeadingZero => "port-leading-zero",
            Self::PortRange => "port-range",
            Self::ColonInUserinfo => "colon-in-userinfo",
            Self::UpperCaseHost => "upper-case-host",
            Self::NotNfc => "not-nfc",
            Self::DiscardRange => "discard-range",
            Self::LeadingEmptySegment => "leading-empty-segment",
            Self::ZoneId => "zone-id",
            Self::InvalidUtf8 => "invalid-utf8",
            Self::UnsupportedFeature(_) => "unsupported-feature",
            Self::BufferFull => "buffer-full",
            Self::TooLong => "too-long",
        }
    }
}

/// Why a URI reference has no CRI reference.
///
/// ```
/// use cri_core::Component;
/// use cri_uri::{Options, ToCriErrorKind, UriRef};
///
/// let uri = UriRef::parse("coap://h:65536/")?;
/// let error = uri.to_cri(Options::default(), Vec::new()).unwrap_err();
/// assert_eq!(error.kind(), ToCriErrorKind::PortRange);
/// assert_eq!((error.component(), error.offset()), (Component::Port, 9));
/// assert_eq!(error.to_string(), "expected a port up to 65535, found a larger one at byte 9");
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToCriError {
    offset: usize,
    kind: ToCriErrorKind,
    component: Component,
}

impl ToCriError {
    #[cold]
    pub(crate) const fn new(kind: ToCriErrorKind, component: Component, offset: usize) -> Self {
        Self { offset, kind, component }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> ToCriErrorKind {
        self.kind
    }

    /// The component that is wrong; [`Component::Cri`] where the result as a whole has no room.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.component
    }

    /// Where it is, in bytes from the start of the URI reference; each kind says of what.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The error with another offset, for a URI reference that is part of a larger text.
    #[must_use]
    pub const fn with_offset(self, offset: usize) -> Self {
        Self { offset, ..self }
    }
}

impl fmt::Display for ToCriError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, kind, component } = *self;
        match kind {
            ToCriErrorKind::Syntax(kind) => return ParseError::new(kind, component, offset).fmt(f),
            ToCriErrorKind::BufferFull => return BufferFull.fmt(f),
            ToCriErrorKind::TooLong => {
                return write!(f, "expected a CRI of at most {MAX_LEN} bytes, found a longer one");
            }
            ToCriErrorKind::IpFuture => {
                f.write_str("expected a host that CRIs have, found an address of a future IP version")
            }
            ToCriErrorKind::EmptyPort => f.write_str("expected a port behind the colon, found none"),
            ToCriErrorKind::PortLeadingZero => f.write_str("expected a port without leading zeros, found one"),
            ToCriErrorKind::PortRange => write!(f, "expected a port up to {}, found a larger one", u16::MAX),
            ToCriErrorKind::ColonInUserinfo => {
                f.write_str("expected no colon in the userinfo in draft-16, found one that is not percent-encoded")
            }
            ToCriErrorKind::UpperCaseHost => f.write_str("expected lower case in the host, found an upper-case letter"),
            ToCriErrorKind::NotNfc => write!(f, "expected text in NFC in {component}, found another form"),
            ToCriErrorKind::DiscardRange => {
                let most = Discard::MAX.saturating_sub(1);
                write!(f, "expected at most {most} segments \"..\" that leave the base's directory, found one more")
            }
            ToCriErrorKind::LeadingEmptySegment => {
                f.write_str("expected a first segment in a path without authority, found an empty one")
            }
            ToCriErrorKind::ZoneId => f.write_str("expected no zone-id in draft-27, found one"),
            ToCriErrorKind::InvalidUtf8 => write!(f, "expected UTF-8 in {component}, found another byte"),
            ToCriErrorKind::UnsupportedFeature(feature) => {
                write!(f, "feature {} not supported, found in {component}", feature.name())
            }
        }?;
        write!(f, " at byte {offset}")
    }
}

impl Error for ToCriError {}

impl From<ParseError> for ToCriError {
    fn from(error: ParseError) -> Self {
        Self::new(ToCriErrorKind::Syntax(error.kind()), error.component(), error.offset())
    }
}

impl From<BufferFull> for ToCriError {
    fn from(_: BufferFull) -> Self {
        Self::new(ToCriErrorKind::BufferFull, Component::Cri, 0)
    }
}

/// What keeps a CRI or CRI reference from being a URI reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ToUriErrorKind {
    /// A scheme number that the table has no name for (section 5.1.1).
    UnknownScheme,
    /// A zone identifier, for which draft-27 defines no conversion (section 6.1).
    ZoneId,
    /// A zone identifier behind an IPv4 address (RFC 6874 section 2).
    ZoneOnIpv4,
    /// A zone identifier of no characters (RFC 6874 section 2).
    EmptyZoneId,
    /// A path that is appended to the whole path of the base (section 2.1).
    DiscardZeroWithPath,
    /// Segments of the base that are removed, and none that replace them (section 2.1).
    DiscardWithoutPath,
    /// The path of the base is kept, and its query is not (section 2.1).
    UnsetQuery,
    /// A reference without scheme and authority whose path is not rooted in the base (section 2.1).
    RootlessWithoutScheme,
    /// Without an authority, a path that would begin with `//` (section 6.1).
    LeadingEmptySegment,
}

impl ToUriErrorKind {
    /// The kind's name in lower case with hyphens, such as `unknown-scheme`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnknownScheme => "unknown-scheme",
            Self::ZoneId => "zone-id",
            Self::ZoneOnIpv4 => "zone-on-ipv4",
            Self::EmptyZoneId => "empty-zone-id",
            Self::DiscardZeroWithPath => "discard-zero-with-path",
            Self::DiscardWithoutPath => "discard-without-path",
            Self::UnsetQuery => "unset-query",
            Self::RootlessWithoutScheme => "rootless-without-scheme",
            Self::LeadingEmptySegment => "leading-empty-segment",
        }
    }
}

/// Why a CRI or CRI reference has no URI reference.
///
/// It is the abstract form that has none, which need not stand in any bytes, so that there is no offset in this.
/// Where it does stand in bytes, [`CriRef::offset_of`](cri_core::CriRef::offset_of) the component says where.
///
/// ```
/// use cri_core::{Component, CriRef};
/// use cri_uri::{Options, ToUri, ToUriErrorKind};
///
/// let appended = CriRef::decode(b"\x82\x00\x81\x61p")?; // [0, ["p"]]
/// let error = appended.to_uri(Options::default()).unwrap_err();
/// assert_eq!(error.kind(), ToUriErrorKind::DiscardZeroWithPath);
/// assert_eq!(error.component(), Component::Discard);
/// assert_eq!(appended.offset_of(error.component()), 1);
/// assert_eq!(error.to_string(), "expected no path behind a discard of 0, found one in discard");
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToUriError {
    kind: ToUriErrorKind,
}

impl ToUriError {
    #[cold]
    pub(crate) const fn new(kind: ToUriErrorKind) -> Self {
        Self { kind }
    }

    /// What has no URI reference.
    #[must_use]
    pub const fn kind(&self) -> ToUriErrorKind {
        self.kind
    }

    /// The component that has none.
    #[must_use]
    pub const fn component(&self) -> Component {
        match self.kind {
            ToUriErrorKind::UnknownScheme => Component::Scheme,
            ToUriErrorKind::ZoneId | ToUriErrorKind::ZoneOnIpv4 | ToUriErrorKind::EmptyZoneId => Component::ZoneId,
            ToUriErrorKind::DiscardZeroWithPath | ToUriErrorKind::DiscardWithoutPath => Component::Discard,
            ToUriErrorKind::UnsetQuery => Component::Query,
            ToUriErrorKind::RootlessWithoutScheme => Component::Authority,
            ToUriErrorKind::LeadingEmptySegment => Component::Path,
        }
    }
}

impl fmt::Display for ToUriError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            ToUriErrorKind::UnknownScheme => "expected a scheme number that the registry names, found another",
            ToUriErrorKind::ZoneId => "expected no zone-id in a URI in draft-27, found one",
            ToUriErrorKind::ZoneOnIpv4 => "expected no zone-id behind an IPv4 address, found one",
            ToUriErrorKind::EmptyZoneId => "expected a zone-id, found an empty one",
            ToUriErrorKind::DiscardZeroWithPath => "expected no path behind a discard of 0, found one",
            ToUriErrorKind::DiscardWithoutPath => "expected a path behind the discard, found none",
            ToUriErrorKind::UnsetQuery => "expected a query of parameters behind a discard of 0, found an unset one",
            ToUriErrorKind::RootlessWithoutScheme => "expected a scheme before a rootless path, found none",
            ToUriErrorKind::LeadingEmptySegment => {
                "expected a first segment in a path without authority, found an empty one"
            }
        })?;
        write!(f, " in {}", self.component())
    }
}

impl Error for ToUriError {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::string::{String, ToString};

    use super::*;

    fn is_message(message: &str) -> bool {
        !message.ends_with('.') && message.starts_with(|first: char| first.is_ascii_lowercase())
    }

    #[test]
    fn names_are_distinct_and_messages_of_one_style() {
        use ToCriErrorKind as ToCri;
        let to_cri = [
            ToCri::Syntax(ParseErrorKind::UnexpectedCharacter),
            ToCri::Syntax(ParseErrorKind::InvalidPercentEncoding),
            ToCri::Syntax(ParseErrorKind::InvalidIpLiteral),
            ToCri::Syntax(ParseErrorKind::InvalidScheme),
            ToCri::IpFuture,
            ToCri::EmptyPort,
            ToCri::PortLeadingZero,
            ToCri::PortRange,
            ToCri::ColonInUserinfo,
            ToCri::UpperCaseHost,
            ToCri::NotNfc,
            ToCri::DiscardRange,
            ToCri::LeadingEmptySegment,
            ToCri::ZoneId,
            ToCri::InvalidUtf8,
            ToCri::UnsupportedFeature(Feature::Userinfo),
            ToCri::BufferFull,
            ToCri::TooLong,
        ];
        let names: BTreeSet<_> = to_cri.iter().map(|kind| kind.name()).collect();
        let messages = to_cri.map(|kind| ToCriError::new(kind, Component::Path, 7).to_string());
        assert_eq!((names.len(), messages.iter().collect::<BTreeSet<_>>().len()), (to_cri.len(), to_cri.len()));
        assert!(messages.iter().all(|message| is_message(message)), "{messages:#?}");

        use ToUriErrorKind as ToUri;
        let to_uri = [
            ToUri::UnknownScheme,
            ToUri::ZoneId,
            ToUri::ZoneOnIpv4,
            ToUri::EmptyZoneId,
            ToUri::DiscardZeroWithPath,
            ToUri::DiscardWithoutPath,
            ToUri::UnsetQuery,
            ToUri::RootlessWithoutScheme,
            ToUri::LeadingEmptySegment,
        ];
        let names: BTreeSet<_> = to_uri.iter().map(|kind| kind.name()).collect();
        let messages: BTreeSet<String> = to_uri.iter().map(|&kind| ToUriError::new(kind).to_string()).collect();
        assert_eq!((names.len(), messages.len()), (to_uri.len(), to_uri.len()));
        assert!(messages.iter().all(|message| is_message(message)), "{messages:#?}");
    }
}
