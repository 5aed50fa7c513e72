//! Creating CRIs: every constraint is checked, and an error names the broken one (section 3).

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
    built.as_cri_ref().diagnostic().to_string()
}

// shows: D16-5.1-02, D16-5.1-03, D16-5.1-17, D16-5.1-19, D16-5.2-02, D16-5.2-07, D16-5.2-09
#[test]
fn each_revision_has_its_own_form() {
    let full = |revision| Builder::new(revision, Buffer::new()).scheme_name("a");
    let relative = |revision| Builder::new(revision, Buffer::new());
    let forms: [(fn(Builder<Buffer>) -> Builder<Buffer>, [&str; 4]); 9] = [
        (|new| new, [r#"["a", null, []]"#, r#"["a"]"#, "[]", "[]"]),
        (
            |new| new.fragment("f"),
            [
                r#"["a", null, [], null, "f"]"#,
                r#"["a", null, [], [], "f"]"#,
                r#"[0, null, null, "f"]"#,
                r#"[0, null, null, "f"]"#,
            ],
        ),
        (
            |new| new.parameter("q"),
            [
                r#"["a", null, [], ["q"]]"#,
                r#"["a", null, [], ["q"]]"#,
                r#"[0, null, ["q"]]"#,
                r#"[0, null, ["q"]]"#,
            ],
        ),
        (
            |new| new.segment("p"),
            [r#"["a", null, ["p"]]"#, r#"["a", null, ["p"]]"#, r#"[0, ["p"]]"#, r#"[0, ["p"]]"#],
        ),
        (
            |new| new.rootless().segment("p"),
            [
                r#"["a", true, ["p"]]"#,
                r#"["a", true, ["p"]]"#,
                r#"[null, true, ["p"]]"#,
                r#"[null, true, ["p"]]"#,
            ],
        ),
        (
            |new| new.host("h"),
            [r#"["a", ["h"], []]"#, r#"["a", ["h"]]"#, r#"[null, ["h"]]"#, r#"[null, ["h"]]"#],
        ),
        // An empty path or query of a full CRI has one form per revision, whichever way it was built.
        (
            |new| new.empty_path().unset_query(),
            [r#"["a", null, []]"#, r#"["a"]"#, "[0, [], []]", "[0, [], []]"],
        ),
        (
            |new| new.unset_query(),
            [r#"["a", null, []]"#, r#"["a"]"#, "[0, null, []]", "[0, null, []]"],
        ),
        (|new| new.empty_path(), [r#"["a", null, []]"#, r#"["a"]"#, "[0, []]", "[0, []]"]),
    ];
    for (build, expected) in forms {
        let starts = [full(Revision::Draft16), full(Revision::Rfc9988)];
        let references = [relative(Revision::Draft16), relative(Revision::Rfc9988)];
        for (start, expected) in starts.into_iter().chain(references).zip(expected) {
            assert_eq!(edn(build(start)), expected);
        }
    }
    assert_eq!(edn(draft_16().discard(Discard::Segments(0))), "[]");
    assert_eq!(edn(draft_16().discard(Discard::All).empty_path()), "[true, []]");
    assert_eq!(edn(rfc_9988().discard(Discard::All).empty_path()), "[true]");
    let two = || rfc_9988().discard(Discard::Segments(2));
    assert_eq!(edn(two().empty_path().unset_query()), "[2]");
    assert_eq!(edn(two().segment("a").unset_query()), r#"[2, ["a"]]"#);
}

// shows: D16-2-C2-01, D16-2-C3-03, D16-2-C4-02, D16-7.1-02
#[test]
fn authorities_build() {
    let ip = "fe80::1".parse().unwrap();
    assert_eq!(
        edn(draft_16().scheme_number(0).userinfo("u v").host_ip(ip).zone("eth0").port(61616)),
        r#"[-1, [false, "u v", h'FE800000000000000000000000000001', "eth0", 61616], []]"#
    );
    let label = [Piece::text("a"), Piece::bytes(b"\xff")];
    assert_eq!(edn(draft_16().label(&label).label("b")), r#"[null, [["a", h'FF'], "b"]]"#);
    assert_eq!(
        edn(rfc_9988().host_ip([198, 51, 100, 1].into()).zone("z")),
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
fn errors_name_the_broken_constraint() {
    let full = || draft_16().scheme_number(0);
    for (builder, kind, component, constraint) in [
        (full().host("h").segment(".."), DecodeErrorKind::DotSegment, Component::Path, Some("C9")),
        (full().label("a.b"), DecodeErrorKind::DotInLabel, Component::Host, Some("C5")),
        (full().host("Example"), DecodeErrorKind::UpperCaseHost, Component::Host, Some("C5")),
        (full().host("ä.Ä"), DecodeErrorKind::UpperCaseHost, Component::Host, Some("C5")),
        (full().host("1.2.3.4"), DecodeErrorKind::Ipv4Labels, Component::Host, Some("C5")),
        (
            draft_16().scheme_name("COAP").host("h"),
            DecodeErrorKind::InvalidSchemeName,
            Component::Scheme,
            Some("C1"),
        ),
        (
            draft_16().scheme_name("a").rootless(),
            DecodeErrorKind::EmptyRootlessPath,
            Component::Path,
            Some("C2"),
        ),
        (
            draft_16().scheme_name("a").segment("").segment("b"),
            DecodeErrorKind::LeadingEmptySegment,
            Component::Path,
            Some("C9"),
        ),
        (full().userinfo("u"), DecodeErrorKind::MissingHost, Component::Authority, Some("C5")),
        (
            full().host("h").segment(&[Piece::text("a")]),
            DecodeErrorKind::MalformedPet,
            Component::Path,
            None,
        ),
        (
            full().host("h").segment(&[Piece::bytes(b"a")]),
            DecodeErrorKind::PetNotMinimal,
            Component::Path,
            None,
        ),
        (
            draft_16().discard(Discard::Segments(128)),
            DecodeErrorKind::DiscardRange,
            Component::Discard,
            None,
        ),
    ] {
        let error = builder.finish().unwrap_err();
        assert_eq!(error.kind(), BuildErrorKind::Rule(kind));
        assert_eq!((error.component(), error.constraint()), (component, constraint), "{error}");
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
        (full().host_ip([0; 4].into()).host("h"), Component::Host),
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
    let error = full().host_ip([0; 4].into()).zone("z").finish().unwrap_err();
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
fn a_builder_of_a_value_builds_the_value() {
    let corpus = cri_testvectors::Corpus::load().unwrap();
    let mut built = 0;
    for cri in corpus.decode.iter().map(|vector| vector.cbor.as_slice()) {
        let Ok(reference) = CriRef::decode(cri) else { continue };
        for revision in Revision::ALL {
            let Ok(expected) = reference.encode_to(revision, ArrayBuffer::<512>::new()) else {
                continue;
            };
            let again = reference
                .sections()
                .to_builder(revision, ArrayBuffer::<512>::new())
                .finish()
                .unwrap();
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
        built.map(|cri| cri.as_cri_ref().diagnostic().to_string())
    };
    let changed = [
        change(Component::Scheme, |scheme| scheme.scheme_name("s")),
        change(Component::Authority, Builder::rootless),
        change(Component::Userinfo, |userinfo| userinfo),
        change(Component::Host, |host| host.host_ip([1, 2, 3, 4].into())),
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
    for (value, shown) in [(Value::from("secret"), "Text"), (Value::from(&[piece]), "Pet")] {
        assert_eq!(format!("{value:?}"), shown);
    }
}
