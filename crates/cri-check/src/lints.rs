//! Checks of URIs that parse: broken rules of the scheme, and warnings of what may mislead or harm.

pub(crate) mod embedded;
pub(crate) mod finding;
pub(crate) mod host;
#[cfg(feature = "idna")]
pub(crate) mod idna;
#[cfg(feature = "nfc")]
pub(crate) mod nfc;
pub(crate) mod octets;
pub(crate) mod path;
pub(crate) mod port;
pub(crate) mod schemes;
pub(crate) mod userinfo;

use core::fmt;
use core::iter::FusedIterator;
use core::slice::Iter;

use cri_core::Component;
use cri_registry::Table;

use crate::scheme::rules::Rule;
use crate::scheme::view::rules_of;
use crate::text::uri_ref::UriRef;

pub use embedded::embedded_ipv4;
pub use finding::{Finding, FindingKind, Severity};
#[cfg(feature = "idna")]
pub use idna::idna_findings;
#[cfg(feature = "nfc")]
pub use nfc::nfc_findings;

/// A lint. It returns a warning about the first place that deserves one.
pub(crate) type Lint = fn(UriRef<'_>, Table) -> Option<Finding>;

/// The lints, in the order of their warnings. Those of single schemes come first.
const LINTS: &[Lint] = &[
    schemes::unknown_typecode,
    schemes::question_mark,
    schemes::search_without_slash,
    userinfo::password,
    userinfo::password_without_user,
    userinfo::user_like_host,
    host::disguised_address,
    |uri, _| embedded::embedded_address(uri),
    host::dns_labels,
    host::not_utf8,
    port::default_port,
    port::foreign_port,
    |uri, _| path::disguised_dot_segment(uri),
    |uri, _| octets::nul(uri),
    |uri, _| octets::control(uri, Component::Userinfo),
    |uri, _| octets::control(uri, Component::Host),
    |uri, _| octets::control(uri, Component::Path),
    |uri, _| octets::control(uri, Component::Query),
    |uri, _| octets::control(uri, Component::Fragment),
    |uri, _| octets::hidden(uri, Component::Userinfo),
    |uri, _| octets::hidden(uri, Component::Host),
    |uri, _| octets::hidden(uri, Component::Path),
    |uri, _| octets::hidden(uri, Component::Query),
    |uri, _| octets::hidden(uri, Component::Fragment),
];

/// Checks `uri`: finds first the rules of its scheme that it breaks, then what may mislead or harm a reader.
///
/// Each rule and each warning is reported at most once, for its first place in the URI. The schemes of
/// [`scheme`](crate::scheme) have rules; any other URI, and any relative reference, is checked for warnings only.
/// Parsing and conversion do not check, since a URI with findings is still a URI. `schemes` knows the default ports.
///
/// `nfc_findings`, of the feature `nfc`, finds text that is not in Normalization Form C. `idna_findings`, of the
/// feature `idna`, finds hosts that IDNA maps to addresses and other names.
///
/// ```
/// use cri_uri::check::{self, FindingKind, Severity};
/// use cri_uri::{Table, UriRef};
///
/// let findings: Vec<_> = check::findings(UriRef::parse("http://u:p@2130706433:25/")?, Table::DRAFT_16).collect();
/// let names: Vec<_> = findings.iter().map(|finding| finding.kind().name()).collect();
/// assert_eq!(names, ["unexpected-part", "password", "disguised-address", "foreign-port"]);
/// assert_eq!(findings[0].severity(), Severity::Violation);
/// assert_eq!(findings[2].kind(), FindingKind::DisguisedAddress(Some([127, 0, 0, 1].into())));
/// let message = "some software reads the host as the address 127.0.0.1 (this host), at byte 11";
/// assert_eq!(findings[2].to_string(), message);
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
#[must_use]
pub fn findings(uri: UriRef<'_>, schemes: Table) -> Findings<'_> {
    Findings { uri, schemes, rules: rules_of(uri).iter(), lints: LINTS.iter() }
}

/// The findings of [`findings`], one after the other. They are found as they are asked for.
///
/// ```
/// use cri_uri::{Table, UriRef, check};
///
/// let mut findings = check::findings(UriRef::parse("coap://h/a")?, Table::DRAFT_16);
/// assert!(findings.next().is_none());
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
#[derive(Clone)]
pub struct Findings<'a> {
    uri: UriRef<'a>,
    schemes: Table,
    rules: Iter<'static, Rule>,
    lints: Iter<'static, Lint>,
}

impl Iterator for Findings<'_> {
    type Item = Finding;

    fn next(&mut self) -> Option<Finding> {
        let Self { uri, schemes, .. } = *self;
        let broken =
            self.rules.find_map(|rule| rule(uri)).map(|error| Finding::of_error(uri, error));
        broken.or_else(|| self.lints.find_map(|lint| lint(uri, schemes)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        // Each rule and each lint has at most one finding.
        (0, Some(self.rules.len().saturating_add(self.lints.len())))
    }
}

impl FusedIterator for Findings<'_> {}

impl fmt::Debug for Findings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Findings").field("uri", &self.uri).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::text::uri_ref::UriRef;

    /// The findings about `uri`: name, component and offset.
    pub(super) fn findings(uri: &str) -> Vec<(&'static str, Component, usize)> {
        let findings = super::findings(UriRef::parse(uri).unwrap(), Table::DRAFT_16);
        findings
            .map(|finding| (finding.kind().name(), finding.component(), finding.offset()))
            .collect()
    }

    #[test]
    fn most_uris_have_no_findings() {
        for uri in [
            "",
            "../a%20b?c#d",
            "//h",
            "coap://example.com:61616/a",
            "coap://[::1]/",
            "coap://xn--bcher-kva.example./",
            "coap://b%C3%BCcher.example/",
            "ftp://u@h/a;type=i",
            "gopher://h/7a%09b",
            "mailto:a@b",
            "urn:a:b",
            "file:///a/b",
            "http://192.0.2.1/%C3%A9?%FF",
            "http://1.example/",
            "s://:@h:8080",
        ] {
            assert_eq!(findings(uri), [], "{uri}");
        }
    }

    #[test]
    fn rules_of_the_scheme_come_first_and_once() {
        use Component::{Host, Path, Port, Query, Userinfo};
        assert_eq!(
            findings("ftp://:a:b@h"),
            [
                ("reserved-character", Userinfo, 8),
                ("password", Userinfo, 7),
                ("password-without-user", Userinfo, 6)
            ]
        );
        assert_eq!(
            findings("http://u:p%00%0A@-:80?%0D#%7F"),
            [
                ("unexpected-part", Userinfo, 7),
                ("search-without-slash", Query, 22),
                ("password", Userinfo, 9),
                ("dns-label", Host, 17),
                ("default-port", Port, 19),
                ("nul", Userinfo, 10),
                ("control-character", Userinfo, 13),
                ("control-character", Query, 22),
                ("control-character", Component::Fragment, 26),
            ]
        );
        assert_eq!(
            findings("gopher://h:25/0a?b%0D"),
            [
                ("forbidden-octet", Query, 18),
                ("question-mark", Query, 16),
                ("foreign-port", Port, 11),
                ("control-character", Query, 18),
            ]
        );
        assert_eq!(findings("gopher:0%00")[0], ("missing-part", Component::Authority, 7));
        assert_eq!(findings("mailto:?a"), [("missing-part", Path, 7)]);
    }

    #[test]
    fn debug_masks_passwords() {
        let findings = super::findings(UriRef::parse("ftp://u:secret@h").unwrap(), Table::DRAFT_16);
        assert!(!std::format!("{findings:?} {:?}", findings.clone().next()).contains("secret"));
    }
}
