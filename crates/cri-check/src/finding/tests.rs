//! Names, messages and severities of findings.

use std::collections::BTreeSet;
use std::string::ToString;

use cri_uri::scheme::View;

use super::*;

/// The kind of a broken rule, at byte 7.
fn broken() -> FindingKind {
    FindingKind::Scheme(View::from_uri(UriRef::parse("http:///x").unwrap()).unwrap_err())
}

#[test]
fn names_and_messages_are_distinct() {
    let kinds = [
        broken(),
        FindingKind::Password,
        FindingKind::PasswordWithoutUser,
        FindingKind::UserLikeHost,
        FindingKind::DisguisedAddress(None),
        FindingKind::EmbeddedAddress(Ipv4Addr::LOCALHOST),
        FindingKind::MappedCharacter,
        FindingKind::DnsLabel(false),
        FindingKind::HostNotUtf8,
        FindingKind::DefaultPort,
        FindingKind::ForeignPort(false),
        FindingKind::WellKnownPort,
        FindingKind::DisguisedDotSegment,
        FindingKind::AmbiguousDotSegment,
        FindingKind::Nul,
        FindingKind::ControlCharacter,
        FindingKind::HiddenCharacter,
        FindingKind::NotNfc,
        FindingKind::QuestionMark,
        FindingKind::UnknownTypecode,
        FindingKind::SearchWithoutSlash,
        FindingKind::FragmentInRequest,
        FindingKind::OptionTooLong,
        FindingKind::OptionNotUtf8,
    ];
    assert_eq!(kinds.iter().map(|kind| kind.name()).collect::<BTreeSet<_>>().len(), kinds.len());
    let messages = kinds.map(|kind| Finding::new(kind, Component::Host, 7).to_string());
    assert_eq!(messages.iter().collect::<BTreeSet<_>>().len(), messages.len());
    for message in messages {
        let what = message.split("; ").next().unwrap();
        assert!(what.ends_with(", at byte 7"), "{message}");
    }
    let deceptive = kinds.iter().filter(|kind| kind.is_deceptive()).map(|kind| kind.name());
    assert!(deceptive.eq([
        "user-like-host",
        "disguised-address",
        "embedded-address",
        "mapped-character",
        "host-not-utf8",
        "disguised-dot-segment",
        "ambiguous-dot-segment",
        "nul",
        "control-character",
        "hidden-character",
        "not-nfc",
    ]));
    // A reason is one clause for a line of its own.
    for reason in kinds.map(FindingKind::reason) {
        assert!((40..=100).contains(&reason.len()) && !reason.ends_with('.'), "{reason}");
    }
}

#[test]
fn messages_say_where_an_address_leads() {
    for (address, place) in [
        ([127, 0, 0, 2], "127.0.0.2 (this host)"),
        ([0, 0, 0, 0], "0.0.0.0 (this host)"),
        ([10, 0, 0, 1], "10.0.0.1 (a private network)"),
        ([172, 31, 0, 1], "172.31.0.1 (a private network)"),
        ([192, 168, 0, 1], "192.168.0.1 (a private network)"),
        ([169, 254, 169, 254], "169.254.169.254 (the local link)"),
        ([192, 0, 2, 1], "192.0.2.1"),
    ] {
        for kind in [
            FindingKind::DisguisedAddress(Some(address.into())),
            FindingKind::EmbeddedAddress(address.into()),
        ] {
            let message = Finding::new(kind, Component::Host, 7).to_string();
            assert!(message.contains(&std::format!(" {place}, ")), "{message}");
        }
    }
}

#[test]
fn violations_are_more_severe_than_warnings() {
    let of = |kind| Finding::new(kind, Component::Host, 0).severity();
    assert!(of(broken()) > of(FindingKind::Nul));
    assert_eq!((of(broken()).name(), of(FindingKind::Nul).name()), ("violation", "warning"));
}
