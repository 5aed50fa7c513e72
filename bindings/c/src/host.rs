//! The host and the port of a CRI (constraints C4 to C7).

use core::ffi::{c_char, c_int};
use core::fmt::Write;

use cri_core::__private::Counter;
use cri_core::{Component, Host, Piece};

use crate::error::{cri_err, cri_error_t, finish, holds};
use crate::item::{cri_items_t, hand_over_list};
use crate::kind::cri_kind;
use crate::pointer::{Place, all_apart, apart, length, room, terminate, write};
use crate::reference::{cri_t, get, places};
use crate::texts::has_nul;

/// Reads the host if it is an IP address. Returns the number of its bytes, 4 or 16, or 0 if the host is a name, or if there
/// is no host or no CRI. `address` is set to the first byte, in network order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_host_ip(cri: *const cri_t, address: *mut *const u8) -> c_int {
    let is_apart = apart(&[Place::of(address)], &places(cri));
    let host = is_apart.and_then(|()| get(cri)).ok().and_then(|cri| cri.sections().host());
    let Some(Host::Ip(ip)) = host else { return 0 };
    write(address, ip.octets().as_ptr());
    length(ip.octets().len())
}

/// Reads the zone identifier of an IP address. Returns false if there is none. It is UTF-8. No NUL ends it, but it may contain
/// NULs, with which cri_populate() refuses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_zone(
    cri: *const cri_t,
    zone: *mut *const c_char,
    len: *mut usize,
) -> bool {
    holds(|| {
        apart(&[Place::of(zone), Place::of(len)], &places(cri))?;
        let ip = get(cri)?.sections().host().and_then(Host::ip);
        let Some(found) = ip.and_then(|ip| ip.zone_bytes()) else { return Ok(false) };
        write(zone, found.as_ptr().cast());
        write(len, found.len());
        Ok(true)
    })
}

/// Begins to walk over the labels of a host name, for cri_next(). Returns false if the host is an address or if there is
/// none. An empty host is one empty label. If the function returns false, the list is as after cri_path().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_host_labels(cri: *const cri_t, labels: *mut cri_items_t) -> bool {
    hand_over_list(cri, labels, |cri| Some(cri.sections().host()?.name()?.labels().as_encoded()))
}

/// Writes a host name as text, such as "example.com", and a NUL. Returns the number of bytes without the NUL, or 0 if the
/// host is an address, empty or missing. Percent-encoded bytes become triplets such as %3A.
///
/// Errors: CRI_ERR_BUFFER, and CRI_ERR_NO_OPTIONS for a name that contains a NUL: a resolver would read another name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_host_name(
    cri: *const cri_t,
    buffer: *mut c_char,
    capacity: usize,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        all_apart(error, &[Place::room(buffer, capacity)], &places(cri))?;
        let cri = get(cri)?;
        let room = room(buffer.cast(), capacity)?;
        let mut text = Counter::new(&mut *room);
        if let Some(Host::Name(name)) = cri.sections().host() {
            let in_piece = |piece: Piece<'_>| piece.as_str().is_some_and(has_nul);
            if name.labels().any(|label| label.pieces().any(in_piece)) {
                let wrong =
                    cri_error_t::new(cri_err::CRI_ERR_NO_OPTIONS, cri_kind::CRI_KIND_INVALID_HOST);
                return Err(wrong.at(Component::Host, cri.offset_of(Component::Host)));
            }
            // A counter refuses nothing.
            let _ = write!(text, "{name}");
        }
        let len = text.len();
        terminate(room, len)
    })
}

/// Reads the port (constraint C6). Returns false if there is none. It may be the default port of the scheme.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_port(cri: *const cri_t, port: *mut u16) -> bool {
    holds(|| {
        apart(&[Place::of(port)], &places(cri))?;
        let Some(found) = get(cri)?.sections().port() else { return Ok(false) };
        write(port, found);
        Ok(true)
    })
}
