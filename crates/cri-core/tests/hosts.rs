//! Host names as dotted text.

use cri_core::{ArrayBuffer, Builder, Host, Piece, Revision};

/// The authority with these labels.
fn authority(labels: &[&str]) -> cri_core::CriRefBuf<ArrayBuffer<64>> {
    let builder = Builder::new(Revision::Draft16, ArrayBuffer::new());
    labels.iter().fold(builder, |builder, &label| builder.label(label)).port(7).finish().unwrap()
}

#[test]
fn names_equal_their_text_only() {
    let names: [&[&str]; 8] = [
        &[""],
        &["a"],
        &["ab"],
        &["a", ""],
        &["", "a"],
        &["a", "b"],
        &["b", "a"],
        &["a", "b", "c"],
    ];
    for labels in names {
        let reference = authority(labels);
        let name = reference.sections().host().and_then(Host::name).unwrap();
        assert_eq!(name.to_string(), labels.join("."));
        for other in names {
            assert_eq!(name == other.join(".").as_str(), labels == other, "{labels:?} {other:?}");
        }
    }
}

#[test]
fn names_with_percent_encoded_text_equal_no_text() {
    let pieces = [Piece::text("a"), Piece::bytes(b",")];
    let reference =
        Builder::new(Revision::Draft16, ArrayBuffer::<64>::new()).label(&pieces).finish().unwrap();
    let name = reference.sections().host().and_then(Host::name).unwrap();
    assert_eq!(name.to_string(), "a%2C");
    assert!(name != "a%2C" && name != "a,");
}
