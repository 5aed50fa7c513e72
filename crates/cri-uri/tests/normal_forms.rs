//! Normal forms of CRIs, equivalence by syntax and by scheme, and CRIs of one revision as CRIs of the other.

use crate::conversion;
use crate::samples::cris::cri;

use conversion::{to_cri, to_uri};
use cri_core::{Builder, Cri, CriRef, CriRefBuf, Piece, Revision, Sections, SliceBuffer, Value};
use cri_testvectors::{Corpus, assert_linear, sample};
use cri_uri::equivalence::{self, Equivalence, RewriteErrorKind, equivalent, renumber};
use cri_uri::{Options, ToUri};
use proptest::prelude::*;
use proptest::sample::select;

const BOTH: [Equivalence; 2] = [Equivalence::Syntax, Equivalence::Scheme];

fn normal_form<'a>(
    cri: impl Into<Sections<'a>>,
    equivalence: Equivalence,
    options: Options,
) -> CriRefBuf<Vec<u8>> {
    equivalence::normal_form(cri, equivalence, options, Vec::new()).unwrap()
}

fn diagnostic(cri: &[u8], equivalence: Equivalence, options: Options) -> String {
    let cri = CriRef::decode(cri).unwrap();
    let written = normal_form(cri, equivalence, options);
    assert!(equivalent(cri, written.as_cri_ref(), equivalence, options));
    written.diagnostic().to_string()
}

// shows: D16-7.1-07
#[test]
fn bytes_that_text_can_hold_become_text() {
    let options = Options::default();
    for (cri, expected, uri) in [
        // [1, [["a", h'20', "b"]]]
        (b"\x82\x01\x81\x83\x61a\x41\x20\x61b".as_slice(), r#"[1, ["a b"]]"#, "a%20b"),
        // [1, [[h'2F203B', "b"]]]: URIs percent-encode a `/` in text of a segment, and do not percent-encode a `;`.
        (b"\x82\x01\x81\x82\x43/\x20;\x61b", r#"[1, [["/ ", h'3B', "b"]]]"#, "%2F%20%3Bb"),
        // [1, [[h'2BFF25FF2F2F']]]
        (
            b"\x82\x01\x81\x81\x46+\xff%\xff//",
            r#"[1, [[h'2BFF', "%", h'FF', "//"]]]"#,
            "%2B%FF%25%FF%2F%2F",
        ),
        // [0, null, [[h'262F']], [h'2F20']]
        (
            b"\x84\0\xf6\x81\x81\x42&/\x81\x42/\x20",
            r#"[0, null, [["&", h'2F']], [h'2F', " "]]"#,
            "?%26%2F#%2F%20",
        ),
        // [null, [false, [h'3A40'], [h'3A21']]]
        (
            b"\x82\xf6\x83\xf4\x81\x42:@\x81\x42:!",
            r#"[null, [false, ":@", [":", h'21']]]"#,
            "//%3A%40@%3A%21",
        ),
    ] {
        assert_eq!(to_uri(CriRef::decode(cri).unwrap(), options), uri);
        assert_eq!(diagnostic(cri, Equivalence::Syntax, options), expected);
        let written = normal_form(CriRef::decode(cri).unwrap(), Equivalence::Syntax, options);
        assert!(
            !written.structurally_eq(CriRef::decode(cri).unwrap()),
            "not equal, but equivalent"
        );
        assert_eq!(to_cri(uri, options).unwrap().into_buffer(), written.into_buffer());
    }
    // In RFC 9988, a colon in the text of a userinfo is not percent-encoded in the URI.
    let cri = b"\x82\xf6\x83\xf4\x81\x42:@\x61h"; // [null, [false, [h'3A40'], "h"]]
    let expected = r#"[null, [false, [h'3A', "@"], "h"]]"#;
    assert_eq!(diagnostic(cri, Equivalence::Syntax, Options::new(Revision::Rfc9988)), expected);
}

// shows: D16-4-04
#[test]
fn a_number_is_its_name() {
    let a = Cri::decode(b"\x83\x64coap\x81\x61h\x80").unwrap(); // ["coap", ["h"], []]
    let b = Cri::decode(b"\x83\x20\x81\x61h\x80").unwrap(); // [-1, ["h"], []]
    assert_ne!(a, b);
    assert!(equivalent(a, b, Equivalence::Syntax, Options::default()));
    assert_eq!(
        diagnostic(a.as_bytes(), Equivalence::Syntax, Options::default()),
        r#"[-1, ["h"], []]"#
    );
    // The revision decides which number a name has. The table decides which names have a number.
    let coap_ws = Cri::decode(b"\x83\x67coap+ws\x81\x61h\x80").unwrap();
    let number_8 = Cri::decode(b"\x83\x28\x81\x61h\x80").unwrap();
    assert!(equivalent(coap_ws, number_8, Equivalence::Syntax, Options::new(Revision::Draft16)));
    assert!(!equivalent(coap_ws, number_8, Equivalence::Syntax, Options::new(Revision::Rfc9988)));
    let https = b"\x83\x65https\x81\x61h\x80";
    assert_eq!(
        diagnostic(https, Equivalence::Syntax, Options::coap(Revision::Draft16)),
        r#"["https", ["h"], []]"#
    );
    // A number without a registered name is equivalent only to itself.
    let unknown = Cri::decode(b"\x83\x39\xff\xff\x81\x61h\x80").unwrap();
    assert!(equivalent(unknown, unknown, Equivalence::Scheme, Options::default()));
    assert!(!equivalent(unknown, b, Equivalence::Scheme, Options::default()));
}

// shows: D16-2-C8-03
#[test]
fn schemes_that_are_known_have_an_alias_for_their_root() {
    let options = Options::default();
    for (cri, by_scheme) in [
        (b"\x83\x20\x81\x61h\x81\x60".as_slice(), r#"[-1, ["h"], []]"#), // [-1, ["h"], [""]]
        (b"\x84\x20\x81\x61h\x81\x60\x81\x61q", r#"[-1, ["h"], [], ["q"]]"#),
        (b"\x83\x22\x81\x61h\x81\x60", r#"[-3, ["h"], []]"#),
        (b"\x83\x62ws\x81\x61h\x81\x60", r#"[-11963, ["h"], []]"#),
        // The alias needs exactly one segment, an authority, and a scheme that has it.
        (b"\x83\x20\x81\x61h\x82\x60\x60", r#"[-1, ["h"], ["", ""]]"#),
        (b"\x83\x20\xf6\x81\x60", r#"[-1, null, [""]]"#),
        (b"\x83\x61s\x81\x61h\x81\x60", r#"["s", ["h"], [""]]"#),
        (b"\x83\x63ftp\x81\x61h\x81\x60", r#"[-14879, ["h"], []]"#),
        // The default port of a scheme goes, and another port stays.
        (b"\x83\x20\x82\x61h\x19\x16\x33\x81\x61a", r#"[-1, ["h"], ["a"]]"#),
        (b"\x83\x20\x82\x61h\x19\x16\x34\x81\x61a", r#"[-1, ["h", 5684], ["a"]]"#),
    ] {
        assert_eq!(diagnostic(cri, Equivalence::Scheme, options), by_scheme);
    }
    let names =
        "coap coaps coap+tcp coaps+tcp coap+ws coaps+ws http https ws wss ftp telnet s file";
    for name in names.split(' ') {
        let root = Builder::new(Revision::Draft16, Vec::new()).scheme_name(name);
        let root = root.host("h").segment("").finish().unwrap();
        let form = normal_form(&root, Equivalence::Scheme, options);
        let has_alias = !["s", "file"].contains(&name);
        assert_eq!(form.as_cri_ref().sections().segments().next().is_none(), has_alias, "{name}");
    }
}

// shows: R3986-6.2.3-05, R1738-3.10-02
#[test]
fn schemes_have_rules_of_their_own() {
    let options = Options::default();
    for (uri, same, other) in [
        ("file:///A", "file://localhost/A", "file://localhost./A"),
        ("file:///", "file://LOCAL%48ost/", "file://localhost:1/"),
        ("file://", "file://localhost", "file://@localhost"),
        ("mailto:Joe@example.com", "mailto:Joe@Example.COM", "mailto:joe@example.com"),
        ("mailto:A@b,C@d?cc=A@b", "mailto:A@B,C@%44?cc=A@b", "mailto:A@b,C@d?cc=A@B"),
        ("mailto:A/B@c", "mailto:A/B@C", "mailto:a/B@c"),
        ("mailto:A@b%2Cc", "mailto:A@B%2CC", "mailto:A@b,C"),
        ("mailto:A@c%3B", "mailto:A@C%3B", "mailto:A@c;"),
        ("ftp://h", "ftp://h:21/", "ftp://h/;type=a"),
        ("ftp://h/a;type=a", "ftp://h:21/a;type=a", "ftp://h/a;type=A"),
    ] {
        let [uri, same, other] = [uri, same, other].map(|uri| to_cri(uri, options).unwrap());
        let by = |a: &CriRefBuf<_>, b: &CriRefBuf<_>, equivalence| {
            equivalent(a.as_cri_ref(), b.as_cri_ref(), equivalence, options)
        };
        assert!(!by(&uri, &same, Equivalence::Syntax) || same.as_bytes() == uri.as_bytes());
        assert!(by(&uri, &same, Equivalence::Scheme), "{uri:?} {same:?}");
        assert!(!by(&uri, &other, Equivalence::Scheme), "{uri:?} {other:?}");
        let form = normal_form(same.as_cri_ref(), Equivalence::Scheme, options);
        let expected = normal_form(uri.as_cri_ref(), Equivalence::Scheme, options);
        assert_eq!(form.as_bytes(), expected.as_bytes());
    }
    for cri in ["mailto:A/b@c", "mailto:A@B/C", "mailto:A%40B"] {
        let cri = to_cri(cri, options).unwrap();
        let form = normal_form(cri.as_cri_ref(), Equivalence::Scheme, options);
        assert_eq!(form.as_bytes(), cri.as_bytes());
    }
}

#[test]
fn numbers_change_with_the_revision() {
    let diagnostic = |cri: &[u8], from, to| {
        let written = renumber(CriRef::decode(cri).unwrap(), from, to, Vec::new());
        written.map(|cri| cri.diagnostic().to_string()).map_err(|error| error.kind())
    };
    let (old, new) = (Revision::Draft16, Revision::Rfc9988);
    for (name, number_16, number_27) in [("coap", 0, 0), ("coap+ws", 8, 24), ("coaps+ws", 9, 25)] {
        let cri = |number: u64, revision| {
            Builder::new(revision, Vec::new())
                .scheme_number(number)
                .host("h")
                .fragment("f")
                .finish()
                .unwrap()
                .into_buffer()
        };
        let (a, b) = (cri(number_16, old), cri(number_27, new));
        let there = renumber(CriRef::decode(&a).unwrap(), old, new, Vec::new()).unwrap();
        assert_eq!(there.into_buffer(), b, "{name}");
        let back = renumber(CriRef::decode(&b).unwrap(), new, old, Vec::new()).unwrap();
        assert_eq!(back.into_buffer(), a, "{name}");
    }
    // In RFC 9988, no scheme has number 8.
    assert_eq!(diagnostic(b"\x82\x28\x81\x61h", new, old), Err(RewriteErrorKind::UnknownScheme));
    // Names and references stay as they are. So does PET, which only `normal_form` turns into text.
    let name = b"\x83\x67coap+ws\x81\x61h\x81\x83\x61a\x41\x20\x61b";
    assert_eq!(diagnostic(name, old, new).unwrap(), r#"["coap+ws", ["h"], [["a", h'20', "b"]]]"#);
    assert_eq!(diagnostic(b"\x82\x01\x81\x61g", old, new).unwrap(), r#"[1, ["g"]]"#);
    assert_eq!(diagnostic(b"\x80", old, new).unwrap(), "[]");
    // [-4, [false, "u:p", "h"]] is u%3Ap in draft-16 and u:p in RFC 9988. PET is %3A in both.
    let colon = b"\x82\x23\x83\xf4\x63u:p\x61h";
    assert_eq!(diagnostic(colon, old, new), Err(RewriteErrorKind::ColonInUserinfo));
    assert_eq!(diagnostic(colon, new, old), Err(RewriteErrorKind::ColonInUserinfo));
    assert_eq!(diagnostic(colon, new, new).unwrap(), r#"[-4, [false, "u:p", "h"]]"#);
    let pet = b"\x82\x23\x83\xf4\x83\x61u\x41:\x61p\x61h";
    assert!(diagnostic(pet, old, new).is_ok());
    // [-1, [h'01020304', "z"]]: draft-16 has no zone-id on IPv4.
    let zone = b"\x82\x20\x82\x44\x01\x02\x03\x04\x61z";
    assert_eq!(diagnostic(zone, new, old), Err(RewriteErrorKind::ZoneOnIpv4));
    assert!(diagnostic(zone, new, new).is_ok());
}

#[test]
fn errors_have_a_name_a_place_and_a_message() {
    let cri = CriRef::decode(b"\x83\x39\xff\xff\x81\x61h\x80").unwrap();
    let error = renumber(cri, Revision::Draft16, Revision::Rfc9988, Vec::new()).unwrap_err();
    let place = (error.kind().name(), error.component());
    assert_eq!(place, ("unknown-scheme", cri_core::Component::Scheme));
    assert_eq!(error.to_string(), "the other revision has no number for this scheme");
}

// A CRI that needs no rewriting comes out as `encode` writes it, in both revisions. A buffer that is too small is full.
#[test]
fn the_form_is_that_of_the_encoder() {
    let corpus = Corpus::load().unwrap();
    let mut count = 0;
    for vector in sample(&corpus.decode, 8) {
        let Ok(cri) = CriRef::decode(&vector.cbor) else { continue };
        for revision in Revision::ALL {
            let encoded = cri.sections().encode_to(revision, Vec::new());
            let rewritten = renumber_nothing(cri, revision);
            assert_eq!(encoded.map(CriRefBuf::into_buffer).ok(), rewritten, "{}", vector.id);
            let options = Options::new(revision);
            let Ok(written) =
                equivalence::normal_form(cri, Equivalence::Syntax, options, Vec::new())
            else {
                continue;
            };
            let written = written.into_buffer();
            let mut space = vec![0; written.len()];
            // All shorter buffers would take quadratic time on the long vectors.
            let shortest = if written.len() < 256 { 0 } else { written.len() - 1 };
            for len in shortest..written.len() {
                let error = equivalence::normal_form(
                    cri,
                    Equivalence::Syntax,
                    options,
                    SliceBuffer::new(&mut space[..len]),
                )
                .unwrap_err();
                assert_eq!(error.kind(), RewriteErrorKind::BufferFull);
            }
            assert!(
                equivalence::normal_form(
                    cri,
                    Equivalence::Syntax,
                    options,
                    SliceBuffer::new(&mut space)
                )
                .is_ok()
            );
            // The normal form has the URI that the CRI has.
            if let Ok(uri) = cri.to_uri(options) {
                let anew = CriRef::decode(&written).unwrap().to_uri(options).unwrap();
                assert_eq!(anew.to_string(), uri.to_string(), "{}", vector.id);
            }
            count += 1;
        }
    }
    assert!(count > 100);
}

/// The CRI after renumbering from a revision to itself, which changes no scheme number. A number without a registered name
/// is encoded as it is.
fn renumber_nothing(cri: CriRef<'_>, revision: Revision) -> Option<Vec<u8>> {
    match renumber(cri, revision, revision, Vec::new()) {
        Ok(written) => Some(written.into_buffer()),
        Err(error) if error.kind() == RewriteErrorKind::UnknownScheme => {
            cri.sections().encode_to(revision, Vec::new()).map(CriRefBuf::into_buffer).ok()
        }
        Err(_) => None,
    }
}

#[test]
fn time_is_linear() {
    let options = Options::default();
    for piece in [
        Piece::bytes(b"/ ;"),
        Piece::bytes(b" "),
        Piece::bytes(b";\xff"),
        Piece::text("a"),
        Piece::text("A@B,"),
        Piece::text("@"),
    ] {
        assert_linear(&format!("{piece:?}"), 1 << 12, |len| {
            let bytes = piece.as_bytes().repeat(len);
            let whole = if piece.is_text() {
                Piece::text(std::str::from_utf8(&bytes).unwrap())
            } else {
                Piece::bytes(&bytes)
            };
            let builder = Builder::new(Revision::Draft16, Vec::new());
            let is_address = piece.as_bytes().contains(&b'@');
            let cri = match is_address {
                true => builder.scheme_name("mailto").rootless(),
                false => builder.scheme_number(0).host("h"),
            };
            let cri = cri.segment(match &whole {
                whole if whole.is_text() => Value::from(whole.as_str().unwrap()),
                whole => Value::Pet(std::slice::from_ref(whole)),
            });
            let cri = cri.finish().unwrap();
            let cri = cri.as_cri_ref();
            let written = normal_form(cri, Equivalence::Scheme, options);
            assert!(equivalent(cri, written.as_cri_ref(), Equivalence::Scheme, options));
        });
    }
}

proptest! {
    #[test]
    fn equivalent_is_normally_equal(a in cri(&[80, 5683]), b in cri(&[80, 5683]), same in any::<bool>(), revision in select(&Revision::ALL[..])) {
        let b = if same { a.clone() } else { b };
        let (Some(a), Some(b)) = (a.build(revision, false), b.build(revision, same)) else { return Ok(()) };
        let options = Options::new(revision);
        for equivalence in BOTH {
            let [x, y] = [&a, &b].map(|cri| normal_form(cri.as_cri_ref(), equivalence, options));
            let equal = x.as_cri_ref().as_bytes() == y.as_cri_ref().as_bytes();
            prop_assert_eq!(equivalent(a.as_cri_ref(), b.as_cri_ref(), equivalence, options), equal);
            prop_assert!(equivalent(a.as_cri_ref(), x.as_cri_ref(), equivalence, options));
            // A second rewriting changes nothing, and the normal form by syntax has the URI that the CRI has.
            let again = normal_form(x.as_cri_ref(), equivalence, options);
            prop_assert_eq!(again.as_cri_ref().as_bytes(), x.as_cri_ref().as_bytes());
            if let (Equivalence::Syntax, Ok(uri)) = (equivalence, a.as_cri_ref().to_uri(options)) {
                let anew = x.as_cri_ref().to_uri(options).unwrap().to_string();
                prop_assert_eq!(anew, uri.to_string());
            }
        }
    }

    // `to_cri` writes normal forms by syntax. It omits the default port, so the two CRIs are equivalent by scheme.
    #[test]
    fn the_cri_of_a_uri_is_normal(a in cri(&[80, 5683]), revision in select(&Revision::ALL[..])) {
        let options = Options::new(revision);
        let Some(cri) = a.build(revision, true) else { return Ok(()) };
        let Ok(uri) = cri.as_cri_ref().to_uri(options) else { return Ok(()) };
        let Ok(made) = to_cri(&uri.to_string(), options) else { return Ok(()) };
        let written = normal_form(made.as_cri_ref(), Equivalence::Syntax, options);
        prop_assert_eq!(written.as_cri_ref().as_bytes(), made.as_cri_ref().as_bytes());
        prop_assert!(equivalent(cri.as_cri_ref(), made.as_cri_ref(), Equivalence::Scheme, options));
    }
}
