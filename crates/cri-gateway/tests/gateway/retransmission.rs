//! What is sent again, until when, and what is given up (RFC 7252 sections 4.2 and 5.2).

use std::time::Duration;

use crate::world::*;

/// When datagrams were sent to origins (or to clients) within this time, in seconds from now.
fn sent(world: &mut World, time: Duration, to_origins: bool) -> Vec<f64> {
    let start = world.now;
    let mut times = Vec::new();
    while let Some(at) = world.gateway.next_wake().filter(|&at| at <= start + time) {
        world.pass(at - world.now);
        let count = if to_origins { world.to_origins.len() } else { world.to_clients.len() };
        times.extend((0..count).map(|_| (at - start).as_secs_f64()));
        if to_origins { world.to_origins.clear() } else { world.to_clients.clear() }
    }
    world.pass(start + time - world.now);
    times
}

#[test]
fn an_origin_is_asked_again_and_then_given_up() {
    for seed in 0..20 {
        let mut world = World::seeded(seed, |config| config.timing.request = Duration::from_secs(200));
        world.client(&get(CON, 7, "coap://127.0.0.1/a"));
        let (link, first) = world.asked();
        let again = sent(&mut world, Duration::from_secs(59), true);
        let [a, b, c, d] = again[..] else { panic!("{again:?}") };
        assert!((2.0..=3.0).contains(&a), "{a}");
        for (at, times) in [(b, 3.0), (c, 7.0), (d, 15.0)] {
            assert!((at - a * times).abs() < 1e-6, "{again:?}");
        }
        // An empty acknowledgement meanwhile, and nothing else.
        assert_eq!(world.answer().1, read(&empty(ACK, 7)));
        world.pass(Duration::from_secs(34));
        assert!((62.0..=93.0).contains(&(a * 31.0)));
        assert!(world.to_origins.is_empty());
        let answer = read(&world.to_clients.remove(0).1);
        assert_eq!((answer.kind, &*answer.code, answer.id, &*answer.token), (CON, "5.04", 7, &b"tok"[..]));
        world.to_clients.clear();
        // What comes too late is not forwarded.
        world.origin(link, &message(ACK, 0x45, first.id, &first.token, &[], b"late"));
        assert!(world.to_clients.is_empty());
    }
}

#[test]
fn each_copy_is_the_same() {
    let mut world = World::new();
    world.client(&get(CON, 7, "coap://127.0.0.1/a"));
    world.pass(Duration::from_secs(46));
    let copies: Vec<_> = world.to_origins.iter().map(|(_, datagram)| datagram).collect();
    assert_eq!(copies.len(), 5);
    assert!(copies.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn what_the_origin_has_is_not_sent_again() {
    let mut world = World::new();
    world.client(&get(CON, 7, "coap://127.0.0.1/a"));
    let (link, asked) = world.asked();
    world.origin(link, &empty(ACK, asked.id));
    assert_eq!(sent(&mut world, Duration::from_secs(59), true), []);
    world.to_clients.clear();
    world.pass(Duration::from_secs(1));
    assert_eq!(world.answer().1.code, "5.04");
}

#[test]
fn a_request_takes_no_longer_than_it_may() {
    for kind in [CON, NON] {
        let mut world = World::with(|config| config.timing.request = Duration::from_secs(3));
        world.client(&get(kind, 7, "coap://127.0.0.1/a"));
        world.pass(Duration::from_millis(2999));
        world.to_clients.clear();
        world.pass(Duration::from_millis(1));
        let (_, answer) = world.answer();
        assert_eq!((answer.kind, &*answer.code), (kind, "5.04"));
        assert_eq!(world.log[0].duration, Duration::from_secs(3));
    }
}

#[test]
fn a_gateway_that_was_held_up_answers_at_once() {
    let mut world = World::new();
    world.client(&get(CON, 7, "coap://127.0.0.1/a"));
    // Both the acknowledgement and the answer are due: the answer is the acknowledgement.
    world.now += Duration::from_secs(61);
    world.gateway.wake(world.now);
    world.outputs();
    let (_, answer) = world.answer();
    assert_eq!((answer.kind, &*answer.code, answer.id), (ACK, "5.04", 7));
    assert_eq!(world.gateway.load().exchanges, 0);
}

#[test]
fn a_client_that_waits_is_told_so_and_then_answered() {
    let mut world = World::new();
    world.client(&get(CON, 7, "coap://127.0.0.1/a"));
    let (link, asked) = world.asked();
    world.pass(Duration::from_millis(1499));
    assert!(world.nothing_was_sent());
    world.pass(Duration::from_millis(1));
    assert_eq!(world.answer().1, read(&empty(ACK, 7)));
    world.origin(link, &message(ACK, 0x45, asked.id, &asked.token, &[], b"x"));
    let (_, answer) = world.answer();
    assert_eq!((answer.kind, &*answer.token, &*answer.payload), (CON, &b"tok"[..], &b"x"[..]));
    // Until the client has it.
    let again = sent(&mut world, Duration::from_secs(8), false);
    assert!((2..=3).contains(&again.len()) && (2.0..=3.0).contains(&again[0]), "{again:?}");
    world.client(&empty(ACK, answer.id));
    assert_eq!(sent(&mut world, Duration::from_secs(300), false), []);
    assert_eq!(world.gateway.load().exchanges, 0);
}

#[test]
fn a_client_may_not_want_the_answer_any_more_or_be_gone() {
    let answered_late = || {
        let mut world = World::new();
        world.client(&get(CON, 7, "coap://127.0.0.1/a"));
        let (link, asked) = world.asked();
        world.pass(Duration::from_secs(2));
        world.origin(link, &message(ACK, 0x45, asked.id, &asked.token, &[], b"x"));
        world.to_clients.clear();
        world.to_origins.clear();
        world
    };
    let mut world = answered_late();
    world.client(&empty(RST, 7));
    assert_eq!(sent(&mut world, Duration::from_secs(300), false), []);
    assert_eq!(world.gateway.load().exchanges, 0);

    let mut world = answered_late();
    assert_eq!(sent(&mut world, Duration::from_secs(300), false).len(), 4);
    assert_eq!(world.gateway.load().exchanges, 0);

    // Somebody else cannot acknowledge it.
    let mut world = answered_late();
    world.client_at(address("192.0.2.1:40001"), &empty(ACK, 7));
    world.client(&empty(ACK, 8));
    assert_eq!(world.gateway.load().exchanges, 1);
}
