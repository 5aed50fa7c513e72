//! CRIs in formats of serde (feature `serde`).
#![cfg(all(feature = "serde", feature = "alloc"))]

use cri_core::{ArrayBuffer, Cri, CriBuf, CriRef, CriRefBuf};
use serde::Deserialize;
use serde::de::value::{
    BorrowedBytesDeserializer, BorrowedStrDeserializer, BytesDeserializer, Error, StrDeserializer,
};

/// `[-1, ["h"]]`
const FULL: &[u8] = b"\x82\x20\x81\x61h";
/// `[1, ["g"]]`
const RELATIVE: &[u8] = b"\x82\x01\x81\x61g";

#[test]
fn borrowed_types_borrow_from_the_input() {
    let read = BorrowedBytesDeserializer::<Error>::new;
    let cri = Cri::deserialize(read(FULL)).unwrap();
    assert_eq!(cri.as_bytes().as_ptr(), FULL.as_ptr());
    assert_eq!(CriRef::deserialize(read(RELATIVE)).unwrap().as_bytes(), RELATIVE);
    assert!(Cri::deserialize(BytesDeserializer::<Error>::new(FULL)).is_err());
    let error = Cri::deserialize(read(RELATIVE)).unwrap_err();
    // A format adds its own position.
    assert_eq!(error.to_string(), format!("{:#}", Cri::decode(RELATIVE).unwrap_err()));
}

#[test]
fn owned_types_copy_from_the_input() {
    let read = BytesDeserializer::<Error>::new;
    assert_eq!(CriBuf::<Vec<u8>>::deserialize(read(FULL)).unwrap().as_bytes(), FULL);
    assert_eq!(
        CriRefBuf::<ArrayBuffer<8>>::deserialize(read(RELATIVE)).unwrap().as_bytes(),
        RELATIVE
    );
    assert!(CriRefBuf::<ArrayBuffer<2>>::deserialize(read(RELATIVE)).is_err());
    assert!(CriBuf::<Vec<u8>>::deserialize(read(RELATIVE)).is_err());
}

#[test]
fn text_formats_have_the_bytes_as_numbers() {
    let cri = Cri::decode(FULL).unwrap();
    let text = serde_json::to_string(&cri).unwrap();
    assert_eq!(text, "[130,32,129,97,104]");
    assert_eq!(serde_json::to_string(&cri.to_buf()).unwrap(), text);
    assert_eq!(serde_json::from_str::<CriBuf<Vec<u8>>>(&text).unwrap(), cri);
    let error = serde_json::from_str::<Vec<CriBuf<Vec<u8>>>>("[[130,32,129,97]]").unwrap_err();
    let message = "the input ends before the host does at line 1 column 17";
    assert_eq!(error.to_string(), message);
    assert!(serde_json::from_str::<CriRefBuf<ArrayBuffer<2>>>(&text).is_err());
}

// shows: R3986-7.5-01
#[test]
fn an_error_does_not_show_the_text_that_was_found() {
    let read = StrDeserializer::<Error>::new;
    let text = "https://u:secret@h/";
    for error in [
        CriBuf::<Vec<u8>>::deserialize(read(text)).unwrap_err(),
        Cri::deserialize(read(text)).unwrap_err(),
        CriRef::deserialize(BorrowedStrDeserializer::<Error>::new(text)).unwrap_err(),
    ] {
        let error = error.to_string();
        assert!(error.starts_with("invalid type: a string, expected the bytes"), "{error}");
    }
}
