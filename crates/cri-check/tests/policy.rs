//! The policy for targets, and how attackers try to evade one.

use cri_check::{AllowList, NameRule, TargetErrorKind as Kind, TargetPolicy};
use cri_core::{Component, Cri, CriBuf, CriRef, Host};
use cri_uri::{Options, Table, to_cri};

fn cri(uri: &str) -> CriBuf<Vec<u8>> {
    let cri = to_cri(uri, Options::default(), Vec::new())
        .unwrap_or_else(|error| panic!("{uri}: {error}"));
    cri.into_full().expect("a scheme")
}

fn names<const N: usize>(rules: [&str; N]) -> [NameRule; N] {
    rules.map(|rule| rule.parse().unwrap())
}

/// Only public addresses, but names of any domain.
fn wide() -> TargetPolicy {
    TargetPolicy::new(Table::DRAFT_16, AllowList::public())
        .allow_schemes(["HTTP", "https"])
        .allow_names(names(["."]))
        .allow_address_hosts()
        .allow_ports([8080])
}

fn refused(policy: &TargetPolicy, uri: &str) -> Kind {
    policy.check(&cri(uri)).expect_err(uri).kind()
}

#[test]
fn expected_targets_are_allowed() {
    for (uri, port) in [
        ("http://host.example/", 80),
        ("https://host.example/a?b#c", 443),
        ("https://A_b-1.HOST.example", 443),
        ("http://host.example:8080", 8080),
        ("http://9.9.9.9", 80),
        ("https://[2620:fe::9]:8080", 8080),
    ] {
        let cri = cri(uri);
        assert_eq!(wide().check(&cri), Ok((cri.host().unwrap(), port)), "{uri}");
    }
    // A scheme by name, and a default port that is spelled out.
    let spelled = Cri::decode(b"\x82\x64http\x83\x61a\x61b\x18\x50").unwrap(); // ["http", ["a", "b", 80]]
    assert_eq!(wide().check(spelled).unwrap().1, 80);
}

#[test]
fn attacks_are_refused() {
    let address = |text: &str| Kind::Address(text.parse().unwrap());
    for (uri, kind) in [
        // Schemes.
        ("file:///etc/passwd", Kind::Scheme),
        ("gopher://host.example/_x", Kind::Scheme),
        ("coap://host.example/", Kind::Scheme),
        ("x://host.example/", Kind::Scheme),
        ("urn:a:b", Kind::Scheme),
        ("http:/a", Kind::NoHost),
        // Userinfo.
        ("https://bank.example@evil.example/", Kind::Userinfo),
        ("https://@host.example/", Kind::Userinfo),
        ("https://host.example%2F@127.0.0.1/", Kind::Userinfo),
        ("https://u%3Ap@host.example/", Kind::Userinfo),
        // Names that some software reads as addresses.
        ("http://2130706433/", Kind::DisguisedAddress),
        ("http://0x7f000001/", Kind::DisguisedAddress),
        ("http://0x7f.1/", Kind::DisguisedAddress),
        ("http://017700000001/", Kind::DisguisedAddress),
        ("http://0177.0.0.1/", Kind::DisguisedAddress),
        ("http://127.1/", Kind::DisguisedAddress),
        ("http://127.0.0.1./", Kind::DisguisedAddress),
        ("http://%30x7f.1/", Kind::DisguisedAddress),
        ("http://0/", Kind::DisguisedAddress),
        ("http://99999999999/", Kind::DisguisedAddress),
        ("http://a.0x7f/", Kind::DisguisedAddress),
        // Names that software reads in different ways.
        ("http://localhost/", Kind::Name),
        ("http://localhost./", Kind::Name),
        ("http://intranet/", Kind::Name),
        ("http://host.example./", Kind::Name),
        ("http://host..example/", Kind::Name),
        ("http://.host.example/", Kind::Name),
        ("http:///a", Kind::Name),
        ("http://./a", Kind::Name),
        ("http://evil.example%23.host.example/", Kind::Name),
        ("http://evil.example%00.host.example/", Kind::Name),
        ("http://evil.example%2F.host.example/", Kind::Name),
        ("http://evil.example%5C.host.example/", Kind::Name),
        ("http://evil%40x.host.example/", Kind::Name),
        ("http://evil.example%3A80.host.example/", Kind::Name),
        ("http://%EF%BC%91%EF%BC%92%EF%BC%97.1a/", Kind::Name),
        ("http://evil%E3%80%82host.example/", Kind::Name),
        ("http://b%C3%BCcher.example/", Kind::Name),
        ("http://%FF.example/", Kind::Name),
        // Addresses.
        ("http://127.0.0.1/", address("127.0.0.1")),
        ("http://0.0.0.0/", address("0.0.0.0")),
        ("http://169.254.169.254/latest/meta-data/", address("169.254.169.254")),
        ("http://10.0.0.1/", address("10.0.0.1")),
        ("http://255.255.255.255/", address("255.255.255.255")),
        ("http://[::]/", address("::")),
        ("http://[::1]/", address("::1")),
        ("http://[0:0:0:0:0:0:7f00:1]/", address("::127.0.0.1")),
        ("http://[::ffff:127.0.0.1]/", address("::ffff:127.0.0.1")),
        ("http://[::ffff:a9fe:a9fe]/", address("::ffff:169.254.169.254")),
        ("http://[::ffff:0:127.0.0.1]/", address("::ffff:0:127.0.0.1")),
        ("http://[64:ff9b::7f00:1]/", address("64:ff9b::127.0.0.1")),
        ("http://[64:ff9b:1::9.9.9.9]/", address("64:ff9b:1::9.9.9.9")),
        ("http://[2002:7f00:1::]/", address("2002:7f00:1::")),
        ("http://[2001:0:7f00:1::]/", address("2001:0:7f00:1::")),
        ("http://[2620:fe::5efe:10.0.0.1]/", address("2620:fe::5efe:10.0.0.1")),
        ("http://[fd00:ec2::254]/", address("fd00:ec2::254")),
        ("http://[fe80::1]/", address("fe80::1")),
        ("http://[2620:fe::9%25eth0]/", Kind::Zone),
        // Ports.
        ("http://host.example:22/", Kind::Port),
        ("http://host.example:443/", Kind::Port),
        ("http://host.example:0/", Kind::Port),
        ("http://9.9.9.9:25/", Kind::Port),
    ] {
        assert_eq!(refused(&wide(), uri), kind, "{uri}");
    }
    assert_eq!(refused(&wide().allow_schemes(["x"]), "x://host.example"), Kind::Port);
}

#[test]
fn nothing_is_allowed_by_default() {
    let policy = TargetPolicy::new(Table::DRAFT_16, AllowList::public());
    let target = "http://host.example/";
    assert_eq!(refused(&policy, target), Kind::Scheme);
    let policy = policy.allow_schemes(["http"]);
    assert_eq!(refused(&policy, target), Kind::Name);
    assert_eq!(refused(&policy, "http://9.9.9.9/"), Kind::AddressHost);
    let policy = policy.allow_names(names(["host.example"]));
    assert!(policy.check(&cri(target)).is_ok());
}

#[test]
fn rules_for_names_match_whole_labels() {
    let matches = |rule: &str, name: &str| {
        let policy = TargetPolicy::new(Table::DRAFT_16, AllowList::public())
            .allow_schemes(["coap"])
            .allow_names(names([rule]));
        policy.check(&cri(&format!("coap://{name}"))).is_ok()
    };
    for (rule, name) in [
        ("a.example", "a.example"),
        ("A.Example", "a.eXample"),
        (".example", "a.example"),
        (".example", "b.a.example"),
        (".a.example", "b.a.example"),
        (".", "a.example"),
        ("localhost", "localhost"),
        (".localhost", "a.localhost"),
        ("xn--bcher-kva.example", "xn--bcher-kva.example"),
    ] {
        assert!(matches(rule, name), "{rule} {name}");
    }
    for (rule, name) in [
        ("a.example", "b.a.example"),
        ("a.example", "ba.example"),
        ("a.example", "a.example.b"),
        ("a.example", "a.example."),
        (".a.example", "a.example"),
        (".a.example", "ba.example"),
        (".a.example", "a.example.b"),
        (".a.example", "b.a.example.c"),
        (".a.example", ".a.example"),
        (".example", "example"),
        (".", "localhost"),
    ] {
        assert!(!matches(rule, name), "{rule} {name}");
    }
    for rule in [
        "",
        "..",
        ".a.",
        "a.",
        "a..b",
        "..a",
        "*",
        "*.example",
        "a/b",
        "a:80",
        "a b",
        "b\u{fc}cher.example",
        "%61",
        "192.0.2.1",
        "0x7f",
        "a.1",
        ".1",
        "[::1]",
        "::1",
    ] {
        assert!(rule.parse::<NameRule>().is_err(), "{rule}");
    }
}

#[test]
fn addresses_are_checked_after_the_look_up() {
    let policy = wide();
    // A name of the attacker passes, but not the address that it has.
    let target = cri("http://rebind.example/");
    let (Host::Name(_), port) = policy.check(&target).unwrap() else { panic!("a name") };
    for (address, allowed) in [
        ("9.9.9.9", true),
        ("2620:fe::9", true),
        ("64:ff9b::9.9.9.9", true),
        ("127.0.0.1", false),
        ("169.254.169.254", false),
        ("::ffff:10.0.0.1", false),
        ("64:ff9b::10.0.0.1", false),
        ("::1", false),
        ("fe80::1", false),
        ("0.0.0.0", false),
    ] {
        let address = std::net::SocketAddr::new(address.parse().unwrap(), port);
        let result = policy.check_address(address).map_err(|error| error.kind());
        assert_eq!(result, if allowed { Ok(()) } else { Err(Kind::Address(address.ip())) });
    }
    // Rules for addresses may name a port.
    let list = AllowList::from_iter(["192.0.2.1:8080".parse().unwrap()]);
    let policy = TargetPolicy::new(Table::DRAFT_16, list)
        .allow_schemes(["http"])
        .allow_ports([8080])
        .allow_address_hosts();
    assert!(policy.check(&cri("http://192.0.2.1:8080/")).is_ok());
    assert_eq!(refused(&policy, "http://192.0.2.1/"), Kind::Address("192.0.2.1".parse().unwrap()));
}

#[test]
fn the_resolved_target_is_checked() {
    let base = cri("https://host.example/a");
    for (reference, expected) in [
        ("../b", None),
        ("//127.0.0.1/", Some(Component::Host)),
        ("//evil@host.example/", Some(Component::Userinfo)),
        ("//host.example:22/", Some(Component::Port)),
        ("//host.example:443/", None),
        ("//[2620:fe::9%25a]/", Some(Component::ZoneId)),
        ("gopher://host.example/", Some(Component::Scheme)),
    ] {
        let reference = to_cri(reference, Options::default(), Vec::new()).unwrap();
        let target = base.as_cri().resolve(reference.as_cri_ref()).unwrap();
        let component = wide().check(target).err().map(|error| error.component());
        assert_eq!(component, expected, "{target:?}");
    }
    let reference = CriRef::decode(b"\x82\xf6\x82\x61a\x61b").unwrap(); // [null, ["a", "b"]]
    assert_eq!(wide().check(reference).unwrap_err().kind(), Kind::Scheme);
}

#[test]
fn messages_are_distinct() {
    let messages: std::collections::BTreeSet<_> = [
        "urn:a",
        "http:/",
        "http://u@h",
        "http://1",
        "http://h",
        "http://[::1]",
        "http://[::1%25a]",
        "http://a.b:1",
    ]
    .map(|uri| wide().check(&cri(uri)).unwrap_err().to_string())
    .into();
    assert_eq!(messages.len(), 8);
    assert!(messages.contains("connections to this address are not allowed: ::1"));
    assert!(messages.iter().all(|message| message.contains(" not allowed")));
}
