//! Calls of the functions as from C. The bytes are in the notation beside them.
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a test makes several calls in a row")]

use std::ffi::{CStr, c_char, c_int};
use std::ptr::{null, null_mut};
use std::{mem, slice, str};

use cri_c::*;

/// [-1, [h'C6336401', 61616], [".well-known", "core"]] is coap://198.51.100.1:61616/.well-known/core (section 1).
pub(crate) const CORE: &[u8] =
    b"\x83\x20\x82\x44\xc6\x33\x64\x01\x19\xf0\xb0\x82\x6b.well-known\x64core";
/// [-1, [false, "u", "example", "com"], ["a", ["b", h'3A']], ["q"], "f"]
const NAMED: &[u8] =
    b"\x85\x20\x84\xf4\x61u\x67example\x63com\x82\x61a\x82\x61b\x41:\x81\x61q\x61f";
pub(crate) const DRAFT_16: c_int = cri_revision::CRI_REVISION_DRAFT_16 as c_int;
pub(crate) const ARGUMENT: c_int = cri_err::CRI_ERR_ARGUMENT as c_int;
pub(crate) const TOO_SMALL: c_int = cri_err::CRI_ERR_BUFFER as c_int;
pub(crate) const NOT_FULL: c_int = cri_err::CRI_ERR_NOT_FULL as c_int;

/// A structure of zeros, as `= {0}` in C.
pub(crate) fn zeroed<T>() -> T {
    // SAFETY: the structures hold integers and pointers only.
    unsafe { mem::zeroed() }
}

pub(crate) fn decoded(bytes: &[u8]) -> cri_t {
    let mut cri = zeroed();
    // SAFETY: the bytes are as long as their length says.
    let code = unsafe {
        cri_decode(&raw mut cri, bytes.as_ptr(), bytes.len(), CRI_FEATURES_ALL, null_mut())
    };
    assert_eq!(code, 0, "{bytes:02x?}");
    cri
}

pub(crate) fn bytes_of(cri: &cri_t) -> &[u8] {
    let mut start = null();
    // SAFETY: both are valid, and the bytes live as long as the structure in these tests.
    unsafe {
        let len = cri_bytes(cri, &raw mut start);
        slice::from_raw_parts(start, usize::try_from(len).unwrap())
    }
}

/// Whether the structure holds no CRI.
pub(crate) fn is_empty(cri: &cri_t) -> bool {
    // SAFETY: the structure is all zeros, or a function of the library wrote it.
    unsafe { cri_bytes(cri, null_mut()) == ARGUMENT }
}

/// The texts of a list, with `None` for an item with percent-encoded parts.
pub(crate) fn texts(mut list: cri_items_t) -> Vec<Option<String>> {
    let (mut texts, mut item) = (Vec::new(), zeroed::<cri_item_t>());
    // SAFETY: both are valid, and so are the texts.
    while unsafe { cri_next(&raw mut list, &raw mut item) } {
        texts.push((!item.text.is_null()).then(|| text(item.text, item.len)));
    }
    texts
}

pub(crate) fn text(start: *const c_char, len: usize) -> String {
    // SAFETY: the library returned them together.
    str::from_utf8(unsafe { slice::from_raw_parts(start.cast(), len) }).unwrap().to_owned()
}

#[test]
fn a_cri_has_the_components_of_its_uri() {
    let cri = decoded(CORE);
    let (mut number, mut port, mut address, mut list) = (9, 0, null(), zeroed());
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        assert!(cri_is_full(&raw const cri));
        assert_eq!((cri_scheme_number(&raw const cri, &raw mut number), number), (true, 0));
        assert!(!cri_scheme_name(&raw const cri, null_mut(), null_mut()));
        assert_eq!(
            cri_authority_form(&raw const cri),
            cri_authority::CRI_AUTHORITY_PRESENT as c_int
        );
        assert_eq!((cri_port(&raw const cri, &raw mut port), port), (true, 61616));
        assert_eq!(cri_host_ip(&raw const cri, &raw mut address), 4);
        assert_eq!(slice::from_raw_parts(address, 4), [198, 51, 100, 1]);
        assert!(!cri_zone(&raw const cri, null_mut(), null_mut()));
        assert!(!cri_host_labels(&raw const cri, &raw mut list));
        assert!(!cri_userinfo(&raw const cri, null_mut()));
        assert_eq!(cri_discard(&raw const cri), CRI_DISCARD_ALL);
        assert!(cri_path(&raw const cri, &raw mut list));
        assert_eq!(texts(list), [Some(".well-known".into()), Some("core".into())]);
        assert!(!cri_query(&raw const cri, &raw mut list));
        assert_eq!(texts(list), []);
        assert!(!cri_fragment(&raw const cri, null_mut()));
    }
}

#[test]
fn names_userinfo_and_percent_encoded_parts_are_read() {
    let cri = decoded(NAMED);
    let (mut item, mut list, mut name) = (zeroed::<cri_item_t>(), zeroed(), [0; 12]);
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        assert!(cri_userinfo(&raw const cri, &raw mut item));
        assert_eq!(text(item.text, item.len), "u");
        assert!(cri_host_labels(&raw const cri, &raw mut list));
        assert_eq!(texts(list), [Some("example".into()), Some("com".into())]);
        assert_eq!(cri_host_name(&raw const cri, name.as_mut_ptr(), 12, null_mut()), 11);
        assert_eq!(CStr::from_ptr(name.as_ptr()), c"example.com");
        // No room for the NUL.
        let mut error = zeroed::<cri_error_t>();
        let code = cri_host_name(&raw const cri, name.as_mut_ptr(), 11, &raw mut error);
        assert_eq!((code, error.needed), (TOO_SMALL, 12));
        assert!(cri_fragment(&raw const cri, &raw mut item));
        assert_eq!(text(item.text, item.len), "f");
        assert!(cri_path(&raw const cri, &raw mut list));
        assert_eq!(texts(list), [Some("a".into()), None]);
        // The pieces of the second segment are the text "b" and the byte ':'.
        cri_next(&raw mut list, null_mut());
        assert!(cri_next(&raw mut list, &raw mut item));
        let (mut pieces, mut piece, mut found) = (zeroed(), zeroed::<cri_piece_t>(), Vec::new());
        assert_eq!(cri_pieces(&raw const item, &raw mut pieces), 0);
        while cri_next_piece(&raw mut pieces, &raw mut piece) {
            found.push((piece.is_text, slice::from_raw_parts(piece.bytes, piece.len)));
        }
        assert_eq!(found, [(true, &b"b"[..]), (false, b":")]);
    }
}

#[test]
fn a_path_equals_a_text_segment_by_segment() {
    let equals = |cri: &[u8], path: &str| {
        let cri = decoded(cri);
        // SAFETY: the text is as long as its length says.
        unsafe { cri_path_equals(&raw const cri, path.as_ptr().cast(), path.len()) }
    };
    // [-1, ["h"]], [-1, ["h"], [""]], [-1, ["h"], ["a", "bc"]], [-1, ["h"], ["a", "bc", ""]], [-1, ["h"], ["a/bc"]],
    // [-1, ["h"], ["a", ["b", h'3A']]], [1] and [0, ["a"]]
    let cris: [(&[u8], Option<&str>); 8] = [
        (b"\x82\x20\x81\x61h", Some("")),
        (b"\x83\x20\x81\x61h\x81\x60", Some("/")),
        (b"\x83\x20\x81\x61h\x82\x61a\x62bc", Some("/a/bc")),
        (b"\x83\x20\x81\x61h\x83\x61a\x62bc\x60", Some("/a/bc/")),
        (b"\x83\x20\x81\x61h\x81\x64a/bc", None),
        (b"\x83\x20\x81\x61h\x82\x61a\x82\x61b\x41:", None),
        (b"\x81\x01", None),
        (b"\x82\x00\x81\x61a", Some("/a")),
    ];
    let others =
        ["a", "a/bc", "/a/b", "/a/bcd", "/abc", "/a//bc", "//", "/a/bc//", "/a/b:", "/a/b%3A"];
    for (cri, path) in cris {
        for other in cris.into_iter().filter_map(|(_, path)| path).chain(others) {
            assert_eq!(equals(cri, other), path == Some(other), "{cri:02x?} {other}");
        }
    }
    let cri = decoded(CORE);
    // SAFETY: the pointers are null, or to a variable of this function.
    unsafe {
        assert!(!cri_path_equals(&raw const cri, null(), 1));
        assert!(!cri_path_equals(null(), null(), 0));
    }
}

#[test]
fn a_cri_with_percent_encoded_text_differs_from_one_without() {
    let (a, b) = (decoded(NAMED), decoded(CORE));
    // [-1, [false, "u", "example", "com"], ["a", ["b", h'3A']], ["q"]]
    let without = [b"\x84", &NAMED[1..NAMED.len() - 2]].concat();
    let (c, mut order) = (decoded(&without), 9);
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        assert!(cri_equal(&raw const a, &raw const a));
        assert!(!cri_equal(&raw const a, &raw const b));
        assert!(!cri_equal(&raw const a, &raw const c));
        assert!(cri_equal_ignoring_fragment(&raw const a, &raw const c));
        assert_eq!((cri_compare(&raw const c, &raw const a, &raw mut order), order), (0, -1));
        assert_eq!((cri_compare(&raw const a, &raw const c, &raw mut order), order), (0, 1));
        let relative = decoded(b"\x80");
        assert!(!cri_equal(&raw const a, &raw const relative));
        assert!(!cri_equal_ignoring_fragment(&raw const relative, &raw const relative));
        let code = cri_compare(&raw const a, &raw const relative, &raw mut order);
        assert_eq!((code, order), (NOT_FULL, 1), "the order stays as it is");
    }
}

#[test]
fn errors_have_a_code_and_details() {
    // [0, ["a", ".."]] breaks C9: no segment is "..".
    let (mut cri, mut error) = (decoded(CORE), zeroed::<cri_error_t>());
    let (broken, cut) = (b"\x82\x00\x82\x61a\x62..\x80", b"\x82\x00");
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        let code = cri_decode(&raw mut cri, broken.as_ptr(), 8, CRI_FEATURES_ALL, &raw mut error);
        assert_eq!((code, error.code), (cri_err::CRI_ERR_UNPROCESSABLE as c_int, code));
        assert_eq!(CStr::from_ptr(cri_kind_name(error.kind.into())), c"dot-segment");
        assert_eq!(CStr::from_ptr(cri_component_name(error.component.into())), c"path");
        assert_eq!(error.offset, 5);
        // The structure has the CRI of before.
        assert_eq!(bytes_of(&cri), CORE);
        // The next item of the list is found.
        assert_eq!(cri_skip(broken.as_ptr(), 9), 8);
        assert_eq!(
            cri_decode_prefix(&raw mut cri, broken[8..].as_ptr(), 1, CRI_FEATURES_ALL, null_mut()),
            1
        );
        assert!(!cri_is_full(&raw const cri));
        let code = cri_decode(&raw mut cri, cut.as_ptr(), 2, CRI_FEATURES_ALL, null_mut());
        assert_eq!(code, cri_err::CRI_ERR_MALFORMED as c_int);
        assert_eq!(cri_skip(cut.as_ptr(), 2), code);
        // The map {1: 2} and the array [_], which has an indefinite length.
        let code = cri_decode_prefix(&raw mut cri, b"\xa1\x01\x02".as_ptr(), 3, 0, &raw mut error);
        assert_eq!((code, error.kind), (error.code, cri_kind::CRI_KIND_NOT_AN_ARRAY as u16));
        assert_eq!(
            (code, cri_skip(b"\xa1\x01\x02".as_ptr(), 3)),
            (cri_err::CRI_ERR_MALFORMED as c_int, 3)
        );
        assert_eq!(cri_skip(b"\x9f\xff".as_ptr(), 2), code);
        // A userinfo is a feature (C3).
        let code = cri_decode(&raw mut cri, NAMED.as_ptr(), NAMED.len(), 0, &raw mut error);
        assert_eq!((code, error.offset), (cri_err::CRI_ERR_FEATURE as c_int, 3));
    }
}

#[test]
fn texts_of_codes_end_with_a_nul() {
    // SAFETY: the texts are constant and end with a NUL.
    let text = |code| unsafe { CStr::from_ptr(cri_strerror(code)) }.to_str().unwrap();
    assert_eq!(text(TOO_SMALL), "the buffer is too small");
    assert_eq!(
        text(cri_err::CRI_ERR_PROXY as c_int),
        "the CoAP options that address a proxy are wrong"
    );
    assert_eq!(text(cri_err::CRI_ERR_CALLBACK as c_int), "a function of the caller failed");
    assert_eq!([text(0), text(1), text(c_int::MAX)], ["no error"; 3]);
    assert_eq!([text(-16), text(c_int::MIN)], ["an unknown error"; 2]);
}

#[test]
fn resolving_writes_to_the_buffer() {
    // [2, ["x"]], which is ../x
    let (base, reference) = (decoded(CORE), decoded(b"\x82\x02\x81\x61x"));
    let (mut buffer, mut result) = ([0; 32], zeroed::<cri_t>());
    let expected = b"\x83\x20\x82\x44\xc6\x33\x64\x01\x19\xf0\xb0\x81\x61x";
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        let resolve = |base, reference, capacity, buffer: *mut u8, result| {
            cri_resolve(base, reference, DRAFT_16, buffer, capacity, result, null_mut())
        };
        let (base, reference) = (&raw const base, &raw const reference);
        assert_eq!(resolve(base, reference, 32, buffer.as_mut_ptr(), &raw mut result), 14);
        assert_eq!(bytes_of(&result), expected);
        assert_eq!(bytes_of(&result).as_ptr(), buffer.as_ptr());
        assert_eq!(resolve(base, reference, 14, buffer.as_mut_ptr(), null_mut()), 14);
        assert_eq!(buffer[..14], *expected);
        for capacity in 0..14 {
            let (start, mut error) = (buffer.as_mut_ptr(), zeroed::<cri_error_t>());
            result = decoded(CORE);
            let (place, details) = (&raw mut result, &raw mut error);
            let code = cri_resolve(base, reference, DRAFT_16, start, capacity, place, details);
            assert_eq!((code, error.needed), (TOO_SMALL, 14));
            assert_eq!(bytes_of(&result), CORE);
        }
        assert_eq!(resolve(reference, base, 32, buffer.as_mut_ptr(), null_mut()), NOT_FULL);
    }
}

#[test]
fn a_result_may_replace_an_operand() {
    let expected = b"\x83\x20\x82\x44\xc6\x33\x64\x01\x19\xf0\xb0\x81\x61x";
    let mut buffer = [0; 32];
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        for replaces_base in [true, false] {
            let (mut base, mut reference) = (decoded(CORE), decoded(b"\x82\x02\x81\x61x"));
            let (base, reference) = (&raw mut base, &raw mut reference);
            let (result, start) =
                (if replaces_base { base } else { reference }, buffer.as_mut_ptr());
            let len = cri_resolve(base, reference, DRAFT_16, start, 32, result, null_mut());
            assert_eq!((len, bytes_of(&*result)), (14, &expected[..]));
        }
        let mut cri = decoded(CORE);
        let (cri, start) = (&raw mut cri, buffer.as_mut_ptr());
        assert_eq!(cri_encode(cri, DRAFT_16, start, 32, cri, null_mut()), 29);
        assert_eq!(bytes_of(&*cri), CORE);
        assert_eq!(bytes_of(&*cri).as_ptr(), start.cast_const());
    }
}

#[test]
fn a_function_that_fails_leaves_its_result_as_it_was() {
    let (full, relative, empty) = (decoded(CORE), decoded(b"\x80"), zeroed::<cri_t>());
    let mut buffer = [0; 64];
    let failed = |code: c_int, result: *const cri_t| {
        // SAFETY: the structure is one that a function of the library wrote.
        code < 0 && bytes_of(unsafe { &*result }) == CORE
    };
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        let buffer = buffer.as_mut_ptr();
        let (full, relative, empty) = (&raw const full, &raw const relative, &raw const empty);
        let before = *full;
        for (base, reference, revision) in [
            (empty, full, DRAFT_16),
            (relative, full, DRAFT_16),
            (full, empty, DRAFT_16),
            (full, relative, 0),
        ] {
            let mut result = before;
            let code =
                cri_resolve(base, reference, revision, buffer, 64, &raw mut result, null_mut());
            assert!(failed(code, &raw const result));
        }
        for (cri, revision) in [(empty, DRAFT_16), (full, 0)] {
            for encode in [cri_encode, cri_encode_without_fragment] {
                let mut result = before;
                assert!(failed(
                    encode(cri, revision, buffer, 64, &raw mut result, null_mut()),
                    &raw const result
                ));
            }
        }
        let mut result = before;
        let (uri, mut other) = (c"coap://h".as_ptr(), before);
        assert!(failed(
            cri_from_uri(uri, 8, 0, CRI_FEATURES_ALL, buffer, 64, &raw mut result, null_mut()),
            &raw const result
        ));
        assert!(failed(
            cri_from_coap_uri(uri, 8, 0, buffer, 64, &raw mut other, null_mut()),
            &raw const other
        ));
        // The result may be the structure of an argument.
        let mut cri = before;
        assert_eq!(cri_encode(&raw const cri, DRAFT_16, buffer, 64, &raw mut cri, null_mut()), 29);
        assert_eq!(
            cri_resolve(
                full,
                &raw const cri,
                DRAFT_16,
                buffer.add(29),
                35,
                &raw mut cri,
                null_mut()
            ),
            29
        );
        assert_eq!(bytes_of(&cri), CORE);
    }
}

#[test]
fn each_revision_has_its_encoding() {
    // [-1, ["h"]] and [-1, ["h"], []] are one CRI (section 5.1).
    let cri = decoded(b"\x82\x20\x81\x61h");
    let mut buffer = [0; 8];
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        let encode = |revision, buffer: *mut u8| {
            let written = cri_encode(&raw const cri, revision, buffer, 8, null_mut(), null_mut());
            assert_eq!(cri_encoded_len(&raw const cri, revision, null_mut()), written);
            written
        };
        assert_eq!(encode(DRAFT_16, buffer.as_mut_ptr()), 6);
        assert_eq!(buffer[..6], *b"\x83\x20\x81\x61h\x80");
        assert_eq!(encode(CRI_REVISION_RFC_9988, buffer.as_mut_ptr()), 5);
        assert_eq!(buffer[..5], *b"\x82\x20\x81\x61h");
        assert!(!cri_is_encoding_of(&raw const cri, DRAFT_16));
        assert!(cri_is_encoding_of(&raw const cri, CRI_REVISION_RFC_9988));
        let (named, mut space) = (decoded(NAMED), [0; 40]);
        let (start, none) = (space.as_mut_ptr(), null_mut());
        let written =
            cri_encode_without_fragment(&raw const named, DRAFT_16, start, 40, none, null_mut());
        assert_eq!(
            space[..usize::try_from(written).unwrap()],
            *[b"\x84", &NAMED[1..NAMED.len() - 2]].concat()
        );
    }
}
