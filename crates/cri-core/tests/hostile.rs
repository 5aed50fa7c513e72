//! Hostile input: depth, declared lengths, and bad CRIs that must not spoil their neighbours.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cri_core::wire::skip;
use cri_core::{
    Cri, CriRef, DecodeErrorClass, DecodeErrorKind, Decoder, Ingested, Revision, SliceBuffer,
    Unprocessable,
};

fn nested(depth: usize, head: &[u8], innermost: &[u8]) -> Vec<u8> {
    let mut bytes = head.repeat(depth);
    bytes.extend_from_slice(innermost);
    bytes
}

// shows: D16-5.2.1-06, D16-10-03, D16-10-04
#[test]
fn depth_costs_no_stack() {
    for head in [&b"\x81"[..], b"\xc1", b"\xa1\x01", b"\x82\x00"] {
        let bytes = nested(1_000_000, head, b"\xf6");
        assert_eq!(skip(&bytes), Ok(bytes.len()));
        let bomb = nested(1, b"\x82\x00", &bytes);
        let error = CriRef::decode(&bomb).unwrap_err();
        assert_eq!(error.class(), DecodeErrorClass::BrokenRule);
        // If the last byte is missing, the item is malformed.
        assert_eq!(
            skip(&bytes[..bytes.len() - 1]).unwrap_err().kind(),
            DecodeErrorKind::EndOfInput
        );
    }
    let megabyte = [0x81; 1 << 20];
    let error = CriRef::decode(&megabyte).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::EndOfInput, megabyte.len()));
}

/// The shortest time of several runs.
fn shortest_time(mut run: impl FnMut()) -> Duration {
    (0..5).map(|_| Instant::now()).map(|start| (run(), start.elapsed()).1).min().unwrap()
}

// shows: D16-10-04
#[test]
fn time_is_linear() {
    // [1, [<count items>]]
    fn path(count: u32, item: &[u8]) -> Vec<u8> {
        [b"\x82\x01\x9a", &count.to_be_bytes()[..], &item.repeat(count as usize)].concat()
    }
    let inputs: [fn(u32) -> Vec<u8>; 7] = [
        |len| nested(len as usize, b"\x81", b"\xf6"),
        |len| [&b"\x82\x01"[..], &nested(len as usize, b"\xc1", b"\xf6")].concat(),
        |len| [&b"\x82\x00"[..], &nested(len as usize / 2, b"\xa1\x01", b"\xf6")].concat(),
        |len| path(len, b"\x60"),
        |len| path(len / 2, b"\x61."),
        |len| path(len / 4, b"\x82\x41;\x61a"),
        |len| [b"\x82\x01\x81\x7a", &len.to_be_bytes()[..], &b"a".repeat(len as usize)].concat(),
    ];
    for (index, input) in inputs.into_iter().enumerate() {
        let time = |len| {
            let input = input(len);
            shortest_time(|| {
                assert_eq!(skip(black_box(&input)), Ok(input.len()));
                let _ = black_box(CriRef::decode(black_box(&input)));
            })
        };
        // Linear time makes the ratio 64, and quadratic time 4,096. The limit leaves room for a busy machine.
        let (short, long) = (time(1 << 12), time(1 << 18));
        assert!(long < 64 * 8 * short, "input {index}: {short:?}, then {long:?}");
    }
}

// shows: D16-10-02, D16-10-04
#[test]
fn declared_lengths_are_not_believed() {
    for bytes in [
        &b"\x9b\xff\xff\xff\xff\xff\xff\xff\xff"[..],
        b"\x82\x20\x7b\xff\xff\xff\xff\xff\xff\xff\xff",
        b"\x81\x9b\x00\x00\x00\x01\x00\x00\x00\x00",
        b"\x82\x20\x9b\xff\xff\xff\xff\xff\xff\xff\xff\x61a",
        b"\x83\x20\x81\x61h\x9b\xff\xff\xff\xff\xff\xff\xff\xff\x61a",
        b"\x83\x20\x81\x61h\x81\x9b\xff\xff\xff\xff\xff\xff\xff\xff\x61a",
        b"\x81\xbb\xff\xff\xff\xff\xff\xff\xff\xff",
    ] {
        assert_eq!(
            CriRef::decode(bytes).unwrap_err().kind(),
            DecodeErrorKind::EndOfInput,
            "{bytes:02x?}"
        );
    }
}

#[test]
fn messages_name_the_item_found_and_the_items_allowed() {
    for (bytes, message) in [
        (&b"\x83\x00\xf6\x61q"[..], "expected array or null in the query, found text at byte 3"),
        (b"\x82\x01\x61a", "expected array or null in the path, found text at byte 2"),
        (b"\x82\x01\x81\x01", "expected text in the path, found unsigned integer at byte 3"),
        (
            b"\x82\x20\x01",
            "expected array, null or true in the authority, found unsigned integer at byte 2",
        ),
        (b"\x82\x20\x81\xf6", "expected label, address or port in the host, found null at byte 3"),
    ] {
        assert_eq!(CriRef::decode(bytes).unwrap_err().to_string(), message);
    }
}

// shows: D16-5.2.1-02, D16-5.2.1-05, D16-5.2.1-08
#[test]
fn a_collection_goes_on_after_an_unprocessable_cri() {
    let deep = [b"\x82\x20\x81\x61h", &*nested(1_000_000, b"\x81", b"\xf6"), b"\x82\x20\x81\x61i"]
        .concat();
    // [[10, undefined], [-1, ["h"]], "a"], [[-1, [<no UTF-8>]], [-1, ["h"]]], [[-1, ["h"]], [undefined, {1: 2}], …]
    for (collection, expected) in [
        (&b"\x82\x0a\xf7\x82\x20\x81\x61h\x61a"[..], &[false, true][..]),
        (b"\x82\x20\x81\x61\xff\x82\x20\x81\x61h", &[false, true]),
        (b"\x82\x20\x81\x61h\x82\xf7\xa1\x01\x02\x82\x20\x81\x61i", &[true, false, true]),
        (&deep, &[true, false, true]),
    ] {
        let mut rest = collection;
        let mut found = Vec::new();
        while let Ok((ingested, after)) = Decoder::new().decode_prefix::<Ingested<'_>>(rest) {
            found.push(ingested.processable().is_some());
            rest = after;
        }
        assert_eq!(found, expected);
        // The text after the unprocessable item, which is not a CRI, can be reached.
        assert!(rest.is_empty() || rest == b"\x61a");
    }
}

fn unprocessable(bytes: &[u8]) -> Unprocessable<'_> {
    match Ingested::decode(bytes) {
        Ok(Ingested::Unprocessable(unprocessable)) => unprocessable,
        other => panic!("expected an unprocessable CRI, found {other:?}"),
    }
}

// shows: D16-5.2.1-10, D16-5.2.1-11, D16-5.2.1-13, D16-5.2.1-14
#[test]
fn unprocessable_cris_are_opaque() {
    assert_eq!(unprocessable(b"\x81\xf7"), unprocessable(b"\x81\xf7"));
    assert_ne!(unprocessable(b"\x81\xf7"), unprocessable(b"\x82\xf7\xf7"));
    let no_utf8 = b"\x82\x20\x81\x61\xff";
    assert_eq!(unprocessable(no_utf8).as_bytes(), no_utf8);
    assert_eq!(unprocessable(no_utf8).reason().kind(), DecodeErrorKind::InvalidUtf8);
    assert_eq!(skip(no_utf8), Ok(no_utf8.len()));
}

// shows: D16-5.3-16
#[test]
fn a_full_reference_hides_the_base() {
    let target = CriRef::decode(b"\x83\x20\x81\x61h\x81\x61a").unwrap(); // [-1, ["h"], ["a"]]
    // [-1], [-1_0], [_0 -1]: the same, but for the lengths of heads.
    for base in [&b"\x81\x20"[..], b"\x81\x38\x00", b"\x98\x01\x20"] {
        let resolved = Cri::decode(base).unwrap().resolve(target).unwrap();
        for room in 0..target.as_bytes().len() {
            let mut space = [0; 8];
            let error = resolved
                .encode_to(Revision::Draft16, SliceBuffer::new(&mut space[..room]))
                .unwrap_err();
            let mut space = [0; 8];
            let alone = target
                .sections()
                .encode_to(Revision::Draft16, SliceBuffer::new(&mut space[..room]))
                .unwrap_err();
            assert_eq!(error, alone, "{base:02x?} {room}");
        }
        let mut space = [0; 8];
        let whole = resolved.encode_to(Revision::Draft16, SliceBuffer::new(&mut space)).unwrap();
        assert_eq!(whole.as_bytes(), target.as_bytes());
    }
}
