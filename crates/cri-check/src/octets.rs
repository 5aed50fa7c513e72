//! Warnings about percent-encoded characters that are invisible or misleading (RFC 3986 section 7.3).

use cri_core::Component;
use cri_uri::pct::characters;
use cri_uri::{IriRef, UriRef};

use crate::finding::{COMPONENTS, Finding, FindingKind, text_of};

/// `%00`, in the first component that has it.
pub(crate) fn nul(uri: UriRef<'_>) -> Option<Finding> {
    COMPONENTS.into_iter().find_map(|component| {
        first(uri, component, FindingKind::Nul, |character| character == '\0')
    })
}

/// The first ASCII control character other than NUL.
pub(crate) fn control(uri: UriRef<'_>, component: Component) -> Option<Finding> {
    // RFC 1738 section 3.4.1: TABs separate the parts of gopher.
    let separator = if uri.has_scheme("gopher") { '\t' } else { '\0' };
    first(uri, component, FindingKind::ControlCharacter, |character| {
        character.is_ascii_control() && character != '\0' && character != separator
    })
}

/// The first character that an IRI keeps percent-encoded, since a reader would not see it for what it is.
///
/// Joiners and variation selectors are among them, although scripts and emoji need them: not every reader sees what they
/// change.
pub(crate) fn hidden(uri: UriRef<'_>, component: Component) -> Option<Finding> {
    first(uri, component, FindingKind::HiddenCharacter, |character| {
        // Characters for private use, which IRIs allow in queries only, count as visible in every component.
        !character.is_ascii() && !IriRef::shows(character, Component::Query)
    })
}

/// The first character of the component for which `test` is true.
fn first(
    uri: UriRef<'_>,
    component: Component,
    kind: FindingKind,
    test: impl Fn(char) -> bool,
) -> Option<Finding> {
    let text = text_of(uri, component)?;
    let (at, _) = characters(text.as_bytes()).find(|&(_, character)| character.is_ok_and(&test))?;
    Some(Finding::at(uri, text.get(at..)?, kind, component))
}

#[cfg(test)]
mod tests {
    use cri_core::Component::{Fragment, Host, Path, Query, Userinfo};

    use crate::lints::tests::findings;

    // shows: R3986-7.3-02
    #[test]
    fn nul_is_found_in_its_first_component() {
        assert_eq!(findings("http://a/x%00y"), [("nul", Path, 10)]);
        assert_eq!(findings("//%00@h/%00"), [("nul", Userinfo, 2)]);
        assert_eq!(findings("?%00#%00"), [("nul", Query, 1)]);
    }

    #[test]
    fn control_characters() {
        for (uri, component, offset) in [
            ("sftp://a%7F@h", Userinfo, 8),
            ("/a%0D%0A", Path, 2),
            ("?%1f", Query, 1),
            ("#%25%09", Fragment, 4),
            ("http://h/%09", Path, 9),
        ] {
            assert_eq!(findings(uri), [("control-character", component, offset)], "{uri}");
        }
        assert_eq!(findings("coap://a%0A/")[1], ("control-character", Host, 8));
        assert_eq!(findings("gopher://h/0a%09b%0Bc"), [("control-character", Path, 17)]);
        assert_eq!(findings("/%20%25%7E%FF"), []);
    }

    #[test]
    fn hidden_characters() {
        for (uri, component, offset) in [
            ("https://h/%E2%80%AEx", Path, 10),
            ("//a%E2%80%8B@h", Userinfo, 3),
            ("//a%e2%81%a6.b", Host, 3),
            ("//[::1%25a%E2%80%8E]", Host, 10),
            ("/a%41%C3%A9%C2%AD%E2%80%AE", Path, 11),
            ("?%EF%BB%BF", Query, 1),
            ("#a%FF%F3%A0%81%81", Fragment, 5),
            // A control character beyond ASCII, an annotation mark, and a noncharacter.
            ("/%C2%80", Path, 1),
            ("/%EF%BF%B9", Path, 1),
            ("/%EF%BF%BE", Path, 1),
        ] {
            assert_eq!(findings(uri), [("hidden-character", component, offset)], "{uri}");
        }
        assert_eq!(
            findings("?%E2%80%AE%0D#%E2%80%AE%E2%80%AE"),
            [
                ("control-character", Query, 10),
                ("hidden-character", Query, 1),
                ("hidden-character", Fragment, 14)
            ]
        );
        // Visible characters, including one for private use, and bytes that are not a character.
        assert_eq!(findings("//%C3%A9/%E2%82%AC%F0%9F%8C%8D%EE%80%80?%E2%80#%80%AE"), []);
    }
}
