//! Normalisation and comparison of URI references: the vectors, properties that connect the two, and time.

use crate::conversion;
use crate::samples;

use conversion::{to_cri, to_uri};
use cri_testvectors::{assert_linear, corpus, run, sample};
use cri_uri::{Normalization, Options, Table, Uri, UriRef};
use samples::{references, without_default_port};
use std::collections::HashMap;

const STEPS: [Normalization; 6] = [
    Normalization::CASE,
    Normalization::PERCENT,
    Normalization::DOT_SEGMENTS,
    Normalization::ADDRESS,
    Normalization::EMPTY_PORT,
    Normalization::SCHEME,
];

/// Every set of steps.
fn sets() -> impl Iterator<Item = Normalization> {
    (0_u32..64).map(|set| {
        let chosen = STEPS.iter().enumerate().filter(|(index, _)| set & 1 << index != 0);
        chosen.fold(Normalization::NONE, |steps, (_, &step)| steps.with(step))
    })
}

/// Whether all of `others` are among `steps`.
fn has(steps: Normalization, others: Normalization) -> bool {
    steps.with(others) == steps
}

fn normal(text: &str, steps: Normalization) -> String {
    let uri = UriRef::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    uri.normalize(steps, Table::DRAFT_16).to_string()
}

/// The samples, and texts that only the scheme-based steps change.
fn texts() -> Vec<String> {
    let more = [
        "mailto:A@%42,C@D?E@F",
        "file://localhost:/A",
        "file://LOCAL%48ost:1",
        "coap://h:5683",
        "coap://h:05683#a",
        "ftp://[1::0:0:FFFF]",
        "s://[FE80:0::1%25Eth%30]",
    ];
    references().into_iter().chain(more.map(str::to_owned)).collect()
}

#[test]
fn normalize_vectors() {
    run(&corpus().normalize, |vector| {
        for (steps, expected) in [
            (Normalization::NONE, Some(&vector.uri)),
            (Normalization::CASE, vector.case.as_ref()),
            (Normalization::PERCENT, vector.percent.as_ref()),
            (Normalization::DOT_SEGMENTS, vector.dot_segments.as_ref()),
            (Normalization::SYNTAX, Some(&vector.syntax)),
            (Normalization::ALL, vector.scheme.as_ref().or(Some(&vector.syntax))),
        ] {
            let Some(expected) = expected else { continue };
            assert_eq!(normal(&vector.uri, steps), *expected, "{steps:?}");
            assert_eq!(normal(expected, steps), *expected, "{steps:?}");
        }
    });
}

#[test]
fn normalising_twice_changes_nothing() {
    let texts = texts();
    for (index, steps) in sets().enumerate() {
        for text in sample(texts.iter().skip(index % 11).step_by(11), 8) {
            let once = normal(text, steps);
            assert_eq!(normal(&once, steps), once, "{text} {steps:?}");
            // After all steps, no single step changes anything more.
            for step in STEPS.into_iter().filter(|&step| has(steps, step)) {
                let more = normal(&once, step);
                // Two exceptions: percent-encoded dots and letters need two steps together, and decoding alone does not
                // mind dot-segments.
                assert!(
                    more == once
                        || !has(steps, Normalization::PERCENT) && once.contains('%')
                        || step == Normalization::PERCENT && once.contains("/../"),
                    "{text} {steps:?}"
                );
            }
        }
    }
}

// shows: R3986-6.2.3-04
#[test]
fn components_that_a_step_does_not_own_stay() {
    for text in texts() {
        let uri = UriRef::parse(&text).unwrap();
        for step in STEPS {
            let normal = normal(&text, step);
            let normal = UriRef::parse(&normal).unwrap();
            let all = [
                (normal.scheme() == uri.scheme(), Normalization::CASE),
                (normal.port() == uri.port(), Normalization::SCHEME),
                (
                    normal.host_str() == uri.host_str(),
                    Normalization::SYNTAX.with(Normalization::SCHEME),
                ),
                (
                    normal.userinfo() == uri.userinfo(),
                    Normalization::CASE.with(Normalization::PERCENT),
                ),
                (normal.query() == uri.query(), Normalization::CASE.with(Normalization::PERCENT)),
                (
                    normal.fragment() == uri.fragment(),
                    Normalization::CASE.with(Normalization::PERCENT),
                ),
                (normal.path() == uri.path(), Normalization::ALL),
            ];
            for (same, owners) in all {
                assert!(same || has(owners, step), "{text} {step:?} {normal}");
            }
        }
    }
}

/// All triplets decoded.
fn decoded(text: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        bytes.push(if byte == b'%' {
            let digits = std::str::from_utf8(&rest[..2]).unwrap();
            rest = &rest[2..];
            u8::from_str_radix(digits, 16).unwrap()
        } else {
            byte
        });
    }
    bytes
}

// shows: R3986-6.1-01
#[test]
fn equivalent_uris_decode_alike() {
    let mut seen: HashMap<String, [Option<Vec<u8>>; 5]> = HashMap::new();
    for text in texts() {
        let components = UriRef::parse(&text).unwrap().components();
        let parts = [
            components.scheme,
            components.authority,
            Some(components.path),
            components.query,
            components.fragment,
        ];
        let parts = parts.map(|part| part.map(decoded));
        let before =
            seen.entry(normal(&text, Normalization::PERCENT)).or_insert_with(|| parts.clone());
        assert_eq!(*before, parts, "{text}");
    }
}

#[test]
fn uris_with_one_normal_form_are_equivalent() {
    for steps in
        [Normalization::NONE, Normalization::CASE, Normalization::SYNTAX, Normalization::ALL]
    {
        let mut texts: Vec<_> = texts().into_iter().step_by(5).collect();
        texts.retain(|text| Uri::parse(text).is_ok());
        texts.sort_by_cached_key(|text| normal(text, steps));
        // Equal forms are neighbours, and so are those that differ little.
        for near in sample(texts.windows(12), 5) {
            let one = &near[0];
            for other in near {
                let [first, second] = [one, other].map(|text| Uri::parse(text).unwrap());
                assert_eq!(
                    first.equivalent(second, steps, Table::DRAFT_16),
                    normal(one, steps) == normal(other, steps),
                    "{one} {other} {steps:?}"
                );
            }
        }
    }
}

#[test]
fn the_uri_of_a_cri_is_normal() {
    let options = Options::default();
    let mut checked = 0;
    for text in texts().into_iter().filter(|text| !UriRef::parse(text).unwrap().is_relative()) {
        if let Ok(cri) = to_cri(&text, options) {
            let text = without_default_port(&text, options.schemes());
            assert_eq!(to_uri(cri.as_cri_ref(), options), normal(&text, Normalization::SYNTAX));
            checked += 1;
        }
    }
    assert!(checked > 1000, "{checked}");
}

#[test]
fn time_is_linear() {
    let units = ["../", "a/", "a/../", "a/b/../", "%41", "%2e%2E/", "a", "A@B,", "%c3%A9"];
    for front in
        sample(["http://h/", "http://h?", "http://h#", "s:", "s:b/", "http://", "mailto:"], 3)
    {
        for unit in sample(units, 2) {
            if Uri::parse(&format!("{front}{unit}{unit}")).is_err() {
                continue;
            }
            assert_linear(&format!("{front}{unit}…"), 1 << 12, |len| {
                let text = format!("{front}{}", unit.repeat(len / unit.len()));
                let uri = Uri::parse(&text).unwrap();
                let once = normal(&text, Normalization::ALL);
                assert!(normal(&once, Normalization::ALL) == once, "{front}{unit}…");
                let other = Uri::parse(&once).unwrap();
                assert!(
                    uri.equivalent(other, Normalization::ALL, Table::DRAFT_16),
                    "{front}{unit}…"
                );
            });
        }
    }
}
