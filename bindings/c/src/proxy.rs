//! Requests to proxies: Proxy-Cri and Proxy-Scheme-Number (section 8.2).

use core::ffi::{c_char, c_int};

use cri_coap::{
    Conflicts, Origin, decode_proxy_cri, encode_proxy_cri, option, origin, proxy_scheme_number,
};
use cri_core::{Buffer, CriRef};

use crate::compose::{cri_option_t, pairs, request};
use crate::encode::hand_over;
use crate::endpoint::cri_endpoint_t;
use crate::error::{answer, cri_err, cri_error_t, finish};
use crate::kind::cri_kind;
use crate::output::Output;
use crate::pointer::{Place, all_apart, apart, items, room, write};
use crate::reference::{cri_t, get, places, put};
use crate::settings::revision as of;

/// How a request names the resource, in cri_origin_t.form.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum cri_origin {
    /// The resource is at the endpoint itself: no option addresses a proxy. cri_compose() makes the CRI.
    CRI_ORIGIN_ENDPOINT = 0,
    /// By the CRI in Proxy-Cri, which is cri_origin_t.cri.
    CRI_ORIGIN_CRI = 1,
    /// By the URI in Proxy-Uri: cri_from_uri() makes the CRI. cri_find_origin() does not check the URI. A URI
    /// without a scheme, or with a fragment, is an error of the client (RFC 7252 section 5.10.2), and cri_options() refuses it.
    CRI_ORIGIN_URI = 2,
    /// By the scheme name in Proxy-Scheme, and Uri- options. Write the name in lower case: cri_scheme_by_name() then finds the
    /// number, and cri_compose_origin() makes the CRI.
    CRI_ORIGIN_SCHEME_NAME = 3,
    /// By the number in Proxy-Scheme-Number, and Uri- options: cri_compose_origin() makes the CRI.
    CRI_ORIGIN_SCHEME_NUMBER = 4,
}

use cri_origin::*;

/// The resource that a request asks for.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_origin_t {
    /// The scheme number, in the form CRI_ORIGIN_SCHEME_NUMBER.
    pub number: u64,
    /// The CRI, in the form CRI_ORIGIN_CRI.
    pub cri: cri_t,
    /// The URI or the scheme name, in the forms CRI_ORIGIN_URI and CRI_ORIGIN_SCHEME_NAME. No NUL ends it, but it may contain
    /// NULs, with which cri_from_uri() and cri_scheme_by_name() refuse it.
    pub text: *const c_char,
    /// The length of the text in bytes.
    pub text_len: usize,
    /// How the request names the resource: one of cri_origin.
    pub form: c_int,
}

/// Writes the value of the option Proxy-Cri for a full CRI without a fragment, of at most 1,023 bytes (section 8.2.1).
/// Returns the number of bytes written.
///
/// Errors: CRI_ERR_PROXY, CRI_ERR_BUFFER.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_proxy_cri_write(
    cri: *const cri_t,
    revision: c_int,
    buffer: *mut u8,
    capacity: usize,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        all_apart(error, &[Place::room(buffer, capacity)], &places(cri))?;
        let cri = get(cri)?;
        let mut output = Output::new(room(buffer, capacity)?);
        encode_proxy_cri(cri, of(revision)?, &mut output)?;
        output.end()
    })
}

/// Decodes the value of the option Proxy-Cri (section 8.2.1). Returns 0.
///
/// Errors: CRI_ERR_PROXY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_proxy_cri_read(
    value: *const u8,
    len: usize,
    cri: *mut cri_t,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        all_apart(error, &[Place::of(cri)], &[Place::items(value, len)])?;
        let found = decode_proxy_cri(items(value, len)?)?;
        put(cri, Some(CriRef::from(found)));
        Ok(0)
    })
}

/// Writes the value of the option Proxy-Scheme-Number: 0 to 3 bytes (section 8.2.2). Returns the number of bytes written.
///
/// Errors: CRI_ERR_PROXY, CRI_ERR_BUFFER.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_proxy_scheme_number_write(
    number: u64,
    buffer: *mut u8,
    capacity: usize,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        all_apart(error, &[Place::room(buffer, capacity)], &[])?;
        let value = proxy_scheme_number(number)?;
        let mut output = Output::new(room(buffer, capacity)?);
        // An `Output` refuses no bytes.
        let _ = output.push_bytes(value.as_bytes());
        output.end()
    })
}

/// Reads the value of the option Proxy-Scheme-Number (section 8.2.2). Returns 0.
///
/// Errors: CRI_ERR_PROXY for more than 3 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_proxy_scheme_number_read(
    value: *const u8,
    len: usize,
    number: *mut u64,
) -> c_int {
    answer(|| {
        apart(&[Place::of(number)], &[Place::items(value, len)])?;
        let value = items(value, len)?;
        let wrong = cri_error_t::new(cri_err::CRI_ERR_PROXY, cri_kind::CRI_KIND_LENGTH);
        let found = option::Uint::read(value, 3).ok_or(wrong)?;
        write(number, found);
        Ok(0)
    })
}

/// Finds the resource that the options of a request ask for: at the endpoint itself, or at another one by way of a proxy
/// (section 8.2; RFC 7252 section 5.10.2). Returns 0.
///
/// If `precedence` is 0, options that must not appear together are an error. Otherwise, Proxy-Cri and Proxy-Uri take precedence
/// over the Uri- options. If the function fails, `error->response_code` is the code for the response.
///
/// Errors: CRI_ERR_PROXY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_find_origin(
    options: *const cri_option_t,
    count: usize,
    precedence: c_int,
    found: *mut cri_origin_t,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        let pairs = pairs(options, count, &[Place::of(found)], &[], error)?;
        if found.is_null() {
            return Err(cri_kind::CRI_KIND_NULL_POINTER.into());
        }
        let conflicts = if precedence == 0 { Conflicts::Reject } else { Conflicts::Precedence };
        let (form, number, text, cri) = match origin(pairs, conflicts)? {
            Origin::Endpoint => (CRI_ORIGIN_ENDPOINT, 0, "", None),
            Origin::Cri(cri) => (CRI_ORIGIN_CRI, 0, "", Some(CriRef::from(cri))),
            Origin::Uri(uri) => (CRI_ORIGIN_URI, 0, uri, None),
            Origin::SchemeName(name) => (CRI_ORIGIN_SCHEME_NAME, 0, name, None),
            Origin::SchemeNumber(number) => (CRI_ORIGIN_SCHEME_NUMBER, number, "", None),
        };
        let origin = cri_origin_t {
            number,
            cri: cri_t::EMPTY,
            text: text.as_ptr().cast(),
            text_len: text.len(),
            form: form as c_int,
        };
        found.write(origin);
        // SAFETY: `found` is not null, and so points to a structure.
        let place = &raw mut (*found).cri;
        put(place, cri);
        Ok(0)
    })
}

/// Makes the CRI of a request with Proxy-Scheme-Number or Proxy-Scheme from its Uri- options. Returns the number of bytes
/// written.
///
/// `scheme` is the number that cri_find_origin() found, or that cri_scheme_by_name() found for the name. `default_port` is the
/// default port of that scheme, or 0 if it has none: cri_scheme_t has it. Without Uri-Port, the resource is at this port, and
/// not at that of the proxy. `endpoint` is the one at which the request arrived. The other arguments are those of
/// cri_compose().
///
/// Errors: CRI_ERR_PROXY, CRI_ERR_BUFFER.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_compose_origin(
    options: *const cri_option_t,
    count: usize,
    scheme: u64,
    default_port: u16,
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
        let default_port = (default_port != 0).then_some(default_port);
        let origin = Origin::SchemeNumber(scheme);
        let composed = origin.compose(pairs, default_port, &endpoint, of(revision)?, &mut output);
        let composed = composed.map(|cri| hand_over(cri.as_cri_ref(), result));
        output.end_of(composed)
    })
}
