//! Answers of the gateway itself.

use std::time::Duration;

use cri_gateway::Load;

use crate::world::*;

fn options(options: &[(u16, &[u8])]) -> Vec<u8> {
    message(CON, GET, 7, b"tok", options, b"")
}

#[test]
fn other_destinations_are_refused() {
    let mut world = World::trusting(|_| {});
    for uri in [
        "coap://192.0.2.1/",
        "coap://0.0.0.0/",
        "coap://[::]/",
        "coap://[::ffff:192.0.2.1]/",
        "coap://[fe80::1]/",
    ] {
        assert_eq!(world.refuses(&get(CON, 7, uri)), "5.05", "{uri}");
    }
    // Multicast is refused even if the address is allowed.
    let everywhere = ["0.0.0.0/0", "::/0"].map(|rule| rule.parse().unwrap());
    let mut world = World::trusting(|config| config.allow = everywhere.into_iter().collect());
    for uri in ["coap://224.0.1.187/", "coap://[ff02::fd]/", "coap://[::ffff:224.0.1.187]/"] {
        assert_eq!(world.refuses(&get(CON, 7, uri)), "5.05", "{uri}");
    }
}

#[test]
fn invalid_requests_are_refused() {
    let mut world = World::trusting(|_| {});
    let beside = |other: (u16, &'static [u8])| options(&[(PROXY_CRI, CRI), other]);
    for (request, code) in [
        (beside((URI_PATH, b"a")), "4.00"),
        (beside((URI_HOST, b"h")), "4.00"),
        (beside((PROXY_URI, b"coap://127.0.0.1/")), "4.00"),
        (beside((PROXY_SCHEME, b"coap")), "4.00"),
        (beside((PROXY_CRI, CRI)), "4.02"),
        (
            options(&[
                (PROXY_SCHEME, b"coap"),
                (PROXY_SCHEME_NUMBER, b""),
                (URI_HOST, b"127.0.0.1"),
            ]),
            "4.00",
        ),
        (options(&[(PROXY_CRI, b"")]), "4.02"),
        (options(&[(PROXY_CRI, &[0x81; 1024])]), "4.02"),
        (options(&[(PROXY_URI, &[b'a'; 1035])]), "4.02"),
        (options(&[(PROXY_SCHEME_NUMBER, b"\0\0\0\0")]), "4.02"),
        (options(&[(PROXY_CRI, b"\xf6")]), "4.00"),
        (options(&[(PROXY_CRI, b"\x82\x01\x81\x61a")]), "4.00"),
        (options(&[(PROXY_CRI, b"\x83\x20\x81\x44\x7f\0\0\x01\x80\0")]), "4.00"),
        (options(&[(PROXY_CRI, b"\x83\x20\x83\xf4\x61u\x44\x7f\0\0\x01\x80")]), "4.00"),
        (options(&[(PROXY_CRI, b"\x83\x20\x81\x44\x7f\0\0\x01\x81\x82\x61a\x41\x3b")]), "4.00"),
        (options(&[(PROXY_CRI, b"\x85\x20\x81\x44\x7f\0\0\x01\x80\xf6\x60")]), "4.00"),
        // A zone-id, no authority, and an empty host.
        (
            options(&[(
                PROXY_CRI,
                b"\x83\x20\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x64eth0\x80",
            )]),
            "4.00",
        ),
        (options(&[(PROXY_CRI, b"\x83\x20\xf6\x81\x61a")]), "4.00"),
        (options(&[(PROXY_CRI, b"\x83\x20\x81\x60\x80")]), "4.00"),
        (options(&[(PROXY_URI, b"coap://127.0.0.1/\xff")]), "4.00"),
        (options(&[(PROXY_URI, b"/a")]), "4.00"),
        (options(&[(PROXY_URI, b"coap:a")]), "4.00"),
        (options(&[(PROXY_URI, b"coap://127.0.0.1/#f")]), "4.00"),
        (options(&[(PROXY_URI, b"coap://u@127.0.0.1/")]), "4.00"),
        (options(&[(PROXY_URI, b"coap:///a")]), "4.00"),
        (options(&[(URI_HOST, b"\xff"), (PROXY_SCHEME, b"coap")]), "4.00"),
        (options(&[(PROXY_CRI, CRI), (258, b"")]), "4.02"),
        (options(&[(PROXY_CRI, CRI), (65003, b"")]), "4.02"),
        (options(&[(PROXY_CRI, CRI), (BLOCK1, b"\x01\x02\x03\x04")]), "4.02"),
        (options(&[(PROXY_CRI, CRI), (BLOCK1, b""), (BLOCK1, b"")]), "4.02"),
        (options(&[(PROXY_CRI, CRI), (HOP_LIMIT, b"\x00")]), "4.00"),
        (options(&[(PROXY_CRI, CRI), (HOP_LIMIT, b"\x01")]), "5.08"),
    ] {
        assert_eq!(world.refuses(&request), code, "{request:x?}");
    }
    // A proxied request that is not confirmable is answered, too (RFC 7252 section 5.7.1).
    assert_eq!(
        world.refuses(&message(NON, GET, 7, b"", &[(PROXY_CRI, CRI), (258, b"")], b"")),
        "4.02"
    );
}

#[test]
fn the_gateway_s_own_host_and_port_are_ignored_beside_a_proxy_cri() {
    // libcoap sends the proxy's port in Uri-Port beside a Proxy-Cri.
    let mut world = World::trusting(|config| config.endpoints = vec![address("127.0.0.1:61616")]);
    world.client(&options(&[
        (PROXY_CRI, CRI),
        (URI_PORT, &61616_u16.to_be_bytes()),
        (URI_HOST, b"127.0.0.1"),
    ]));
    assert_eq!(world.asked().1.plain_options(), [(URI_PATH, &b"a"[..])]);
    for other in
        [(URI_PORT, &b"\x01"[..]), (URI_PORT, b""), (URI_HOST, b"127.0.0.2"), (URI_PATH, b"")]
    {
        assert_eq!(
            world.refuses(&message(CON, GET, 8, b"", &[(PROXY_CRI, CRI), other], b"")),
            "4.00"
        );
    }
}

#[test]
fn the_gateway_has_no_resources() {
    let mut world = World::trusting(|_| {});
    assert_eq!(world.refuses(&options(&[(URI_PATH, b".well-known"), (URI_PATH, b"core")])), "4.04");
    assert_eq!(world.refuses(&options(&[])), "4.04");
    assert_eq!(world.refuses(&message(NON, GET, 7, b"", &[], b"")), "4.04");
    // RFC 7252 section 5.4.1: an unknown critical option.
    assert_eq!(world.refuses(&options(&[(65001, b"")])), "4.02");
    world.client(&message(NON, GET, 8, b"", &[(65001, b"")], b""));
    assert!(world.nothing_was_sent());
    for method in [8, 31] {
        assert_eq!(world.refuses(&message(CON, method, 9, b"", &[(PROXY_CRI, CRI)], b"")), "4.05");
    }
}

#[test]
fn the_log_names_the_refused_target() {
    let mut world = World::trusting(|config| {
        config.names.insert("sensor.example", [192, 0, 2, 1].into());
        config.names.insert("sensor.example", [192, 0, 2, 2].into());
    });
    for (request, line) in [
        (get(CON, 7, "http://192.0.2.1/a"), "GET http://192.0.2.1/a 5.05"),
        (get(CON, 7, "coap://u:secret@h/a"), "GET coap://u:***@h/a 4.00"),
        (get(CON, 7, "coap://h/a b\nc"), "GET coap://h/a%20b%0Ac 4.00"),
        (get(CON, 7, "coap://192.0.2.1/a"), "GET coap://192.0.2.1/a 5.05"),
        // [-2, [h'7F000001'], []]
        (
            options(&[(PROXY_CRI, b"\x83\x21\x81\x44\x7f\0\0\x01\x80")]),
            "GET coaps://127.0.0.1 5.05",
        ),
        (
            options(&[(URI_HOST, b"h"), (URI_PATH, b"a"), (PROXY_SCHEME, b"ftp")]),
            "GET ftp://h/a 5.05",
        ),
    ] {
        world.client(&request);
        let record = world.log.pop().unwrap();
        assert!(record.to_string().contains(line), "{record}");
        assert!(record.refused.is_empty());
    }
    // The addresses of a name are in the log, and not in the answer.
    world.to_clients.clear();
    world.client(&get(CON, 7, "coap://sensor.example/a"));
    let record = world.log.pop().unwrap();
    assert!(
        record.to_string().ends_with(" address and port: 192.0.2.1:5683, 192.0.2.2:5683"),
        "{record}"
    );
    assert!(!world.answer().1.text().contains("192.0.2"));
}

#[test]
fn denied_destinations_are_refused_even_if_a_rule_allows_them() {
    let mut world = World::trusting(|config| {
        let everywhere = ["0.0.0.0/0", "::/0"].map(|rule| rule.parse().unwrap());
        let denied = ["127.0.0.0/8", "169.254.0.0/16"].map(|rule| rule.parse().unwrap());
        config.allow = everywhere.into_iter().collect::<cri_gateway::AllowList>().except(denied);
    });
    for host in [
        "127.0.0.1",
        "169.254.169.254",
        "[::ffff:127.0.0.1]",
        "[64:ff9b::169.254.169.254]",
        "[64:ff9b:1::169.254.169.254]",
        "[2002:7f00:1::]",
    ] {
        assert_eq!(world.refuses(&get(CON, 7, &format!("coap://{host}/"))), "5.05", "{host}");
    }
    // Linux sends datagrams for an unspecified address to a loopback address.
    for host in [
        "0.0.0.0",
        "0.1.2.3",
        "[::]",
        "[::ffff:0.0.0.0]",
        "[::ffff:0.0.0.1]",
        "[64:ff9b::]",
        "[2002::]",
    ] {
        assert_eq!(
            world.refuses(&get(CON, 7, &format!("coap://{host}:5683/secret"))),
            "5.05",
            "{host}"
        );
    }
    // Of several addresses, the request goes to one that is not denied.
    for (id, host, origin) in [(8, "192.0.2.1", "192.0.2.1:5683"), (9, "localhost", "[::1]:5683")] {
        world.client(&get(CON, id, &format!("coap://{host}/")));
        assert_eq!(world.asked().0.origin(), address(origin));
    }
}

#[test]
fn too_long_requests_are_refused_by_their_header() {
    // A header, then an option with a reserved length.
    let malformed = [&b"\x40\x01\x00\x07\x0f"[..], &[b'x'; 2400]].concat();
    assert_eq!(World::new().refuses(&malformed), "4.13");
    // Requests of each series have the message ID.
    let mut world = World::trusting(|_| {});
    for payload in [b"1", b"2"] {
        world.ask(&message(CON, PUT, 7, b"tok", &[(PROXY_CRI, CRI)], payload));
    }
    assert_eq!(world.refuses(&message(CON, PUT, 7, b"tok", &[(PROXY_CRI, CRI)], b"3")), "4.00");
    assert_eq!(world.refuses(&malformed), "4.13");
}

#[test]
fn too_long_requests_are_refused() {
    let mut world = World::trusting(|_| {});
    assert_eq!(
        world.refuses(&message(CON, PUT, 7, b"tok", &[(PROXY_CRI, CRI)], &[b'x'; 2400])),
        "4.13"
    );
    assert_eq!(
        world.refuses(&message(NON, PUT, 7, b"tok", &[(PROXY_CRI, CRI)], &[b'x'; 60000])),
        "4.13"
    );
    world.client(&message(ACK, 0x45, 7, b"tok", &[], &[b'x'; 3000]));
    assert!(world.nothing_was_sent());
    world.client(&message(CON, 0x45, 7, b"tok", &[], &[b'x'; 3000]));
    assert_eq!(world.answer().1, read(&empty(RST, 7)));
    // A block of 1,024 bytes after a long CRI is within the limit.
    let path = [b'p'; 255];
    let cri =
        [&b"\x83\x20\x81\x44\x7f\0\0\x01\x83"[..], &[&b"\x78\xff"[..], &path].concat().repeat(3)]
            .concat();
    world.client(&message(
        CON,
        PUT,
        8,
        b"12345678",
        &[(PROXY_CRI, &cri), (BLOCK1, b"\x0e")],
        &[b'x'; 1024],
    ));
    assert_eq!(world.asked().1.payload.len(), 1024);
}

#[test]
fn passwords_are_neither_in_answers_nor_in_the_log() {
    let mut world = World::trusting(|_| {});
    // [-1, [false, "u:secret", h'7F000001'], []], and URIs with the password.
    let cri = b"\x83\x20\x83\xf4\x68u:secret\x44\x7f\0\0\x01\x80";
    for request in [
        options(&[(PROXY_CRI, cri)]),
        get(CON, 7, "coap://u:secret@127.0.0.1/"),
        get(CON, 7, "coap://u%3Asecret@127.0.0.1/"),
    ] {
        world.client(&request);
        let (_, answer) = world.answer();
        assert!(!answer.text().contains("secret"), "{}", answer.text());
        assert!(!world.log.pop().unwrap().to_string().contains("secret"));
    }
}

#[test]
fn nothing_is_kept_of_refused_requests() {
    let mut world = World::trusting(|_| {});
    for id in 0..1000 {
        assert_eq!(world.refuses(&get(CON, id, "coap://192.0.2.1/")), "5.05");
    }
    assert_eq!((world.gateway.load(), world.gateway.next_wake()), (Load::default(), None));
    world.pass(Duration::from_secs(1));
    assert!(world.nothing_was_sent());
}
