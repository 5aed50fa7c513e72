//! A client gets few bytes until it has proved that it receives at its address, because anybody can forge an address
//! (RFC 7252 section 11.3, RFC 9175).

use std::net::SocketAddr;
use std::time::Duration;

use crate::world::*;

/// All datagrams to clients since the last call: their number, and the sum of their bytes.
fn sent(world: &mut World) -> (usize, usize) {
    let sent = std::mem::take(&mut world.to_clients);
    (sent.len(), sent.iter().map(|(_, datagram)| datagram.len()).sum())
}

/// The smallest request for a resource elsewhere: a Proxy-Cri [-1, [h'7F000001']].
fn smallest(kind: coap_lite::MessageType, method: u8, id: u16) -> Vec<u8> {
    message(kind, method, id, b"", &[(PROXY_CRI, b"\x82\x20\x81\x44\x7f\0\0\x01")], b"")
}

/// A request with a path, and with these options besides.
fn request(method: u8, id: u16, more: &[(u16, &[u8])]) -> Vec<u8> {
    message(CON, method, id, b"tok", &[&[(PROXY_CRI, CRI)], more].concat(), b"")
}

/// The Echo value of the only answer, which must be a 4.01.
fn challenged(world: &mut World) -> Vec<u8> {
    let (_, answer) = world.answer();
    assert_eq!(answer.code, "4.01");
    answer.options.iter().find(|(number, _)| *number == ECHO).expect("an Echo").1.clone()
}

/// Lets a client prove that it receives at its address. Returns its Echo value.
fn verify(world: &mut World, client: SocketAddr, id: u16) -> Vec<u8> {
    world.client_at(client, &request(GET, id, &[]));
    world.respond(0x45, &[b'x'; 1000]);
    let echo = challenged(world);
    world.client_at(client, &request(GET, id + 1, &[(ECHO, &echo)]));
    world.respond(0x45, &[b'x'; 1000]);
    assert_eq!(world.answer().1.payload.len(), 1000);
    echo
}

/// The figures, which README.md sums up: a request, its bytes, the datagrams that answer it, and their bytes.
const FIGURES: [(&str, usize, usize, usize); 9] = [
    ("a ping", 4, 1, 4),
    ("GET for the gateway itself", 4, 1, 4),
    ("GET for a destination that is not allowed", 14, 1, 4),
    ("GET, 1,024 bytes from the origin", 14, 1, 18),
    ("GET, 1,024 bytes after 40 seconds", 14, 2, 22),
    ("GET, 8 bytes after 40 seconds", 14, 2, 17),
    ("GET, a silent origin", 14, 2, 8),
    ("NON GET, 1,024 bytes from the origin", 14, 1, 18),
    ("POST, 1,024 bytes from the origin", 14, 1, 18),
];

#[test]
fn an_unverified_address_gets_at_most_three_times_the_bytes() {
    let mut figures = Vec::new();
    let mut measure = |what: &'static str, request: &[u8], origin: &dyn Fn(&mut World)| {
        let mut world = World::new();
        world.client(request);
        origin(&mut world);
        world.pass(Duration::from_secs(1000));
        let (count, bytes) = sent(&mut world);
        assert!(bytes <= 3 * request.len(), "{what}: {bytes} for {}", request.len());
        figures.push((what, request.len(), count, bytes));
    };
    let late = |payload: &'static [u8]| {
        move |world: &mut World| {
            world.pass(Duration::from_secs(40));
            let (link, datagram) = world.to_origins.remove(0);
            let asked = read(&datagram);
            world.answer_with(link, &asked, payload);
        }
    };
    measure("a ping", &empty(CON, 7), &|_| {});
    measure("GET for the gateway itself", b"\x40\x01\x00\x07", &|_| {});
    let refused = message(CON, GET, 7, b"", &[(PROXY_CRI, b"\x82\x20\x81\x44\xc0\0\x02\x01")], b"");
    measure("GET for a destination that is not allowed", &refused, &|_| {});
    let get = smallest(CON, GET, 7);
    measure("GET, 1,024 bytes from the origin", &get, &|world| world.respond(0x45, &[b'x'; 1024]));
    measure("GET, 1,024 bytes after 40 seconds", &get, &late(&[b'x'; 1024]));
    measure("GET, 8 bytes after 40 seconds", &get, &late(b"12345678"));
    measure("GET, a silent origin", &get, &|_| {});
    measure("NON GET, 1,024 bytes from the origin", &smallest(NON, GET, 7), &|world| {
        world.respond(0x45, &[b'x'; 1024]);
    });
    measure("POST, 1,024 bytes from the origin", &smallest(CON, POST, 7), &|world| {
        world.respond(0x45, &[b'x'; 1024]);
    });
    assert_eq!(figures, FIGURES);
}

/// The promise of README.md about origins.
#[test]
fn an_origin_gets_one_datagram_for_each_from_an_unverified_address() {
    let mut world = World::new();
    world.client(&smallest(CON, GET, 7));
    world.pass(Duration::from_secs(20));
    let (link, first) = world.to_origins.pop().unwrap();
    assert!(world.to_origins.is_empty());
    // A GET of 14 bytes: a token of 8 bytes and a Hop-Limit of 3 replace the Proxy-Cri.
    assert_eq!(first.len(), 15);
    // A copy of the client's request is a copy for the origin.
    world.client(&smallest(CON, GET, 7));
    assert_eq!(world.to_origins.pop(), Some((link, first.clone())));
    // A request that arrived is not sent again.
    world.origin(link, &empty(ACK, read(&first).id));
    world.client(&smallest(CON, GET, 7));
    world.pass(Duration::from_secs(1000));
    assert!(world.to_origins.is_empty());
    // A request that is not confirmable is not sent again either.
    world.ask(&smallest(NON, GET, 8));
    world.client(&smallest(NON, GET, 8));
    assert!(world.to_origins.is_empty());
    // Requests of trusted clients are sent five times.
    let mut world = World::trusting(|_| {});
    world.client(&smallest(CON, GET, 7));
    world.pass(Duration::from_secs(1000));
    assert_eq!(world.to_origins.len(), 5);
}

#[test]
fn a_duplicate_gets_at_most_three_times_its_own_bytes() {
    let mut world = World::new();
    // A long request leaves a kept answer that is longer than three times its short duplicate.
    let long = message(CON, PUT, 7, b"tok", &[(PROXY_CRI, CRI)], &[b'x'; 1000]);
    world.client(&long);
    world.respond(0x45, &[b'y'; 1000]);
    assert_eq!(world.answer().1.payload.len(), 1000);
    let short = smallest(CON, PUT, 7);
    world.client(&short);
    assert!(world.to_origins.is_empty());
    assert_eq!(read(&world.to_clients[0].1).code, "4.01");
    assert!(sent(&mut world).1 <= 3 * short.len());
    world.client(&long);
    assert_eq!(world.answer().1.payload.len(), 1000);
}

#[test]
fn a_separate_response_to_an_unverified_address_is_sent_once() {
    for answers in [true, false] {
        let mut world = World::new();
        let (link, asked) = world.ask(&request(GET, 7, &[]));
        // The client repeats its request until it is acknowledged, and so asks for a lost response.
        world.pass(Duration::from_millis(29_999));
        assert!(world.to_clients.is_empty());
        world.pass(Duration::from_millis(1));
        assert_eq!(world.answer().1, read(&empty(ACK, 7)));
        if answers {
            world.answer_with(link, &asked, b"x");
        }
        world.pass(Duration::from_secs(500));
        let (_, answer) = world.answer();
        assert_eq!((answer.kind, &*answer.token), (NON, &b"tok"[..]));
        assert_eq!(answer.code, if answers { "2.05" } else { "5.04" });
        assert_eq!(world.gateway.load().exchanges, 0);
    }
}

#[test]
fn a_client_that_repeats_its_request_with_echo_gets_the_response() {
    let mut world = World::new();
    verify(&mut world, address(CLIENT), 7);
    // The address stays verified for some time, and further requests need no Echo.
    world.pass(Duration::from_secs(290));
    world.client(&request(GET, 20, &[]));
    world.respond(0x45, &[b'x'; 1000]);
    assert_eq!(world.answer().1.payload.len(), 1000);
    // Separate responses are then repeated.
    let (link, asked) = world.ask(&request(GET, 21, &[]));
    world.pass(Duration::from_secs(2));
    world.answer_with(link, &asked, &[b'x'; 1000]);
    world.pass(Duration::from_secs(200));
    let copies = world.to_clients.iter().filter(|(_, datagram)| datagram.len() > 1000).count();
    assert_eq!(copies, 5);
    world.forget();
    world.client(&request(GET, 22, &[]));
    world.respond(0x45, &[b'x'; 1000]);
    challenged(&mut world);
}

#[test]
fn an_echo_of_another_client_or_time_verifies_nothing() {
    let mut world = World::new();
    world.client(&request(GET, 7, &[]));
    world.respond(0x45, &[b'x'; 1000]);
    let echo = challenged(&mut world);
    let other = address("192.0.2.1:40001");
    world.client_at(other, &request(GET, 8, &[(ECHO, &echo)]));
    world.respond(0x45, &[b'x'; 1000]);
    challenged(&mut world);
    world.pass(Duration::from_secs(121));
    world.client(&request(GET, 9, &[(ECHO, &echo)]));
    world.respond(0x45, &[b'x'; 1000]);
    challenged(&mut world);
    assert_eq!(world.gateway.load().verified, 0);
}

#[test]
fn the_gateway_consumes_its_own_echo_and_forwards_others() {
    let mut world = World::new();
    world.client(&request(GET, 7, &[]));
    world.respond(0x45, &[b'x'; 1000]);
    let echo = challenged(&mut world);
    world.client(&request(GET, 8, &[(ECHO, &echo)]));
    assert_eq!(world.asked().1.plain_options(), [(URI_PATH, &b"a"[..])]);
    // An origin may ask for an Echo itself.
    let (link, asked) = world.ask(&request(GET, 9, &[(ECHO, b"origin")]));
    assert_eq!(asked.plain_options(), [(URI_PATH, &b"a"[..]), (ECHO, b"origin")]);
    world.origin(link, &message(ACK, 0x81, asked.id, &asked.token, &[(ECHO, b"again")], b""));
    assert_eq!(world.answer().1.options, [(ECHO, b"again".to_vec())]);
}

#[test]
fn a_request_that_is_not_idempotent_is_executed_once() {
    for kind in [CON, NON] {
        let post = |id, token: &[u8], more: &[(u16, &[u8])]| {
            message(kind, POST, id, token, &[&[(PROXY_CRI, CRI)], more].concat(), b"in")
        };
        let mut world = World::new();
        let (link, asked) = world.ask(&post(7, b"one", &[]));
        let reply = if kind == CON { ACK } else { NON };
        world.origin(
            link,
            &message(reply, 0x44, asked.id, &asked.token, &[(ETAG, b"tag")], &[b'x'; 1000]),
        );
        let echo = challenged(&mut world);
        // Without the Echo, or with another request, the response stays where it is.
        world.ask(&message(kind, POST, 8, b"two", &[(PROXY_CRI, CRI), (ECHO, &echo)], b"other"));
        world.client(&post(9, b"two", &[(ECHO, &echo)]));
        assert!(world.to_origins.is_empty());
        let (_, answer) = world.answer();
        assert_eq!((answer.kind, &*answer.code, &*answer.token), (reply, "2.04", &b"two"[..]));
        assert_eq!(answer.id == 9, kind == CON);
        assert_eq!((answer.options, answer.payload.len()), (vec![(ETAG, b"tag".to_vec())], 1000));
        assert!(world.log.last().unwrap().to_string().contains("POST coap://127.0.0.1/a 2.04"));
        // A duplicate of either message changes nothing.
        for duplicate in [post(7, b"one", &[]), post(9, b"two", &[(ECHO, &echo)])] {
            world.client(&duplicate);
            assert!(world.to_origins.is_empty());
            world.to_clients.clear();
        }
        // A further request is executed.
        world.ask(&post(10, b"six", &[(ECHO, &echo)]));
    }
}

#[test]
fn equal_requests_that_are_not_idempotent_are_executed_once_each() {
    let mut world = World::new();
    let mut echo = Vec::new();
    // Both are sent before the client repeats either.
    for (id, token) in [(7, b"one"), (8, b"two")] {
        world.client(&message(CON, POST, id, token, &[(PROXY_CRI, CRI)], b"in"));
        world.respond(0x45, &[id as u8; 1000]);
        echo = challenged(&mut world);
    }
    let options = [(PROXY_CRI, CRI), (ECHO, &echo)];
    for (id, token) in [(9, b"one"), (10, b"two")] {
        world.client(&message(CON, POST, id, token, &options, b"in"));
        assert!(world.to_origins.is_empty());
        let (_, answer) = world.answer();
        assert_eq!((answer.id, &*answer.token), (id, &token[..]));
        assert_eq!(answer.payload, [id as u8 - 2; 1000]);
    }
    // No response is left, so a third request is executed.
    world.ask(&message(CON, POST, 11, b"six", &options, b"in"));
}

#[test]
fn an_equal_request_without_echo_is_a_new_one() {
    let mut world = World::new();
    world.client(&request(POST, 7, &[]));
    world.respond(0x45, &[b'x'; 1000]);
    let echo = challenged(&mut world);
    // A request of another method verifies the client.
    world.client(&request(GET, 8, &[(ECHO, &echo)]));
    world.respond(0x45, b"x");
    world.answer();
    world.client(&request(POST, 9, &[]));
    world.respond(0x45, b"second");
    assert_eq!(world.answer().1.payload, b"second");
    // The response to the first is still there.
    world.client(&request(POST, 10, &[(ECHO, &echo)]));
    assert!(world.to_origins.is_empty());
    assert_eq!(world.answer().1.payload.len(), 1000);
}

#[test]
fn forged_addresses_do_not_lock_out_verified_clients() {
    let mut world = World::new();
    let client = address("203.0.113.1:1");
    let echo = verify(&mut world, client, 7);
    // Each of 4,000 forged addresses asks a silent origin twice.
    for n in 0..4000_u16 {
        let [high, low] = n.to_be_bytes();
        for id in 0..2 {
            world.client_at(SocketAddr::from(([10, 0, high, low], 1)), &request(POST, id, &[]));
        }
    }
    assert!(world.gateway.load().links < 512);
    world.forget();
    for id in 20..40 {
        world.client_at(client, &request(POST, id, &[(ECHO, &echo)]));
        world.asked();
    }
    // A client that is not verified yet can prove its address, although no part is left for unverified ones.
    let late = address("203.0.113.2:1");
    world.client_at(late, &request(GET, 7, &[]));
    let echo = challenged(&mut world);
    world.client_at(late, &request(GET, 8, &[(ECHO, &echo)]));
    assert_eq!(world.asked().0.client().address(), late);
}

#[test]
fn forged_ports_of_a_verified_client_do_not_lock_it_out() {
    let mut world = World::new();
    let client = address("203.0.113.1:1");
    let echo = verify(&mut world, client, 7);
    for port in 2..2000 {
        world.client_at(SocketAddr::new(client.ip(), port), &request(GET, 7, &[]));
    }
    world.forget();
    world.client_at(client, &request(GET, 20, &[(ECHO, &echo)]));
    world.asked();
}

/// A GET of this port of the host, with these options besides.
fn get_of_port(id: u16, port: u16, more: &[(u16, &[u8])]) -> Vec<u8> {
    let uri = format!("coap://127.0.0.1:{port}/a");
    message(CON, GET, id, b"tok", &[&[(PROXY_URI, uri.as_bytes())], more].concat(), b"")
}

/// The links, requests under way and answers that remain for verified clients are not for requests that anybody can
/// forge, even from the address and port of a verified client.
#[test]
fn forged_requests_of_a_verified_client_take_nothing_of_its_reserve() {
    for method in [GET, POST] {
        for limit in 0..3 {
            let mut world = World::with(|config| {
                let limits = &mut config.limits;
                *[&mut limits.links, &mut limits.exchanges, &mut limits.answers][limit] = 64;
            });
            let client = address(CLIENT);
            let echo = verify(&mut world, client, 7);
            // Forged addresses use up what unverified ones share.
            for n in 0..1000_u16 {
                let [high, low] = n.to_be_bytes();
                let forged = SocketAddr::from(([10, 0, high, low], 1));
                world.client_at(forged, &request(method, n, &[]));
            }
            // The client's address and port are forged, too.
            for id in 100..200 {
                world.client(&get_of_port(id, 1000 + id, &[]));
            }
            world.forget();
            world.ask(&request(method, 20, &[(ECHO, &echo)]));
            world.ask(&get_of_port(21, 2000, &[(ECHO, &echo)]));
        }
    }
}

/// The links that a client has opened with an Echo count as its own only while it uses them.
#[test]
fn forged_requests_do_not_keep_the_links_of_a_verified_client_in_use() {
    let mut world = World::with(|config| config.limits.links = 64);
    let echo = verify(&mut world, address(CLIENT), 7);
    for id in 20..60 {
        let (link, asked) = world.ask(&get_of_port(id, 1000 + id, &[(ECHO, &echo)]));
        // A forged request waits on the link when the client's exchange ends.
        world.client(&get_of_port(1000 + id, 1000 + id, &[]));
        world.forget();
        world.answer_with(link, &asked, b"x");
        world.answer();
    }
}

/// The promise of README.md: a client that was verified lately and meets a limit is asked for an Echo.
#[test]
fn a_request_without_echo_has_no_part_of_the_reserve() {
    let mut world = World::with(|config| config.limits.links = 64);
    let client = address(CLIENT);
    verify(&mut world, client, 7);
    for n in 0..1000_u16 {
        let [high, low] = n.to_be_bytes();
        world.client_at(SocketAddr::from(([10, 0, high, low], 1)), &request(GET, n, &[]));
    }
    world.forget();
    world.client(&get_of_port(20, 2000, &[]));
    let echo = challenged(&mut world);
    world.ask(&get_of_port(21, 2000, &[(ECHO, &echo)]));
}

#[test]
fn forged_requests_of_one_client_do_not_lock_it_out() {
    for is_verified in [false, true] {
        let mut world = World::new();
        let client = address(CLIENT);
        if is_verified {
            verify(&mut world, client, 7);
        }
        // Somebody else uses the address and port of the client.
        for id in 100..200 {
            world.client(&request(GET, id, &[]));
        }
        assert_eq!(world.gateway.load().exchanges, 32);
        world.forget();
        world.client(&request(GET, 20, &[]));
        let echo = challenged(&mut world);
        for id in 21..53 {
            world.ask(&request(GET, id, &[(ECHO, &echo)]));
        }
        // The number of requests with an Echo is limited, too.
        world.client(&request(GET, 53, &[(ECHO, &echo)]));
        assert_eq!(world.answer().1.code, "5.03");
    }
}

#[test]
fn trusted_networks_need_no_echo() {
    let mut world = World::with(|config| config.trusted = vec!["192.0.2.0/24".parse().unwrap()]);
    world.client(&request(GET, 7, &[]));
    world.respond(0x45, &[b'x'; 1000]);
    assert_eq!(world.answer().1.payload.len(), 1000);
    world.client_at(address("198.51.100.1:1"), &request(GET, 7, &[]));
    world.respond(0x45, &[b'x'; 1000]);
    challenged(&mut world);
}
