//! Requests to origins, and their responses.

use std::time::Duration;

use cri_core::Revision;
use cri_gateway::{Client, Output, SendFailure};

use crate::world::*;

#[test]
fn four_options_identify_the_target() {
    let port = &61616_u16.to_be_bytes()[..];
    let uri_options =
        [(URI_HOST, &b"127.0.0.1"[..]), (URI_PORT, port), (URI_PATH, b"a"), (URI_QUERY, b"q=1")];
    let ways: [Vec<(u16, &[u8])>; 4] = [
        vec![(PROXY_URI, b"coap://127.0.0.1:61616/a?q=1")],
        // [-1, [h'7F000001', 61616], ["a"], ["q=1"]]
        vec![(PROXY_CRI, b"\x84\x20\x82\x44\x7f\0\0\x01\x19\xf0\xb0\x81\x61a\x81\x63q=1")],
        [&uri_options[..], &[(PROXY_SCHEME, b"coap")]].concat(),
        [&uri_options[..], &[(PROXY_SCHEME_NUMBER, b"")]].concat(),
    ];
    for revision in Revision::ALL {
        for options in &ways {
            let mut world = World::with(|config| config.revision = revision);
            let (link, asked) = world.ask(&message(CON, GET, 7, b"tok", options, b""));
            assert_eq!(
                (link.client().address(), link.origin()),
                (address(CLIENT), address("127.0.0.1:61616"))
            );
            assert_eq!((asked.kind, &*asked.code, &*asked.payload), (CON, "0.01", &b""[..]));
            assert_eq!(asked.plain_options(), [(URI_PATH, &b"a"[..]), (URI_QUERY, b"q=1")]);
            assert!(asked.options.contains(&(HOP_LIMIT, vec![16])));
            assert_eq!(asked.token.len(), 8);

            world.origin(
                link,
                &message(ACK, 0x45, asked.id, &asked.token, &[(12, b""), (4, b"tag")], b"21.5"),
            );
            let (client, answer) = world.answer();
            assert_eq!(client, address(CLIENT));
            let options = vec![(4, b"tag".to_vec()), (12, Vec::new())];
            let code = "2.05".to_owned();
            let expected = Read {
                kind: ACK,
                code,
                id: 7,
                token: b"tok".to_vec(),
                options,
                payload: b"21.5".to_vec(),
            };
            assert_eq!(answer, expected);
            assert!(world.nothing_was_sent());
            let record = world.log.pop().unwrap();
            assert_eq!(
                record.to_string(),
                "192.0.2.1:40000 GET coap://127.0.0.1:61616/a?q=1 2.05 0.000ms 4B"
            );
        }
    }
}

#[test]
fn percent_encoded_text_of_a_proxy_uri_is_decoded_in_options() {
    let mut world = World::new();
    // RFC 7252 section 6.4 steps 8 and 9. A CRI distinguishes `%2C` from `,`, and an option does not.
    let (_, asked) = world.ask(&get(CON, 7, "coap://127.0.0.1/a%2Cb/%2F%41?t=12%3A30&%26"));
    let expected =
        [(URI_PATH, &b"a,b"[..]), (URI_PATH, b"/A"), (URI_QUERY, b"t=12:30"), (URI_QUERY, b"&")];
    assert_eq!(asked.plain_options(), expected);
    assert_eq!(world.refuses(&get(CON, 8, "coap://127.0.0.1/%FF")), "4.00");
}

#[test]
fn methods_payloads_and_codes_are_forwarded() {
    for (method, code, name) in [
        (POST, 0x41, "2.01"),
        (PUT, 0x44, "2.04"),
        (4, 0x42, "2.02"),
        (5, 0x84, "4.04"),
        (7, 0xa0, "5.00"),
    ] {
        let mut world = World::new();
        let (link, asked) =
            world.ask(&message(CON, method, 1, b"", &[(PROXY_CRI, CRI), (12, b"\x32")], b"in"));
        assert_eq!((asked.code, asked.payload), (format!("0.{method:02}"), b"in".to_vec()));
        assert!(asked.options.contains(&(12, b"\x32".to_vec())));
        world.origin(
            link,
            &message(ACK, code, asked.id, &asked.token, &[(8, b"new"), (8, b"one")], b"out"),
        );
        let (_, answer) = world.answer();
        assert_eq!(
            (&*answer.code, &*answer.payload, answer.token),
            (name, &b"out"[..], Vec::new())
        );
        assert_eq!(answer.options, [(8, b"new".to_vec()), (8, b"one".to_vec())]);
    }
}

#[test]
fn messages_that_are_not_confirmable_stay_so() {
    let mut world = World::new();
    let (link, asked) = world.ask(&get(NON, 7, "coap://127.0.0.1/a"));
    assert_eq!(asked.kind, NON);
    world.pass(Duration::from_secs(30));
    assert!(world.nothing_was_sent());
    world.origin(link, &message(NON, 0x45, 99, &asked.token, &[], b"x"));
    let (_, answer) = world.answer();
    assert_eq!((answer.kind, &*answer.token, &*answer.payload), (NON, &b"tok"[..], &b"x"[..]));
    world.pass(Duration::from_secs(300));
    assert!(world.nothing_was_sent());
    // An origin that sends confirmable responses only.
    let (link, asked) = world.ask(&get(NON, 8, "coap://127.0.0.1/a"));
    world.origin(link, &message(CON, 0x45, 100, &asked.token, &[], b"y"));
    assert_eq!(world.asked().1, read(&empty(ACK, 100)));
    assert_eq!(world.answer().1.kind, NON);
}

#[test]
fn an_origin_may_send_a_separate_response() {
    let mut world = World::new();
    let (link, asked) = world.ask(&get(CON, 7, "coap://127.0.0.1/a"));
    world.origin(link, &empty(ACK, asked.id));
    world.pass(Duration::from_secs(1));
    assert!(world.nothing_was_sent());
    let response = message(CON, 0x45, 0x1234, &asked.token, &[], b"late");
    world.origin(link, &response);
    assert_eq!(world.asked(), (link, read(&empty(ACK, 0x1234))));
    let (_, answer) = world.answer();
    assert_eq!((answer.kind, answer.id, answer.payload), (ACK, 7, b"late".to_vec()));
    // If the acknowledgement is lost, it is sent again. The client is not answered again.
    world.origin(link, &response);
    assert_eq!(world.asked().1, read(&empty(ACK, 0x1234)));
    assert!(world.nothing_was_sent());
    // The response may overtake the acknowledgement.
    let (link, asked) = world.ask(&get(CON, 8, "coap://127.0.0.1/a"));
    world.origin(link, &message(NON, 0x45, 1, &asked.token, &[], b"first"));
    assert_eq!(world.answer().1.payload, b"first");
    world.origin(link, &empty(ACK, asked.id));
    assert!(world.nothing_was_sent());
}

#[test]
fn a_host_other_than_the_destination_is_an_option() {
    let asked = |uri: &str| {
        let mut world = World::with(|config| {
            config.names.insert("Sensor.example", [127, 0, 0, 9].into());
            config.allow =
                ["0.0.0.0/0", "::/0"].map(|rule| rule.parse().unwrap()).into_iter().collect();
        });
        let (link, asked) = world.ask(&get(CON, 7, uri));
        let host = asked.options.iter().find(|option| option.0 == URI_HOST);
        assert!(!asked.options.iter().any(|option| option.0 == URI_PORT));
        (
            link.origin().to_string(),
            host.map(|(_, value)| String::from_utf8(value.clone()).unwrap()),
        )
    };
    assert_eq!(asked("coap://192.0.2.7/"), ("192.0.2.7:5683".into(), None));
    assert_eq!(asked("coap://[2001:db8::7]:1/"), ("[2001:db8::7]:1".into(), None));
    assert_eq!(
        asked("coap://SENSOR.example:7/"),
        ("127.0.0.9:7".into(), Some("sensor.example".into()))
    );
    assert_eq!(asked("coap://localhost/"), ("127.0.0.1:5683".into(), Some("localhost".into())));
    // The request goes to the IPv4 address. The URI has another host, which stays in Uri-Host.
    assert_eq!(
        asked("coap://[::ffff:192.0.2.7]/"),
        ("192.0.2.7:5683".into(), Some("[::ffff:192.0.2.7]".into()))
    );
}

#[test]
fn block_options_are_forwarded_and_observe_is_not() {
    let mut world = World::new();
    let options = [
        (PROXY_CRI, CRI),
        (OBSERVE, b""),
        (BLOCK2, b"\x16"),
        (BLOCK1, b"\x0e"),
        (60, b"\x10\x00"),
        (292, b"rt"),
    ];
    let (link, asked) = world.ask(&message(CON, GET, 7, b"", &options, b""));
    let passed = [
        (URI_PATH, &b"a"[..]),
        (BLOCK2, b"\x16"),
        (BLOCK1, b"\x0e"),
        (60, b"\x10\x00"),
        (292, b"rt"),
    ];
    assert_eq!(asked.plain_options(), passed);
    let options = [(OBSERVE, &b"\x07"[..]), (14, b"\x3c"), (BLOCK2, b"\x1e"), (28, b"\x20\x00")];
    world.origin(link, &message(ACK, 0x45, asked.id, &asked.token, &options, b"block"));
    assert_eq!(world.answer().1.plain_options(), &options[1..]);
}

#[test]
fn clients_have_links_of_their_own() {
    let mut world = World::new();
    let clients = ["192.0.2.1:1", "192.0.2.1:2", "192.0.2.2:1"].map(address);
    // All requests have the same message ID, token and target.
    clients.iter().for_each(|&client| world.client_at(client, &get(CON, 7, "coap://127.0.0.1/a")));
    let asked: Vec<_> = world.to_origins.drain(..).collect();
    assert_eq!(asked.iter().map(|(link, _)| link.client().address()).collect::<Vec<_>>(), clients);
    for (link, datagram) in asked.iter().rev() {
        let asked = read(datagram);
        let payload = link.client().address().to_string();
        world.answer_with(*link, &asked, payload.as_bytes());
        let (client, answer) = world.answer();
        assert_eq!((client, answer.text()), (link.client().address(), &*payload));
    }
}

#[test]
fn listeners_have_clients_of_their_own() {
    let mut world = World::with(|config| {
        config.endpoints = vec![address("127.0.0.1:5683"), address("127.0.0.2:61616")];
    });
    // One address and port sends the same message ID to both listeners. Each request is for the host of its listener.
    let request = message(CON, GET, 7, b"tok", &[(URI_PATH, b"a"), (PROXY_SCHEME, b"coap")], b"");
    for (listener, host) in [(0, "127.0.0.1:5683"), (1, "127.0.0.2:5683")] {
        let client = Client::new(address(CLIENT), listener);
        world.gateway.handle_client(client, &request, world.now);
        let Some(Output::ToOrigin { link, datagram }) = world.gateway.output() else { panic!() };
        assert_eq!((link.client(), link.origin()), (client, address(host)));
        let asked = read(&datagram);
        let response = message(ACK, 0x45, asked.id, &asked.token, &[], b"x");
        world.gateway.handle_origin(link, &response, world.now);
        let answer =
            std::iter::from_fn(|| world.gateway.output()).find_map(|output| match output {
                Output::ToClient { client, .. } => Some(client),
                _ => None,
            });
        assert_eq!(answer, Some(client));
    }
}

#[test]
fn only_the_origin_of_the_request_can_respond() {
    let mut world = World::new();
    world.client(&get(CON, 7, "coap://127.0.0.1/a"));
    world.client_at(address("192.0.2.9:9"), &get(CON, 7, "coap://127.0.0.1/a"));
    let [(link, first), (other, second)] = &world.to_origins.clone()[..] else { panic!() };
    let (link, other, first, second) = (*link, *other, read(first), read(second));
    world.to_origins.clear();
    let answer = |id, token: &[u8]| message(ACK, 0x45, id, token, &[], b"forged");
    // Responses on another link, with another token or message ID, or without a token.
    world.origin(other, &answer(first.id, &first.token));
    world.origin(link, &answer(second.id, &second.token));
    world.origin(link, &answer(first.id.wrapping_add(1), &first.token));
    world.origin(link, &answer(first.id, b""));
    world.origin(link, &answer(first.id, &first.token[..7]));
    world.origin(link, &answer(first.id, &[&first.token[..7], &[!first.token[7]]].concat()));
    world.origin(link, &message(NON, 0x45, 1, &second.token, &[], b"forged"));
    world.origin(link, &empty(RST, first.id.wrapping_add(1)));
    assert!(world.nothing_was_sent());
    // A confirmable response without a request is rejected.
    world.origin(link, &message(CON, 0x45, 77, &second.token, &[], b"forged"));
    assert_eq!(world.asked(), (link, read(&empty(RST, 77))));
    world.origin(link, &answer(first.id, &first.token));
    assert_eq!(world.answer().0, address(CLIENT));
}

#[test]
fn invalid_responses_are_answered_with_5_02() {
    let answers = |answer: &dyn Fn(&Read) -> Vec<u8>| {
        let mut world = World::new();
        let (link, asked) = world.ask(&get(CON, 7, "coap://127.0.0.1/a"));
        world.origin(link, &answer(&asked));
        let (_, answer) = world.answer();
        assert!(!answer.text().is_empty());
        answer.code
    };
    assert_eq!(answers(&|asked| empty(RST, asked.id)), "5.02");
    // An unknown unsafe option, a value that is cut off, a payload marker without a payload, and too many bytes.
    let piggybacked = |asked: &Read, options: &[(u16, &[u8])], payload: &[u8]| {
        message(ACK, 0x45, asked.id, &asked.token, options, payload)
    };
    assert_eq!(answers(&|asked| piggybacked(asked, &[(65003, b"")], b"")), "5.02");
    assert_eq!(answers(&|asked| [&piggybacked(asked, &[], b"")[..], b"\x4f"].concat()), "5.02");
    assert_eq!(answers(&|asked| [&piggybacked(asked, &[], b"")[..], b"\xff"].concat()), "5.02");
    assert_eq!(answers(&|asked| piggybacked(asked, &[], &[b'x'; 3000])), "5.02");
    // A separate response is rejected as well.
    let mut world = World::new();
    let (link, asked) = world.ask(&get(CON, 7, "coap://127.0.0.1/a"));
    world.origin(link, &[&message(CON, 0x45, 9, &asked.token, &[], b"")[..], b"\xff"].concat());
    assert_eq!((world.asked().1, &*world.answer().1.code), (read(&empty(RST, 9)), "5.02"));
    // 65,000 bytes.
    assert_eq!(answers(&|asked| message(NON, 0x45, 1, &asked.token, &[], &[b'x'; 65000])), "5.02");
}

#[test]
fn an_unreachable_origin_is_answered_with_5_02() {
    let mut world = World::new();
    world.client(&get(CON, 7, "coap://127.0.0.1/a"));
    world.client(&get(CON, 8, "coap://127.0.0.1/b"));
    world.client(&get(CON, 9, "coap://127.0.0.1:1/c"));
    let link = world.to_origins[0].0;
    world.to_origins.clear();
    world.unreachable(link);
    let mut answers: Vec<_> =
        world.to_clients.drain(..).map(|(_, datagram)| read(&datagram)).collect();
    answers.sort_by_key(|answer| answer.id);
    assert_eq!(
        answers.iter().map(|answer| (answer.id, &*answer.code)).collect::<Vec<_>>(),
        [(7, "5.02"), (8, "5.02")]
    );
    world.unreachable(link);
    assert!(world.nothing_was_sent());
    world.ask(&get(CON, 10, "coap://127.0.0.1/a"));
    world.gateway.not_sent(link, SendFailure::NoSocket, world.now);
    world.outputs();
    assert_eq!(world.answer().1.code, "5.03");
}
