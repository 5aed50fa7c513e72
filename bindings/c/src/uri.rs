//! CRIs from URIs, and back (section 6).

use core::ffi::{c_char, c_int, c_uint};

use cri_core::{Component, Revision, SliceBuffer};
use cri_uri::__private::to_cri_without_character;
use cri_uri::{Options, ToUri};

use crate::encode::hand_over;
use crate::error::{Outcome, cri_err, cri_error_t, finish};
use crate::kind::cri_kind;
use crate::pointer::{Place, all_apart, length, room, terminate, text_bytes, utf8};
use crate::reference::{cri_t, get, places};
use crate::settings::{features as accepted, revision as of};

/// Converts a URI or URI reference to a CRI or CRI reference of a revision. Returns the number of bytes written.
///
/// The scheme becomes its number if it has one. Scheme and host are written in lower case, and percent-encoding is undone where
/// that changes nothing. Dot-segments and the default port are left out. A URI that needs another feature than the given ones
/// is refused.
///
/// Errors: CRI_ERR_URI, CRI_ERR_NO_CRI, CRI_ERR_FEATURE, CRI_ERR_BUFFER. Offsets count from the start of the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_from_uri(
    uri: *const c_char,
    len: usize,
    revision: c_int,
    features: c_uint,
    buffer: *mut u8,
    capacity: usize,
    result: *mut cri_t,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        let features = accepted(features);
        let options =
            of(revision).and_then(|revision| Ok(Options::new(revision).with_features(features?)));
        convert(uri, len, options, false, (buffer, capacity), result, error)
    })
}

/// Converts as cri_from_uri() does, but knows only the numbers of the six CoAP schemes, and accepts all features. It leaves
/// out the other 400 names, so firmware is smaller. Other schemes stay names.
///
/// Errors: CRI_ERR_URI, CRI_ERR_NO_CRI, CRI_ERR_BUFFER. Offsets count from the start of the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_from_coap_uri(
    uri: *const c_char,
    len: usize,
    revision: c_int,
    buffer: *mut u8,
    capacity: usize,
    result: *mut cri_t,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        let options = of(revision).map(Options::coap);
        convert(uri, len, options, false, (buffer, capacity), result, error)
    })
}

/// Converts the URI of a CoAP request, or a reference in a list of links, to the CRI whose options the request has (RFC 7252
/// section 6.4). It converts as cri_from_coap_uri() does, but the URIs of CoAP do not distinguish "%2C" from ",":
/// percent-encoded text becomes text, which cri_options() and all other functions for requests take. They refuse
/// percent-encoded text in a CRI. An empty port is the default port, and zeros before a port do not count.
///
/// The URI of the result may be another URI with the same options. To ask for a link by cri_options_write_resolved(), convert
/// both the base and the link by this function.
///
/// Errors: CRI_ERR_URI, CRI_ERR_NO_CRI, CRI_ERR_BUFFER. Offsets count from the start of the text. If percent-encoded text is
/// not UTF-8, the function returns CRI_ERR_NO_CRI with the kind CRI_KIND_INVALID_UTF8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_from_request_uri(
    uri: *const c_char,
    len: usize,
    revision: c_int,
    buffer: *mut u8,
    capacity: usize,
    result: *mut cri_t,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        let options = of(revision).map(Options::coap);
        convert(uri, len, options, true, (buffer, capacity), result, error)
    })
}

/// Writes the URI or URI reference that a CRI has in a revision, and a NUL. Returns the number of bytes without the NUL.
///
/// The text may hold a password: take care where you print it.
///
/// Errors: CRI_ERR_NO_URI, CRI_ERR_BUFFER. The offset is the one of the component in the bytes of `cri`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_to_uri(
    cri: *const cri_t,
    revision: c_int,
    buffer: *mut c_char,
    capacity: usize,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| compose(cri, revision, Options::new, (buffer, capacity), error))
}

/// Writes as cri_to_uri() does, but knows only the names of the six CoAP schemes. Firmware is smaller without the others. The
/// number of another scheme is CRI_KIND_UNKNOWN_SCHEME.
///
/// Errors: CRI_ERR_NO_URI, CRI_ERR_BUFFER. The offset is the one of the component in the bytes of `cri`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_to_coap_uri(
    cri: *const cri_t,
    revision: c_int,
    buffer: *mut c_char,
    capacity: usize,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| compose(cri, revision, Options::coap, (buffer, capacity), error))
}

/// Converts a text.
///
/// # Safety
///
/// The contract of this library.
unsafe fn convert(
    uri: *const c_char,
    len: usize,
    options: Result<Options, cri_kind>,
    is_request: bool,
    (buffer, capacity): (*mut u8, usize),
    result: *mut cri_t,
    error: &mut *mut cri_error_t,
) -> Outcome {
    let written = [Place::room(buffer, capacity), Place::of(result)];
    all_apart(error, &written, &[Place::items(uri, len)])?;
    let options = options?;
    let text = text_bytes(uri, len)?;
    let room = room(buffer, capacity)?;
    let text = utf8(text).map_err(|offset| {
        let kind = cri_kind::CRI_KIND_INVALID_UTF8;
        cri_error_t::new(cri_err::CRI_ERR_URI, kind).at(Component::Cri, offset)
    })?;
    let cri = to_cri_without_character(text, options, is_request, SliceBuffer::new(room))?;
    hand_over(cri.as_cri_ref(), result);
    Ok(length(cri.as_bytes().len()))
}

/// Writes a text. `options` is a constant function, so that each caller links one table of schemes.
///
/// # Safety
///
/// The contract of this library.
#[inline(always)]
unsafe fn compose(
    cri: *const cri_t,
    revision: c_int,
    options: impl FnOnce(Revision) -> Options,
    (buffer, capacity): (*mut c_char, usize),
    error: &mut *mut cri_error_t,
) -> Outcome {
    all_apart(error, &[Place::room(buffer, capacity)], &places(cri))?;
    let options = options(of(revision)?);
    let cri = get(cri)?;
    let room = room(buffer.cast(), capacity)?;
    let uri = cri.to_uri(options).map_err(|error| {
        let offset = cri.offset_of(error.component());
        cri_error_t { offset, ..error.into() }
    })?;
    let mut counter = cri_core::__private::Counter::new(&mut *room);
    // A counter refuses nothing.
    let _ = uri.write_to(&mut counter);
    let len = counter.len();
    terminate(room, len)
}
