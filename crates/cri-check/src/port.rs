//! Warnings about ports (RFC 3986 sections 6.2.3 and 7.2, RFC 1738 section 6).

use core::ops::RangeInclusive;

use cri_core::Component;
use cri_registry::Table;
use cri_uri::UriRef;

use crate::finding::{Finding, FindingKind};

/// The ports that belong to one protocol each, and on which only a system's administrator may listen.
const WELL_KNOWN: RangeInclusive<u16> = 0..=1023;

/// The scheme's default port, which can be left out.
pub(crate) fn default_port(uri: UriRef<'_>, schemes: Table) -> Option<Finding> {
    let port = uri.port_number()?;
    if default(uri, schemes) == Some(port) { at_port(uri, FindingKind::DefaultPort) } else { None }
}

/// A well-known port that is not the scheme's.
///
/// If the scheme has no known port, only default ports of other schemes are foreign.
pub(crate) fn foreign_port(uri: UriRef<'_>, schemes: Table) -> Option<Finding> {
    let port = uri.port_number().filter(|port| WELL_KNOWN.contains(port))?;
    let is_foreign = match default(uri, schemes) {
        Some(default) => port != default,
        // A relative reference has the scheme of its base.
        None => {
            !uri.is_relative() && schemes.iter().any(|scheme| scheme.default_port == Some(port))
        }
    };
    if is_foreign { at_port(uri, FindingKind::ForeignPort) } else { None }
}

/// The default port of the scheme, if the scheme has one.
fn default(uri: UriRef<'_>, schemes: Table) -> Option<u16> {
    schemes.iter().find(|scheme| uri.has_scheme(scheme.name))?.default_port
}

fn at_port(uri: UriRef<'_>, kind: FindingKind) -> Option<Finding> {
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
