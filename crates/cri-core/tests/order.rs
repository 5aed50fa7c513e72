//! Order and hash of CRIs that have much in common: the fast way over bytes agrees with the one over sections, which a resolved CRI
//! takes.

#![cfg(feature = "alloc")]

use core::cmp::Ordering;

use cri_core::{Builder, Cri, CriKey, CriRef, CriVec, Revision};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use crate::items::hash;

/// Few different parts, so that most pairs begin alike.
#[derive(Clone, Debug)]
struct Parts {
    revision: Revision,
    host: Option<&'static str>,
    /// How often the first segment is repeated, and the others.
    repeated: usize,
    segments: Vec<&'static str>,
    parameters: Vec<&'static str>,
    fragment: Option<&'static str>,
}

const LONG: &str = "a-segment-that-is-longer-than-the-blocks-in-which-bytes-are-compared-and-hashed-so-that-its-end-is-in-another-block-than-its-start";

fn parts() -> impl Strategy<Value = Parts> {
    let text = || select(&["", "a", "b", "aa", "é", LONG][..]);
    (
        any::<bool>().prop_map(|new| if new { Revision::Rfc9988 } else { Revision::Draft16 }),
        option::weighted(0.9, select(&["h", "h.i", "i"][..])),
        prop_oneof![4 => 0..3_usize, 2 => 22..26_usize, 1 => 254..258_usize],
        vec(text(), 0..3),
        vec(text(), 0..3),
        option::of(text()),
    )
        .prop_map(|(revision, host, repeated, segments, parameters, fragment)| Parts {
            revision,
            host,
            repeated,
            segments,
            parameters,
            fragment,
        })
}

impl Parts {
    /// The segments, from which decoding removes nothing.
    fn path(&self) -> Vec<&'static str> {
        let repeated = std::iter::repeat_n("s", self.repeated);
        repeated.chain(self.segments.iter().copied()).collect()
    }

    fn build(&self) -> CriVec {
        let mut builder = Builder::new(self.revision, Vec::new()).scheme_number(0);
        if let Some(host) = self.host {
            builder = builder.host(host);
        }
        for segment in self.path() {
            builder = builder.segment(segment);
        }
        for parameter in &self.parameters {
            builder = builder.parameter(*parameter);
        }
        if let Some(fragment) = self.fragment {
            builder = builder.fragment(fragment);
        }
        // Without a host, a path must not begin with an empty segment.
        builder.finish_full().unwrap_or_else(|_| Self { host: Some("h"), ..self.clone() }.build())
    }
}

/// The order of the sections as `storage.md` of the guide promises it, by texts with their lengths.
fn expected(one: Cri<'_>, other: Cri<'_>) -> Ordering {
    type Text = (usize, Vec<u8>);
    type Texts = Vec<Text>;
    type Key = (Texts, Texts, usize, Texts, Option<Text>);
    fn key(cri: Cri<'_>) -> Key {
        let sized = |text: &str| (text.len(), text.as_bytes().to_vec());
        let labels: Texts = cri
            .host()
            .into_iter()
            .flat_map(|host| {
                let name = host.name().unwrap();
                name.labels().map(|label| sized(label.as_str().unwrap())).collect::<Vec<_>>()
            })
            .collect();
        let segments = cri.segments().map(|segment| sized(segment.as_str().unwrap())).collect();
        let parameters: Texts = cri.parameters().map(|it| sized(it.as_str().unwrap())).collect();
        let fragment = cri.fragment().map(|it| sized(it.as_str().unwrap()));
        (labels, segments, parameters.len(), parameters, fragment)
    }
    let [one, other] = [one, other].map(key);
    // An array is one byte before its items, and null is above all arrays.
    let authority = |labels: &Texts| {
        if labels.is_empty() { (usize::MAX, Vec::new()) } else { (labels.len(), labels.clone()) }
    };
    authority(&one.0)
        .cmp(&authority(&other.0))
        .then_with(|| (&one.1, one.2, &one.3, &one.4).cmp(&(&other.1, other.2, &other.3, &other.4)))
}

proptest! {
    // shows: D16-4-06
    #[test]
    fn order_is_that_of_the_shortest_encoding(a in parts(), b in parts(), same_path: bool) {
        let (host, repeated, segments) = (a.host, a.repeated, a.segments.clone());
        let b = if same_path { Parts { host, repeated, segments, ..b } } else { b };
        let built = [a.build(), b.build()];
        let [a, b] = built.each_ref().map(CriVec::as_cri);
        let order = a.cmp(&b);
        prop_assert_eq!(order, expected(a, b));
        let itself = CriRef::decode(b"\x80").unwrap();
        let [ours, theirs] = [a, b].map(|cri| cri.resolve(itself).unwrap());
        prop_assert_eq!(ours.cmp(&theirs), order);
        prop_assert_eq!((&a as &dyn CriKey).cmp(&theirs), order);
        prop_assert_eq!((&ours as &dyn CriKey).cmp(&b), order);
        prop_assert_eq!(a == b, order.is_eq());
        prop_assert_eq!(ours == theirs, order.is_eq());
        prop_assert_eq!((hash(a), hash(b)), (hash(ours), hash(theirs)));
        prop_assert_eq!(hash(a) == hash(b), order.is_eq());
        for revision in Revision::ALL {
            let [ours, theirs] = [ours, theirs].map(|cri| cri.encode_to(revision, Vec::new()).unwrap());
            prop_assert_eq!(ours.cmp(&theirs), order);
            prop_assert_eq!((hash(&ours), hash(&theirs)), (hash(a), hash(b)));
        }
    }

    #[test]
    fn what_is_below_a_path_stands_together(prefix in parts(), others in vec(parts(), 3..20)) {
        let prefix = Parts { parameters: Vec::new(), fragment: None, ..prefix };
        // Half of them are below the path.
        let others = others.into_iter().enumerate().map(|(index, other)| match index % 2 {
            0 => other,
            _ => {
                let segments = [prefix.segments.clone(), other.segments].concat();
                Parts { host: prefix.host, repeated: prefix.repeated, segments, ..other }
            }
        });
        let mut cris: Vec<CriVec> = others.map(|other| other.build()).collect();
        let prefix = prefix.build();
        cris.push(prefix.clone());
        cris.sort();
        let is_below = |cri: &CriVec| {
            let mut segments = cri.segments();
            cri.authority() == prefix.authority()
                && prefix.segments().all(|segment| segments.next() == Some(segment))
        };
        let first = cris.iter().position(is_below).unwrap();
        prop_assert_eq!(&cris[first], &prefix);
        let count = cris[first..].iter().take_while(|cri| is_below(cri)).count();
        prop_assert_eq!(cris.iter().filter(|cri| is_below(cri)).count(), count);
    }
}
