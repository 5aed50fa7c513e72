//! The limits of the gateway.

use std::net::SocketAddr;
use std::time::Duration;

use cri_testvectors::sample;

use crate::world::*;

/// A client with an address of its own.
fn client(n: u16) -> SocketAddr {
    let [high, low] = n.to_be_bytes();
    SocketAddr::from(([10, 0, high, low], 40000))
}

/// A client with the address of all of these, and a port of its own.
fn of_one_address(port: u16) -> SocketAddr {
    SocketAddr::from(([192, 0, 2, 1], port))
}

/// Lets the origin answer every request that it received.
fn answer_all(world: &mut World) {
    for (link, datagram) in std::mem::take(&mut world.to_origins) {
        let asked = read(&datagram);
        let kind = if asked.kind == CON { ACK } else { NON };
        world.origin(link, &message(kind, 0x44, asked.id, &asked.token, &[], b""));
    }
}

/// Whether a client's request, which must differ from earlier ones, is sent to its origin.
fn is_served(world: &mut World, client: SocketAddr, request: &[u8]) -> bool {
    world.to_origins.clear();
    world.client_at(client, request);
    !world.to_origins.is_empty()
}

fn is_busy(world: &mut World) -> bool {
    let (_, answer) = world.answer();
    assert_eq!(answer.code == "5.03", answer.options == [(14, vec![5])]);
    answer.code == "5.03"
}

#[test]
fn exchanges_are_limited() {
    let mut world = World::trusting(|config| config.limits.exchanges = 3);
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
    world.answer_with(link, &asked, b"");
    world.to_clients.clear();
    world.client_at(client(4), &get(CON, 7, "coap://127.0.0.1/a"));
    assert_eq!(world.to_origins.len(), 3);
}

#[test]
fn exchanges_of_one_client_are_limited() {
    let mut world = World::trusting(|config| config.limits.exchanges_of_client = 2);
    for id in 1..=2 {
        world.client(&get(CON, id, "coap://127.0.0.1/a"));
    }
    world.client(&get(CON, 3, "coap://127.0.0.1/a"));
    assert!(is_busy(&mut world));
    world.client_at(client(2), &get(CON, 3, "coap://127.0.0.1/a"));
    assert_eq!(world.to_origins.len(), 3);
    // An exchange ends at its deadline.
    world.pass(Duration::from_secs(400));
    world.forget();
    world.ask(&get(CON, 3, "coap://127.0.0.1/a"));
}

#[test]
fn answers_to_requests_that_are_not_idempotent_are_limited() {
    let mut world = World::trusting(|config| config.limits.answers = 2);
    let ask = |world: &mut World, method, id| {
        world.client_at(client(id), &message(CON, method, id, b"", &[(PROXY_CRI, CRI)], b""));
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
    let mut world = World::trusting(|config| config.limits.links = 2);
    // Requests of one client to one origin share a link.
    for n in [1, 1, 2, 3] {
        world.client_at(client(n), &get(CON, 7, "coap://127.0.0.1/a"));
    }
    assert!(is_busy(&mut world));
    let (link, datagram) = world.to_origins.remove(0);
    let asked = read(&datagram);
    world.answer_with(link, &asked, b"");
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

#[test]
fn requests_that_no_origin_received_leave_nothing() {
    let mut world = World::new();
    // Nothing listens at the port, which the operating system reports.
    for id in sample(0..16_384, 4) {
        let (link, _) = world.ask(&message(NON, POST, id, b"", &[(PROXY_CRI, CRI)], b""));
        world.unreachable(link);
        assert_eq!(world.answer().1.code, "5.02");
    }
    assert_eq!((world.gateway.load().answers, world.gateway.load().exchanges), (0, 0));
    assert!(is_served(
        &mut world,
        client(1),
        &message(CON, POST, 7, b"", &[(PROXY_CRI, CRI)], b"")
    ));
    // A duplicate is a new attempt. Its origin would recognise the request.
    world.client(&message(CON, POST, 7, b"", &[(PROXY_CRI, CRI)], b""));
    let (link, datagram) = world.to_origins.pop().unwrap();
    world.unreachable(link);
    world.client(&message(CON, POST, 7, b"", &[(PROXY_CRI, CRI)], b""));
    assert_eq!(world.to_origins.pop(), Some((link, datagram)));
}

#[test]
fn a_request_that_an_origin_may_have_received_is_remembered() {
    let request = message(CON, POST, 7, b"", &[(PROXY_CRI, CRI)], b"");
    // The origin acknowledged the request, or a second copy of it was sent.
    for is_acknowledged in [true, false] {
        let mut world = World::new();
        let (link, asked) = world.ask(&request);
        if is_acknowledged {
            world.origin(link, &empty(ACK, asked.id));
        } else {
            world.ask(&request);
        }
        world.unreachable(link);
        world.client(&empty(ACK, 7));
        assert_eq!(world.gateway.load().answers, 1);
        world.to_origins.clear();
        world.client(&request);
        assert!(world.to_origins.is_empty());
    }
}

#[test]
fn an_unreachable_origin_may_have_received_all_but_the_last_request() {
    let mut world = World::new();
    let post = |id| message(NON, POST, id, b"", &[(PROXY_CRI, CRI)], b"");
    world.client(&post(7));
    world.client(&post(8));
    let (link, _) = world.to_origins.pop().unwrap();
    world.to_origins.clear();
    // The error is that of the datagram that was sent last. The other may have arrived before the origin ended.
    world.unreachable(link);
    assert_eq!((world.gateway.load().answers, world.gateway.load().exchanges), (1, 0));
    world.client(&post(7));
    assert!(world.to_origins.is_empty());
    world.ask(&post(8));
}

#[test]
fn one_address_leaves_links_and_exchanges_to_others() {
    let mut world = World::new();
    // 1,024 ports of one address ask a silent origin.
    for port in 1..=1024 {
        world.client_at(of_one_address(port), &get(NON, 7, "coap://127.0.0.1/a"));
    }
    assert_eq!(world.gateway.load().links, 55);
    assert!(is_served(&mut world, client(1), &get(CON, 7, "coap://127.0.0.1/a")));
    assert!(!is_served(&mut world, of_one_address(2000), &get(CON, 7, "coap://127.0.0.1/a")));
    // A /64 of IPv6 counts as one address.
    let mut world = World::new();
    for host in 1..=1024 {
        let address = std::net::Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, host);
        world.client_at((address, 7).into(), &get(NON, 7, "coap://127.0.0.1/a"));
    }
    assert_eq!(world.gateway.load().links, 55);
}

#[test]
fn a_few_addresses_leave_links_and_exchanges_to_others() {
    let mut world = World::new();
    // One after another.
    for n in 1..=20 {
        for port in 1..=400 {
            let address = SocketAddr::new(client(n).ip(), port);
            world.client_at(address, &get(NON, 7, "coap://127.0.0.1/a"));
        }
    }
    assert!(is_served(&mut world, client(21), &get(CON, 7, "coap://127.0.0.1/a")));
}

#[test]
fn one_address_leaves_room_for_answers_to_others() {
    let mut world = World::with(|config| config.limits.answers = 1024);
    for port in 1..=1000 {
        for id in 0..4 {
            world.client_at(
                of_one_address(port),
                &message(NON, POST, id, b"", &[(PROXY_CRI, CRI)], b""),
            );
            answer_all(&mut world);
        }
    }
    assert_eq!(world.gateway.load().answers, 110);
    assert!(is_served(
        &mut world,
        client(1),
        &message(CON, POST, 7, b"", &[(PROXY_CRI, CRI)], b"")
    ));
}
