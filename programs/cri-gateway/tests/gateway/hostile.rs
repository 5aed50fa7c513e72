//! Malformed datagrams, and messages that a proxy does not expect.

use std::net::SocketAddr;
use std::time::Duration;

use coap_lite::Packet;
use cri_coap::OptionHead;
use cri_testvectors::sample;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::world::*;

#[test]
fn datagrams_without_a_header_are_ignored() {
    let mut world = World::new();
    // Too short; versions 0, 2 and 3; a token cut off in a message that is not confirmable.
    let short: [&[u8]; 3] = [b"", b"\x40", b"\x40\x01\x00"];
    let others: [&[u8]; 4] =
        [b"\x00\x01\x00\x01", b"\x80\x01\x00\x01", b"\xc1\x01\x00\x01t", b"\x58\x01\0\x01"];
    for datagram in short.into_iter().chain(others) {
        world.client(datagram);
        assert!(world.nothing_was_sent(), "{datagram:x?}");
    }
}

#[test]
fn malformed_messages_are_reset_if_confirmable() {
    let mut world = World::new();
    // The first byte and the code, then what follows the message ID.
    for (first, code, rest) in [
        (0x41, 1, &b"t\xff"[..]),
        (0x41, 1, b""),
        (0x49, 1, b"123456789"),
        (0x4f, 1, b"123456789abcdef"),
        (0x40, 1, b"\xf0"),
        (0x40, 1, b"\x0f"),
        (0x40, 1, b"\xb5abcd"),
        (0x40, 1, b"\xbe\xff\xff"),
        (0x40, 1, b"\xbe\xfe\xf2a"),
        (0x40, 1, b"\xe0\xff\xff"),
        (0x40, 1, b"\xe0\xfe\xf2\x10"),
        (0x40, 1, b"\xb1a\xff"),
        (0x41, 0, b"t"),
        (0x40, 0, b"\xffp"),
    ] {
        let datagram = [&[first, code, 0x12, 0x34], rest].concat();
        // The first byte has version 1, the type confirmable, and the length of the token.
        let of_type = |bits: u8| [&[datagram[0] | bits << 4], &datagram[1..]].concat();
        world.client(&of_type(0));
        assert_eq!(world.answer().1, read(&empty(RST, 0x1234)), "{datagram:x?}");
        for bits in [1, 2, 3] {
            world.client(&of_type(bits));
            assert!(world.nothing_was_sent(), "{datagram:x?}");
        }
    }
}

#[test]
fn options_of_any_length_are_answered() {
    let mut world = World::with(|config| config.limits.message = 70_000);
    for len in [0, 256, 1024, 65535_usize] {
        let value = vec![b'v'; len];
        for number in [
            URI_HOST,
            URI_PORT,
            URI_PATH,
            PROXY_URI,
            PROXY_SCHEME,
            PROXY_CRI,
            PROXY_SCHEME_NUMBER,
            BLOCK1,
            65001,
            65003,
        ] {
            // The header of a GET, then one option.
            let head = OptionHead::new(number, len).expect("a value that a datagram holds");
            let datagram = [b"\x40\x01\x00\x07", head.as_bytes(), &value].concat();
            world.client(&datagram);
            let (_, answer) = world.answer();
            assert!(
                ["4.00", "4.02", "4.04", "5.05"].contains(&&*answer.code),
                "{number} {len}: {}",
                answer.code
            );
            assert!(world.to_origins.is_empty());
        }
    }
}

#[test]
fn pings_and_unexpected_messages_are_reset_if_confirmable() {
    let mut world = World::new();
    let reset = read(&empty(RST, 9));
    for code in [0x00, 0x20, 0x45, 0x84, 0xa4, 0xc1, 0xe1] {
        world.client(&message(CON, code, 9, b"", &[], b""));
        assert_eq!(world.answer().1, reset, "{code:x}");
        for kind in [NON, ACK, RST] {
            world.client(&message(kind, code, 9, b"", &[], b""));
            assert!(world.nothing_was_sent(), "{code:x}");
        }
    }
    // A method in an acknowledgement or a reset.
    for kind in [ACK, RST] {
        world.client(&message(kind, GET, 9, b"", &[(PROXY_CRI, CRI)], b""));
        assert!(world.nothing_was_sent());
    }
}

#[test]
fn unexpected_messages_of_origins_do_no_harm() {
    let mut world = World::new();
    let (link, asked) = world.ask(&get(CON, 7, "coap://127.0.0.1/a"));
    // A ping, a request, a malformed message, a reserved code.
    for datagram in [
        empty(CON, 9),
        message(CON, GET, 9, b"", &[(PROXY_CRI, CRI)], b""),
        b"\x4f\x45\0\x09".to_vec(),
        message(CON, 0xe1, 9, b"", &[], b""),
    ] {
        world.origin(link, &datagram);
        assert_eq!(world.asked(), (link, read(&empty(RST, 9))));
    }
    for datagram in [
        &b""[..],
        b"\xff\xff\xff\xff",
        b"\x5f\x45\0\x09",
        &message(NON, GET, 9, b"", &[], b""),
        &message(ACK, GET, asked.id, &asked.token, &[], b""),
    ] {
        world.origin(link, datagram);
        assert!(world.nothing_was_sent());
    }
    world.answer_with(link, &asked, b"x");
    assert_eq!(world.answer().1.payload, b"x");
}

/// A message of which some bytes may be changed.
fn mutated_message() -> impl Strategy<Value = Vec<u8>> {
    let number = prop_oneof![
        Just(URI_HOST),
        Just(URI_PORT),
        Just(URI_PATH),
        Just(PROXY_URI),
        Just(PROXY_SCHEME),
        Just(PROXY_CRI),
        Just(PROXY_SCHEME_NUMBER),
        Just(HOP_LIMIT),
        Just(BLOCK2),
        any::<u16>(),
    ];
    let value = prop_oneof![
        Just(CRI.to_vec()),
        Just(b"coap://127.0.0.1:7/b?c".to_vec()),
        Just(b"coap".to_vec()),
        Just(Vec::new()),
        vec(any::<u8>(), 0..20),
    ];
    let options = vec((number, value), 0..4);
    let parts = (
        0..4_u8,
        prop_oneof![1..8_u8, any::<u8>()],
        0..8_u16,
        vec(any::<u8>(), 0..9),
        options,
        vec(any::<u8>(), 0..9),
    );
    let changes = vec((any::<prop::sample::Index>(), any::<u8>()), 0..2);
    (parts, changes).prop_map(|((kind, code, id, token, options, payload), changes)| {
        let kind = [CON, NON, ACK, RST][usize::from(kind)];
        let options: Vec<_> = options.iter().map(|(number, value)| (*number, &value[..])).collect();
        let mut datagram = message(kind, code, id, &token, &options, &payload);
        for (at, byte) in changes {
            let at = at.index(datagram.len());
            datagram[at] = byte;
        }
        datagram
    })
}

#[derive(Clone, Debug)]
enum Step {
    Client(u16, Vec<u8>),
    /// A datagram of an origin on one of the used links.
    Origin(prop::sample::Index, Vec<u8>),
    /// A response to one of the requests.
    Answer(prop::sample::Index, u8, u8),
    Unreachable(prop::sample::Index),
    Pass(u64),
}

fn step() -> impl Strategy<Value = Step> {
    let datagram = || prop_oneof![3 => mutated_message(), 1 => vec(any::<u8>(), 0..60)];
    prop_oneof![
        6 => (1..6_u16, datagram()).prop_map(|(client, datagram)| Step::Client(client, datagram)),
        2 => (any::<prop::sample::Index>(), datagram()).prop_map(|(link, datagram)| Step::Origin(link, datagram)),
        3 => (any::<prop::sample::Index>(), any::<u8>(), 0..4_u8)
            .prop_map(|(to, code, kind)| Step::Answer(to, code, kind)),
        1 => any::<prop::sample::Index>().prop_map(Step::Unreachable),
        1 => (0..100_000_u64).prop_map(Step::Pass),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: sample(0..400, 4).count() as u32, ..ProptestConfig::default() })]

    #[test]
    fn no_input_stops_the_gateway_or_exceeds_its_limits(steps in vec(step(), 1..120)) {
        let mut world = World::with(|config| {
            config.limits.exchanges = 12;
            config.limits.exchanges_of_client = 4;
            config.limits.answers = 16;
            config.limits.links = 4;
        });
        for step in steps {
            let sent = world.to_origins.clone();
            match step {
                Step::Client(client, datagram) => {
                    world.client_at(SocketAddr::new([192, 0, 2, 1].into(), client), &datagram);
                }
                Step::Origin(at, datagram) if !sent.is_empty() => world.origin(at.get(&sent).0, &datagram),
                Step::Answer(at, code, kind) if !sent.is_empty() => {
                    let (link, asked) = at.get(&sent);
                    let asked = read(asked);
                    let kind = [CON, NON, ACK, RST][usize::from(kind)];
                    world.origin(*link, &message(kind, code, asked.id, &asked.token, &[], b"x"));
                }
                Step::Unreachable(at) if !sent.is_empty() => {
                    let link = at.get(&sent).0;
                    world.unreachable(link);
                }
                Step::Pass(millis) => world.pass(Duration::from_millis(millis)),
                _ => {}
            }
            let load = world.gateway.load();
            prop_assert!(load.exchanges <= 12 && load.answers <= 16 && load.links <= 4);
            // The gateway sends only well-formed messages.
            let sent = world.to_clients.iter().map(|(_, datagram)| datagram);
            for datagram in sent.chain(world.to_origins.iter().map(|(_, datagram)| datagram)) {
                prop_assert!(Packet::from_bytes(datagram).is_ok());
            }
            world.to_clients.clear();
        }
        // All exchanges end.
        world.pass(Duration::from_secs(500));
        prop_assert_eq!((world.gateway.load().exchanges, world.gateway.next_wake()), (0, None));
    }
}
