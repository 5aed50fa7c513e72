//! Access rules about CRIs (draft-27 section 8.3; RFC 9237).

use cri_coap::aif::{
    Aif, AifErrorKind, CONTENT_FORMAT, LocalPart, Method, MethodSet, Texts, encode,
    encode_local_part, encode_path,
};
use cri_core::{ArrayBuffer, Buffer, Component, CriRef, DecodeErrorKind};

fn local_part(cri: &[u8]) -> Result<Vec<u8>, AifErrorKind> {
    let mut bytes = Vec::new();
    encode_local_part(CriRef::decode(cri).unwrap(), &mut bytes).map_err(|error| error.kind())?;
    Ok(bytes)
}

// shows: D27-8.3-01
#[test]
fn cris_have_local_parts() {
    for (cri, bytes) in [
        // [-1, ["h"], ["a"]] and [[ "a" ]]
        (&b"\x83\x20\x81\x61h\x81\x61a"[..], &b"\x81\x81\x61a"[..]),
        // An empty query is not written: [-1, ["h"], [], []] and [-1, ["h"]]
        (b"\x84\x20\x81\x61h\x80\x80", b"\x81\x80"),
        (b"\x82\x20\x81\x61h", b"\x81\x80"),
        // A path of one empty segment stays one: [-1, ["h"], [""]]
        (b"\x83\x20\x81\x61h\x81\x60", b"\x81\x81\x60"),
        // [-1, ["h"], [], ["q", ""]] and [[], ["q", ""]]
        (b"\x84\x20\x81\x61h\x80\x82\x61q\x60", b"\x82\x80\x82\x61q\x60"),
        // A fragment is not part of it: [-1, ["h"], ["a"], null, "f"]
        (b"\x85\x20\x81\x61h\x81\x61a\xf6\x61f", b"\x81\x81\x61a"),
        // [true, ["a"], ["q"]]
        (b"\x83\xf5\x81\x61a\x81\x61q", b"\x82\x81\x61a\x81\x61q"),
        // Long heads become short ones.
        (b"\x83\x20\x81\x61h\x98\x01\x78\x01a", b"\x81\x81\x61a"),
    ] {
        assert_eq!(local_part(cri).as_deref(), Ok(bytes));
        let decoded = LocalPart::decode(bytes).unwrap();
        cri_testvectors::assert_size_hint(decoded.segments());
        cri_testvectors::assert_size_hint(decoded.parameters());
        let sections = CriRef::decode(cri).unwrap().sections();
        let texts = |items: &mut dyn Iterator<Item = cri_core::TextOrPet<'static>>| {
            items.map(|item| item.as_str().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(
            decoded.segments().collect::<Vec<_>>(),
            texts(&mut sections.path().into_iter().flatten())
        );
        assert_eq!(
            decoded.parameters().collect::<Vec<_>>(),
            texts(&mut sections.query().into_iter().flatten())
        );
    }
    assert_eq!(local_part(b"\x82\x01\x81\x61a"), Err(AifErrorKind::NoPath)); // [1, ["a"]]
    assert_eq!(local_part(b"\x80"), Err(AifErrorKind::NoPath));
    assert_eq!(local_part(b"\x83\x25\xf5\x81\x61a"), Err(AifErrorKind::NoPath)); // [-6, true, ["a"]]
    assert_eq!(local_part(b"\x83\x20\x81\x61h\x81\x81\x41\xff"), Err(AifErrorKind::Pet));
    assert_eq!(local_part(b"\x84\x20\x81\x61h\x80\x81\x81\x41\xff"), Err(AifErrorKind::Pet));
}

// shows: D27-8.3-01
#[test]
fn texts_show_no_hidden_character() {
    let texts = Texts::decode_path(b"\x82\x61a\x66\"\xe2\x80\xae\xd8\x9c").unwrap();
    assert_eq!(format!("{texts:?}"), r#"["a", "\"\u202e\u061c"]"#);
}

#[test]
fn a_path_is_a_sequence_of_texts() {
    for (cri, bytes) in [
        // [-1, ["h"], ["a", "b"], ["q"], "f"] and ["a", "b"]
        (&b"\x85\x20\x81\x61h\x82\x61a\x61b\x81\x61q\x61f"[..], &b"\x82\x61a\x61b"[..]),
        (b"\x82\x20\x81\x61h", b"\x80"),
        (b"\x83\x20\x81\x61h\x81\x60", b"\x81\x60"),
        // [true, ["a/b"]]
        (b"\x82\xf5\x81\x63a/b", b"\x81\x63a/b"),
    ] {
        let cri = CriRef::decode(cri).unwrap();
        let mut path = Vec::new();
        encode_path(cri, &mut path).unwrap();
        assert_eq!(path, bytes);
        let segments =
            cri.sections().path().into_iter().flatten().map(|segment| segment.as_str().unwrap());
        assert!(Texts::decode_path(&path).unwrap().eq(segments));
    }

    let mut buffer = ArrayBuffer::<8>::new();
    buffer.push_bytes(b"x").unwrap();
    let mut kind = |cri| encode_path(CriRef::decode(cri).unwrap(), &mut buffer).unwrap_err().kind();
    assert_eq!(kind(b"\x83\x20\x81\x61h\x82\x61a\x81\x41\xff"), AifErrorKind::Pet);
    assert_eq!(kind(b"\x82\x01\x81\x61a"), AifErrorKind::NoPath); // [1, ["a"]]
    assert_eq!(kind(b"\x83\x20\x81\x61h\x81\x67letters"), AifErrorKind::BufferFull);
    assert_eq!(buffer.as_slice(), b"x");

    use DecodeErrorKind as Kind;
    for (bytes, kind, offset) in [
        (&b"\x81\x62.."[..], AifErrorKind::Decode(Kind::DotSegment), 1),
        (b"\x81\x81\x41\xff", AifErrorKind::Pet, 1),
        (b"\x81\x61a\0", AifErrorKind::Decode(Kind::TrailingBytes), 3),
        (b"\x82\x61a", AifErrorKind::Decode(Kind::EndOfInput), 3),
        (b"\x61a", AifErrorKind::Decode(Kind::UnexpectedItem), 0),
    ] {
        let error = Texts::decode_path(bytes).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (kind, Some(offset)), "{bytes:02x?}");
    }
}

// shows: D30-8.3-01
#[test]
fn the_content_format_is_the_assigned_one() {
    assert_eq!(CONTENT_FORMAT, 292);
}

#[test]
fn local_parts_are_equal_if_path_and_query_are() {
    // [["a"], ["q"]], and others
    let parts = [
        &b"\x82\x81\x61a\x81\x61q"[..],
        b"\x82\x81\x61b\x81\x61q",
        b"\x82\x81\x61a\x81\x61r",
        b"\x81\x81\x61a",
    ];
    for (first, one) in parts.iter().enumerate() {
        for (second, other) in parts.iter().enumerate() {
            assert_eq!(
                LocalPart::decode(one).unwrap() == LocalPart::decode(other).unwrap(),
                first == second
            );
        }
    }
    // [["a"]] with longer heads
    assert_eq!(LocalPart::decode(b"\x81\x98\x01\x78\x01a"), LocalPart::decode(parts[3]));
}

#[test]
fn a_method_that_is_added_twice_stays() {
    let get = MethodSet::NONE.with(Method::Get).with_dynamic(Method::Get);
    assert_eq!(get.with(Method::Get).with_dynamic(Method::Get), get);
    assert_eq!(get.bits(), 1 << 32 | 1);
}

#[test]
fn rejects_other_bytes_as_local_parts() {
    use DecodeErrorKind as Kind;
    for (bytes, kind, component, offset) in [
        (&b""[..], AifErrorKind::Decode(Kind::EndOfInput), Component::Cri, 0),
        (b"\x80", AifErrorKind::ItemCount, Component::Cri, 0),
        (b"\x83\x80\x80\x80", AifErrorKind::ItemCount, Component::Cri, 0),
        (b"\xf6", AifErrorKind::Decode(Kind::UnexpectedItem), Component::Cri, 0),
        (b"\x81\xf6", AifErrorKind::Decode(Kind::UnexpectedItem), Component::Path, 1),
        (b"\x82\x80\xf6", AifErrorKind::Decode(Kind::UnexpectedItem), Component::Query, 2),
        (b"\x81\x61a", AifErrorKind::Decode(Kind::UnexpectedItem), Component::Path, 1),
        (b"\x81\x81\x01", AifErrorKind::Decode(Kind::UnexpectedItem), Component::Path, 2),
        (b"\x81\x81\x81\x41\xff", AifErrorKind::Pet, Component::Path, 2),
        (b"\x82\x80\x81\x81\x41\xff", AifErrorKind::Pet, Component::Query, 3),
        (b"\x81\x81\x62..", AifErrorKind::Decode(Kind::DotSegment), Component::Path, 2),
        (b"\x81\x81\x61\xff", AifErrorKind::Decode(Kind::InvalidUtf8), Component::Path, 3),
        (b"\x81\x81\x62a", AifErrorKind::Decode(Kind::EndOfInput), Component::Path, 2),
        (
            b"\x81\x9b\xff\xff\xff\xff\xff\xff\xff\xff\x60",
            AifErrorKind::Decode(Kind::EndOfInput),
            Component::Path,
            11,
        ),
        (
            b"\x81\x81\x7b\xff\xff\xff\xff\xff\xff\xff\xff",
            AifErrorKind::Decode(Kind::EndOfInput),
            Component::Path,
            2,
        ),
        (b"\x81\x9f\xff", AifErrorKind::Decode(Kind::IndefiniteLength), Component::Path, 1),
        (b"\x81\x80\x00", AifErrorKind::Decode(Kind::TrailingBytes), Component::Cri, 2),
    ] {
        let error = LocalPart::decode(bytes).unwrap_err();
        assert_eq!(
            (error.kind(), error.component(), error.offset()),
            (kind, component, Some(offset)),
            "{bytes:02x?}"
        );
        assert!(error.to_string().ends_with(&format!(" at byte {offset}")), "{error}");
    }
    // Only a path has dot-segments.
    assert!(LocalPart::decode(b"\x82\x80\x81\x62..").is_ok());
}

#[test]
fn rules_are_written_and_read() {
    let cris = [&b"\x83\x20\x81\x61h\x81\x61s"[..], b"\x84\x20\x81\x61h\x81\x61l\x81\x63k=v"];
    let sections = cris.map(|cri| CriRef::decode(cri).unwrap().sections());
    let methods = [MethodSet::NONE.with(Method::Get), MethodSet::NONE.with_dynamic(Method::Delete)];
    let mut bytes = Vec::new();
    encode([(sections[0], methods[0]), (sections[1], methods[1])], &mut bytes).unwrap();
    // [[[["s"]], 1], [[["l"], ["k=v"]], 34359738368]]
    let expected = b"\x82\x82\x81\x81\x61s\x01\x82\x82\x81\x61l\x81\x63k=v\x1b\x00\x00\x00\x08\x00\x00\x00\x00";
    assert_eq!(bytes, expected);
    let rules = Aif::decode(&bytes).unwrap();
    assert!(rules.rules().map(|rule| rule.methods()).eq(methods));
    assert_eq!(
        format!("{rules:?}"),
        "[Rule { local_part: [[\"s\"]], methods: MethodSet(0x1) }, \
         Rule { local_part: [[\"l\"], [\"k=v\"]], methods: MethodSet(0x800000000) }]"
    );

    let mut none = Vec::new();
    encode([], &mut none).unwrap();
    assert_eq!(none, b"\x80");
    assert_eq!(Aif::decode(&none).unwrap().rules().count(), 0);

    // The buffer is unchanged after an error.
    for len in 0..expected.len() {
        let mut space = [0; 64];
        let mut buffer = cri_core::SliceBuffer::new(&mut space[..len]);
        let error = encode([(sections[0], methods[0]), (sections[1], methods[1])], &mut buffer)
            .unwrap_err();
        assert_eq!((error.kind(), error.offset()), (AifErrorKind::BufferFull, None));
        assert!(Buffer::is_empty(&buffer));
        assert!(Aif::decode(&expected[..len]).is_err());
    }
    let relative = CriRef::decode(b"\x81\x01").unwrap().sections();
    let mut buffer = ArrayBuffer::<64>::new();
    assert!(encode([(sections[0], methods[0]), (relative, methods[1])], &mut buffer).is_err());
    assert!(Buffer::is_empty(&buffer));
}

#[test]
fn one_wrong_rule_makes_the_list_an_error() {
    for bytes in [
        &b"\x81\x81\x81\x80"[..],                                // no methods
        b"\x81\x83\x81\x80\x01\x01",                             // more than methods
        b"\x81\x82\x81\x80\x20",                                 // -1
        b"\x82\x82\x81\x80\x01\x82\x80\x01",                     // the second has no path
        b"\x81\x82\x01\x81\x80",                                 // methods before the local part
        b"\xa1\x81\x80\x01",                                     // a map
        b"\x9b\xff\xff\xff\xff\xff\xff\xff\xff\x82\x81\x80\x01", // more than the input holds
        b"\x80\x80",
    ] {
        assert!(Aif::decode(bytes).is_err(), "{bytes:02x?}");
    }
}
