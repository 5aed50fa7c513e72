//! Requests to proxies, and what proxies read of them.
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a test makes several calls in a row")]

use std::ffi::c_int;
use std::ptr::null_mut;

use cri_c::*;

use crate::functions::{CORE, DRAFT_16, bytes_of, decoded, is_empty, zeroed};

#[test]
fn proxies_are_asked_by_cri_and_by_scheme_number() {
    let (cri, mut buffer, mut read, mut number) = (decoded(CORE), [0; 32], zeroed::<cri_t>(), 0);
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        let written =
            cri_proxy_cri_write(&raw const cri, DRAFT_16, buffer.as_mut_ptr(), 32, null_mut());
        assert_eq!(buffer[..usize::try_from(written).unwrap()], *CORE);
        assert_eq!(cri_proxy_cri_read(buffer.as_ptr(), CORE.len(), &raw mut read, null_mut()), 0);
        assert_eq!(bytes_of(&read), CORE);
        let relative = decoded(b"\x80");
        let code =
            cri_proxy_cri_write(&raw const relative, DRAFT_16, buffer.as_mut_ptr(), 32, null_mut());
        assert_eq!(code, cri_err::CRI_ERR_PROXY as c_int);
        assert_eq!(cri_proxy_scheme_number_write(12068, buffer.as_mut_ptr(), 32, null_mut()), 2);
        assert_eq!(buffer[..2], [0x2f, 0x24]);
        assert_eq!(
            (cri_proxy_scheme_number_read(buffer.as_ptr(), 2, &raw mut number), number),
            (0, 12068)
        );
        assert_eq!(
            cri_proxy_scheme_number_read(buffer.as_ptr(), 4, null_mut()),
            cri_err::CRI_ERR_PROXY as c_int
        );

        let option = cri_option_t {
            value: CORE.as_ptr(),
            len: CORE.len(),
            number: CRI_OPTION_PROXY_CRI as u16,
        };
        let mut origin = zeroed::<cri_origin_t>();
        assert_eq!(cri_find_origin(&raw const option, 1, 0, &raw mut origin, null_mut()), 0);
        assert_eq!(origin.form, cri_origin::CRI_ORIGIN_CRI as c_int);
        assert_eq!(bytes_of(&origin.cri), CORE);
    }
}

#[test]
fn an_origin_that_is_not_found_changes_nothing() {
    let option = |value: &'static [u8], number: c_int| cri_option_t {
        value: value.as_ptr(),
        len: value.len(),
        number: number as u16,
    };
    let options = [option(CORE, CRI_OPTION_PROXY_CRI), option(b"a", CRI_OPTION_URI_PATH)];
    let mut origin = zeroed::<cri_origin_t>();
    let (start, place) = (options.as_ptr(), &raw mut origin);
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        assert_eq!(cri_find_origin(start, 1, 0, place, null_mut()), 0);
        // Proxy-Cri beside Uri-Path.
        let code = cri_find_origin(start, 2, 0, place, null_mut());
        assert_eq!(code, cri_err::CRI_ERR_PROXY as c_int);
        assert_eq!((*place).form, cri_origin::CRI_ORIGIN_CRI as c_int);
        assert_eq!(bytes_of(&(*place).cri), CORE);
        // A request for the endpoint itself has no CRI.
        assert_eq!(cri_find_origin(start.add(1), 1, 0, place, null_mut()), 0);
        assert!(is_empty(&(*place).cri));
    }
}

#[test]
fn the_cri_of_a_request_with_proxy_scheme_is_composed_by_number() {
    let option = |number: c_int, value: &'static [u8]| cri_option_t {
        value: value.as_ptr(),
        len: value.len(),
        number: number as u16,
    };
    let options = [option(CRI_OPTION_URI_HOST, b"h"), option(CRI_OPTION_PROXY_SCHEME, b"http")];
    let proxy = cri_endpoint_t { port: 5683, address_len: 4, ..zeroed() };
    let (mut origin, mut scheme) = (zeroed::<cri_origin_t>(), zeroed::<cri_scheme_t>());
    let (mut buffer, mut result) = ([0; 32], zeroed::<cri_t>());
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        assert_eq!(cri_find_origin(options.as_ptr(), 2, 0, &raw mut origin, null_mut()), 0);
        assert_eq!(origin.form, cri_origin::CRI_ORIGIN_SCHEME_NAME as c_int);
        let (name, len) = (origin.text, origin.text_len);
        assert!(cri_scheme_by_name(DRAFT_16, name, len, &raw mut scheme));
        let code = cri_compose_origin(
            options.as_ptr(),
            2,
            scheme.number,
            scheme.default_port,
            &raw const proxy,
            DRAFT_16,
            buffer.as_mut_ptr(),
            32,
            &raw mut result,
            null_mut(),
        );
        // [-3, ["h"], []]: the port is the default one of http, and not that of the proxy.
        assert_eq!((code, bytes_of(&result)), (6, &b"\x83\x22\x81\x61h\x80"[..]));
    }
}
