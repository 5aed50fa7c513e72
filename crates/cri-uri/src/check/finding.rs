//! What a check finds, and where.

use core::fmt;
use core::net::Ipv4Addr;

use cri_core::{Component, IpText};

use crate::scheme::error::{Part, SchemeError, SchemeErrorKind};
use crate::text::uri_ref::UriRef;

/// How much a finding means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// A rule is kept, but a reader may be misled, or harmed.
    Warning,
    /// A rule of the URI's scheme is broken.
    Violation,
}

impl Severity {
    /// The severity's name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Violation => "violation",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a check finds in a URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FindingKind {
    /// A rule of the scheme is broken in this part. The offset is that of the [`SchemeError`].
    Scheme(SchemeErrorKind, Part),
    /// A password that everyone can read (RFC 3986 section 3.2.1, RFC 1738 section 6). The offset is its first byte.
    Password,
    /// A colon with no user before it (RFC 1738 section 3.1). The offset is the userinfo's.
    PasswordWithoutUser,
    /// A user that a reader may take for the host (RFC 3986 section 7.6). The offset is the user's.
    UserLikeHost,
    /// A name of numbers that some software reads as an IPv4 address, as this one if it is in range (RFC 3986 section
    /// 7.4). The offset is the host's.
    DisguisedAddress(Option<Ipv4Addr>),
    /// An IPv6 address that stands for this IPv4 address, which filters may not look for in it: an IPv4-mapped or an
    /// IPv4-compatible one (RFC 4291 section 2.5.5). The offset is the host's.
    EmbeddedAddress(Ipv4Addr),
    /// A name that DNS does not have (RFC 1738 section 3.1, RFC 1034 section 3.5). The offset is that of the label, or
    /// of the host where it is too long as a whole.
    DnsLabel,
    /// Percent-encoded bytes in the host that are no UTF-8 (RFC 3986 section 3.2.2). The offset is the first `%`.
    HostNotUtf8,
    /// The port that it would be without saying so (RFC 3986 section 6.2.3). The offset is its first digit.
    DefaultPort,
    /// A port below 1024 that is another protocol's (RFC 3986 section 7.2, RFC 1738 section 6). The offset is its first
    /// digit.
    ForeignPort,
    /// `%00`, which ends the text for software that was not careful (RFC 3986 section 7.3). The offset is the `%`.
    Nul,
    /// Another percent-encoded control character of ASCII (RFC 3986 section 7.3). The offset is the `%`.
    ControlCharacter,
    /// A percent-encoded character beyond ASCII that an IRI would not show: one that is not seen, such as U+200B, that
    /// changes how others are, such as U+202E, or that is none to exchange (RFC 3987 sections 3.2 and 8.2). The offset
    /// is the `%`.
    HiddenCharacter,
    /// Text that is not in Normalization Form C, and so may look like other text (RFC 3987 section 5.3.2.2). Only
    /// `nfc_findings`, of the feature `nfc`, has it. The offset is where the first character begins that NFC changes.
    NotNfc,
    /// `?`, which was a character of names in this scheme before RFC 3986. The offset is that of the `?`.
    QuestionMark,
    /// A `;type=` behind which there is no typecode of ftp: it is part of the name. The offset is the `;`.
    UnknownTypecode,
    /// A search that RFC 1738 has behind a slash only. The offset is the query's.
    SearchWithoutSlash,
}

impl FindingKind {
    /// The kind's name in lower case with hyphens, such as `foreign-port`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scheme(kind, _) => kind.name(),
            Self::Password => "password",
            Self::PasswordWithoutUser => "password-without-user",
            Self::UserLikeHost => "user-like-host",
            Self::DisguisedAddress(_) => "disguised-address",
            Self::EmbeddedAddress(_) => "embedded-address",
            Self::DnsLabel => "dns-label",
            Self::HostNotUtf8 => "host-not-utf8",
            Self::DefaultPort => "default-port",
            Self::ForeignPort => "foreign-port",
            Self::Nul => "nul",
            Self::ControlCharacter => "control-character",
            Self::HiddenCharacter => "hidden-character",
            Self::NotNfc => "not-nfc",
            Self::QuestionMark => "question-mark",
            Self::UnknownTypecode => "unknown-typecode",
            Self::SearchWithoutSlash => "search-without-slash",
        }
    }
}

/// One thing to be said of a URI.
///
/// It holds no text of the URI, so that no message of it shows a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    offset: usize,
    kind: FindingKind,
    component: Component,
}

impl Finding {
    pub(crate) const fn new(kind: FindingKind, component: Component, offset: usize) -> Self {
        Self { offset, kind, component }
    }

    /// The finding that `uri` breaks a rule of its scheme.
    pub(crate) fn of_error(uri: UriRef<'_>, error: SchemeError) -> Self {
        // Some parts go on behind the question mark.
        let in_query = uri.query().is_some_and(|query| uri.offset_of(query) <= error.offset());
        let component = if in_query { Component::Query } else { error.component() };
        Self::new(FindingKind::Scheme(error.kind(), error.part()), component, error.offset())
    }

    /// What was found.
    #[must_use]
    pub const fn kind(&self) -> FindingKind {
        self.kind
    }

    /// How much it means.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        match self.kind {
            FindingKind::Scheme(..) => Severity::Violation,
            _ => Severity::Warning,
        }
    }

    /// The component it was found in.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.component
    }

    /// Where it is, in bytes from the start of the URI; each kind says of what.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, kind, component } = *self;
        match kind {
            FindingKind::Scheme(kind, part) => return SchemeError::new(kind, part, offset).fmt(f),
            FindingKind::Password => f.write_str("expected no password in the clear, found one"),
            FindingKind::PasswordWithoutUser => f.write_str("expected a user before the colon, found none"),
            FindingKind::UserLikeHost => f.write_str("expected a user, found what may be taken for the host"),
            FindingKind::DisguisedAddress(Some(address)) => {
                let address = IpText(address.into());
                write!(f, "expected a name or an address as host, found what may be read as {address}")
            }
            FindingKind::DisguisedAddress(None) => {
                f.write_str("expected a name or an address as host, found numbers that are neither")
            }
            FindingKind::EmbeddedAddress(address) => {
                let address = IpText(address.into());
                write!(f, "expected an IPv4 address as it is, found an IPv6 address that may be read as {address}")
            }
            FindingKind::DnsLabel => f.write_str("expected a name that DNS has, found another"),
            FindingKind::HostNotUtf8 => f.write_str("expected UTF-8 in host, found another byte"),
            FindingKind::DefaultPort => f.write_str("expected no port where it is the default, found one"),
            FindingKind::ForeignPort => {
                f.write_str("expected the scheme's port or one above 1023, found another protocol's")
            }
            FindingKind::Nul => write!(f, "expected no NUL in {component}, found one"),
            FindingKind::ControlCharacter => write!(f, "expected no control character in {component}, found one"),
            FindingKind::HiddenCharacter => {
                write!(f, "expected characters that are seen in {component}, found one that is not or that misleads")
            }
            FindingKind::NotNfc => write!(f, "expected text in NFC in {component}, found another form"),
            FindingKind::QuestionMark => {
                f.write_str("expected \"?\" percent-encoded in this scheme, found it as it is")
            }
            FindingKind::UnknownTypecode => f.write_str("expected a, i or d behind \";type=\", found something else"),
            FindingKind::SearchWithoutSlash => f.write_str("expected a slash before the search, found none"),
        }?;
        write!(f, " at byte {offset}")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::string::ToString;

    use super::*;

    #[test]
    fn names_are_distinct_and_messages_of_one_style() {
        let kinds = [
            FindingKind::Scheme(SchemeErrorKind::MissingPart, Part::Host),
            FindingKind::Password,
            FindingKind::PasswordWithoutUser,
            FindingKind::UserLikeHost,
            FindingKind::DisguisedAddress(None),
            FindingKind::EmbeddedAddress(Ipv4Addr::LOCALHOST),
            FindingKind::DnsLabel,
            FindingKind::HostNotUtf8,
            FindingKind::DefaultPort,
            FindingKind::ForeignPort,
            FindingKind::Nul,
            FindingKind::ControlCharacter,
            FindingKind::HiddenCharacter,
            FindingKind::NotNfc,
            FindingKind::QuestionMark,
            FindingKind::UnknownTypecode,
            FindingKind::SearchWithoutSlash,
        ];
        assert_eq!(kinds.iter().map(|kind| kind.name()).collect::<BTreeSet<_>>().len(), kinds.len());
        let messages = kinds.map(|kind| Finding::new(kind, Component::Host, 7).to_string());
        assert_eq!(messages.iter().collect::<BTreeSet<_>>().len(), messages.len());
        for message in messages {
            assert!(message.starts_with("expected ") && message.ends_with(" at byte 7"), "{message}");
            assert!(message.contains(", found "), "{message}");
        }
    }

    #[test]
    fn rules_are_above_warnings() {
        let of = |kind| Finding::new(kind, Component::Host, 0).severity();
        let broken = FindingKind::Scheme(SchemeErrorKind::MissingPart, Part::Host);
        assert!(of(broken) > of(FindingKind::Nul));
        assert_eq!((of(broken).to_string(), of(FindingKind::Nul).name()), ("violation".to_string(), "warning"));
    }
}
