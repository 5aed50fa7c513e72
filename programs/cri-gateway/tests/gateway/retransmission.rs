//! Retransmissions, and timeouts (RFC 7252 sections 4.2 and 5.2).

use std::time::Duration;

use crate::world::*;

/// The times in seconds at which datagrams are sent to origins, or to clients, from now until `time` has passed.
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
fn a_request_is_repeated_four_times_and_then_given_up() {
    for seed in 0..20 {
        let mut world =
            World::trusting_seeded(seed, |config| config.timing.request = Duration::from_secs(200));
        let (link, first) = world.ask(&get(CON, 7, "coap://127.0.0.1/a"));
        let again = sent(&mut world, Duration::from_secs(59), true);
        let [a, b, c, d] = again[..] else { panic!("{again:?}") };
        assert!((2.0..=3.0).contains(&a), "{a}");
        for (at, times) in [(b, 3.0), (c, 7.0), (d, 15.0)] {
            assert!((at - a * times).abs() < 1e-6, "{again:?}");
        }
        // Meanwhile, the client gets an empty acknowledgement only.
        assert_eq!(world.answer().1, read(&empty(ACK, 7)));
        world.pass(Duration::from_secs(34));
        assert!((62.0..=93.0).contains(&(a * 31.0)));
        assert!(world.to_origins.is_empty());
        let answer = read(&world.to_clients.remove(0).1);
        assert_eq!((answer.kind, &*answer.code, &*answer.token), (CON, "5.04", &b"tok"[..]));
        world.to_clients.clear();
        // A late response is not forwarded.
        world.origin(link, &message(ACK, 0x45, first.id, &first.token, &[], b"late"));
        assert!(world.to_clients.is_empty());
    }
}

#[test]
fn all_copies_of_a_request_are_equal() {
    let mut world = World::trusting(|_| {});
    world.client(&get(CON, 7, "coap://127.0.0.1/a"));
    world.pass(Duration::from_secs(46));
    let copies: Vec<_> = world.to_origins.iter().map(|(_, datagram)| datagram).collect();
    assert_eq!(copies.len(), 5);
    assert!(copies.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn an_acknowledged_request_is_not_repeated() {
    let mut world = World::trusting(|_| {});
    let (link, asked) = world.ask(&get(CON, 7, "coap://127.0.0.1/a"));
    world.origin(link, &empty(ACK, asked.id));
    assert_eq!(sent(&mut world, Duration::from_secs(59), true), [0.0; 0]);
    world.to_clients.clear();
    world.pass(Duration::from_secs(1));
    assert_eq!(world.answer().1.code, "5.04");
}

#[test]
fn a_request_times_out() {
    for kind in [CON, NON] {
        let mut world = World::trusting(|config| config.timing.request = Duration::from_secs(3));
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
fn a_late_wake_sends_one_answer() {
    let mut world = World::trusting(|_| {});
    world.client(&get(CON, 7, "coap://127.0.0.1/a"));
    // Acknowledgement and answer are both due, so the answer comes in the acknowledgement.
    world.now += Duration::from_secs(61);
    world.gateway.wake(world.now);
    world.outputs();
    let (_, answer) = world.answer();
    assert_eq!((answer.kind, &*answer.code, answer.id), (ACK, "5.04", 7));
    assert_eq!(world.gateway.load().exchanges, 0);
}

#[test]
fn a_waiting_client_gets_an_acknowledgement_and_then_a_separate_response() {
    let mut world = World::trusting(|_| {});
    let (link, asked) = world.ask(&get(CON, 7, "coap://127.0.0.1/a"));
    world.pass(Duration::from_millis(1499));
    assert!(world.nothing_was_sent());
    world.pass(Duration::from_millis(1));
    assert_eq!(world.answer().1, read(&empty(ACK, 7)));
    world.answer_with(link, &asked, b"x");
    let (_, answer) = world.answer();
    assert_eq!((answer.kind, &*answer.token, &*answer.payload), (CON, &b"tok"[..], &b"x"[..]));
    // The response is repeated until the client acknowledges it.
    // The first timeout is 2 to 3 seconds, and the second twice as long. The third ends after 14 seconds at least.
    let again = sent(&mut world, Duration::from_secs(9), false);
    assert!(again.len() == 2 && (2.0..=3.0).contains(&again[0]), "{again:?}");
    world.client(&empty(ACK, answer.id));
    assert_eq!(sent(&mut world, Duration::from_secs(300), false), [0.0; 0]);
    assert_eq!(world.gateway.load().exchanges, 0);
}

#[test]
fn a_client_may_reject_the_response_or_be_gone() {
    let answered_late = || {
        let mut world = World::trusting(|_| {});
        let (link, asked) = world.ask(&get(CON, 7, "coap://127.0.0.1/a"));
        world.pass(Duration::from_secs(2));
        world.answer_with(link, &asked, b"x");
        let (_, answer) = world.to_clients.pop().unwrap();
        world.forget();
        (world, read(&answer).id)
    };
    let (mut world, id) = answered_late();
    world.client(&empty(RST, id));
    assert_eq!(sent(&mut world, Duration::from_secs(300), false), [0.0; 0]);
    assert_eq!(world.gateway.load().exchanges, 0);

    let (mut world, _) = answered_late();
    assert_eq!(sent(&mut world, Duration::from_secs(300), false).len(), 4);
    assert_eq!(world.gateway.load().exchanges, 0);

    // Another client cannot acknowledge it, and neither can another message ID, such as that of the request.
    let (mut world, id) = answered_late();
    world.client_at(address("192.0.2.1:40001"), &empty(ACK, id));
    world.client(&empty(ACK, id.wrapping_add(1)));
    assert_ne!(id, 7);
    world.client(&empty(RST, 7));
    assert_eq!(world.gateway.load().exchanges, 1);
}
