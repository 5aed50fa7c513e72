//! A document with base directives, as draft-ietf-core-coral has them: a directive changes the base of the links that follow
//! it (RFC 3986 section 5.1.1).
//!
//! The elements of the document are Rust values here, because their encoding is not the subject. Links that this
//! program cannot process are skipped (section 5.2.1). After a base that it cannot process, relative links are skipped
//! too, because their base is not known.
//!
//! `cargo run -p cri-core --example base_directive`

use cri_core::{ArrayBuffer, Buffer, Cri, CriBuf, CriRef, Decoder, Error, Ingested, Revision};

/// An element of a document. Its reference is the bytes of a CRI reference.
enum Element {
    /// The base of the elements that follow. A relative one is resolved against the base before it.
    Base(&'static [u8]),
    Link(&'static [u8]),
}

/// The document that `coap://h/a/b` has.
const DOCUMENT: [Element; 8] = [
    Element::Link(b"\x82\x01\x81\x61c"),     // [1, ["c"]]
    Element::Base(b"\x82\x01\x82\x61d\x60"), // [1, ["d", ""]]
    Element::Link(b"\x82\x01\x81\x61e"),     // [1, ["e"]]
    Element::Link(b"\x82\x0a\xf7"),          // [10, undefined], from a later revision of CRIs
    Element::Base(b"\x82\x20\xf7"),          // [-1, undefined]
    Element::Link(b"\x82\x01\x81\x61f"),     // [1, ["f"]]
    Element::Base(b"\x82\x20\x81\x61i"),     // [-1, ["i"]]
    Element::Link(b"\x82\x01\x81\x61g"),     // [1, ["g"]]
];

/// Reports the target of each link. `retrieved_from` is the CRI of the document, and the first base.
fn targets(
    retrieved_from: Cri<'_>,
    mut report: impl FnMut(CriBuf<ArrayBuffer<64>>),
) -> Result<(), Error> {
    let mut base = Some(copy(retrieved_from)?);
    for element in DOCUMENT {
        let (Element::Base(bytes) | Element::Link(bytes)) = element;
        let target = match Decoder::new().decode(bytes)? {
            Ingested::Processable(reference) => target(base.as_ref(), reference)?,
            Ingested::Unprocessable(_) => None,
        };
        match (element, target) {
            (Element::Base(_), target) => base = target,
            (Element::Link(_), Some(target)) => report(target),
            (Element::Link(_), None) => {}
        }
    }
    Ok(())
}

/// The target of a reference, unless it is relative and there is no base.
fn target(
    base: Option<&CriBuf<ArrayBuffer<64>>>,
    reference: CriRef<'_>,
) -> Result<Option<CriBuf<ArrayBuffer<64>>>, Error> {
    if let Some(cri) = reference.to_full() {
        return copy(cri).map(Some);
    }
    let Some(base) = base else { return Ok(None) };
    // The fragment of a base does not count (RFC 3986 section 5.1).
    let resolved = base.as_cri().without_fragment().resolve(reference)?;
    Ok(Some(resolved.encode_to(Revision::Rfc9988, ArrayBuffer::new())?))
}

/// The CRI in a buffer of its own.
fn copy(cri: Cri<'_>) -> Result<CriBuf<ArrayBuffer<64>>, Error> {
    let mut buffer = ArrayBuffer::new();
    buffer.push_bytes(cri.as_bytes())?;
    Ok(CriBuf::decode(buffer)?)
}

fn main() -> Result<(), Error> {
    let document = Cri::decode(b"\x83\x20\x81\x61h\x82\x61a\x61b")?; // [-1, ["h"], ["a", "b"]]
    targets(document, |target| println!("{target:?}"))
}

#[test]
fn links_follow_their_base() {
    let document = Cri::decode(b"\x83\x20\x81\x61h\x82\x61a\x61b").unwrap();
    let mut found = Vec::new();
    targets(document, |target| found.push(format!("{target:?}"))).unwrap();
    let expected =
        [r#"[-1, ["h"], ["a", "c"]]"#, r#"[-1, ["h"], ["a", "d", "e"]]"#, r#"[-1, ["i"], ["g"]]"#];
    assert_eq!(found, expected);
}
