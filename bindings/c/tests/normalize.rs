//! Normal forms of URIs as text.
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a test makes several calls in a row")]

use std::ffi::{CStr, c_char, c_int, c_uint};
use std::ptr::null_mut;

use cri_c::*;

use crate::functions::{ARGUMENT, DRAFT_16, TOO_SMALL, zeroed};

/// The text after these steps.
fn normal(uri: &str, steps: c_uint) -> String {
    let mut text = [0; 64];
    // SAFETY: all pointers are to variables of this function, or null.
    unsafe {
        let (start, room) = (uri.as_ptr().cast(), text.as_mut_ptr());
        let len = cri_normalize(start, uri.len(), steps, DRAFT_16, room, 64, null_mut());
        let text = CStr::from_ptr(text.as_ptr()).to_str().expect("UTF-8");
        assert_eq!(usize::try_from(len), Ok(text.len()), "{uri}");
        text.to_owned()
    }
}

// shows: R3986-6.2.2-01
#[test]
fn steps_can_be_combined() {
    let uri = "HTTP://Example.com:80/%7ea/./b";
    for (steps, expected) in [
        (0, uri),
        (CRI_STEP_CASE, "http://example.com:80/%7Ea/./b"),
        (CRI_STEP_PERCENT | CRI_STEP_DOTS, "HTTP://Example.com:80/~a/b"),
        (CRI_STEP_SCHEME, "HTTP://Example.com/%7ea/./b"),
        (CRI_STEPS_ALL, "http://example.com/~a/b"),
    ] {
        assert_eq!(normal(uri, steps), expected);
    }
    // These have no CRI.
    for (uri, expected) in [
        ("https://u:p@H:443", "https://u:p@h/"),
        ("h:", "h:"),
        ("http://h:080", "http://h/"),
        ("http://[V1.x]", "http://[v1.x]/"),
        ("%c3%89x", "%C3%89x"),
        ("a:/..//b", "a:/.//b"),
        ("coap://[2001:DB8:0:0::1]:05683", "coap://[2001:db8::1]/"),
        ("", ""),
    ] {
        assert_eq!(normal(uri, CRI_STEPS_ALL), expected);
    }
}

#[test]
fn errors_have_a_place() {
    let (mut text, mut error) = ([0x55 as c_char; 16], zeroed::<cri_error_t>());
    let mut call = |uri: &[u8], steps, revision, capacity| {
        let (start, room) = (uri.as_ptr().cast(), text.as_mut_ptr());
        // SAFETY: all pointers are to variables of this function.
        let code = unsafe {
            cri_normalize(start, uri.len(), steps, revision, room, capacity, &raw mut error)
        };
        (code, error.kind, error.offset, error.needed)
    };
    let code = cri_err::CRI_ERR_URI as c_int;
    let (found, kind, offset, _) = call(b"http://h/a b", 31, DRAFT_16, 16);
    assert_eq!((found, kind, offset), (code, cri_kind::CRI_KIND_UNEXPECTED_CHARACTER as u16, 10));
    let (found, kind, offset, _) = call(b"s:\xff", 31, DRAFT_16, 16);
    assert_eq!((found, kind, offset), (code, cri_kind::CRI_KIND_INVALID_UTF8 as u16, 2));
    let (found, kind, ..) = call(b"s:", 32, DRAFT_16, 16);
    assert_eq!((found, kind), (ARGUMENT, cri_kind::CRI_KIND_UNKNOWN_STEP as u16));
    let (found, kind, ..) = call(b"s:", 31, 17, 16);
    assert_eq!((found, kind), (ARGUMENT, cri_kind::CRI_KIND_UNKNOWN_REVISION as u16));
    let (found, .., needed) = call(b"http://h", 31, DRAFT_16, 9);
    assert_eq!((found, needed), (TOO_SMALL, 10));
    assert_eq!(call(b"http://h", 31, DRAFT_16, 10).0, 9);
}
