//! CRIs in messages that derive `Encode` and `Decode` (feature `minicbor`).
#![cfg(feature = "minicbor")]

use cri_core::{
    ArrayBuffer, Builder, Cri, CriBuf, CriRef, CriRefBuf, Decoder, InRevision, Ingested, Revision,
    TAG,
};
use minicbor::data::Tagged;
use minicbor::{Decode, Encode};

#[derive(Debug, Decode, Encode)]
struct Link<'a> {
    #[b(0)]
    target: Cri<'a>,
    #[b(1)]
    context: Option<CriRef<'a>>,
    #[n(2)]
    rank: u8,
}

#[derive(Debug, Decode)]
struct Links<'a> {
    #[b(0)]
    targets: Vec<Ingested<'a>>,
    #[n(1)]
    rank: u8,
}

#[test]
fn nests_in_a_derived_struct_and_borrows() {
    // [[-1, ["h"]], [1, ["a"]], 7]
    let bytes = b"\x83\x82\x20\x81\x61h\x82\x01\x81\x61a\x07";
    let link: Link<'_> = minicbor::decode(bytes).unwrap();
    assert_eq!(link.rank, 7);
    assert_eq!(link.target, Cri::decode(b"\x82\x20\x81\x61h").unwrap());
    assert!(bytes.as_ptr_range().contains(&link.target.as_bytes().as_ptr()));
    assert_eq!(minicbor::to_vec(&link).unwrap(), bytes);

    // [[-1, ["h"]], null, 7]
    let bytes = b"\x83\x82\x20\x81\x61h\xf6\x07";
    let link: Link<'_> = minicbor::decode(bytes).unwrap();
    assert!(link.context.is_none());
}

// shows: D16-5.2.1-01, D16-5.2.1-02
#[test]
fn one_bad_cri_does_not_fail_the_message() {
    // [[[10, undefined], [-1, ["h"]], [-1, [<no UTF-8>]]], 7]
    let bytes = b"\x82\x83\x82\x0a\xf7\x82\x20\x81\x61h\x82\x20\x81\x61\xff\x07";
    let links: Links<'_> = minicbor::decode(bytes).unwrap();
    assert_eq!(links.rank, 7);
    let processable: Vec<bool> =
        links.targets.iter().map(|target| target.processable().is_some()).collect();
    assert_eq!(processable, [false, true, false]);
    // A `Cri` in place of `Ingested` fails at the offset of the bad item.
    let error = minicbor::decode::<Vec<CriRef<'_>>>(&bytes[1..]).unwrap_err();
    assert_eq!(error.position(), Some(3)); // the undefined
    assert!(error.to_string().contains("unexpected-item"), "{error}");
}

#[test]
fn encodes_as_it_is_or_in_a_revision() {
    let built = Builder::new(Revision::Draft16, ArrayBuffer::<16>::new())
        .scheme_number(0)
        .host("h")
        .finish_full()
        .unwrap();
    assert_eq!(minicbor::to_vec(built).unwrap(), b"\x83\x20\x81\x61h\x80");
    assert_eq!(
        minicbor::to_vec(InRevision(Revision::Rfc9988, built.as_cri())).unwrap(),
        b"\x82\x20\x81\x61h"
    );
    // Only RFC 9988 has a zone identifier after an IPv4 address.
    let zone = CriRef::decode(b"\x82\xf6\x82\x44\x00\x00\x00\x00\x61z").unwrap();
    let error = minicbor::to_vec(InRevision(Revision::Draft16, zone)).unwrap_err();
    assert!(error.to_string().contains("zone-on-ipv4"), "{error}");
    assert_eq!(minicbor::to_vec(InRevision(Revision::Rfc9988, zone)).unwrap(), zone.as_bytes());
    // A full writer is an error.
    let mut space = [0; 3];
    assert!(
        minicbor::encode(InRevision(Revision::Draft16, built.as_cri()), &mut space[..])
            .unwrap_err()
            .is_write()
    );
}

#[test]
fn minicbor_reads_and_writes_the_tag() {
    let bytes = b"\xd8\x63\x82\x20\x81\x61h"; // 99([-1, ["h"]])
    let tagged: Tagged<TAG, Cri<'_>> = minicbor::decode(bytes).unwrap();
    assert_eq!(*tagged, Decoder::new().tagged().decode::<Cri<'_>>(bytes).unwrap());
    assert_eq!(minicbor::to_vec(tagged).unwrap(), bytes);
    let in_revision: Tagged<TAG, _> = InRevision(Revision::Rfc9988, *tagged).into();
    assert_eq!(minicbor::to_vec(in_revision).unwrap(), bytes);
    // Another tag, no tag, and a tag in a tag are refused.
    for bytes in
        [&b"\xd8\x64\x82\x20\x81\x61h"[..], &bytes[2..], b"\xd8\x63\xd8\x63\x82\x20\x81\x61h"]
    {
        assert!(minicbor::decode::<Tagged<TAG, Cri<'_>>>(bytes).is_err());
    }
    let one_bad: Tagged<TAG, Ingested<'_>> = minicbor::decode(b"\xd8\x63\x82\x0a\xf7").unwrap();
    assert!(one_bad.processable().is_none());
}

#[test]
fn owned_cris_are_copied_out_of_the_message() {
    #[derive(Debug, Decode, Encode)]
    struct Owned {
        #[n(0)]
        target: CriBuf<ArrayBuffer<8>>,
        #[n(1)]
        context: CriRefBuf<Vec<u8>>,
    }

    // [[-1, ["h"]], [1, ["a"]]]
    let bytes = b"\x82\x82\x20\x81\x61h\x82\x01\x81\x61a";
    let owned: Owned = minicbor::decode(bytes).unwrap();
    assert_eq!(owned.target, Cri::decode(b"\x82\x20\x81\x61h").unwrap());
    assert_eq!(owned.context.as_bytes(), b"\x82\x01\x81\x61a");
    assert_eq!(minicbor::to_vec(&owned).unwrap(), bytes);

    // [[-1, ["hosthost"]], [1, ["a"]]]
    let long = b"\x82\x82\x20\x81\x68hosthost\x82\x01\x81\x61a";
    let error = minicbor::decode::<Owned>(long).unwrap_err();
    assert_eq!(error.position(), Some(1));
}
