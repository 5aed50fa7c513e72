//! The agreement of the sinks, and errors of writers.

use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

use cri_core::{Cri, CriRef};
use cri_testvectors::sample;

use super::*;

fn uri_text(cri: &[u8], revision: Revision) -> UriRefText<'_> {
    CriRef::decode(cri).unwrap().to_uri(Options::new(revision)).unwrap()
}

/// The head of a text of `len` bytes in each form that has room for it.
fn text_heads(len: usize) -> Vec<Vec<u8>> {
    let argument = (len as u64).to_be_bytes();
    let long = [(1, 0x78), (2, 0x79), (4, 0x7a), (8, 0x7b)];
    let long =
        long.into_iter().filter(|&(bytes, _)| bytes == 8 || (len as u64) >> (8 * bytes) == 0);
    let mut heads: Vec<_> =
        long.map(|(bytes, initial)| [&[initial], &argument[8 - bytes..]].concat()).collect();
    if len < 24 {
        heads.push(vec![0x60 | len as u8]);
    }
    heads
}

/// Whether single characters and pages are the same text, whatever the target prefers. `None` if there is no URI.
fn sinks_agree_on<'a>(cri: impl Into<Sections<'a>>, revision: Revision) -> Option<bool> {
    let uri = cri.into().to_uri(Options::new(revision)).ok()?;
    let (mut chars, mut pages) = (String::new(), String::new());
    uri.0.compose(Chars(Some(&mut chars))).finish().unwrap();
    let mut space = EMPTY;
    let last = uri.0.on_pages(&mut space, &mut pages).unwrap();
    pages.push_str(last);
    Some(pages == chars && uri.to_string() == chars)
}

/// How many of the CRIs and CRI references have a URI in each revision. In all of these, the sinks agree.
fn count_agreeing<'a>(cris: impl Iterator<Item = CriRef<'a>>) -> usize {
    let agree = |cri| {
        let count = Revision::ALL.iter().filter(|&&revision| {
            let agree = sinks_agree_on(cri, revision);
            assert!(agree != Some(false), "{cri:?}");
            agree.is_some()
        });
        count.count()
    };
    cris.map(agree).sum()
}

/// Heads of short and long texts, of sequences, and of items that end a run. Characters that stay unencoded in some
/// components or in none, some of which are heads as well.
const BYTES: [u8; 24] = [
    0x00, 0x17, 0x18, 0x41, 0x60, 0x61, 0x67, 0x77, 0x78, 0x80, 0x82, 0xc3, 0xf4, 0xf6, b'%', b'&',
    b'.', b'/', b':', b'=', b'?', b'@', b'~', 0x7f,
];

/// The bytes with one byte replaced, with one inserted, and with one removed, at each place.
fn mutations(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let places = (0..bytes.len()).flat_map(|at| BYTES.map(|byte| (at, byte)));
    places.flat_map(move |(at, byte)| {
        let (front, back) = bytes.split_at(at);
        let others = [&[byte], &back[1..]].concat();
        [[front, &others].concat(), [front, &[byte], back].concat(), [front, &back[1..]].concat()]
    })
}

#[test]
fn sinks_agree_on_mutations_of_vectors() {
    let corpus = cri_testvectors::corpus();
    let decoded = corpus.decode.iter().map(|vector| &vector.cbor);
    let converted = corpus.convert.iter().filter_map(|vector| vector.cbor.as_ref());
    let mut count = 0;
    for cri in sample(decoded.chain(converted).filter(|cri| cri.len() <= 200), 4) {
        let mutations: Vec<_> = mutations(cri).collect();
        count += count_agreeing(mutations.iter().filter_map(|cri| CriRef::decode(cri).ok()));
    }
    assert!(count > 25_000, "{count}");
}

#[test]
fn sinks_agree_on_paths_in_two_runs() {
    let mut count = 0;
    let vectors = cri_testvectors::corpus().resolve.iter();
    for vector in vectors.filter(|vector| vector.base_cbor.len() <= 200) {
        let Ok(base) = Cri::decode(&vector.base_cbor) else { continue };
        for reference in mutations(&vector.reference_cbor) {
            let Ok(reference) = CriRef::decode(&reference) else { continue };
            let Ok(target) = base.resolve(reference) else { continue };
            let agree = sinks_agree_on(target, Revision::Draft16);
            assert!(agree != Some(false), "{base:?} {reference:?}");
            count += usize::from(agree.is_some());
        }
    }
    assert!(count > 2_500, "{count}");
}

#[test]
fn sinks_agree_on_addresses() {
    let cri = |address: &[u8]| [b"\x82\x20\x82", address, b"\x19\xff\xff"].concat();
    let mut cris = Vec::new();
    for byte in 0..=u8::MAX {
        // Zeros in all places.
        for others in [[0x0001, 0x0010], [0x0abc, 0xf09e], [0xffff, 0x1000]] {
            let group = |at: usize| if byte >> at & 1 == 1 { 0_u16 } else { others[at % 2] };
            let octets: Vec<u8> = (0..8).flat_map(|at| group(at).to_be_bytes()).collect();
            cris.push(cri(&[b"\x50", &*octets].concat()));
        }
        let ipv4 = [byte, 255 - byte, 0, byte / 2];
        cris.push(cri(&[b"\x44".as_slice(), &ipv4].concat()));
        cris.push(cri(&[b"\x50\0\0\0\0\0\0\0\0\0\0\xff\xff".as_slice(), &ipv4].concat()));
    }
    let decoded = cris.iter().map(|cri| CriRef::decode(cri).unwrap());
    assert_eq!(count_agreeing(decoded), 2 * cris.len());
}

#[test]
fn sinks_agree() {
    for len in (0..40).chain(100..110).chain(165..260).chain(1015..1030) {
        for (unit, head) in ["a", " ", "aaaaaaaaa "]
            .into_iter()
            .flat_map(|unit| text_heads(len).into_iter().map(move |head| (unit, head)))
        {
            let text: String = unit.chars().cycle().take(len).collect();
            let item = [&head, text.as_bytes()].concat();
            for (front, back) in [
                (b"\x82\x20\x81".as_slice(), b"".as_slice()),
                (b"\x82\x20\x82", b"\x07"),
                (b"\x82\x20\x82", b"\x19\xff\xff"),
                (b"\x82\x20\x82", b"\x1a\0\0\xff\xff"),
                (b"\x82\x20\x83\x61a", b"\x1b\0\0\0\0\0\0\0\x07"),
                (b"\x82\x20\x83\xf4", b"\x61h"),
                (b"\x83\x20\x81\x61h\x81", b""),
                (b"\x85\x20\x81\x61h\x82", b"\x82\x61b\x41/\x82\x61c\x61d\x61e"),
                (b"\x84\x20\xf6\x81\x61p\x82\x61q", b""),
                (b"\x84\x01\x81\x61p\xf6", b""),
            ] {
                let cri = [front, &item, back].concat();
                let decoded = CriRef::decode(&cri).unwrap();
                assert_eq!(sinks_agree_on(decoded, Revision::Draft16), Some(true), "{cri:02x?}");
            }
        }
    }
}

#[test]
fn sinks_agree_on_paths_of_many_segments() {
    let long = [b"\x79\x05\x00".as_slice(), &[b'x'; 0x500]].concat();
    let mixed = [b"\x67abcdefg\x60\x63a b".as_slice(), &long].concat();
    for (segments, of) in [
        (b"\x61a".as_slice(), 1_u16),
        (b"\x60", 1),
        (b"\x69a%b-c d.e", 1),
        (b"\x67abcdefg", 1),
        (&long, 1),
        (&mixed, 4),
        (b"\x67abcdefg\x81\x41/", 2),
    ] {
        for count in sample([1, 100, 128, 129, 255, 341, 342, 512, 1023, 1024, 1025, 3000], 3) {
            let [high, low] = (count * of).to_be_bytes();
            let path = segments.repeat(count.into());
            let cri = [b"\x83\x20\x81\x61h\x99", [high, low].as_slice(), &path].concat();
            let decoded = CriRef::decode(&cri).unwrap();
            assert_eq!(sinks_agree_on(decoded, Revision::Draft16), Some(true), "{count}");
        }
    }
}

#[test]
fn errors_of_the_writer_come_through() {
    struct Full(usize);
    impl Write for Full {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 = self.0.checked_sub(text.len()).ok_or(fmt::Error)?;
            Ok(())
        }
    }
    // [-1, [false, ["a", ';'], h'20…01', "z", 80], ["b "], ["c"], "d"]
    let mut cri = b"\x85\x20\x85\xf4\x82\x61a\x41;\x50\x20".to_vec();
    cri.extend([0; 14]);
    cri.extend(b"\x01\x61z\x18\x50\x81\x62b \x81\x61c\x61d");
    let uri = uri_text(&cri, Revision::Draft16);
    let expected = "coap://a%3B@[2000::1%25z]:80/b%20?c#d";
    assert_eq!(uri.to_string(), expected);
    for room in 0..expected.len() {
        assert!(uri.write_to(&mut Full(room)).is_err());
    }
    assert!(uri.write_to(&mut Full(expected.len())).is_ok());
}
