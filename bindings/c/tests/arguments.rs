//! Arguments that are wrong: null pointers, buffers that overlap, and inputs that are too long.
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a test makes several calls in a row")]

use std::ffi::{c_char, c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

use cri_c::*;

use crate::functions::{ARGUMENT, CORE, DRAFT_16, TOO_SMALL, bytes_of, decoded, texts, zeroed};

/// Accepts each option.
unsafe extern "C" fn add(_: *mut c_void, _: u16, _: *const u8, _: usize) -> c_int {
    0
}

#[test]
fn null_pointers_are_errors_unless_the_length_is_zero() {
    let (mut cri, empty, full) = (zeroed::<cri_t>(), zeroed::<cri_t>(), decoded(CORE));
    let mut buffer = [0; 64];
    // SAFETY: the pointers are null, or to variables of this function.
    unsafe {
        // No bytes are no CRI, and not a mistake.
        assert_eq!(
            cri_decode(&raw mut cri, null(), 0, CRI_FEATURES_ALL, null_mut()),
            cri_err::CRI_ERR_MALFORMED as c_int
        );
        assert_eq!(cri_decode(&raw mut cri, null(), 1, CRI_FEATURES_ALL, null_mut()), ARGUMENT);
        assert_eq!(
            cri_decode(&raw mut cri, CORE.as_ptr(), usize::MAX, CRI_FEATURES_ALL, null_mut()),
            ARGUMENT
        );
        assert_eq!(
            cri_decode(null_mut(), CORE.as_ptr(), CORE.len(), CRI_FEATURES_ALL, null_mut()),
            0
        );
        for cri in [null(), &raw const empty] {
            assert!(!cri_is_full(cri));
            assert!(!cri_is_encoding_of(cri, DRAFT_16));
            assert!(!cri_equal(cri, &raw const full));
            assert!(!cri_equal(&raw const full, cri));
            assert!(!cri_equal_ignoring_fragment(cri, cri));
            assert_eq!(cri_compare(cri, &raw const full, null_mut()), ARGUMENT);
            assert!(!cri_scheme_number(cri, null_mut()));
            assert!(!cri_scheme_name(cri, null_mut(), null_mut()));
            assert!(!cri_userinfo(cri, null_mut()));
            assert_eq!(cri_host_ip(cri, null_mut()), 0);
            assert!(!cri_zone(cri, null_mut(), null_mut()));
            assert!(!cri_port(cri, null_mut()));
            assert!(!cri_fragment(cri, null_mut()));
            // A list of an earlier CRI becomes empty, and so does one that nobody wrote to.
            let lists: [unsafe extern "C" fn(_, _) -> _; 3] =
                [cri_host_labels, cri_path, cri_query];
            for read in lists {
                let mut list = zeroed();
                assert!(cri_path(&raw const full, &raw mut list));
                assert!(!read(cri, &raw mut list));
                assert_eq!(texts(list), []);
                let mut list = MaybeUninit::<cri_items_t>::uninit();
                assert!(!read(cri, list.as_mut_ptr()));
                assert_eq!(texts(list.assume_init()), []);
            }
            assert_eq!(
                cri_encode(cri, DRAFT_16, buffer.as_mut_ptr(), 64, null_mut(), null_mut()),
                ARGUMENT
            );
            assert_eq!(
                cri_populate(cri, DRAFT_16, 0, null_mut(), None, null_mut(), null_mut()),
                ARGUMENT
            );
        }
        assert_eq!(
            cri_encode(&raw const full, DRAFT_16, null_mut(), 0, null_mut(), null_mut()),
            TOO_SMALL
        );
        assert_eq!(
            cri_encode(&raw const full, DRAFT_16, null_mut(), 64, null_mut(), null_mut()),
            ARGUMENT
        );
        assert_eq!(
            cri_encode(&raw const full, 31, buffer.as_mut_ptr(), 64, null_mut(), null_mut()),
            ARGUMENT
        );
        assert!(!cri_next(null_mut(), null_mut()));
        assert!(!cri_next_piece(null_mut(), null_mut()));
        assert!(!cri_is_encoding_of(&raw const full, 31));
        assert!(!cri_scheme_by_number(31, 0, null_mut()));
        assert!(!cri_scheme_by_name(DRAFT_16, null(), 1, null_mut()));
        assert_eq!(cri_pieces(null(), null_mut()), ARGUMENT);
        let (mut none, item) = (zeroed::<cri_items_t>(), zeroed::<cri_item_t>());
        assert!(!cri_next(&raw mut none, null_mut()));
        assert_eq!(cri_pieces(&raw const item, &raw mut none), 0);
        assert!(!cri_next_piece(&raw mut none, null_mut()));
        assert!(cri_scheme_by_number(DRAFT_16, 0, null_mut()));
        assert!(!cri_scheme_by_name(DRAFT_16, null(), 0, null_mut()));
        assert_eq!(cri_find_origin(null(), 0, 0, null_mut(), null_mut()), ARGUMENT);
    }
}

#[test]
fn the_kind_says_which_argument_is_wrong() {
    use cri_kind::*;

    let (full, empty, mut buffer) = (decoded(CORE), zeroed::<cri_t>(), [0; 64]);
    let (cri, start) = (&raw const full, buffer.as_mut_ptr());
    let mut error = zeroed::<cri_error_t>();
    let place = &raw mut error;
    let is = |kind: cri_kind, code| {
        // SAFETY: the function before wrote the details.
        assert_eq!((code, unsafe { (*place).kind }), (ARGUMENT, kind as u16));
    };
    // SAFETY: the pointers are null, or to variables of this function.
    unsafe {
        let encode = |cri, of, buffer| cri_encode(cri, of, buffer, 64, null_mut(), place);
        is(CRI_KIND_NO_CRI, encode(null(), DRAFT_16, start));
        is(CRI_KIND_NO_CRI, encode(&raw const empty, DRAFT_16, start));
        is(CRI_KIND_UNKNOWN_REVISION, encode(cri, 31, start));
        is(CRI_KIND_NULL_POINTER, encode(cri, DRAFT_16, null_mut()));
        is(CRI_KIND_OVERLAP, encode(cri, DRAFT_16, CORE.as_ptr().cast_mut()));
        let decode = |bytes, len, features| cri_decode(null_mut(), bytes, len, features, place);
        is(CRI_KIND_NULL_POINTER, decode(null(), 1, 0));
        is(CRI_KIND_TOO_LONG, decode(CORE.as_ptr(), usize::MAX, 0));
        is(CRI_KIND_UNKNOWN_FEATURE, decode(CORE.as_ptr(), 1, 16));

        // The host of the first CRI is a name, so `cri_populate` has no address for the endpoint.
        let named = decoded(b"\x83\x20\x81\x61h\x80");
        let mut endpoint = zeroed::<cri_endpoint_t>();
        let populate =
            |cri, endpoint, add| cri_populate(cri, DRAFT_16, 0, endpoint, add, null_mut(), place);
        is(CRI_KIND_NULL_POINTER, populate(cri, &raw mut endpoint, None));
        assert_eq!(populate(&raw const named, &raw mut endpoint, Some(add)), 0);
        let write = |endpoint| cri_options_write(cri, endpoint, DRAFT_16, start, 64, place);
        is(CRI_KIND_NO_ADDRESS, write(&raw const endpoint));
        is(CRI_KIND_NULL_POINTER, write(null()));
        endpoint.address_len = 4;
        endpoint.transport = 6;
        is(CRI_KIND_UNKNOWN_TRANSPORT, write(&raw const endpoint));
        endpoint.transport = 0;
        (endpoint.zone, endpoint.zone_len) = (c"\xff".as_ptr(), 1);
        is(CRI_KIND_ZONE_ID, write(&raw const endpoint));
        endpoint.zone_len = 0;
        let write_resolved = |base, reference, endpoint, revision| {
            cri_options_write_resolved(base, reference, endpoint, revision, start, 64, place)
        };
        let here = &raw const endpoint;
        is(CRI_KIND_NO_CRI, write_resolved(null(), cri, here, DRAFT_16));
        is(CRI_KIND_NO_CRI, write_resolved(cri, &raw const empty, here, DRAFT_16));
        is(CRI_KIND_NULL_POINTER, write_resolved(cri, cri, null(), DRAFT_16));
        is(CRI_KIND_UNKNOWN_REVISION, write_resolved(cri, cri, here, 31));
    }
}

#[test]
fn a_buffer_must_not_overlap_what_is_read() {
    let mut space = [0; 64];
    let start = space.as_mut_ptr();
    // SAFETY: all pointers are to variables of this function, and the library finds the overlap before it writes.
    unsafe {
        start.copy_from(CORE.as_ptr(), CORE.len());
        let mut cri = zeroed::<cri_t>();
        assert_eq!(cri_decode(&raw mut cri, start, CORE.len(), CRI_FEATURES_ALL, null_mut()), 0);
        let cri = &raw const cri;
        let encode = |buffer| cri_encode(cri, DRAFT_16, buffer, CORE.len(), null_mut(), null_mut());
        assert_eq!(encode(start), ARGUMENT);
        assert_eq!(encode(start.add(CORE.len() - 1)), ARGUMENT);
        assert_eq!(encode(start.add(CORE.len())), 29);
        assert_eq!(
            cri_resolve(cri, cri, DRAFT_16, start.add(4), 8, null_mut(), null_mut()),
            ARGUMENT
        );
        let endpoint = cri_endpoint_t { address_len: 4, ..zeroed() };
        let write = |base, reference, buffer| {
            let (endpoint, none) = (&raw const endpoint, null_mut());
            cri_options_write_resolved(base, reference, endpoint, DRAFT_16, buffer, 8, none)
        };
        let other = decoded(b"\x80");
        assert_eq!(write(cri, &raw const other, start), ARGUMENT);
        assert_eq!(write(&raw const other, cri, start), ARGUMENT);
        let apart = start.add(CORE.len());
        assert_eq!(write(&raw const other, cri, apart), cri_err::CRI_ERR_NOT_FULL as c_int);
        let full = decoded(b"\x82\x20\x81\x61h");
        assert_eq!(write(&raw const full, cri, start.add(4)), ARGUMENT);
        assert_eq!(cri_to_uri(cri, DRAFT_16, start.cast(), 64, null_mut()), ARGUMENT);
        assert_eq!(cri_host_name(cri, start.cast(), 64, null_mut()), ARGUMENT);
    }
}

#[test]
fn a_buffer_must_not_overlap_options_or_zones() {
    let cri = decoded(CORE);
    let mut zone = *b"eth0eth0";
    let start = zone.as_mut_ptr();
    let mut endpoint = cri_endpoint_t { address_len: 16, ..zeroed() };
    (endpoint.zone, endpoint.zone_len) = (start.cast(), 8);
    let mut options = [cri_option_t { value: c"a".as_ptr().cast(), len: 1, number: 11 }; 2];
    // SAFETY: all pointers are to variables of this function, and the library finds the overlap before it writes.
    unsafe {
        let options = options.as_mut_ptr();
        for (buffer, endpoint) in
            [(start, endpoint), (options.cast(), cri_endpoint_t { zone_len: 0, ..endpoint })]
        {
            let (endpoint, none) = (&raw const endpoint, null_mut());
            let of = DRAFT_16;
            assert_eq!(
                cri_compose(options, 2, endpoint, of, buffer, 8, none, null_mut()),
                ARGUMENT
            );
            assert_eq!(
                cri_compose_origin(options, 2, 0, 0, endpoint, of, buffer, 8, none, null_mut()),
                ARGUMENT
            );
        }
        let write =
            cri_options_write(&raw const cri, &raw const endpoint, DRAFT_16, start, 8, null_mut());
        assert_eq!(write, ARGUMENT);
        assert_eq!(
            cri_options_read(options.cast(), 4, options, 2, null_mut(), null_mut()),
            ARGUMENT
        );
        assert_eq!(cri_options_read(null(), 0, null_mut(), 2, null_mut(), null_mut()), ARGUMENT);
    }
}

#[test]
fn a_host_name_with_a_nul_is_an_error() {
    // [-1, ["a\u0000b"]]
    let cri = decoded(b"\x82\x20\x81\x63a\0b");
    for capacity in [0, 1, 3, 4, 8] {
        let (mut name, mut error) = ([0; 8], zeroed::<cri_error_t>());
        let (start, place) = (name.as_mut_ptr(), &raw mut error);
        // SAFETY: all pointers are to variables of this function.
        let code = unsafe { cri_host_name(&raw const cri, start, capacity, place) };
        assert_eq!((code, error.code), (cri_err::CRI_ERR_NO_OPTIONS as c_int, code));
        assert_eq!((error.component, error.needed), (cri_component::CRI_COMPONENT_HOST as u8, 0));
    }
}

#[test]
fn room_that_nobody_wrote_to_is_not_read() {
    // [-1, ["example"]]: 7 letters and a NUL
    let cri = decoded(b"\x82\x20\x81\x67example");
    for capacity in 0..8 {
        let mut name = Box::<[c_char]>::new_uninit_slice(capacity);
        let (start, mut error) = (name.as_mut_ptr().cast(), zeroed::<cri_error_t>());
        // SAFETY: all pointers are to variables of this function.
        let code = unsafe { cri_host_name(&raw const cri, start, capacity, &raw mut error) };
        assert_eq!((code, error.needed), (TOO_SMALL, 8));
        // Zeros are no NUL of the name, either.
        let (mut zeros, mut error) = ([0; 8], zeroed::<cri_error_t>());
        let start = zeros.as_mut_ptr();
        // SAFETY: all pointers are to variables of this function.
        let code = unsafe { cri_host_name(&raw const cri, start, capacity, &raw mut error) };
        assert_eq!((code, error.needed), (TOO_SMALL, 8));
    }
}

#[test]
fn details_that_overlap_an_argument_are_not_written() {
    let mut cri = decoded(CORE);
    let (place, mut buffer) = (&raw mut cri, [0; 32]);
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        for revision in [DRAFT_16, 0] {
            let buffer = buffer.as_mut_ptr();
            assert_eq!(cri_encode(place, revision, buffer, 32, null_mut(), place.cast()), ARGUMENT);
            assert_eq!(
                cri_decode(place, CORE.as_ptr(), CORE.len(), CRI_FEATURES_ALL, place.cast()),
                ARGUMENT
            );
            assert_eq!(bytes_of(&*place), CORE);
        }
    }
    assert_eq!(buffer, [0; 32]);
}

#[test]
fn a_list_becomes_empty_if_there_is_none() {
    // [1] has no path and no query, and [-1] has no host.
    for (bytes, read) in [
        (b"\x81\x01", cri_path as unsafe extern "C" fn(_, _) -> _),
        (b"\x81\x01", cri_query),
        (b"\x81\x20", cri_host_labels),
    ] {
        let (cri, full, mut list) = (decoded(bytes), decoded(CORE), zeroed());
        // SAFETY: all pointers are to variables of this function.
        unsafe {
            assert!(cri_path(&raw const full, &raw mut list));
            assert!(!read(&raw const cri, &raw mut list));
        }
        assert_eq!(texts(list), []);
    }
}

#[test]
fn a_list_that_overlaps_its_cri_stays_as_it_is() {
    let mut cri = decoded(CORE);
    let place = &raw mut cri;
    let lists: [unsafe extern "C" fn(_, _) -> _; 3] = [cri_host_labels, cri_path, cri_query];
    for read in lists {
        // SAFETY: the list is where the structure is, which is larger.
        assert!(!unsafe { read(place, place.cast()) });
        assert_eq!(bytes_of(&cri), CORE);
    }
}

#[test]
fn input_is_not_longer_than_a_return_value() {
    let len = usize::try_from(c_int::MAX).unwrap() + 1;
    // SAFETY: the library refuses the length before it reads a byte.
    unsafe {
        assert_eq!(cri_skip(CORE.as_ptr(), len), ARGUMENT);
        assert_eq!(
            cri_decode(null_mut(), CORE.as_ptr(), len, CRI_FEATURES_ALL, null_mut()),
            ARGUMENT
        );
    }
}

// This breaks the contract of the library on purpose, which Miri reports.
#[cfg(not(miri))]
#[test]
fn a_cri_whose_bytes_changed_ends_every_call() {
    // The second call fails, but has changed the bytes that the first result refers to.
    let (mut buffer, mut other) = ([0; 48], [0; 200]);
    let mut cri = zeroed();
    let (place, start, room) = (&raw mut cri, buffer.as_mut_ptr(), other.as_mut_ptr());
    let convert = |uri: &str| {
        let (text, len, all) = (uri.as_ptr().cast(), uri.len(), CRI_FEATURES_ALL);
        // SAFETY: all pointers are to variables of this function.
        unsafe { cri_from_uri(text, len, DRAFT_16, all, start, 48, place, null_mut()) }
    };
    assert_eq!(convert("s:abc/def?x#y"), 18);
    assert_eq!(convert("??]a]."), cri_err::CRI_ERR_URI as c_int);
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        _ = cri_encode(place, DRAFT_16, room, 200, null_mut(), null_mut());
        _ = cri_encode_tagged(place, room, 200, null_mut());
        _ = cri_resolve(place, place, DRAFT_16, room, 200, null_mut(), null_mut());
        _ = cri_relativize(place, place, DRAFT_16, room, 200, null_mut(), null_mut());
        _ = cri_to_uri(place, DRAFT_16, room.cast(), 200, null_mut());
        _ = cri_host_name(place, room.cast(), 200, null_mut());
        _ = cri_compare(place, place, null_mut());
        let any = cri_transport::CRI_TRANSPORT_ANY as c_int;
        let mut endpoint = zeroed();
        let found = &raw mut endpoint;
        _ = cri_populate(place, DRAFT_16, any, found, Some(add), null_mut(), null_mut());
        _ = cri_options_write(place, found, DRAFT_16, room, 200, null_mut());
        for read in [cri_host_labels as unsafe extern "C" fn(_, _) -> _, cri_path, cri_query] {
            let (mut list, mut item) = (zeroed(), zeroed());
            _ = read(place, &raw mut list);
            let items = (0..49).take_while(|_| cri_next(&raw mut list, &raw mut item));
            assert!(items.count() < 49);
        }
    }
}
