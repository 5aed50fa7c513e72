//! Calls of `cri_decode_tagged` and `cri_encode_tagged` as from C. Tag 99 is d8 63 (RFC 8949 section 3.4).
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a test makes several calls in a row")]

use std::ffi::{CStr, c_int};
use std::ptr::{null, null_mut};

use cri_c::*;

use crate::functions::{ARGUMENT, TOO_SMALL, bytes_of, decoded, is_empty, zeroed};

/// 99([-1, ["h"]])
const TAGGED: &[u8] = b"\xd8\x63\x82\x20\x81\x61h";

/// What `cri_decode_tagged` returns for bytes, with the structure and the details that it writes.
fn decode(bytes: &[u8], features: u32) -> (c_int, cri_t, cri_error_t) {
    let (mut cri, mut error) = (zeroed(), zeroed());
    // SAFETY: all pointers are to variables of this function.
    let code = unsafe {
        cri_decode_tagged(&raw mut cri, bytes.as_ptr(), bytes.len(), features, &raw mut error)
    };
    (code, cri, error)
}

#[test]
fn the_content_of_a_tag_is_the_cri() {
    // The head of a tag may be longer than it needs to be: d9 0063.
    for bytes in [TAGGED, b"\xd9\x00\x63\x82\x20\x81\x61h"] {
        let (code, cri, _) = decode(bytes, CRI_FEATURES_ALL);
        assert_eq!((code, bytes_of(&cri)), (0, &TAGGED[2..]));
        assert_eq!(bytes_of(&cri).as_ptr(), bytes[bytes.len() - 5..].as_ptr());
    }
}

#[test]
fn errors_of_tagged_items_name_what_is_wrong() {
    let (malformed, unprocessable) =
        (cri_err::CRI_ERR_MALFORMED as c_int, cri_err::CRI_ERR_UNPROCESSABLE as c_int);
    let cases: [(&[u8], c_int, &CStr, usize); 6] = [
        // [-1, ["h"]] and 98([-1, ["h"]])
        (&TAGGED[2..], malformed, c"not-tagged", 0),
        (b"\xd8\x62\x82\x20\x81\x61h", malformed, c"not-tagged", 0),
        // 99(99([]))
        (b"\xd8\x63\xd8\x63\x80", malformed, c"not-an-array", 2),
        (b"\xd8\x63\x80\x00", malformed, c"trailing-bytes", 3),
        (b"", malformed, c"end-of-input", 0),
        // 99([0, [".."]]) breaks C9: no segment is "..".
        (b"\xd8\x63\x82\x00\x81\x62..", unprocessable, c"dot-segment", 5),
    ];
    for (bytes, expected, kind, offset) in cases {
        let (code, cri, error) = decode(bytes, CRI_FEATURES_ALL);
        // SAFETY: the text is constant and ends with a NUL, and the function wrote the structure.
        unsafe {
            assert_eq!(CStr::from_ptr(cri_kind_name(error.kind.into())), kind, "{bytes:02x?}");
            assert!(is_empty(&cri));
        }
        assert_eq!((code, error.code, error.offset), (expected, expected, offset), "{bytes:02x?}");
    }
    let not_tagged = decode(&TAGGED[2..], CRI_FEATURES_ALL).2;
    assert_eq!(not_tagged.kind, cri_kind::CRI_KIND_NOT_TAGGED as u16);
    // SAFETY: the bytes are as long as their length says. The last case can be skipped with its tag.
    assert_eq!(unsafe { cri_skip(b"\xd8\x63\x82\x00\x81\x62..\x80".as_ptr(), 9) }, 8);
}

#[test]
fn tagged_items_have_only_the_accepted_features() {
    // 99([-1, [false, "u", "h"]]) has a userinfo.
    let bytes = b"\xd8\x63\x82\x20\x83\xf4\x61u\x61h";
    assert_eq!(decode(bytes, CRI_FEATURE_USERINFO).0, 0);
    assert_eq!(decode(bytes, 0).0, cri_err::CRI_ERR_FEATURE as c_int);
    assert_eq!(decode(bytes, 16).0, ARGUMENT);
}

#[test]
fn a_cri_is_written_in_its_tag() {
    // [-1, ["h"], []] is the form of draft-16. RFC 9988 leaves out the empty path.
    let cri = decoded(b"\x83\x20\x81\x61h\x80");
    let (mut buffer, mut error, empty) = ([0; 16], zeroed::<cri_error_t>(), zeroed());
    // SAFETY: all pointers are null or to variables of this function.
    unsafe {
        let cri = &raw const cri;
        assert_eq!(cri_encode_tagged(cri, buffer.as_mut_ptr(), 7, null_mut()), 7);
        assert_eq!(buffer[..8], [TAGGED, &[0]].concat());
        for capacity in 0..7 {
            assert_eq!(
                cri_encode_tagged(cri, buffer.as_mut_ptr(), capacity, &raw mut error),
                TOO_SMALL
            );
            assert_eq!(
                (error.code, error.kind),
                (TOO_SMALL, cri_kind::CRI_KIND_BUFFER_FULL as u16)
            );
        }
        assert_eq!(cri_encode_tagged(cri, null_mut(), 0, null_mut()), TOO_SMALL);
        assert_eq!(cri_encode_tagged(cri, null_mut(), 7, null_mut()), ARGUMENT);
        for cri in [null(), &raw const empty] {
            assert_eq!(cri_encode_tagged(cri, buffer.as_mut_ptr(), 16, null_mut()), ARGUMENT);
        }
    }
}

#[test]
fn a_buffer_for_a_tagged_cri_must_not_overlap_it() {
    let mut space = [0; 16];
    let start = space.as_mut_ptr();
    // SAFETY: all pointers are to variables of this function, and the library finds the overlap before it writes.
    unsafe {
        start.copy_from(TAGGED.as_ptr(), 7);
        let mut cri = zeroed::<cri_t>();
        assert_eq!(cri_decode_tagged(&raw mut cri, start, 7, CRI_FEATURES_ALL, null_mut()), 0);
        let encode = |buffer| cri_encode_tagged(&raw const cri, buffer, 7, null_mut());
        assert_eq!(encode(start), ARGUMENT);
        assert_eq!(encode(start.add(6)), ARGUMENT);
        assert_eq!(encode(start.add(7)), 7);
    }
}
