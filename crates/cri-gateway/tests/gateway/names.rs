//! Host names, listed or looked up.

use std::net::IpAddr;
use std::time::Duration;

use cri_gateway::LookupError;

use crate::world::*;

const NAME: &str = "coap://Sensor.example/a";

fn looks_up() -> World {
    let mut world = World::with(|config| config.look_up = true);
    world.client(&get(CON, 7, NAME));
    assert!(world.nothing_was_sent());
    assert_eq!(world.lookups[0].name(), "sensor.example");
    world
}

fn found(world: &mut World, addresses: Result<&[IpAddr], LookupError>) {
    let lookup = world.lookups.remove(0);
    world.gateway.looked_up(&lookup, addresses, world.now);
    world.outputs();
}

#[test]
fn names_are_not_looked_up_by_default() {
    assert_eq!(World::new().refuses(&get(CON, 7, NAME)), "5.02");
}

#[test]
fn the_request_goes_to_the_first_allowed_address() {
    let mut world = looks_up();
    found(&mut world, Ok(&["192.0.2.1", "127.0.0.5", "127.0.0.6"].map(|address| address.parse().unwrap())));
    let (link, asked) = world.asked();
    assert_eq!(link.origin(), address("127.0.0.5:5683"));
    assert_eq!(asked.plain_options(), [(URI_HOST, &b"sensor.example"[..]), (URI_PATH, b"a")]);
    world.origin(link, &message(ACK, 0x45, asked.id, &asked.token, &[], b"x"));
    assert_eq!(world.answer().1.payload, b"x");
}

#[test]
fn addresses_of_names_are_checked_against_the_allow_list() {
    for addresses in [&["192.0.2.1"][..], &["::ffff:192.0.2.1"], &["0.0.0.0", "::"], &[]] {
        let mut world = looks_up();
        let addresses: Vec<IpAddr> = addresses.iter().map(|address| address.parse().unwrap()).collect();
        found(&mut world, Ok(&addresses));
        assert!(world.to_origins.is_empty());
        assert_eq!(world.answer().1.code, "5.05");
    }
    // The addresses of listed names are checked, too.
    let mut world = World::with(|config| config.names.insert("sensor.example", [192, 0, 2, 1].into()));
    assert_eq!(world.refuses(&get(CON, 7, NAME)), "5.05");
}

#[test]
fn failed_look_ups_are_answered() {
    let mut world = looks_up();
    found(&mut world, Err(LookupError::Failed));
    assert_eq!(world.answer().1.code, "5.02");
    let mut world = looks_up();
    found(&mut world, Err(LookupError::Busy));
    assert_eq!(world.answer().1.code, "5.03");
}

#[test]
fn slow_look_ups_time_out() {
    let mut world = looks_up();
    world.pass(Duration::from_secs(2));
    assert_eq!(world.answer().1, read(&empty(ACK, 7)));
    // A duplicate starts no look-up.
    world.client(&get(CON, 7, NAME));
    assert_eq!(world.answer().1, read(&empty(ACK, 7)));
    assert_eq!(world.lookups.len(), 1);
    world.pass(Duration::from_secs(58));
    let (_, answer) = world.answer();
    assert_eq!((answer.kind, &*answer.code), (CON, "5.04"));
    found(&mut world, Ok(&[[127, 0, 0, 1].into()]));
    assert!(world.to_origins.is_empty());
    // A late result does not affect a later exchange with the same message ID.
    world.client(&empty(ACK, 7));
    world.pass(Duration::from_secs(300));
    let mut world = looks_up();
    let first = world.lookups.remove(0);
    world.pass(Duration::from_secs(60));
    world.client(&empty(ACK, 7));
    world.pass(Duration::from_secs(300));
    world.to_clients.clear();
    world.client(&get(CON, 7, NAME));
    world.gateway.looked_up(&first, Ok(&[[127, 0, 0, 1].into()]), world.now);
    world.outputs();
    assert!(world.nothing_was_sent());
    found(&mut world, Ok(&[[127, 0, 0, 2].into()]));
    assert_eq!(world.asked().0.origin(), address("127.0.0.2:5683"));
}
