//! What serde reads and writes: the limit of the profile, formats that do not describe their items, and forms that it cannot
//! tell apart.

#![cfg(all(feature = "alloc", feature = "serde"))]

use cri_core::wire::{Head, Major, skip};
use cri_core::{CriRefBuf, Features, Revision};
use cri_testvectors::sample;
use cri_uri::{Options, Profile, Rfc9988, UriCri, UriCriRef, UriRef};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::samples::references;

pub(crate) fn to_ciborium(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).unwrap();
    bytes
}

pub(crate) fn from_ciborium<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    ciborium::from_reader(bytes).map_err(|error| error.to_string())
}

#[test]
fn an_array_is_read_up_to_the_limit_of_the_profile() {
    #[derive(Debug)]
    enum Small {}
    impl Profile for Small {
        const OPTIONS: Options = Options::new(Revision::Rfc9988)
            .with_features(Features::ALL.without(cri_core::Feature::SchemeName));
        const MAX_LEN: usize = 64;
    }
    struct Endless(usize);
    impl std::io::Read for Endless {
        fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
            assert!(self.0 < 100_000, "it reads on");
            bytes.fill(1);
            bytes[0] = if self.0 == 0 { 0x9f } else { 1 };
            self.0 += bytes.len();
            Ok(bytes.len())
        }
    }
    let error = ciborium::from_reader::<UriCri<Small>, _>(Endless(0)).unwrap_err();
    assert!(error.to_string().contains("longer than its profile allows"), "{error}");
    // ["coap", ["h"]] becomes canonical, and then it needs no name of a scheme.
    let link: UriCri<Small> = ciborium::from_reader(&b"\x82\x64coap\x81\x61h"[..]).unwrap();
    assert_eq!(link.to_string(), "coap://h");
}

#[test]
fn formats_without_descriptions_read_back_what_they_wrote() {
    #[derive(Debug, Deserialize, PartialEq, Serialize)]
    struct Links {
        #[serde(with = "cri_uri::serde::text")]
        text: UriCri,
        #[serde(with = "cri_uri::serde::bytes")]
        bytes: UriCri,
        #[serde(with = "cri_uri::serde::bytes")]
        reference: UriCriRef<Rfc9988>,
        #[serde(with = "cri_uri::serde::text")]
        text_reference: UriCriRef<Rfc9988>,
    }
    let links = Links {
        text: "coap://h/a%2Fb".parse().unwrap(),
        bytes: "https://[::1]:8/?k".parse().unwrap(),
        reference: "../a".parse().unwrap(),
        text_reference: "//h".parse().unwrap(),
    };
    let postcard = postcard::to_allocvec(&links).unwrap();
    assert_eq!(postcard::from_bytes::<Links>(&postcard).as_ref(), Ok(&links));
    let config = bincode::config::standard();
    let bincode = bincode::serde::encode_to_vec(&links, config).unwrap();
    let (again, len): (Links, usize) = bincode::serde::decode_from_slice(&bincode, config).unwrap();
    assert_eq!((&again, len), (&links, bincode.len()));
    let json = serde_json::to_string(&links).unwrap();
    assert_eq!(serde_json::from_str::<Links>(&json).unwrap(), links);

    // What a peer wrote becomes canonical: [-1, ["h", 5683]].
    let mut spelled: Vec<u8> = vec![10];
    spelled.extend(b"coap://h:1");
    spelled.extend(b"\x08\x82\x20\x82\x61h\x19\x16\x33");
    spelled.extend(b"\x01\x80\x00");
    let read: Links = postcard::from_bytes(&spelled).unwrap();
    assert_eq!(
        (read.bytes.to_string(), read.text.to_string()),
        ("coap://h".into(), "coap://h:1".into())
    );
    assert!(postcard::from_bytes::<Links>(b"\x01a").is_err());
}

/// The forms of an item that serde cannot tell from the item: `undefined` from `null`, indefinite from definite lengths.
/// Returns the bytes without them, if they have one at this place.
fn as_serde_sees_it(bytes: &[u8], at: usize) -> Option<Vec<u8>> {
    let (before, rest) = bytes.split_at(at);
    let other: Vec<u8> = match rest.split_first()? {
        (0xf6, after) => [&[0xf7], after].concat(),
        // Strings of less than 24 bytes, in one piece.
        (head @ (0x40..=0x57 | 0x60..=0x77), after) => {
            let (string, after) = after.split_at_checked((head & 0x1f).into())?;
            [&[head | 0x1f, *head], string, b"\xff", after].concat()
        }
        // Arrays up to their end, which is looked for in CBOR.
        (head @ 0x80..=0x97, after) => {
            let end = skip(rest).ok()?.checked_sub(1)?;
            let (items, after) = after.split_at_checked(end)?;
            [&[head | 0x1f], items, b"\xff", after].concat()
        }
        _ => return None,
    };
    Some([before, &other].concat())
}

/// Where the items in the bytes of a CRI begin.
fn heads(bytes: &[u8]) -> Vec<usize> {
    let mut at = 0;
    let next = || {
        let head = Head::read(bytes.get(at..).filter(|rest| !rest.is_empty())?).unwrap();
        let string =
            if matches!(head.major(), Major::Bytes | Major::Text) { head.argument() } else { 0 };
        let start = at;
        at += head.len() + string as usize;
        Some(start)
    };
    std::iter::from_fn(next).collect()
}

fn decoded(bytes: &[u8]) -> Option<UriCriRef> {
    CriRefBuf::<Vec<u8>>::decode(bytes.to_vec()).ok()?.try_into().ok()
}

/// One value, and the bytes of a CRI as one byte string.
#[derive(Debug, Serialize, Deserialize)]
#[serde(transparent)]
struct InBytes(#[serde(with = "cri_uri::serde::bytes")] UriCriRef);

#[test]
fn serde_reads_as_decoding_does_but_for_what_it_cannot_tell_apart() {
    let same =
        |a: &UriCriRef, b: &UriCriRef| a.as_cri_ref().as_bytes() == b.as_cri_ref().as_bytes();
    let (mut same_count, mut told_apart) = (0, 0);
    for text in sample(references().iter().filter(|text| text.len() < 24).step_by(5), 8) {
        let Ok(cri) = text.parse::<UriCriRef>() else { continue };
        let bytes = cri.as_cri_ref().as_bytes();
        for at in heads(bytes) {
            let Some(other) = as_serde_sees_it(bytes, at) else { continue };
            // What the page of `cri_uri::serde` says: the value is the same, and decoding rejects the bytes.
            let read = from_ciborium::<UriCriRef>(&other).unwrap();
            assert!(same(&read, &cri) && decoded(&other).is_none(), "{other:x?}");
            let in_bytes = to_ciborium(&serde_bytes(&other));
            assert!(from_ciborium::<InBytes>(&in_bytes).is_err(), "{other:x?}");
            told_apart += 1;
        }
        for at in heads(bytes) {
            // Any other byte in this place: another head, a float, a tag, a simple value.
            for byte in 0..=u8::MAX {
                let mut other = bytes.to_vec();
                other[at] = byte;
                let skipped = skip(&other);
                if skipped != Ok(other.len()) {
                    continue;
                }
                let expected = decoded(&other);
                for read in [
                    from_ciborium::<UriCriRef>(&other).ok(),
                    minicbor_serde::from_slice(&other).ok(),
                ] {
                    let agrees = match (&read, &expected) {
                        (Some(read), Some(expected)) => same(read, expected),
                        (None, None) => true,
                        _ => false,
                    };
                    assert!(agrees || byte == 0xf7, "{other:x?}: {read:?}, {expected:?}");
                    same_count += 1;
                }
            }
        }
    }
    assert!(same_count > 1_000 && told_apart > 25, "{same_count} {told_apart}");
}

/// Bytes that serde writes as one byte string.
fn serde_bytes(bytes: &[u8]) -> impl Serialize {
    struct Bytes(Vec<u8>);
    impl Serialize for Bytes {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(&self.0)
        }
    }
    Bytes(bytes.to_vec())
}

// shows: R3986-7.5-01
#[test]
fn an_error_does_not_show_the_text_that_was_found() {
    let text = "https://u:secret@h/";
    let error = from_ciborium::<UriCri>(&to_ciborium(&text)).unwrap_err();
    assert!(error.contains("invalid type: a string") && !error.contains("secret"), "{error}");
    // An escape, so that the text cannot be borrowed.
    let json = "\"https://u:secret@h\\/\"";
    let error = serde_json::from_str::<UriRef<'_>>(json).unwrap_err().to_string();
    assert!(error.contains("cannot be borrowed") && !error.contains("secret"), "{error}");
}
