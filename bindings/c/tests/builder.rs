//! Calls of the builder as from C.
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a test makes several calls in a row")]

use std::ffi::{c_char, c_int};
use std::ptr::{null, null_mut};

use cri_c::*;

use crate::functions::{ARGUMENT, CORE, DRAFT_16, TOO_SMALL, bytes_of, is_empty, zeroed};

/// Calls a function that adds a text.
fn text(
    add: unsafe extern "C" fn(*mut cri_builder_t, *const c_char, usize),
    builder: *mut cri_builder_t,
    text: &str,
) {
    // SAFETY: the text is as long as its length says.
    unsafe { add(builder, text.as_ptr().cast(), text.len()) };
}

/// Ends building. The kind of the error is NONE after success.
fn finish(builder: *mut cri_builder_t) -> (c_int, cri_t, cri_error_t) {
    let (mut result, mut error) = (zeroed(), zeroed());
    // SAFETY: all pointers are to variables of the caller or of this function.
    let code = unsafe { cri_build_finish(builder, &raw mut result, &raw mut error) };
    (code, result, error)
}

#[test]
fn sections_are_added_in_their_order() {
    let (mut builder, mut buffer) = (zeroed::<cri_builder_t>(), [0; 64]);
    let (place, start) = (&raw mut builder, buffer.as_mut_ptr());
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        cri_build(place, DRAFT_16, start, 64);
        cri_build_scheme(place, 0);
        cri_build_host_ip(place, [198, 51, 100, 1].as_ptr(), 4);
        cri_build_port(place, 61616);
        text(cri_build_segment, place, ".well-known");
        text(cri_build_segment, place, "core");
        let (code, result, _) = finish(place);
        assert_eq!((code, bytes_of(&result)), (29, CORE));
        assert_eq!(bytes_of(&result).as_ptr(), start.cast_const());

        // ["foo", [false, "u", "example", "com"], [], ["k=v"], "f"]
        cri_build(place, DRAFT_16, start, 64);
        text(cri_build_scheme_name, place, "foo");
        text(cri_build_userinfo, place, "u");
        text(cri_build_host, place, "example.com");
        text(cri_build_parameter, place, "k=v");
        text(cri_build_fragment, place, "f");
        let (_, result, _) = finish(place);
        let expected = b"\x85\x63foo\x84\xf4\x61u\x67example\x63com\x80\x81\x63k=v\x61f";
        assert_eq!(bytes_of(&result), expected);

        // [-1, [h'FE800000000000000000000000000001', "eth0"], []]
        cri_build(place, DRAFT_16, start, 64);
        cri_build_scheme(place, 0);
        let address = [0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
        cri_build_host_ip(place, address.as_ptr(), 16);
        text(cri_build_zone, place, "eth0");
        let (_, result, _) = finish(place);
        let expected = [b"\x83\x20\x82\x50", &address[..], b"\x64eth0\x80"].concat();
        assert_eq!(bytes_of(&result), expected);

        // [2, ["a"]], [true, ["a"]] and ["a", true, ["b"]]
        for (discard, expected) in
            [(2, &b"\x82\x02\x81\x61a"[..]), (CRI_DISCARD_ALL, b"\x82\xf5\x81\x61a")]
        {
            cri_build(place, CRI_REVISION_RFC_9988, start, 64);
            cri_build_discard(place, discard);
            text(cri_build_segment, place, "a");
            assert_eq!(bytes_of(&finish(place).1), expected);
        }
        cri_build(place, CRI_REVISION_RFC_9988, start, 64);
        text(cri_build_scheme_name, place, "a");
        cri_build_rootless(place);
        text(cri_build_segment, place, "b");
        assert_eq!(bytes_of(&finish(place).1), b"\x83\x61a\xf5\x81\x61b");
    }
}

#[test]
fn the_end_says_what_is_wrong() {
    use cri_kind::*;

    let (mut builder, mut buffer) = (zeroed::<cri_builder_t>(), [0; 64]);
    let (place, start) = (&raw mut builder, buffer.as_mut_ptr());
    let check = |code: cri_err, kind: cri_kind| {
        let (found, result, error) = finish(place);
        assert_eq!((found, error.code, error.kind), (code as c_int, found, kind as u16));
        assert!(is_empty(&result));
    };
    let argument = |kind| check(cri_err::CRI_ERR_ARGUMENT, kind);
    // SAFETY: the pointers are null, or to variables of this function.
    unsafe {
        argument(CRI_KIND_OUT_OF_ORDER);
        cri_build_port(place, 1);
        argument(CRI_KIND_OUT_OF_ORDER);
        assert_eq!(finish(null_mut()).0, ARGUMENT);
        cri_build(null_mut(), DRAFT_16, start, 64);
        cri_build_port(null_mut(), 1);

        cri_build(place, DRAFT_16, start, 64);
        text(cri_build_segment, place, "a");
        text(cri_build_host, place, "h");
        text(cri_build_segment, place, "..");
        argument(CRI_KIND_OUT_OF_ORDER);

        cri_build(place, DRAFT_16, start, 64);
        cri_build_discard(place, 0);
        text(cri_build_segment, place, "..");
        check(cri_err::CRI_ERR_UNPROCESSABLE, CRI_KIND_DOT_SEGMENT);
        // It ended before.
        argument(CRI_KIND_OUT_OF_ORDER);

        // draft-16 has no zone of an IPv4 address.
        for (revision, code) in
            [(DRAFT_16, cri_err::CRI_ERR_ENCODE as c_int), (CRI_REVISION_RFC_9988, 10)]
        {
            cri_build(place, revision, start, 64);
            cri_build_scheme(place, 0);
            cri_build_host_ip(place, [127, 0, 0, 1].as_ptr(), 4);
            text(cri_build_zone, place, "z");
            assert_eq!(finish(place).0, code);
        }

        // The text of an address or a port is no name.
        for (host, kind) in [
            ("2001:db8::1", CRI_KIND_ADDRESS_TEXT),
            ("[::1]", CRI_KIND_ADDRESS_TEXT),
            ("fe80::1%eth0", CRI_KIND_ADDRESS_TEXT),
            ("192.0.2.1:5683", CRI_KIND_ADDRESS_TEXT),
            ("2001:db8::1/64", CRI_KIND_ADDRESS_TEXT),
            ("h:80", CRI_KIND_ADDRESS_TEXT),
            ("192.0.2.1", CRI_KIND_IPV4_LABELS),
        ] {
            cri_build(place, DRAFT_16, start, 64);
            cri_build_scheme(place, 0);
            text(cri_build_host, place, host);
            check(cri_err::CRI_ERR_UNPROCESSABLE, kind);
        }

        // The first error, even if a wrong argument or a section out of order follows.
        cri_build(place, DRAFT_16, start, 64);
        text(cri_build_segment, place, "..");
        cri_build_segment(place, null(), 1);
        check(cri_err::CRI_ERR_UNPROCESSABLE, CRI_KIND_DOT_SEGMENT);
        cri_build(place, DRAFT_16, start, 64);
        text(cri_build_segment, place, "..");
        text(cri_build_host, place, "h");
        check(cri_err::CRI_ERR_UNPROCESSABLE, CRI_KIND_DOT_SEGMENT);
        cri_build(place, DRAFT_16, start, 64);
        cri_build_segment(place, null(), 1);
        text(cri_build_segment, place, "..");
        text(cri_build_host, place, "h");
        argument(CRI_KIND_NULL_POINTER);
        cri_build(place, DRAFT_16, start, 64);
        text(cri_build_segment, place, "a");
        text(cri_build_host, place, "h");
        cri_build_segment(place, null(), 1);
        argument(CRI_KIND_OUT_OF_ORDER);

        // The first wrong argument.
        let build = |add: &dyn Fn()| {
            cri_build(place, DRAFT_16, start, 64);
            add();
            text(cri_build_segment, place, "a");
            cri_build_segment(place, null(), 1);
        };
        cri_build(place, 31, start, 64);
        argument(CRI_KIND_UNKNOWN_REVISION);
        cri_build(place, 31, null_mut(), 64);
        argument(CRI_KIND_NULL_POINTER);
        build(&|| ());
        argument(CRI_KIND_NULL_POINTER);
        build(&|| cri_build_segment(place, c"\xff".as_ptr(), 1));
        argument(CRI_KIND_INVALID_UTF8);
        build(&|| cri_build_segment(place, start.cast(), 1));
        argument(CRI_KIND_OVERLAP);
        build(&|| cri_build_host_ip(place, start, 4));
        argument(CRI_KIND_OVERLAP);
        build(&|| cri_build_host_ip(place, CORE.as_ptr(), 5));
        argument(CRI_KIND_NO_ADDRESS);
        for discard in [-1, 129] {
            build(&|| cri_build_discard(place, discard));
            argument(CRI_KIND_DISCARD_RANGE);
        }
    }
}

#[test]
fn a_buffer_that_is_too_small_has_a_needed_size() {
    let mut builder = zeroed::<cri_builder_t>();
    let place = &raw mut builder;
    // More than 23 segments: the head of the path takes two bytes.
    let cases = [(0, 5), (1, 8), (23, 52), (24, 55), (100, 207)];
    // The last case takes Miri two minutes, and calls nothing that the one before does not.
    let cases = if cfg!(miri) { &cases[..4] } else { &cases };
    for &(segments, len) in cases {
        for capacity in 0..=len {
            let mut buffer = vec![0; capacity];
            // SAFETY: all pointers are to variables of this function.
            unsafe {
                cri_build(place, CRI_REVISION_RFC_9988, buffer.as_mut_ptr(), capacity);
                cri_build_scheme(place, 0);
                text(cri_build_host, place, "h");
                for _ in 0..segments {
                    text(cri_build_segment, place, "a");
                }
            }
            let (code, result, error) = finish(place);
            if capacity < len {
                assert_eq!((code, error.needed), (TOO_SMALL, len), "{segments} {capacity}");
                assert!(is_empty(&result));
            } else {
                assert_eq!(code, len as c_int);
            }
        }
    }
}

#[test]
fn a_wrong_text_is_reported_even_if_the_buffer_is_too_small() {
    let mut builder = zeroed::<cri_builder_t>();
    let place = &raw mut builder;
    for (host, kind) in [
        ("1.2.3.4", cri_kind::CRI_KIND_IPV4_LABELS),
        ("::1", cri_kind::CRI_KIND_ADDRESS_TEXT),
        ("\u{c9}", cri_kind::CRI_KIND_UPPER_CASE_HOST),
    ] {
        for capacity in 0..32 {
            let mut buffer = vec![0; capacity];
            // SAFETY: all pointers are to variables of this function.
            unsafe {
                cri_build(place, DRAFT_16, buffer.as_mut_ptr(), capacity);
                cri_build_scheme(place, 0);
            }
            text(cri_build_host, place, host);
            let (code, result, error) = finish(place);
            assert_eq!(code, cri_err::CRI_ERR_UNPROCESSABLE as c_int, "{host} {capacity}");
            assert_eq!((error.kind, error.needed), (kind as u16, 0));
            assert!(is_empty(&result));
        }
    }
}

#[test]
fn a_copied_builder_is_none() {
    let (mut builder, mut buffer) = (zeroed::<cri_builder_t>(), [0; 64]);
    let (place, start) = (&raw mut builder, buffer.as_mut_ptr());
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        cri_build(place, DRAFT_16, start, 64);
        cri_build_scheme(place, 0);
        let mut copy = place.read();
        let other = &raw mut copy;
        text(cri_build_host, other, "elsewhere");
        let (code, result, error) = finish(other);
        assert_eq!((code, error.kind), (ARGUMENT, cri_kind::CRI_KIND_OUT_OF_ORDER as u16));
        assert!(is_empty(&result));
        // The one that was copied goes on.
        text(cri_build_host, place, "h");
        assert_eq!(bytes_of(&finish(place).1), b"\x83\x20\x81\x61h\x80");
    }
}

#[test]
fn a_builder_that_failed_has_ended() {
    let mut builder = zeroed::<cri_builder_t>();
    let place = &raw mut builder;
    for capacity in [4, 64] {
        let mut buffer = vec![0; capacity];
        // SAFETY: all pointers are to variables of this function.
        unsafe {
            cri_build(place, DRAFT_16, buffer.as_mut_ptr(), capacity);
            cri_build_scheme(place, 0);
            text(cri_build_host, place, if capacity == 4 { "h" } else { "127.0.0.1" });
        }
        assert!(finish(place).0 < 0);
        drop(buffer);
        // Nothing uses the buffer that is gone.
        text(cri_build_segment, place, "a");
        assert_eq!(finish(place).0, ARGUMENT);
    }
}

#[test]
fn a_builder_finds_what_overlaps() {
    let (mut builder, mut buffer) = (zeroed::<cri_builder_t>(), [0; 64]);
    let (place, start) = (&raw mut builder, buffer.as_mut_ptr());
    let overlaps = |result: *mut cri_t| {
        let mut error = zeroed::<cri_error_t>();
        // SAFETY: all pointers are to variables of this function.
        let code = unsafe { cri_build_finish(place, result, &raw mut error) };
        assert_eq!((code, error.kind), (ARGUMENT, cri_kind::CRI_KIND_OVERLAP as u16));
    };
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        cri_build(place, DRAFT_16, place.cast(), size_of::<cri_builder_t>());
        overlaps(null_mut());
        cri_build(place, DRAFT_16, start, 64);
        cri_build_segment(place, place.cast(), 1);
        overlaps(null_mut());
        for result in [place.cast(), start.cast()] {
            cri_build(place, DRAFT_16, start, 64);
            overlaps(result);
        }
        cri_build(place, DRAFT_16, start, 64);
        assert_eq!(cri_build_finish(place, null_mut(), place.cast()), ARGUMENT);
    }
}
