//! Decoding: bytes to a CRI or CRI reference.

use core::ffi::{c_int, c_uint};

use cri_core::wire::skip;
use cri_core::{CriRef, Decodable, Decoder};

use crate::error::{Outcome, cri_error_t, finish, finish_without_details};
use crate::pointer::{items, length};
use crate::reference::{cri_t, put};
use crate::settings::{CRI_FEATURES_ALL, features};

/// Decodes all `len` bytes as one CRI or CRI reference (section 5.1), and accepts all features. Returns 0.
///
/// Decoding takes no revision: it accepts what any revision writes. `cri` refers to the bytes from then on.
///
/// Errors: CRI_ERR_MALFORMED, CRI_ERR_UNPROCESSABLE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_decode(cri: *mut cri_t, bytes: *const u8, len: usize, error: *mut cri_error_t) -> c_int {
    // SAFETY: the contract of this library.
    unsafe { cri_decode_with(cri, bytes, len, CRI_FEATURES_ALL, error) }
}

/// Decodes all `len` bytes as one CRI or CRI reference, and accepts only some features: a sum of CRI_FEATURE_ constants.
/// Returns 0.
///
/// Errors: CRI_ERR_MALFORMED, CRI_ERR_UNPROCESSABLE, CRI_ERR_FEATURE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_decode_with(
    cri: *mut cri_t,
    bytes: *const u8,
    len: usize,
    features: c_uint,
    error: *mut cri_error_t,
) -> c_int {
    // SAFETY: the contract of this library.
    let outcome = unsafe { decode(cri, bytes, len, features, |decoder, bytes| Ok((whole(decoder, bytes)?, &[]))) };
    // SAFETY: the contract of this library.
    unsafe { finish(outcome.map(|_| 0), error) }
}

/// Decodes the CRI or CRI reference that the bytes begin with, as in a larger CBOR item, and accepts only some features.
/// Returns the number of bytes that it takes. After CRI_ERR_UNPROCESSABLE and CRI_ERR_FEATURE, `cri_skip` returns that number.
///
/// Errors: CRI_ERR_MALFORMED, CRI_ERR_UNPROCESSABLE, CRI_ERR_FEATURE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_decode_prefix(
    cri: *mut cri_t,
    bytes: *const u8,
    len: usize,
    features: c_uint,
    error: *mut cri_error_t,
) -> c_int {
    // SAFETY: the contract of this library.
    let outcome = unsafe { decode(cri, bytes, len, features, |decoder, bytes| Ok(decoder.decode_prefix(bytes)?)) };
    // SAFETY: the contract of this library.
    unsafe { finish(outcome, error) }
}

/// Returns the length in bytes of the CBOR item that the bytes begin with, of any type: to step over a CRI that cannot be
/// processed (section 5.2.1). It needs no memory, however deep the item nests.
///
/// Errors: CRI_ERR_MALFORMED.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_skip(bytes: *const u8, len: usize) -> c_int {
    // SAFETY: the contract of this library.
    let bytes = unsafe { items(bytes, len) };
    finish_without_details(bytes.and_then(|bytes| Ok(length(skip(bytes)?))))
}

fn whole<'a, T: Decodable<'a>>(decoder: Decoder, bytes: &'a [u8]) -> Result<T, cri_error_t> {
    Ok(decoder.decode(bytes)?)
}

/// Decodes with `read`, which returns the CRI reference and the bytes that follow. Returns the number of bytes read.
///
/// # Safety
///
/// The contract of this library.
unsafe fn decode(
    cri: *mut cri_t,
    bytes: *const u8,
    len: usize,
    bits: c_uint,
    read: impl Fn(Decoder, &'static [u8]) -> Result<(CriRef<'static>, &'static [u8]), cri_error_t>,
) -> Outcome {
    // SAFETY: the contract of this library.
    unsafe { put(cri, None) };
    // SAFETY: the contract of this library. The caller keeps the bytes while it uses the CRI, so for `read` they are static.
    let bytes = unsafe { items(bytes, len) }?;
    let (reference, _) = read(Decoder::new().with_features(features(bits)?), bytes)?;
    // SAFETY: the contract of this library.
    unsafe { put(cri, Some(reference)) };
    Ok(length(reference.as_bytes().len()))
}
