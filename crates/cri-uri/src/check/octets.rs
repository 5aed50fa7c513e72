//! Percent-encoded control characters (RFC 3986 section 7.3).

use cri_core::Component;

use crate::check::{Finding, FindingKind};
use crate::scheme::{Decoded, Gopher, has_scheme};
use crate::{Options, UriRef};

/// `%00`, in the first component that has it.
pub(super) fn nul(uri: UriRef<'_>) -> Option<Finding> {
    use Component::{Fragment, Host, Path, Query, Userinfo};
    [
        (Userinfo, uri.userinfo()),
        (Host, uri.host_str()),
        (Path, Some(uri.path())),
        (Query, uri.query()),
        (Fragment, uri.fragment()),
    ]
    .into_iter()
    .find_map(|(component, text)| octet(uri, FindingKind::Nul, component, text?, |octet| octet == 0))
}

pub(super) fn control_in_userinfo(uri: UriRef<'_>, _: &Options) -> Option<Finding> {
    control(uri, Component::Userinfo, uri.userinfo()?)
}

pub(super) fn control_in_host(uri: UriRef<'_>, _: &Options) -> Option<Finding> {
    control(uri, Component::Host, uri.host_str()?)
}

pub(super) fn control_in_path(uri: UriRef<'_>, _: &Options) -> Option<Finding> {
    control(uri, Component::Path, uri.path())
}

pub(super) fn control_in_query(uri: UriRef<'_>, _: &Options) -> Option<Finding> {
    control(uri, Component::Query, uri.query()?)
}

pub(super) fn control_in_fragment(uri: UriRef<'_>, _: &Options) -> Option<Finding> {
    control(uri, Component::Fragment, uri.fragment()?)
}

/// The first control character but NUL.
fn control(uri: UriRef<'_>, component: Component, text: &str) -> Option<Finding> {
    // RFC 1738 section 3.4.1: in gopher, TABs are what separates the parts.
    let separator = has_scheme(uri, Gopher::SCHEME).then_some(b'\t');
    let is_control = |octet: u8| octet != 0 && octet.is_ascii_control() && Some(octet) != separator;
    octet(uri, FindingKind::ControlCharacter, component, text, is_control)
}

fn octet(
    uri: UriRef<'_>,
    kind: FindingKind,
    component: Component,
    text: &str,
    test: impl Fn(u8) -> bool,
) -> Option<Finding> {
    let (_, at) = Decoded::new(text).bytes().find_octet(test)?;
    Some(Finding::new(kind, component, uri.offset_of_bytes(at)))
}

#[cfg(test)]
mod tests {
    use cri_core::Component::{Fragment, Host, Path, Query, Userinfo};

    use crate::check::tests::findings;

    // shows: R3986-7.3-02
    #[test]
    fn nul_is_data_that_can_be_refused() {
        assert_eq!(findings("http://a/x%00y"), [("nul", Path, 10)]);
        assert_eq!(findings("//%00@h/%00"), [("nul", Userinfo, 2)]);
        assert_eq!(findings("?%00#%00"), [("nul", Query, 1)]);
    }

    #[test]
    fn control_characters() {
        for (uri, component, offset) in [
            ("coap://a%7F@h", Userinfo, 8),
            ("/a%0D%0A", Path, 2),
            ("?%1f", Query, 1),
            ("#%25%09", Fragment, 4),
            ("http://h/%09", Path, 9),
        ] {
            assert_eq!(findings(uri), [("control-character", component, offset)], "{uri}");
        }
        assert_eq!(findings("coap://a%0A/")[1], ("control-character", Host, 8));
        assert_eq!(findings("gopher://h/0a%09b%0Bc"), [("control-character", Path, 17)]);
        assert_eq!(findings("/%20%25%7E%C2%80"), []);
    }
}
