//! The vectors `check` of the corpus.

use cri_testvectors::{Finding, corpus, run};
use cri_uri::{Table, UriRef};

#[test]
fn check() {
    run(&corpus().check, |vector| {
        let uri = UriRef::parse(&vector.uri).expect("a URI reference");
        assert_findings(cri_check::findings(uri, Table::DRAFT_16), &vector.findings);
        #[cfg(feature = "idna")]
        assert_findings(cri_check::idna_findings(uri), &vector.idna);
    });
}

fn assert_findings(found: impl Iterator<Item = cri_check::Finding>, expected: &[Finding]) {
    let found: Vec<_> = found
        .map(|found| {
            (found.kind().name(), found.component().name(), found.offset(), found.severity().name())
        })
        .collect();
    let expected: Vec<_> = expected
        .iter()
        .map(|expected| {
            (&*expected.kind, &*expected.component, expected.offset, &*expected.severity)
        })
        .collect();
    assert_eq!(found, expected);
}
