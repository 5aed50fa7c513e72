//! Host names, listed or looked up.

use std::net::IpAddr;
use std::time::Duration;

use cri_gateway::{Lookup, LookupError};

use crate::world::*;

const NAME: &str = "coap://Sensor.example/a";

fn looks_up() -> World {
    let mut world = World::trusting(|config| config.look_up = true);
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
    found(
        &mut world,
        Ok(&["192.0.2.1", "127.0.0.5", "127.0.0.6"].map(|address| address.parse().unwrap())),
    );
    let (link, asked) = world.asked();
    assert_eq!(link.origin(), address("127.0.0.5:5683"));
    assert_eq!(asked.plain_options(), [(URI_HOST, &b"sensor.example"[..]), (URI_PATH, b"a")]);
    world.answer_with(link, &asked, b"x");
    assert_eq!(world.answer().1.payload, b"x");
}

#[test]
fn addresses_of_names_are_checked_against_the_allow_list() {
    for addresses in [&["192.0.2.1"][..], &["::ffff:192.0.2.1"], &["0.0.0.0", "::"], &[]] {
        let mut world = looks_up();
        let addresses: Vec<IpAddr> =
            addresses.iter().map(|address| address.parse().unwrap()).collect();
        found(&mut world, Ok(&addresses));
        assert!(world.to_origins.is_empty());
        assert_eq!(world.answer().1.code, "5.05");
    }
    // The addresses of listed names are checked, too.
    let mut world =
        World::with(|config| config.names.insert("sensor.example", [192, 0, 2, 1].into()));
    assert_eq!(world.refuses(&get(CON, 7, NAME)), "5.05");
}

#[test]
fn names_of_unspecified_addresses_are_refused() {
    let mut world = World::trusting(|config| {
        let everywhere = ["0.0.0.0/0", "::/0"].map(|rule| rule.parse().unwrap());
        let denied = ["127.0.0.0/8", "::1"].map(|rule| rule.parse().unwrap());
        config.allow = everywhere.into_iter().collect::<cri_gateway::AllowList>().except(denied);
        config.look_up = true;
    });
    world.client(&get(CON, 7, "coap://0/secret"));
    assert_eq!(world.lookups[0].name(), "0");
    // The operating system takes the name for an address.
    found(
        &mut world,
        Ok(&["0.0.0.0", "::ffff:0.0.0.0", "::"].map(|address| address.parse().unwrap())),
    );
    assert!(world.to_origins.is_empty());
    assert_eq!(world.answer().1.code, "5.05");
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

#[test]
fn slow_names_of_one_client_do_not_block_others() {
    let mut world = World::with(|config| config.look_up = true);
    // 68 ports of one address ask for names that take long.
    for n in 0..68 {
        world.client_at(
            ([192, 0, 2, 1], 1 + n).into(),
            &get(CON, 7, &format!("coap://slow-{n}.example/")),
        );
    }
    assert_eq!(
        (world.lookups.len(), world.gateway.load().lookups, world.gateway.load().exchanges),
        (7, 7, 7)
    );
    assert!(world.to_clients.iter().all(|(_, datagram)| read(datagram).code == "4.01"));
    world.client_at(address("192.0.2.9:9"), &get(CON, 7, NAME));
    let lookup = world.lookups.pop().unwrap();
    assert_eq!(lookup.name(), "sensor.example");
    world.gateway.looked_up(&lookup, Ok(&[[127, 0, 0, 1].into()]), world.now);
    world.outputs();
    assert_eq!(world.asked().0.client().address(), address("192.0.2.9:9"));
}

#[test]
fn slow_names_of_forged_addresses_do_not_block_clients_that_repeat_with_echo() {
    let mut world = World::with(|config| config.look_up = true);
    for n in 0..200 {
        world.client_at(
            ([192, 0, 2, n], 1).into(),
            &get(CON, 7, &format!("coap://slow-{n}.example/")),
        );
    }
    assert_eq!(world.gateway.load().lookups, 48);
    world.to_clients.clear();
    let client = address("203.0.113.1:1");
    world.client_at(client, &get(CON, 7, NAME));
    let (_, answer) = world.answer();
    assert_eq!((&*answer.code, answer.options[0].0), ("4.01", ECHO));
    let echo = &answer.options[0].1;
    world.client_at(
        client,
        &message(CON, GET, 8, b"tok", &[(PROXY_URI, NAME.as_bytes()), (ECHO, echo)], b""),
    );
    assert_eq!(world.lookups.last().map(Lookup::name), Some("sensor.example"));
}

#[test]
fn slow_names_of_forged_requests_do_not_delay_a_verified_client() {
    let mut world = World::with(|config| config.look_up = true);
    let challenge = |world: &mut World, id| {
        world.client(&get(CON, id, "coap://127.0.0.1/a"));
        world.respond(0x45, &[b'x'; 1000]);
        world.answer().1.options.into_iter().find(|option| option.0 == ECHO).unwrap().1
    };
    let echo = challenge(&mut world, 1);
    let repeated =
        |id| message(CON, GET, id, b"tok", &[(PROXY_URI, NAME.as_bytes()), (ECHO, &echo)], b"");
    // The address is verified. Somebody else forges it, and asks for names that take long.
    world.client(&repeated(2));
    found(&mut world, Err(LookupError::Failed));
    for id in 100..140 {
        world.client(&get(CON, id, &format!("coap://slow-{id}.example/")));
    }
    world.client(&repeated(3));
    assert_eq!(world.lookups.last().map(Lookup::name), Some("sensor.example"));
}

#[test]
fn names_of_a_verified_client_wait_for_each_other() {
    let mut world = World::trusting(|config| config.look_up = true);
    for id in 0..20 {
        world.client(&get(CON, id, &format!("coap://slow-{id}.example/")));
    }
    assert_eq!((world.lookups.len(), world.gateway.load().exchanges), (10, 20));
    found(&mut world, Err(LookupError::Failed));
    assert_eq!(world.lookups.last().map(Lookup::name), Some("slow-10.example"));
}

#[test]
fn look_ups_of_ended_exchanges_leave_the_queue() {
    let mut world = World::trusting(|config| {
        config.look_up = true;
        config.limits.lookups = 1;
    });
    for id in 0..3 {
        world.client(&get(NON, id, &format!("coap://slow-{id}.example/")));
    }
    assert_eq!(world.lookups.len(), 1);
    world.pass(Duration::from_secs(60));
    assert_eq!(world.gateway.load().exchanges, 0);
    world.client(&get(NON, 7, NAME));
    // The look-up under way ends late. The next look-up is the one that an exchange still waits for.
    found(&mut world, Err(LookupError::Failed));
    assert_eq!(world.lookups.iter().map(Lookup::name).collect::<Vec<_>>(), ["sensor.example"]);
    // Nothing is kept of requests that were not sent.
    assert_eq!(world.gateway.load().answers, 0);
}
