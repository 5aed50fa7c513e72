//! Duplicates of datagrams (RFC 7252 section 4.5).

use std::time::Duration;

use crate::world::*;

#[test]
fn a_duplicate_is_not_forwarded() {
    let mut world = World::trusting(|_| {});
    let request = message(CON, POST, 7, b"tok", &[(PROXY_CRI, CRI)], b"p");
    world.client(&request);
    let (link, asked) = world.asked();
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
    world.client(&request);
    let (link, asked) = world.asked();
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
    world.client(&get(CON, 8, "coap://127.0.0.1/a"));
    world.asked();
    // After EXCHANGE_LIFETIME, the message ID may be used again.
    world.pass(Duration::from_secs(8));
    world.to_origins.clear();
    world.client(&request);
    world.asked();
}

#[test]
fn a_duplicate_that_is_not_confirmable_is_ignored() {
    let mut world = World::new();
    let request = get(NON, 7, "coap://127.0.0.1/a");
    world.client(&request);
    let (link, asked) = world.asked();
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
        world.origin(link, &message(ACK, 0x45, asked.id, &asked.token, &[], b"x"));
        (link, datagram)
    };
    let first = ask(&mut world, 7);
    let second = ask(&mut world, 8);
    assert_ne!(first, second);
    assert_eq!(ask(&mut world, 7), first);
}
