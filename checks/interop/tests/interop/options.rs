//! Compares the options that `cri coap` computes with those that libcoap and aiocoap send for the same URIs.

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, UdpSocket};
use std::process::Stdio;
use std::time::Duration;

use cri_testvectors::not_checked;

use crate::capture::Capture;
use crate::cri::Cri;
use crate::differences::{Client, LIBCOAP, differences};
use crate::message::{Options, URI_PORT};
use crate::program::Program;
use crate::{aiocoap, libcoap};

const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const LOOPBACK_6: IpAddr = IpAddr::V6(Ipv6Addr::LOCALHOST);
/// Another address of this machine, where port 5683 is less likely to be taken.
const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 83, 0, 1));

const BOTH: &[Client] = &[Client::Libcoap, Client::Aiocoap];
/// For names that the system does not know. aiocoap is told that they are addresses of this machine.
const AIOCOAP: &[Client] = &[Client::Aiocoap];

/// URIs, the addresses that their requests go to, and the clients. `{port}` is a free port, and `{255}` is 255 letters.
const URIS: &[(&str, IpAddr, &[Client])] = &[
    // Paths.
    ("coap://127.0.0.1:{port}", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/.well-known/core", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/a/b/", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}//", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}///", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}//a//b", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/A/%41/%7Eu", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/a%2Fb/%3F%23", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/%25/%2525", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/a%20b/%22%3C%3E%5B%5D", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/%C3%BC/%E2%82%AC/%F0%9F%8C%A1", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/a%2Cb", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/;x=1,2:@!$&'()*+", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/%FF", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/%09", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/{255}", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/%C3%BC{253}", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/{256}", LOOPBACK, BOTH),
    // Dot-segments.
    ("coap://127.0.0.1:{port}/a/.", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/a/./b/../c", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/a/..", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/../a", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/a/%2E%2e/c", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/...", LOOPBACK, BOTH),
    // Queries.
    ("coap://127.0.0.1:{port}?", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/?", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/?&", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}?a&b", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/?a=1&b=2&a=3", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/?a%26b&c", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/?a%3Db", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/?a;b+c", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/?q=x/y?z:@", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/?%C3%BC=%20", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/?{255}", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/?{256}", LOOPBACK, BOTH),
    ("coap://127.0.0.1:{port}/a?b#f", LOOPBACK, BOTH),
    // Schemes and ports.
    ("COAP://127.0.0.1:{port}/A", LOOPBACK, BOTH),
    ("coap://127.83.0.1/a", OTHER, BOTH),
    ("coap://127.83.0.1:/a", OTHER, BOTH),
    ("coap://127.83.0.1:5683/a", OTHER, BOTH),
    ("coap://127.83.0.1:05683/a", OTHER, BOTH),
    // Addresses.
    ("coap://[::1]:{port}/a", LOOPBACK_6, BOTH),
    ("coap://[::1]/a", LOOPBACK_6, BOTH),
    ("coap://[0:0:0:0:0:0:0:1]:{port}/a", LOOPBACK_6, BOTH),
    ("coap://[::1%25lo]:{port}/a", LOOPBACK_6, BOTH),
    // Names. Some look like addresses.
    ("coap://localhost:{port}/a", LOOPBACK, BOTH),
    ("coap://LocalHost:{port}/A", LOOPBACK, BOTH),
    ("coap://%6Cocalhost:{port}/a", LOOPBACK, BOTH),
    ("coap://127.1:{port}/a", LOOPBACK, BOTH),
    ("coap://0x7f.83.1/a", OTHER, BOTH),
    ("coap://a.b.example.com:{port}/", LOOPBACK, AIOCOAP),
    ("coap://A.Example.COM:{port}/", LOOPBACK, AIOCOAP),
    ("coap://example.com.:{port}/", LOOPBACK, AIOCOAP),
    ("coap://b%C3%BCcher.example:{port}/", LOOPBACK, AIOCOAP),
    ("coap://xn--bcher-kva.example:{port}/", LOOPBACK, AIOCOAP),
    ("coap://a_b~c!.example:{port}/", LOOPBACK, AIOCOAP),
    ("coap://u@127.0.0.1:{port}/", LOOPBACK, BOTH),
    // TCP (RFC 8323). Requests over TLS or DTLS cannot be captured.
    ("coap+tcp://127.0.0.1:{port}/a//b/?c&d", LOOPBACK, BOTH),
    ("coap+tcp://localhost:{port}", LOOPBACK, BOTH),
    ("coap+tcp://[::1]:{port}/?a=%C3%BC", LOOPBACK_6, BOTH),
    ("coap+tcp://127.83.0.1/a", OTHER, BOTH),
];

/// The URI of a pattern.
fn expand(pattern: &str, port: u16) -> String {
    let letters = |len| "x".repeat(len);
    let uri = pattern.replace("{port}", &port.to_string());
    uri.replace("{253}", &letters(253))
        .replace("{255}", &letters(255))
        .replace("{256}", &letters(256))
}

/// The options that a client sends.
fn theirs(
    client: Client,
    aiocoap: &mut aiocoap::Client,
    uri: &str,
    capture: &Capture,
) -> Option<Options> {
    match client {
        Client::Libcoap => {
            let mut program = Program::start(
                libcoap::client().arg(uri).stdout(Stdio::null()).stderr(Stdio::null()),
            );
            capture.options(|| program.0.try_wait().expect("a child").is_some())
        }
        Client::Aiocoap => {
            aiocoap.send_get(uri);
            let mut answer = None;
            let options = capture.options(|| {
                answer = answer.take().or_else(|| aiocoap.answer(Duration::ZERO));
                answer.is_some()
            });
            // Waits for this answer, so that the next one is for the next request.
            answer.or_else(|| aiocoap.answer(aiocoap::PATIENCE)).expect("an answer");
            options
        }
    }
}

fn show(options: Result<&Options, String>) -> String {
    let letters = |len| "x".repeat(len);
    let text = options.map_or_else(|text| text, ToString::to_string);
    text.replace(&letters(256), "{256}")
        .replace(&letters(255), "{255}")
        .replace(&letters(253), "{253}")
}

#[test]
#[ignore = "needs libcoap3-bin and aiocoap: see checks/interop/README.md"]
fn options_differ_from_libcoap_and_aiocoap_only_as_listed() {
    let cri = Cri::new();
    let mut aiocoap = aiocoap::Client::start();
    let mut found = BTreeSet::new();
    let mut same = 0;
    let ipv6 = UdpSocket::bind((LOOPBACK_6, 0)).is_ok();
    if !ipv6 {
        not_checked("URIs with IPv6 addresses, since this machine has no ::1");
    }
    let version = libcoap::version();
    let known = version == LIBCOAP;
    if !known {
        not_checked(format_args!(
            "libcoap, whose version is {version}; the differences are listed for {LIBCOAP}"
        ));
    }
    let asked = |client| known || client != Client::Libcoap;
    for &(pattern, address, clients) in
        URIS.iter().filter(|(_, address, _)| ipv6 || address.is_ipv4())
    {
        for &client in clients.iter().filter(|client| asked(**client)) {
            let port = if pattern.contains("{port}") { 0 } else { 5683 };
            let bind = if pattern.starts_with("coap+tcp") { Capture::tcp } else { Capture::udp };
            let capture = bind(address, port);
            let destination = capture.address();
            let uri = expand(pattern, destination.port());
            let mut theirs = theirs(client, &mut aiocoap, &uri, &capture);
            // RFC 7252 section 6.4 step 6: no Uri-Port for the destination's port. libcoap sends it all the same, unless
            // it is 5683. The test checks its value, and then ignores it.
            if let Some(options) =
                theirs.as_mut().filter(|_| client == Client::Libcoap && destination.port() != 5683)
            {
                let port = destination.port().to_be_bytes().to_vec();
                assert!(
                    options.0.contains(&(URI_PORT, port)),
                    "{uri}: libcoap left Uri-Port out: {options}"
                );
                *options = options.clone().without(URI_PORT);
            }
            let ours = cri.options(&uri, &["--destination", &destination.to_string()]);
            if ours.is_ok() && ours.as_ref().ok() == theirs.as_ref() {
                same += 1;
                continue;
            }
            let ours = show(ours.as_ref().map_err(|kind| format!("refused: {kind}")));
            let theirs = show(theirs.as_ref().ok_or_else(|| "nothing".to_owned()));
            found.insert((client, pattern, ours, theirs));
        }
    }
    let expected: BTreeSet<_> = differences()
        .filter(|(client, uri, ..)| asked(*client) && (ipv6 || !uri.contains('[')))
        .collect();
    let vanished = expected.difference(&found).map(|it| format!("has vanished: {it:?}"));
    let unlisted = found.difference(&expected).map(|it| format!("is not listed: {it:?}"));
    let wrong: Vec<_> = vanished.chain(unlisted).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!(
        "{} URIs: {same} requests have the same options, {} differ as listed",
        URIS.len(),
        expected.len()
    );
}
