//! URIs to CRIs and back, and the schemes of both.
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a test makes several calls in a row")]

use std::ffi::{CStr, c_int};
use std::ptr::{null, null_mut};

use cri_c::*;

use crate::functions::{CORE, DRAFT_16, TOO_SMALL, bytes_of, text, zeroed};

#[test]
fn uris_convert_in_both_directions() {
    let uri = "coap://198.51.100.1:61616/a/../.well-known/core";
    let (mut buffer, mut cri, mut text, mut error) =
        ([0; 64], zeroed::<cri_t>(), [0; 64], zeroed::<cri_error_t>());
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        let start = uri.as_ptr().cast();
        let (room, result, none) = (buffer.as_mut_ptr(), &raw mut cri, null_mut());
        for written in [
            cri_from_coap_uri(start, uri.len(), DRAFT_16, room, 64, result, none),
            cri_from_uri(start, uri.len(), DRAFT_16, 15, room, 64, result, none),
        ] {
            assert_eq!(usize::try_from(written), Ok(CORE.len()));
            assert_eq!(bytes_of(&cri), CORE);
        }
        let expected = c"coap://198.51.100.1:61616/.well-known/core";
        let len = expected.count_bytes() as c_int;
        assert_eq!(cri_to_uri(&raw const cri, DRAFT_16, text.as_mut_ptr(), 64, null_mut()), len);
        assert_eq!(CStr::from_ptr(text.as_ptr()), expected);
        assert_eq!(
            cri_to_coap_uri(&raw const cri, DRAFT_16, text.as_mut_ptr(), 43, null_mut()),
            len
        );
        let code = cri_to_coap_uri(&raw const cri, DRAFT_16, text.as_mut_ptr(), 42, null_mut());
        assert_eq!(code, TOO_SMALL);
        let mut convert = |uri: &[u8], features, error| {
            let (start, room, none) = (uri.as_ptr().cast(), buffer.as_mut_ptr(), null_mut());
            cri_from_uri(start, uri.len(), DRAFT_16, features, room, 64, none, error)
        };
        assert_eq!(convert(b"coap://h/a b", 15, &raw mut error), cri_err::CRI_ERR_URI as c_int);
        assert_eq!((error.offset, error.component), (10, cri_component::CRI_COMPONENT_PATH as u8));
        assert_eq!(convert(b"coap://[v1.a]", 15, &raw mut error), cri_err::CRI_ERR_NO_CRI as c_int);
        assert_eq!(error.kind, cri_kind::CRI_KIND_IP_FUTURE as u16);
        assert_eq!(convert(b"coap://h/\xff", 15, &raw mut error), cri_err::CRI_ERR_URI as c_int);
        assert_eq!((error.offset, error.kind), (9, cri_kind::CRI_KIND_INVALID_UTF8 as u16));
        assert_eq!(convert(b"coap://u@h", 0, &raw mut error), cri_err::CRI_ERR_FEATURE as c_int);
        assert_eq!(convert(b"", 15, &raw mut error), 1);
    }
}

// shows: R7252-6.4-01
#[test]
fn the_cri_of_a_request_uri_has_options() {
    let (mut base, mut link, mut error) =
        (zeroed::<cri_t>(), zeroed::<cri_t>(), zeroed::<cri_error_t>());
    let (mut of_base, mut of_link, mut written) = ([0; 64], [0; 64], [0; 64]);
    let endpoint = cri_endpoint_t {
        zone: null(),
        zone_len: 0,
        port: 5683,
        transport: 0,
        address_len: 4,
        address: [192, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    };
    let convert = |uri: &str, room: &mut [u8], cri, error| {
        let (start, len) = (uri.as_ptr().cast(), uri.len());
        let (room, capacity) = (room.as_mut_ptr(), room.len());
        // SAFETY: all pointers are to variables of this function.
        unsafe { cri_from_request_uri(start, len, DRAFT_16, room, capacity, cri, error) }
    };
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        assert!(convert("coap://H%2Ci:05683/a%2Cb", &mut of_base, &raw mut base, null_mut()) > 0);
        let (place, room) = (&raw const endpoint, written.as_mut_ptr());
        let len = cri_options_write(&raw const base, place, DRAFT_16, room, 64, &raw mut error);
        assert_eq!(&written[..len as usize], b"\x33h,i\x83a,b");
        // A link that resolves against this base.
        assert!(convert("c%2Bd?t=1%2B2", &mut of_link, &raw mut link, null_mut()) > 0);
        let (base, link, room) = (&raw const base, &raw const link, written.as_mut_ptr());
        let len = cri_options_write_resolved(base, link, place, DRAFT_16, room, 64, &raw mut error);
        assert_eq!(&written[..len as usize], b"\x33h,i\x83c+d\x45t=1+2");
    }
    for (uri, code, kind, offset) in [
        ("coap://h/%FF", cri_err::CRI_ERR_NO_CRI, cri_kind::CRI_KIND_INVALID_UTF8, 9),
        ("coap://h:65536/", cri_err::CRI_ERR_NO_CRI, cri_kind::CRI_KIND_PORT_RANGE, 9),
        ("coap://h/ ", cri_err::CRI_ERR_URI, cri_kind::CRI_KIND_UNEXPECTED_CHARACTER, 9),
    ] {
        let found = convert(uri, &mut of_base, &raw mut base, &raw mut error);
        assert_eq!(
            (found, error.kind, error.offset),
            (code as c_int, kind as u16, offset),
            "{uri}"
        );
    }
}

#[test]
fn schemes_are_found_by_number_and_by_name() {
    let mut scheme = zeroed::<cri_scheme_t>();
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        // Table 6 of draft-16.
        assert!(cri_scheme_by_number(DRAFT_16, 1, &raw mut scheme));
        assert_eq!(
            (text(scheme.name, scheme.name_len).as_str(), scheme.default_port),
            ("coaps", 5684)
        );
        assert!(cri_scheme_by_name(DRAFT_16, c"https".as_ptr(), 5, &raw mut scheme));
        assert_eq!((scheme.number, scheme.default_port), (3, 443));
        assert!(!cri_scheme_by_number(DRAFT_16, u64::MAX, &raw mut scheme));
        assert!(!cri_scheme_by_name(DRAFT_16, c"HTTPS".as_ptr(), 5, &raw mut scheme));
    }
}
