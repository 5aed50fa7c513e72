//! CoAP options to a CRI (section 8.1.2).

use core::ffi::c_int;

use cri_coap::{
    ComposeError, ComposeErrorKind, EncodedOptions, Endpoint, compose, compose_location,
};

use crate::encode::{finish_cri, hand_over};
use crate::endpoint::{cri_endpoint_t, endpoint as read_endpoint};
use crate::error::{Outcome, cri_error_t, finish};
use crate::kind::cri_kind::{self, CRI_KIND_NULL_POINTER};
use crate::output::Output;
use crate::pointer::{apart, items, length, room};
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
    finish_cri(result, error, || {
        let (pairs, endpoint, mut output) = request(options, count, endpoint, (buffer, capacity))?;
        let composed = compose(pairs, &endpoint, of(revision)?, &mut output);
        let composed = composed.map(|cri| hand_over(cri.as_cri_ref(), result));
        end_composed(&output, composed)
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
    finish_cri(result, error, || {
        let pairs = pairs(options, count, buffer, capacity)?;
        let mut output = Output::new(room(buffer, capacity, &[])?);
        let composed = compose_location(pairs, of(revision)?, &mut output);
        let composed =
            composed.map(|found| put(result, found.as_ref().map(|found| found.as_cri_ref())));
        end_composed(&output, composed)
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
    finish(error, || {
        let bytes = items(bytes, len)?;
        if options.is_null() && capacity > 0 {
            return Err(CRI_KIND_NULL_POINTER.into());
        }
        apart(options.cast(), capacity.saturating_mul(size_of::<cri_option_t>()), bytes)?;
        let (decoded, rest) = EncodedOptions::decode(bytes)?;
        let mut count = 0;
        for (number, value) in decoded {
            if count < capacity {
                let place = options.wrapping_add(count);
                // SAFETY: the pointer is not null, and the caller promises room for `capacity` options.
                place.write(cri_option_t { value: value.as_ptr(), len: value.len(), number });
            }
            count = count.wrapping_add(1);
        }
        if count > capacity {
            return Err(cri_error_t::too_small(count));
        }
        crate::pointer::write(payload, len.wrapping_sub(rest.len()));
        Ok(length(count))
    })
}

/// The length of a composed CRI. One that was cut off breaks a rule: the error is then the buffer.
fn end_composed(output: &Output<'_>, composed: Result<(), ComposeError>) -> Outcome {
    let is_rule = |error: &ComposeError| matches!(error.kind(), ComposeErrorKind::Rule(_));
    let is_rule = composed.as_ref().is_err_and(is_rule);
    end_result(output, is_rule, composed.map_err(cri_error_t::from))
}

/// The length of a result. `is_rule` says whether the error, if there is one, may be due to a result that was cut off.
pub(crate) fn end_result(
    output: &Output<'_>,
    is_rule: bool,
    result: Result<(), cri_error_t>,
) -> Outcome {
    match result {
        Err(error) if !is_rule || output.fits() => Err(error),
        _ => output.end(),
    }
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
) -> Result<(impl Iterator<Item = Pair<'a>> + Clone, Endpoint<'a>, Output<'a>), cri_kind> {
    let pairs = pairs(options, count, buffer, capacity)?;
    let endpoint = read_endpoint(endpoint, buffer, capacity)?;
    Ok((pairs, endpoint, Output::new(room(buffer, capacity, &[])?)))
}

/// The number and the value of an option.
type Pair<'a> = (u16, &'a [u8]);

/// The options as pairs of number and value, apart from the room for the result.
///
/// # Safety
///
/// The contract of this library: each value is null, or points to its bytes, which do not change for `'a`.
pub(crate) unsafe fn pairs<'a>(
    options: *const cri_option_t,
    count: usize,
    buffer: *const u8,
    capacity: usize,
) -> Result<impl Iterator<Item = Pair<'a>> + Clone, cri_kind> {
    let options: &'a [cri_option_t] = items(options, count)?;
    apart(buffer, capacity, options)?;
    for option in options {
        apart(buffer, capacity, items(option.value, option.len)?)?;
    }
    // INVARIANT: each option was checked, so none is replaced by an empty one.
    Ok(options
        .iter()
        .map(|option| (option.number, items(option.value, option.len).unwrap_or_default())))
}
