//! CoAP options to a CRI (section 8.1.2).

use core::ffi::c_int;

use cri_coap::{EncodedOptions, Endpoint, compose, compose_location};

use crate::encode::hand_over;
use crate::endpoint::{cri_endpoint_t, endpoint as read_endpoint, places};
use crate::error::{cri_error_t, finish};
use crate::kind::cri_kind::{self, CRI_KIND_NULL_POINTER};
use crate::output::Output;
use crate::pointer::{Place, all_apart, apart, items, length, room, room_for, write};
use crate::reference::{cri_t, put};
use crate::settings::revision as of;

/// One CoAP option: its number and its value.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cri_option_t {
    /// The value, or null if it is empty.
    pub value: *const u8,
    /// The length of the value in bytes.
    pub len: usize,
    /// The number.
    pub number: u16,
}

/// Makes the full CRI of a request from its options, in any order, and from the endpoint at which it arrived. Returns the
/// number of bytes written. Options that do not identify the resource are ignored, also those that address a proxy.
///
/// If the function fails, `error->response_code` is the code for the response.
///
/// Errors: CRI_ERR_OPTIONS, CRI_ERR_BUFFER.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_compose(
    options: *const cri_option_t,
    count: usize,
    endpoint: *const cri_endpoint_t,
    revision: c_int,
    buffer: *mut u8,
    capacity: usize,
    result: *mut cri_t,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        let (pairs, endpoint, mut output) =
            request(options, count, endpoint, (buffer, capacity), result, error)?;
        let composed = compose(pairs, &endpoint, of(revision)?, &mut output);
        let composed = composed.map(|cri| hand_over(cri.as_cri_ref(), result));
        output.end_of(composed)
    })
}

/// Makes the CRI reference of the location in a response from its options: Location-Path and Location-Query (RFC 7252 section
/// 5.10.7). Returns the number of bytes written, or 0 if there are no such options. cri_resolve() resolves the reference
/// against the CRI of the request.
///
/// `result` holds no CRI if the function returns 0.
///
/// Errors: CRI_ERR_OPTIONS, CRI_ERR_BUFFER.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_compose_location(
    options: *const cri_option_t,
    count: usize,
    revision: c_int,
    buffer: *mut u8,
    capacity: usize,
    result: *mut cri_t,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        let written = [Place::room(buffer, capacity), Place::of(result)];
        let pairs = pairs(options, count, &written, &[], error)?;
        let mut output = Output::new(room(buffer, capacity)?);
        let composed = compose_location(pairs, of(revision)?, &mut output);
        let composed = composed.map(|found| match &found {
            Some(found) => hand_over(found.as_cri_ref(), result),
            None => put(result, None),
        });
        output.end_of(composed)
    })
}

/// Reads the options of a message (RFC 7252 section 3.1): the bytes after the token. Writes up to `capacity` of them to
/// `options`, and returns their number. Values are not copied.
///
/// `payload` is set to the offset of the payload, or to `len` if there is none.
///
/// Errors: CRI_ERR_OPTIONS, and CRI_ERR_BUFFER if there are more options: `error->needed` is their number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_options_read(
    bytes: *const u8,
    len: usize,
    options: *mut cri_option_t,
    capacity: usize,
    payload: *mut usize,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        // No more of the room is used than its place has.
        let capacity = room_for::<cri_option_t>(capacity);
        let written = [Place::room(options, capacity), Place::of(payload)];
        all_apart(error, &written, &[Place::items(bytes, len)])?;
        let bytes = items(bytes, len)?;
        if options.is_null() && capacity > 0 {
            return Err(CRI_KIND_NULL_POINTER.into());
        }
        let (decoded, rest) = EncodedOptions::decode(bytes)?;
        let count = decoded.into_iter().count();
        if count > capacity {
            return Err(cri_error_t::too_small(count));
        }
        for (index, (number, value)) in decoded.into_iter().enumerate() {
            let place = options.wrapping_add(index);
            // SAFETY: the pointer is not null, and the caller promises room for `capacity` options.
            place.write(cri_option_t { value: value.as_ptr(), len: value.len(), number });
        }
        write(payload, len.wrapping_sub(rest.len()));
        Ok(length(count))
    })
}

/// The options of a request, the endpoint at which it arrived, and the room for its CRI.
///
/// # Safety
///
/// The contract of this library.
pub(crate) unsafe fn request<'a>(
    options: *const cri_option_t,
    count: usize,
    endpoint: *const cri_endpoint_t,
    (buffer, capacity): (*mut u8, usize),
    result: *mut cri_t,
    error: &mut *mut cri_error_t,
) -> Result<(impl Iterator<Item = Pair<'a>> + Clone + use<'a>, Endpoint<'a>, Output<'a>), cri_kind>
{
    let written = [Place::room(buffer, capacity), Place::of(result)];
    let pairs = pairs(options, count, &written, &places(endpoint), error)?;
    let endpoint = read_endpoint(endpoint)?;
    Ok((pairs, endpoint, Output::new(room(buffer, capacity)?)))
}

/// The number and the value of an option.
type Pair<'a> = (u16, &'a [u8]);

/// The options as pairs of number and value. What the function writes is apart from them, and from what else it reads.
///
/// # Safety
///
/// The contract of this library: each value is null, or points to its bytes, which do not change for `'a`.
pub(crate) unsafe fn pairs<'a>(
    options: *const cri_option_t,
    count: usize,
    written: &[Place],
    read: &[Place],
    error: &mut *mut cri_error_t,
) -> Result<impl Iterator<Item = Pair<'a>> + Clone + use<'a>, cri_kind> {
    let list = [Place::items(options, count)];
    let value = |option: &cri_option_t| [Place::items(option.value, option.len)];
    let options: Result<&'a [cri_option_t], _> = items(options, count);
    let listed = options.unwrap_or_default();
    // The details of an error come first: if they overlap one argument, they must not say what is wrong with another.
    for places in [written, read, &list] {
        all_apart(error, &[], places)?;
    }
    for option in listed {
        all_apart(error, &[], &value(option))?;
    }
    for places in [read, &list] {
        apart(written, places)?;
    }
    for option in listed {
        apart(written, &value(option))?;
    }
    for option in options? {
        items(option.value, option.len)?;
    }
    Ok(listed.iter().map(|option| {
        let value = items(option.value, option.len);
        // INVARIANT: each option was checked, so none is replaced by an empty one.
        debug_assert!(value.is_ok());
        (option.number, value.unwrap_or_default())
    }))
}
