//! Requests of libcoap and aiocoap through `cri-gateway` to servers of libcoap and aiocoap.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

use cri_testvectors::not_checked;
use serde_json::Value;

use crate::aiocoap;
use crate::cri::Cri;
use crate::differences::Client;
use crate::gateway::Gateway;
use crate::libcoap;
use crate::message::{
    HOP_LIMIT, Options, PROXY_CRI, PROXY_SCHEME, PROXY_SCHEME_NUMBER, PROXY_URI, URI_HOST,
    URI_PATH, URI_PORT, URI_QUERY, from_hex, hex,
};
use crate::origin::Origin;
use crate::request::{Answer, Request};

/// The options that ask a proxy for a resource.
const WAYS: [u16; 4] = [PROXY_CRI, PROXY_URI, PROXY_SCHEME, PROXY_SCHEME_NUMBER];

/// Both clients, and `cri`, which computes their options.
#[derive(Debug)]
struct Clients {
    cri: Cri,
    aiocoap: aiocoap::Client,
}

impl Clients {
    const ALL: [Client; 2] = [Client::Libcoap, Client::Aiocoap];

    fn start() -> Self {
        Self { cri: Cri::new(), aiocoap: aiocoap::Client::start() }
    }

    fn ask(&mut self, client: Client, to: SocketAddr, request: &Request) -> Answer {
        match client {
            Client::Libcoap => libcoap::ask(to, request),
            Client::Aiocoap => self.aiocoap.ask(to, request),
        }
    }

    /// Sends the request with each client, and returns the answer, which must be the same.
    fn ask_all(&mut self, to: SocketAddr, request: &Request) -> Answer {
        let [one, other] = Self::ALL.map(|client| self.ask(client, to, request));
        assert_eq!(one, other, "libcoap and aiocoap, {}", request.options);
        one
    }

    /// The options of a request to the origin itself.
    fn direct(&self, origin: &Origin, resource: &str) -> Options {
        let destination = origin.address.to_string();
        self.cri.options(&origin.uri(resource), &["--destination", &destination]).expect("options")
    }

    /// The options of a request to a proxy for this URI.
    fn proxied(&self, way: u16, uri: &str) -> Options {
        let options = match way {
            PROXY_CRI => self.cri.options(uri, &["--proxy"]),
            PROXY_URI => Ok(Options(vec![(PROXY_URI, uri.as_bytes().to_vec())])),
            // For another destination, so that Uri-Host and Uri-Port are not left out.
            _ => self.cri.options(uri, &["--destination", "203.0.113.1:1"]).map(
                |options| match way {
                    PROXY_SCHEME => options.and(PROXY_SCHEME, b"coap"),
                    _ => options.and(PROXY_SCHEME_NUMBER, b""),
                },
            ),
        };
        options.expect("options")
    }
}

#[test]
#[ignore = "needs libcoap3-bin and aiocoap: see checks/interop/README.md"]
fn answers_equal_those_of_the_origin() {
    let mut clients = Clients::start();
    let gateway = Gateway::trusting(&[]);
    for origin in Origin::both() {
        for (resource, code) in origin.resources() {
            for client in Clients::ALL {
                let direct = Request::get(clients.direct(&origin, resource));
                let direct = clients.ask(client, origin.address, &direct);
                assert_eq!(direct.code, code, "{client:?} without a gateway: {direct:?}");
                for way in WAYS {
                    let request = Request::get(clients.proxied(way, &origin.uri(resource)));
                    let answer = clients.ask(client, gateway.address, &request);
                    assert_eq!(answer, direct, "{client:?} by option {way}: {}", request.options);
                }
            }
        }
    }
}

#[test]
#[ignore = "needs libcoap3-bin and aiocoap: see checks/interop/README.md"]
fn libcoap_and_aiocoap_use_the_proxy_in_their_own_way() {
    let mut clients = Clients::start();
    let gateway = Gateway::trusting(&["--resolve", "origin.example=127.0.0.1"]);
    let origin = Origin::aiocoap();
    for host in ["127.0.0.1", "origin.example"] {
        let uri = format!("coap://{host}:{}/hello", origin.address.port());
        // Proxy-Uri.
        assert_eq!(libcoap::ask_proxy(gateway.address, &uri), Answer::hello(), "libcoap, {uri}");
        // Proxy-Scheme.
        let answer = clients.aiocoap.ask_proxy(gateway.address, &uri);
        assert_eq!(answer, Answer::hello(), "aiocoap, {uri}");
    }
}

#[test]
#[ignore = "needs libcoap3-bin and aiocoap: see checks/interop/README.md"]
fn a_proxy_cri_may_stand_beside_the_port_that_libcoap_sends() {
    let cri = Cri::new();
    let gateway = Gateway::trusting(&[]);
    let origin = Origin::aiocoap();
    let options = cri.options(&origin.uri("hello"), &["--proxy"]).expect("options");
    let answer = libcoap::ask_uri(&format!("coap://{}", gateway.address), &options);
    assert_eq!(answer, Answer::hello());
}

#[test]
#[ignore = "needs libcoap3-bin and aiocoap: see checks/interop/README.md"]
fn a_proxy_uri_becomes_the_options_that_libcoap_sends() {
    let gateway = Gateway::trusting(&[]);
    let origin = Origin::aiocoap();
    // A CRI distinguishes some of these from the plain characters, and options do not.
    let uri = origin.uri("options/a%2Cb/%3A%41%2F?t=12%3A30&%26%3D");
    let asks_for = |answer: &Answer| {
        let Options(mut options) = shown(answer);
        options.retain(|(number, _)| [URI_PATH, URI_QUERY].contains(number));
        Options(options)
    };
    let direct = asks_for(&libcoap::ask_uri(&uri, &Options::default()));
    assert_eq!(
        direct.to_string(),
        "Uri-Path: a,b, Uri-Path: :A/, Uri-Query: t=12:30, Uri-Query: &="
    );
    assert_eq!(asks_for(&libcoap::ask_proxy(gateway.address, &uri)), direct);
}

/// The options that the origin received, which aiocoap's `/options` returns.
fn shown(answer: &Answer) -> Options {
    let shown: Value = serde_json::from_slice(&answer.payload)
        .unwrap_or_else(|error| panic!("{error}: {answer:?}"));
    let options = shown.as_array().expect("options").iter().map(|option| {
        let number = option[0].as_u64().expect("a number");
        (number.try_into().expect("16 bits"), from_hex(option[1].as_str().expect("hex digits")))
    });
    Options(options.collect())
}

#[test]
#[ignore = "needs libcoap3-bin and aiocoap: see checks/interop/README.md"]
fn libcoap_proves_its_address_by_echo() {
    let mut clients = Clients::start();
    // This gateway trusts nobody.
    let gateway = Gateway::start(&[]);
    for origin in Origin::both() {
        for (resource, code) in origin.resources() {
            let request = Request::get(clients.proxied(PROXY_CRI, &origin.uri(resource)));
            assert_eq!(libcoap::ask(gateway.address, &request).code, code, "{resource}");
        }
        let written = content(1);
        let options = clients.proxied(PROXY_URI, &origin.uri(origin.large));
        let answer = libcoap::ask(gateway.address, &Request::put(options.clone(), &written));
        assert!(["2.01", "2.04"].contains(&&*answer.code), "{answer:?}");
        let read = libcoap::ask(gateway.address, &Request::get(options));
        assert!(read.payload == written, "{read:?}");
        let slow = Request::get(clients.proxied(PROXY_CRI, &origin.uri(origin.slow)));
        assert_eq!(libcoap::ask(gateway.address, &slow).code, "2.05");
    }
    // aiocoap sends no Echo. It gets what fits in three times the bytes of its request.
    let origin = Origin::aiocoap();
    let short = Request::get(clients.proxied(PROXY_URI, &origin.uri("hello")));
    assert_eq!(clients.ask(Client::Aiocoap, gateway.address, &short).code, "2.05");
}

/// Bytes that differ from one block to the next.
fn content(seed: usize) -> Vec<u8> {
    (0..4500 + seed).map(|index| (index * 7 + index / 251 + seed) as u8).collect()
}

#[test]
#[ignore = "needs libcoap3-bin and aiocoap: see checks/interop/README.md"]
fn blocks_are_forwarded_in_both_directions() {
    let mut clients = Clients::start();
    let gateway = Gateway::trusting(&[]);
    let mut seed = 0;
    for origin in Origin::both() {
        for client in Clients::ALL {
            for way in WAYS {
                let direct = clients.direct(&origin, origin.large);
                let proxied = clients.proxied(way, &origin.uri(origin.large));
                let ways = [(gateway.address, proxied), (origin.address, direct)];
                // PUT through the gateway and GET without it, and the other way round.
                for (put, get) in [(&ways[0], &ways[1]), (&ways[1], &ways[0])] {
                    seed += 1;
                    let written = content(seed);
                    let answer = clients.ask(client, put.0, &Request::put(put.1.clone(), &written));
                    let what = format!("{client:?} by option {way}, PUT to {}: {answer:?}", put.0);
                    assert!(["2.01", "2.04"].contains(&&*answer.code), "{what}");
                    let answer = clients.ask(client, get.0, &Request::get(get.1.clone()));
                    assert_eq!(answer.code, "2.05", "{what}; then {answer:?}");
                    assert!(answer.payload == written, "{what}; then {answer:?}");
                }
            }
        }
    }
}

#[test]
#[ignore = "needs libcoap3-bin and aiocoap: see checks/interop/README.md"]
fn slow_answers_are_forwarded() {
    let mut clients = Clients::start();
    let gateway = Gateway::trusting(&[]);
    for origin in Origin::both() {
        let request = Request::get(clients.proxied(PROXY_CRI, &origin.uri(origin.slow)));
        let answer = clients.ask_all(gateway.address, &request);
        assert_eq!(answer, Answer::content(origin.at_last));
    }
}

#[test]
#[ignore = "needs libcoap3-bin and aiocoap: see checks/interop/README.md"]
fn lost_datagrams_are_sent_again() {
    let cri = Cri::new();
    let gateway = Gateway::trusting(&[]);
    // The first datagram of the server shows that it has started. The second, its answer to the gateway, is lost.
    let origin = Origin::libcoap(Ipv4Addr::LOCALHOST, &["-l", "2"]);
    let options = cri.options(&origin.uri(""), &["--proxy"]).expect("options");
    // The first datagram of the client, its request, is lost.
    let asked = Instant::now();
    let answer = libcoap::ask_with(gateway.address, &Request::get(options), &["-l", "1"]);
    assert_eq!(answer.code, "2.05");
    // Client and gateway have each waited for at least 2 seconds (ACK_TIMEOUT, RFC 7252 section 4.8).
    assert!(asked.elapsed() >= Duration::from_secs(4), "nothing was lost: {:?}", asked.elapsed());
}

#[test]
#[ignore = "needs libcoap3-bin and aiocoap: see checks/interop/README.md"]
fn messages_that_are_not_confirmable_are_answered() {
    let cri = Cri::new();
    let gateway = Gateway::trusting(&[]);
    for origin in Origin::both() {
        for (resource, code) in origin.resources() {
            let options = cri.options(&origin.uri(resource), &["--proxy"]).expect("options");
            let answer = libcoap::ask_with(gateway.address, &Request::get(options), &["-N"]);
            assert_eq!(answer.code, code, "{answer:?}");
        }
    }
}

#[test]
#[ignore = "needs libcoap3-bin and aiocoap: see checks/interop/README.md"]
fn ipv6_is_supported() {
    if UdpSocket::bind((Ipv6Addr::LOCALHOST, 0)).is_err() {
        not_checked("a gateway over IPv6, since this machine has no ::1");
        return;
    }
    let mut clients = Clients::start();
    let gateway = Gateway::at(Ipv6Addr::LOCALHOST, &["--trust", "::1"]);
    let origin = Origin::libcoap(Ipv6Addr::LOCALHOST, &[]);
    for way in WAYS {
        for (resource, code) in
            [(origin.text, "2.05"), (origin.large, "2.05"), ("nothing/here", "4.04")]
        {
            let direct =
                clients.ask_all(origin.address, &Request::get(clients.direct(&origin, resource)));
            let request = Request::get(clients.proxied(way, &origin.uri(resource)));
            let answer = clients.ask_all(gateway.address, &request);
            assert_eq!((&*answer.code, &answer), (code, &direct), "by option {way}");
        }
    }
}

#[test]
#[ignore = "needs libcoap3-bin and aiocoap: see checks/interop/README.md"]
fn origins_receive_a_plain_request() {
    let mut clients = Clients::start();
    let gateway = Gateway::trusting(&["--resolve", "origin.example=127.0.0.1"]);
    let origin = Origin::aiocoap();
    let uri = |host| format!("coap://{host}:{}/options/a//%C3%BC/?x&y=%26", origin.address.port());
    for (host, named) in [("127.0.0.1", None), ("Origin.Example", Some("origin.example"))] {
        for way in WAYS {
            // If-None-Match and Accept are critical and 65000 is unknown. All three are safe to forward. Observe is not.
            let options =
                clients.proxied(way, &uri(host)).and(5, b"").and(6, b"").and(HOP_LIMIT, b"\x09");
            let mut options = options.and(17, b"\x32").and(65000, b"!");
            options.0.sort_by_key(|(number, _)| *number);
            let answer = clients.ask_all(gateway.address, &Request::get(options));
            let path = ["a", "", "ü", ""].map(|segment| (URI_PATH, segment.as_bytes().to_vec()));
            let query = ["x", "y=&"].map(|parameter| (URI_QUERY, parameter.as_bytes().to_vec()));
            let mut expected = vec![(5, Vec::new())];
            expected.extend(named.map(|name| (URI_HOST, name.as_bytes().to_vec())));
            expected.extend(path.into_iter().chain(query));
            expected.extend([(HOP_LIMIT, vec![8]), (17, vec![0x32]), (65000, b"!".to_vec())]);
            expected.sort_by_key(|(number, _)| *number);
            assert_eq!(shown(&answer), Options(expected), "by option {way}");
        }
    }
}

#[test]
#[ignore = "needs libcoap3-bin and aiocoap: see checks/interop/README.md"]
fn unreachable_and_forbidden_origins_are_answered_with_errors() {
    let mut clients = Clients::start();
    let gateway =
        Gateway::trusting(&["--allow", "127.0.0.1", "--allow", "[::1]:5683", "--timeout", "2"]);
    // This socket is open, and nothing reads from it.
    let silent = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a socket");
    let silent = silent.local_addr().expect("an address");
    let request = Request::get(clients.proxied(PROXY_CRI, &format!("coap://{silent}/")));
    assert_eq!(clients.ask_all(gateway.address, &request).code, "5.04");
    let cases = [
        // Nothing listens at this port.
        ("coap://127.0.0.1:1/", "5.02"),
        // Not on the allow-list, by address or port. An IPv4-mapped address counts as the IPv4 address.
        ("coap://127.0.0.2/", "5.05"),
        ("coap://192.0.2.1/", "5.05"),
        ("coap://[::ffff:192.0.2.1]/", "5.05"),
        ("coap://[::1]:5684/", "5.05"),
        ("coap://[ff02::fd]/", "5.05"),
        ("coap://224.0.1.187/", "5.05"),
        // The gateway knows no address.
        ("coap://nowhere.example/", "5.02"),
    ];
    for (uri, code) in cases {
        for way in WAYS {
            let answer = clients.ask_all(gateway.address, &Request::get(clients.proxied(way, uri)));
            assert_eq!(answer.code, code, "{uri} by option {way}: {answer:?}");
            assert!(!answer.payload.is_empty(), "{uri}: the answer has no reason");
        }
    }
}

/// The beginning of a Proxy-Cri for an origin on loopback: array head, scheme and authority.
fn head(items: u8, origin: &Origin) -> Vec<u8> {
    let [high, low] = origin.address.port().to_be_bytes();
    vec![0x80 | items, 0x20, 0x82, 0x44, 127, 0, 0, 1, 0x19, high, low]
}

/// A CRI of this length in bytes, whose path is below the origin's `/options`.
fn long_cri(len: usize, origin: &Origin) -> Vec<u8> {
    let mut cri = head(3, origin);
    cri.extend(b"\x85\x67options");
    for segment in [255, 255, 255, len - cri.len() - 3 * 257 - 2] {
        cri.extend([0x78, segment as u8]);
        cri.resize(cri.len() + segment, b'x');
    }
    assert_eq!(cri.len(), len);
    cri
}

#[test]
#[ignore = "needs libcoap3-bin and aiocoap: see checks/interop/README.md"]
fn malformed_requests_are_answered_and_do_no_harm() {
    let mut clients = Clients::start();
    let gateway = Gateway::trusting(&[]);
    let origin = Origin::aiocoap();
    let with = |items, rest: &[u8]| [&head(items, &origin), rest].concat();
    let good = with(3, b"\x81\x65hello");
    let cri = |value: &[u8]| vec![(PROXY_CRI, value.to_vec())];
    let number = |value: &[u8]| {
        vec![(URI_HOST, b"127.0.0.1".to_vec()), (PROXY_SCHEME_NUMBER, value.to_vec())]
    };
    let good_and = |number, value: &[u8]| [cri(&good), vec![(number, value.to_vec())]].concat();

    let cases = [
        // Values of Proxy-Cri (section 8.2.1 of the draft).
        ("1,023 bytes", "2.05", cri(&long_cri(1023, &origin))),
        ("1,024 bytes", "4.02", cri(&long_cri(1024, &origin))),
        ("no bytes", "4.02", cri(b"")),
        ("a further byte", "4.00", cri(&[&good[..], b"\0"].concat())),
        ("a byte too few", "4.00", cri(&good[..good.len() - 1])),
        ("a relative reference", "4.00", cri(b"\x82\x00\x81\x61a")),
        ("an empty array", "4.00", cri(b"\x80")),
        ("a fragment", "4.00", cri(&with(5, b"\x81\x65hello\xf6\x61f"))),
        ("an empty fragment", "4.00", cri(&with(5, b"\x81\x65hello\xf6\x60"))),
        ("percent-encoded text", "4.00", cri(&with(3, b"\x81\x83\x61a\x41\x3b\x61b"))),
        ("a userinfo", "4.00", cri(b"\x83\x20\x83\xf4\x61u\x44\x7f\0\0\x01\x80")),
        ("a zone-id", "4.00", cri(b"\x83\x20\x82\x50\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x62lo\x80")),
        ("no authority", "4.00", cri(b"\x83\x20\xf6\x81\x65hello")),
        ("a dot-segment", "4.00", cri(&with(3, b"\x81\x62.."))),
        ("text that is not UTF-8", "4.00", cri(&with(3, b"\x81\x61\xff"))),
        ("a break without a beginning", "4.00", cri(b"\xff")),
        ("an indefinite length", "4.00", cri(b"\x9f\x20\x81\x44\x7f\0\0\x01\xff")),
        ("a length of 4 GiB", "4.00", cri(b"\x9a\xff\xff\xff\xff\x20")),
        ("a thousand arrays", "4.00", cri(&[0x81; 1000])),
        ("null", "4.00", cri(b"\xf6")),
        ("a text", "4.00", cri(b"\x78\x18coap://127.0.0.1/testing")),
        ("the tag of CRIs", "4.00", cri(&[b"\xd8\x63", &good[..]].concat())),
        ("https", "5.05", cri(b"\x83\x23\x81\x44\x7f\0\0\x01\x80")),
        ("coap by name", "5.05", cri(b"\x83\x64coap\x81\x44\x7f\0\0\x01\x80")),
        // Options that must not stand together.
        ("Proxy-Cri twice", "4.02", good_and(PROXY_CRI, &good)),
        ("Proxy-Cri and Uri-Host", "4.00", good_and(URI_HOST, b"h")),
        ("Proxy-Cri and Uri-Port", "4.00", good_and(URI_PORT, b"\x01")),
        ("Proxy-Cri and Uri-Path", "4.00", good_and(URI_PATH, b"a")),
        ("Proxy-Cri and Uri-Query", "4.00", good_and(URI_QUERY, b"a")),
        ("Proxy-Cri and Proxy-Uri", "4.00", good_and(PROXY_URI, b"coap://127.0.0.1/")),
        ("Proxy-Cri and Proxy-Scheme", "4.00", good_and(PROXY_SCHEME, b"coap")),
        ("Proxy-Cri and Proxy-Scheme-Number", "4.00", good_and(PROXY_SCHEME_NUMBER, b"")),
        (
            "both Proxy-Schemes",
            "4.00",
            [number(b""), vec![(PROXY_SCHEME, b"coap".to_vec())]].concat(),
        ),
        // Proxy-Scheme-Number (section 8.2.2).
        ("a number of no scheme", "5.05", number(b"\x03\xe7")),
        ("the largest number", "5.05", number(b"\xff\xff\xff")),
        ("the number of https", "5.05", number(b"\x03")),
        ("a number of 4 bytes", "4.02", number(b"\x01\0\0\0")),
        ("Proxy-Scheme-Number twice", "4.02", [number(b""), number(b"")].concat()),
        // Proxy-Uri and Proxy-Scheme.
        ("no URI", "4.00", vec![(PROXY_URI, b"coap://127.0.0.1/%zz".to_vec())]),
        ("a URI of http", "5.05", vec![(PROXY_URI, b"http://127.0.0.1/".to_vec())]),
        ("http", "5.05", vec![(URI_HOST, b"127.0.0.1".to_vec()), (PROXY_SCHEME, b"http".to_vec())]),
        // Unknown options that are unsafe to forward, critical and elective (RFC 7252 section 5.7.1).
        ("a critical option", "4.02", good_and(65003, b"")),
        ("an elective option", "4.02", good_and(65002, b"")),
        ("the last hop", "5.08", good_and(HOP_LIMIT, b"\x01")),
        ("the gateway itself", "4.04", vec![(URI_PATH, b"hello".to_vec())]),
    ];
    let after = Request::get(Options(cri(&good)));
    for (what, code, mut options) in cases {
        options.sort_by_key(|(number, _)| *number);
        let request = Request::get(Options(options));
        let answer = clients.ask_all(gateway.address, &request);
        assert_eq!(answer.code, code, "{what}: {answer:?}");
        assert!(!answer.payload.is_empty(), "{what}: the answer has no reason");
        let proxy_cri = request.options.0.iter().find(|(number, _)| *number == PROXY_CRI);
        let echoed = proxy_cri.is_some_and(|(_, value)| {
            value.len() > 8 && hex(&answer.payload).contains(&hex(value))
        });
        assert!(!echoed, "{what}: {answer:?}");
        // The gateway continues.
        let answer = clients.ask(Client::Aiocoap, gateway.address, &after);
        assert_eq!(answer.code, "2.05", "after {what}");
    }
}
