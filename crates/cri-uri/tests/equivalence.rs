//! One notion of equivalence: URIs that have CRIs are equivalent exactly if their CRIs are, by syntax and by scheme.

use std::collections::HashMap;

use crate::samples::without_default_port;

use cri_core::{Builder, CriRef, CriRefBuf, Piece, Revision, Value};
use cri_uri::equivalence::{self, Equivalence, equivalent};
use cri_uri::{Normalization, Options, ToUri, Uri, UriRef};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// The steps on text, and the equivalence of CRIs that they are.
pub(crate) type Level = (Normalization, Equivalence);

pub(crate) const SYNTAX: Level = (Normalization::SYNTAX, Equivalence::Syntax);
pub(crate) const SCHEME: Level = (Normalization::ALL, Equivalence::Scheme);
/// The text to compare with the CRI that is made from `uri`: by syntax, it has no default port either.
fn compared(uri: &str, (_, equivalence): Level, options: Options) -> String {
    if equivalence == Equivalence::Syntax {
        return without_default_port(uri, options.schemes());
    }
    uri.to_owned()
}

fn normal_text(uri: &str, level: Level, options: Options) -> String {
    let uri = compared(uri, level, options);
    UriRef::parse(&uri).unwrap().normalize(level.0, options.schemes()).to_string()
}

fn normal_cri(cri: CriRef<'_>, (_, equivalence): Level, options: Options) -> CriRefBuf<Vec<u8>> {
    equivalence::normal_form(cri, equivalence, options, Vec::new()).unwrap()
}

/// The classes of equivalent URIs, by text and by CRI.
#[derive(Default)]
pub(crate) struct Classes {
    /// The normal CRI of each normal text, with a URI of the class.
    pub(crate) of_text: HashMap<String, (Vec<u8>, String)>,
    /// The normal text of each normal CRI, with a URI of the class.
    of_cri: HashMap<Vec<u8>, (String, String)>,
    /// The URI that was added last.
    last: Option<String>,
    pub(crate) members: usize,
    pub(crate) differences: Vec<String>,
}

impl Classes {
    /// Adds a URI, if it has a CRI.
    pub(crate) fn add(&mut self, uri: &str, level: Level, options: Options) {
        let Ok(cri) = cri_uri::to_cri(uri, options, Vec::new()) else { return };
        let text = normal_text(uri, level, options);
        assert_eq!(normal_text(&text, level, options), text, "{uri}");
        let normal = normal_cri(cri.as_cri_ref(), level, options);
        let again = normal_cri(normal.as_cri_ref(), level, options);
        assert_eq!(again.as_bytes(), normal.as_bytes(), "{uri}");

        let (normal, member) = (normal.into_buffer(), uri.to_owned());
        let first = (normal.clone(), member.clone());
        let (expected, other) = self.of_text.entry(text.clone()).or_insert(first);
        if *expected != normal {
            self.differences.push(format!("{uri} and {other} are one URI and two CRIs"));
        }
        assert_pair([uri, other], level, options);
        let (expected, other) =
            self.of_cri.entry(normal).or_insert_with(|| (text.clone(), member.clone()));
        if *expected != text {
            self.differences.push(format!("{uri} and {other} are one CRI and two URIs"));
        }
        if let Some(last) = self.last.replace(member) {
            assert_pair([uri, &last], level, options);
        }
        self.members += 1;
    }
}

/// Checks that two URIs are equivalent if their CRIs are, and says whether they are. Returns `None` if one has no CRI.
fn assert_pair(uris: [&str; 2], level: Level, options: Options) -> Option<bool> {
    let (steps, equivalence) = level;
    let [a, b] = uris.map(|uri| cri_uri::to_cri(uri, options, Vec::new()));
    let (Ok(a), Ok(b)) = (a, b) else { return None };
    let texts = uris.map(|uri| compared(uri, level, options));
    let [one, other] = texts.each_ref().map(|uri| Uri::parse(uri).unwrap());
    let by_text = one.equivalent(other, steps, options.schemes());
    let by_cri = equivalent(a.as_cri_ref(), b.as_cri_ref(), equivalence, options);
    assert_eq!(by_text, by_cri, "{uris:?} {equivalence:?}");
    Some(by_text)
}

pub(crate) const SCHEMES: &str = "coap coaps coap+tcp coaps+tcp coap+ws coaps+ws http https ws wss file ftp gopher mailto news nntp telnet \
                       wais prospero s dns ldap urn rtsp";

/// The raw parts of a URI, which can be spelled in many ways.
#[derive(Clone, Debug)]
struct Raw {
    scheme: &'static str,
    authority: Option<(&'static str, &'static str, &'static str)>,
    path: String,
    end: &'static str,
}

impl Raw {
    /// The URI with upper-case letters and triplets where the bits of `spelling` say so.
    fn spelled(&self, mut spelling: u64) -> String {
        let mut bit = || {
            spelling = spelling.rotate_right(1);
            spelling & 1 == 1
        };
        let mut text = String::new();
        let mut spell = |part: &str, has_case: bool| {
            for character in part.chars() {
                match character {
                    _ if has_case && bit() => text.push(character.to_ascii_uppercase()),
                    'a'..='z' | 'A'..='Z' | '.' if !has_case && bit() => {
                        text.push_str(&format!("%{:02x}", u32::from(character)));
                    }
                    _ => text.push(character),
                }
            }
        };
        spell(self.scheme, true);
        if let Some((userinfo, host, port)) = self.authority {
            spell("://", true);
            spell(userinfo, false);
            spell(host, true);
            spell(port, true);
        } else {
            spell(":", true);
        }
        spell(&self.path, false);
        spell(self.end, false);
        text
    }
}

fn raw() -> impl Strategy<Value = Raw> {
    let schemes: Vec<_> = SCHEMES.split_whitespace().chain(["file", "mailto", "ftp"]).collect();
    let hosts = "h localhost localhost. [::1] [0::1] [1:0::2:0:0:3] [1:0:0:2:0:0:0:3] [::ffff:1.2.3.4] [::ffff:102:304] 1.2.3.4 \
                 %c3%a9.x h%21 h!";
    let hosts: Vec<_> = hosts.split(' ').chain([""]).collect();
    let authority = (
        select(&["", "", "@", "u@", "u%3b@", "u;@"][..]),
        select(hosts),
        select(&["", "", "", ":", ":0", ":21", ":80", ":080", ":443", ":5683", ":65536"][..]),
    );
    let segments = select(
        &["", "a", "a@B", "a@B,c", "C@D,E@F", "..", ".", "%2f", "/", "b;type=a", "%C3%A9", "%ff"][..],
    );
    let path = vec(segments, 0..4).prop_map(|segments| segments.join("/"));
    let ends = select(&["", "", "", "?", "?a@B", "#", "#A@B", "?a&b%26#c"][..]);
    (select(schemes), proptest::option::of(authority), any::<bool>(), path, ends).prop_map(
        |(scheme, authority, is_rooted, path, end)| {
            let has_slash = is_rooted || (authority.is_some() && !path.is_empty());
            Raw {
                scheme,
                authority,
                path: format!("{}{path}", if has_slash { "/" } else { "" }),
                end,
            }
        },
    )
}

/// A CRI, in one of the forms that decoding accepts.
fn cri() -> impl Strategy<Value = Option<CriRefBuf<Vec<u8>>>> {
    let schemes = "coap http https ws file mailto ftp s coap+ws";
    let scheme = select(schemes.split(' ').collect::<Vec<_>>());
    let host = select(&["h", "localhost", "", "::1", "::ffff:1.2.3.4", "1.2.3.4"][..]);
    let port = proptest::option::of(select(&[0_u16, 21, 80, 443, 5683][..]));
    let authority = proptest::option::of((any::<bool>(), host, port));
    let item = select(&["", "a", "a@B", "a@b,C@D", "A@B", "\0 ", "\0a@B ", "\0%", "é", "a@É"][..]);
    let items = || vec(item.clone(), 0..3);
    let form = (any::<bool>(), any::<bool>(), select(&Revision::ALL[..]));
    (scheme, authority, any::<bool>(), items(), items(), form).prop_map(
        |(
            scheme,
            authority,
            is_rootless,
            segments,
            parameters,
            (by_number, has_user, revision),
        )| {
            let options = Options::new(revision);
            let builder = Builder::new(revision, Vec::new());
            let number = options.schemes().by_name(scheme).filter(|_| by_number);
            let mut builder = match number {
                Some(known) => builder.scheme_number(known.number),
                None => builder.scheme_name(scheme),
            };
            if let Some((is_pet, host, port)) = authority {
                if has_user {
                    builder = builder.userinfo("u");
                }
                builder = match host.parse::<std::net::IpAddr>() {
                    Ok(address) => builder.host_ip(address),
                    Err(_) if is_pet => {
                        builder.label(Value::Pet(&[Piece::text("h"), Piece::bytes(b" ")]))
                    }
                    Err(_) => builder.label(host),
                };
                builder = port.into_iter().fold(builder, Builder::port);
            } else if is_rootless {
                builder = builder.rootless();
            }
            // After a NUL, the last character is a byte of percent-encoded text.
            let value = |item: &'static str| {
                let pet = item.strip_prefix('\0').map(|item| item.split_at(item.len() - 1));
                pet.map(|(text, byte)| [Piece::text(text), Piece::bytes(byte.as_bytes())])
            };
            for segment in segments {
                builder = match value(segment) {
                    Some([text, byte]) if text.as_bytes().is_empty() => {
                        builder.segment(Value::Pet(&[byte]))
                    }
                    Some(pieces) => builder.segment(Value::Pet(&pieces)),
                    None => builder.segment(segment),
                };
            }
            for parameter in parameters {
                builder = match value(parameter) {
                    Some([text, byte]) if text.as_bytes().is_empty() => {
                        builder.parameter(Value::Pet(&[byte]))
                    }
                    Some(pieces) => builder.parameter(Value::Pet(&pieces)),
                    None => builder.parameter(parameter),
                };
            }
            builder.finish().ok()
        },
    )
}

#[test]
fn the_generator_reaches_equivalent_and_other_uris() {
    let (mut runner, pairs) = (TestRunner::deterministic(), (raw(), raw(), any::<[u64; 2]>()));
    let mut counts = [[0_usize; 2]; 2];
    for _ in 0..4000 {
        let (a, b, spellings) = pairs.new_tree(&mut runner).unwrap().current();
        for b in [&a, &b] {
            let uris = [a.spelled(spellings[0]), b.spelled(spellings[1])];
            if uris.iter().any(|uri| Uri::parse(uri).is_err()) {
                continue;
            }
            for (count, level) in counts.iter_mut().zip([SYNTAX, SCHEME]) {
                let [a, b] = &uris;
                if let Some(is_equal) = assert_pair([a, b], level, Options::default()) {
                    count[usize::from(is_equal)] += 1;
                }
            }
        }
    }
    let [[other, by_syntax], [_, by_scheme]] = counts;
    assert!(other > 1000 && by_syntax > 1000 && by_scheme > by_syntax, "{counts:?}");
}

proptest! {
    #[test]
    fn uris_are_equivalent_as_their_cris_are(
        a in raw(), b in raw(), same in any::<bool>(), spellings in any::<[u64; 2]>(), revision in select(&Revision::ALL[..]),
    ) {
        let b = if same { a.clone() } else { b };
        let uris = [a.spelled(spellings[0]), b.spelled(spellings[1])];
        if uris.iter().all(|uri| Uri::parse(uri).is_ok()) {
            for level in [SYNTAX, SCHEME] {
                let [a, b] = &uris;
                assert_pair([a, b], level, Options::new(revision));
                let mut classes = Classes::default();
                let forms = [a, b].map(|uri| normal_text(uri, level, Options::new(revision)));
                for uri in [a, b, &forms[0], &forms[1]] {
                    classes.add(uri, level, Options::new(revision));
                }
                prop_assert!(classes.differences.is_empty(), "{:?}", classes.differences);
            }
        }
    }

    #[test]
    fn cris_are_equivalent_as_their_uris_are(a in cri(), b in cri(), revision in select(&Revision::ALL[..])) {
        let options = Options::new(revision);
        let (Some(a), Some(b)) = (a, b) else { return Ok(()) };
        for level @ (steps, equivalence) in [SYNTAX, SCHEME] {
            let forms = [&a, &b].map(|cri| normal_cri(cri.as_cri_ref(), level, options));
            let [with_a, with_b] = [[&a, &forms[0]], [&b, &forms[1]]];
            let pairs = with_a.into_iter().flat_map(|a| with_b.into_iter().map(move |b| [a, b]));
            for pair in pairs.chain([with_a, with_b]) {
                let [one, other] = pair.map(|cri| cri.as_cri_ref());
                let by_cri = equivalent(one, other, equivalence, options);
                let same_form = normal_cri(one, level, options).as_bytes() == normal_cri(other, level, options).as_bytes();
                prop_assert_eq!(by_cri, same_form);
                let (Ok(x), Ok(y)) = (one.to_uri(options), other.to_uri(options)) else { continue };
                let [x, y] = [x.to_string(), y.to_string()];
                let by_text = Uri::parse(&x).unwrap().equivalent(Uri::parse(&y).unwrap(), steps, options.schemes());
                prop_assert_eq!(by_text, by_cri, "{} {} {:?}", x, y, equivalence);
            }
        }
    }
}
