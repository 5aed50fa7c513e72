//! The destination of a request, which its options need not repeat: an address, a port and a variant of CoAP.

use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use cri_core::{Component, Host, HostIp, Revision, Sections};

use crate::options::value::is_same;
use crate::request::error::{DecomposeError, DecomposeErrorKind};
use crate::request::transport::Transport;

/// The destination of a request, as the sender or the receiver of the request knows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Endpoint<'a> {
    /// The octets of the address. An IPv4 address has the first four, and zeros follow.
    octets: [u8; 16],
    is_ipv6: bool,
    zone: Option<&'a str>,
    port: u16,
    transport: Transport,
}

impl<'a> Endpoint<'a> {
    /// An endpoint without a zone.
    ///
    /// A socket for both families shows an IPv4 address as an IPv4-mapped IPv6 address, which is another address in a
    /// CRI. [`IpAddr::to_canonical`] returns the IPv4 address.
    ///
    /// ```
    /// use core::net::IpAddr;
    /// use cri_coap::{Endpoint, Transport};
    ///
    /// let mapped: IpAddr = "::ffff:192.0.2.1".parse()?;
    /// let endpoint = Endpoint::new(mapped.to_canonical(), 5683, Transport::Coap);
    /// assert_eq!(endpoint.socket_addr().ip(), IpAddr::from([192, 0, 2, 1]));
    /// # Ok::<(), core::net::AddrParseError>(())
    /// ```
    #[must_use]
    pub const fn new(address: IpAddr, port: u16, transport: Transport) -> Self {
        let (bits, is_ipv6) = match address {
            IpAddr::V4(address) => ((address.to_bits() as u128) << 96, false),
            IpAddr::V6(address) => (address.to_bits(), true),
        };
        Self { octets: bits.to_be_bytes(), is_ipv6, zone: None, port, transport }
    }

    /// An endpoint at a socket's address, without a zone.
    ///
    /// The scope ID of an IPv6 address is a number of the local host. Only the operating system knows its name, so the
    /// function does not turn it into a zone. [`with_zone`](Self::with_zone) sets one. IPv4-mapped addresses stay as they
    /// are, as in [`new`](Self::new).
    #[must_use]
    pub const fn from_socket_addr(address: SocketAddr, transport: Transport) -> Self {
        Self::new(address.ip(), address.port(), transport)
    }

    /// The endpoint that a CRI names: at the address of its host, with its zone, and at its port or the default port of its
    /// scheme. Returns `None` if the host is a name or missing.
    ///
    /// ```
    /// use cri_coap::{Endpoint, Transport};
    /// use cri_core::{Cri, Revision};
    ///
    /// let cri = Cri::decode(b"\x82\x21\x81\x44\xc0\0\x02\x07")?; // coaps://192.0.2.7
    /// let endpoint = Endpoint::of(cri, Revision::Draft16)?.expect("an address");
    /// assert_eq!(endpoint, Endpoint::from_socket_addr("192.0.2.7:5684".parse()?, Transport::Coaps));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `NotFull`, and `NotCoap` for the scheme of another protocol, or for a scheme by name, even `coap`.
    pub fn of(
        cri: impl Into<Sections<'a>>,
        revision: Revision,
    ) -> Result<Option<Self>, DecomposeError> {
        let sections = cri.into();
        let any = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        let endpoint = Self::of_named(sections, any, revision)?;
        Ok(sections.host().and_then(Host::ip).map(|_| endpoint))
    }

    /// The endpoint that a CRI names, as [`of`](Self::of) returns it. If its host is a name, `address` is what the caller
    /// found when it looked the name up.
    ///
    /// [`decompose`](crate::decompose()) writes every host name in Uri-Host. A caller that needs only the options may therefore
    /// pass any address.
    ///
    /// ```
    /// use cri_coap::Endpoint;
    /// use cri_core::{Cri, Revision};
    ///
    /// let cri = Cri::decode(b"\x82\x20\x82\x61h\x19\xf0\xb0")?; // coap://h:61616
    /// assert_eq!(Endpoint::of(cri, Revision::Draft16), Ok(None));
    /// let endpoint = Endpoint::of_named(cri, [192, 0, 2, 7].into(), Revision::Draft16)?;
    /// assert_eq!(endpoint.socket_addr(), "192.0.2.7:61616".parse()?);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`of`](Self::of).
    pub fn of_named(
        cri: impl Into<Sections<'a>>,
        address: IpAddr,
        revision: Revision,
    ) -> Result<Self, DecomposeError> {
        let sections = cri.into();
        let transport = transport_of(&sections, revision)?;
        let port = sections.port().unwrap_or(transport.default_port());
        let host = sections.host().and_then(Host::ip);
        let endpoint = Self::new(host.map_or(address, HostIp::address), port, transport);
        Ok(host.and_then(HostIp::zone).map_or(endpoint, |zone| endpoint.with_zone(zone)))
    }

    /// Returns the endpoint with this zone of the local host.
    ///
    /// Set a zone only for an address whose meaning depends on the zone, such as a link-local one. Composing writes the
    /// zone into the CRI (section 8.1.2 step 2; RFC 9988 has this condition). draft-16 has no zone-id with an IPv4 address, so
    /// composing fails there with 5.00.
    ///
    /// ```
    /// use cri_coap::{Endpoint, Transport, compose};
    /// use cri_core::{ArrayBuffer, Revision};
    ///
    /// let endpoint = Endpoint::new([0xfe80, 0, 0, 0, 0, 0, 0, 1].into(), 5683, Transport::Coap).with_zone("eth0");
    /// let cri = compose([], &endpoint, Revision::Draft16, ArrayBuffer::<32>::new())?;
    /// assert_eq!(format!("{cri:?}"), r#"[-1, [h'FE800000000000000000000000000001', "eth0"], []]"#);
    /// # Ok::<(), cri_coap::ComposeError>(())
    /// ```
    #[must_use]
    pub const fn with_zone(self, zone: &'a str) -> Self {
        Self { zone: Some(zone), ..self }
    }

    /// The IP address.
    #[must_use]
    pub const fn address(&self) -> IpAddr {
        let bits = u128::from_be_bytes(self.octets);
        if self.is_ipv6 {
            IpAddr::V6(Ipv6Addr::from_bits(bits))
        } else {
            IpAddr::V4(Ipv4Addr::from_bits((bits >> 96) as u32))
        }
    }

    /// The IP address and the port, without the zone. An IPv6 address has scope ID 0.
    #[must_use]
    pub const fn socket_addr(&self) -> SocketAddr {
        SocketAddr::new(self.address(), self.port)
    }

    /// The zone of the address, if one is set.
    #[must_use]
    pub const fn zone(&self) -> Option<&'a str> {
        self.zone
    }

    /// The port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The variant of CoAP.
    #[must_use]
    pub const fn transport(&self) -> Transport {
        self.transport
    }

    /// Whether a CRI or CRI reference names a resource at this endpoint: it has the scheme of the endpoint's transport, the
    /// endpoint's address as its host, and the endpoint's port. A port that is missing is the default port of the scheme.
    ///
    /// A reference without a scheme has the scheme of its base. The function assumes that this is the endpoint's. A reference
    /// without an authority names no endpoint: resolve it first. A host name matches no endpoint, because an endpoint has
    /// only an address: look the name up first. A CRI with a userinfo has no request, so it matches none either. Zones are
    /// compared as in [`decompose`](crate::decompose()): a missing one matches every zone. The fragment does not count.
    ///
    /// The function does not protect a server from requests to itself, which may have other addresses as well.
    ///
    /// ```
    /// use cri_coap::{Endpoint, Transport};
    /// use cri_core::{Cri, CriRef, Revision};
    ///
    /// let me = Endpoint::from_socket_addr("192.0.2.7:5683".parse()?, Transport::Coap);
    /// let is_mine = |cri: CriRef<'_>| me.serves(cri, Revision::Draft16);
    /// assert!(is_mine(CriRef::decode(b"\x83\x20\x81\x44\xc0\0\x02\x07\x81\x61x")?)); // coap://192.0.2.7/x
    /// assert!(is_mine(CriRef::decode(b"\x83\xf6\x82\x44\xc0\0\x02\x07\x19\x16\x33\x81\x61x")?)); // //192.0.2.7:5683/x
    /// assert!(!is_mine(CriRef::decode(b"\x83\x21\x81\x44\xc0\0\x02\x07\x81\x61x")?)); // coaps://192.0.2.7/x
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn serves<'s>(&self, cri: impl Into<Sections<'s>>, revision: Revision) -> bool {
        let sections = cri.into();
        let transport = self.transport;
        let has_scheme =
            !sections.is_full() || sections.scheme_number() == Some(transport.number(revision));
        let Some(authority) = sections.authority() else { return false };
        has_scheme
            && !authority.has_userinfo()
            && authority.host().ip().is_some_and(|host| self.is_at(host))
            && authority.port().unwrap_or(transport.default_port()) == self.port
    }

    /// Whether a host is the address of this endpoint, with the endpoint's zone. A missing zone matches every zone.
    pub(crate) fn is_at(&self, host: HostIp<'_>) -> bool {
        let is_zone = |zone| self.zone.is_none_or(|other| is_same(zone, other.as_bytes()));
        let octets = self.octets.get(..if self.is_ipv6 { 16 } else { 4 });
        is_same(host.octets(), octets.unwrap_or_default()) && host.zone_bytes().is_none_or(is_zone)
    }
}

/// The variant of CoAP that the scheme means (8.1.1 steps 1 and 2).
pub(crate) fn transport_of(
    sections: &Sections<'_>,
    revision: Revision,
) -> Result<Transport, DecomposeError> {
    let error = |kind| Err(DecomposeError::new(kind, Component::Scheme));
    if !sections.is_full() {
        return error(DecomposeErrorKind::NotFull);
    }
    // A scheme by name does not count, even if the name is `coap`.
    let number = sections.scheme_number();
    match number.and_then(|number| Transport::from_number(number, revision)) {
        Some(transport) => Ok(transport),
        None => error(DecomposeErrorKind::NotCoap),
    }
}

impl fmt::Debug for Endpoint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint")
            .field("address", &self.address())
            .field("zone", &self.zone)
            .field("port", &self.port)
            .field("transport", &self.transport)
            .finish()
    }
}
