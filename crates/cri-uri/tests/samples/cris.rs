//! CRIs and CRI references of generated parts.

use std::net::IpAddr;

use cri_core::{Builder, CriRefBuf, Discard, Piece, Revision, Value};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// The parts that a CRI is built from.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
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

/// CRIs and CRI references, some of which have one of these ports.
pub(crate) fn cri(ports: &'static [u16]) -> impl Strategy<Value = Parts> {
    let scheme = proptest::option::of(select(&[0, 2, 3, 5, 12068][..]));
    let host = prop_oneof![
        vec(parts(), 1..4).prop_map(HostPart::Labels),
        (any::<IpAddr>(), proptest::option::of("[a-zé%/]{1,4}"))
            .prop_map(|(address, zone)| HostPart::Address(address, zone)),
    ];
    let port = proptest::option::of(select(ports));
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
    /// Builds the CRI. Returns `None` if the parts break a rule. If `as_bytes`, all ASCII but letters and digits is
    /// written as bytes.
    pub(crate) fn build(&self, revision: Revision, as_bytes: bool) -> Option<CriRefBuf<Vec<u8>>> {
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
                    builder = with_value(userinfo, as_bytes, |value| builder.userinfo(value));
                }
                builder = match host {
                    HostPart::Labels(labels) => labels.iter().fold(builder, |builder, label| {
                        with_value(label, as_bytes, |value| builder.label(value))
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
            builder = with_value(segment, as_bytes, |value| builder.segment(value));
        }
        for parameter in &self.parameters {
            builder = with_value(parameter, as_bytes, |value| builder.parameter(value));
        }
        if let Some(fragment) = &self.fragment {
            builder = with_value(fragment, as_bytes, |value| builder.fragment(value));
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

fn with_value<T>(parts: &[Part], as_bytes: bool, use_value: impl FnOnce(Value<'_>) -> T) -> T {
    let mut pieces: Vec<(bool, Vec<u8>)> = Vec::new();
    for part in parts {
        let (is_text, bytes) = match part {
            Part::Text(text) => (true, text.as_bytes()),
            Part::Bytes(bytes) => (false, &bytes[..]),
        };
        let stays = |byte: u8| is_text && !(as_bytes && byte.is_ascii_punctuation());
        for piece in bytes.chunk_by(|&a, &b| stays(a) == stays(b)) {
            match pieces.last_mut() {
                Some((last, joined)) if *last == stays(piece[0]) => joined.extend(piece),
                _ => pieces.push((stays(piece[0]), piece.to_vec())),
            }
        }
    }
    let pieces: Vec<_> = pieces
        .iter()
        .map(|(is_text, piece)| match std::str::from_utf8(piece) {
            Ok(text) if *is_text => Piece::text(text),
            _ => Piece::bytes(piece),
        })
        .collect();
    use_value(match &pieces[..] {
        [] => Value::from(""),
        [text] if text.is_text() => Value::from(text.as_str().unwrap()),
        pieces => Value::Pet(pieces),
    })
}
