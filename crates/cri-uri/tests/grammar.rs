//! Tests of all forms that a grammar rule allows: IPv6 addresses, and the characters that URIs percent-encode.

use crate::conversion;

use std::net::Ipv6Addr;

use conversion::to_uri;
use cri_core::{Builder, Piece, Revision, Value};
use cri_uri::{Options, UriHost, UriRef};

/// The address that begins with the groups `first` and ends with the groups `last`, with zeros between them.
fn address(first: &[u16], last: &[u16]) -> Ipv6Addr {
    let mut groups = [0; 8];
    groups[..first.len()].copy_from_slice(first);
    groups[8 - last.len()..].copy_from_slice(last);
    groups.into()
}

/// The groups in hexadecimal digits, with different numbers of leading zeros and in both cases.
fn digits(groups: &[u16]) -> Vec<String> {
    let spelling = |(index, group): (usize, &u16)| match index % 3 {
        0 => format!("{group:x}"),
        1 => format!("{group:04X}"),
        _ => format!("{group:03x}"),
    };
    groups.iter().enumerate().map(spelling).collect()
}

// shows: R3986-3.2.2-05, R3986-3.2.2-06, R3986-3.2.2-07, D16-C.1-03
#[test]
fn addresses_have_the_nine_forms_of_the_abnf() {
    const FIRST: [u16; 9] = [1, 0xa2, 0xb3, 4, 5, 0x6c, 7, 8, 9];
    const LAST: [u16; 9] = [0x1a, 2, 0x3b, 4, 0x5c, 6, 0x70, 0x8d, 9];
    let mut accepted = 0;
    for before in 0..=9 {
        for after in 0..=9 {
            for (elided, dotted) in [(false, false), (false, true), (true, false), (true, true)] {
                let (first, last) = (&FIRST[..before], &LAST[..after]);
                let mut end = digits(last);
                if dotted {
                    // ls32 as an IPv4address stands for the last two groups.
                    let Some(at) = end.len().checked_sub(2) else { continue };
                    let [high, low] = [last[at], last[at + 1]].map(u16::to_be_bytes);
                    end.truncate(at);
                    end.push(format!("{}.{}.{}.{}", high[0], high[1], low[0], low[1]));
                }
                // The nine alternatives: eight groups, or at most seven where `::` stands for the others.
                let expected = match elided {
                    true => before + after <= 7,
                    false => before + after == 8,
                };
                let text = match elided {
                    true => format!("{}::{}", digits(first).join(":"), end.join(":")),
                    false => [digits(first), end].concat().join(":"),
                };
                let uri = format!("//[{text}]");
                let found = UriRef::parse(&uri).map(UriRef::host);
                if expected {
                    let address = address(first, last);
                    assert_eq!(found, Ok(Some(UriHost::Ipv6 { address, zone: None })), "{text}");
                    let cri = conversion::to_cri(&uri, Options::default()).unwrap();
                    assert_eq!(
                        cri.as_bytes(),
                        [&b"\x82\xf6\x81\x50"[..], &address.octets()].concat(),
                        "{text}"
                    );
                    accepted += 1;
                } else {
                    assert!(found.is_err(), "{text}");
                }
            }
        }
    }
    // Eight groups can be divided between `first` and `last` in 9 ways, of which 7 leave two groups for a dotted quad.
    // Up to seven groups with `::` can be divided in 36 ways, of which 21 leave two groups.
    assert_eq!(accepted, 9 + 7 + 36 + 21);
    for group in ["", "00001", "g", "1 ", "+1", "%31"] {
        for text in [
            format!("{group}:2:3:4:5:6:7:8"),
            format!("1:2:3:4:5:6:7:{group}"),
            format!("1:{group}:3::"),
        ] {
            assert!(UriRef::parse(&format!("//[{text}]")).is_err(), "{text}");
        }
    }
}

/// Texts after which a character belongs to the userinfo, the host, the path, the query and the fragment.
const PLACES: [(&str, &str); 5] = [
    ("http://u", "@h/"),
    ("http://h", "/"),
    ("http://h/a", "b"),
    ("http://h/?a", "b"),
    ("http://h/#a", "b"),
];

/// A URI that has this value in every component that may hold any text.
fn written<'v>(value: impl Into<Value<'v>> + Copy) -> String {
    let builder = Builder::new(Revision::Draft16, Vec::new()).scheme_number(2);
    let built = builder
        .userinfo(value)
        .label(value)
        .segment(value)
        .parameter(value)
        .fragment(value)
        .finish();
    to_uri(built.unwrap().as_cri_ref(), Options::default())
}

/// The URI that `written` should return if `encoded` follows an `a` in every component.
fn with(encoded: &str) -> String {
    format!("http://a{encoded}@a{encoded}/a{encoded}?a{encoded}#a{encoded}")
}

/// Asserts that no component may contain the character unencoded.
fn assert_refused(character: char) {
    for (front, back) in PLACES {
        let uri = format!("{front}{character}{back}");
        let offset = UriRef::parse(&uri).map_err(|error| error.offset());
        assert_eq!(offset.map(UriRef::as_str), Err(front.len()), "{uri:?}");
    }
}

// shows: R1738-2.2-02, R3986-2-01
#[test]
fn controls_and_octets_above_ascii_are_percent_encoded() {
    for octet in (0..=0x1f).chain(0x7f..=0xff) {
        let character = char::from(octet);
        assert_refused(character);
        let encoded = format!("%{octet:02X}");
        if octet.is_ascii() {
            assert_eq!(written(&*format!("a{character}")), with(&encoded));
            continue;
        }
        assert_eq!(written(&[Piece::text("a"), Piece::bytes(&[octet])]), with(&encoded));
        // A host has no upper-case letter.
        if !character.is_uppercase() {
            let utf8: String =
                character.to_string().bytes().map(|octet| format!("%{octet:02X}")).collect();
            assert_eq!(written(&*format!("a{character}")), with(&utf8));
        }
    }
}

// shows: R1738-2.2-03, R3986-2-01
#[test]
fn unsafe_characters_are_percent_encoded() {
    // `~` is the exception: RFC 3986 made it unreserved.
    for character in " <>\"#%{}|\\^[]`".chars() {
        assert_eq!(
            written(&*format!("a{character}")),
            with(&format!("%{:02X}", u32::from(character)))
        );
        if character != '#' {
            assert_refused(character);
        }
    }
    assert_eq!(written("a~"), with("~"));
    // A raw `#` ends every component but the fragment, in which it is an error.
    let uri = UriRef::parse("http://u#@h/").unwrap();
    assert_eq!((uri.host_str(), uri.fragment()), (Some("u"), Some("@h/")));
    assert!(UriRef::parse("http://h/#a#b").is_err());
}
