//! All checks of a URI, in the order of their findings.

use cri_core::Component;
use cri_registry::Table;
use cri_uri::__private::broken_rules;
use cri_uri::UriRef;

use crate::finding::{COMPONENTS, Finding};
use crate::{embedded, host, octets, path, port, schemes, userinfo};

/// Returns a warning about the first place that deserves one.
type Lint = fn(UriRef<'_>, Table) -> Option<Finding>;

/// The lints of whole URIs, in the order of their warnings. Those of single schemes come first.
const LINTS: [Lint; 14] = [
    schemes::unknown_typecode,
    schemes::question_mark,
    schemes::search_without_slash,
    userinfo::password,
    userinfo::password_without_user,
    userinfo::user_like_host,
    host::disguised_address,
    embedded::embedded_address,
    host::dns_labels,
    host::not_utf8,
    port::default_port,
    port::foreign_port,
    path::disguised_dot_segment,
    octets::nul,
];

/// Checks `uri`: finds first the rules of its scheme that it breaks, then what may mislead or harm a reader.
///
/// Each rule and each warning is reported at most once, for its first place in the URI or in a component. The schemes of
/// [`cri_uri::scheme`] have rules; any other URI, and any relative reference, is checked for warnings only. `schemes` knows
/// the default ports.
///
/// ```
/// use cri_check::findings;
/// use cri_uri::{Table, UriRef};
///
/// let uri = UriRef::parse("http://u:p@h:25/")?;
/// let found: Vec<_> = findings(uri, Table::DRAFT_16).map(|finding| finding.to_string()).collect();
/// assert_eq!(
///     found,
///     [
///         "this scheme has no userinfo, at byte 7",
///         "password in clear text, at byte 9",
///         "the port belongs to another protocol, at byte 13",
///     ]
/// );
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
pub fn findings(uri: UriRef<'_>, schemes: Table) -> impl Iterator<Item = Finding> + Clone {
    let each = |lint: fn(UriRef<'_>, Component) -> Option<Finding>| {
        COMPONENTS.into_iter().filter_map(move |component| lint(uri, component))
    };
    broken_rules(uri)
        .map(move |error| Finding::of_error(uri, error))
        .chain(LINTS.into_iter().filter_map(move |lint| lint(uri, schemes)))
        .chain(each(octets::control))
        .chain(each(octets::hidden))
}

#[cfg(test)]
pub(crate) mod tests {
    use std::vec::Vec;

    use super::*;

    /// The findings about `uri`: name, component and offset.
    pub(crate) fn findings(uri: &str) -> Vec<(&'static str, Component, usize)> {
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
}
