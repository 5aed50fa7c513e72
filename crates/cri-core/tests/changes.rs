//! Changing one component with a builder leaves the others as they are.

use cri_core::{
    BuildErrorKind, Builder, Component, Cri, CriRef, CriRefBuf, Host, Piece, Revision, Sections,
};

use crate::build_errors::{Buffer, CALLS, Calls, error, new};

/// The components that one call can change.
const PARTS: [Component; 9] = [
    Component::Scheme,
    Component::Userinfo,
    Component::Host,
    Component::ZoneId,
    Component::Port,
    Component::Discard,
    Component::Path,
    Component::Query,
    Component::Fragment,
];

/// What a value has of a component, as text.
fn part(sections: &Sections<'_>, part: Component) -> String {
    let host = sections.host();
    match part {
        Component::Scheme => format!("{:?}", sections.scheme()),
        // Its `Debug` masks the password.
        Component::Userinfo => {
            let pieces = sections.userinfo().map(|userinfo| userinfo.item().pieces());
            format!("{:?}", pieces.map(|pieces| pieces.map(Piece::as_bytes).collect::<Vec<_>>()))
        }
        // A rootless section has no host, and differs from none.
        Component::Host => match host {
            Some(Host::Ip(ip)) => ip.address().to_string(),
            Some(Host::Name(name)) => format!("{name:?}"),
            None => format!("{:?}", sections.authority_section()),
        },
        Component::ZoneId => format!("{:?}", host.and_then(|host| host.ip()?.zone())),
        Component::Port => format!("{:?}", sections.port()),
        Component::Discard => format!("{:?}", sections.discard()),
        Component::Path => format!("{:?}", sections.segments().collect::<Vec<_>>()),
        Component::Query => format!("{:?}", sections.query()),
        _ => format!("{:?}", sections.fragment()),
    }
}

/// Whether `part` is the component, or a part of it.
fn is_within(part: Component, component: Component) -> bool {
    use Component::{Authority, Host, Port, ZoneId};
    match component {
        Authority => (Authority..=Port).contains(&part),
        Host => matches!(part, Host | ZoneId),
        _ => part == component,
    }
}

/// Whether a change of `component` may change `part`. A scheme and an authority take the place of a discard.
fn may_change(component: Component, part: Component) -> bool {
    use Component::{Authority, Discard, Host, Scheme, Userinfo};
    let replaces = matches!(component, Scheme | Authority | Host | Userinfo) && part == Discard;
    replaces || is_within(part, component)
}

// shows: D16-3-03
#[test]
fn a_change_edits_no_other_component() {
    let values: [&[u8]; 10] = [
        b"\x85\x20\x84\xf4\x61u\x61h\x07\x81\x61a\x81\x61q\x61f", // [-1, [false, "u", "h", 7], ["a"], ["q"], "f"]
        b"\x84\x20\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x62e0\x81\x61a\x81\x61q", // with a zone
        b"\x83\x20\x81\x44\x01\x02\x03\x04\x80", // [-1, [h'01020304'], []]
        b"\x84\x61s\xf5\x82\x61a\x61b\x81\x61q", // ["s", true, ["a", "b"], ["q"]]
        b"\x84\x61s\xf6\x82\x61a\x61b\x81\x61q", // ["s", null, ["a", "b"], ["q"]]
        b"\x83\xf6\x82\x61h\x07\x81\x61a",       // [null, ["h", 7], ["a"]]
        b"\x83\xf6\xf5\x81\x61a",                // [null, true, ["a"]]
        b"\x84\x02\x81\x61a\x81\x61q\x61f",      // [2, ["a"], ["q"], "f"]
        b"\x83\x00\xf6\x81\x61q",                // [0, null, ["q"]]
        b"\x80",
    ];
    let (mut kept, mut refused) = (0, 0);
    let components = PARTS.into_iter().chain([Component::Authority]);
    for (component, value) in components.flat_map(|part| values.map(|value| (part, value))) {
        let before = CriRef::decode(value).unwrap().sections();
        // No call, one, and two.
        let one = CALLS.map(|(part, call)| vec![(part, call)]).into_iter();
        let two = CALLS.iter().flat_map(|first| CALLS.map(|second| vec![*first, second]));
        for calls in one.chain(two).chain([Vec::new()]) {
            let change = |to| calls.iter().fold(to, |to, (_, call)| call(to));
            let built = before.change(component, Revision::Draft16, Buffer::new(), change).finish();
            let foreign = calls.iter().find(|(part, _)| !is_within(*part, component));
            let built: CriRefBuf<Buffer> = match (built, foreign) {
                (Ok(built), None) => built,
                (Ok(built), Some((part, _))) => panic!("{component} and {part}: {built:?}"),
                (Err(error), foreign) => {
                    let others = foreign.map(|(part, _)| *part);
                    if error.kind() == BuildErrorKind::OtherComponent {
                        assert_eq!(Some(error.component()), others);
                        refused += 1;
                    }
                    continue;
                }
            };
            let after = built.sections();
            for other in PARTS.into_iter().filter(|other| !may_change(component, *other)) {
                assert_eq!(
                    part(&before, other),
                    part(&after, other),
                    "{component} {other} {before:?} {after:?}"
                );
            }
            kept += 1;
        }
    }
    assert!(kept > 300 && refused > 15000, "{kept} {refused}");
}

#[test]
fn a_change_names_the_component_that_it_must_not_edit() {
    // coap://h/a/b?x=1#f
    let cri = Cri::decode(b"\x85\x20\x81\x61h\x82\x61a\x61b\x81\x63x=1\x61f").unwrap();
    let change = |component, change: Calls| {
        error(cri.sections().change(component, Revision::Draft16, Buffer::new(), change))
    };
    for (component, call, named, at) in [
        (Component::Path, (|to| to.parameter("y")) as Calls, Component::Query, 5),
        (Component::Query, |to| to.segment("y"), Component::Path, 10),
        (Component::Discard, |to| to.label("x"), Component::Host, 5),
        (Component::Host, |to| to.host("i").port(7), Component::Port, 5),
        (Component::ZoneId, |to| to.host("i"), Component::Host, 5),
        (Component::Query, Builder::empty_path, Component::Path, 10),
        (Component::Path, Builder::unset_query, Component::Query, 5),
    ] {
        assert_eq!(
            change(component, call),
            (BuildErrorKind::OtherComponent, named, at),
            "{component}"
        );
    }
    let other: Calls = |_| new().scheme_name("s").segment("c");
    assert_eq!(change(Component::Path, other).0, BuildErrorKind::OtherComponent);
    let message = |component, call: Calls| {
        let builder = cri.sections().change(component, Revision::Draft16, Buffer::new(), call);
        builder.finish().unwrap_err().to_string()
    };
    assert_eq!(
        message(Component::Path, |to| to.parameter("y")),
        "the query is not the component to change; change it by a call of its own"
    );
    assert_eq!(
        message(Component::Path, other),
        "the function that changes a component returned another builder than it was given"
    );
    // A host or a zone-id that is not there cannot be left out.
    let rootless = Cri::decode(b"\x83\x61s\xf5\x81\x61a").unwrap(); // ["s", true, ["a"]]
    for component in [Component::Userinfo, Component::Host, Component::ZoneId, Component::Port] {
        let same = rootless.sections().change(component, Revision::Draft16, Buffer::new(), |to| to);
        assert_eq!(same.finish().unwrap().as_bytes(), rootless.as_bytes());
    }
    // The whole CRI may change.
    let builder = cri.sections().change(Component::Cri, Revision::Draft16, Buffer::new(), other);
    assert!(builder.finish().is_ok());
}

// A port follows a host, and a zone-id an address (section 2).
