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
