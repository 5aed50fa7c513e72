//! Duplicates of datagrams (RFC 7252 section 4.5).

use std::time::Duration;

use crate::world::*;

#[test]
fn a_duplicate_is_not_forwarded() {
    let mut world = World::trusting(|_| {});
    let request = message(CON, POST, 7, b"tok", &[(PROXY_CRI, CRI)], b"p");
    let (link, asked) = world.ask(&request);
    world.client(&request);
    assert!(world.nothing_was_sent());
    world.pass(Duration::from_millis(1500));
    world.to_clients.clear();
    // The request was acknowledged, and its duplicate is acknowledged again.
    world.client(&request);
    assert_eq!(world.answer().1, read(&empty(ACK, 7)));
    world.origin(link, &message(ACK, 0x44, asked.id, &asked.token, &[], b""));
    assert_eq!(world.answer().1.kind, CON);
    world.client(&request);
    assert_eq!(world.answer().1, read(&empty(ACK, 7)));
    world.client(&empty(ACK, 7));
    world.client(&request);
    assert_eq!(world.answer().1, read(&empty(ACK, 7)));
    assert!(world.to_origins.is_empty());
}

#[test]
fn a_duplicate_gets_the_same_answer() {
    let mut world = World::new();
    let request = get(CON, 7, "coap://127.0.0.1/a");
    let (link, asked) = world.ask(&request);
    let response = message(ACK, 0x45, asked.id, &asked.token, &[], b"x");
    world.origin(link, &response);
    let (_, answer) = world.answer();
    world.origin(link, &response);
    assert!(world.nothing_was_sent());
    for _ in 0..3 {
        world.pass(Duration::from_secs(80));
        world.client(&request);
        assert_eq!(world.answer().1, answer);
        assert!(world.to_origins.is_empty());
    }
    // Another client or another message ID makes another request.
    world.client_at(address("192.0.2.1:40001"), &request);
    world.asked();
    world.ask(&get(CON, 8, "coap://127.0.0.1/a"));
    // After EXCHANGE_LIFETIME, the message ID may be used again.
    world.pass(Duration::from_secs(8));
    world.to_origins.clear();
    world.ask(&request);
}

#[test]
fn a_duplicate_that_is_not_confirmable_is_ignored() {
    let mut world = World::new();
    let request = get(NON, 7, "coap://127.0.0.1/a");
    let (link, asked) = world.ask(&request);
    world.client(&request);
    assert!(world.nothing_was_sent());
    world.origin(link, &message(NON, 0x45, 1, &asked.token, &[], b"x"));
    world.answer();
    world.client(&request);
    assert!(world.nothing_was_sent());
}

#[test]
fn the_origin_recognises_a_duplicate_of_a_forgotten_exchange() {
    let mut world = World::with(|config| config.limits.answers = 1);
    let ask = |world: &mut World, id| {
        world.client(&get(CON, id, "coap://127.0.0.1/a"));
        let (link, datagram) = world.to_origins.pop().unwrap();
        let asked = read(&datagram);
        world.answer_with(link, &asked, b"x");
        (link, datagram)
    };
    let first = ask(&mut world, 7);
    let second = ask(&mut world, 8);
    assert_ne!(first, second);
    assert_eq!(ask(&mut world, 7), first);
}

/// A GET of this path with token `tok`, and with an Echo if there is one.
fn get_of(id: u16, path: &[u8], echo: Option<&[u8]>) -> Vec<u8> {
    let mut options =
        vec![(URI_HOST, &b"127.0.0.1"[..]), (URI_PATH, path), (PROXY_SCHEME, b"coap")];
    options.extend(echo.map(|echo| (ECHO, echo)));
    message(CON, GET, id, b"tok", &options, b"")
}

/// Lets the origin answer the only request that it received. The payload is the path.
fn answer_with_path(world: &mut World) {
    let (link, asked) = world.asked();
    let path = asked.options.iter().find(|option| option.0 == URI_PATH).unwrap();
    world.answer_with(link, &asked, &path.1);
}

fn echo_of_answer(world: &mut World) -> Vec<u8> {
    let (_, answer) = world.answer();
    assert_eq!(answer.code, "4.01");
    answer.options.into_iter().find(|option| option.0 == ECHO).unwrap().1
}

/// Returns an Echo value that the gateway issued to the client.
fn issued_echo(world: &mut World) -> Vec<u8> {
    world.client(&get_of(1, b"long", None));
    world.respond(0x45, &[b'x'; 1000]);
    echo_of_answer(world)
}

#[test]
fn forged_requests_with_the_next_message_ids_do_not_swallow_a_request_with_echo() {
    for is_answered in [false, true] {
        let mut world = World::new();
        let echo = issued_echo(&mut world);
        // Somebody else forges the client's address and port, and knows its tokens.
        world.client(&get_of(7, b"forged", None));
        let forged = world.to_origins[0].clone();
        if is_answered {
            answer_with_path(&mut world);
            assert_eq!(world.answer().1.payload, b"forged");
        }
        world.to_origins.clear();
        world.client(&get_of(7, b"own", Some(&echo)));
        // The origin must not take the request for a duplicate of the forged one.
        assert_ne!(world.to_origins[0].0, forged.0);
        let (link, own) = world.to_origins[0].clone();
        answer_with_path(&mut world);
        assert_eq!(world.answer().1.payload, b"own");
        // Each duplicate has its own answer.
        world.client(&get_of(7, b"own", Some(&echo)));
        assert_eq!(world.answer().1.payload, b"own");
        world.client(&get_of(7, b"forged", None));
        assert_eq!(world.to_clients.len(), usize::from(is_answered));
        assert_eq!(world.to_origins.len(), usize::from(!is_answered));
        assert!(!world.to_origins.contains(&(link, own)));
        // The client might take a late answer to the forged request for the answer to its own.
        if !is_answered {
            world.to_origins.truncate(1);
            answer_with_path(&mut world);
            assert!(world.nothing_was_sent());
        }
    }
}

/// A client ignores a message that has the ID of an earlier one (RFC 7252 section 4.2), and the gateway must not reuse an
/// ID within 247 seconds (section 4.4).
#[test]
fn messages_of_the_gateway_to_a_client_have_ids_of_their_own() {
    let mut world = World::new();
    let echo = issued_echo(&mut world);
    let request = |path: &[u8], echo: Option<&[u8]>| {
        let mut options =
            vec![(URI_HOST, &b"127.0.0.1"[..]), (URI_PATH, path), (PROXY_SCHEME, b"coap")];
        options.extend(echo.map(|echo| (ECHO, echo)));
        message(NON, GET, 7, b"tok", &options, b"")
    };
    let mut ids = Vec::new();
    // A forged request has the ID of the client's own.
    for request in [request(b"forged", None), request(b"own", Some(&echo))] {
        world.client(&request);
        answer_with_path(&mut world);
        ids.push(world.answer().1.id);
    }
    // A refusal is a message, too.
    world.client(&get(NON, 7, "coap://192.0.2.1/a"));
    assert!(world.nothing_was_sent());
    for _ in 0..2 {
        world.client(&get(NON, 8, "coap://192.0.2.1/a"));
        ids.push(world.answer().1.id);
    }
    let distinct: std::collections::HashSet<_> = ids.iter().collect();
    assert_eq!(distinct.len(), ids.len(), "{ids:?}");
}

#[test]
fn a_forged_request_with_the_message_id_of_a_request_with_echo_is_ignored() {
    let mut world = World::new();
    let echo = issued_echo(&mut world);
    world.client(&get_of(7, b"own", Some(&echo)));
    let asked = world.to_origins.clone();
    world.client(&get_of(7, b"forged", None));
    assert!(world.to_clients.is_empty() && world.to_origins == asked);
    answer_with_path(&mut world);
    assert_eq!(world.answer().1.payload, b"own");
    world.client(&get_of(7, b"forged", None));
    assert!(world.nothing_was_sent());
}

#[test]
fn a_request_without_echo_never_gets_the_answer_to_another() {
    let mut world = World::new();
    world.client(&get_of(7, b"forged", None));
    answer_with_path(&mut world);
    assert_eq!(world.answer().1.payload, b"forged");
    // The client is asked for an Echo, and gets its own answer.
    world.client(&get_of(7, b"own", None));
    let echo = echo_of_answer(&mut world);
    world.client(&get_of(7, b"own", Some(&echo)));
    answer_with_path(&mut world);
    assert_eq!(world.answer().1.payload, b"own");
}

#[test]
fn a_duplicate_with_an_old_echo_is_not_executed_again() {
    let mut world = World::new();
    let echo = issued_echo(&mut world);
    world.pass(Duration::from_secs(119));
    let post = message(CON, POST, 7, b"tok", &[(PROXY_CRI, CRI), (ECHO, &echo)], b"p");
    world.client(&post);
    world.respond(0x44, b"done");
    assert_eq!(world.answer().1.payload, b"done");
    world.pass(Duration::from_secs(10));
    world.client(&post);
    assert!(world.to_origins.is_empty());
    assert_eq!(world.answer().1.payload, b"done");
}

#[test]
fn a_trusted_client_may_reuse_a_message_id_once() {
    let mut world = World::trusting(|_| {});
    for path in [b"a", b"b"] {
        world.client(&get_of(7, path, None));
        answer_with_path(&mut world);
        assert_eq!(world.answer().1.payload, path);
    }
    assert_eq!(world.refuses(&get_of(7, b"c", None)), "4.00");
}

/// A client may reuse a message ID 247 seconds after its request (RFC 7252 section 4.4).
#[test]
fn a_slow_answer_does_not_keep_a_message_id_longer() {
    for (method, seconds, is_new) in
        [(GET, 246, false), (GET, 247, true), (POST, 246, false), (POST, 247, true)]
    {
        let mut world = World::new();
        let request = message(CON, method, 7, b"tok", &[(PROXY_CRI, CRI)], b"");
        let (link, asked) = world.ask(&request);
        world.pass(Duration::from_secs(25));
        world.answer_with(link, &asked, b"x");
        world.answer();
        world.pass(Duration::from_secs(seconds - 25));
        world.client(&request);
        assert_eq!(world.to_origins.len(), usize::from(is_new), "{method} {seconds}");
    }
}

#[test]
fn responses_to_two_requests_with_one_message_id_are_acknowledged_separately() {
    let mut world = World::trusting(|_| {});
    world.client(&get_of(7, b"a", None));
    world.client(&get_of(7, b"b", None));
    world.pass(Duration::from_secs(2));
    let asked = std::mem::take(&mut world.to_origins);
    world.to_clients.clear();
    let mut ids = Vec::new();
    for (link, datagram) in [&asked[0], &asked[1]] {
        let asked = read(datagram);
        world.answer_with(*link, &asked, b"x");
        ids.push(world.answer().1.id);
    }
    for (id, left) in ids.into_iter().zip([1, 0]) {
        assert_eq!(world.gateway.load().exchanges, left + 1);
        world.client(&empty(ACK, id));
        assert_eq!(world.gateway.load().exchanges, left);
    }
}

#[test]
fn a_late_response_to_a_forgotten_request_answers_no_other() {
    let mut world = World::with(|config| config.limits.answers = 1);
    let (link, first) = world.ask(&get_of(7, b"a", None));
    let response = message(ACK, 0x45, first.id, &first.token, &[], b"a");
    world.origin(link, &response);
    world.client(&get_of(8, b"b", None));
    answer_with_path(&mut world);
    world.to_clients.clear();
    // The gateway has forgotten the first request. The origin takes the third for its duplicate.
    let (link, third) = world.ask(&get_of(7, b"c", None));
    assert_eq!(third.id, first.id);
    world.origin(link, &response);
    assert!(world.to_clients.is_empty());
    world.origin(link, &message(ACK, 0x45, third.id, &third.token, &[], b"c"));
    assert_eq!(world.answer().1.payload, b"c");
}
