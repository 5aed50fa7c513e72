//! Hostile input: depth, time, messages, and bad CRIs that must not spoil their neighbours.

use std::hint::black_box;

use cri_core::wire::skip;
use cri_core::{CriRef, DecodeErrorClass, DecodeErrorKind, Decoder, Ingested};
use cri_testvectors::assert_linear;

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
        // A long text is checked so fast that only a longer one takes more time than making it.
        let len = if index == 6 { 1 << 18 } else { 1 << 14 };
        assert_linear(&format!("input {index}"), len, |len| {
            let input = input(u32::try_from(len).unwrap());
            assert_eq!(skip(black_box(&input)), Ok(input.len()));
            let _ = black_box(CriRef::decode(black_box(&input)));
        });
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

// shows: D16-5.2.1-02, D16-5.2.1-05, D16-5.2.1-08, D16-5.2.1-13
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
