//! Options of requests, and destinations.

use model::coap::{CoapOption, Destination};

use super::cris;
use super::tree::{Tree, mutate_bytes};
use crate::random::Random;

/// A destination. An IPv4 address has no zone.
pub(crate) fn destination(random: &mut Random) -> Destination {
    let port = *random.pick(&[5683, 5684, 61616, 80, 443, 0]);
    let (address, zone) = match random.below(4) {
        0 => (vec![0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], None),
        1 => {
            let zone = random.pick(&["eth0", "en1"]).to_string();
            (
                vec![0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
                Some(zone).filter(|_| !random.once_in(3)),
            )
        }
        2 => (vec![192, 0, 2, 1], None),
        _ => (vec![127, 0, 0, 1], None),
    };
    Destination { address, zone, port }
}

/// A full CRI whose host is, or nearly is, the destination's address.
pub(crate) fn cri_near(destination: &Destination, random: &mut Random) -> Tree {
    let mut cri = cris::full(random);
    while cri.items().len() < 3 {
        cri.items().push(Tree::Array(Vec::new()));
    }
    if random.once_in(2) {
        let mut items = vec![Tree::Bytes(destination.address.clone())];
        if random.once_in(3) && destination.address.len() == 16 {
            items.push(super::tree::text(random.word(&["eth0", "en1"])));
        }
        if random.once_in(3) {
            items.push(Tree::Unsigned(u64::from(destination.port)));
        }
        cri.items()[1] = Tree::Array(items);
    }
    if !random.once_in(4) {
        cri.items()[0] = Tree::Negative(*random.pick(&[0, 1, 6, 7, 8, 9, 24, 25]));
    }
    if !random.once_in(3) {
        cri.items().truncate(4);
    }
    cri
}

/// The options of a request. Most requests are valid.
pub(crate) fn options(random: &mut Random, ask_a_proxy: bool) -> Vec<CoapOption> {
    let mut options = Vec::new();
    if !random.once_in(3) {
        options.push((3, host(random)));
    }
    if random.once_in(3) {
        options.push((
            7,
            random
                .pick(&[&b"\x16\x33"[..], b"\x50", b"", b"\0\x50", b"\0\0\x50", b"\xff\xff"])
                .to_vec(),
        ));
    }
    for _ in 0..random.below(4) {
        options.push((11, text(random)));
    }
    for _ in 0..random.below(3) {
        options.push((15, text(random)));
    }
    if random.once_in(8) {
        options.push((60, vec![1]));
    }
    if ask_a_proxy {
        if !random.once_in(4) {
            options.retain(|(number, _)| !random.once_in(3) || ![3, 7, 11, 15].contains(number));
        }
        if random.once_in(3) {
            options.clear();
        }
        for _ in 0..=random.below(8) / 7 {
            options.push(proxy_option(random));
        }
    }
    if random.once_in(12) && !options.is_empty() {
        let copy = random.pick(&options).clone();
        options.push(copy);
    }
    if random.once_in(12) && !options.is_empty() {
        let index = random.below(options.len());
        mutate_bytes(&mut options[index].1, random);
    }
    options.sort_by_key(|(number, _)| *number);
    options
}

fn host(random: &mut Random) -> Vec<u8> {
    const HOSTS: [&str; 26] = [
        "h",
        "example.com",
        "EXAMPLE.com",
        "192.0.2.7",
        "[2001:DB8::1]",
        "[::1]",
        "[fe80::1%25eth0]",
        "[fe80::1%25%41]",
        "[v1.x]",
        "[::1",
        "2001:db8::1",
        "a b",
        "",
        "a%41",
        "é",
        "É",
        "a:b",
        "1.2.3.256",
        "01.2.3.4",
        "a..b",
        ".",
        "[::1]x",
        "non!port",
        "a[b",
        "[]",
        "h.",
    ];
    match random.below(32) {
        0 => vec![b'h'; *random.pick(&[254, 255, 256, 257])],
        1 => b"\xff".to_vec(),
        2..4 => random.character().to_string().into_bytes(),
        _ => random.pick(&HOSTS).as_bytes().to_vec(),
    }
}

fn text(random: &mut Random) -> Vec<u8> {
    match random.below(48) {
        0 => vec![b't'; *random.pick(&[23, 24, 254, 255, 256])],
        1 => b"\xff".to_vec(),
        2 => b".".to_vec(),
        3 => b"..".to_vec(),
        _ => {
            random.pick(&["a", "b", "", "a/b", "k=v", "é", "%41", "a&b", "..."]).as_bytes().to_vec()
        }
    }
}

fn proxy_option(random: &mut Random) -> CoapOption {
    match random.below(8) {
        0 => (35, random.pick(&[&b"coap://h/a"[..], b"http://x", b"", b"\xff"]).to_vec()),
        1 => (35, vec![b'u'; *random.pick(&[1033, 1034, 1035])]),
        2 => (39, random.pick(&[&b"coap"[..], b"http", b"", b"\xff"]).to_vec()),
        3 => (
            239,
            random
                .pick(&[
                    &b""[..],
                    b"\0",
                    b"\x02",
                    b"\x2f\x24",
                    b"\0\0\x03",
                    b"\0\0\0\x03",
                    b"\xff\xff\xff",
                ])
                .to_vec(),
        ),
        _ => {
            let mut cri = cris::full(random);
            if !random.once_in(4) {
                cri.items().truncate(4);
            }
            if random.once_in(6) {
                cri.mutate(random);
            }
            let mut value = cri.with_long_heads(random);
            if random.once_in(8) {
                mutate_bytes(&mut value, random);
            }
            if random.once_in(16) {
                value = cris::reference(random).shortest();
            }
            (235, value)
        }
    }
}
