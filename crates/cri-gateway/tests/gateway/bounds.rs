//! The limits of the gateway.

use std::net::SocketAddr;
use std::time::Duration;

use crate::world::*;

fn client(n: u16) -> SocketAddr {
    SocketAddr::new([192, 0, 2, 1].into(), n)
}

fn is_busy(world: &mut World) -> bool {
    let (_, answer) = world.answer();
    assert_eq!(answer.code == "5.03", answer.options == [(14, vec![5])]);
    answer.code == "5.03"
}

#[test]
fn exchanges_are_limited() {
    let mut world = World::with(|config| config.limits.exchanges = 3);
    for n in 1..=3 {
        world.client_at(client(n), &get(CON, 7, "coap://127.0.0.1/a"));
    }
    assert_eq!(world.to_origins.len(), 3);
    world.client_at(client(4), &get(CON, 7, "coap://127.0.0.1/a"));
    assert!(is_busy(&mut world));
    // A duplicate begins no exchange.
    world.client_at(client(3), &get(CON, 7, "coap://127.0.0.1/a"));
    assert!(world.to_clients.is_empty());
    let (link, datagram) = world.to_origins.remove(0);
    let asked = read(&datagram);
    world.origin(link, &message(ACK, 0x45, asked.id, &asked.token, &[], b""));
    world.to_clients.clear();
    world.client_at(client(4), &get(CON, 7, "coap://127.0.0.1/a"));
    assert_eq!(world.to_origins.len(), 3);
}

#[test]
fn exchanges_of_one_client_are_limited() {
    let mut world = World::with(|config| config.limits.exchanges_of_client = 2);
    for id in 1..=2 {
        world.client(&get(CON, id, "coap://127.0.0.1/a"));
    }
    world.client(&get(CON, 3, "coap://127.0.0.1/a"));
    assert!(is_busy(&mut world));
    world.client_at(client(2), &get(CON, 3, "coap://127.0.0.1/a"));
    assert_eq!(world.to_origins.len(), 3);
    // An exchange ends at its deadline.
    world.pass(Duration::from_secs(400));
    world.to_clients.clear();
    world.to_origins.clear();
    world.client(&get(CON, 3, "coap://127.0.0.1/a"));
    world.asked();
}

#[test]
fn answers_to_requests_that_are_not_idempotent_are_limited() {
    let mut world = World::with(|config| config.limits.answers = 2);
    let ask = |world: &mut World, method, id| {
        world.client(&message(CON, method, id, b"", &[(PROXY_CRI, CRI)], b""));
        if let Some((link, datagram)) = world.to_origins.pop() {
            let asked = read(&datagram);
            world.origin(link, &message(ACK, 0x44, asked.id, &asked.token, &[], b""));
        }
        is_busy(world)
    };
    assert!((0..10).all(|id| !ask(&mut world, GET, id)));
    assert!(!ask(&mut world, POST, 10) && !ask(&mut world, PATCH, 11));
    // The answer to an idempotent request need not be kept.
    assert!(ask(&mut world, POST, 12) && !ask(&mut world, GET, 13));
    world.pass(Duration::from_secs(247));
    assert!(!ask(&mut world, POST, 12));
    assert_eq!(world.gateway.load().answers, 1);
}

#[test]
fn links_are_limited() {
    let mut world = World::with(|config| config.limits.links = 2);
    for n in 1..=3 {
        world.client_at(client(n), &get(CON, 7, "coap://127.0.0.1/a"));
    }
    assert!(is_busy(&mut world));
    let (link, datagram) = world.to_origins.remove(0);
    let asked = read(&datagram);
    world.origin(link, &message(ACK, 0x45, asked.id, &asked.token, &[], b""));
    world.to_clients.clear();
    assert_eq!(world.closed, []);
    world.client_at(client(3), &get(CON, 7, "coap://127.0.0.1/a"));
    assert_eq!((&world.closed[..], world.to_origins.len()), (&[link][..], 2));
    assert_eq!(world.gateway.load().links, 2);
}

#[test]
fn a_flood_of_requests_stays_within_the_limits() {
    let mut world = World::with(|config| config.limits.answers = 500);
    for n in 1..=2000 {
        for id in 0..3 {
            let uri = format!("coap://127.0.0.1:{n}/{id}");
            world.client_at(client(n), &get(if id == 0 { CON } else { NON }, id, &uri));
        }
        let load = world.gateway.load();
        assert!(load.exchanges <= 1024 && load.answers <= 500 && load.links <= 512);
    }
    assert!(world.gateway.load().exchanges >= 400);
    world.pass(Duration::from_secs(500));
    assert_eq!(world.gateway.load().exchanges, 0);
    assert_eq!(world.gateway.next_wake(), None);
}
