//! Dot-segments: every short path, and long ones in linear time.

use crate::conversion;
use crate::rfc3986;

use conversion::{to_cri, to_uri};
use cri_core::{Discard, TextOrPet};
use cri_testvectors::assert_linear;
use cri_uri::{__private, Normalization, Options, Table, ToCriErrorKind, UriRef};
use rfc3986::{decode_dots, normal_path, remove_dot_segments};

/// Every path of up to five of these segments.
fn short_paths() -> impl Iterator<Item = String> {
    const SEGMENTS: [&str; 6] = ["", ".", "..", "a", "%2E", ".%2e"];
    (1..=5_u32).flat_map(|len| {
        (0..SEGMENTS.len().pow(len)).map(move |index| {
            let segments =
                (0..len).map(|place| SEGMENTS[index / SEGMENTS.len().pow(place) % SEGMENTS.len()]);
            segments.collect::<Vec<_>>().join("/")
        })
    })
}

// shows: D16-2.1-08, R3986-5.2.1-02, R3986-5.2.4-01, R3986-5.2.4-03, R3986-5.2.4-06
#[test]
fn dot_segments_go_as_the_steps_say() {
    let options = Options::default();
    for path in short_paths() {
        for front in ["s:", "s:/a/"] {
            if front == "s:" && path.starts_with("//") {
                continue; // That is an authority.
            }
            let expected = format!("s:{}", normal_path(&format!("{}{path}", &front[2..])));
            match to_cri(&format!("{front}{path}"), options) {
                Ok(cri) => assert_eq!(to_uri(cri.as_cri_ref(), options), expected, "{front}{path}"),
                Err(error) if error.kind() == ToCriErrorKind::LeadingEmptySegment => {
                    assert!(expected.starts_with("s://"), "{front}{path}");
                }
                Err(error) => panic!("{front}{path}: {error}"),
            }
        }
    }
}

// shows: R3986-6.2.2.3-02
#[test]
fn normalising_removes_literal_dot_segments_first() {
    let both = Normalization::PERCENT.with(Normalization::DOT_SEGMENTS);
    for path in short_paths() {
        for (front, path) in
            [("s:", path.clone()), ("s:", format!("/{path}")), ("//h", format!("/{path}"))]
        {
            if front == "s:" && path.starts_with("//") {
                continue; // That is an authority.
            }
            for (steps, expected) in [
                (both, normal_path(&path)),
                (Normalization::DOT_SEGMENTS, remove_dot_segments(&path)),
            ] {
                // Without an authority, `//` would read as one.
                let guard = if front == "s:" && expected.starts_with("//") { "/." } else { "" };
                let uri = format!("{front}{path}");
                let normal = UriRef::parse(&uri).unwrap().normalize(steps, Table::DRAFT_16);
                assert_eq!(normal.to_string(), format!("{front}{guard}{expected}"), "{uri}");
            }
        }
    }
}

/// The segments that the dot-segments among them leave, and how many `..` find none to remove.
fn without_dots(path: impl Iterator<Item = String>) -> (Vec<String>, u8) {
    let (mut segments, mut above, mut dots) = (Vec::new(), 0, false);
    for segment in path {
        dots = matches!(&*segment, "." | "..");
        match &*segment {
            ".." if segments.pop().is_none() => above += 1,
            "." | ".." => {}
            _ => segments.push(segment),
        }
    }
    if dots {
        segments.push(String::new());
    }
    (segments, above)
}

// shows: D16-6.1-31, R3986-5.2.4-07
#[test]
fn relative_paths_count_the_segments_above() {
    for path in short_paths().filter(|path| !path.is_empty() && !path.starts_with('/')) {
        let (segments, literal) = without_dots(path.split('/').map(str::to_owned));
        let (segments, encoded) = without_dots(segments.iter().map(|segment| decode_dots(segment)));
        let cri = to_cri(&path, Options::default()).unwrap();
        let sections = cri.as_cri_ref().sections();
        assert_eq!(sections.discard(), Discard::Segments(1 + literal + encoded), "{path}");
        let found = sections.path().into_iter().flat_map(|path| path.segments());
        assert!(
            found.map(TextOrPet::as_str).eq(segments.iter().map(|segment| Some(&**segment))),
            "{path}"
        );
        // After an authority, the remaining path begins with a slash.
        let rooted = to_uri(
            to_cri(&format!("//h/{path}"), Options::default()).unwrap().as_cri_ref(),
            Options::default(),
        );
        assert_eq!(rooted, format!("//h{}", normal_path(&format!("/{path}"))));
    }
}

// shows: R3986-5.2.4-08
#[test]
fn removing_dot_segments_takes_linear_time() {
    let paths: [fn(usize) -> String; 5] = [
        |len| ["/a".repeat(len / 5), "/..".repeat(len / 5)].concat(),
        |len| "/a/..".repeat(len / 5),
        |len| "/./.".repeat(len / 4),
        |len| "/%2E%2E".repeat(len / 7),
        |len| "/%2E%2E/..".repeat(len / 10),
    ];
    for path in paths {
        assert_linear(&path(20), 1 << 13, |len| {
            let path = path(len);
            assert!(__private::remove_dot_segments(&path).to_string().len() <= path.len());
            assert!(to_cri(&format!("s://h{path}"), Options::default()).is_ok());
        });
    }
}

#[test]
fn conversion_takes_linear_time() {
    for (front, unit) in [
        ("coap://h/", "../"),
        ("coap://h/", "a/"),
        ("coap://h/", "%41"),
        ("coap://h/", "%FF"),
        ("coap://h/", "%3Ba"),
        ("coap://h/", "./"),
        ("coap://h/", "a/../"),
        ("coap://h/", "%2E%2E/../"),
        ("coap://h/", "a/%2e/../"),
        ("coap://h/", "a"),
        ("coap://", "a."),
        ("coap://", "%41%2E"),
        ("coap://", "%C3%A9"),
        ("coap://u", "%3A"),
        ("coap://h?", "&"),
        ("coap://h#", "%3a"),
        ("s:", "../"),
        ("s:b/", "a/../"),
        ("a/", "b/../"),
        ("a/", "%2E./../"),
    ] {
        assert_linear(&format!("{front}{unit}…"), 1 << 13, |len| {
            let uri = format!("{front}{}", unit.repeat(len / unit.len()));
            let cri = to_cri(&uri, Options::default()).unwrap();
            let back = to_uri(cri.as_cri_ref(), Options::default());
            assert_eq!(
                to_cri(&back, Options::default()).unwrap().into_buffer(),
                cri.into_buffer(),
                "{front}{unit}…"
            );
        });
    }
    assert_linear("halves", 1 << 13, |len| {
        let halves = format!("s://h{}{}", "/a".repeat(len), "/..".repeat(len));
        assert_eq!(
            to_uri(to_cri(&halves, Options::default()).unwrap().as_cri_ref(), Options::default()),
            "s://h/"
        );
    });
}
