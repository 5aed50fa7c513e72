//! CRIs and CRI references in CBOR tag 99.

use core::ffi::{c_int, c_uint};

use cri_core::{Buffer, SliceBuffer};

use crate::decode::decode;
use crate::error::{Outcome, cri_error_t, finish};
use crate::pointer::{apart, length, room};
use crate::reference::{cri_t, get};

/// Decodes all `len` bytes as one CRI or CRI reference in CBOR tag 99 (draft-27), and accepts only some features: a sum of
/// CRI_FEATURE_ constants. Returns 0. The tag is not part of `cri`, which refers to the bytes after it.
///
/// Errors: CRI_ERR_MALFORMED, CRI_ERR_UNPROCESSABLE, CRI_ERR_FEATURE. An item that is not in this tag is CRI_ERR_MALFORMED, of
/// the kind CRI_KIND_NOT_TAGGED. Offsets count from the start of the tag.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_decode_tagged(
    cri: *mut cri_t,
    bytes: *const u8,
    len: usize,
    features: c_uint,
    error: *mut cri_error_t,
) -> c_int {
    // SAFETY: the contract of this library.
    unsafe { decode(cri, bytes, len, features, |decoder, bytes| decoder.tagged().decode(bytes), error) }.min(0)
}

/// Writes the interchange form in CBOR tag 99. Returns the number of bytes written, with those of the tag.
///
/// There is no revision to choose: only draft-27 and later revisions define the tag, so the form is theirs. The buffer must
/// not overlap the bytes of `cri`.
///
/// Errors: CRI_ERR_BUFFER.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_encode_tagged(
    cri: *const cri_t,
    buffer: *mut u8,
    capacity: usize,
    error: *mut cri_error_t,
) -> c_int {
    let outcome = || -> Outcome {
        // SAFETY: the contract of this library.
        let cri = unsafe { get(cri) }?;
        apart(buffer, capacity, cri.as_bytes())?;
        // SAFETY: the contract of this library.
        let mut encoded = SliceBuffer::new(unsafe { room(buffer, capacity) }?);
        cri.sections().encode_tagged(&mut encoded)?;
        Ok(length(encoded.len()))
    };
    // SAFETY: the contract of this library.
    unsafe { finish(outcome(), error) }
}
