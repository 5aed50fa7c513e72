//! Calls the functions of a builder in any order, with any values. The result decodes, has the form of its revision,
//! and has the given items. With a smaller buffer, the builder returns the same bytes or an error.
#![no_main]

use std::net::IpAddr;

use cri_core::{
    ArrayBuffer, Buffer, BuildErrorKind, Builder, Component, CriBuf, CriRef, CriRefBuf, Discard,
    Piece, Revision,
};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
enum Call<'a> {
    SchemeNumber(u64),
    SchemeName(&'a str),
    Discard(u8),
    DiscardAll,
    Rootless,
    Userinfo(Item<'a>),
    Host(&'a str),
    Label(Item<'a>),
    HostIp(IpAddr),
    Zone(&'a str),
    Port(u16),
    Segment(Item<'a>),
    EmptyPath,
    Parameter(Item<'a>),
    UnsetQuery,
    Fragment(Item<'a>),
}

#[derive(Arbitrary, Debug)]
enum Item<'a> {
    Text(&'a str),
    /// Text and percent-encoded bytes in any order.
    Pieces(Vec<Part<'a>>),
}

#[derive(Arbitrary, Debug)]
enum Part<'a> {
    Text(&'a str),
    Bytes(&'a [u8]),
}

fuzz_target!(|input: (bool, Vec<Call<'_>>, CriRefBuf<Vec<u8>>, CriBuf<Vec<u8>>)| {
    let (is_rfc_9988, calls, any, full) = input;
    let revision = if is_rfc_9988 { Revision::Rfc9988 } else { Revision::Draft16 };
    let built = call(Builder::new(revision, Vec::new()), &calls).finish();
    let small = call(Builder::new(revision, ArrayBuffer::<16>::new()), &calls).finish();
    match (&built, small) {
        (Ok(built), Ok(small)) => assert_eq!(built.as_bytes(), small.as_bytes()),
        (Err(_), Err(_)) => {}
        (Ok(built), Err(error)) => {
            assert_eq!(error.kind(), BuildErrorKind::BufferFull);
            // The empty arrays that RFC 9988 leaves out at the end need room first.
            assert!(built.as_bytes().len() > 12);
        }
        (Err(error), Ok(small)) => panic!("{error}, and {small:?} in a small buffer"),
    }
    if let Ok(built) = built {
        sound(built.as_cri_ref(), revision);
        let segments = calls.iter().filter_map(|call| match call {
            Call::Segment(Item::Text(text)) => Some(text.as_bytes()),
            _ => None,
        });
        let found: Vec<_> =
            built.sections().segments().filter_map(|segment| segment.text_bytes()).collect();
        assert_eq!(found, segments.collect::<Vec<_>>());
    }
    for revision in Revision::ALL {
        again(any.as_cri_ref(), revision);
        again(CriRef::from(full.as_cri()), revision);
    }
});

/// Calls all functions, with pieces where a value has them.
fn call<B: Buffer>(builder: Builder<B>, calls: &[Call<'_>]) -> Builder<B> {
    calls.iter().fold(builder, |builder, call| match call {
        Call::SchemeNumber(number) => builder.scheme_number(*number),
        Call::SchemeName(name) => builder.scheme_name(name),
        Call::Discard(count) => builder.discard(Discard::Segments(*count)),
        Call::DiscardAll => builder.discard(Discard::All),
        Call::Rootless => builder.rootless(),
        Call::Userinfo(item) => item.give(builder, |builder, value| builder.userinfo(value)),
        Call::Host(name) => builder.host(name),
        Call::Label(item) => item.give(builder, |builder, value| builder.label(value)),
        Call::HostIp(address) => builder.host_ip(*address),
        Call::Zone(zone) => builder.zone(zone),
        Call::Port(port) => builder.port(*port),
        Call::Segment(item) => item.give(builder, |builder, value| builder.segment(value)),
        Call::EmptyPath => builder.empty_path(),
        Call::Parameter(item) => item.give(builder, |builder, value| builder.parameter(value)),
        Call::UnsetQuery => builder.unset_query(),
        Call::Fragment(item) => item.give(builder, |builder, value| builder.fragment(value)),
    })
}

impl Item<'_> {
    fn give<B>(&self, builder: B, give: impl FnOnce(B, cri_core::Value<'_>) -> B) -> B {
        match self {
            Self::Text(text) => give(builder, (*text).into()),
            Self::Pieces(parts) => {
                let pieces: Vec<_> = parts.iter().map(Part::piece).collect();
                give(builder, pieces.as_slice().into())
            }
        }
    }
}

impl Part<'_> {
    fn piece(&self) -> Piece<'_> {
        match self {
            Part::Text(text) => Piece::text(text),
            Part::Bytes(bytes) => Piece::bytes(bytes),
        }
    }
}

/// What was built decodes, and is the form of its revision.
fn sound(built: CriRef<'_>, revision: Revision) {
    let decoded = CriRef::decode(built.as_bytes()).expect("what was built decodes");
    assert!(decoded.structurally_eq(built));
    assert!(built.is_encoding_of(revision), "{built:?}");
}

/// A builder from an existing value builds the value's form in that revision.
fn again(value: CriRef<'_>, revision: Revision) {
    let sections = value.sections();
    let same = |builder| sections.copy_component(Component::Fragment, builder);
    match (
        sections.change(Component::Fragment, revision, Vec::new(), same).finish(),
        value.encode_to(revision, Vec::new()),
    ) {
        (Ok(built), Ok(encoded)) => {
            sound(built.as_cri_ref(), revision);
            assert_eq!(built.as_bytes(), encoded.as_bytes());
        }
        (Err(error), Err(_)) => assert_eq!(error.kind(), BuildErrorKind::ZoneOnIpv4),
        (built, encoded) => panic!("{built:?} and {encoded:?}"),
    }
}
