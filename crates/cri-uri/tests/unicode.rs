//! Text that is not in NFC, at creation and after it.

#![cfg(feature = "nfc")]

use cri_core::{Component, CriRef, CriRefBuf, Revision, SliceBuffer};
use cri_testvectors::{assert_linear, sample};
use cri_uri::{IriRef, Nfc, Options, ToCriError, ToCriErrorKind, UriRef, nfc};
use proptest::prelude::*;
use proptest::sample::select;

fn convert(iri: &str, options: Options) -> Result<String, ToCriError> {
    Ok(format!("{:?}", IriRef::parse(iri)?.to_cri(options, Vec::new())?))
}

const KEEP: Options = Options::new(Revision::Draft16);
const REFUSE: Options = KEEP.with_nfc(Nfc::Refuse);
const NORMALIZE: Options = KEEP.with_nfc(Nfc::Normalize);

// shows: D16-2-C5-03, D16-2-C9-03, D16-2-C10-01, D16-2-C11-01, D16-3-05, D16-3-07
#[test]
fn text_is_kept_refused_or_mapped() {
    use Component::{Fragment, Host, Path, Query};
    for (uri, component, offset, kept, mapped) in [
        (
            "//e%CC%81x.org",
            Host,
            2,
            "[null, [\"e\u{301}x\", \"org\"]]",
            "[null, [\"éx\", \"org\"]]",
        ),
        // C5: A to Z become lower case before NFC composes. `H` with a line below has no composite, and `h` has one.
        ("//a.xE%CC%81", Host, 5, "[null, [\"a\", \"xe\u{301}\"]]", "[null, [\"a\", \"xé\"]]"),
        ("//H%CC%B1", Host, 2, "[null, [\"h\u{331}\"]]", "[null, [\"\u{1e96}\"]]"),
        ("/a/be%CC%81", Path, 4, "[true, [\"a\", \"be\u{301}\"]]", "[true, [\"a\", \"bé\"]]"),
        ("/x/../%65%CC%81/.", Path, 6, "[true, [\"e\u{301}\", \"\"]]", "[true, [\"é\", \"\"]]"),
        ("?a&e%CC%81", Query, 3, "[0, null, [\"a\", \"e\u{301}\"]]", "[0, null, [\"a\", \"é\"]]"),
        ("#e%CC%81", Fragment, 1, "[0, null, null, \"e\u{301}\"]", "[0, null, null, \"é\"]"),
        // NFC treats each text of PET by itself: a mark does not compose across the bytes.
        (
            "/e%3B%CC%81e%CC%81",
            Path,
            11,
            "[true, [[\"e\", h'3B', \"\u{301}e\u{301}\"]]]",
            "[true, [[\"e\", h'3B', \"\u{301}é\"]]]",
        ),
        // Marks in another order; characters that NFC replaces by others; a composite that NFC takes apart.
        (
            "/e\u{301}\u{323}",
            Path,
            1,
            "[true, [\"e\u{301}\u{323}\"]]",
            "[true, [\"\u{1eb9}\u{301}\"]]",
        ),
        ("/\u{2126}\u{37e}", Path, 1, "[true, [\"\u{2126}\u{37e}\"]]", "[true, [\"\u{3a9};\"]]"),
        ("/a\u{958}", Path, 2, "[true, [\"a\u{958}\"]]", "[true, [\"a\u{915}\u{93c}\"]]"),
        ("/\u{1100}\u{1161}", Path, 1, "[true, [\"\u{1100}\u{1161}\"]]", "[true, [\"가\"]]"),
    ] {
        assert_eq!(convert(uri, KEEP).unwrap(), kept, "{uri}");
        let error = convert(uri, REFUSE).unwrap_err();
        let expected = (ToCriErrorKind::NotNfc, component, offset);
        assert_eq!((error.kind(), error.component(), error.offset()), expected, "{uri}");
        let expected = format!("is not in NFC, at byte {offset}; write its characters in NFC");
        assert!(error.to_string().ends_with(&expected), "{error}");
        assert_eq!(convert(uri, NORMALIZE).unwrap(), mapped, "{uri}");
    }
    for uri in [
        "/%C3%A9",
        "//%C3%A9",
        "coap://h/a%20b",
        "/%3B%CC%81",
        "//[fe80::1%25e%CC%81]",
        "?%E0%A4%95%E0%A4%BC",
    ] {
        let kept = convert(uri, KEEP).unwrap();
        assert_eq!(convert(uri, REFUSE).unwrap(), kept, "{uri}");
        assert_eq!(convert(uri, NORMALIZE).unwrap(), kept, "{uri}");
    }
}

#[test]
fn a_userinfo_is_not_mapped() {
    let uri = "s://e%CC%81@h";
    assert_eq!(convert(uri, REFUSE), convert(uri, KEEP));
    assert_eq!(convert(uri, NORMALIZE), convert(uri, KEEP));
    let later = Options::new(Revision::Rfc9988);
    assert!(convert(uri, later).is_ok());
    for nfc in [Nfc::Refuse, Nfc::Normalize] {
        let error = convert(uri, later.with_nfc(nfc)).unwrap_err();
        assert_eq!(
            (error.kind(), error.component(), error.offset()),
            (ToCriErrorKind::NotNfc, Component::Userinfo, 4)
        );
    }
}

// NFC maps some upper-case letters to other ones. A host with such a letter is refused for the letter, before NFC.
#[test]
fn upper_case_stays_refused() {
    for uri in ["//\u{212a}", "//\u{212b}", "//%C3%89"] {
        for options in [KEEP, REFUSE, NORMALIZE] {
            assert_eq!(
                convert(uri, options).unwrap_err().kind(),
                ToCriErrorKind::UpperCaseHost,
                "{uri}"
            );
        }
    }
    // A path may have upper-case letters, and NFC maps them.
    assert_eq!(convert("/\u{212a}", NORMALIZE).unwrap(), "[true, [\"K\"]]");
}

#[test]
fn the_first_error_is_reported() {
    let error = convert("s://e%CC%81:99999/e%CC%81", REFUSE).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ToCriErrorKind::NotNfc, 4));
}

// shows: D16-2-C5-03, D16-2-C9-03
#[test]
fn decoding_accepts_text_that_the_check_refuses() {
    for (cri, expected) in [
        // [-1, ["h"], ["é"], ["é"], "é"]
        (b"\x85\x20\x81\x61h\x81\x62\xc3\xa9\x81\x62\xc3\xa9\x62\xc3\xa9".as_slice(), None),
        // [null, ["x", "e\u0301x"]]
        (b"\x82\xf6\x82\x61x\x64e\xcc\x81x", Some(Component::Host)),
        // [true, ["a", ["e", ';', "e\u0301"]]]
        (b"\x82\xf5\x82\x61a\x83\x61e\x41;\x63e\xcc\x81", Some(Component::Path)),
        // [0, null, ["e\u0301"]]
        (b"\x83\0\xf6\x81\x63e\xcc\x81", Some(Component::Query)),
        // [0, null, null, "e\u0301"]
        (b"\x84\0\xf6\xf6\x63e\xcc\x81", Some(Component::Fragment)),
        // []
        (b"\x80", None),
    ] {
        let cri = CriRef::decode(cri).unwrap();
        for revision in Revision::ALL {
            assert_eq!(
                nfc::check_nfc(cri, revision).err().map(|error| error.component()),
                expected
            );
        }
    }
    // [null, [false, "e\u0301", "h"]]
    let cri = CriRef::decode(b"\x82\xf6\x83\xf4\x63e\xcc\x81\x61h").unwrap();
    assert_eq!(nfc::check_nfc(cri, Revision::Draft16), Ok(()));
    let error = nfc::check_nfc(cri, Revision::Rfc9988).unwrap_err();
    assert_eq!(error.to_string(), "text in the userinfo is not in NFC");
}

#[test]
fn buffers_need_room_only_for_the_mapped_text() {
    let iri = IriRef::parse("coap://e\u{301}/../e\u{301}\u{323}%3B\u{958}?e\u{301}").unwrap();
    let whole = iri.to_cri(NORMALIZE, Vec::new()).unwrap().into_buffer();
    let mut space = [0; 64];
    for len in 0..whole.len() {
        let error = iri.to_cri(NORMALIZE, SliceBuffer::new(&mut space[..len])).unwrap_err();
        assert_eq!(error.kind(), ToCriErrorKind::BufferFull(whole.len()));
    }
    let cri = iri.to_cri(NORMALIZE, SliceBuffer::new(&mut space[..whole.len()])).unwrap();
    assert_eq!(cri.as_cri_ref().as_bytes(), whole);
}

#[test]
fn time_is_linear() {
    let units = ["e%CC%81", "%CC%81", "e\u{301}/", "%C3%A9", "%3Be\u{301}", "./e\u{301}/"];
    for unit in sample(units, 4) {
        assert_linear(unit, 1 << 13, |len| {
            let text = format!("/{}", unit.repeat(len / unit.len()));
            let iri = IriRef::parse(&text).unwrap();
            iri.to_cri(NORMALIZE, Vec::new()).unwrap();
            let _ = iri.to_cri(REFUSE, Vec::new());
        });
    }
}

fn text() -> impl Strategy<Value = String> {
    let atoms = "e E \u{301} %CC%81 \u{323} é \u{212b} \u{37e} \u{1100} \u{1161} %E1%86%A8 %3B %FF / ? # & . .. %2E // @ \
                 \u{958} 1 %C3%A9 s:";
    let atoms = select(atoms.split(' ').collect::<Vec<_>>());
    prop::collection::vec(atoms, 0..10).prop_map(|atoms| atoms.concat())
}

proptest! {
    #[test]
    fn keep_refuse_and_normalize_agree(text in text(), revision in select(&Revision::ALL[..])) {
        let Ok(iri) = IriRef::parse(&text) else { return Ok(()) };
        let options = Options::new(revision);
        let [kept, refused, mapped] = [Nfc::Keep, Nfc::Refuse, Nfc::Normalize]
            .map(|nfc| iri.to_cri(options.with_nfc(nfc), Vec::new()));
        let kind = |result: &Result<_, ToCriError>| result.as_ref().err().map(ToCriError::kind);
        if let Some(kind_kept) = kind(&kept) {
            prop_assert!(kind(&refused) == Some(kind_kept) || kind(&refused) == Some(ToCriErrorKind::NotNfc));
            return Ok(());
        }
        let kept = kept.unwrap();
        let in_nfc = nfc::check_nfc(kept.as_cri_ref(), revision);
        // `Refuse` fails in the component that `check_nfc` finds.
        prop_assert_eq!(
            refused.as_ref().err().map(|error| (error.kind(), error.component())),
            in_nfc.err().map(|error| (ToCriErrorKind::NotNfc, error.component()))
        );
        if let Ok(refused) = &refused {
            prop_assert_eq!(refused.as_cri_ref().as_bytes(), kept.as_cri_ref().as_bytes());
        }
        match mapped {
            Ok(mapped) => {
                prop_assert_eq!(nfc::check_nfc(mapped.as_cri_ref(), revision), Ok(()));
                prop_assert_eq!(in_nfc.is_ok(), mapped.as_cri_ref().as_bytes() == kept.as_cri_ref().as_bytes());
            }
            Err(error) => prop_assert_eq!((error.kind(), error.component()), (ToCriErrorKind::NotNfc, Component::Userinfo)),
        }
    }

    #[test]
    fn a_uri_and_its_iri_fail_alike(text in text()) {
        let Ok(iri) = IriRef::parse(&text) else { return Ok(()) };
        let uri = iri.to_uri().to_string();
        for options in [REFUSE, NORMALIZE] {
            let by_uri = UriRef::parse(&uri).unwrap().to_cri(options, Vec::new()).map(CriRefBuf::into_buffer);
            let by_iri = iri.to_cri(options, Vec::new()).map(CriRefBuf::into_buffer);
            prop_assert_eq!(by_uri.map_err(|error| error.kind()), by_iri.map_err(|error| error.kind()));
        }
    }
}
