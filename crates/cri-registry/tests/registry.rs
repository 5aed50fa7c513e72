//! Compares the tables with the documents that they come from.

use cri_registry::{Scheme, Table, id_of};

const WHOLE: [Table; 2] = [Table::DRAFT_16, Table::RFC_9988];
const ALL: [Table; 4] =
    [Table::DRAFT_16, Table::RFC_9988, Table::COAP_DRAFT_16, Table::COAP_RFC_9988];

fn number(table: Table, name: &str) -> Option<u64> {
    table.by_name(name).map(|scheme| scheme.number)
}

fn name(table: Table, number: u64) -> Option<&'static str> {
    table.by_number(number).map(|scheme| scheme.name)
}

/// Checks the numbers of names in both revisions.
fn numbers_are(expected: &[(&str, u64)]) {
    for &(name, expected) in expected {
        assert_eq!(WHOLE.map(|table| number(table, name)), [Some(expected); 2], "{name}");
    }
}

/// Checks the default ports of registered names in both revisions.
fn default_ports_are(expected: &[(&str, Option<u16>)]) {
    for &(name, expected) in expected {
        let found = WHOLE.map(|table| table.by_name(name).map(|scheme| scheme.default_port));
        assert_eq!(found, [Some(expected); 2], "{name}");
    }
}

/// The schemes that RFC 9988 has and draft-16 does not.
const ADDED: [(u64, &str); 17] = [
    (1273, "hs20"),
    (1560, "ms-uup"),
    (1562, "ms-personacard"),
    (3375, "teapots"),
    (3818, "ari"),
    (4613, "ms-widgets"),
    (10024, "bl"),
    (10183, "ms-recall"),
    (11820, "thzp"),
    (12052, "bluetooth"),
    (12237, "ilstring"),
    (12603, "ms-widgetboard"),
    (13062, "mtrust"),
    (14709, "wasm-js"),
    (15026, "teapot"),
    (15461, "shelter"),
    (15741, "wasm"),
];

// shows: D16-1-03, D16-11.1-01
#[test]
fn numbers_and_names_are_one_to_one() {
    assert_eq!(Table::DRAFT_16.len(), 381);
    assert_eq!(Table::RFC_9988.len(), 398);
    for table in ALL {
        assert!(!table.is_empty());
        assert_eq!(table.iter().count(), table.len());
        assert!(table.iter().is_sorted_by(|a, b| a.number < b.number));
        for scheme in table {
            assert_eq!(table.by_name(scheme.name), Some(scheme));
            assert_eq!(table.by_number(scheme.number), Some(scheme));
        }
    }
}

// shows: D16-A-01
#[test]
fn draft_16_has_the_schemes_of_table_6() {
    for (expected, scheme) in
        [(0, "coap"), (2, "http"), (8, "coap+ws"), (12068, "file"), (17381, "ms-eyecontrolspeech")]
    {
        assert_eq!(name(Table::DRAFT_16, expected), Some(scheme));
        assert_eq!(number(Table::DRAFT_16, scheme), Some(expected));
    }
}

// shows: D16-5.1.1-04
#[test]
fn coap_is_number_0_and_id_minus_1() {
    for table in ALL {
        assert_eq!(number(table, "coap"), Some(0));
        assert_eq!(number(table, "coap").map(id_of), Some(-1));
    }
}

// shows: D16-11.1.1-02
#[test]
fn ordinary_numbers_lie_in_1000_to_20000() {
    assert!(Table::DRAFT_16.iter().all(|scheme| matches!(scheme.number, 0..=9 | 1000..=20000)));
}

// shows: D16-11.1.1-03
#[test]
fn unregistered_names_may_have_numbers() {
    for table in WHOLE {
        assert_eq!(name(table, 10740), Some("mqtt"));
        assert_eq!(name(table, 14906), Some("mqtts"));
    }
}

// shows: D16-11.1.2-02
#[test]
fn names_are_scheme_names() {
    for table in WHOLE {
        assert_eq!(name(table, 7874), Some("shttp"));
        assert_eq!(name(table, 5477), Some("machineprovisioningprogressreporter"));
        assert_eq!(number(table, "machineProvisioningProgressReporter"), None);
        for Scheme { name, .. } in table {
            let rest = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'+' | b'-' | b'.');
            assert!(name.starts_with(|first: char| first.is_ascii_lowercase()), "{name}");
            assert!(name.bytes().all(rest), "{name}");
        }
    }
}

// shows: D16-A-02
#[test]
fn the_schemes_of_rfc_1738_are_numbered() {
    numbers_are(&[
        ("ftp", 14878),
        ("http", 2),
        ("gopher", 8601),
        ("mailto", 12102),
        ("news", 1895),
        ("nntp", 13499),
        ("telnet", 10995),
        ("wais", 8454),
        ("file", 12068),
        ("prospero", 14477),
    ]);
}

// shows: R1738-4-01
#[test]
fn experimental_names_have_no_number() {
    for table in WHOLE {
        assert!(table.iter().all(|scheme| !scheme.name.starts_with("x-")));
        assert_eq!(number(table, "x-test"), None);
    }
}

// shows: R1738-4-02
#[test]
fn the_names_that_rfc_1738_reserves_are_numbered() {
    numbers_are(&[
        ("afs", 10687),
        ("mid", 3646),
        ("cid", 15202),
        ("nfs", 6516),
        ("tn3270", 14962),
        ("mailserver", 10868),
        ("z39.50", 1319),
    ]);
}

#[test]
fn rfc_9988_moves_two_adds_seventeen_and_removes_none() {
    let (old, new) = (Table::DRAFT_16, Table::RFC_9988);
    for scheme in old {
        let moved = match scheme.name {
            "coap+ws" => 24,
            "coaps+ws" => 25,
            _ => scheme.number,
        };
        assert_eq!(number(new, scheme.name), Some(moved), "{}", scheme.name);
    }
    let added = new.iter().filter(|scheme| old.by_name(scheme.name).is_none());
    assert!(added.map(|scheme| (scheme.number, scheme.name)).eq(ADDED));
    // No number of draft-16 means another scheme in RFC 9988. Neither table falls back on the other.
    for scheme in old {
        let expected = (!matches!(scheme.number, 8 | 9)).then_some(scheme.name);
        assert_eq!(name(new, scheme.number), expected);
    }
    for number in [24, 25, 1273] {
        assert_eq!(name(old, number), None);
    }
}

#[test]
fn the_coap_tables_are_cut_from_the_whole_ones() {
    for (coap, whole) in
        [(Table::COAP_DRAFT_16, Table::DRAFT_16), (Table::COAP_RFC_9988, Table::RFC_9988)]
    {
        assert!(coap.iter().eq(whole.iter().filter(|scheme| scheme.name.starts_with("coap"))));
        assert_eq!(coap.len(), 6);
        assert!(coap.iter().all(|scheme| scheme.default_port.is_some()));
        assert_eq!(coap.by_name("http"), None);
        assert_eq!(coap.by_number(2), None);
    }
}

#[test]
fn unregistered_names_and_numbers_are_unknown() {
    let names: [&[u8]; 11] = [
        b"",
        b"a",
        b"coa",
        b"coapx",
        b"coapcoaps",
        b"oap",
        b"COAP",
        b"coap ",
        b"coap\0",
        b"zzz",
        b"\xff\xfe",
    ];
    for table in ALL {
        for name in names {
            assert_eq!(table.by_name(name), None, "{name:?}");
        }
        // In 16 bits, 65536 would wrap round to 0, which is coap.
        for number in [10, 23, 26, 1000, 20000, 65535, 65536, 1 << 32, u64::MAX] {
            assert_eq!(table.by_number(number), None, "{number}");
        }
    }
}

// shows: R1738-5-04
#[test]
fn default_ports_of_rfc_1738() {
    default_ports_are(&[
        ("ftp", Some(21)),
        ("http", Some(80)),
        ("gopher", Some(70)),
        ("nntp", Some(119)),
        ("telnet", Some(23)),
        ("wais", Some(210)),
        ("prospero", Some(1525)),
        ("mailto", None),
        ("news", None),
        ("file", None),
    ]);
}

#[test]
fn default_ports_of_later_schemes() {
    default_ports_are(&[
        // RFC 7252 sections 6.1 and 6.2, RFC 8323 sections 8.1 to 8.4
        ("coap", Some(5683)),
        ("coaps", Some(5684)),
        ("coap+tcp", Some(5683)),
        ("coaps+tcp", Some(5684)),
        ("coap+ws", Some(80)),
        ("coaps+ws", Some(443)),
        // RFC 9110 section 4.2.2, RFC 6455 section 3
        ("https", Some(443)),
        ("ws", Some(80)),
        ("wss", Some(443)),
        // These have no authority, no specification as a URI scheme, or no default port.
        ("urn", None),
        ("sip", None),
        ("stun", None),
        ("ldaps", None),
        ("mqtt", None),
        ("msrp", None),
        ("tftp", None),
    ]);
}

#[test]
fn schemes_are_listed_from_both_ends() {
    for table in ALL {
        let mut back: Vec<_> = table.iter().rev().collect();
        back.reverse();
        assert!(table.iter().eq(back));
        let mut rest = table.iter();
        for left in (0..table.len()).rev() {
            assert!(rest.next().is_some());
            assert_eq!((rest.len(), rest.size_hint()), (left, (left, Some(left))));
        }
        assert_eq!((rest.next(), rest.next_back()), (None, None));
    }
}
