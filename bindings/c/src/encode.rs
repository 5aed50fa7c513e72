//! Encoding, resolving and relativizing: results that are CRIs, written to the caller's buffer.

use core::ffi::c_int;

use cri_core::{CriRef, Sections};

use crate::error::{cri_error_t, finish, holds};
use crate::kind::cri_kind::CRI_KIND_NOT_FULL;
use crate::output::Output;
use crate::pointer::{Place, all_apart, length, room};
use crate::reference::{cri_t, get, get_full, get_in_place, operand, places, put};
use crate::settings::revision as of;

/// Writes the interchange form of a revision, with the shortest CBOR heads. Returns the number of bytes written.
///
/// Errors: CRI_ERR_BUFFER, CRI_ERR_ENCODE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_encode(
    cri: *const cri_t,
    revision: c_int,
    buffer: *mut u8,
    capacity: usize,
    result: *mut cri_t,
    error: *mut cri_error_t,
) -> c_int {
    write(cri, |cri| cri.into(), revision, (buffer, capacity), result, error)
}

/// Writes the interchange form of a revision without the fragment, as for a request (section 4). Returns the number of bytes
/// written.
///
/// Errors: CRI_ERR_BUFFER, CRI_ERR_ENCODE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_encode_without_fragment(
    cri: *const cri_t,
    revision: c_int,
    buffer: *mut u8,
    capacity: usize,
    result: *mut cri_t,
    error: *mut cri_error_t,
) -> c_int {
    write(
        cri,
        |cri| Sections::from(cri).without_fragment(),
        revision,
        (buffer, capacity),
        result,
        error,
    )
}

/// Returns the number of bytes that cri_encode() writes.
///
/// Errors: CRI_ERR_ENCODE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_encoded_len(
    cri: *const cri_t,
    revision: c_int,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        all_apart(error, &[], &places(cri))?;
        let cri = get(cri)?;
        Ok(length(cri.sections().encoded_len(of(revision)?)?))
    })
}

/// Returns whether the bytes of `cri` are exactly those that a revision writes. A strict reader accepts only these bytes.
/// Decoding accepts the forms of all revisions, and CBOR heads of any length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_is_encoding_of(cri: *const cri_t, revision: c_int) -> bool {
    holds(|| {
        let cri = get(cri)?;
        Ok(cri.is_encoding_of(of(revision)?))
    })
}

/// Resolves `reference` against the full CRI `base` (section 5.3), and writes the result. Returns the number of bytes written.
///
/// The empty reference keeps the fragment of the base. For a request, take cri_encode_without_fragment().
///
/// Errors: CRI_ERR_NOT_FULL for a relative base, CRI_ERR_RESOLVE, CRI_ERR_BUFFER, CRI_ERR_ENCODE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_resolve(
    base: *const cri_t,
    reference: *const cri_t,
    revision: c_int,
    buffer: *mut u8,
    capacity: usize,
    result: *mut cri_t,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        let read = [operand(base, result), operand(reference, result)];
        all_apart(error, &[Place::room(buffer, capacity), Place::of(result)], read.as_flattened())?;
        // What is made here stays where it is: moving it would link `memcpy`.
        let base = &get_in_place(base)?.to_full();
        let base = base.as_ref().ok_or(CRI_KIND_NOT_FULL)?;
        let reference = get_in_place(reference)?;
        let mut output = Output::new(room(buffer, capacity)?);
        let resolved = &base.resolve(*reference);
        let resolved = resolved.as_ref().map_err(|error| *error)?;
        let encoded = resolved.encode_to(of(revision)?, &mut output)?;
        hand_over(encoded.as_cri_ref(), result);
        output.end()
    })
}

/// Writes the CRI reference that resolves against the full CRI `base` to the full CRI `target`, and takes the fewest bytes in
/// a revision. Returns the number of bytes written. If no reference is shorter than the target, the result is the target.
///
/// The result leads to the target as a CRI. If the base has no authority, the text of cri_to_uri() may lead elsewhere by RFC 3986.
///
/// Errors: CRI_ERR_NOT_FULL for a relative base or target, CRI_ERR_BUFFER, CRI_ERR_ENCODE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_relativize(
    base: *const cri_t,
    target: *const cri_t,
    revision: c_int,
    buffer: *mut u8,
    capacity: usize,
    result: *mut cri_t,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        let read = [operand(base, result), operand(target, result)];
        all_apart(error, &[Place::room(buffer, capacity), Place::of(result)], read.as_flattened())?;
        let (base, target) = (get_full(base)?, get_full(target)?);
        let mut output = Output::new(room(buffer, capacity)?);
        let reference = base.relativize(target, of(revision)?, &mut output)?;
        hand_over(reference.as_cri_ref(), result);
        output.end()
    })
}

/// Writes the sections of a CRI that `of_cri` selects to the caller's buffer.
///
/// # Safety
///
/// The contract of this library.
unsafe fn write<'a>(
    cri: *const cri_t,
    of_cri: fn(&CriRef<'a>) -> Sections<'a>,
    revision: c_int,
    (buffer, capacity): (*mut u8, usize),
    result: *mut cri_t,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        let written = [Place::room(buffer, capacity), Place::of(result)];
        all_apart(error, &written, &operand(cri, result))?;
        let cri = get_in_place(cri)?;
        let mut output = Output::new(room(buffer, capacity)?);
        let encoded = of_cri(cri).encode_to(of(revision)?, &mut output)?;
        hand_over(encoded.as_cri_ref(), result);
        output.end()
    })
}

/// Puts a CRI that is in the caller's buffer into the caller's structure. One that did not fit has no bytes, and stays out.
///
/// # Safety
///
/// As for [`put`].
pub(crate) unsafe fn hand_over(cri: CriRef<'_>, result: *mut cri_t) {
    if !cri.as_bytes().is_empty() {
        put(result, Some(cri));
    }
}
