//! What people read: `Debug` of the types, and the messages of the errors. The snapshots are in `snapshots/`.

use std::fmt::Write;

use cri_core::__private::checked_host;
use cri_core::{
    ArrayBuffer, Builder, Cri, CriBuf, CriRef, CriRefBuf, Decoder, Discard, Error, Feature,
    Features, Host, HostIp, Ingested, Piece, Revision, SliceBuffer, Value,
};
use insta::assert_snapshot;

/// `[-1, [false, "u:secret", h'FE800000000000000000000000000001', "eth0", 61616], [["a", h'2F', "b"]], ["x=1", ""], "f"]`,
/// which has all components.
const ALL: &[u8] =
    b"\x85\x20\x85\xf4\x68u:secret\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x64eth0\x19\xf0\xb0\
    \x81\x83\x61a\x41/\x61b\x82\x63x=1\x60\x61f";
/// `[-1, ["h"], ["a", "b"]]`
const BASE: &[u8] = b"\x83\x20\x81\x61h\x82\x61a\x61b";
/// `[1, ["c"], null, "f"]`
const REFERENCE: &[u8] = b"\x84\x01\x81\x61c\xf6\x61f";

/// Each expression, and the `Debug` of its value below it.
macro_rules! debug {
    ($($value:expr,)*) => {{
        let mut shown = String::new();
        $(writeln!(shown, "{}\n    {:?}", stringify!($value), $value).expect("written");)*
        shown
    }};
}

#[test]
fn debug_of_the_types() {
    let all = Cri::decode(ALL).expect("a CRI");
    let sections = all.sections();
    let name = Cri::decode(BASE).expect("a CRI");
    let reference = CriRef::decode(REFERENCE).expect("a reference");
    let resolved = name.resolve(reference).expect("resolved");
    let owned: CriBuf<ArrayBuffer<16>> = name.copy_to(ArrayBuffer::new()).expect("room");
    let owned_reference: CriRefBuf<ArrayBuffer<16>> =
        reference.copy_to(ArrayBuffer::new()).expect("room");
    let builder = || Builder::new(Revision::Draft16, ArrayBuffer::<64>::new());
    let hidden = builder().segment("\"\\\u{202e}\u{7f}ä\n").parameter("");
    let hidden = hidden.finish().expect("a reference");
    let pet = builder().segment(&[Piece::text("a"), Piece::bytes(b"/\xff")][..]);
    let pet = pet.finish().expect("a reference");
    let pet_pieces = pet.sections().segments().next().expect("a segment").pieces();
    let mut space = [0; 8];
    let mut slice = SliceBuffer::new(&mut space);
    cri_core::Buffer::push_bytes(&mut slice, b"\x80").expect("room");
    let shown = debug![
        all,
        all.as_cri_ref(),
        sections,
        sections.scheme(),
        sections.authority_section(),
        sections.authority(),
        sections.userinfo(),
        sections.host(),
        sections.host().and_then(Host::ip).map(HostIp::address),
        sections.port(),
        sections.discard(),
        sections.path(),
        sections.segments(),
        sections.segments().collect::<Vec<_>>(),
        sections.query(),
        sections.parameters(),
        sections.fragment(),
        name.sections().host(),
        name.sections().host().and_then(Host::name),
        reference,
        reference.sections(),
        reference.sections().discard(),
        CriRef::decode(b"\x82\xf6\xf5").map(|reference| reference.sections().discard()),
        resolved,
        resolved.sections(),
        name.without_fragment(),
        owned,
        owned_reference,
        hidden,
        pet,
        pet_pieces,
        Ingested::decode(b"\x82\x20\x81\x61H"),
        Ingested::decode(b"\x82\x20\x81\x61h"),
        builder().scheme_number(0).host("h"),
        builder().port(1),
        Value::from("a"),
        Discard::All,
        Discard::Segments(2),
        Decoder::new(),
        Features::ALL.without(Feature::Userinfo),
        Revision::Rfc9988,
        ArrayBuffer::<4>::new(),
        slice,
    ];
    assert!(!shown.contains("secret"), "{shown}");
    assert_snapshot!(shown);
}

/// Bytes that are no CRI reference, at least one for each kind of error.
#[rustfmt::skip]
const WRONG: &[(&str, &[u8])] = &[
    ("nothing", b""),
    ("[-1, [\"h\"", b"\x82\x20\x81\x62h"),
    ("a reserved head", b"\x81\x1c"),
    ("[_ -1]", b"\x9f\x20\xff"),
    ("[simple(2)] in two bytes", b"\x81\xf8\x02"),
    ("1", b"\x01"),
    ("99([])", b"\xd8\x63\x80"),
    ("[] and more", b"\x80\x80"),
    ("[{}]", b"\x81\xa0"),
    ("[-1, \"h\"]", b"\x82\x20\x61h"),
    ("[-1, [\"h\", true]]", b"\x82\x20\x82\x61h\xf5"),
    ("[1, \"a\"]", b"\x82\x01\x61a"),
    ("[1, [1.5]]", b"\x82\x01\x81\xf9\x3e\0"),
    ("[1, [], [], \"\", 1]", b"\x85\x01\x80\x80\x60\x01"),
    ("[-1, [], null]", b"\x83\x20\x81\x61h\xf6"),
    ("[null, null]", b"\x82\xf6\xf6"),
    ("[null, null, [\"a\"]]", b"\x83\xf6\xf6\x81\x61a"),
    ("[\"Coap\"]", b"\x81\x64Coap"),
    ("[-1, [false, \"u\"]]", b"\x82\x20\x82\xf4\x61u"),
    ("[-1, [h'010203']]", b"\x82\x20\x81\x43\x01\x02\x03"),
    ("[-1, [\"H\"]]", b"\x82\x20\x81\x61H"),
    ("[-1, [\"a.b\"]]", b"\x82\x20\x81\x63a.b"),
    ("[-1, [\"1\", \"2\", \"3\", \"4\"]]", b"\x82\x20\x84\x611\x612\x613\x614"),
    ("[-1, [\"h\", 65536]]", b"\x82\x20\x82\x61h\x1a\0\x01\0\0"),
    ("[128]", b"\x81\x18\x80"),
    ("[1, [\"..\"]]", b"\x82\x01\x81\x62.."),
    ("[1, [\"\\xff\"]]", b"\x82\x01\x81\x61\xff"),
    ("[1, [[\"a\"]]]", b"\x82\x01\x81\x81\x61a"),
    ("[1, [[h'61']]]", b"\x82\x01\x81\x81\x41a"),
    ("[-1, true, []]", b"\x83\x20\xf5\x80"),
    ("[-1, null, [\"\", \"a\"]]", b"\x83\x20\xf6\x82\x60\x61a"),
];

#[test]
fn messages_of_the_errors() {
    let mut shown = String::new();
    let mut row = |input: &str, error: Error| {
        writeln!(shown, "{input}\n    {error}").expect("written");
        // The alternate form has no place in bytes, and is a sentence without it.
        let (full, short) = (error.to_string(), format!("{error:#}"));
        let (before, at) = full.split_once(" at byte ").unwrap_or((&full, ""));
        let after = at.trim_start_matches(|digit: char| digit.is_ascii_digit());
        let before = before.trim_end_matches(", with the reference's path").trim_end_matches(',');
        assert_eq!(short, format!("{before}{after}"));
        assert_eq!(error.name(), error.kind().name());
    };
    for (notation, bytes) in WRONG {
        row(&format!("CriRef {notation}"), CriRef::decode(bytes).expect_err(notation).into());
    }
    row("Cri []", Cri::decode(b"\x80").unwrap_err().into());
    let strict = Decoder::new().with_features(Features::ALL.without(Feature::Userinfo));
    row("without userinfo", strict.decode::<Cri<'_>>(ALL).unwrap_err().into());
    row("tagged []", Decoder::new().tagged().decode::<CriRef<'_>>(b"\x80").unwrap_err().into());

    let resolve = |base: &'static [u8], reference: &'static [u8]| {
        let reference = CriRef::decode(reference).expect("a reference");
        Cri::decode(base).expect("a base").resolve(reference).unwrap_err().into()
    };
    row("[\"s\", true, [\"a\"]] with [1]", resolve(b"\x83\x61s\xf5\x81\x61a", b"\x81\x01"));
    row(
        "[\"s\", null, [\"a\"]] with [1, [\"\", \"b\"]]",
        resolve(b"\x83\x61s\xf6\x81\x61a", b"\x82\x01\x82\x60\x61b"),
    );

    let cri = Cri::decode(BASE).expect("a CRI");
    row("a buffer of 2 bytes", cri.copy_to(ArrayBuffer::<2>::new()).unwrap_err().into());
    let resolved = cri.resolve(CriRef::decode(REFERENCE).expect("a reference")).expect("resolved");
    let full = resolved.encode_to(Revision::Draft16, ArrayBuffer::<2>::new());
    row("encoded into 2 bytes", full.unwrap_err().into());
    let zone = Cri::decode(b"\x82\x61s\x82\x44\x01\x02\x03\x04\x64eth0").expect("a CRI");
    let encoded = zone.encode_to(Revision::Draft16, ArrayBuffer::<64>::new());
    row("a zone-id after an IPv4 address", encoded.unwrap_err().into());

    type Calls = fn(Builder<ArrayBuffer<64>>) -> Builder<ArrayBuffer<64>>;
    let calls: [(&str, Calls); 9] = [
        ("segment(\"..\")", |to| to.segment("..")),
        ("fragment(\"f\").segment(\"a\")", |to| to.fragment("f").segment("a")),
        ("host(\"h:1\")", |to| to.host("h:1")),
        ("host(\"H\")", |to| to.host("H")),
        ("checked_host(\"1.2.3.4\")", |to| checked_host(to, "1.2.3.4")),
        ("port(1)", |to| to.port(1)),
        ("host(\"h\").zone(\"z\")", |to| to.host("h").zone("z")),
        ("discard(Segments(128))", |to| to.discard(Discard::Segments(128))),
        ("parameter with 64 bytes", |to| {
            to.parameter(core::str::from_utf8(&[b'a'; 64]).expect("text"))
        }),
    ];
    for (call, build) in calls {
        let builder = Builder::new(Revision::Draft16, ArrayBuffer::new());
        row(call, build(builder).finish().expect_err(call).into());
    }
    assert_snapshot!(shown);
}
