//! The errors of conversion, one small `Copy` type for each direction.

use core::fmt;

use cri_core::{BufferFull, Component, Discard, Feature};

use crate::text::error::located::Located;
use crate::text::error::{ParseError, ParseErrorKind};

named_kinds! {
    /// The reason why a URI reference has no CRI reference.
    pub enum ToCriErrorKind {
        /// The text is not a URI reference.
        Syntax(kind: ParseErrorKind) = kind.name(),
        /// A host in brackets that is not an IPv6 address (constraint C4). The offset is that of the `[`.
        IpFuture = "ip-future",
        /// A colon that no port follows (constraint C6). The offset is that of the colon.
        EmptyPort = "empty-port",
        /// A port that begins with a zero (constraint C6). The offset is that of its first digit.
        PortLeadingZero = "port-leading-zero",
        /// A port above 65535 (constraint C6). The offset is that of its first digit.
        PortRange = "port-range",
        /// A colon in the userinfo that is not percent-encoded. Draft-16 has no CRI for it (constraint C3).
        ColonInUserinfo = "colon-in-userinfo",
        /// An upper-case letter beyond A to Z in the host (constraint C5). The offset is where it begins.
        UpperCaseHost = "upper-case-host",
        /// Text that is not in NFC, if [`Options::nfc`](crate::Options::nfc) refuses it (constraints C5, C9 to C11). The offset
        /// is that of the first character that NFC changes.
        NotNfc = "not-nfc",
        /// More `..` than a discard can count (section 5.1). The offset is that of the first one too many.
        DiscardRange = "discard-range",
        /// A path without authority that begins with `//` (section 2.1). The offset is that of the empty segment.
        LeadingEmptySegment = "leading-empty-segment",
        /// A zone identifier, for which RFC 9988 defines no conversion (section 6.1).
        ZoneId = "zone-id",
        /// The zone identifier is not UTF-8, or in [`to_request_cri`](crate::to_request_cri) a label of the host, a segment or
        /// a parameter. Holds the first byte that is not; the offset is that of its `%`.
        InvalidUtf8(_: u8) = "invalid-utf8",
        /// The URI needs a feature that the options do not have. The offset is that of the text that needs it.
        UnsupportedFeature(_: Feature) = "unsupported-feature",
        /// The buffer has no room. Holds the number of bytes that the CRI takes. The component is `Component::Cri`, and the
        /// offset 0.
        BufferFull(_: usize) = "buffer-full",
        /// The CRI, or the text that a [`Profile`](crate::Profile) accepts, is longer than this many bytes. The component is
        /// `Component::Cri`, and the offset 0.
        TooLong(_: usize) = "too-long",
    }
}

/// An error of converting a URI reference to a CRI reference.
///
/// ```
/// use cri_core::Component;
/// use cri_uri::{Options, ToCriErrorKind, UriRef};
///
/// let uri = UriRef::parse("coap://h:65536/")?;
/// let error = uri.to_cri(Options::default(), Vec::new()).unwrap_err();
/// assert_eq!(error.kind(), ToCriErrorKind::PortRange);
/// assert_eq!((error.component(), error.offset()), (Component::Port, 9));
/// assert_eq!(error.to_string(), "the port is above 65535, at byte 9; write a port from 0 to 65535");
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
pub type ToCriError = Located<ToCriErrorKind>;

impl ToCriError {
    /// The error with another offset, for a URI reference that is part of a larger text.
    #[must_use]
    pub const fn with_offset(self, offset: usize) -> Self {
        Self { offset, ..self }
    }

    /// Whether the text is not a URI reference.
    pub(crate) const fn is_syntax(&self) -> bool {
        matches!(self.kind, ToCriErrorKind::Syntax(_))
    }
}

const UPPER_CASE_ADVICE: &str = "a valid CRI has none, so no request from a CRI names this host; \
    in lower case, it is another host unless IDNA looks it up";

impl fmt::Display for ToCriError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ToCriErrorKind as Kind;
        let Self { offset, kind, part: component } = *self;
        let (wrong, advice) = match kind {
            Kind::Syntax(kind) => return ParseError::new(kind, component, offset).fmt(f),
            Kind::BufferFull(_) => return BufferFull.fmt(f),
            Kind::TooLong(limit) => {
                return write!(f, "the text or its CRI is longer than {limit} bytes");
            }
            Kind::IpFuture => (
                "the host is an address of a future IP version",
                "a CRI holds an IPv4 address, an IPv6 address or a name",
            ),
            Kind::EmptyPort => {
                ("a colon that no port follows", "write a port after it, or remove it")
            }
            Kind::PortLeadingZero => ("a port with a leading zero", "write the port without it"),
            Kind::PortRange => ("the port is above 65535", "write a port from 0 to 65535"),
            Kind::ColonInUserinfo => (
                "a colon in the userinfo",
                "draft-16 allows it only percent-encoded, as %3A; RFC 9988 allows it",
            ),
            Kind::UpperCaseHost => {
                // RFC 7252 section 6.4 step 5 decodes the host after its ASCII letters are in lower case.
                ("an upper-case letter in the host", UPPER_CASE_ADVICE)
            }
            Kind::NotNfc => {
                write!(f, "text in the {component} is not in NFC")?;
                ("", "write its characters in NFC")
            }
            Kind::DiscardRange => {
                let most = Discard::MAX.saturating_sub(1);
                write!(
                    f,
                    "a \"..\" too many: a CRI reference leaves at most {most} segments of its base"
                )?;
                ("", "write fewer \"..\", or the path from the root")
            }
            Kind::LeadingEmptySegment => (
                "a path without authority that begins with \"//\"",
                "add an authority, or remove the empty segment",
            ),
            Kind::ZoneId => (
                "a zone identifier, for which RFC 9988 has no CRI",
                "remove it, or convert for draft-16",
            ),
            Kind::InvalidUtf8(byte) => {
                let (name, advice) = match component {
                    Component::ZoneId => ("zone identifier", "text in a CRI is UTF-8"),
                    _ => (component.name(), "the value of an option is UTF-8"),
                };
                write!(f, "'%{byte:02X}' in the {name} is not UTF-8")?;
                ("", advice)
            }
            Kind::UnsupportedFeature(feature) => {
                let (uses, advice) = match feature {
                    Feature::NoAuthority => ("no authority", "turn it on, or add an authority"),
                    Feature::Userinfo => ("a userinfo", "turn it on, or remove the userinfo"),
                    Feature::ExtendedCri => (
                        "percent-encoding that text cannot hold",
                        "turn it on, or remove the percent-encoding",
                    ),
                    Feature::SchemeName => {
                        ("a scheme without a number", "turn it on, or use a scheme with a number")
                    }
                };
                write!(f, "this URI has {uses}, but the feature {} is off", feature.name())?;
                ("", advice)
            }
        };
        f.write_str(wrong)?;
        self.write_place(f)?;
        f.write_str("; ")?;
        f.write_str(advice)
    }
}

impl From<ParseError> for ToCriError {
    fn from(error: ParseError) -> Self {
        Self::new(ToCriErrorKind::Syntax(error.kind()), error.component(), error.offset())
    }
}

plain_error! {
    /// The reason why a CRI or CRI reference has no URI reference.
    pub enum ToUriErrorKind {
        /// A scheme number that the table has no name for (section 5.1.1).
        UnknownScheme(Scheme) = "unknown-scheme": "the registry has no name for the scheme number; write the name of a scheme, or a number that the registry has",
        /// A zone identifier, for which RFC 9988 defines no conversion (section 6.1).
        ZoneId(ZoneId) = "zone-id": "a zone identifier, for which RFC 9988 has no URI; remove it, or convert for draft-16",
        /// A zone identifier after an IPv4 address (RFC 6874 section 2).
        ZoneOnIpv4(ZoneId) = "zone-on-ipv4": "a zone identifier after an IPv4 address has no URI; remove it",
        /// A zone identifier of no characters (RFC 6874 section 2).
        EmptyZoneId(ZoneId) = "empty-zone-id": "an empty zone identifier has no URI; remove it",
        /// A path after a discard of 0: the path appends to the whole path of the base (section 2.1).
        DiscardZeroWithPath(Discard) = "discard-zero-with-path": "a discard of 0 with a path has no URI reference; resolve it against a base first",
        /// A discard that removes segments of the base, without segments that replace them (section 2.1).
        DiscardWithoutPath(Discard) = "discard-without-path": "a discard without a path has no URI reference; resolve it against a base first",
        /// An empty query after a discard of 0: the path of the base stays, and its query goes (section 2.1).
        UnsetQuery(Query) = "unset-query": "a discard of 0 with an empty query has no URI reference; resolve it against a base first",
        /// A reference without scheme and authority whose path is not rooted in the base (section 2.1).
        RootlessWithoutScheme(Authority) = "rootless-without-scheme": "a rootless path has no URI reference without a scheme; resolve it against a base first",
        /// A path without authority that would begin with `//` (section 6.1).
        LeadingEmptySegment(Path) = "leading-empty-segment": "a path without authority that begins with \"//\" has no URI; add an authority, or remove the empty segment",
    }

    /// An error of converting a CRI or CRI reference to a URI reference.
    ///
    /// It has no offset, since the abstract form need not be in any bytes. If it is,
    /// [`CriRef::offset_of`](cri_core::CriRef::offset_of) returns the offset of the component.
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
    /// let message = "a discard of 0 with a path has no URI reference; resolve it against a base first";
    /// assert_eq!(error.to_string(), message);
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    pub struct ToUriError;
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::string::{String, ToString};

    use cri_core::Component;

    use super::*;

    fn is_message(message: &str) -> bool {
        !message.ends_with('.')
            && message.starts_with(|first: char| first.is_ascii_lowercase() || first == '\'')
    }

    #[test]
    fn names_are_distinct_and_messages_of_one_style() {
        use ToCriErrorKind as ToCri;
        let to_cri = [
            ToCri::Syntax(ParseErrorKind::UnexpectedCharacter(None)),
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
            ToCri::InvalidUtf8(0xc3),
            ToCri::UnsupportedFeature(Feature::Userinfo),
            ToCri::BufferFull(8),
            ToCri::TooLong(8),
        ];
        let names: BTreeSet<_> = to_cri.iter().map(|kind| kind.name()).collect();
        let messages = to_cri.map(|kind| ToCriError::new(kind, Component::Path, 7).to_string());
        assert_eq!(
            (names.len(), messages.iter().collect::<BTreeSet<_>>().len()),
            (to_cri.len(), to_cri.len())
        );
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
        let messages: BTreeSet<String> =
            to_uri.iter().map(|&kind| ToUriError::new(kind).to_string()).collect();
        assert_eq!((names.len(), messages.len()), (to_uri.len(), to_uri.len()));
        assert!(messages.iter().all(|message| is_message(message)), "{messages:#?}");
    }
}
