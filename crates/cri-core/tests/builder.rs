//! Creating CRIs: every constraint is checked, and an error names the broken one (section 3).

use core::net::IpAddr;

use cri_core::{
    ArrayBuffer, BuildErrorKind, Builder, Component, Cri, CriRef, CriRefBuf, DecodeErrorKind,
    Discard, Piece, Revision, SliceBuffer, Value,
};

type Buffer = ArrayBuffer<2048>;

fn draft_16() -> Builder<Buffer> {
    Builder::new(Revision::Draft16, Buffer::new())
}

fn rfc_9988() -> Builder<Buffer> {
    Builder::new(Revision::Rfc9988, Buffer::new())
}

fn edn(builder: Builder<Buffer>) -> String {
    let built: CriRefBuf<Buffer> = builder.finish().unwrap();
    built.diagnostic().to_string()
}

// shows: D16-5.1-02, D16-5.1-03, D16-5.1-17, D16-5.1-19, D16-5.2-02, D16-5.2-07, D16-5.2-09
#[test]
fn each_revision_has_its_own_form() {
    type Build = fn(Builder<Buffer>) -> Builder<Buffer>;
    // A full CRI and a reference, each in draft-16 and in RFC 9988.
    let forms: [(Build, &str); 9] = [
        (|new| new, r#"["a", null, []]; ["a"]; []; []"#),
        (
            |new| new.fragment("f"),
            r#"["a", null, [], null, "f"]; ["a", null, [], [], "f"]; [0, null, null, "f"]; [0, null, null, "f"]"#,
        ),
        (
            |new| new.parameter("q"),
            r#"["a", null, [], ["q"]]; ["a", null, [], ["q"]]; [0, null, ["q"]]; [0, null, ["q"]]"#,
        ),
        (
            |new| new.segment("p"),
            r#"["a", null, ["p"]]; ["a", null, ["p"]]; [0, ["p"]]; [0, ["p"]]"#,
        ),
        (
            |new| new.rootless().segment("p"),
            r#"["a", true, ["p"]]; ["a", true, ["p"]]; [null, true, ["p"]]; [null, true, ["p"]]"#,
        ),
        (|new| new.host("h"), r#"["a", ["h"], []]; ["a", ["h"]]; [null, ["h"]]; [null, ["h"]]"#),
        // An empty path or query of a full CRI has one form per revision, whichever way it was built.
        (
            |new| new.empty_path().unset_query(),
            r#"["a", null, []]; ["a"]; [0, [], []]; [0, [], []]"#,
        ),
        (|new| new.unset_query(), r#"["a", null, []]; ["a"]; [0, null, []]; [0, null, []]"#),
        (|new| new.empty_path(), r#"["a", null, []]; ["a"]; [0, []]; [0, []]"#),
    ];
    for (build, expected) in forms {
        let full = [draft_16(), rfc_9988()].map(|new| edn(build(new.scheme_name("a"))));
        let relative = [draft_16(), rfc_9988()].map(|new| edn(build(new)));
        assert_eq!([full, relative].concat().join("; "), expected);
    }
    let two = || rfc_9988().discard(Discard::Segments(2));
    for (built, expected) in [
        (draft_16().discard(Discard::Segments(0)), "[]"),
        (draft_16().discard(Discard::All).empty_path(), "[true, []]"),
        (rfc_9988().discard(Discard::All).empty_path(), "[true]"),
        (two().empty_path().unset_query(), "[2]"),
        (two().segment("a").unset_query(), r#"[2, ["a"]]"#),
    ] {
        assert_eq!(edn(built), expected);
    }
}

// shows: D16-2-C2-01, D16-2-C3-03, D16-2-C4-02, D16-7.1-02
#[test]
fn authorities_build() {
    let ip: IpAddr = "fe80::1".parse().unwrap();
    assert_eq!(
        edn(draft_16().scheme_number(0).userinfo("u v").host_ip(ip).zone("eth0").port(61616)),
        r#"[-1, [false, "u v", h'FE800000000000000000000000000001', "eth0", 61616], []]"#
    );
    let label = [Piece::text("a"), Piece::bytes(b"\xff")];
    assert_eq!(edn(draft_16().label(&label).label("b")), r#"[null, [["a", h'FF'], "b"]]"#);
    assert_eq!(
        edn(rfc_9988().host_ip([198, 51, 100, 1]).zone("z")),
        r#"[null, [h'C6336401', "z"]]"#
    );
}

// shows: D16-3-08
#[test]
fn nothing_is_normalised() {
    assert_eq!(
        edn(draft_16()
            .scheme_number(0)
            .host("h.")
            .port(5683)
            .segment("")
            .segment("A%2Fb ")
            .segment("")),
        r#"[-1, ["h", "", 5683], ["", "A%2Fb ", ""]]"#
    );
    // Blanks, a control character, a mark that NFC would compose, and what looks like escapes and dot-segments.
    let text = "\t e\u{301}A%41/../.";
    let built = draft_16()
        .scheme_number(0)
        .userinfo(text)
        .host("e\u{301}")
        .segment(text)
        .parameter(text)
        .fragment(text);
    let item = [b"\x6e", text.as_bytes()].concat();
    let expected =
        [b"\x85\x20\x83\xf4", &*item, b"\x63e\xcc\x81\x81", &*item, b"\x81", &*item, &*item]
            .concat();
    assert_eq!(built.finish().unwrap().as_bytes(), expected);
}

#[test]
fn arrays_of_any_length_build() {
    for len in [22, 23, 24, 25, 255, 256, 257] {
        let path =
            (0..len).fold(draft_16().discard(Discard::All), |builder, _| builder.segment("ab"));
        let built = path.parameter("q").fragment("f").finish().unwrap();
        let sections = built.as_cri_ref().sections();
        assert_eq!(sections.path().map(|path| path.len()), Some(len));
        assert!(
            sections
                .path()
                .into_iter()
                .flat_map(|path| path.segments())
                .all(|segment| segment.as_str() == Some("ab"))
        );
        assert_eq!(sections.fragment().and_then(cri_core::TextOrPet::as_str), Some("f"));
    }
}

// shows: D16-3-02, D16-3-03, D16-2-C5-02
#[test]
fn errors_name_the_broken_rule() {
    use DecodeErrorKind as Rule;
    let (full, named) = (|| draft_16().scheme_number(0), |name| draft_16().scheme_name(name));
    let segment = |pieces: &[Piece<'_>]| full().host("h").segment(pieces);
    for (builder, kind, component) in [
        (full().host("h").segment(".."), Rule::DotSegment, Component::Path),
        (full().label("a.b"), Rule::DotInLabel, Component::Host),
        (full().host("Example"), Rule::UpperCaseHost, Component::Host),
        (full().host("ä.Ä"), Rule::UpperCaseHost, Component::Host),
        (full().host("1.2.3.4"), Rule::Ipv4Labels, Component::Host),
        (named("COAP").host("h"), Rule::InvalidSchemeName, Component::Scheme),
        (named("a").rootless(), Rule::EmptyRootlessPath, Component::Path),
        (named("a").segment("").segment("b"), Rule::LeadingEmptySegment, Component::Path),
        (full().userinfo("u"), Rule::MissingHost, Component::Authority),
        (segment(&[Piece::text("a")]), Rule::MalformedPet, Component::Path),
        (segment(&[Piece::bytes(b"a")]), Rule::PetNotMinimal, Component::Path),
        (draft_16().discard(Discard::Segments(128)), Rule::DiscardRange, Component::Discard),
    ] {
        let error = builder.finish().unwrap_err();
        assert_eq!(error.kind(), BuildErrorKind::Rule(kind));
        assert_eq!(error.component(), component, "{error}");
    }
}

// shows: D16-3-02, D16-5.1.2-01
#[test]
fn sections_out_of_order_are_refused() {
    let full = || draft_16().scheme_number(0);
    for (builder, component) in [
        (full().host("h").parameter("q").segment("a"), Component::Path),
        (full().host("h").fragment("f").parameter("q"), Component::Query),
        (full().host("h").fragment("f").fragment("g"), Component::Fragment),
        (full().host("h").scheme_number(1), Component::Scheme),
        (full().segment("a").host("h"), Component::Host),
        (full().host("h").segment("a").port(1), Component::Port),
        (full().port(1), Component::Port),
        (full().host("h").zone("z"), Component::ZoneId),
        (full().host("h").port(1).port(2), Component::Port),
        (full().userinfo("u").userinfo("v").host("h"), Component::Userinfo),
        (full().host("h").userinfo("u"), Component::Userinfo),
        (full().host_ip([0; 4]).host("h"), Component::Host),
        (full().rootless().host("h"), Component::Host),
        (full().discard(Discard::All), Component::Discard),
        (draft_16().discard(Discard::All).host("h"), Component::Host),
    ] {
        let error = builder.finish().unwrap_err();
        assert_eq!(
            (error.kind(), error.component()),
            (BuildErrorKind::OutOfOrder, component),
            "{error}"
        );
    }
    let error = full().host_ip([0; 4]).zone("z").finish().unwrap_err();
    assert_eq!((error.kind(), error.component()), (BuildErrorKind::ZoneOnIpv4, Component::ZoneId));
    let error = draft_16().segment("a").finish_full().unwrap_err();
    assert_eq!(error.kind(), BuildErrorKind::Rule(DecodeErrorKind::NotFull));
}

#[test]
fn a_full_buffer_is_an_error() {
    fn build(room: usize) -> Result<usize, cri_core::BuildError> {
        let mut space = vec![0; room];
        let new = Builder::new(Revision::Draft16, SliceBuffer::new(&mut space))
            .scheme_number(0)
            .host("example.com");
        let built = (0..30).fold(new, |builder, _| builder.segment("ab")).finish()?;
        Ok(built.as_cri_ref().as_bytes().len())
    }

    let len = build(256).unwrap();
    for room in 0..len {
        assert_eq!(build(room).unwrap_err().kind(), BuildErrorKind::BufferFull);
    }
    assert_eq!(build(len), Ok(len));
}

/// Every component that can be changed.
const COMPONENTS: [Component; 9] = [
    Component::Scheme,
    Component::Authority,
    Component::Userinfo,
    Component::Host,
    Component::Port,
    Component::Discard,
    Component::Path,
    Component::Query,
    Component::Fragment,
];

#[test]
fn copies_of_all_components_build_the_value() {
    let corpus = cri_testvectors::Corpus::load().unwrap();
    let mut built = 0;
    for cri in corpus.decode.iter().map(|vector| vector.cbor.as_slice()) {
        let Ok(reference) = CriRef::decode(cri) else { continue };
        for revision in Revision::ALL {
            let Ok(expected) = reference.encode_to(revision, ArrayBuffer::<512>::new()) else {
                continue;
            };
            let sections = reference.sections();
            let same = |builder| sections.copy_component(Component::Fragment, builder);
            let buffer = ArrayBuffer::<512>::new();
            let again =
                sections.change(Component::Fragment, revision, buffer, same).finish().unwrap();
            assert_eq!(again.as_bytes(), expected.as_bytes(), "{reference:?} {revision}");
            built += 1;
        }
    }
    assert!(built > 100, "{built}");
}

#[test]
fn one_component_changes_and_the_others_stay() {
    // [-1, [false, "u", "h", 7], ["a"], ["q"], "f"]
    let cri = Cri::decode(b"\x85\x20\x84\xf4\x61u\x61h\x07\x81\x61a\x81\x61q\x61f").unwrap();
    let change = |component, change: fn(Builder<ArrayBuffer<64>>) -> Builder<ArrayBuffer<64>>| {
        let built = cri
            .sections()
            .change(component, Revision::Draft16, ArrayBuffer::new(), change)
            .finish();
        built.map(|cri| cri.diagnostic().to_string())
    };
    let changed = [
        change(Component::Scheme, |scheme| scheme.scheme_name("s")),
        change(Component::Authority, Builder::rootless),
        change(Component::Userinfo, |userinfo| userinfo),
        change(Component::Host, |host| host.host_ip([1, 2, 3, 4])),
        change(Component::Port, |port| port),
        change(Component::Discard, |discard| discard),
        change(Component::Path, |path| path),
        change(Component::Query, |query| query.parameter("r").parameter("s")),
        change(Component::Fragment, |fragment| fragment),
    ];
    let expected = [
        r#"["s", [false, "u", "h", 7], ["a"], ["q"], "f"]"#,
        r#"[-1, true, ["a"], ["q"], "f"]"#,
        r#"[-1, ["h", 7], ["a"], ["q"], "f"]"#,
        r#"[-1, [false, "u", h'01020304', 7], ["a"], ["q"], "f"]"#,
        r#"[-1, [false, "u", "h"], ["a"], ["q"], "f"]"#,
        r#"[-1, [false, "u", "h", 7], ["a"], ["q"], "f"]"#,
        r#"[-1, [false, "u", "h", 7], [], ["q"], "f"]"#,
        r#"[-1, [false, "u", "h", 7], ["a"], ["r", "s"], "f"]"#,
        r#"[-1, [false, "u", "h", 7], ["a"], ["q"]]"#,
    ];
    for ((component, changed), expected) in COMPONENTS.into_iter().zip(changed).zip(expected) {
        assert_eq!(changed.as_deref(), Ok(expected), "{component}");
    }
    // A component out of its place is an error.
    assert!(change(Component::Fragment, |fragment| fragment.segment("b")).is_err());
}

#[test]
fn a_reference_may_become_full_by_a_change() {
    let sections = CriRef::decode(b"\x82\x02\x81\x61g").unwrap().sections(); // [2, ["g"]]
    let change = |component, change: fn(Builder<Buffer>) -> Builder<Buffer>| {
        edn(sections.change(component, Revision::Draft16, Buffer::new(), change))
    };
    assert_eq!(change(Component::Scheme, |scheme| scheme.scheme_number(0)), r#"[-1, null, ["g"]]"#);
    assert_eq!(change(Component::Discard, |discard| discard), r#"[0, ["g"]]"#);
    assert_eq!(change(Component::Host, |host| host.host("h")), r#"[null, ["h"], ["g"]]"#);
}

#[test]
fn debug_hides_the_text_of_values() {
    let piece = Piece::text("secret");
    for (value, shown) in [(Value::from("secret"), "Item"), (Value::from(&[piece]), "Pet")] {
        assert_eq!(format!("{value:?}"), shown);
    }
}
