//! Errors are alike: each has a kind, a name, a component and an offset.

use core::error::Error as _;

use cri_core::{
    ArrayBuffer, Buffer, BufferFull, BufferTooSmall, BuildErrorKind, Builder, Component, Cri,
    CriRef, DecodeErrorKind, EncodeErrorKind, Error, ErrorKind, ResolveErrorKind, Revision,
};

#[test]
fn errors_have_a_kind_a_name_a_component_and_an_offset() {
    let decode = CriRef::decode(b"\x82\x01\x81\x61.").unwrap_err(); // [1, ["."]]
    assert_eq!((decode.name(), decode.offset()), ("dot-segment", 3));
    let cri = Cri::decode(b"\x83\x61s\xf5\x81\x61a").unwrap(); // ["s", true, ["a"]]
    let resolve = cri.resolve(CriRef::decode(b"\x81\x01").unwrap()).unwrap_err(); // [1]
    assert_eq!(resolve.name(), "empty-rootless-path");
    let encode = cri.encode_to(Revision::Draft16, ArrayBuffer::<2>::new()).unwrap_err();
    assert_eq!(encode.name(), "buffer-full");
    let builder = Builder::new(Revision::Draft16, ArrayBuffer::<16>::new());
    let build = builder.host("::1").finish().unwrap_err();
    assert_eq!(build.name(), "address-text");
    let full: BufferFull = cri.copy_to(ArrayBuffer::<2>::new()).unwrap_err();
    assert_eq!(
        (full.name(), full.component(), full.offset()),
        ("buffer-full", Component::Cri, None)
    );
    assert_eq!(full.kind().name(), full.name());
    let small = BufferTooSmall::new(7);
    assert_eq!((small.kind(), small.name(), small.offset()), (small, "buffer-full", None));

    let any: [(Error, ErrorKind); 6] = [
        (decode.into(), ErrorKind::Decode(DecodeErrorKind::DotSegment)),
        (resolve.into(), ErrorKind::Resolve(ResolveErrorKind::EmptyRootlessPath)),
        (encode.into(), ErrorKind::Encode(EncodeErrorKind::BufferFull)),
        (build.into(), ErrorKind::Build(BuildErrorKind::AddressText)),
        (full.into(), ErrorKind::BufferFull(full)),
        (small.into(), ErrorKind::BufferTooSmall(small)),
    ];
    for (error, kind) in any {
        assert_eq!(error.kind(), kind);
        assert_eq!(error.name(), kind.name());
        assert!(error.source().is_none());
    }
}

#[test]
fn equal_errors_have_equal_kinds_components_offsets_and_indices() {
    let of = |bytes| CriRef::decode(bytes).unwrap_err();
    let (number, null) = (of(b"\x82\x01\x81\x07"), of(b"\x82\x01\x81\xf6")); // [1, [7]], [1, [null]]
    assert_ne!(number.to_string(), null.to_string());
    assert_eq!(number, null);
    assert_ne!(number, of(b"\x83\x01\xf6\x81\x07")); // [1, null, [7]]

    let new = || Builder::new(Revision::Draft16, ArrayBuffer::<16>::new());
    let one = new().segment("ab").segment(".").finish().unwrap_err();
    let two = new().segment("a").segment("").segment(".").finish().unwrap_err();
    assert_eq!((one.kind(), one.offset()), (two.kind(), two.offset()));
    assert_eq!((one.index(), two.index()), (Some(1), Some(2)));
    assert_ne!(one, two);
}

/// A buffer that keeps nothing, and counts each byte as 2^30.
#[cfg(target_pointer_width = "64")]
#[derive(Default)]
struct Far(usize);

#[cfg(target_pointer_width = "64")]
impl Buffer for Far {
    fn as_slice(&self) -> &[u8] {
        &[]
    }

    fn as_mut_slice(&mut self) -> &mut [u8] {
        &mut []
    }

    fn len(&self) -> usize {
        self.0 << 30
    }

    fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), BufferFull> {
        self.0 += bytes.len();
        Ok(())
    }

    fn truncate(&mut self, len: usize) {
        self.0 = len >> 30;
    }
}

#[cfg(target_pointer_width = "64")]
#[test]
fn a_cri_above_the_limit_is_too_long_and_no_full_buffer() {
    let cri = Cri::decode(b"\x83\x20\x81\x61h\x80").unwrap(); // [-1, ["h"], []]
    let mut buffer = Far::default();
    let error = cri.sections().encode(Revision::Draft16, &mut buffer).unwrap_err();
    assert_eq!((error.kind(), error.component()), (EncodeErrorKind::TooLong, Component::Cri));
    assert_eq!((error.name(), buffer.0), ("too-long", 0));
}
