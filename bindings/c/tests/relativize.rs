//! Calls of `cri_relativize` as from C, and of other functions with each number of a revision.
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a test makes several calls in a row")]

use std::ffi::c_int;
use std::ptr::{null, null_mut};

use cri_c::*;

use crate::functions::{ARGUMENT, DRAFT_16, NOT_FULL, TOO_SMALL, bytes_of, decoded, zeroed};

/// [-1, ["h"], ["x"]]
const BASE: &[u8] = b"\x83\x20\x81\x61h\x81\x61x";
/// [-1, ["h"], ["y"]]
const TARGET: &[u8] = b"\x83\x20\x81\x61h\x81\x61y";

/// The reference that `cri_relativize` writes.
fn relativized(base: &[u8], target: &[u8], revision: c_int) -> Vec<u8> {
    let (base, target, mut buffer) = (decoded(base), decoded(target), [0; 64]);
    let (start, mut result) = (buffer.as_mut_ptr(), zeroed());
    let (base, target) = (&raw const base, &raw const target);
    // SAFETY: all pointers are to variables of this function.
    let len =
        unsafe { cri_relativize(base, target, revision, start, 64, &raw mut result, null_mut()) };
    let found = bytes_of(&result);
    assert_eq!((found.as_ptr(), found.len()), (start.cast_const(), len as usize));
    found.to_vec()
}

#[test]
fn relativizing_writes_the_shortest_reference() {
    // [1, ["y"]]
    assert_eq!(relativized(BASE, TARGET, DRAFT_16), b"\x82\x01\x81\x61y");
    // [], because all sections are those of the base
    assert_eq!(relativized(BASE, BASE, DRAFT_16), b"\x80");
    // Another scheme: the target itself.
    let coaps = b"\x83\x21\x81\x61h\x81\x61x";
    assert_eq!(relativized(BASE, coaps, DRAFT_16), coaps);
}

#[test]
fn relativizing_writes_the_form_of_the_revision() {
    // [-2, ["h"]] is full in RFC 9988, and has an empty path in draft-16.
    let target = b"\x82\x21\x81\x61h";
    assert_eq!(relativized(BASE, target, DRAFT_16), b"\x83\x21\x81\x61h\x80");
    assert_eq!(relativized(BASE, target, CRI_REVISION_RFC_9988), target);
}

#[test]
fn relativizing_needs_two_full_cris_and_room() {
    let (base, target, relative, empty) =
        (decoded(BASE), decoded(TARGET), decoded(b"\x80"), zeroed());
    let (base, target, relative) = (&raw const base, &raw const target, &raw const relative);
    let mut buffer = [0; 16];
    let start = buffer.as_mut_ptr();
    // SAFETY: all pointers are null or to variables of this function.
    unsafe {
        let relativize = |base, target, revision, buffer, capacity| {
            let (mut result, mut error): (cri_t, cri_error_t) = (decoded(BASE), zeroed());
            let code = cri_relativize(
                base,
                target,
                revision,
                buffer,
                capacity,
                &raw mut result,
                &raw mut error,
            );
            assert!(if code < 0 {
                bytes_of(&result) == BASE && error.code == code
            } else {
                code == bytes_of(&result).len() as c_int
            });
            code
        };
        assert_eq!(relativize(relative, target, CRI_REVISION_RFC_9988, start, 16), NOT_FULL);
        assert_eq!(relativize(base, relative, CRI_REVISION_RFC_9988, start, 16), NOT_FULL);
        for none in [null(), &raw const empty] {
            assert_eq!(relativize(none, target, CRI_REVISION_RFC_9988, start, 16), ARGUMENT);
            assert_eq!(relativize(base, none, CRI_REVISION_RFC_9988, start, 16), ARGUMENT);
        }
        for revision in [0, 15, 17, 26, 31] {
            assert_eq!(relativize(base, target, revision, start, 16), ARGUMENT);
        }
        assert_eq!(relativize(base, target, CRI_REVISION_RFC_9988, start, 5), 5);
        for capacity in 0..5 {
            assert_eq!(relativize(base, target, CRI_REVISION_RFC_9988, start, capacity), TOO_SMALL);
        }
        assert_eq!(relativize(base, target, CRI_REVISION_RFC_9988, null_mut(), 0), TOO_SMALL);
        assert_eq!(relativize(base, target, CRI_REVISION_RFC_9988, null_mut(), 5), ARGUMENT);
    }
}

#[test]
fn draft_16_has_no_reference_with_a_zone_of_an_ipv4_address() {
    // [-2, [h'7F000001', "z"]] has a zone, which draft-16 allows for IPv6 alone.
    let (base, target) = (decoded(BASE), decoded(b"\x82\x21\x82\x44\x7f\x00\x00\x01\x61z"));
    let mut buffer = [0; 32];
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        let (base, target, start) = (&raw const base, &raw const target, buffer.as_mut_ptr());
        let code = cri_relativize(base, target, DRAFT_16, start, 32, null_mut(), null_mut());
        assert_eq!(code, cri_err::CRI_ERR_ENCODE as c_int);
    }
}

#[test]
fn the_result_may_be_the_base_or_the_target() {
    let mut buffer = [0; 16];
    // SAFETY: all pointers are to variables of this function.
    unsafe {
        let (mut base, target) = (decoded(BASE), decoded(TARGET));
        let (place, start) = (&raw mut base, buffer.as_mut_ptr());
        assert_eq!(
            cri_relativize(place, &raw const target, DRAFT_16, start, 16, place, null_mut()),
            5
        );
        assert_eq!(cri_discard(place), 1);
        let (base, mut target) = (decoded(BASE), decoded(TARGET));
        let place = &raw mut target;
        assert_eq!(
            cri_relativize(&raw const base, place, DRAFT_16, start, 16, place, null_mut()),
            5
        );
        assert_eq!(cri_discard(place), 1);
    }
}

#[test]
fn a_buffer_for_a_reference_must_not_overlap_base_or_target() {
    let mut space = [0; 24];
    let start = space.as_mut_ptr();
    // SAFETY: all pointers are to variables of this function, and the library finds the overlap before it writes.
    unsafe {
        start.copy_from(BASE.as_ptr(), 8);
        start.add(8).copy_from(TARGET.as_ptr(), 8);
        let (mut base, mut target) = (zeroed(), zeroed());
        assert_eq!(cri_decode(&raw mut base, start, 8, CRI_FEATURES_ALL, null_mut()), 0);
        assert_eq!(cri_decode(&raw mut target, start.add(8), 8, CRI_FEATURES_ALL, null_mut()), 0);
        let relativize = |buffer, capacity| {
            cri_relativize(
                &raw const base,
                &raw const target,
                DRAFT_16,
                buffer,
                capacity,
                null_mut(),
                null_mut(),
            )
        };
        assert_eq!(relativize(start, 8), ARGUMENT);
        assert_eq!(relativize(start.add(15), 8), ARGUMENT);
        assert_eq!(relativize(start.add(16), 8), 5);
    }
}
