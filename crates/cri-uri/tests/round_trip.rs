//! Builds CRIs and CRI references, converts them to URI references, and converts these back.

use crate::conversion;

use std::net::IpAddr;

use conversion::{to_cri, to_uri};
use cri_core::{Authority, Builder, CriRefBuf, Discard, Host, Piece, Revision, Sections, Value};
use cri_uri::{Options, ToUri};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, ..ProptestConfig::default() })]

    #[test]
    fn a_cri_comes_back(cri in cri(), revision in select(&Revision::ALL[..])) {
        let options = Options::new(revision);
        let Some(cri) = cri.build(revision) else { return Ok(()) };
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

/// The parts that a CRI is built from.
#[derive(Clone, Debug)]
struct Parts {
    start: Start,
    segments: Vec<Vec<Part>>,
    parameters: Vec<Vec<Part>>,
    fragment: Option<Vec<Part>>,
}

#[derive(Clone, Debug)]
enum Start {
    Discard(Discard),
    /// The scheme number, or `None` for the scheme name `s`; and whether the path is rootless.
    NoAuthority(Option<u64>, bool),
    Authority(Option<Option<u64>>, Option<Vec<Part>>, HostPart, Option<u16>),
}

#[derive(Clone, Debug)]
enum HostPart {
    Labels(Vec<Vec<Part>>),
    Address(IpAddr, Option<String>),
}

#[derive(Clone, Debug)]
enum Part {
    Text(String),
    Bytes(Vec<u8>),
}

fn parts() -> impl Strategy<Value = Vec<Part>> {
    let text = prop_oneof!["[a-z:@/?#&%é.]{0,5}", ".{0,4}", "\\PC{0,4}"];
    let bytes = vec(select(&b":;/ %\xff\xc3&@"[..]), 1..3);
    prop_oneof![
        3 => text.clone().prop_map(|text| vec![Part::Text(text)]),
        1 => (text, bytes.clone()).prop_map(|(text, bytes)| vec![Part::Text(text), Part::Bytes(bytes)]),
        1 => bytes.prop_map(|bytes| vec![Part::Bytes(bytes)]),
    ]
}

fn cri() -> impl Strategy<Value = Parts> {
    // Conversion would omit a default port, so none of the ports is the default port of one of these schemes.
    let scheme = proptest::option::of(select(&[0, 2, 3, 5, 12068][..]));
    let host = prop_oneof![
        vec(parts(), 1..4).prop_map(HostPart::Labels),
        (any::<IpAddr>(), proptest::option::of("[a-zé%/]{1,4}"))
            .prop_map(|(address, zone)| HostPart::Address(address, zone)),
    ];
    let port = proptest::option::of(select(&[0, 1, 9, 10, 4711, 61616, 65535][..]));
    let start = prop_oneof![
        (0..=127_u8).prop_map(|discard| Start::Discard(Discard::Segments(discard))),
        (1..4_u8).prop_map(|discard| Start::Discard(Discard::Segments(discard))),
        Just(Start::Discard(Discard::All)),
        (scheme.clone(), any::<bool>())
            .prop_map(|(scheme, rootless)| Start::NoAuthority(scheme, rootless)),
        (proptest::option::of(scheme), proptest::option::of(parts()), host, port).prop_map(
            |(scheme, userinfo, host, port)| Start::Authority(scheme, userinfo, host, port)
        ),
    ];
    (start, vec(parts(), 0..4), vec(parts(), 0..3), proptest::option::of(parts())).prop_map(
        |(start, segments, parameters, fragment)| Parts { start, segments, parameters, fragment },
    )
}

impl Parts {
    /// Builds the CRI. Returns `None` if the parts break a rule.
    fn build(&self, revision: Revision) -> Option<CriRefBuf<Vec<u8>>> {
        let builder = Builder::new(revision, Vec::new());
        let mut builder = match &self.start {
            Start::Discard(discard) => builder.discard(*discard),
            Start::NoAuthority(scheme, rootless) => {
                let builder = with_scheme(builder, *scheme);
                if *rootless { builder.rootless() } else { builder }
            }
            Start::Authority(scheme, userinfo, host, port) => {
                let mut builder = match scheme {
                    Some(scheme) => with_scheme(builder, *scheme),
                    None => builder,
                };
                if let Some(userinfo) = userinfo {
                    builder = with_value(userinfo, |value| builder.userinfo(value));
                }
                builder = match host {
                    HostPart::Labels(labels) => labels.iter().fold(builder, |builder, label| {
                        with_value(label, |value| builder.label(value))
                    }),
                    HostPart::Address(address, None) => builder.host_ip(*address),
                    HostPart::Address(address, Some(zone)) => builder.host_ip(*address).zone(zone),
                };
                match port {
                    Some(port) => builder.port(*port),
                    None => builder,
                }
            }
        };
        for segment in &self.segments {
            builder = with_value(segment, |value| builder.segment(value));
        }
        for parameter in &self.parameters {
            builder = with_value(parameter, |value| builder.parameter(value));
        }
        if let Some(fragment) = &self.fragment {
            builder = with_value(fragment, |value| builder.fragment(value));
        }
        builder.finish().ok()
    }
}

fn with_scheme(builder: Builder<Vec<u8>>, scheme: Option<u64>) -> Builder<Vec<u8>> {
    match scheme {
        Some(number) => builder.scheme_number(number),
        None => builder.scheme_name("s"),
    }
}

fn with_value<T>(parts: &[Part], use_value: impl FnOnce(Value<'_>) -> T) -> T {
    if let [Part::Text(text)] = parts {
        return use_value(Value::Text(text));
    }
    let pieces: Vec<_> = parts
        .iter()
        .map(|part| match part {
            Part::Text(text) => Piece::text(text),
            Part::Bytes(bytes) => Piece::bytes(bytes),
        })
        .collect();
    use_value(Value::Pet(&pieces))
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
