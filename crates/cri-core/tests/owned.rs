//! Owned CRIs answer as borrowed ones.

use cri_core::{
    ArrayBuffer, Buffer, Component, Cri, CriBuf, CriRef, CriRefBuf, DecodeErrorKind, Revision,
};

type Bytes = ArrayBuffer<32>;

// [-1, ["h"], [], ["q"]]; the same with a head that is longer than necessary; [1, ["a"]]; and [null, [false, "u:p", "h"]].
const CRIS: [&[u8]; 4] = [
    b"\x84\x20\x81\x61h\x80\x81\x61q",
    b"\x84\x38\x00\x81\x61h\x80\x81\x61q",
    b"\x82\x01\x81\x61a",
    b"\x82\xf6\x83\xf4\x63u:p\x61h",
];

fn owned(bytes: &[u8]) -> CriRefBuf<Bytes> {
    let mut buffer = Bytes::new();
    buffer.push_bytes(bytes).unwrap();
    CriRefBuf::decode(buffer).unwrap()
}

#[test]
fn owned_cris_answer_by_their_bytes() {
    let [full, long, relative, userinfo] = CRIS.map(owned);
    assert_eq!(
        [&full, &long, &relative, &userinfo].map(CriRefBuf::is_full),
        [true, true, false, false]
    );
    assert_eq!(long.diagnostic().to_string(), r#"[-1, ["h"], [], ["q"]]"#);
    assert_eq!(userinfo.diagnostic().to_string(), r#"[null, [false, "u:p", "h"]]"#);
    let places = [Component::Scheme, Component::Host, Component::Path, Component::Query];
    assert_eq!(places.map(|it| full.offset_of(it)), [1, 2, 5, 6]);
    assert_eq!(places.map(|it| long.offset_of(it)), [1, 3, 6, 7]);
    assert!(long.structurally_eq(&full) && !long.structurally_eq(&relative));
    assert!(full.is_encoding_of(Revision::Draft16) && !long.is_encoding_of(Revision::Draft16));
    let encoded = long.encode_to(Revision::Draft16, Bytes::new()).unwrap();
    assert_eq!(encoded.as_bytes(), full.as_bytes());
}

#[test]
fn owned_cris_answer_as_borrowed_ones() {
    for bytes in CRIS {
        let (owned, borrowed) = (owned(bytes), CriRef::decode(bytes).unwrap());
        assert_eq!(owned.is_full(), borrowed.is_full());
        assert_eq!(owned.diagnostic().to_string(), borrowed.diagnostic().to_string());
        for component in [Component::Scheme, Component::Host, Component::Path, Component::Query] {
            assert_eq!(owned.offset_of(component), borrowed.offset_of(component));
        }
        for other in CRIS {
            let other = CriRef::decode(other).unwrap();
            assert_eq!(owned.structurally_eq(other), borrowed.structurally_eq(other));
        }
        for revision in [Revision::Draft16, Revision::Rfc9988] {
            assert_eq!(owned.is_encoding_of(revision), borrowed.is_encoding_of(revision));
            let again = owned.encode_to(revision, Bytes::new()).unwrap();
            let expected = borrowed.encode_to(revision, Bytes::new()).unwrap();
            assert_eq!(again.as_bytes(), expected.as_bytes());
        }
        let Ok(full) = CriBuf::try_from(owned) else { continue };
        let again: CriBuf<Bytes> = full.encode_to(Revision::Rfc9988, Bytes::new()).unwrap();
        assert_eq!(again, full);
    }
}

#[test]
fn a_reference_is_no_full_cri() {
    let [full, _, relative, _] = CRIS.map(|bytes| CriRef::decode(bytes).unwrap());
    assert_eq!(Cri::try_from(full).unwrap().as_cri_ref().as_bytes(), full.as_bytes());
    assert_eq!(Cri::try_from(relative).unwrap_err().kind(), DecodeErrorKind::NotFull);
}
