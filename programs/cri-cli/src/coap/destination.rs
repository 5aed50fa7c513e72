//! Where a request goes, as the command line has it.

use std::net::IpAddr;

use cri_coap::{Endpoint, Transport};
use cri_core::{Revision, parse_ipv4, parse_ipv6};

/// An IP address, its zone, and a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Destination {
    address: IpAddr,
    zone: Option<String>,
    port: Option<u16>,
}

impl Destination {
    /// Reads `192.0.2.1`, `2001:db8::1` or `fe80::1%eth0`, with the zone as in RFC 4007 section 11. An IPv6 address may
    /// be in brackets, and must be before a port. In brackets, the zone may also be written as in a URI: `%25eth0`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let (host, port) = match text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((host, "")) => (host, None),
            Some((host, rest)) => (
                host,
                Some(
                    rest.strip_prefix(':')
                        .ok_or("only a colon and a port may follow the brackets")?,
                ),
            ),
            // More than one colon is an IPv6 address.
            None => match text.split_once(':') {
                Some((host, port)) if !port.contains(':') => (host, Some(port)),
                _ => (text, None),
            },
        };
        let (address, zone) = match host.split_once('%') {
            Some((_, "")) => {
                return Err("% without a zone after it; write one, as in fe80::1%eth0".to_owned());
            }
            // The colon may be meant to begin a port.
            Some((_, zone)) if zone.contains(':') => {
                return Err(
                    "an address with a port needs brackets, as in [fe80::1%eth0]:5683".to_owned()
                );
            }
            Some((address, zone)) => {
                let in_uri = zone
                    .strip_prefix("25")
                    .filter(|rest| text.starts_with('[') && !rest.is_empty());
                (address, Some(in_uri.unwrap_or(zone).to_owned()))
            }
            None => (host, None),
        };
        let v4 =
            || parse_ipv4(address.as_bytes()).filter(|_| !text.starts_with('[')).map(IpAddr::V4);
        let v6 = || parse_ipv6(address.as_bytes()).map(IpAddr::V6);
        let address = v4().or_else(v6).ok_or(
            "this is not an IP address; write one as in 192.0.2.1:5683 or [2001:db8::1]:5683",
        )?;
        let port = port.map(|port| {
            let digits = port.bytes().all(|byte| byte.is_ascii_digit());
            port.parse()
                .ok()
                .filter(|_| digits)
                .ok_or_else(|| format!("{port:?} is not a port; ports are 0 to {}", u16::MAX))
        });
        Ok(Self { address, zone, port: port.transpose()? })
    }

    /// Checks that the revision has the zone: draft-16 has none after an IPv4 address.
    pub(crate) fn check(&self, revision: Revision) -> Result<(), String> {
        match (self.address, &self.zone) {
            (IpAddr::V4(address), Some(zone)) if revision == Revision::Draft16 => Err(format!(
                "--destination: draft-16 has no zone-id after an IPv4 address; write {address} without %{zone}"
            )),
            _ => Ok(()),
        }
    }

    /// The endpoint. Without a port, its port is the default of the transport.
    pub(crate) fn endpoint(&self, transport: Transport) -> Endpoint<'_> {
        let endpoint =
            Endpoint::new(self.address, self.port.unwrap_or(transport.default_port()), transport);
        match &self.zone {
            Some(zone) => endpoint.with_zone(zone),
            None => endpoint,
        }
    }
}

#[cfg(test)]
mod tests {
    use cri_coap::{Endpoint, Transport};

    use super::Destination;

    #[test]
    fn addresses_have_zones_and_ports() {
        let shown = |endpoint: Endpoint<'_>| {
            format!("{} {} {}", endpoint.address(), endpoint.zone().unwrap_or("-"), endpoint.port())
        };
        for (text, expected) in [
            ("192.0.2.1", "192.0.2.1 - 5684"),
            ("192.0.2.1:61616", "192.0.2.1 - 61616"),
            ("192.0.2.1%lo:0", "192.0.2.1 lo 0"),
            ("2001:DB8::1", "2001:db8::1 - 5684"),
            ("::", ":: - 5684"),
            ("[::1]", "::1 - 5684"),
            ("[::1]:1", "::1 - 1"),
            ("fe80::1%eth0", "fe80::1 eth0 5684"),
            ("[fe80::1%25]:65535", "fe80::1 25 65535"),
            ("[fe80::1%25eth0]", "fe80::1 eth0 5684"),
            ("[fe80::1%253]:1", "fe80::1 3 1"),
            ("fe80::1%253", "fe80::1 253 5684"),
        ] {
            let destination = Destination::parse(text).expect(text);
            assert_eq!(shown(destination.endpoint(Transport::Coaps)), expected, "{text}");
        }
    }

    #[test]
    fn other_text_is_refused() {
        for text in "|:|h|localhost:1|192.0.2|192.0.2.1:|192.0.2.1:x|192.0.2.1:+1|192.0.2.1:65536|\
            [192.0.2.1]|[::1|[::1]1|[::1]:|::1]|fe80::1%|fe80::1%eth0:5683|[]|192.0.2.256|%lo|\
            192.0.2.1 "
            .split('|')
        {
            assert!(Destination::parse(text).is_err(), "{text}");
        }
    }
}
