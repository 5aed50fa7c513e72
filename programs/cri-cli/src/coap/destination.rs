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
    /// The address in brackets and a port, if the last group of an address without brackets may be a port.
    with_port: Option<String>,
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
        let with_port = host.rsplit_once(':').filter(|(address, port)| {
            // One digit is more likely the end of the address.
            let is_port = port.len() > 1 && port.bytes().all(|digit| digit.is_ascii_digit());
            is_port && port.parse::<u16>().is_ok() && parse_ipv6(address.as_bytes()).is_some()
        });
        let with_port = with_port.filter(|_| !text.starts_with('['));
        let with_port = with_port.map(|(address, port)| format!("[{address}]:{port}"));
        Ok(Self { address, zone, port: port.transpose()?, with_port })
    }

    /// Says how an address was read whose last group may be a port.
    pub(crate) fn doubt(&self) -> Option<String> {
        let with_port = self.with_port.as_ref()?;
        Some(format!(
            "{} of --destination is read as an address without a port; for a port, write {with_port}",
            self.address
        ))
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
    fn a_last_group_that_may_be_a_port_is_in_doubt() {
        for (text, meant) in [
            ("2001:db8::1:5683", Some("[2001:db8::1]:5683")),
            ("::1:80", Some("[::1]:80")),
            ("2001:db8::1:2", None),
            ("2001:db8::5683", None),
            ("2001:db8::1:56a3", None),
            ("2001:db8::1:99999", None),
            ("[2001:db8::1:5683]", None),
            ("2001:db8:0:0:0:0:1:5683", None),
        ] {
            let Ok(destination) = Destination::parse(text) else {
                assert_eq!(meant, None, "{text}");
                continue;
            };
            let doubt = destination.doubt();
            assert_eq!(doubt.is_some(), meant.is_some(), "{text}");
            assert!(
                meant.is_none_or(|meant| doubt.is_some_and(|it| it.ends_with(meant))),
                "{text}"
            );
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
