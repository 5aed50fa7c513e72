//! A CRI to the options of a CoAP request (section 8.1.1).

use core::ffi::{c_int, c_void};
use core::net::{IpAddr, Ipv4Addr};
use core::ptr;

use cri_coap::option::MAX_TEXT;
use cri_coap::{CoapOption, DecomposeError, Decomposed, Endpoint, append_options};
use cri_core::__private::{no_sections, resolve_in_place};
use cri_core::{Component, CriRef, Host, HostIp};

use crate::endpoint::{
    cri_endpoint_t, cri_transport, endpoint as read_endpoint, places as places_of_endpoint,
    transport as read_transport,
};
use crate::error::cri_err::{CRI_ERR_CALLBACK, CRI_ERR_NO_OPTIONS};
use crate::error::{Outcome, cri_error_t, finish, holds};
use crate::kind::cri_kind::{
    self, CRI_KIND_NONE, CRI_KIND_NOT_FULL, CRI_KIND_NULL_POINTER, CRI_KIND_ZONE_ID,
};
use crate::output::Output;
use crate::pointer::{Place, all_apart, room, write};
use crate::reference::{cri_t, get, get_in_place, places};
use crate::settings::revision as of;
use crate::texts::has_nul;

/// A function of the caller that adds one option to a message. It gets the `context` that the caller passed. It returns 0, or
/// another number to stop: the function that called it then returns CRI_ERR_CALLBACK, and `error->callback` is that number. The
/// value is valid during the call. The function must not be null.
pub type cri_add_option_fn = Option<
    unsafe extern "C" fn(context: *mut c_void, number: u16, value: *const u8, len: usize) -> c_int,
>;

/// Calls `add` for each option of a request to `endpoint` for `cri`, in ascending order of the numbers. Returns 0.
///
/// `endpoint` has an address. After cri_populate() for the name of a host, this is the one that the caller looked up. There is
/// no option for a host or port that is the endpoint's own. `add` is not called if options cannot carry the CRI. No option
/// carries the scheme: a CRI whose scheme means another transport than the endpoint's is CRI_KIND_TRANSPORT. No option carries
/// a fragment: cri_encode_without_fragment() removes it. Percent-encoded text is CRI_KIND_PET (section 8.1.1): for the options
/// of a URI, which has options for it, make the CRI by cri_from_request_uri().
///
/// Errors: CRI_ERR_NOT_FULL, CRI_ERR_NO_OPTIONS, CRI_ERR_CALLBACK.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_options(
    cri: *const cri_t,
    endpoint: *const cri_endpoint_t,
    revision: c_int,
    add: cri_add_option_fn,
    context: *mut c_void,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        let add = |options: &mut Decomposed<'_>| add_all(options, add, context);
        decompose(cri, endpoint, revision, Place::NONE, error, add)
    })
}

/// Returns whether a CRI or reference names a resource at an endpoint: it has the scheme of the endpoint's transport, its
/// address and its port, which may be the default port of the scheme. It tells a server which links lead to itself.
///
/// A reference without a scheme has that of its base, which is taken to be the endpoint's. The answer is no for a reference
/// without an authority, which leads to the host of its base: resolve it first. The answer is also no for a host that is a
/// name, and for a CRI with a userinfo. The fragment does not count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_is_at(
    cri: *const cri_t,
    endpoint: *const cri_endpoint_t,
    revision: c_int,
) -> bool {
    holds(|| Ok(read_endpoint(endpoint)?.serves(get(cri)?, of(revision)?)))
}

/// Calls `add` for each option of a request to a proxy for `cri`, in ascending order of the numbers. `endpoint` is the proxy.
/// Returns the transport that the scheme of `cri` means: one of cri_transport.
///
/// The request must also have that scheme, in Proxy-Scheme or Proxy-Scheme-Number. cri_proxy_cri_write() is the better way:
/// one option has the whole CRI. If the CRI has the port of the proxy, this function adds no Uri-Port (section 8.1.1,
/// step 6). Some proxies then take the default port of the scheme instead, as cri_compose_origin() does.
///
/// Errors: CRI_ERR_NOT_FULL, CRI_ERR_NO_OPTIONS, CRI_ERR_CALLBACK.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_options_for_proxy(
    cri: *const cri_t,
    endpoint: *const cri_endpoint_t,
    revision: c_int,
    add: cri_add_option_fn,
    context: *mut c_void,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        all_apart(error, &[], [places(cri), places_of_endpoint(endpoint)].as_flattened())?;
        let cri = get(cri)?;
        let endpoint = read_endpoint(endpoint)?;
        match &mut cri_coap::decompose_for_proxy(cri, &endpoint, of(revision)?) {
            Ok((transport, options)) => {
                add_all(options, add, context)?;
                Ok(*transport as c_int)
            }
            Err(error) => Err(located(&cri, *error)),
        }
    })
}

/// Calls `add` for each option of a request to the destination that `cri` names, in ascending order of the numbers, and then
/// fills `endpoint` with that destination. Returns 0.
///
/// `transport` is the transport by which the caller sends: one of cri_transport. A CRI whose scheme means another transport
/// is CRI_KIND_TRANSPORT. With CRI_TRANSPORT_ANY, there is no such error, and the caller sends by `endpoint->transport`.
///
/// If the host is an IP address, the endpoint has it. If it is a name, `address_len` is 0: the caller looks the name up, and
/// the options have it as Uri-Host. Without a port in `cri`, the endpoint has the default port of the scheme. A zone identifier
/// that is empty, has a NUL, or follows an IPv4 address is CRI_KIND_ZONE_ID: a system would take another network interface.
///
/// Errors: CRI_ERR_NOT_FULL, CRI_ERR_NO_OPTIONS, CRI_ERR_CALLBACK.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_populate(
    cri: *const cri_t,
    revision: c_int,
    transport: c_int,
    endpoint: *mut cri_endpoint_t,
    add: cri_add_option_fn,
    context: *mut c_void,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        all_apart(error, &[Place::of(endpoint)], &places(cri))?;
        let cri = get(cri)?;
        let revision = of(revision)?;
        let sends_by = match transport {
            number if number == cri_transport::CRI_TRANSPORT_ANY as c_int => None,
            number => Some(read_transport(number)?),
        };
        let host = cri.sections().host().and_then(Host::ip);
        let names_no_interface = |host: HostIp<'_>| {
            let is_none = |zone: &str| zone.is_empty() || host.octets().len() == 4 || has_nul(zone);
            host.zone().is_some_and(is_none)
        };
        if host.is_some_and(names_no_interface) {
            let wrong = cri_error_t::new(CRI_ERR_NO_OPTIONS, CRI_KIND_ZONE_ID);
            return Err(wrong.at(Component::ZoneId, cri.offset_of(Component::ZoneId)));
        }
        // Uri-Host has every host name, so any address will do.
        let any = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        let named = Endpoint::of_named(cri, any, revision).map_err(|it| located(&cri, it))?;
        let sends_by = sends_by.unwrap_or(named.transport());
        let destination = Endpoint::new(named.address(), named.port(), sends_by);
        match &mut cri_coap::decompose(cri, &destination, revision) {
            Ok(options) => {
                add_all(options, add, context)?;
                write(endpoint, for_caller(&named, host));
                Ok(0)
            }
            Err(error) => Err(located(&cri, *error)),
        }
    })
}

/// Writes the options of a request to `endpoint` for `cri` as a message has them (RFC 7252 section 3.1), without options that
/// precede them and without a payload. Returns the number of bytes written. `endpoint` has an address, as for cri_options(). A
/// CRI whose scheme means another transport than the endpoint's is CRI_KIND_TRANSPORT.
///
/// Errors: CRI_ERR_NOT_FULL, CRI_ERR_NO_OPTIONS, CRI_ERR_BUFFER.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_options_write(
    cri: *const cri_t,
    endpoint: *const cri_endpoint_t,
    revision: c_int,
    buffer: *mut u8,
    capacity: usize,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        decompose(cri, endpoint, revision, Place::room(buffer, capacity), error, |options| {
            write_all(options, room(buffer, capacity)?)
        })
    })
}

/// Resolves `reference` against the full CRI `base`, and writes the options of a request to `endpoint` for the result without
/// its fragment, in the form of cri_options_write(). Returns the number of bytes written.
///
/// This function writes no CRI in between, so it takes less code and memory than cri_resolve(), cri_encode_without_fragment()
/// and cri_options_write(). The options and the kinds of error are the same, but for one case: if a zone identifier follows an
/// IPv4 address, cri_resolve() returns CRI_ERR_ENCODE in draft-16. This function encodes no CRI, so it does what
/// cri_options_write() does for such a CRI.
///
/// Errors: CRI_ERR_NOT_FULL for a relative base, CRI_ERR_RESOLVE with an offset in `reference`, CRI_ERR_NO_OPTIONS without an
/// offset, CRI_ERR_BUFFER.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_options_write_resolved(
    base: *const cri_t,
    reference: *const cri_t,
    endpoint: *const cri_endpoint_t,
    revision: c_int,
    buffer: *mut u8,
    capacity: usize,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        link_apart(error, Place::room(buffer, capacity), base, reference, endpoint)?;
        // All of this stays where it is: moving a value of this size would link `memcpy`.
        let base = get_in_place(base)?;
        if !base.is_full() {
            return Err(CRI_KIND_NOT_FULL.into());
        }
        let reference = get_in_place(reference)?;
        let endpoint = &read_endpoint(endpoint);
        let endpoint = endpoint.as_ref().map_err(|kind| *kind)?;
        let room = room(buffer, capacity)?;
        let mut sections = no_sections();
        resolve_in_place(base, true, reference, &mut sections)?;
        sections = sections.without_fragment();
        match &mut cri_coap::decompose(sections, endpoint, of(revision)?) {
            Ok(options) => write_all(options, room),
            Err(error) => Err((*error).into()),
        }
    })
}

/// Fails if what the function above writes overlaps what it reads. The places are not on the stack of what follows.
///
/// # Safety
///
/// The contract of this library.
#[inline(never)]
unsafe fn link_apart(
    error: &mut *mut cri_error_t,
    written: Place,
    base: *const cri_t,
    reference: *const cri_t,
    endpoint: *const cri_endpoint_t,
) -> Result<(), cri_kind> {
    let read = [places(base), places(reference), places_of_endpoint(endpoint)];
    all_apart(error, &[written], read.as_flattened())
}

/// Calls `then` with the options of a request. What they refer to is apart from the room that `then` writes to. An error has
/// the offset of its component in the CRI.
///
/// # Safety
///
/// The contract of this library.
// A call would deepen the stack of a microcontroller, on the deepest path of this library.
#[inline(always)]
unsafe fn decompose<'a>(
    cri: *const cri_t,
    endpoint: *const cri_endpoint_t,
    revision: c_int,
    written: Place,
    error: &mut *mut cri_error_t,
    then: impl FnOnce(&mut Decomposed<'a>) -> Outcome,
) -> Outcome {
    all_apart(error, &[written], [places(cri), places_of_endpoint(endpoint)].as_flattened())?;
    let cri = get_in_place(cri)?;
    // Endpoint and options stay where they are made: moving them would link `memcpy`.
    let endpoint = &read_endpoint(endpoint);
    let endpoint = endpoint.as_ref().map_err(|kind| *kind)?;
    match &mut cri_coap::decompose(cri, endpoint, of(revision)?) {
        Ok(options) => then(options),
        Err(error) => Err(located(cri, *error)),
    }
}

fn located(cri: &CriRef<'_>, error: DecomposeError) -> cri_error_t {
    cri_error_t { offset: cri.offset_of(error.component()), ..error.into() }
}

/// The destination that a CRI with this host names. A host name has no address.
fn for_caller(named: &Endpoint<'_>, host: Option<HostIp<'_>>) -> cri_endpoint_t {
    let octets = host.map(HostIp::octets).unwrap_or_default();
    let mut found = cri_endpoint_t {
        zone: ptr::null(),
        zone_len: 0,
        port: named.port(),
        transport: named.transport() as u8,
        address_len: octets.len() as u8,
        address: [0; 16],
    };
    for (to, from) in found.address.iter_mut().zip(octets) {
        *to = *from;
    }
    if let Some(zone) = named.zone() {
        (found.zone, found.zone_len) = (zone.as_ptr().cast(), zone.len());
    }
    found
}

/// Writes the options as a message has them.
fn write_all(options: &mut Decomposed<'_>, room: &mut [u8]) -> Outcome {
    let mut output = Output::new(room);
    // An `Output` refuses no bytes.
    let _ = append_options(options, &mut output);
    output.end()
}

/// Calls the caller's function for each option.
///
/// # Safety
///
/// `add` is a function that takes these arguments.
unsafe fn add_all<'a>(
    options: &mut impl Iterator<Item = CoapOption<'a>>,
    add: cri_add_option_fn,
    context: *mut c_void,
) -> Outcome {
    let add = add.ok_or(CRI_KIND_NULL_POINTER)?;
    let mut space = [0; MAX_TEXT];
    for option in options {
        let value = option.value();
        // INVARIANT: no value is longer than `MAX_TEXT`.
        let value = value.write_into(&mut space).unwrap_or_default();
        let code = add(context, option.number(), value.as_ptr(), value.len());
        if code != 0 {
            let failed = cri_error_t::new(CRI_ERR_CALLBACK, CRI_KIND_NONE);
            return Err(cri_error_t { option: option.number(), callback: code, ..failed });
        }
    }
    Ok(0)
}
