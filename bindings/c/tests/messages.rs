//! CRIs in messages: endpoints and options.
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a test makes several calls in a row")]

use std::ffi::{c_int, c_void};
use std::ptr::{null, null_mut};
use std::{mem, slice};

use cri_c::*;

use crate::functions::{
    ARGUMENT, CORE, DRAFT_16, TOO_SMALL, bytes_of, decoded, is_empty, text as text_of, zeroed,
};

const OPTIONS: c_int = cri_err::CRI_ERR_OPTIONS as c_int;

/// Options as a message of the caller has them.
#[derive(Default)]
struct Message {
    options: Vec<(u16, Vec<u8>)>,
    room: usize,
}

/// Adds an option to the message, or returns a number of the program's own, which is also one of the library's.
unsafe extern "C" fn add(message: *mut c_void, number: u16, value: *const u8, len: usize) -> c_int {
    // SAFETY: the tests pass a message.
    let message = unsafe { &mut *message.cast::<Message>() };
    if message.options.len() == message.room {
        return if message.room == 0 { 105 } else { ARGUMENT };
    }
    // SAFETY: the library passes the value with its length.
    message.options.push((number, unsafe { slice::from_raw_parts(value, len) }.to_vec()));
    0
}

#[test]
fn a_cri_populates_endpoint_and_options() {
    // [-2, ["example", "com"], ["a"], ["k=v"]] is coaps://example.com/a?k=v
    let cri = decoded(b"\x84\x21\x82\x67example\x63com\x81\x61a\x81\x63k=v");
    let (mut endpoint, mut message) =
        (zeroed::<cri_endpoint_t>(), Message { room: 3, ..Message::default() });
    // The library's callback and this function reach the message by one pointer.
    let message = &raw mut message;
    let context: *mut c_void = message.cast();
    let any = cri_transport::CRI_TRANSPORT_ANY as c_int;
    let populate = |cri, endpoint: *mut cri_endpoint_t| {
        // SAFETY: all pointers are to variables of this function.
        unsafe { cri_populate(cri, DRAFT_16, any, endpoint, Some(add), context, null_mut()) }
    };
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        let code = populate(&raw const cri, &raw mut endpoint);
        assert_eq!(code, 0);
        assert_eq!((endpoint.address_len, endpoint.port), (0, 5684));
        assert_eq!(endpoint.transport, cri_transport::CRI_TRANSPORT_COAPS as u8);
        // RFC 7252: Uri-Host 3, Uri-Path 11, Uri-Query 15.
        let expected = [(3, b"example.com".to_vec()), (11, b"a".to_vec()), (15, b"k=v".to_vec())];
        assert_eq!(mem::take(&mut (*message).options), expected);

        let cri = decoded(CORE);
        let code = populate(&raw const cri, &raw mut endpoint);
        assert_eq!((code, endpoint.address_len, endpoint.port), (0, 4, 61616));
        assert_eq!(endpoint.address[..4], [198, 51, 100, 1]);
        assert_eq!(
            mem::take(&mut (*message).options),
            [(11, b".well-known".to_vec()), (11, b"core".to_vec())]
        );

        for (room, returned) in [(1, ARGUMENT), (0, 105)] {
            *message = Message { room, ..Message::default() };
            let (mut error, place) = (zeroed::<cri_error_t>(), &raw const endpoint);
            let code = cri_options_for_proxy(
                &raw const cri,
                place,
                DRAFT_16,
                Some(add),
                context,
                &raw mut error,
            );
            assert_eq!((code, error.code), (cri_err::CRI_ERR_CALLBACK as c_int, code));
            assert_eq!((error.callback, error.option), (returned, 11));
        }
    }
}

/// The request for a `coaps` CRI must not go out unencrypted.
#[test]
fn a_cri_of_another_scheme_has_no_options() {
    // [-2, [h'C0000207'], ["led"]], which is coaps://192.0.2.7/led
    let led = decoded(b"\x83\x21\x81\x44\xc0\x00\x02\x07\x81\x63led");
    let (mut endpoint, mut error) = (zeroed::<cri_endpoint_t>(), zeroed::<cri_error_t>());
    let mut message = Message { room: 3, ..Message::default() };
    let (message, mut written) = (&raw mut message, [0; 32]);
    let context: *mut c_void = message.cast();
    let is_refused = |code, error: &mut cri_error_t| {
        let kind = mem::replace(error, zeroed()).kind;
        code == cri_err::CRI_ERR_NO_OPTIONS as c_int && kind == cri_kind::CRI_KIND_TRANSPORT as u16
    };
    let cri = &raw const led;
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        let place = &raw mut endpoint;
        let code = cri_populate(cri, DRAFT_16, 0, place, Some(add), context, &raw mut error);
        assert!(is_refused(code, &mut error));
        assert_eq!((endpoint, (*message).options.len()), (zeroed(), 0));
        let coaps = cri_transport::CRI_TRANSPORT_COAPS as c_int;
        let code = cri_populate(cri, DRAFT_16, coaps, place, Some(add), context, null_mut());
        assert_eq!((code, endpoint.port, (*message).options.len()), (0, 5684, 1));
        for unknown in [-2, 6] {
            let code = cri_populate(cri, DRAFT_16, unknown, place, Some(add), context, null_mut());
            assert_eq!(code, ARGUMENT);
        }

        endpoint.transport = cri_transport::CRI_TRANSPORT_COAP as u8;
        let place = &raw const endpoint;
        let code = cri_options(cri, place, DRAFT_16, Some(add), context, &raw mut error);
        assert!(is_refused(code, &mut error));
        let buffer = written.as_mut_ptr();
        let code = cri_options_write(cri, place, DRAFT_16, buffer, 32, &raw mut error);
        assert!(is_refused(code, &mut error));
        assert_eq!((*message).options.len(), 1, "no option of a refused CRI is added");
        let code = cri_options_for_proxy(cri, place, DRAFT_16, Some(add), context, null_mut());
        assert_eq!((code, (*message).options.len()), (coaps, 2));
    }
}

#[test]
fn a_server_knows_its_own_resources() {
    let mut me = cri_endpoint_t { port: 5683, address_len: 16, ..zeroed() };
    me.address[..4].copy_from_slice(b"\x20\x01\x0d\xb8");
    me.address[15] = 1;
    let place = &raw const me;
    let address = b"\x50\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x01";
    let is_mine = |before: &[u8], after: &[u8], endpoint| {
        let bytes = [before, address, after].concat();
        let cri = decoded(&bytes);
        // SAFETY: all pointers are to variables of this function.
        unsafe { cri_is_at(&raw const cri, endpoint, DRAFT_16) }
    };
    // //[2001:db8::1]:5683/x, coap://[2001:db8::1]/x, coaps://[2001:db8::1]/x and coap://[2001:db8::1]:5684/x
    assert!(is_mine(b"\x83\xf6\x82", b"\x19\x16\x33\x81\x61x", place));
    assert!(is_mine(b"\x83\x20\x81", b"\x81\x61x", place));
    assert!(!is_mine(b"\x83\x21\x81", b"\x81\x61x", place));
    assert!(!is_mine(b"\x83\x20\x82", b"\x19\x16\x34\x81\x61x", place));
    let no_address = cri_endpoint_t { address_len: 0, ..me };
    assert!(!is_mine(b"\x83\x20\x81", b"\x81\x61x", &raw const no_address));
    assert!(!is_mine(b"\x83\x20\x81", b"\x81\x61x", null()));
    let (cri, none) = (decoded(b"\x80"), zeroed());
    for cri in [&raw const cri, &raw const none, null()] {
        // SAFETY: the pointers are null, or to variables of this function.
        assert!(!unsafe { cri_is_at(cri, place, DRAFT_16) });
    }
}

#[test]
fn the_options_of_a_link_are_written_at_once() {
    // coap://198.51.100.1:61616/.well-known/core#s
    let base = decoded(
        b"\x85\x20\x82\x44\xc6\x33\x64\x01\x19\xf0\xb0\x82\x6b.well-known\x64core\xf6\x61s",
    );
    let endpoint = cri_endpoint_t {
        port: 61616,
        address_len: 4,
        address: [198, 51, 100, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        ..zeroed()
    };
    let (mut written, mut error) = ([0; 32], zeroed::<cri_error_t>());
    let start = written.as_mut_ptr();
    let mut write = |base: &cri_t, link: &[u8], capacity| {
        let (reference, endpoint) = (decoded(link), &raw const endpoint);
        let place = &raw mut error;
        // SAFETY: all pointers are to variables of this function.
        unsafe {
            let (base, reference) = (&raw const *base, &raw const reference);
            let code = cri_options_write_resolved(
                base, reference, endpoint, DRAFT_16, start, capacity, place,
            );
            (code, *place)
        }
    };
    // [1, ["rd"], ["x"], "f"] is rd?x#f, and [] is the empty reference (section 5.3). Uri-Path is option 11, and Uri-Query 15.
    let path_and_query = b"\xbb.well-known\x02rd\x41x";
    assert_eq!(write(&base, b"\x84\x01\x81\x62rd\x81\x61x\x61f", 32).0, 17);
    // SAFETY: the function above wrote these bytes.
    assert_eq!(unsafe { slice::from_raw_parts(start, 17) }, path_and_query);
    assert_eq!(write(&base, b"\x80", 32).0, 17);
    // SAFETY: the function above wrote these bytes.
    assert_eq!(unsafe { slice::from_raw_parts(start, 17) }, b"\xbb.well-known\x04core");

    let (code, error) = write(&base, b"\x80", 16);
    assert_eq!((code, error.needed), (TOO_SMALL, 17));
    let relative = decoded(b"\x80");
    assert_eq!(write(&relative, b"\x80", 32).0, cri_err::CRI_ERR_NOT_FULL as c_int);
    // [-6] and [true, ["", "a"]]: the result would be did://a, whose "a" is an authority.
    let (code, error) = write(&decoded(b"\x81\x25"), b"\x82\xf5\x82\x60\x61a", 32);
    assert_eq!(code, cri_err::CRI_ERR_RESOLVE as c_int);
    assert_eq!((error.kind, error.offset), (cri_kind::CRI_KIND_LEADING_EMPTY_SEGMENT as u16, 2));
    // [-2, ["h"]] is coaps://h.
    let (code, error) = write(&base, b"\x82\x21\x81\x61h", 32);
    assert_eq!(code, cri_err::CRI_ERR_NO_OPTIONS as c_int);
    assert_eq!(error.kind, cri_kind::CRI_KIND_TRANSPORT as u16);
    assert_eq!((error.component, error.offset), (cri_component::CRI_COMPONENT_SCHEME as u8, 0));
}

#[test]
fn options_never_carry_the_zone_of_an_ipv4_address() {
    // [-1, [h'C6336401', "eth0"]], which draft-16 cannot encode (section 5.1), and []
    let (base, empty) = (decoded(b"\x82\x20\x82\x44\xc6\x33\x64\x01\x64eth0"), decoded(b"\x80"));
    let endpoint = cri_endpoint_t {
        port: 5683,
        address_len: 4,
        address: [198, 51, 100, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        ..zeroed()
    };
    let (mut buffer, mut error) = ([0; 32], zeroed::<cri_error_t>());
    let (base, empty, endpoint) = (&raw const base, &raw const empty, &raw const endpoint);
    let (start, place) = (buffer.as_mut_ptr(), &raw mut error);
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        // Section 8.1.1, step 4: the address is that of the destination, so there is no Uri-Host.
        assert_eq!(cri_options_write(base, endpoint, DRAFT_16, start, 32, place), 0);
        let code = cri_options_write_resolved(base, empty, endpoint, DRAFT_16, start, 32, place);
        assert_eq!(code, 0);
        let code = cri_resolve(base, empty, DRAFT_16, start, 32, null_mut(), place);
        assert_eq!(code, cri_err::CRI_ERR_ENCODE as c_int);
        assert_eq!((*place).kind, cri_kind::CRI_KIND_ZONE_ON_IPV4 as u16);
    }
}

#[test]
fn options_are_written_and_composed() {
    let (cri, mut error) = (decoded(CORE), zeroed::<cri_error_t>());
    let endpoint = cri_endpoint_t {
        port: 5683,
        address_len: 4,
        address: [198, 51, 100, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        ..zeroed()
    };
    let endpoint = &raw const endpoint;
    let (mut written, mut options) = ([0; 32], [zeroed::<cri_option_t>(); 4]);
    let (mut buffer, mut result, mut payload) = ([0; 64], zeroed::<cri_t>(), 0);
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        let len = cri_options_write(
            &raw const cri,
            endpoint,
            DRAFT_16,
            written.as_mut_ptr(),
            32,
            null_mut(),
        );
        let len = usize::try_from(len).unwrap();
        // Uri-Port 61616, Uri-Path ".well-known", Uri-Path "core" (RFC 7252 section 3.1).
        assert_eq!(written[..len], *b"\x72\xf0\xb0\x4b.well-known\x04core");
        let mut read = |options: *mut cri_option_t, capacity| {
            cri_options_read(written.as_ptr(), len, options, capacity, &raw mut payload, null_mut())
        };
        assert_eq!(read(options.as_mut_ptr(), 4), 3);
        assert_eq!(read(options.as_mut_ptr(), 2), TOO_SMALL);
        let place = &raw mut error;
        let code = cri_options_read(written.as_ptr(), len, null_mut(), 0, null_mut(), place);
        assert_eq!((code, error.needed), (TOO_SMALL, 3));
        assert_eq!(payload, len);
        let compose = |count, buffer: *mut u8, result, error| {
            cri_compose(options.as_ptr(), count, endpoint, DRAFT_16, buffer, 64, result, error)
        };
        assert_eq!(compose(3, buffer.as_mut_ptr(), &raw mut result, null_mut()), 29);
        assert_eq!(bytes_of(&result), CORE);
        assert_eq!(
            compose(4, buffer.as_mut_ptr(), null_mut(), null_mut()),
            29,
            "option 0 is ignored"
        );
        options[1].number = 7;
        let start = buffer.as_mut_ptr();
        let (options, error_place, none) = (options.as_ptr(), &raw mut error, null_mut());
        let code = cri_compose(options, 2, endpoint, DRAFT_16, start, 64, none, error_place);
        assert_eq!(code, cri_err::CRI_ERR_OPTIONS as c_int);
        // RFC 7252 section 5.4.5: a repeated option is unrecognized, which is 4.02 for a critical one.
        assert_eq!((error.kind, error.response_code), (cri_kind::CRI_KIND_REPEATED as u16, 0x82));
    }
}

#[test]
fn a_location_is_a_reference() {
    let option = |number, value: &'static [u8]| cri_option_t {
        value: value.as_ptr(),
        len: value.len(),
        number: number as u16,
    };
    let path = [option(CRI_OPTION_LOCATION_PATH, b"rd"), option(CRI_OPTION_LOCATION_PATH, b"4521")];
    let (mut buffer, mut result, mut error) = ([0; 16], decoded(CORE), zeroed::<cri_error_t>());
    let (place, details) = (&raw mut result, &raw mut error);
    let mut compose = |options: &[cri_option_t], capacity| {
        let (start, count) = (options.as_ptr(), options.len());
        let buffer = buffer.as_mut_ptr();
        // SAFETY: all pointers are to variables of this function.
        unsafe { cri_compose_location(start, count, DRAFT_16, buffer, capacity, place, details) }
    };
    // [true, ["rd", "4521"]]
    let expected = b"\x82\xf5\x82\x62rd\x644521";
    assert_eq!(compose(&path, 16), 11);
    // SAFETY: the function wrote the structure.
    assert_eq!(bytes_of(unsafe { &*place }), expected);
    for capacity in 0..11 {
        // SAFETY: the function wrote the details.
        assert_eq!((compose(&path, capacity), unsafe { (*details).needed }), (TOO_SMALL, 11));
    }
    assert_eq!(compose(&[option(CRI_OPTION_LOCATION_PATH, b"..")], 16), OPTIONS);
    assert_eq!(compose(&[option(12, b"")], 16), 0);
    // SAFETY: the function wrote the structure.
    assert!(is_empty(unsafe { &*place }));
}

unsafe extern "C" fn is_oscore(context: *mut c_void, number: u16) -> bool {
    context.is_null() && number == 9
}

#[test]
fn critical_options_are_known_or_reported() {
    let option = |number| cri_option_t { value: b"h".as_ptr(), len: 1, number };
    let find = |options: &[cri_option_t], is_known| {
        // SAFETY: all pointers are to variables of this function.
        unsafe { cri_unrecognized_critical(options.as_ptr(), options.len(), is_known, null_mut()) }
    };
    // RFC 7252 section 5.10: Uri-Host 3 must not be repeated. RFC 8613: OSCORE is 9.
    assert_eq!(find(&[option(3), option(11), option(12), option(11)], None), 0);
    assert_eq!(find(&[option(3), option(3)], None), 3);
    assert_eq!(find(&[option(9)], None), 9);
    assert_eq!(find(&[option(9)], Some(is_oscore)), 0);
    assert_eq!(find(&[option(9), option(65001)], Some(is_oscore)), 65001);
    // SAFETY: the pointers are null.
    unsafe {
        assert_eq!(cri_unrecognized_critical(null(), 0, None, null_mut()), 0);
        assert_eq!(cri_unrecognized_critical(null(), 1, None, null_mut()), ARGUMENT);
    }
}

#[test]
fn a_path_of_options_has_segments_left_after_those_of_a_text() {
    let option = |number, value: &'static str| cri_option_t {
        value: value.as_ptr(),
        len: value.len(),
        number,
    };
    // The numbers of RFC 7252 section 5.10: Uri-Host, Uri-Port, Uri-Path and Uri-Query.
    let [host, port, query] = [option(3, "h"), option(7, "p"), option(15, "a")];
    let path = |value| option(11, value);
    // The segments that are left, or `None` if the path does not begin with the text.
    let after = |options: &[cri_option_t], text: &str| {
        let (mut rest, mut left) = (null::<cri_option_t>(), 9);
        let (options, count, len) = (options.as_ptr(), options.len(), text.len());
        let text = text.as_ptr().cast();
        // SAFETY: the pointers are to variables of this function, and the text is as long as its length says.
        unsafe {
            cri_uri_path_after(options, count, text, len, &raw mut rest, &raw mut left).then(|| {
                let rest = slice::from_raw_parts(rest, left).iter();
                rest.map(|option| text_of(option.value.cast(), option.len)).collect::<Vec<_>>()
            })
        }
    };
    let some = |segments: &[&str]| Some(segments.iter().map(|&text| text.to_owned()).collect());

    let request = [host, port, path("a"), path("bc"), path(""), query];
    for (text, left) in [
        ("", some(&["a", "bc", ""])),
        ("/a", some(&["bc", ""])),
        ("/a/bc", some(&[""])),
        ("/a/bc/", some(&[])),
    ] {
        assert_eq!(after(&request, text), left, "{text}");
    }
    for text in [
        "a", "/", "//", "/a/", "/a/b", "/a/bcd", "/abc", "/a//bc", "/a/bc//", "/a/bc//a", "/a/bc/a",
    ] {
        assert_eq!(after(&request, text), None, "{text}");
    }
    for options in [&[][..], &[host, query]] {
        assert_eq!(after(options, ""), some(&[]));
        assert_eq!(after(options, "/"), None);
        assert_eq!(after(options, "/a"), None);
    }
    assert_eq!(after(&[path("a/bc"), path("d")], "/a/bc"), None);
    assert_eq!(after(&[path("a")], "/a"), some(&[]));
    // SAFETY: the pointers are null.
    unsafe {
        assert!(cri_uri_path_after(null(), 0, null(), 0, null_mut(), null_mut()));
        assert!(!cri_uri_path_after(null(), 1, null(), 0, null_mut(), null_mut()));
        assert!(!cri_uri_path_after(null(), 0, null(), 1, null_mut(), null_mut()));
    }
}

/// [-1, [h'FE80…01', "a\u0000b"]]
const ZONE_WITH_A_NUL: &[u8] = b"\x82\x20\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x63a\0b";

#[test]
fn a_zone_with_a_nul_is_no_destination() {
    let (cri, mut error) = (decoded(ZONE_WITH_A_NUL), zeroed::<cri_error_t>());
    let mut endpoint = cri_endpoint_t { port: 7, ..zeroed() };
    let mut message = Message { room: 9, ..Message::default() };
    let message = &raw mut message;
    let (cri, place, context) = (&raw const cri, &raw mut endpoint, message.cast());
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        let code = cri_populate(cri, DRAFT_16, 0, place, Some(add), context, &raw mut error);
        assert_eq!((code, error.code), (cri_err::CRI_ERR_NO_OPTIONS as c_int, code));
        assert_eq!(error.kind, cri_kind::CRI_KIND_ZONE_ID as u16);
        assert_eq!(error.component, cri_component::CRI_COMPONENT_ZONE_ID as u8);
        assert_eq!(endpoint, cri_endpoint_t { port: 7, ..zeroed() });
        // cri_zone() hands it over with its length.
        let (mut zone, mut len) = (null(), 0);
        assert!(cri_zone(cri, &raw mut zone, &raw mut len));
        assert_eq!(text_of(zone, len), "a\0b");
        // An endpoint of the program with such a zone is a mistake, like the size of an array for the length of a text.
        let mut endpoint = cri_endpoint_t { address_len: 16, ..zeroed() };
        (endpoint.zone, endpoint.zone_len) = (c"eth0".as_ptr(), 5);
        let place = &raw const endpoint;
        let code = cri_options(cri, place, DRAFT_16, Some(add), context, &raw mut error);
        assert_eq!((code, error.kind), (ARGUMENT, cri_kind::CRI_KIND_ZONE_ID as u16));
        assert!((*message).options.is_empty());
    }
}

#[test]
fn a_zone_that_is_empty_or_of_an_ipv4_address_is_no_destination() {
    let mut message = Message { room: 9, ..Message::default() };
    let context = (&raw mut message).cast();
    for bytes in [
        // [-1, [h'FE80…01', ""]]
        &b"\x82\x20\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x60"[..],
        // [-1, [h'7F000001', "e"]], and with an empty zone
        b"\x82\x20\x82\x44\x7f\0\0\x01\x61e",
        b"\x82\x20\x82\x44\x7f\0\0\x01\x60",
    ] {
        for revision in [DRAFT_16, CRI_REVISION_RFC_9988] {
            let (cri, mut error) = (decoded(bytes), zeroed::<cri_error_t>());
            let mut endpoint = cri_endpoint_t { port: 7, ..zeroed() };
            let (cri, place, details) = (&raw const cri, &raw mut endpoint, &raw mut error);
            // SAFETY: all pointers are to variables of this function.
            let code =
                unsafe { cri_populate(cri, revision, 0, place, Some(add), context, details) };
            assert_eq!((code, error.code), (cri_err::CRI_ERR_NO_OPTIONS as c_int, code));
            assert_eq!(error.kind, cri_kind::CRI_KIND_ZONE_ID as u16);
            assert_eq!(error.component, cri_component::CRI_COMPONENT_ZONE_ID as u8);
            assert_eq!(endpoint, cri_endpoint_t { port: 7, ..zeroed() });
        }
    }
    assert!(message.options.is_empty());
}

#[test]
fn an_endpoint_is_filled_after_the_last_option() {
    let cri = decoded(CORE);
    let mut endpoint = cri_endpoint_t { port: 7, ..zeroed() };
    // The second option is refused.
    let mut message = Message { room: 1, ..Message::default() };
    let (cri, place, context) = (&raw const cri, &raw mut endpoint, (&raw mut message).cast());
    for add in [Some(add as unsafe extern "C" fn(_, _, _, _) -> _), None] {
        // SAFETY: all pointers are to variables of this function.
        let code = unsafe { cri_populate(cri, DRAFT_16, 0, place, add, context, null_mut()) };
        assert!(code < 0);
        assert_eq!(endpoint, cri_endpoint_t { port: 7, ..zeroed() });
    }
}
