//! Properties of parsing and conversion, with `fluent-uri` as the oracle for RFC 3986.

use crate::conversion;
use crate::rfc3986;

use conversion::{to_cri, to_uri};
use cri_core::{Buffer, Decoder, Discard, Features, Revision, SliceBuffer};
use cri_registry::Table;
use cri_uri::{Options, ToCriErrorKind, ToUri, ToUriErrorKind, UriHost, UriRef};
use fluent_uri::normalize::Normalizer;
use fluent_uri::pct_enc::EStr;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use rfc3986::{decode_dots, guarded, normal_path, recompose, remove_dot_segments};
use std::collections::BTreeMap;

fn any_revision() -> impl Strategy<Value = Revision> {
    select(&Revision::ALL[..])
}

/// A run of characters and triplets that any component but scheme and port may hold.
fn atoms() -> impl Strategy<Value = String> {
    // Blanks separate them, and the first is empty.
    let atoms = " . .. %2e %2E a B 1 %41 ~ %7e + %2B = , %20 %25 %00 %0A %2f %3F %23 %5B %26 %3b %3A %40 %C3%A9 %c3%89 \
                 %C3 %A9 %FF %F0%9F%98%80 %E2%82 %ED%A0%80 %7F";
    let atom = select(atoms.split(' ').collect::<Vec<_>>());
    vec(atom, 0..4).prop_map(|atoms| atoms.concat())
}

fn segment() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => atoms(),
        2 => select(&["..", ".", "%2e", "%2e.", ".%2E", "", "a:b", "a@b", "x&y", "%2E%2e"][..]).prop_map(str::to_owned),
    ]
}

fn authority() -> impl Strategy<Value = String> {
    let userinfo =
        prop_oneof![2 => Just(String::new()), 1 => atoms().prop_map(|userinfo| userinfo + "@")];
    let host = prop_oneof![
        vec(atoms(), 0..3).prop_map(|labels| labels.join(".")),
        select(
            &[
                "1.2.3.4",
                "1.2.3.%34",
                "[::1]",
                "[2001:DB8::ffff:1.2.3.4]",
                "[::ffff:1.2.3.4]",
                "256.1.1.1"
            ][..]
        )
        .prop_map(str::to_owned),
    ];
    let port = select(&["", "", ":0", ":80", ":5683", ":65535", ":65536", ":", ":007"][..]);
    (userinfo, host, port).prop_map(|(userinfo, host, port)| format!("//{userinfo}{host}{port}"))
}

/// Text that is a URI reference most of the time.
fn uri() -> impl Strategy<Value = String> {
    let scheme = select(&["", "", "coap:", "HTTP:", "s:", "a+b-c.9:", "coap+ws:", "file:"][..]);
    let path = prop_oneof![12 => vec(segment(), 0..7), 1 => vec(segment(), 20..60)];
    let path = path.prop_map(|segments| segments.join("/"));
    let query = || (atoms(), atoms()).prop_map(|(a, b)| format!("?{a}&{b}/?:@"));
    let fragment = || atoms().prop_map(|fragment| format!("#{fragment}/?:@&"));
    let front = select(&["", "/", "./", "../", "../../"][..]);
    let of_parts =
        (scheme, option::of(authority()), path, front, option::of(query()), option::of(fragment()));
    let of_parts = of_parts.prop_map(|(scheme, authority, path, front, query, fragment)| {
        let front = if authority.is_some() { "/" } else { front };
        let (query, fragment) = (query.unwrap_or_default(), fragment.unwrap_or_default());
        format!("{scheme}{}{front}{path}{query}{fragment}", authority.unwrap_or_default())
    });
    let up = (0_usize..9, segment())
        .prop_map(|(count, segment)| format!("{}{segment}", "../".repeat(count)));
    prop_oneof![12 => of_parts, 1 => query(), 1 => fragment(), 1 => up]
}

/// Text over the characters that matter to the grammar.
fn soup() -> impl Strategy<Value = String> {
    let characters = prop_oneof![
        4 => "[a-fvVx0-9.:/?#@%~!$&'()*+,;=_\\[\\]-]{0,24}",
        1 => "[ -~é]{0,12}",
        1 => "(//)?\\[[v0-9a-f:.]{0,20}\\](:[0-9]{0,3})?",
    ];
    (select(&["", "//", "s:", "s://", "s:/"][..]), characters)
        .prop_map(|(front, rest)| format!("{front}{rest}"))
}

/// A URI normalised by syntax and by default port (RFC 3986 sections 6.2.2 and 6.2.3). A relative path keeps its
/// dot-segments.
///
/// `fluent-uri` removes percent-encoded dot-segments together with literal ones, and none from rootless paths, so it gets
/// a path without any.
fn normalised(uri: &str) -> String {
    let normaliser = Normalizer::new().default_port_with(|scheme| {
        Table::DRAFT_16.by_name(scheme.as_str().to_ascii_lowercase())?.default_port
    });
    let parsed = UriRef::parse(uri).unwrap();
    let mut path = parsed.path().to_owned();
    if !parsed.is_relative() || parsed.authority().is_some() || path.starts_with('/') {
        path = normal_path(&path);
    }
    if parsed.authority().is_none() && path.starts_with("//") {
        path = format!("/.{path}"); // It must not read as an authority.
    }
    let uri = recompose(parsed.components(), &path, parsed.fragment());
    normaliser.normalize(&fluent_uri::UriRef::parse(&*uri).unwrap()).unwrap().into_string()
}

/// `uri` resolved against `base` without decoding, and then normalised. The base is normalised first (RFC 3986 section
/// 5.2.1).
fn resolved(base: &str, uri: &str) -> String {
    let base = normalised(base);
    normalised(&guarded(UriRef::parse(&base).unwrap(), UriRef::parse(uri).unwrap()))
}

/// Whether an error of this kind is right: `uri` has the property that no CRI can express.
fn expected_to_fail(kind: ToCriErrorKind, uri: UriRef<'_>, revision: Revision) -> bool {
    match kind {
        ToCriErrorKind::EmptyPort => uri.port() == Some(""),
        ToCriErrorKind::PortLeadingZero => {
            uri.port().is_some_and(|port| port.len() > 1 && port.starts_with('0'))
        }
        ToCriErrorKind::PortRange => uri.port().is_some_and(|port| port.parse::<u16>().is_err()),
        ToCriErrorKind::UpperCaseHost => uri.host_str().is_some_and(|host| host.contains("%c3%89")),
        ToCriErrorKind::ColonInUserinfo => {
            revision == Revision::Draft16
                && uri.userinfo().is_some_and(|userinfo| userinfo.contains(':'))
        }
        ToCriErrorKind::LeadingEmptySegment => {
            !uri.is_relative() && uri.authority().is_none() && {
                let all = format!("{}:{}", uri.scheme().unwrap(), uri.path());
                let all = normalised(&all);
                let path = &all[all.find(':').unwrap() + 1..];
                path.starts_with("//") || path.starts_with("/.//")
            }
        }
        _ => false,
    }
}

#[test]
fn the_generator_reaches_every_kind_of_uri() {
    let (mut runner, uris) = (TestRunner::deterministic(), uri());
    let mut counts = BTreeMap::<_, usize>::new();
    for _ in 0..4000 {
        let text = uris.new_tree(&mut runner).unwrap().current();
        let Ok(uri) = UriRef::parse(&text) else { continue };
        let Ok(cri) = to_cri(&text, Options::default()) else { continue };
        let sections = cri.as_cri_ref().sections();
        let alone = uri.is_relative() && uri.authority().is_none() && uri.path().is_empty();
        let dots =
            uri.path().split('/').any(|segment| matches!(segment, "." | ".." | "%2e" | "%2E%2e"));
        let order = normal_path(uri.path()) != remove_dot_segments(&decode_dots(uri.path()));
        let mut items = sections.segments().chain(sections.parameters()).chain(sections.fragment());
        for (what, is_there) in [
            ("a query alone", alone && uri.query().is_some()),
            ("a fragment alone", alone && uri.query().is_none() && uri.fragment().is_some()),
            ("discard 1", sections.discard() == Discard::Segments(1)),
            ("discard 2 and more", matches!(sections.discard(), Discard::Segments(2..))),
            ("full CRIs with dot-segments", !uri.is_relative() && dots),
            ("references with dot-segments", uri.is_relative() && dots),
            ("full CRIs that depend on the order", !uri.is_relative() && order),
            ("references that depend on the order", uri.is_relative() && order),
            ("PET", items.any(|item| item.as_str().is_none())),
            ("IPv6", matches!(uri.host(), Some(UriHost::Ipv6 { .. }))),
            ("IPv4", matches!(uri.host(), Some(UriHost::Ipv4(_)))),
            ("network paths", uri.is_relative() && uri.authority().is_some()),
            ("userinfo", uri.userinfo().is_some()),
            ("ports", sections.port().is_some()),
            ("longer than 184 bytes", text.len() > 184),
        ] {
            *counts.entry(what).or_default() += usize::from(is_there);
        }
    }
    assert!(!counts.is_empty() && counts.values().all(|&count| count >= 20), "{counts:?}");
}

proptest! {
    // shows: R3986-3.3-02, R3986-3.2.2-03
    #[test]
    fn parsing_accepts_what_the_oracle_accepts(text in prop_oneof![soup(), uri()]) {
        let oracle = fluent_uri::UriRef::parse(text.as_str());
        match UriRef::parse(&text) {
            Ok(uri) => {
                // The oracle does not implement RFC 6874, which adds zone identifiers.
                if matches!(uri.host(), Some(UriHost::Ipv6 { zone: Some(_), .. })) {
                    prop_assert!(oracle.is_err());
                    return Ok(());
                }
                let oracle = oracle.map_err(|error| TestCaseError::fail(error.to_string()))?;
                prop_assert_eq!(uri.scheme(), oracle.scheme().map(fluent_uri::component::Scheme::as_str));
                let authority = oracle.authority();
                prop_assert_eq!(uri.authority(), authority.map(|authority| authority.as_str()));
                let userinfo = authority.and_then(|authority| authority.userinfo());
                prop_assert_eq!(uri.userinfo(), userinfo.map(EStr::as_str));
                prop_assert_eq!(uri.host_str(), authority.map(|authority| authority.host()));
                let port = authority.and_then(|authority| authority.port());
                prop_assert_eq!(uri.port(), port.map(EStr::as_str));
                prop_assert_eq!(uri.path(), oracle.path().as_str());
                prop_assert_eq!(uri.query(), oracle.query().map(EStr::as_str));
                prop_assert_eq!(uri.fragment(), oracle.fragment().map(EStr::as_str));
            }
            Err(error) => {
                prop_assert!(oracle.is_err(), "{}", error);
                prop_assert!(error.offset() <= text.len());
            }
        }
    }

    // shows: D16-6-02
    #[test]
    fn a_uri_comes_back_normalised(text in uri()) {
        let Ok(uri) = UriRef::parse(&text) else { return Ok(()) };
        let options = Options::default();
        match uri.to_cri(options, Vec::new()) {
            Ok(cri) => {
                let back = match cri.as_cri_ref().to_uri(options) {
                    // Corner case 12: `/.//b` has a CRI reference, which resolves where there is an authority.
                    Err(error) if error.kind() == ToUriErrorKind::LeadingEmptySegment => {
                        let absolute = normalised(&format!("s:{text}"));
                        prop_assert!(uri.is_relative() && absolute.starts_with("s:/.//"), "{}", absolute);
                        return Ok(());
                    }
                    _ => to_uri(cri.as_cri_ref(), options),
                };
                if !uri.is_relative() {
                    prop_assert_eq!(back, normalised(&text));
                    return Ok(());
                }
                // A relative reference may change, but it still resolves to the same URI.
                for base in ["http://base/a/b/c/d;p?q", "http://base", "http://base/"] {
                    prop_assert_eq!(resolved(base, &back), resolved(base, &text));
                }
            }
            Err(error) => {
                prop_assert!(expected_to_fail(error.kind(), uri, options.revision()), "{}", error);
                prop_assert!(error.offset() <= text.len());
            }
        }
    }

    // shows: R3986-5.1-02
    #[test]
    fn resolution_commutes_where_the_base_has_an_authority(base in uri(), text in uri()) {
        let options = Options::default();
        let (Ok(base_cri), Ok(cri)) = (to_cri(&base, options), to_cri(&text, options)) else { return Ok(()) };
        let Some(base_cri) = base_cri.as_cri_ref().to_full() else { return Ok(()) };
        if base_cri.sections().authority().is_none() {
            return Ok(());
        }
        let result = base_cri.without_fragment().resolve(cri.as_cri_ref());
        let result = result.map_err(|error| TestCaseError::fail(error.to_string()))?;
        let base = base.split('#').next().unwrap();
        // A reference without a scheme has no default port, so its port stays in the CRI.
        prop_assert_eq!(normalised(&to_uri(result, options)), resolved(base, &text));
    }

    #[test]
    fn smaller_buffers_are_full(text in uri(), revision in any_revision()) {
        let options = Options::new(revision);
        let Ok(cri) = to_cri(&text, options) else { return Ok(()) };
        let cri = cri.into_buffer();
        let mut space = vec![0xaa; cri.len()];
        let uri = UriRef::parse(&text).unwrap();
        for size in 0..cri.len() {
            let error = uri.to_cri(options, SliceBuffer::new(&mut space[..size])).unwrap_err();
            prop_assert_eq!(error.kind(), ToCriErrorKind::BufferFull(cri.len()));
        }
        // The earlier content of a buffer does not matter.
        let mut buffer = SliceBuffer::new(&mut space);
        buffer.push_bytes(b"earlier").unwrap_or_default();
        let full = uri.to_cri(options, buffer).unwrap().into_buffer();
        prop_assert_eq!(full.as_slice(), &*cri);
    }

    #[test]
    fn a_feature_that_is_off_is_the_only_error(text in uri(), revision in any_revision()) {
        let options = Options::new(revision);
        let Ok(cri) = to_cri(&text, options) else { return Ok(()) };
        for feature in cri_core::Feature::ALL {
            let less = Features::ALL.without(feature);
            let decoded = Decoder::new().with_features(less).decode::<cri_core::CriRef<'_>>(cri.as_bytes()).map_err(|error| error.component());
            let converted = to_cri(&text, options.with_features(less)).map_err(|error| {
                assert_eq!(error.kind(), ToCriErrorKind::UnsupportedFeature(feature));
                error.component()
            });
            prop_assert_eq!(decoded.map(|_| ()), converted.map(|_| ()));
        }
    }

    #[test]
    fn nothing_panics(text in ".{0,40}", more in soup(), revision in any_revision()) {
        for text in [text, more] {
            if let Ok(cri) = to_cri(&text, Options::coap(revision)) {
                let _ = format!("{cri:?} {:?}", cri.as_cri_ref().to_uri(Options::new(revision)));
            }
        }
    }
}
