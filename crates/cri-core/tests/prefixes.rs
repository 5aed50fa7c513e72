//! Whether one CRI is under another.
#![cfg(feature = "alloc")]

use cri_core::{Builder, Cri, CriRef, CriVec, Piece, Revision, TextOrPet};

/// A CRI of host, port, segments, query and fragment.
fn cri(
    port: Option<u16>,
    segments: &[&str],
    query: Option<&str>,
    fragment: Option<&str>,
) -> CriVec {
    let builder = Builder::new(Revision::Draft16, Vec::new()).scheme_number(0).host("h");
    let builder = port.into_iter().fold(builder, Builder::port);
    let builder = segments.iter().copied().fold(builder, Builder::segment);
    let builder = query.into_iter().fold(builder, Builder::parameter);
    fragment.into_iter().fold(builder, Builder::fragment).finish_full().unwrap()
}

fn path(segments: &[&str]) -> CriVec {
    cri(None, segments, None, None)
}

#[test]
fn prefixes_are_whole_segments() {
    type Path = &'static [&'static str];
    // The segments of a CRI, those of a prefix, and what follows it.
    let cases: [(Path, Path, Option<Path>); 17] = [
        (&[], &[], Some(&[])),
        (&["a"], &[], Some(&["a"])),
        (&[""], &[], Some(&[""])),
        (&[], &[""], None),
        (&[""], &[""], Some(&[""])),
        (&["a"], &[""], Some(&["a"])),
        (&["a"], &["a"], Some(&[])),
        (&["a", ""], &["a"], Some(&[""])),
        (&["a", "b"], &["a"], Some(&["b"])),
        (&["ab"], &["a"], None),
        (&["a"], &["a", "b"], None),
        (&["a"], &["a", ""], None),
        (&["a", ""], &["a", ""], Some(&[""])),
        (&["a", "b"], &["a", ""], Some(&["b"])),
        (&["a", "b", "c"], &["a", "", "c"], None),
        (&["a", "", "c"], &["a", "", "c"], Some(&[])),
        (&["b"], &["a", ""], None),
    ];
    for (whole, prefix, rest) in cases {
        let (whole, prefix) = (path(whole), path(prefix));
        assert_eq!(whole.starts_with(&prefix), rest.is_some(), "{whole:?} {prefix:?}");
        let left = whole.strip_prefix(&prefix);
        assert_eq!(left.is_some(), rest.is_some());
        assert!(left.into_iter().flatten().eq(rest.unwrap_or_default().iter().copied()));
        assert_eq!(whole.as_cri().starts_with(prefix.as_cri()), rest.is_some());
    }
}

#[test]
fn scheme_and_authority_are_those_of_the_prefix() {
    let link = cri(Some(7), &["a", "b"], Some("q"), Some("f"));
    assert!(link.starts_with(&cri(Some(7), &["a"], None, None)));
    assert!(!link.starts_with(&path(&["a"])));
    let other = |bytes| Cri::decode(bytes).unwrap();
    for prefix in [
        other(b"\x83\x22\x82\x61h\x07\x81\x61a"), // another scheme
        other(b"\x83\x20\x82\x61g\x07\x81\x61a"),
        other(b"\x83\x20\x83\x61h\x61i\x07\x81\x61a"),
        other(b"\x83\x20\x84\xf4\x61u\x61h\x07\x81\x61a"),
        other(b"\x83\x20\xf6\x81\x61a"),
        other(b"\x83\x20\xf5\x81\x61a"),
    ] {
        assert!(!link.starts_with(prefix), "{prefix:?}");
    }
    // A relative reference is no prefix. Longer heads make no difference.
    assert!(!link.starts_with(CriRef::decode(b"\x82\xf5\x81\x61a").unwrap()));
    assert!(link.starts_with(other(b"\x83\x38\x00\x98\x02\x78\x01h\x18\x07\x98\x01\x78\x01a")));
}

#[test]
fn nothing_is_below_a_query_or_a_fragment() {
    let at = |segments, query, fragment| cri(None, segments, query, fragment);
    let prefix = at(&["a"], Some("q"), None);
    assert!(prefix.starts_with(&prefix));
    assert!(!at(&["a"], Some("q"), Some("f")).starts_with(&prefix));
    assert!(!at(&["a"], Some("r"), None).starts_with(&prefix));
    assert!(!at(&["a"], None, None).starts_with(&prefix));
    assert!(!at(&["a", "b"], Some("q"), None).starts_with(&prefix));
    let prefix = at(&["a", ""], None, Some("f"));
    assert!(prefix.starts_with(&prefix));
    assert!(!at(&["a", "b"], None, Some("f")).starts_with(&prefix));
    assert!(!at(&["a", ""], Some("q"), Some("f")).starts_with(&prefix));
}

#[test]
fn a_prefix_may_be_a_path_of_two_runs() {
    let base = path(&["a", "b"]);
    let target = base.resolve(CriRef::decode(b"\x82\x00\x82\x61c\x60").unwrap()).unwrap();
    assert!(path(&["a", "b", "c", "d"]).starts_with(target));
    assert!(path(&["a", "b", "c", ""]).starts_with(target));
    assert!(!path(&["a", "b", "c"]).starts_with(target));
    assert!(!path(&["a", "b", "d", ""]).starts_with(target));
    assert!(target.last_segment().is_some_and(TextOrPet::is_empty));
}

#[test]
fn segments_strip_any_items() {
    let (text, bytes) = (Piece::text, Piece::bytes);
    let pet = [text("b"), bytes(b"/")];
    let builder = Builder::new(Revision::Draft16, Vec::new()).scheme_number(0).host("h");
    let link = builder.segment("a").segment(&pet).segment("c").finish_full().unwrap();
    let strings = vec![String::from("a")];
    assert_eq!(link.segments().strip_prefix(&strings).unwrap().count(), 2);
    assert_eq!(link.segments().strip_prefix(strings).unwrap().count(), 2);
    assert!(link.segments().strip_prefix(link.segments().take(2)).unwrap().eq(["c"]));
    assert!(link.segments().strip_prefix(path(&["a", "b/"]).segments()).is_none());
    assert!(link.last_segment().is_some_and(|segment| segment == "c"));
    assert!(path(&[]).last_segment().is_none());
}

#[test]
fn the_target_of_a_reference_is_asked_without_a_copy() {
    let (base, folder) = (path(&["hall", ""]), path(&["hall", ""]));
    let target = base.as_cri().resolve(CriRef::decode(b"\x82\x01\x81\x64temp").unwrap()).unwrap(); // [1, ["temp"]]
    assert!(target.starts_with(&folder) && target.strip_prefix(&folder).unwrap().eq(["temp"]));
    assert!(!target.starts_with(&path(&["roof"])));
}
