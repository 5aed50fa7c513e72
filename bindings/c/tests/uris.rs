//! URIs to CRIs and back, and the schemes of both.
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a test makes several calls in a row")]

use std::ffi::{CStr, c_int};
use std::ptr::null_mut;

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
