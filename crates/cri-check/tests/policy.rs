//! The policy for targets, and how attackers try to evade one.

use cri_check::{AllowList, NameRule, TargetErrorKind as Kind, TargetPolicy};
use cri_core::{Component, Cri, CriBuf, CriRef, Host};
use cri_uri::{Options, Table, to_cri};

pub(crate) fn cri(uri: &str) -> CriBuf<Vec<u8>> {
    let cri = to_cri(uri, Options::default(), Vec::new())
        .unwrap_or_else(|error| panic!("{uri}: {error}"));
    cri.into_full().expect("a scheme")
}

pub(crate) fn names<const N: usize>(rules: [&str; N]) -> [NameRule; N] {
    rules.map(|rule| rule.parse().unwrap())
}

/// Only public addresses, but names of any domain.
pub(crate) fn wide() -> TargetPolicy {
    TargetPolicy::new(Table::DRAFT_16, AllowList::public())
        .allow_schemes(["HTTP", "https"])
        .allow_names(names(["."]))
        .allow_address_hosts()
        .allow_ports([8080])
}

pub(crate) fn refused(policy: &TargetPolicy, uri: &str) -> Kind {
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
        // ACE labels that idna before 1.0 decodes to ASCII (CVE-2024-12224).
        ("https://127.0.0.xn--1-/", Kind::DisguisedAddress),
        ("https://127.0.0.1.xn--/", Kind::DisguisedAddress),
        ("https://127.0.0.1.xn--./", Kind::DisguisedAddress),
        ("https://169.254.169.xn--254-/", Kind::DisguisedAddress),
        ("https://0x7f.xn--0x1-/", Kind::DisguisedAddress),
        ("https://xn--127-.0.0.XN--1-/", Kind::DisguisedAddress),
        ("https://%58n--2130706433-/", Kind::DisguisedAddress),
        ("https://a.xn--0-./", Kind::DisguisedAddress),
        ("https://a.xn--localhost-/", Kind::Name),
        ("https://xn--localhost-.example/", Kind::Name),
        ("https://a.xn--/", Kind::Name),
        ("https://xn--.example/", Kind::Name),
        ("https://a.xn---/", Kind::Name),
        ("https://xn--host-.example/", Kind::Name),
        ("https://xn--xn--1--.example/", Kind::Name),
        // ACE labels that decode to what IDNA does not encode so: an overflow; a capital, fullwidth letters and digits, a
        // circled digit, an ideographic full stop, a fullwidth slash, and the Kelvin sign, which it maps; a soft hyphen, a
        // zero width space and a variation selector, which it drops; a joiner without a script; a letter and its accent.
        ("https://a.xn--99999999/", Kind::Name),
        ("https://a.xn--wca/", Kind::Name),
        ("https://127.0.0.xn--8g7c/", Kind::Name),
        ("https://a.xn--ocalhost-6h39b/", Kind::Name),
        ("https://127.0.0.xn--orh/", Kind::Name),
        ("https://xn--1270-sw3c.example/", Kind::Name),
        ("https://xn--ab-1u3n.example/", Kind::Name),
        ("https://xn--62g.example/", Kind::Name),
        ("https://a.xn--localhost-9ma/", Kind::Name),
        ("https://a.xn--localhost-k69d/", Kind::Name),
        ("https://xn--a-i89h.example/", Kind::Name),
        ("https://xn--ab-m1t.example/", Kind::Name),
        ("https://xn--e-xbb.example/", Kind::Name),
        // ACE labels of `a_b` and a letter, and of a letter beside a hyphen.
        ("https://xn--a_b-joa.example/", Kind::Name),
        ("https://xn----eha.example/", Kind::Name),
        ("https://xn----dha.example/", Kind::Name),
        // Digits of Devanagari and Arabic, and numbers of programming languages.
        ("https://127.0.0.xn--e4b/", Kind::Name),
        ("https://127.0.0.xn--9hb/", Kind::Name),
        ("https://127.0.0.0b1/", Kind::Name),
        ("https://127.0.0.0o1/", Kind::Name),
        ("https://127.0.0.1e0/", Kind::Name),
        ("https://127.0.0.0_1/", Kind::Name),
        // What Windows reads as ::1.
        ("https://0--1.ipv6-literal.net/", Kind::DisguisedAddress),
        ("https://FE80--1S4.IPv6-literal.NET/", Kind::DisguisedAddress),
        ("https://ipv6-literal.net/", Kind::DisguisedAddress),
        // Names under localhost (RFC 6761 section 6.3), and those of hosts files.
        ("https://a.localhost/", Kind::Name),
        ("https://localhost.localdomain/", Kind::Name),
        ("https://localhost6.localdomain6/", Kind::Name),
        // Options of a command.
        ("https://-oProxyCommand.example/", Kind::Name),
        ("https://a.-b.example/", Kind::Name),
        // Compatibility characters, and characters that IDNA drops.
        ("https://127.0.0.%EF%BC%91/", Kind::Name),
        ("https://%E2%93%9Bocalhost.example/", Kind::Name),
        ("https://local%C2%ADhost.example/", Kind::Name),
        ("https://local%E2%80%8Bhost.example/", Kind::Name),
        ("https://a.example%E2%80%A4b/", Kind::Name),
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

/// RFC 1035 section 2.3.4.
#[test]
fn long_names_are_refused() {
    let label = |len: usize| "a".repeat(len);
    let (longest, long) = (label(63), label(64));
    let name = format!("{longest}.{longest}.{longest}.");
    for (host, is_allowed) in [
        (format!("{longest}.example"), true),
        (format!("{long}.example"), false),
        (format!("example.{long}"), false),
        (format!("{name}{}", label(61)), true),
        (format!("{name}{}", label(62)), false),
        (format!("{}a", "a.".repeat(126)), true),
        (format!("{}a", "a.".repeat(127)), false),
    ] {
        let target = cri(&format!("https://{host}/"));
        let kind = wide().check(&target).err().map(|error| error.kind());
        assert_eq!(kind, (!is_allowed).then_some(Kind::Name), "{host}");
        assert_eq!(host.parse::<NameRule>().is_ok(), is_allowed, "{host}");
    }
}

#[test]
fn names_that_idna_writes_are_allowed() {
    for host in [
        "xn--bcher-kva.example",
        "XN--BCHER-KVA.example",
        "xn--e1afmkfd.xn--p1ai",
        "xn--fa-hia.example",
        "xn--fiqs8s",
        "a--b.example",
        "r3---sn-4g5e.example",
        "_dns.example",
        "a-.example",
        "1.example",
        "a.ipv6-literal.example",
        "net.ipv6-literal",
        "localhost.example",
    ] {
        let target = cri(&format!("https://{host}/"));
        let policy = wide().allow_names(names([host]));
        assert!(policy.check(&target).is_ok(), "{host}");
    }
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
        ("a.localhost", "a.localhost"),
        (".localdomain", "a.localdomain"),
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
        (".", "a.localhost"),
        (".", "localhost.localdomain"),
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
        "-a",
        ".-a.example",
        "a.0b1",
        "127.0.0.xn--1-",
        "a.xn--",
        ".xn--localhost-",
        "XN--A-.example",
        "a.ipv6-literal.net",
        ".ipv6-literal.net",
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
