//! Conversion of URIs and CRIs of sizes around the bounds at which the code changes: 32, 176, 184, 256 and 4,096 bytes
//! and 1 MiB. Expected CRIs are concatenations of the CBOR encodings of the parts.
#![cfg(feature = "alloc")]

use cri_core::{CriRef, CriRefBuf, Revision};
use cri_testvectors::sample;
use cri_uri::{Options, ToUri, UriRef, to_cri};

/// The numbers of units in the long part: around the bounds of texts, and around those of heads.
fn counts() -> impl Iterator<Item = usize> {
    let around = |bound: usize| bound - 5..bound + 5;
    (1..190).chain(around(256)).chain(around(1024)).chain(around(4096)).chain([1 << 16, 1 << 20])
}

/// Conversions of this many units take long.
const MANY: usize = 5000;

fn head(major: u8, argument: usize) -> Vec<u8> {
    let bytes = (argument as u64).to_be_bytes();
    match argument {
        0..24 => vec![major << 5 | bytes[7]],
        24..0x100 => vec![major << 5 | 24, bytes[7]],
        0x100..0x1_0000 => [&[major << 5 | 25], &bytes[6..]].concat(),
        _ => [&[major << 5 | 26], &bytes[4..]].concat(),
    }
}

fn text(text: &str) -> Vec<u8> {
    [head(3, text.len()), text.as_bytes().to_vec()].concat()
}

fn array<T: AsRef<[u8]>>(items: &[T]) -> Vec<u8> {
    let mut array = head(4, items.len());
    items.iter().for_each(|item| array.extend(item.as_ref()));
    array
}

/// Asserts that the URI and the CRI convert to each other. The URI converts with and without separate parsing.
fn assert_converts(uri: &str, cri: &[u8], context: &str) {
    let options = Options::new(Revision::Draft16);
    // URIs of successive lengths get buffers with different room.
    let room = [0, 256, cri.len() + 512][uri.len() % 3];
    let at_once = to_cri(uri, options, Vec::with_capacity(room)).map(CriRefBuf::into_buffer);
    assert!(at_once.as_deref() == Ok(cri), "{context}: {} bytes", uri.len());
    let parsed = UriRef::parse(uri).expect("a URI").to_cri(options, Vec::with_capacity(room));
    let parsed = parsed.map(CriRefBuf::into_buffer);
    assert!(parsed.as_deref() == Ok(cri), "{context}: {} bytes", uri.len());
    let decoded = CriRef::decode(cri).expect("a CRI");
    let back = decoded.to_uri(options).expect("a URI");
    assert!(back.to_string() == uri, "{context}: {} bytes", uri.len());
}

/// A text in the URI, and its encoding in the CRI.
const UNITS: [(&str, &str); 4] =
    [("a", "a"), ("%20", " "), ("%C3%A9", "é"), ("b%F0%9F%8C%8D", "b🌍")];

#[test]
fn one_long_item() {
    for (in_uri, in_cri) in UNITS {
        for count in sample(counts().filter(|&count| count < MANY || in_uri == "a"), 8) {
            let (long, item) = (in_uri.repeat(count), text(&in_cri.repeat(count)));
            let (long_item, h, x) = (array(&[&item]), array(&[text("h")]), text("x"));
            let short_item = array(&[&x]);
            let (scheme, null) = ([0x20].as_slice(), [0xf6].as_slice());
            let cases = [
                (format!("coap://h/{long}"), array(&[scheme, &h, &long_item])),
                (format!("coap://h/x/{long}/x"), array(&[scheme, &h, &array(&[&x, &item, &x])])),
                (format!("coap://h/x?{long}"), array(&[scheme, &h, &short_item, &long_item])),
                (
                    format!("coap://h/x?x&{long}#x"),
                    array(&[scheme, &h, &short_item, &array(&[&x, &item]), &x]),
                ),
                (format!("#{long}"), array(&[&[0][..], null, null, &item])),
                (format!("coap://{long}/x"), array(&[scheme, &long_item, &short_item])),
                (format!("../{long}"), array(&[&[2][..], &long_item])),
            ];
            // Of long texts three are enough.
            for (uri, cri) in cases.into_iter().step_by(if count < MANY { 1 } else { 3 }) {
                assert_converts(&uri, &cri, &format!("{count} of {in_uri} in {uri:.20}…"));
            }
        }
    }
}

#[test]
fn many_items() {
    for count in sample(counts().filter(|&count| count < MANY), 3) {
        for piece in ["", "b", "bcdefghijklmnopqrstuvwxyz"] {
            let pieces = vec![text(piece); count];
            let h = array(&[text("h")]);
            let joined = |separator: &str| vec![piece; count].join(separator);
            let cases = [
                (
                    format!("coap://h/{}", joined("/")),
                    array(&[vec![0x20], h.clone(), array(&pieces)]),
                ),
                (
                    format!("coap://h/x?{}", joined("&")),
                    array(&[vec![0x20], h, array(&[text("x")]), array(&pieces)]),
                ),
                (
                    format!("coap://{}/x", joined(".")),
                    array(&[vec![0x20], array(&pieces), array(&[text("x")])]),
                ),
            ];
            for (uri, cri) in cases {
                assert_converts(&uri, &cri, &format!("{count} of {piece:?} in {uri:.20}…"));
            }
        }
    }
}
