//! Addresses as text, and text as addresses.

use super::*;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::string::{String, ToString};

// shows: D16-6.1-13, D16-6.1-14, R3986-3.2.2-05, R3986-3.2.2-06, R3986-3.2.2-07, D16-C.1-03
#[test]
fn text_agrees_with_core_net() {
    let accepted = "1:2:3:4:5:6:7:8 ::1:2:3:4:5:6:7 ::2:3:4:5:6:7:8 1::3:4:5:6:7:8 1:: :: ::1 1:2:3:4:5:6:1.2.3.4 \
                    ::1.2.3.4 1:2::7:8 1:2:3:4:5:6:7:: 0001:0db8:: ::ffff:127.0.0.1 1:0:0:2:0:0:0:3 1:0:2:0:3:0:4:0";
    for text in accepted.split(' ') {
        let address: Ipv6Addr = text.parse().unwrap();
        assert_eq!(parse_ipv6(text.as_bytes()), Some(address), "{text}");
        assert_eq!(IpText(address.into()).to_string(), address.to_string(), "{text}");
    }
    let rejected = "1:2:3:4:5:6:7 1:2:3:4:5:6:7:8:9 1::2::3 ::: 12345:: 1:2:3:4:5:6:7:1.2.3.4 ::1.2.3 ::1.2.3.4:5 \
                    ::256.1.1.1 1:2:3:4:5:6:7:8:: g:: 1.2.3.4:: 1: :1 ::1: 1:2:3:4:5:6:7:8:1.2.3.4 1.2.3.4 ::01.2.3.4";
    for text in rejected.split(' ') {
        assert_eq!(parse_ipv6(text.as_bytes()), None, "{text}");
    }
    assert_eq!(parse_ipv6(b""), None);
    for text in ["0.0.0.0", "255.249.199.99", "1.2.3.4"] {
        assert_eq!(parse_ipv4(text.as_bytes()), Some(text.parse().unwrap()));
        assert_eq!(IpText(IpAddr::V4(text.parse().unwrap())).to_string(), text);
    }
    for text in ",1.2.3,1.2.3.4.5,256.1.1.1,01.2.3.4,1.2.3.,1..2.3,+1.2.3.4,1.2.3.1000".split(',') {
        assert_eq!(parse_ipv4(text.as_bytes()), None, "{text}");
    }
}

#[test]
fn addresses_write_as_core_net_does() {
    let agrees = |octets: [u8; 16]| {
        let address = Ipv6Addr::from(octets);
        assert_eq!(IpText(address.into()).to_string(), address.to_string());
    };
    for value in 0..=u8::MAX {
        let address = Ipv4Addr::new(value, 0, value, 255 - value);
        assert_eq!(IpText(address.into()).to_string(), address.to_string());
        for groups in 0..=u8::MAX {
            let group = |at: u8| if groups >> at & 1 == 0 { [0, 0] } else { [value & 0x31, value] };
            agrees(core::array::from_fn(|at| group(at as u8 / 2)[at % 2]));
        }
        agrees([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, value, 10, 100, 7]);
    }
}

#[test]
fn dec_octets_are_octets_of_addresses() {
    for text in ["", "0", "00", "01", "255", "256", "1000", "a"] {
        let is_octet = parse_ipv4(std::format!("{text}.0.0.0").as_bytes()).is_some();
        assert_eq!(is_dec_octet(text.as_bytes()), is_octet, "{text}");
    }
}

proptest::proptest! {
    // shows: D16-6.1-14
    #[test]
    fn any_address_writes_as_core_net_does(bits: u128, mask: u8) {
        // Runs of zeros are the difficult part: clear the groups that the mask names.
        let mut groups = Ipv6Addr::from(bits).segments();
        for (index, group) in groups.iter_mut().enumerate() {
            if mask & (1 << index) != 0 {
                *group = 0;
            }
        }
        let address = Ipv6Addr::from(groups);
        let text = IpText(address.into()).to_string();
        proptest::prop_assert_eq!(&text, &address.to_string());
        proptest::prop_assert_eq!(parse_ipv6(text.as_bytes()), Some(address));
    }
}

/// Groups joined by colons, with `::` at some place, an IPv4 address at the end, or a character too many.
fn texts() -> impl Strategy<Value = String> {
    let groups = prop_oneof![vec("[0-9a-fA-F]{1,4}", 6..9), vec("[0-9a-fA-F]{1,5}", 0..9)];
    let address = option::of("(25[0-5]|[0-9]{1,2})(\\.[0-9]{1,3}){3}");
    let extra = option::weighted(0.2, "[0-9a-fg:.]");
    (groups, option::of(0_usize..9), address, extra, any::<Index>()).prop_map(
        |(mut groups, gap, address, extra, at)| {
            groups.extend(address);
            let mut text = groups.join(":");
            if let Some(gap) = gap.filter(|&gap| gap < groups.len()) {
                text = [groups[..gap].join(":"), groups[gap..].join(":")].join("::");
            }
            if let Some(extra) = extra {
                text.insert_str(at.index(text.len() + 1), &extra);
            }
            text
        },
    )
}

#[test]
fn any_text_reads_as_core_net_does() {
    let (mut runner, texts) = (
        TestRunner::deterministic(),
        prop_oneof![8 => texts(), 1 => "[0-9]{1,3}(\\.[0-9]{1,3}){3}", 1 => "[0-9a-fA-F:.]{0,24}"],
    );
    let mut found = [0; 3];
    for _ in 0..4096 {
        let text = texts.new_tree(&mut runner).unwrap().current();
        let (ipv6, ipv4) = (parse_ipv6(text.as_bytes()), parse_ipv4(text.as_bytes()));
        assert_eq!((ipv6, ipv4), (text.parse().ok(), text.parse().ok()), "{text}");
        found[if ipv6.is_some() { 0 } else { usize::from(ipv4.is_none()) + 1 }] += 1;
    }
    // IPv6 addresses, IPv4 addresses, and near misses.
    assert!(found[0] > 400 && found[1] > 20 && found[2] > 400, "{found:?}");
}
