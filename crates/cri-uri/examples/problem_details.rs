//! CRIs in concise problem details (RFC 9290), whose members `instance` (-3) and `base-uri` (-5) are URIs as text: a CRI goes
//! in as its URI, and comes out as a CRI. Only `main` and the tests need `std`; firmware can take the rest as it is.
//!
//! `cargo run -p cri-uri --example problem_details`

use cri_core::wire::{Head, Major, skip, write_head, write_string};
use cri_core::{ArrayBuffer, Buffer, Cri, CriRef, CriRefBuf, Revision};
use cri_uri::{Options, ToUri, UriRef};

/// The key of the text that says what is wrong.
const TITLE: i8 = -1;
/// The key of the URI of this occurrence of the problem.
const INSTANCE: i8 = -3;
/// The key of the base of relative references in the other members.
const BASE_URI: i8 = -5;

const OPTIONS: Options = Options::coap(Revision::Draft16);

/// Why a CRI is not in problem details, or does not go in.
#[derive(Debug, PartialEq, Eq)]
struct Refused(&'static str);

/// Appends a member with a key and the URI reference of a CRI reference.
fn write_uri<B: Buffer>(key: i8, cri: CriRef<'_>, buffer: &mut B) -> Result<(), Refused> {
    let uri = cri.to_uri(OPTIONS).map_err(|_| Refused("the CRI has no URI"))?;
    let mut text = [0; 128];
    let text =
        uri.write_into(&mut text).map_err(|_| Refused("the URI is longer than 128 bytes"))?;
    let full = |_| Refused("the buffer is full");
    write_head(buffer, Major::Negative, argument(key)).map_err(full)?;
    write_string(buffer, Major::Text, text.as_str().as_bytes()).map_err(full)
}

/// The argument of the head of a negative key.
fn argument(key: i8) -> u64 {
    u64::from(key.unsigned_abs()).saturating_sub(1)
}

/// The text of a member, if there is one.
fn text(details: &[u8], key: i8) -> Option<&str> {
    let map = Head::read(details).ok().filter(|map| map.major() == Major::Map)?;
    let mut rest = details.get(map.len()..)?;
    for _ in 0..map.argument() {
        let (found, value) = rest.split_at_checked(skip(rest).ok()?)?;
        let (value, others) = value.split_at_checked(skip(value).ok()?)?;
        let found = Head::read(found).ok()?;
        if (found.major(), found.argument()) == (Major::Negative, argument(key)) {
            let head = Head::read(value).ok().filter(|head| head.major() == Major::Text)?;
            return core::str::from_utf8(value.get(head.len()..)?).ok();
        }
        rest = others;
    }
    None
}

/// The CRI reference of a member.
fn read_uri(details: &[u8], key: i8) -> Result<CriRefBuf<ArrayBuffer<64>>, Refused> {
    let uri = text(details, key).ok_or(Refused("the member is missing, or no text"))?;
    let uri = UriRef::parse(uri).map_err(|_| Refused("the text is no URI reference"))?;
    uri.to_cri(OPTIONS, ArrayBuffer::new()).map_err(|_| Refused("the URI reference has no CRI"))
}

/// Problem details of a request that failed, for the resource `instance` of the server `base`.
fn write_details<B: Buffer>(
    base: Cri<'_>,
    instance: CriRef<'_>,
    buffer: &mut B,
) -> Result<(), Refused> {
    let full = |_| Refused("the buffer is full");
    write_head(buffer, Major::Map, 3).map_err(full)?;
    write_head(buffer, Major::Negative, argument(TITLE)).map_err(full)?;
    write_string(buffer, Major::Text, b"too hot").map_err(full)?;
    write_uri(INSTANCE, instance, buffer)?;
    write_uri(BASE_URI, base.into(), buffer)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let base = Cri::decode(b"\x83\x20\x81\x61h\x82\x61s\x60")?; // [-1, ["h"], ["s", ""]]
    let instance = CriRef::decode(b"\x82\x01\x81\x61a")?; // [1, ["a"]]
    let mut details = ArrayBuffer::<64>::new();
    write_details(base, instance, &mut details).map_err(|Refused(reason)| reason)?;
    println!("sent: {:02x?}", details.as_slice());

    let base = read_uri(details.as_slice(), BASE_URI).map_err(|Refused(reason)| reason)?;
    let instance = read_uri(details.as_slice(), INSTANCE).map_err(|Refused(reason)| reason)?;
    let base = base.as_cri_ref().to_full().ok_or("the base has no scheme")?;
    let resolved = base.resolve(instance.as_cri_ref())?;
    println!("the problem occurred at {resolved:?}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `{-1: "too hot", -3: "a", -5: "coap://h/s/"}`
    const DETAILS: &[u8] = b"\xa3\x20\x67too hot\x22\x61a\x24\x6bcoap://h/s/";

    // shows: NB-9290-01
    #[test]
    fn a_cri_goes_in_as_its_uri() {
        let base = Cri::decode(b"\x83\x20\x81\x61h\x82\x61s\x60").unwrap();
        let instance = CriRef::decode(b"\x82\x01\x81\x61a").unwrap();
        let mut details = ArrayBuffer::<64>::new();
        write_details(base, instance, &mut details).unwrap();
        assert_eq!(details.as_slice(), DETAILS);

        // [-1000000, ["h"]] has no URI.
        let unknown = CriRef::decode(b"\x82\x3a\x00\x0f\x42\x3f\x81\x61h").unwrap();
        assert_eq!(write_uri(INSTANCE, unknown, &mut details), Err(Refused("the CRI has no URI")));
    }

    // shows: NB-9290-01
    #[test]
    fn a_uri_comes_out_as_a_cri() {
        let base = read_uri(DETAILS, BASE_URI).unwrap();
        assert_eq!(base.as_bytes(), b"\x83\x20\x81\x61h\x82\x61s\x60"); // [-1, ["h"], ["s", ""]]
        let instance = read_uri(DETAILS, INSTANCE).unwrap();
        assert_eq!(instance.as_bytes(), b"\x82\x01\x81\x61a"); // [1, ["a"]]
        let base = base.as_cri_ref().to_full().unwrap();
        let resolved = base.resolve(instance.as_cri_ref()).unwrap();
        assert!(resolved == Cri::decode(b"\x83\x20\x81\x61h\x82\x61s\x61a").unwrap());
    }

    #[test]
    fn other_members_have_no_cri() {
        let missing = Err(Refused("the member is missing, or no text"));
        let read = |details, key| read_uri(details, key).map(|_| ());
        assert_eq!(read(DETAILS, -2), missing);
        assert_eq!(read(b"\xa1\x22\x41a", INSTANCE), missing); // {-3: h'61'}
        assert_eq!(read(b"\xa1\x22", INSTANCE), missing);
        assert_eq!(read(b"\x22", INSTANCE), missing);
        assert_eq!(read(DETAILS, TITLE), Err(Refused("the text is no URI reference")));
        // {-3: "//u:p@h"}
        assert_eq!(
            read(b"\xa1\x22\x67//u:p@h", INSTANCE),
            Err(Refused("the URI reference has no CRI"))
        );
    }
}
