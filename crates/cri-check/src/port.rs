//! Warnings about ports (RFC 3986 sections 6.2.3 and 7.2, RFC 1738 section 6).

use core::ops::RangeInclusive;

use cri_core::Component;
use cri_registry::Table;
use cri_uri::__private::find_scheme;
use cri_uri::UriRef;

use crate::finding::{Finding, FindingKind};

/// The ports that belong to one protocol each, and on which only a system's administrator may listen.
const WELL_KNOWN: RangeInclusive<u16> = 0..=1023;

/// The scheme's default port, which can be left out, or a well-known port that is not the scheme's.
///
/// If the scheme has no known port, only default ports of other schemes are foreign.
pub(crate) fn port(uri: UriRef<'_>, schemes: Table) -> Option<Finding> {
    let port = uri.port_number()?;
    let default = find_scheme(uri.scheme().unwrap_or_default().as_bytes(), schemes)
        .and_then(|scheme| scheme.default_port);
    let is_foreign = match default {
        Some(default) => port != default,
        // A relative reference has the scheme of its base.
        None => {
            !uri.is_relative() && schemes.iter().any(|scheme| scheme.default_port == Some(port))
        }
    };
    let kind = match is_foreign {
        true if WELL_KNOWN.contains(&port) => FindingKind::ForeignPort,
        false if default.is_some() => FindingKind::DefaultPort,
        _ => return None,
    };
    Some(Finding::at(uri, uri.port()?, kind, Component::Port))
}

#[cfg(test)]
mod tests {
    use cri_core::Component::Port;

    use crate::lints::tests::findings;

    #[test]
    fn default_ports() {
        for uri in ["http://h:80/", "coap://h:5683", "HTTPS://h:443", "coap://h:05683"] {
            assert_eq!(
                findings(uri),
                [("default-port", Port, uri.rfind(':').unwrap() + 1)],
                "{uri}"
            );
        }
        assert_eq!(findings("//h:80"), []);
    }

    // shows: R3986-7.2-01, R1738-6-01
    #[test]
    fn ports_of_other_protocols() {
        for uri in [
            "http://h:25",
            "gopher://h:25",
            "https://h:80",
            "coap://h:0",
            "coap://h:1023",
            "s://h:70",
            "data://h:80",
        ] {
            assert_eq!(
                findings(uri),
                [("foreign-port", Port, uri.rfind(':').unwrap() + 1)],
                "{uri}"
            );
        }
        // Above 1023, of no known scheme, and above 65535.
        for uri in [
            "http://h:1024",
            "gopher://h:7070",
            "s://h:25",
            "s://h:1024",
            "//h:25",
            "coap://h:65536",
            "coap://h:",
        ] {
            assert_eq!(findings(uri), [], "{uri}");
        }
    }
}
