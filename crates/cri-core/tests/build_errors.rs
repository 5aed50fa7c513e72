//! Errors of building: which calls are refused, which error is the first, and where it is.

use cri_core::__private::checked_host;
use cri_core::{
    ArrayBuffer, BuildError, BuildErrorKind, Builder, Component, Cri, CriRef, CriRefBuf,
    DecodeErrorKind, Discard, Piece, Revision, SliceBuffer,
};

pub(crate) type Buffer = ArrayBuffer<512>;
pub(crate) type Calls = fn(Builder<Buffer>) -> Builder<Buffer>;

pub(crate) fn new() -> Builder<Buffer> {
    Builder::new(Revision::Draft16, Buffer::new())
}

pub(crate) fn full() -> Builder<Buffer> {
    new().scheme_number(0)
}

pub(crate) fn error(builder: Builder<Buffer>) -> (BuildErrorKind, Component, usize) {
    let error: BuildError = builder.finish().unwrap_err();
    (error.kind(), error.component(), error.offset())
}

pub(crate) const fn rule(kind: DecodeErrorKind) -> BuildErrorKind {
    BuildErrorKind::Rule(kind)
}

/// Each function of the builder, and the component that it sets.
pub(crate) const CALLS: [(Component, Calls); 16] = [
    (Component::Scheme, |to| to.scheme_number(1)),
    (Component::Scheme, |to| to.scheme_name("s")),
    (Component::Discard, |to| to.discard(Discard::Segments(3))),
    (Component::Authority, Builder::rootless),
    (Component::Userinfo, |to| to.userinfo("v")),
    (Component::Host, |to| to.host("i.j")),
    (Component::Host, |to| to.label("i")),
    (Component::Host, |to| to.host_ip([1, 2, 3, 4])),
    (Component::Host, |to| checked_host(to, "i.j")),
    (Component::ZoneId, |to| to.zone("z")),
    (Component::Port, |to| to.port(8)),
    (Component::Path, |to| to.segment("b")),
    (Component::Path, Builder::empty_path),
    (Component::Query, |to| to.parameter("r")),
    (Component::Query, Builder::unset_query),
    (Component::Fragment, |to| to.fragment("g")),
];

// shows: D16-3-03
#[test]
fn what_needs_a_host_says_so() {
    let port = "a port needs a host, and comes once, directly after the host or its zone-id";
    let zone = "a zone-id needs an IP address as the host, and comes once, directly after it";
    let cri = Cri::decode(b"\x83\x20\x82\x61h\x18\x63\x81\x61a").unwrap(); // [-1, ["h", 99], ["a"]]
    let change = |component, call: Calls| {
        cri.sections().change(component, Revision::Draft16, Buffer::new(), call)
    };
    for (builder, component, message) in [
        (change(Component::Host, |to| to), Component::Port, port),
        (change(Component::ZoneId, |to| to.zone("x")), Component::ZoneId, zone),
        (full().port(1), Component::Port, port),
        (full().host("h").port(1).port(1), Component::Port, port),
        (full().host("h").segment("a").port(1), Component::Port, port),
        (full().zone("z"), Component::ZoneId, zone),
        (full().host_ip([0; 16]).zone("z").zone("z"), Component::ZoneId, zone),
    ] {
        let error = builder.finish().unwrap_err();
        let found = (error.kind(), error.component());
        assert_eq!(found, (BuildErrorKind::OutOfOrder, component));
        assert!(error.to_string().starts_with(message), "{error}");
    }
    assert!(change(Component::Authority, |to| to).finish().is_ok());
}

// shows: D16-6.1-15, R3986-3.2.2-01
#[test]
fn texts_of_addresses_are_no_names() {
    let texts = "2001:db8::1 :: ::1 2001:DB8::1 ::ffff:192.0.2.1 fe80::1%eth0 fe80::1%25eth0 fe80::1% [::1] [::1 [::1]:5683 \
                 [fe80::1%eth0] [fe80::1%25eth0]:5683 [v1.a] 192.0.2.1:5683 192.0.2.1%eth0 [192.0.2.1] \
                 ::ffff:1.2.3.4:80 2001:db8::1/64 ::1] 1:2:3:4:5:6:7:8:80 2001:db8::1]:80 h:80 h: :80 a.b:80 ::g ::1.example 1:2 a[b";
    let advice =
        "this name has a colon, a bracket or a zone-id, which belong to an address or a port; ";
    for text in texts.split(' ').chain([" ::1", "::1 "]) {
        for builder in [full(), new(), full().userinfo("u")] {
            let error = builder.host(text).finish().unwrap_err();
            let found = (error.kind(), error.component());
            assert_eq!(found, (BuildErrorKind::AddressText, Component::Host), "{text}");
            assert!(error.to_string().starts_with(advice), "{error}");
        }
    }
    assert_eq!(error(full().host("::1")).2, 3);
    assert_eq!(error(full().userinfo("u").host("::1")).2, 6);
    let ipv4 = full().host("192.0.2.1").finish().unwrap_err();
    assert_eq!(ipv4.kind(), rule(DecodeErrorKind::Ipv4Labels));
    assert_eq!(ipv4.to_string(), "the labels read as an IPv4 address; set it with `host_ip`");
    let labels = full().label("192").label("0").label("2").label("1").finish().unwrap_err();
    assert_eq!(labels, ipv4);
    for name in ["1.2.3", "1.2.3.256", "0x7f.1", "127.0.0.1.", "1.2.3.4.5", "a%b", ""] {
        let built: CriRefBuf<Buffer> = full().host(name).finish().unwrap();
        assert_eq!(built.sections().host().unwrap().name().unwrap().to_string(), name);
    }
    // A label is a label.
    let built = full().label("2001:db8::1").finish().unwrap();
    assert_eq!(format!("{built:?}"), r#"[-1, ["2001:db8::1"], []]"#);
}

#[test]
fn an_error_says_which_item_is_wrong() {
    let many = |count| (0..count).fold(full().host("h"), |to, _| to.segment(""));
    let pet = [Piece::text("a"), Piece::bytes(b"b")];
    for (builder, index, message) in [
        (full().host("h").segment("a").segment("..").segment("b"), Some(1), "at segments[1];"),
        (full().segment("a").segment("b").segment(&pet[..]), Some(2), "at segments[2]"),
        (full().host("h").parameter("a").parameter(&pet[..]), Some(1), "at parameters[1]"),
        (new().unset_query().parameter(&pet[..]), Some(0), "at parameters[0]"),
        (full().host("a.b.C.d").port(1), Some(2), "at labels[2];"),
        (full().label("a").label("Ä"), Some(1), "at labels[1];"),
        (full().userinfo("u").label("a").label("B"), Some(1), "at labels[1];"),
        (full().userinfo("u").host("a.Ä"), Some(1), "at labels[1];"),
        (checked_host(full().userinfo("u"), "a.B"), Some(1), "at labels[1];"),
        (full().host("h").label("a.b").segment(".."), Some(1), "at labels[1];"),
        (full().segment("").segment("a").segment("b"), Some(0), "at segments[0]"),
        (many(40).segment("."), Some(40), "at segments[40];"),
        (many(254).segment(".").fragment("f"), Some(254), "at segments[254];"),
        (many(300).segment(".").fragment("f"), Some(300), "at segments[300];"),
        // These are not about one item.
        (full().host("192.0.2.1"), None, "IPv4 address; set"),
        (full().host("h").segment("a").host("i"), None, "out of order; add"),
        (full().userinfo("u"), None, "no host"),
        (new().scheme_name("S"), None, "not a scheme name; a scheme name"),
        (new().discard(Discard::Segments(128)), None, "greater than 127"),
        (full().host("h").fragment(&pet[..]), None, "in the fragment has a character"),
        (full().userinfo(&pet[..]).host("h"), None, "in the userinfo has a character"),
    ] {
        let error = builder.finish().unwrap_err();
        assert_eq!(error.index(), index, "{error}");
        let shown = error.to_string();
        assert!(shown.contains(message) && !shown.contains("at byte"), "{error}");
        assert_eq!(shown.contains('['), index.is_some(), "{error}");
    }
    // The items of other components do not count.
    let cri = Cri::decode(b"\x83\x20\x81\x61h\x82\x61a\x61b").unwrap(); // coap://h/a/b
    let change: Calls = |to| to.parameter("x").parameter(&[Piece::bytes(b"a")]);
    let changed = cri.sections().change(Component::Query, Revision::Draft16, Buffer::new(), change);
    assert_eq!(changed.finish().unwrap_err().index(), Some(1));
}

// shows: D16-3-03
#[test]
fn the_first_error_is_the_first() {
    use BuildErrorKind::{AddressText, BufferFull, OutOfOrder};
    use DecodeErrorKind as Rule;
    let pet = |builder: Builder<Buffer>| builder.segment(&[Piece::bytes(b"a")]);
    for (builder, kind, component) in [
        (full().segment("..").host("h"), rule(Rule::DotSegment), Component::Path),
        (new().segment("..").host("h"), rule(Rule::DotSegment), Component::Path),
        (full().label("a.b").label("Ä"), rule(Rule::DotInLabel), Component::Host),
        (full().label("A").segment("b").port(1), rule(Rule::UpperCaseHost), Component::Host),
        (
            full().host("h").segment("..").segment("x".repeat(600).as_str()),
            rule(Rule::DotSegment),
            Component::Path,
        ),
        (new().scheme_name("S").host("::1"), rule(Rule::InvalidSchemeName), Component::Scheme),
        (new().scheme_name("S").host("Ä"), rule(Rule::InvalidSchemeName), Component::Scheme),
        (
            new().scheme_name("S").host_ip([0; 4]).zone("z"),
            rule(Rule::InvalidSchemeName),
            Component::Scheme,
        ),
        (
            new().discard(Discard::Segments(128)).host("h"),
            rule(Rule::DiscardRange),
            Component::Discard,
        ),
        (pet(full().host("h")).host("i"), rule(Rule::PetNotMinimal), Component::Path),
        (
            full().userinfo("u").segment("a").host("h"),
            rule(Rule::MissingHost),
            Component::Authority,
        ),
        (
            full().rootless().parameter("q").segment("a"),
            rule(Rule::EmptyRootlessPath),
            Component::Path,
        ),
        (
            full().segment("").segment("a").host("h"),
            rule(Rule::LeadingEmptySegment),
            Component::Path,
        ),
        (full().host("1.2.3.4").scheme_number(0), rule(Rule::Ipv4Labels), Component::Host),
        (
            full().label("1").label("2").label("3").label("4").port(1).port(1),
            rule(Rule::Ipv4Labels),
            Component::Host,
        ),
        // No further segment heals a path that begins wrongly.
        (
            new().scheme_name("x").segment("").segment("").segment(".."),
            rule(Rule::LeadingEmptySegment),
            Component::Path,
        ),
        (
            pet(full().segment("").segment("a")).segment("b"),
            rule(Rule::LeadingEmptySegment),
            Component::Path,
        ),
        (
            full().rootless().segment("").segment(".."),
            rule(Rule::EmptyRootlessPath),
            Component::Path,
        ),
        (
            // Whether a reference without a scheme resolves depends on its base.
            new().rootless().segment("").segment("a").segment(".."),
            rule(Rule::DotSegment),
            Component::Path,
        ),
        (
            full().host("h").segment("").segment("").segment(".."),
            rule(Rule::DotSegment),
            Component::Path,
        ),
        (new().segment("").segment("").segment(".."), rule(Rule::DotSegment), Component::Path),
        // What could still have become a CRI is no error.
        (full().userinfo("u").userinfo("v"), OutOfOrder, Component::Userinfo),
        (full().rootless().host("h"), OutOfOrder, Component::Host),
        (
            full().label("1").label("2").label("3").label("4").label("Ä"),
            rule(Rule::UpperCaseHost),
            Component::Host,
        ),
        (full().host("1.2.3.4.Ä"), rule(Rule::UpperCaseHost), Component::Host),
        (full().segment("a").host("h").segment(".."), OutOfOrder, Component::Host),
        (full().host("::1").segment(".."), AddressText, Component::Host),
        (full().rootless().segment("x".repeat(600).as_str()), BufferFull, Component::Path),
        (full().userinfo("x".repeat(600).as_str()), BufferFull, Component::Userinfo),
        (new().fragment("x".repeat(600).as_str()), BufferFull, Component::Fragment),
        (full().userinfo("u").host("x".repeat(600).as_str()), BufferFull, Component::Host),
    ] {
        let (found, place, _) = error(builder.clone());
        assert_eq!((found, place), (kind, component));
        // Nothing that follows changes it.
        for (_, call) in CALLS {
            assert_eq!(error(call(builder.clone())), error(builder.clone()));
        }
    }
    let error = new().segment("..").finish_full().unwrap_err();
    assert_eq!(error.kind(), rule(Rule::DotSegment));
}

// shows: D16-3-03
#[test]
fn the_first_error_of_any_calls_is_that_of_the_shortest_prefix() {
    let bad: [Calls; 6] = [
        |to| to.segment(".."),
        |to| to.label("A"),
        |to| to.label("Ä"),
        |to| to.host("::1"),
        |to| to.scheme_name("S"),
        |to| to.segment(&[Piece::text("a")]),
    ];
    let calls: Vec<Calls> = CALLS.iter().map(|(_, call)| *call).chain(bad).collect();
    let mut errors = 0;
    for &first in &calls {
        for &second in &calls {
            for &third in &calls {
                let prefixes = [first(new()), second(first(new())), third(second(first(new())))];
                let found = prefixes.map(|builder| {
                    builder.finish().map(|_| ()).map_err(|error| (error.kind(), error.component()))
                });
                // A prefix may fail because something is missing.
                let missing = |found: &Result<(), (BuildErrorKind, Component)>| {
                    matches!(
                        found,
                        Err((
                            BuildErrorKind::Rule(
                                DecodeErrorKind::MissingHost | DecodeErrorKind::EmptyRootlessPath
                            ),
                            _
                        ))
                    )
                };
                if let Some(index) =
                    found.iter().position(|found| found.is_err() && !missing(found))
                {
                    assert!(found[index..].iter().all(|later| *later == found[index]), "{found:?}");
                    errors += 1;
                }
            }
        }
    }
    assert!(errors > 5000, "{errors}");
}

// shows: D16-2-C5-02
#[test]
fn offsets_are_those_in_the_interchange_form() {
    use DecodeErrorKind as Rule;
    let long = "x".repeat(30);
    let labels = |count| (0..count).fold(full(), |builder, _| builder.label("a"));
    let segments = |count| (0..count).fold(full().host("h"), |builder, _| builder.segment("a"));
    for (builder, kind, at) in [
        // [-1, ["aÄ"]]: heads of the outer array, the scheme, the authority and the label, and one letter.
        (full().label("aÄ"), rule(Rule::UpperCaseHost), 5),
        (full().label("aB"), rule(Rule::UpperCaseHost), 5),
        (full().host("ab.cdÄ"), rule(Rule::UpperCaseHost), 9),
        // A head of two bytes.
        (full().label(format!("{long}Ä").as_str()), rule(Rule::UpperCaseHost), 35),
        // [-1, [["a", h'FF', "bÄ"]]]
        (
            full().label(&[Piece::text("a"), Piece::bytes(b"\xff"), Piece::text("bÄ")]),
            rule(Rule::UpperCaseHost),
            10,
        ),
        // The 24th label makes the head of the authority one byte longer.
        (labels(22).label("Ä"), rule(Rule::UpperCaseHost), 3 + 2 * 22 + 1),
        (labels(23).label("Ä"), rule(Rule::UpperCaseHost), 4 + 2 * 23 + 1),
        (labels(23).label("A"), rule(Rule::UpperCaseHost), 4 + 2 * 23 + 1),
        (labels(24).host_ip([0; 4]), BuildErrorKind::OutOfOrder, 4 + 2 * 24),
        (segments(23).port(1), BuildErrorKind::OutOfOrder, 6 + 2 * 23),
        (segments(24).port(1), BuildErrorKind::OutOfOrder, 7 + 2 * 24),
        (full().host("h").segment("a").segment(".."), rule(Rule::DotSegment), 8),
        (full().host("h").segment("..").port(1), rule(Rule::DotSegment), 6),
        (full().host_ip([0; 4]).zone("z"), BuildErrorKind::ZoneOnIpv4, 8),
        (full().userinfo("u").host_ip([0; 4]).zone("z"), BuildErrorKind::ZoneOnIpv4, 11),
    ] {
        let (found, _, offset) = error(builder);
        assert_eq!((found, offset), (kind, at));
    }
    // An item of another CRI: [null, [["a", h'FF', "bÄ"]]].
    let other = CriRef::decode(b"\x82\xf6\x81\x83\x61a\x41\xff\x63b\xc3\x84").unwrap();
    let label = other.sections().host().and_then(|host| host.name()?.labels().next()).unwrap();
    assert_eq!(error(full().label(label)).2, 10);
}

#[test]
fn a_full_buffer_ends_where_the_next_bytes_would_be() {
    let build = |room| {
        let mut space = vec![0; room];
        let builder = Builder::new(Revision::Draft16, SliceBuffer::new(&mut space));
        let built = builder.scheme_number(0).host("hh").port(7).segment("a").finish().map(|_| ());
        built.map_err(|error| (error.kind(), error.component(), error.offset()))
    };
    let full = |component, at| Err((BuildErrorKind::BufferFull, component, at));
    // [-1, ["hh", 7], ["a"]]
    assert_eq!(build(0), full(Component::Cri, 0));
    assert_eq!(build(1), full(Component::Scheme, 1));
    assert_eq!(build(2), full(Component::Host, 2));
    assert_eq!(build(5), full(Component::Host, 4));
    assert_eq!(build(6), full(Component::Port, 6));
    assert_eq!(build(7), full(Component::Path, 7));
    assert_eq!(build(9), full(Component::Path, 9));
    assert_eq!(build(10), Ok(()));
}
