//! Findings: their kinds, places and messages.

use core::fmt;
use core::net::Ipv4Addr;

use cri_core::{Component, IpText};
use cri_uri::UriRef;
use cri_uri::scheme::SchemeError;

/// The components that hold percent-encoded text, in the order of the URI.
pub(crate) const COMPONENTS: [Component; 5] =
    [Component::Userinfo, Component::Host, Component::Path, Component::Query, Component::Fragment];

/// The text of one of these components.
pub(crate) fn text_of(uri: UriRef<'_>, component: Component) -> Option<&str> {
    match component {
        Component::Userinfo => uri.userinfo(),
        Component::Host => uri.host_str(),
        Component::Path => Some(uri.path()),
        Component::Query => uri.query(),
        _ => uri.fragment(),
    }
}

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Severity {
    /// No rule is broken, but the URI may mislead or harm a reader.
    Warning,
    /// A rule that RFC 1738, RFC 9110 or RFC 7252 has for the URI's scheme is broken.
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

/// Defines the kinds, each with its name, whether it is deceptive, and the reason why it matters.
macro_rules! finding_kinds {
    ($(#[$about:meta])* pub enum FindingKind {
        $($(#[$doc:meta])* $Kind:ident $(($field:tt: $Data:ty))? = $name:expr,
            deceptive: $deceptive:literal => $reason:expr,)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum FindingKind {
            $(
                $(#[$doc])*
                #[doc = concat!("\n\n[Deceptive](Self::is_deceptive): `", $deceptive, "`.")]
                $Kind $(($Data))?,
            )+
        }

        #[allow(unused_variables, reason = "few names and reasons depend on the data")]
        impl FindingKind {
            /// The name in lower case with hyphens.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Kind $(($field))? => $name,)+
                }
            }

            /// Whether a reader, or a program that checks the URI, may take it for another target than the one that
            /// software requests.
            ///
            /// The other kinds hide nothing: broken rules, passwords, ports, what no request can carry, and spellings from
            /// before RFC 3986.
            ///
            /// ```
            /// use cri_check::findings;
            /// use cri_uri::{Table, UriRef};
            ///
            /// let is_deceptive = |uri| {
            ///     let uri = UriRef::parse(uri).expect("a URI");
            ///     findings(uri, Table::DRAFT_16).any(|finding| finding.kind().is_deceptive())
            /// };
            /// assert!(is_deceptive("http://0x7f.1/"));
            /// assert!(!is_deceptive("http://h:80/"));
            /// ```
            #[must_use]
            pub const fn is_deceptive(self) -> bool {
                match self {
                    $(Self::$Kind { .. } => $deceptive,)+
                }
            }

            /// Why a finding of this kind matters: what may happen to people who use the URI, in one clause.
            #[must_use]
            pub const fn reason(self) -> &'static str {
                match self {
                    $(Self::$Kind $(($field))? => $reason,)+
                }
            }
        }
    };
}

finding_kinds! {
    /// The kind of a finding.
    pub enum FindingKind {
        /// The URI breaks a rule of its scheme. The offset is that of the error. A newer RFC may have replaced the rule:
        /// [`SchemeError::allowed_by`].
        Scheme(error: SchemeError) = error.kind().name(), deceptive: false => match error.allowed_by() {
            None => "software that follows the rules of the scheme refuses the URI, or requests something else",
            Some(_) => "software that follows RFC 1738 refuses the URI, and software of the newer RFC reads it",
        },
        /// A password that everyone can read (RFC 3986 section 3.2.1, RFC 1738 section 6). The offset is its first
        /// byte.
        Password =
            "password", deceptive: false => "URIs end up in logs, histories and messages, where others read the password",
        /// A password after an empty user (RFC 1738 section 3.1). The offset is the userinfo's.
        PasswordWithoutUser =
            "password-without-user", deceptive: false => "RFC 1738 has no password without a user, so software may ignore both or ask for a user",
        /// A user that a reader may mistake for the host (RFC 3986 section 7.6). The offset is the user's.
        UserLikeHost =
            "user-like-host", deceptive: true => "people may take it for the host, but the request goes to the host after the @",
        /// A host name of numbers, which some software reads as an IPv4 address: this one, or none if a number is out
        /// of range (RFC 3986 section 7.4). The offset is the host's.
        DisguisedAddress(address: Option<Ipv4Addr>) = "disguised-address", deceptive: true => match address {
            Some(_) => "neither a reader nor a filter of addresses may notice where the request goes",
            None => "some software expects an address here and refuses the host, and some looks up a name",
        },
        /// An IPv6 address that holds this IPv4 address, and may pass a filter of IPv4 addresses: one that is
        /// IPv4-mapped or IPv4-compatible (RFC 4291 section 2.5.5), of NAT64 (RFC 6052, RFC 8215), SIIT (RFC 2765),
        /// 6to4 (RFC 3056), Teredo (RFC 4380) or ISATAP (RFC 5214). If it may hold several, this is the most private
        /// one, and [`embedded_ipv4`](crate::embedded_ipv4) returns all. The offset is the host's.
        EmbeddedAddress(_: Ipv4Addr) =
            "embedded-address", deceptive: true => "the request may reach an IPv4 host that a filter should protect",
        /// A character beyond ASCII in the host that IDNA removes, or maps to text with an ASCII character (UTS 46
        /// section 4). Only `idna_findings`, of the feature `idna`, finds it. The offset is the `%`.
        MappedCharacter =
            "mapped-character", deceptive: true => "the request may go to another host than the one that is shown",
        /// A name that is not the name of a host (RFC 1738 section 3.1, RFC 1123 section 2.1). The data is `true` if not even
        /// the DNS has such a name, since a label is empty or too long, or the whole name is (RFC 2181 section 11). The
        /// offset is that of the wrong label, or of the host if the name as a whole is too long.
        DnsLabel(is_impossible: bool) = "dns-label", deceptive: false => match is_impossible {
            true => "no server of the DNS has such a name, so the request fails or goes elsewhere",
            false => "the DNS can hold such a name, but software that expects the name of a host refuses it",
        },
        /// Percent-encoded bytes in the host that are not UTF-8 (RFC 3986 section 3.2.2). The offset is the first `%`.
        HostNotUtf8 =
            "host-not-utf8", deceptive: true => "software disagrees about the characters, and so about the host",
        /// A port that is the scheme's default (RFC 3986 section 6.2.3). The offset is its first digit.
        DefaultPort =
            "default-port", deceptive: false => "without the port, the URI names the same resource, but compares as different",
        /// A port that belongs to another protocol (RFC 3986 section 7.2, RFC 1738 section 6): the default port of another
        /// scheme, or one that the fetch standard blocks. The data is `true` if it belongs to the scheme's protocol, but with
        /// TLS or DTLS where the scheme has none, or without. The offset is its first digit.
        ForeignPort(is_other_form: bool) = "foreign-port", deceptive: false => match is_other_form {
            true => "one side encrypts and the other does not, so the request fails",
            false => "a server of that protocol may execute parts of the request as commands",
        },
        /// Another port that is not the scheme's (RFC 3986 section 7.2): one from 0 to 1023, or one that the fetch standard
        /// blocks in a URI whose scheme has no known port. The offset is its first digit.
        WellKnownPort =
            "well-known-port", deceptive: false => "a server of another protocol may execute parts of the request as commands",
        /// A segment that careless software takes for `..`. Its dots, or the slash beside them, are percent-encoded
        /// once or more, perhaps in overlong UTF-8, and a backslash may stand for the slash (RFC 3986 section 7.3). The
        /// offset is the segment's.
        DisguisedDotSegment =
            "disguised-dot-segment", deceptive: true => "a server may return a file that is outside of the directory it serves",
        /// A percent-encoded dot-segment that a literal `..` after it removes (RFC 3986 section 5.2.1). Browsers take it
        /// for a dot-segment at once, and the two readings lead to different resources. The offset is the segment's.
        AmbiguousDotSegment =
            "ambiguous-dot-segment", deceptive: true => "browsers request another resource than software that follows RFC 3986",
        /// `%00`, which ends the text for careless software (RFC 3986 section 7.3). The offset is the `%`.
        Nul =
            "nul", deceptive: true => "software that ends text at NUL sees a shorter URI than the check before it",
        /// A percent-encoded ASCII control character other than NUL (RFC 3986 section 7.3). The offset is the `%`.
        ControlCharacter =
            "control-character", deceptive: true => "decoded, it may end a line in a log or a header, and forge the next one",
        /// A percent-encoded character beyond ASCII that an IRI would not show: an invisible one such as U+200B, one
        /// that changes how others are shown such as U+202E, or a noncharacter (RFC 3987 sections 3.2 and 8.2). The
        /// offset is the `%`.
        HiddenCharacter =
            "hidden-character", deceptive: true => "a reader may see another URI than the one that is requested",
        /// Text that is not in Normalization Form C, and may look like other text (RFC 3987 section 5.3.2.2). Only
        /// `nfc_findings`, of the feature `nfc`, finds it. The offset is that of the first character that NFC changes.
        NotNfc =
            "not-nfc", deceptive: true => "two URIs that look equal may name different resources",
        /// A `?` in a scheme where names could hold one before RFC 3986. The offset is that of the `?`.
        QuestionMark =
            "question-mark", deceptive: false => "older software reads it as part of the name, newer software as the end of the path",
        /// A `;type=` that no typecode of ftp follows: it is part of the name. The offset is the `;`.
        UnknownTypecode =
            "unknown-typecode", deceptive: false => "some software reads it as the end of the name of the file, and some ignores it",
        /// A search that directly follows the authority (RFC 1738 section 3.3). RFC 9110 section 4.2.1 allows it. The offset is
        /// the query's.
        SearchWithoutSlash =
            "search-without-slash", deceptive: false => "RFC 9110 allows it, but software that follows RFC 1738 refuses the URI",
        /// A fragment in a URI of CoAP, whose requests have none (RFC 7252 section 6.4 step 4). The offset is its first byte.
        FragmentInRequest =
            "fragment-in-request", deceptive: false => "software refuses to request the URI, or drops the fragment first",
        /// A host, segment or parameter in a URI of CoAP that has more than 255 bytes once it is decoded (RFC 7252 section
        /// 5.10). The offset is its first byte.
        OptionTooLong =
            "option-too-long", deceptive: false => "no option of a request to the server can hold it, so the request fails",
        /// Percent-encoded bytes in a path or query of CoAP that are not UTF-8, as its options are (RFC 7252 sections 3.2 and
        /// 5.10). The offset is the first `%`.
        OptionNotUtf8 =
            "option-not-utf8", deceptive: false => "no option of a request to the server can hold it, so the request fails",
    }
}

/// One finding about a URI.
///
/// It holds no text of the URI, so that its message cannot show a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Finding {
    kind: FindingKind,
    component: Component,
    offset: usize,
}

impl Finding {
    pub(crate) const fn new(kind: FindingKind, component: Component, offset: usize) -> Self {
        Self { kind, component, offset }
    }

    /// The finding about `part`, which is a part of `uri`.
    pub(crate) fn at(
        uri: UriRef<'_>,
        part: impl AsRef<[u8]>,
        kind: FindingKind,
        component: Component,
    ) -> Self {
        Self::new(kind, component, uri.offset_of(part))
    }

    /// The finding that `uri` breaks a rule of its scheme.
    pub(crate) fn of_error(uri: UriRef<'_>, error: SchemeError) -> Self {
        // Some parts continue after the question mark.
        let in_query = uri.query().is_some_and(|query| uri.offset_of(query) <= error.offset());
        let component = if in_query { Component::Query } else { error.part().into() };
        Self::new(FindingKind::Scheme(error), component, error.offset())
    }

    /// The kind: what was found.
    #[must_use]
    pub const fn kind(&self) -> FindingKind {
        self.kind
    }

    /// The component in which it was found.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.component
    }

    /// The offset in bytes from the start of the URI. Each kind says what it points to.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// How serious the finding is.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        match self.kind {
            FindingKind::Scheme(_) => Severity::Violation,
            _ => Severity::Warning,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use FindingKind as Kind;
        let Self { offset, kind, component } = *self;
        let advice = match kind {
            Kind::MappedCharacter => "; write the name that IDNA maps it to",
            Kind::DefaultPort => "; leave it out",
            Kind::AmbiguousDotSegment => "; write the path without dot-segments",
            Kind::NotNfc => "; write it in NFC",
            Kind::QuestionMark => "; percent-encode it if it belongs to a name",
            Kind::SearchWithoutSlash => "; write \"/?\"",
            Kind::FragmentInRequest => "; leave it out of requests",
            _ => "",
        };
        match kind {
            Kind::Scheme(error) => return error.fmt(f),
            Kind::Password => f.write_str("password in clear text"),
            Kind::PasswordWithoutUser => f.write_str("password after an empty user"),
            Kind::UserLikeHost => f.write_str("the user looks like a host"),
            Kind::DisguisedAddress(Some(address)) => {
                let (ip, (_, place)) = (IpText(address.into()), reach(address));
                write!(f, "some software reads the host as the address {ip}{place}")
            }
            Kind::DisguisedAddress(None) => {
                f.write_str("the host consists of numbers, but is not an IPv4 address")
            }
            Kind::EmbeddedAddress(address) => {
                let (ip, (_, place)) = (IpText(address.into()), reach(address));
                write!(
                    f,
                    "the IPv6 address holds the IPv4 address {ip}{place}, which a filter may overlook"
                )
            }
            Kind::MappedCharacter => {
                f.write_str("some software drops a character of the host, or reads it as ASCII")
            }
            Kind::DnsLabel(true) => f.write_str(
                "DNS allows no such host: a label has 1 to 63 bytes, and a name at most 253",
            ),
            Kind::DnsLabel(false) => f.write_str(
                "the host is not a host name: labels have letters, digits and inner hyphens, and \
                 the last begins with a letter",
            ),
            Kind::HostNotUtf8 => f.write_str("the host is not UTF-8"),
            Kind::DefaultPort => f.write_str("the port is the scheme's default"),
            Kind::ForeignPort(false) => f.write_str("the port belongs to another protocol"),
            Kind::ForeignPort(true) => f.write_str(
                "the port is for the other form of this protocol, with TLS or DTLS, or without",
            ),
            Kind::WellKnownPort => {
                f.write_str("servers of another protocol may listen on this port")
            }
            Kind::DisguisedDotSegment => f.write_str(
                "some software reads a segment of the path as \"..\", and leaves the directory",
            ),
            Kind::AmbiguousDotSegment => f.write_str(
                "browsers read a percent-encoded dot-segment before the \"..\" after it, and lead \
                 elsewhere than RFC 3986",
            ),
            Kind::Nul => write!(f, "NUL in the {component}"),
            Kind::ControlCharacter => write!(f, "control character in the {component}"),
            Kind::HiddenCharacter => {
                write!(f, "invisible or misleading character in the {component}")
            }
            Kind::NotNfc => {
                write!(
                    f,
                    "text in the {component} is not in NFC, so text that looks equal may differ"
                )
            }
            Kind::QuestionMark => f.write_str("\"?\" begins a query"),
            Kind::UnknownTypecode => f.write_str("the typecode after \";type=\" is not a, i or d"),
            Kind::SearchWithoutSlash => f.write_str("a search without a slash before it"),
            Kind::FragmentInRequest => f.write_str("a request of CoAP has no fragment"),
            Kind::OptionTooLong => {
                let what = match component {
                    Component::Path => "a segment",
                    Component::Query => "a parameter",
                    _ => "the host",
                };
                write!(f, "{what} has more than 255 bytes, and no option of CoAP holds more")
            }
            Kind::OptionNotUtf8 => {
                write!(f, "the {component} is not UTF-8, and the options of CoAP are")
            }
        }?;
        write!(f, ", at byte {offset}{advice}")
    }
}

/// How far an IPv4 address leads, less far first, and the words for it.
pub(crate) const fn reach(address: Ipv4Addr) -> (u8, &'static str) {
    match address {
        _ if address.is_loopback() || address.is_unspecified() => (0, " (this host)"),
        _ if address.is_link_local() => (1, " (the local link)"),
        _ if address.is_private() => (2, " (a private network)"),
        _ => (3, ""),
    }
}

#[cfg(test)]
mod tests;
