//! Access rules about CRIs (draft-27 section 8.3; RFC 9237).

use cri_coap::aif::{
    Aif, AifError, AifErrorKind, CONTENT_FORMAT, LocalPart, Method, MethodSet, Texts, encode,
    encode_local_part, encode_path,
};
use cri_core::{ArrayBuffer, Buffer, Component, CriRef, DecodeErrorKind};

const GET: MethodSet = MethodSet::NONE.with(Method::Get);

/// The rule `[local-part, 1]` about a CRI, in an array.
fn rule(cri: &[u8]) -> Result<Vec<u8>, AifErrorKind> {
    let mut bytes = Vec::new();
    let sections = CriRef::decode(cri).unwrap().sections();
    encode([(sections, GET)], &mut bytes).map_err(|error| error.kind())?;
    Ok(bytes)
}

// shows: D27-8.3-01
#[test]
fn cris_have_local_parts() {
    for (cri, local) in [
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
        let bytes = rule(cri).unwrap();
        assert_eq!(bytes, [b"\x81\x82", local, b"\x01"].concat());
        let (decoded, methods) = Aif::decode(&bytes).unwrap().rules().next().unwrap();
        assert_eq!(LocalPart::decode(local).as_ref(), Ok(&decoded));
        let sections = CriRef::decode(cri).unwrap().sections();
        let (mut alone, mut path) = (Vec::new(), Vec::new());
        encode_local_part(sections, &mut alone).unwrap();
        assert_eq!(alone, local);
        encode_path(sections, &mut path).unwrap();
        assert!(local[1..].starts_with(&path));
        assert!(Texts::decode_path(&path).unwrap().eq(decoded.segments()));
        cri_testvectors::assert_size_hint(decoded.segments());
        let texts = sections.segments().map(|item| item.as_str().unwrap());
        assert!(decoded.segments().eq(texts));
        assert!(decoded.parameters().eq(sections.parameters().map(|item| item.as_str().unwrap())));
        assert_eq!(methods, GET);
    }
    assert_eq!(rule(b"\x82\x01\x81\x61a"), Err(AifErrorKind::NoPath)); // [1, ["a"]]
    assert_eq!(rule(b"\x80"), Err(AifErrorKind::NoPath));
    assert_eq!(rule(b"\x83\x25\xf5\x81\x61a"), Err(AifErrorKind::NoPath)); // [-6, true, ["a"]]
    assert_eq!(rule(b"\x83\x20\x81\x61h\x81\x81\x41\xff"), Err(AifErrorKind::Pet));
    assert_eq!(rule(b"\x84\x20\x81\x61h\x80\x81\x81\x41\xff"), Err(AifErrorKind::Pet));
}

// shows: D27-8.3-01
#[test]
fn local_parts_and_paths_stand_alone() {
    let mut buffer = ArrayBuffer::<4>::new();
    buffer.push_bytes(b"x").unwrap();
    for (cri, kind) in [
        (&b"\x83\x20\x81\x61h\x82\x60\x81\x41\xff"[..], AifErrorKind::Pet),
        (b"\x82\x01\x81\x61a", AifErrorKind::NoPath), // [1, ["a"]]
        (b"\x83\x20\x81\x61h\x81\x67letters", AifErrorKind::BufferFull),
    ] {
        let cri = CriRef::decode(cri).unwrap();
        assert_eq!(encode_local_part(cri, &mut buffer).unwrap_err().kind(), kind);
        assert_eq!(encode_path(cri, &mut buffer).unwrap_err().kind(), kind);
        assert_eq!(buffer.as_slice(), b"x");
    }
    let trailing = AifErrorKind::Decode(DecodeErrorKind::TrailingBytes);
    let place = |error: AifError| (error.kind(), error.offset());
    assert_eq!(LocalPart::decode(b"\x81\x80\x00").map_err(place), Err((trailing, Some(2))));
    assert_eq!(Texts::decode_path(b"\x80\x00").map_err(place).err(), Some((trailing, Some(1))));
    let dots = AifErrorKind::Decode(DecodeErrorKind::DotSegment);
    assert_eq!(Texts::decode_path(b"\x81\x62..").map_err(place).err(), Some((dots, Some(1))));
}

#[test]
fn rules_show_no_hidden_character() {
    let rules = Aif::decode(b"\x81\x82\x81\x82\x61a\x66\"\xe2\x80\xae\xd8\x9c\x01").unwrap();
    assert_eq!(format!("{rules:?}"), r#"[([["a", "\"\u202e\u061c"]], MethodSet(0x1))]"#);
}

// shows: D30-8.3-01
#[test]
fn the_content_format_is_the_assigned_one() {
    assert_eq!(CONTENT_FORMAT, 292);
}

#[test]
fn local_parts_are_equal_if_path_and_query_are() {
    // [[[["a"], ["q"]], 1], …]. The last is [["a"]] with longer heads.
    let rules = b"\x85\x82\x82\x81\x61a\x81\x61q\x01\x82\x82\x81\x61b\x81\x61q\x01\
        \x82\x82\x81\x61a\x81\x61r\x01\x82\x81\x81\x61a\x01\x82\x81\x98\x01\x78\x01a\x01";
    let parts: Vec<_> = Aif::decode(rules).unwrap().rules().map(|(local, _)| local).collect();
    for (first, one) in parts.iter().enumerate() {
        for (second, other) in parts.iter().enumerate() {
            assert_eq!(one == other, first.min(3) == second.min(3));
        }
    }
}

#[test]
fn a_method_that_is_added_twice_stays() {
    let get = GET.with_dynamic(Method::Get);
    assert_eq!(get.with(Method::Get).with_dynamic(Method::Get), get);
    assert_eq!(get.bits(), 1 << 32 | 1);
}

#[test]
fn errors_name_the_place() {
    use AifErrorKind::{Decode, ItemCount, Pet};
    use Component::{Cri, Path, Query};
    use DecodeErrorKind as K;
    for (bytes, kind, component, offset) in [
        (&b""[..], Decode(K::EndOfInput), Cri, 0),
        (b"\xa1\x81\x80\x01", Decode(K::UnexpectedItem), Cri, 0),
        (b"\x80\x80", Decode(K::TrailingBytes), Cri, 1),
        // More rules than the input holds
        (b"\x9b\xff\xff\xff\xff\xff\xff\xff\xff\x82\x81\x80\x01", Decode(K::EndOfInput), Cri, 13),
        // A rule without methods, with more than methods, with -1, and with methods before the local part
        (b"\x81\x81\x81\x80", ItemCount, Cri, 1),
        (b"\x81\x83\x81\x80\x01\x01", ItemCount, Cri, 1),
        (b"\x81\x82\x81\x80\x20", Decode(K::UnexpectedItem), Cri, 4),
        (b"\x81\x82\x01\x81\x80", Decode(K::UnexpectedItem), Cri, 2),
        // A second rule is wrong.
        (b"\x82\x82\x81\x80\x01\x82\x80\x01", ItemCount, Cri, 6),
        (b"\x81\x82\x83\x80\x80\x80\x01", ItemCount, Cri, 2),
        (b"\x81\x82\x81\xf6\x01", Decode(K::UnexpectedItem), Path, 3),
        (b"\x81\x82\x82\x80\xf6\x01", Decode(K::UnexpectedItem), Query, 4),
        (b"\x81\x82\x81\x61a\x01", Decode(K::UnexpectedItem), Path, 3),
        (b"\x81\x82\x81\x81\x01\x01", Decode(K::UnexpectedItem), Path, 4),
        (b"\x81\x82\x81\x81\x81\x41\xff\x01", Pet, Path, 4),
        (b"\x81\x82\x82\x80\x81\x81\x41\xff\x01", Pet, Query, 5),
        (b"\x81\x82\x81\x81\x62..\x01", Decode(K::DotSegment), Path, 4),
        (b"\x81\x82\x81\x81\x61\xff\x01", Decode(K::InvalidUtf8), Path, 5),
        (b"\x81\x82\x81\x81\x63a\x01", Decode(K::EndOfInput), Path, 4),
        (b"\x81\x82\x81\x9b\xff\xff\xff\xff\xff\xff\xff\xff\x60", Decode(K::EndOfInput), Path, 13),
        (b"\x81\x82\x81\x81\x7b\xff\xff\xff\xff\xff\xff\xff\xff", Decode(K::EndOfInput), Path, 4),
        (b"\x81\x82\x81\x9f\xff\x01", Decode(K::IndefiniteLength), Path, 3),
    ] {
        let error = Aif::decode(bytes).unwrap_err();
        assert_eq!(
            (error.kind(), error.component(), error.offset()),
            (kind, component, Some(offset)),
            "{bytes:02x?}"
        );
        assert!(error.to_string().contains(&format!(", at byte {offset}")), "{error}");
    }
    // Only a path has dot-segments.
    assert!(Aif::decode(b"\x81\x82\x82\x80\x81\x62..\x01").is_ok());
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
    assert!(rules.rules().map(|(_, methods)| methods).eq(methods));
    assert_eq!(
        format!("{rules:?}"),
        r#"[([["s"]], MethodSet(0x1)), ([["l"], ["k=v"]], MethodSet(0x800000000))]"#
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
