//! Equal CRIs have equal URIs. The test tries pairs of CRIs of the corpus, and pairs that differ in one component.

use cri_core::{ArrayBuffer, Builder, Component, Cri, Revision};
use cri_testvectors::corpus;
use cri_uri::{Options, ToUri};

type Buffer = ArrayBuffer<2048>;
type Change = fn(Builder<Buffer>) -> Builder<Buffer>;

/// Changes of one component. After each of them, almost every CRI has another URI.
const CHANGES: [(Component, Change); 14] = [
    (Component::Scheme, |scheme| scheme.scheme_number(1)),
    (Component::Scheme, |scheme| scheme.scheme_name("x")),
    (Component::Userinfo, |userinfo| userinfo),
    (Component::Userinfo, |userinfo| userinfo.userinfo("")),
    (Component::Host, |host| host.host("i")),
    (Component::Host, |host| host.host("i.")),
    (Component::Host, |host| host.host_ip([192, 0, 2, 1])),
    (Component::Port, |port| port),
    (Component::Port, |port| port.port(5683)),
    (Component::Path, |path| path.segment("").segment("a")),
    (Component::Path, Builder::empty_path),
    (Component::Query, |query| query.parameter("")),
    (Component::Fragment, |fragment| fragment),
    (Component::Fragment, |fragment| fragment.fragment("")),
];

/// The full CRIs of the corpus.
fn cris() -> Vec<Cri<'static>> {
    let corpus = corpus();
    let decode = corpus.decode.iter().map(|vector| &vector.cbor);
    let convert = corpus.convert.iter().filter_map(|vector| vector.cbor.as_ref());
    let compare = corpus.compare.iter().flat_map(|vector| [&vector.a, &vector.b]);
    decode.chain(convert).chain(compare).filter_map(|bytes| Cri::decode(bytes).ok()).collect()
}

/// The URI of a CRI in each revision, where it has one.
fn uris(cri: Cri<'_>) -> [Option<String>; 2] {
    Revision::ALL.map(|revision| cri.to_uri(Options::new(revision)).ok().map(|uri| uri.to_string()))
}

/// Returns whether the CRIs are equal. Asserts that equal CRIs have equal URIs in each revision.
fn assert_no_false_positive(
    a: (Cri<'_>, &[Option<String>; 2]),
    b: (Cri<'_>, &[Option<String>; 2]),
) -> bool {
    for (a_uri, b_uri) in a.1.iter().zip(b.1) {
        assert!(
            a.0 != b.0 || a_uri == b_uri,
            "{:?} equals {:?}, but {a_uri:?} differs from {b_uri:?}",
            a.0,
            b.0
        );
    }
    a.0 == b.0
}

// shows: D16-4-03
#[test]
fn cris_with_different_uris_are_not_equal() {
    let cris: Vec<_> = cris().into_iter().map(|cri| (cri, uris(cri))).collect();
    let (mut equal, mut changed) = (0, 0);
    for (index, (cri, its)) in cris.iter().enumerate() {
        for (other, others) in &cris[index + 1..] {
            equal += usize::from(assert_no_false_positive((*cri, its), (*other, others)));
        }
        for (component, change) in CHANGES {
            let built = cri
                .sections()
                .change(component, Revision::Draft16, Buffer::new(), change)
                .finish_full();
            let Ok(built) = built else { continue };
            let other = built.as_cri();
            let others = uris(other);
            let is_equal = assert_no_false_positive((*cri, its), (other, &others));
            changed += usize::from(!is_equal && *its != others);
        }
    }
    assert!(equal > 100 && changed > 1000, "{equal} equal pairs, {changed} changes");
}
