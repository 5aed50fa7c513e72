//! Builds CRIs and CRI references, converts them to URI references, and converts these back.

use crate::conversion;

use crate::samples::cris::cri;
use conversion::{to_cri, to_uri};
use cri_core::{Authority, Host, Revision, Sections};
use cri_uri::{Options, ToUri};
use proptest::prelude::*;
use proptest::sample::select;

/// Conversion would omit a default port, so none of these is the default port of one of the schemes.
const PORTS: [u16; 7] = [0, 1, 9, 10, 4711, 61616, 65535];

proptest! {
    #[test]
    fn a_cri_comes_back(cri in cri(&PORTS), revision in select(&Revision::ALL[..])) {
        let options = Options::new(revision);
        let Some(cri) = cri.build(revision, false) else { return Ok(()) };
        let sections = cri.as_cri_ref().sections();
        let Ok(uri) = sections.to_uri(options) else { return Ok(()) };
        let uri = uri.to_string();
        let back = to_cri(&uri, options).map_err(|error| TestCaseError::fail(format!("{error}: {uri}")))?;
        prop_assert_eq!(to_uri(back.as_cri_ref(), options), &*uri);
        if !uses_pet(&sections) {
            let cri = sections.encode_to(revision, Vec::new()).unwrap();
            prop_assert_eq!(back.into_buffer(), cri.into_buffer(), "{}", uri);
        }
    }
}

/// Whether any item is percent-encoded text. Bytes in it that text can hold come back as text.
fn uses_pet(sections: &Sections<'_>) -> bool {
    let authority = sections.authority();
    let labels = authority.and_then(|authority| match authority.host() {
        Host::Name(name) => Some(name.labels()),
        Host::Ip(_) => None,
    });
    let userinfo = authority.and_then(Authority::userinfo);
    let segments = sections.path().into_iter().flat_map(|path| path.segments());
    let parameters = sections.query().into_iter().flat_map(|query| query.parameters());
    let all = userinfo
        .into_iter()
        .map(cri_core::Userinfo::item)
        .chain(labels.into_iter().flatten())
        .chain(segments)
        .chain(parameters);
    all.chain(sections.fragment()).any(|item| item.as_str().is_none())
}

// Each is its own normal form: `%21` is not `!` (RFC 3986 section 2.2), and triplets have upper-case digits (section 2.1).
#[test]
fn percent_encoded_and_long_uris_come_back() {
    let uris = [
        // After text, a byte string, and bytes that are not UTF-8.
        "coapss:(%21%C3".to_owned(),
        "coap://h/%C3%28%21abc%FF?%26=%3D#%23".to_owned(),
        // Items that are joined, and items that are not, of no byte and of many.
        format!("coap://h{}", "/".repeat(200)),
        format!("coap://h{}", "/%2F".repeat(200)),
        format!("coap://h{}%2F{}", "/".repeat(100), "/".repeat(100)),
        format!("coap://h/{}", "%E2%82%AC/".repeat(100)),
        format!("coap://h/a?{}", "k=%26&".repeat(100)),
        format!("coap://{}h/%2F", "abcdefghijkl.".repeat(18)),
        format!("coap://h/{}%2F{}", "a".repeat(300), "b".repeat(31)),
    ];
    for (uri, revision) in uris.iter().flat_map(|uri| Revision::ALL.map(|it| (uri, it))) {
        let options = Options::new(revision);
        let cri = to_cri(uri, options).unwrap_or_else(|error| panic!("{error}: {uri}"));
        assert_eq!(to_uri(cri.as_cri_ref(), options), *uri);
    }
}
