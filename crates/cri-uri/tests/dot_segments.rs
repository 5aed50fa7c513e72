//! Dot-segments go in linear time. `checks/exhaustive` tries all short paths.

use crate::conversion;

use conversion::{to_cri, to_uri};
use cri_testvectors::{assert_linear, sample};
use cri_uri::{Options, Uri};

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
            let target = Uri::parse("s://h").unwrap().join(&path).unwrap().to_string();
            assert!(target.len() <= "s://h".len() + path.len());
            assert!(to_cri(&format!("s://h{path}"), Options::default()).is_ok());
        });
    }
}

#[test]
fn conversion_takes_linear_time() {
    let texts = [
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
    ];
    for (front, unit) in sample(texts, 5) {
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
