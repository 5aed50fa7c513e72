//! Warnings about ports (RFC 3986 sections 6.2.3 and 7.2, RFC 1738 section 6).

use core::ops::RangeInclusive;

use cri_core::Component;
use cri_registry::Table;
use cri_uri::UriRef;

use crate::finding::{Finding, FindingKind};

/// The ports of which RFC 3986 section 7.2 warns.
const WELL_KNOWN: RangeInclusive<u16> = 0..=1023;

/// The ports of other protocols that the fetch standard blocks, but for port 0, which belongs to no protocol.
#[rustfmt::skip]
const BLOCKED: [u16; 82] = [
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113,
    115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554,
    556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666,
    6667, 6668, 6669, 6679, 6697, 10080,
];

/// The ports of five databases, which may execute text as commands.
const DATABASES: [u16; 5] = [3306, 5432, 6379, 11211, 27017];

/// The ports of Docker and Elasticsearch. Their protocol is HTTP.
const HTTP_SERVERS: [u16; 2] = [2375, 9200];

/// The default ports of protocols without TLS, and their ports with it, of which FTP has two (RFC 4217, and the registry of
/// port numbers). UDP has DTLS in its place.
const WITHOUT_AND_WITH_TLS: [(u16, u16); 10] = [
    (21, 989),
    (21, 990),
    (23, 992),
    (80, 443),
    (110, 995),
    (119, 563),
    (143, 993),
    (389, 636),
    (554, 322),
    (5683, 5684),
];

/// The port of ftp, and that of its data.
const FTP: (u16, u16) = (21, 20);

/// The schemes without a default port in the registry whose servers listen on ports above 1023 of [`BLOCKED`] (RFC 5804 section
/// 1.8, and the registry of port numbers).
const OWN_PORTS: [(&str, RangeInclusive<u16>); 4] =
    [("irc", 6665..=6697), ("irc6", 6665..=6697), ("ircs", 6665..=6697), ("sieve", 4190..=4190)];

/// The port of the servers of news (RFC 5538 section 2). The scheme's name alone has no server, and no default.
const NEWS: u16 = 119;

/// The scheme's default port, which can be left out; the port of another protocol, or of the same one with TLS or without it;
/// or a well-known port that is neither.
///
/// If the scheme has no known port, the port of another protocol may be its own, so it is only well-known.
pub(crate) fn port(uri: UriRef<'_>, schemes: Table) -> Option<Finding> {
    let port = uri.port_number()?;
    let default = uri.known_scheme(schemes).and_then(|scheme| scheme.default_port);
    let is_news = uri.has_scheme("news");
    let default = if is_news { Some(NEWS) } else { default };
    let is_of_http = || uri.has_scheme("http") || uri.has_scheme("https");
    let is_of_another = || {
        schemes.iter().any(|scheme| scheme.default_port == Some(port))
            || BLOCKED.contains(&port)
            || DATABASES.contains(&port)
            || (HTTP_SERVERS.contains(&port) && !is_of_http())
    };
    let is_other_form = |default| {
        WITHOUT_AND_WITH_TLS.contains(&(default, port))
            || WITHOUT_AND_WITH_TLS.contains(&(port, default))
    };
    let is_own =
        || OWN_PORTS.iter().any(|(name, ports)| uri.has_scheme(name) && ports.contains(&port));
    let kind = match default {
        Some(default) if (default, port) == FTP || (is_news && port == default) => return None,
        Some(default) if port == default => FindingKind::DefaultPort,
        Some(default) if is_other_form(default) => FindingKind::ForeignPort(true),
        Some(_) if is_of_another() => FindingKind::ForeignPort(false),
        // A relative reference has the scheme of its base. That a file has no port is a rule of its scheme.
        None if uri.is_relative() || uri.has_scheme("file") => return None,
        _ if WELL_KNOWN.contains(&port) => FindingKind::WellKnownPort,
        None if BLOCKED.contains(&port) && !is_own() => FindingKind::WellKnownPort,
        _ => return None,
    };
    Some(Finding::at(uri, uri.port()?, kind, Component::Port))
}

#[cfg(test)]
mod tests {
    use cri_core::Component::Port;
    use cri_registry::Table;
    use cri_uri::UriRef;

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

    // The list is that of the fetch standard, and the default ports are those of the registry.
    // shows: R3986-7.2-01, R1738-6-01
    #[test]
    fn ports_of_other_protocols() {
        for uri in [
            "http://h:25",
            "gopher://h:25",
            "https://h:80",
            "http://h:443",
            "ftp://h:22",
            "http://h:631",
            "http://h:5683",
            "coap://h:5684",
            "http://h:6000",
            "http://h:6379",
            "http://h:11211",
            "https://h:10080",
            "gopher://h:9200",
            "coap://h:2375",
        ] {
            assert_eq!(
                findings(uri),
                [("foreign-port", Port, uri.rfind(':').unwrap() + 1)],
                "{uri}"
            );
        }
        assert!(super::BLOCKED.is_sorted() && super::DATABASES.is_sorted());
    }

    /// The ports above 1023 that the fetch standard blocks.
    // shows: R3986-7.2-01
    #[test]
    fn blocked_ports_above_1023() {
        for port in [
            1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667,
            6668, 6669, 6679, 6697, 10080,
        ] {
            for scheme in ["http", "https", "ws", "coap", "coaps+tcp", "ftp"] {
                let uri = std::format!("{scheme}://h:{port}");
                assert_eq!(findings(&uri), [("foreign-port", Port, scheme.len() + 5)], "{uri}");
            }
        }
    }

    // The registry of port numbers has the service with TLS, or without it, beside that of the scheme.
    // shows: R3986-7.2-01
    #[test]
    fn ports_of_the_same_protocol() {
        let message = |uri| {
            let finding = crate::findings(UriRef::parse(uri).unwrap(), Table::DRAFT_16)
                .find(|finding| finding.component() == Port);
            finding.map(|finding| (finding.kind().name(), finding.kind().reason()))
        };
        let reason = "one side encrypts and the other does not, so the request fails";
        for uri in [
            "http://h:443",
            "https://h:80",
            "ftp://h:989",
            "ftp://h:990",
            "imap://h:993",
            "pop://h:995",
            "ldap://h:636",
            "nntp://h:563",
            "news://h:563",
            "telnet://h:992",
            "coap://h:5684",
            "coaps://h:5683",
            "coap+tcp://h:5684",
            "coaps+ws://h:80",
        ] {
            assert_eq!(message(uri), Some(("foreign-port", reason)), "{uri}");
        }
        for uri in ["imap://h:995", "ftp://h:443", "https://h:21", "coap://h:443", "ldap://h:993"] {
            let reason = "a server of that protocol may execute parts of the request as commands";
            assert_eq!(message(uri), Some(("foreign-port", reason)), "{uri}");
        }
        assert_eq!((message("news://h:119"), message("ftp://h:20")), (None, None));
        assert!(super::WITHOUT_AND_WITH_TLS.is_sorted());
    }

    // shows: R3986-7.2-01
    #[test]
    fn well_known_ports_of_no_known_protocol() {
        for uri in [
            "http://h:591",
            "https://h:888",
            "http://h:0",
            "coap://h:0",
            "coap://h:1023",
            "http://h:81",
            // The scheme's own port is not known.
            "s://h:70",
            "s://h:22",
            "s://h:25",
            "s://h:0",
            "s://h:1023",
            "data://h:80",
            "webcal://h:443",
            "webcal://h:25",
            // Ports above 1023 that the fetch standard blocks.
            "webcal://h:6000",
            "mqtt://h:10080",
            "s://h:1720",
            "irc://h:6000",
            "sieve://h:5060",
        ] {
            assert_eq!(
                findings(uri),
                [("well-known-port", Port, uri.rfind(':').unwrap() + 1)],
                "{uri}"
            );
        }
    }

    #[test]
    fn other_ports() {
        for uri in [
            "http://h:1024",
            "http://h:8080",
            "gopher://h:7070",
            "http://h:2375",
            "https://h:9200",
            "s://h:1024",
            "s://h:5683",
            // These are the schemes' own, or may be.
            "irc://h:6667",
            "ircs://h:6697",
            "sieve://h:4190",
            "nfs://h",
            "mqtt://h:1883",
            "redis://h:6379",
            "postgresql://h:5432",
            "ftp://h:20",
            "//h:25",
            "//h:6000",
            "s://h:65536",
            "coap://h:",
            "http://h:",
            "https://h:/",
        ] {
            assert_eq!(findings(uri), [], "{uri}");
        }
    }
}
