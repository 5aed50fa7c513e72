//! The policy that allows all but what is internal, and what errors of a policy say of themselves.

use cri_check::{AddressRule, NameRule, TargetError, TargetErrorKind as Kind, TargetPolicy};
use cri_core::Component;
use cri_uri::Table;

use crate::policy::{cri, names, refused, wide};

/// Everything but what is internal.
fn public() -> TargetPolicy {
    TargetPolicy::public(Table::DRAFT_16, ["http", "https"])
}

#[test]
fn one_constructor_allows_all_but_what_is_internal() {
    for (uri, port) in [
        ("http://host.example/", 80),
        ("https://host.example:8443/", 8443),
        ("https://xn--bcher-kva.example:1/", 1),
        ("http://9.9.9.9:65535", 65535),
        ("https://[2620:fe::9]", 443),
        ("https://local.example/", 443),
        ("https://internal.home.example/", 443),
        ("https://arpa.example/", 443),
    ] {
        let cri = cri(uri);
        assert_eq!(public().check(&cri), Ok((cri.host().unwrap(), port)), "{uri}");
    }
    let address = |text: &str| Kind::Address(text.parse().unwrap());
    for (uri, kind) in [
        ("coap://host.example/", Kind::Scheme),
        ("file:///etc/passwd", Kind::Scheme),
        ("https://u@host.example/", Kind::Userinfo),
        ("https://intranet/", Kind::Name),
        ("https://localhost/", Kind::Name),
        ("https://a.localhost/", Kind::Name),
        ("https://a.localdomain/", Kind::Name),
        ("https://printer.local/", Kind::Name),
        ("https://metadata.google.internal/", Kind::Name),
        ("https://nas.home.arpa/", Kind::Name),
        ("https://home.arpa/", Kind::Name),
        ("https://wiki.intranet/", Kind::Name),
        ("https://a.private/", Kind::Name),
        ("https://mail.corp/", Kind::Name),
        ("https://nas.home/", Kind::Name),
        ("https://router.lan/", Kind::Name),
        ("https://host.example./", Kind::Name),
        ("https://xn--localhost-.example/", Kind::Name),
        ("https://0x7f.1/", Kind::DisguisedAddress),
        ("https://0--1.ipv6-literal.net/", Kind::DisguisedAddress),
        ("https://127.0.0.1/", address("127.0.0.1")),
        ("https://10.0.0.1:8443/", address("10.0.0.1")),
        ("https://[::1]/", address("::1")),
        ("https://[64:ff9b::a9fe:a9fe]/", address("64:ff9b::169.254.169.254")),
        ("https://[2620:fe::9%25eth0]/", Kind::Zone),
        ("https://host.example:0/", Kind::Port),
    ] {
        assert_eq!(refused(&public(), uri), kind, "{uri}");
    }
    // A scheme without a default port needs a port.
    let policy = TargetPolicy::public(Table::DRAFT_16, ["x"]);
    assert_eq!(refused(&policy, "x://host.example/"), Kind::Port);
    assert!(policy.check(&cri("x://host.example:7/")).is_ok());

    for (address, is_allowed) in
        [("9.9.9.9:1", true), ("10.0.0.1:443", false), ("[::ffff:127.0.0.1]:443", false)]
    {
        assert_eq!(public().check_address(address.parse().unwrap()).is_ok(), is_allowed);
    }
    // Exceptions in both directions.
    let policy = public().deny_addresses(["9.9.9.0/24".parse().unwrap()]);
    assert_eq!(refused(&policy, "http://9.9.9.9/"), address("9.9.9.9"));
    assert!(policy.check_address("9.9.9.9:80".parse().unwrap()).is_err());
    assert!(policy.check(&cri("http://9.9.8.9/")).is_ok());
    let policy = public().allow_names(names([".local"]));
    assert!(policy.check(&cri("https://printer.local/")).is_ok());
}

#[test]
fn a_name_beyond_ascii_is_to_be_mapped() {
    for policy in [public(), wide()] {
        for (uri, is_unicode) in [
            ("https://b%C3%BCcher.example/", true),
            ("https://%E4%BE%8B%E3%81%88.%E3%83%86%E3%82%B9%E3%83%88/", true),
            ("https://local%C2%ADhost.example/", true),
            ("https://localhost/", false),
            ("https://xn--localhost-.example/", false),
            ("https://%FF.example/", false),
        ] {
            let error = policy.check(&cri(uri)).unwrap_err();
            assert_eq!((error.kind(), error.component()), (Kind::Name, Component::Host), "{uri}");
            assert_eq!(error.to_string().contains("`with_ascii_host`"), is_unicode, "{error}");
        }
    }
}

#[test]
fn errors_have_names_and_components() {
    let kinds = [
        (Kind::Scheme, Component::Scheme),
        (Kind::NoHost, Component::Host),
        (Kind::Userinfo, Component::Userinfo),
        (Kind::DisguisedAddress, Component::Host),
        (Kind::Name, Component::Host),
        (Kind::AddressHost, Component::Host),
        (Kind::Zone, Component::ZoneId),
        (Kind::Address([127, 0, 0, 1].into()), Component::Host),
        (Kind::Port, Component::Port),
    ];
    let names: std::collections::BTreeSet<_> = kinds.iter().map(|(kind, _)| kind.name()).collect();
    assert_eq!(names.len(), kinds.len());
    assert!(kinds.iter().all(|(kind, component)| kind.component() == *component));

    // Each becomes the error that holds any.
    let error = public().check(&cri("ftp://host.example/")).unwrap_err();
    assert_eq!((error.name(), error.offset()), ("scheme", None));
    let any = cri_uri::Error::from(error);
    assert_eq!((any.name(), any.component(), any.offset()), ("scheme", Component::Scheme, None));
    assert_eq!(any.downcast_ref::<TargetError>(), Some(&error));
    let rule: cri_uri::Error = "*".parse::<NameRule>().unwrap_err().into();
    assert_eq!((rule.name(), rule.component()), ("name-rule", Component::Host));
    let rule: cri_uri::Error = "10.0.0.1:x".parse::<AddressRule>().unwrap_err().into();
    assert_eq!((rule.name(), rule.component()), ("port", Component::Port));
    let rule: cri_uri::Error = "10.0.0.1/8".parse::<AddressRule>().unwrap_err().into();
    assert_eq!((rule.name(), rule.component()), ("bits-after-prefix", Component::Host));
}
