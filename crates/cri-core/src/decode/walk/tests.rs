//! The walk finds what the general decoder finds.

use std::vec::Vec;

use cri_testvectors::sample;

use super::*;
use crate::decode::prefix_offsets;
use crate::wire::head::EncodedHead;

/// Checks that the general decoder returns what the walk returns. Returns whether the walk takes `bytes`.
fn agrees(bytes: &[u8]) -> bool {
    let Some(walked) = offsets(bytes) else {
        return false;
    };
    assert_eq!(prefix_offsets(bytes, Features::ALL), Ok((bytes.len(), walked)), "{bytes:02x?}");
    true
}

#[test]
fn it_agrees_with_the_general_decoder() {
    let corpus = cri_testvectors::Corpus::load().unwrap();
    let converted = corpus.convert.iter().filter_map(|vector| vector.cbor.as_ref());
    let mut taken = 0;
    let all = corpus.decode.iter().map(|vector| &vector.cbor).chain(converted);
    for cri in sample(all, 9) {
        taken += usize::from(agrees(cri));
        // The changes of a long CRI would take hours.
        if cri.len() > 1000 {
            continue;
        }
        // Every head, the characters that the walk tests, and the bounds of the ranges it tests.
        let bytes = (0..=0x1f)
            .map(|info| info * 8 + 7)
            .chain(b".AZ@[a09~ ".iter().copied())
            .chain([0xc2, 0xa9]);
        for byte in bytes
            .chain([0x17, 0x18, 0x19, 0x1a, 0x20, 0x37, 0x38, 0x39, 0x60, 0x61, 0x62, 0x77, 0x78])
            .chain([0x44, 0x50, 0x80, 0x81, 0x84, 0x85, 0x97, 0x98, 0xf4, 0xf5, 0xf6, 0xff])
        {
            for at in 0..cri.len() {
                let mut other = cri.clone();
                other[at] = byte;
                agrees(&other);
                other[at] = cri[at];
                other.insert(at, byte);
                agrees(&other);
            }
        }
    }
    assert!(!(0..=u8::MAX).any(|byte| agrees(&[byte])));
    let null = [[0xf6, 0xf6, 0x81], [0xf6, 0x80, 0x81], [0xf5, 0x80, 0x81], [0xf5, 0xf6, 0x81]];
    for [authority, path, query] in null {
        agrees(&[0x84, 0x20, authority, path, query, 0x61, b'a']);
        agrees(&[0x85, 0x20, authority, path, query, 0x61, b'a', 0x60]);
        agrees(&[0x83, 0x20, authority, path, query]);
        agrees(&[0x82, 0x20, authority]);
    }
    assert!(taken > 100, "{taken}");
}

#[test]
fn characters_are_utf_8_wherever_they_stand() {
    let edges = [
        0x61, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec,
        0xed, 0xee, 0xef, 0xf0, 0xf4, 0xf5, 0xff,
    ];
    let mut taken = 0;
    for (path_len, query_len) in
        [(3, 0), (3, 3), (20, 3), (13, 17), (14, 16), (15, 15), (23, 23), (17, 4), (18, 21)]
    {
        let mut cri = b"\x84\x20\x81\x61h\x81".to_vec();
        cri.push(0x60 | path_len);
        cri.extend(core::iter::repeat_n(b'a', path_len.into()));
        let path_end = cri.len();
        cri.extend([0x81, 0x60 | query_len]);
        cri.extend(core::iter::repeat_n(b'a', query_len.into()));
        let starts = [
            7,
            path_end - 3,
            path_end - 2,
            path_end + 1,
            path_end + 2,
            cri.len().saturating_sub(3),
        ];
        let three = (0..edges.len().pow(3)).map(|n| [n, n / edges.len(), n / edges.len().pow(2)]);
        for characters in three.map(|indices| indices.map(|index| edges[index % edges.len()])) {
            for start in starts {
                let mut cri = cri.clone();
                for (place, byte) in cri.iter_mut().skip(start).zip(characters) {
                    *place = byte;
                }
                taken += u32::from(agrees(&cri));
            }
        }
    }
    assert!(taken > 10_000, "{taken}");
}

#[test]
fn text_is_utf_8_wherever_it_stands() {
    // An address or a head may have the byte of 0x80 and above that a text lacks, which must not make up for it.
    let cris: [&[u8]; 14] = [
        b"\x84\x20\x81\x44\x80\x80\x80\x80\x82\x62ab\x61c\x81\x62de",
        b"\x85\x20\x81\x61h\x82\x62ab\x61c\x81\x62de\x62fg",
        b"\x83\x01\x82\x62ab\x62cd\x81\x62ef",
        b"\x84\x00\xf6\x82\x62ab\x60\x62cd",
        b"\x83\x20\x83\xf4\x62ab\x61h\x82\x82\x62ab\x41/\x62cd",
        b"\x84\x62ab\x81\x62ab\x82\x82\x42\xff\xfe\x62ab\x62cd\x81\x82\x62ab\x41\xff",
        b"\x83\xf6\x82\x62ab\x0f\x81\x78\x18abcdefghijklmnopqrstuvwx",
        b"\x84\x20\xf6\x80\x81\x62ab",
        b"\x83\x20\x82\x82\x41&\x62ab\x18\x50\x81\x62ab",
        b"\x83\x20\x82\x78\x18abcdefghijklmnopqrstuvwx\x62ab\x81\x62ab",
        b"\x84\x20\x81\x61h\x82\x82\x41\xff\x78\x18abcdefghijklmnopqrstuvwx\x62ab\x82\x62ab\x62cd",
        b"\x85\x20\x81\x61h\x81\x82\x62ab\x41\xff\xf6\x78\x18abcdefghijklmnopqrstuvwx",
        b"\x83\x20\x84\x6219\x61x\x62ab\x613\x81\x62ab",
        b"\x83\x20\x83\x62ab\x78\x18abcdefghijklmnopqrstuvwx\x19\x16\x33\x80",
    ];
    let bytes = [b'a', 0x80, 0xa9, 0xbf, 0xc3, 0xe2, 0xf0, 0xff];
    for cri in cris {
        assert!(agrees(cri));
        for (at, pair) in cri.windows(2).enumerate() {
            for first in bytes {
                for second in bytes {
                    let mut other = cri.to_vec();
                    (other[at], other[at + 1]) = (first, second);
                    agrees(&other);
                    if at + 2 < cri.len() && pair[0] == b'a' {
                        other[at + 2] = 0x80;
                        agrees(&other);
                    }
                }
            }
        }
    }
}

/// `[-1, ["h"]]` with a path of these encoded segments, a parameter and a fragment.
fn with_path(count: usize, segments: &[u8]) -> Vec<u8> {
    let mut cri = b"\x85\x20\x81\x61h".to_vec();
    cri.extend_from_slice(EncodedHead::new(Major::Array, count as u64).as_bytes());
    cri.extend_from_slice(segments);
    cri.extend(b"\x81\x61q\x61f");
    cri
}

/// A text of `len` bytes, which begins with `start`.
fn text(start: &str, len: usize) -> Vec<u8> {
    let mut text = EncodedHead::new(Major::Text, len as u64).as_bytes().to_vec();
    text.extend(start.bytes().chain(core::iter::repeat(b'a')).take(len));
    text
}

#[test]
fn the_walk_takes_texts_of_every_length() {
    for len in (0..600).chain([4095, 4096, 65_535, 65_536, 70_000]) {
        for start in ["", "é"].into_iter().filter(|start| start.len() <= len) {
            assert!(agrees(&with_path(1, &text(start, len))), "{start} {len}");
            assert!(
                agrees(&with_path(2, &[text("b", 1), text(start, len)].concat())),
                "{start} {len}"
            );
        }
        let mut invalid = with_path(1, &text("", len));
        let end = invalid.len() - 5;
        for at in (end - len..end).step_by(len / 3 + 1) {
            invalid[at] = 0xff;
            assert!(!agrees(&invalid), "{len} {at}");
            invalid[at] = b'a';
        }
    }
}

#[test]
fn the_walk_takes_any_number_of_items() {
    for count in (0..300).chain([65_535, 65_536, 70_000]) {
        assert!(agrees(&with_path(count, &b"\x61a".repeat(count))), "{count}");
        assert!(agrees(&with_path(count, &b"\x62\xc3\xa9".repeat(count))), "{count}");
        assert!(!agrees(&with_path(count + 1, &b"\x61a".repeat(count))), "{count}");
    }
}

#[test]
fn the_walk_takes_rare_shapes() {
    let long_piece = text("", 24);
    let sequences = [
        &b"\x82\x61a\x41/"[..],
        b"\x81\x41/",
        b"\x83\x41/\x62\xc3\xa9\x42\xff\xff",
        b"\x82\x41/\x78\x18",
    ];
    for sequence in sequences.map(|sequence| {
        if sequence.ends_with(b"\x18") {
            [sequence, &long_piece[2..]].concat()
        } else {
            sequence.to_vec()
        }
    }) {
        assert!(agrees(&with_path(1, &sequence)), "{sequence:02x?}");
        assert!(
            agrees(&with_path(2, &[&sequence[..], b"\x62\xc3\xa9"].concat())),
            "{sequence:02x?}"
        );
    }
    assert!(agrees(&with_path(1, &[b"\x98\x1e", &b"\x61a\x41/".repeat(15)[..]].concat())));
    // The length of 0xc3 and the byte after it look like one character.
    let cri = [&b"\x82\x20\x81\x78\xc3\xa9"[..], &b"a".repeat(0xc2)].concat();
    assert!(!agrees(&cri) && offsets(&cri).is_none());
    let authorities: [&[u8]; 12] = [
        b"\x82\x44\x7f\x00\x00\x01\x19\x16\x33",
        b"\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x64eth0",
        b"\x83\xf4\x63u:p\x61h",
        b"\x83\xf4\x82\x61u\x41:\x61h",
        b"\x81\x63\xe6\x97\xa5",
        b"\x81\x82\x61a\x41,",
        b"\x84\x613\x613\x613\x63256",
        b"\x84\x613\x613\x613\x613",
        b"\x84\x613\x613\x613\x63ABC",
        b"\x81\x19\x16\x33",
        b"\x82\x61h\x1a\x00\x01\x00\x00",
        b"\x80",
    ];
    let taken = authorities.map(|authority| agrees(&[b"\x82\x20", authority].concat()));
    assert_eq!(
        taken,
        [true, true, true, true, true, true, true, false, false, false, false, false]
    );
    for len in 0..300 {
        for character in
            ["", "é", ".", "A", "_"].into_iter().filter(|character| character.len() <= len)
        {
            let authority = [&b"\x82\x20\x82"[..], &text("", len), &text(character, len)].concat();
            assert_eq!(agrees(&authority), !matches!(character, "." | "A"), "{len} {character}");
        }
    }
}

#[test]
fn pieces_of_every_value_and_number_are_checked() {
    let mut taken = 0;
    for byte in 0..=u8::MAX {
        let pieces = [&[0x82, 0x41, byte, 0x61, b'a'], &[0x82, 0x61, b'a', 0x41, byte]];
        for sequence in pieces {
            assert_eq!(agrees(&with_path(1, sequence)), !is_unreserved(byte), "{byte:02x}");
        }
        for second in 0..=u8::MAX {
            taken += u32::from(agrees(&with_path(1, &[0x81, 0x42, byte, second])));
            taken += u32::from(agrees(&with_path(1, &[0x81, 0x43, b'/', byte, second])));
        }
    }
    assert!(taken > 10_000, "{taken}");
    for count in 0..40 {
        for start in 0..2 {
            let pieces = (start..start + count)
                .flat_map(|piece| if piece % 2 == 0 { [0x61, b'a'] } else { [0x41, b'/'] });
            let mut sequence = EncodedHead::new(Major::Array, count as u64).as_bytes().to_vec();
            sequence.extend(pieces);
            let is_pet = count > 1 || count == 1 && start == 1;
            assert_eq!(agrees(&with_path(1, &sequence)), is_pet, "{count} {start}");
            // One piece more or fewer than the head says, and a piece that does not alternate.
            for at in 1..sequence.len() {
                agrees(&with_path(1, &sequence[..at]));
                let mut other = sequence.clone();
                other[at] ^= 0x20;
                agrees(&with_path(1, &other));
                other[at] = 0x40;
                agrees(&with_path(1, &other));
                other[at] = 0x60;
                agrees(&with_path(1, &other));
            }
        }
    }
}
