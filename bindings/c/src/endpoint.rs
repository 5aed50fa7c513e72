//! The destination of a request.

use core::ffi::{c_char, c_int};
use core::net::IpAddr;

use cri_coap::{Endpoint, Transport};

use crate::kind::cri_kind::{
    self, CRI_KIND_NO_ADDRESS, CRI_KIND_NULL_POINTER, CRI_KIND_UNKNOWN_TRANSPORT, CRI_KIND_ZONE_ID,
};
use crate::pointer::{Place, text_bytes, utf8};
use crate::texts::has_nul;

/// The variants of CoAP (section 8.1, Table 1), in cri_endpoint_t.transport. These are not the numbers of the schemes, which
/// cri_build_scheme() takes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum cri_transport {
    /// Any transport, for cri_populate().
    CRI_TRANSPORT_ANY = -1,
    /// CoAP over UDP: the scheme coap, number 0.
    CRI_TRANSPORT_COAP = 0,
    /// CoAP over DTLS: the scheme coaps, number 1.
    CRI_TRANSPORT_COAPS = 1,
    /// CoAP over TCP: the scheme coap+tcp, number 6.
    CRI_TRANSPORT_COAP_TCP = 2,
    /// CoAP over TLS: the scheme coaps+tcp, number 7.
    CRI_TRANSPORT_COAPS_TCP = 3,
    /// CoAP over WebSockets: the scheme coap+ws, number 8 in draft-16 and 24 in RFC 9988.
    CRI_TRANSPORT_COAP_WS = 4,
    /// CoAP over secure WebSockets: the scheme coaps+ws, number 9 in draft-16 and 25 in RFC 9988.
    CRI_TRANSPORT_COAPS_WS = 5,
}

/// The destination of a request, which its options need not repeat.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct cri_endpoint_t {
    /// The zone identifier of an IPv6 address, or null. It contains no NUL, and none ends it.
    pub zone: *const c_char,
    /// The length of the zone identifier in bytes.
    pub zone_len: usize,
    /// The port, in the byte order of this machine.
    pub port: u16,
    /// The variant of CoAP: one of cri_transport.
    pub transport: u8,
    /// The number of bytes in `address`: 4 or 16. cri_populate() sets 0 if the host is a name, which the caller looks up.
    pub address_len: u8,
    /// The IP address, in network order. An IPv4 address has the first four bytes.
    pub address: [u8; 16],
}

/// The transport that the caller named.
pub(crate) fn transport(number: c_int) -> Result<Transport, cri_kind> {
    let transport = usize::try_from(number).ok().and_then(|number| Transport::ALL.get(number));
    transport.copied().ok_or(CRI_KIND_UNKNOWN_TRANSPORT)
}

/// The address of 4 or 16 bytes.
pub(crate) fn ip_address(octets: &[u8]) -> Option<IpAddr> {
    let ipv4 = || <[u8; 4]>::try_from(octets).ok().map(IpAddr::from);
    ipv4().or_else(|| <[u8; 16]>::try_from(octets).ok().map(IpAddr::from))
}

/// What a function reads of an endpoint: the structure, and the zone.
///
/// # Safety
///
/// The contract of this library.
pub(crate) unsafe fn places(endpoint: *const cri_endpoint_t) -> [Place; 2] {
    let zone =
        endpoint.as_ref().map_or(Place::NONE, |given| Place::items(given.zone, given.zone_len));
    [Place::of(endpoint), zone]
}

/// The endpoint that the caller describes.
///
/// # Safety
///
/// The zone is null, or points to its bytes, which do not change for `'a`.
pub(crate) unsafe fn endpoint<'a>(
    endpoint: *const cri_endpoint_t,
) -> Result<Endpoint<'a>, cri_kind> {
    let given = endpoint.as_ref().ok_or(CRI_KIND_NULL_POINTER)?;
    let address = given.address.get(..given.address_len.into()).and_then(ip_address);
    let address = address.ok_or(CRI_KIND_NO_ADDRESS)?;
    let endpoint = Endpoint::new(address, given.port, transport(given.transport.into())?);
    match text_bytes(given.zone, given.zone_len)? {
        [] => Ok(endpoint),
        zone => {
            let zone = utf8(zone).ok().filter(|zone| !has_nul(zone)).ok_or(CRI_KIND_ZONE_ID)?;
            Ok(endpoint.with_zone(zone))
        }
    }
}
