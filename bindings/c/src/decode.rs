//! Decoding: bytes to a CRI or CRI reference.

use core::ffi::{c_int, c_uint};

use cri_core::wire::skip;
use cri_core::{CriRef, DecodeError, Decoder};

use crate::error::cri_err::CRI_ERR_ARGUMENT;
use crate::error::{answer, cri_error_t};
use crate::pointer::{Place, all_apart, items, length};
use crate::reference::{cri_t, put};
use crate::settings::features as accepted;

/// Decodes all `len` bytes as one CRI or CRI reference (section 5.1), and accepts only the given features: CRI_FEATURES_ALL
/// accepts every CRI. Returns 0.
///
/// Decoding takes no revision: it accepts what any revision writes. A bit of `features` that stands for no feature is
/// CRI_ERR_ARGUMENT, with CRI_KIND_UNKNOWN_FEATURE.
///
/// Errors: CRI_ERR_MALFORMED, CRI_ERR_UNPROCESSABLE, CRI_ERR_FEATURE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_decode(
    cri: *mut cri_t,
    bytes: *const u8,
    len: usize,
    features: c_uint,
    error: *mut cri_error_t,
) -> c_int {
    decode(cri, bytes, len, features, |decoder, bytes| decoder.decode(bytes), error).min(0)
}

/// Decodes the CRI or CRI reference that the bytes begin with, as in a larger CBOR item, and accepts only the given features.
/// Returns the number of bytes that it takes. After CRI_ERR_UNPROCESSABLE and CRI_ERR_FEATURE, cri_skip() returns that number.
/// An item that is not an array is CRI_ERR_MALFORMED with CRI_KIND_NOT_AN_ARRAY. cri_skip() steps over it if it is well-formed.
/// After any other CRI_ERR_MALFORMED, cri_skip() fails, too.
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
    let read = |decoder: Decoder, bytes| Ok(decoder.decode_prefix(bytes)?.0);
    decode(cri, bytes, len, features, read, error)
}

/// Returns the length in bytes of the CBOR item that the bytes begin with, of any type: to step over a CRI that cannot be
/// processed (section 5.2.1). It needs no memory, however deep the item nests. An item of indefinite length, or
/// with such an item inside, is CRI_ERR_MALFORMED.
///
/// Errors: CRI_ERR_MALFORMED.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_skip(bytes: *const u8, len: usize) -> c_int {
    answer(|| Ok(length(skip(items(bytes, len)?)?)))
}

/// Decodes with `read`. Returns the number of bytes read.
///
/// # Safety
///
/// The contract of this library.
#[inline(always)]
unsafe fn decode(
    cri: *mut cri_t,
    bytes: *const u8,
    len: usize,
    features: c_uint,
    read: fn(Decoder, &'static [u8]) -> Result<CriRef<'static>, DecodeError>,
    mut error: *mut cri_error_t,
) -> c_int {
    let apart = all_apart(&mut error, &[Place::of(cri)], &[Place::items(bytes, len)]);
    // The caller keeps the bytes while it uses the CRI, so for `read` they are static.
    let arguments = apart.and_then(|()| Ok((accepted(features)?, items(bytes, len)?)));
    let (features, bytes) = match arguments {
        Ok(arguments) => arguments,
        // A wrong argument is never a relative reference, which has a code of its own.
        Err(kind) => return cri_error_t::new(CRI_ERR_ARGUMENT, kind).report(error),
    };
    match read(Decoder::new().with_features(features), bytes) {
        Ok(reference) => {
            put(cri, Some(reference));
            length(reference.as_bytes().len())
        }
        Err(found) => report_decode(found, error),
    }
}

/// Reports an error out of line, so that a success needs no room for it.
///
/// # Safety
///
/// As for [`cri_error_t::report`].
#[inline(never)]
unsafe fn report_decode(found: DecodeError, error: *mut cri_error_t) -> c_int {
    cri_error_t::from(found).report(error)
}
