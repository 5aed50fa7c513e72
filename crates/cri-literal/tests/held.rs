//! Literals of the type that servers keep, in all places where such a value stands.

use std::collections::{BTreeMap, HashMap};

use cri_core::{CriKey, Revision};
use cri_literal::uri_cri;
use cri_uri::{Options, Profile, Rfc9988, UriCri, UriCriRef};

type Link = UriCri<Rfc9988>;

const HOME: Link = uri_cri!("coap://h/a/b", revision = Rfc9988);

#[test]
fn a_literal_is_the_value_that_its_text_converts_to() {
    let parsed: Link = "coap://h/a/b".parse().unwrap();
    assert_eq!(HOME, parsed);
    assert_eq!(HOME.as_bytes(), parsed.as_bytes());
    assert_eq!(Link::from(HOME), parsed);
    assert_eq!(HOME.clone().to_string(), "coap://h/a/b");
    assert_eq!(uri_cri!("coap://h"), "coap://h".parse::<UriCri>().unwrap());
    let joined: UriCri = uri_cri!(concat!("coap:", "//h"));
    assert_eq!(joined, uri_cri!("coap://h"));
}

#[test]
fn a_literal_has_any_profile_of_its_revision() {
    enum Short {}
    impl Profile for Short {
        const OPTIONS: Options = Options::new(Revision::Rfc9988);
        const MAX_LEN: usize = 128;
    }
    const LINK: UriCri<Short> = uri_cri!("coap://h/a", revision = Rfc9988);
    assert_eq!(LINK, "coap://h/a".parse::<UriCri<Short>>().unwrap());
}

#[test]
fn a_literal_stands_where_a_value_does() {
    let link = HOME.resolve(&"c".parse::<UriCriRef<_>>().unwrap()).unwrap();
    assert!(link != HOME && link.as_cri() != HOME);
    assert_eq!(HOME.relativize(&link).to_string(), "c");
    assert_eq!(link.relativize(HOME).to_string(), "b");
    let rooms = HashMap::from([(HOME, 1)]);
    assert_eq!((rooms.get(&HOME), rooms.get(&link)), (Some(&1), None));
    let rooms = BTreeMap::from([(HOME, 1), (link, 2)]);
    assert_eq!(rooms.get(&HOME.as_cri() as &dyn CriKey), Some(&1));
}

mod of_one_revision {
    cri_literal::literals!(Rfc9988);

    #[test]
    fn macros_of_a_crate_have_its_revision() {
        assert_eq!(cri!("coap+ws://h").as_bytes(), b"\x82\x38\x18\x81\x61h"); // [-25, ["h"]]
        assert_eq!(cri_ref!("a").as_bytes(), b"\x82\x01\x81\x61a"); // [1, ["a"]]
        let link: super::Link = uri_cri!("coap+ws://h");
        assert_eq!(link, cri!("coap+ws://h"));
    }
}
