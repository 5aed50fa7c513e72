//! Warnings about host names that software reads as other names, because IDNA maps characters beyond ASCII to digits,
//! letters and dots (UTS 46 section 4).

use alloc::borrow::Cow;
use alloc::string::String;

use ::idna::AsciiDenyList;
use ::idna::uts46::{Hyphens, Uts46};
use cri_core::Component;
use cri_uri::pct::characters;
use cri_uri::{UriRef, pct};

use crate::finding::{Finding, FindingKind};
use crate::host::{name, numbers};

/// Warnings about the host of `uri` as IDNA maps it (UTS 46): an address in disguise, and characters beyond ASCII that
/// software drops or reads as ASCII.
///
/// The function decodes the host first, because such characters are percent-encoded in a URI. These warnings are not
/// part of [`findings`](crate::lints::findings()), because a feature must not change the findings.
///
/// ```
/// use cri_check::{FindingKind, idna_findings};
/// use cri_uri::UriRef;
///
/// // A fullwidth digit one.
/// let found: Vec<_> = idna_findings(UriRef::parse("http://127.0.0.%EF%BC%91/")?).collect();
/// assert_eq!(found[0].kind(), FindingKind::DisguisedAddress(Some([127, 0, 0, 1].into())));
/// assert_eq!((found[1].kind(), found[1].offset()), (FindingKind::MappedCharacter, 15));
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
pub fn idna_findings(uri: UriRef<'_>) -> impl Iterator<Item = Finding> {
    [disguised_address(uri), mapped_character(uri)].into_iter().flatten()
}

/// A name that IDNA maps to numbers, which some software reads as an address.
fn disguised_address(uri: UriRef<'_>) -> Option<Finding> {
    let name = name(uri).filter(|name| numbers(name).is_none())?;
    let decoded = String::from_utf8(pct::decode(name).collect()).ok()?;
    let kind = FindingKind::DisguisedAddress(numbers(&mapped(&decoded))?);
    Some(Finding::at(uri, name, kind, Component::Host))
}

/// The first character beyond ASCII that IDNA removes, or maps to text with an ASCII character.
fn mapped_character(uri: UriRef<'_>) -> Option<Finding> {
    let name = name(uri)?;
    let is_found = |character: char| {
        !character.is_ascii() && is_misread(&mapped(character.encode_utf8(&mut [0; 4])))
    };
    let (at, _) =
        characters(name.as_bytes()).find(|&(_, character)| character.is_ok_and(is_found))?;
    Some(Finding::at(uri, name.get(at..)?, FindingKind::MappedCharacter, Component::Host))
}

/// Whether software may drop a character that is mapped to this text, or read it as ASCII.
fn is_misread(mapped: &str) -> bool {
    mapped.is_empty() || mapped.bytes().any(|byte| byte.is_ascii())
}

/// The name as IDNA maps it. Labels that IDNA refuses are mapped as far as they can be.
fn mapped(name: &str) -> Cow<'_, str> {
    Uts46::new().to_unicode(name.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow).0
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::vec::Vec;

    use cri_core::Component::Host;

    use super::*;

    fn found(host: &str) -> Vec<(FindingKind, usize)> {
        let uri = format!("http://u@{host}:8080/%EF%BC%91");
        let findings: Vec<_> = idna_findings(UriRef::parse(&uri).unwrap()).collect();
        assert!(findings.iter().all(|finding| finding.component() == Host), "{uri}");
        findings.iter().map(|finding| (finding.kind(), finding.offset() - 9)).collect()
    }

    #[test]
    fn names_that_become_addresses_are_reported() {
        let loopback = FindingKind::DisguisedAddress(Some([127, 0, 0, 1].into()));
        for (host, offset) in [
            ("127.0.0.%EF%BC%91", 8),         // １
            ("%E2%91%A027.1", 0),             // ①
            ("127%E3%80%820%E3%80%820.1", 3), // 。
            ("127%EF%BC%8E1", 3),             // ．
            ("127%EF%BD%A11", 3),             // ｡
            ("0%EF%BD%987f.1", 1),            // ｘ
            ("%C2%B9%C2%B2%37.1", 0),         // ¹²
            ("127.0.0.%F0%9D%9F%8F", 8),      // a bold 1
        ] {
            assert_eq!(
                found(host),
                [(loopback, 0), (FindingKind::MappedCharacter, offset)],
                "{host}"
            );
        }
        let out_of_range = (FindingKind::DisguisedAddress(None), 0);
        assert_eq!(found("300.1.1.%EF%BC%91"), [out_of_range, (FindingKind::MappedCharacter, 8)]);
    }

    #[test]
    fn names_that_become_other_names_are_reported() {
        for (host, offset) in [
            ("a%E3%80%82b", 1),
            ("a%EF%BC%8Fb", 1),         // ／
            ("x.%E2%84%80.b", 2),       // ℀, which is a/c
            ("%EF%BD%85xample.com", 0), // ｅ
            ("b%C3%BC.%E2%84%AA", 8),   // the Kelvin sign
            ("h%EF%BC%9A80", 1),        // ：
            ("a%EF%BC%A0b", 1),         // ＠
        ] {
            assert_eq!(found(host), [(FindingKind::MappedCharacter, offset)], "{host}");
        }
    }

    // The status of these in table IdnaMappingTable of UTS 46 is "ignored".
    #[test]
    fn names_that_lose_characters_are_reported() {
        for (host, offset) in [
            ("loc%F0%9B%B2%A0alhost", 3), // a shorthand format control
            ("loc%C2%ADalhost", 3),       // the soft hyphen
            ("a%E2%80%8Bb", 1),           // the zero width space
            ("%E2%81%A0a", 0),            // the word joiner
            ("a.%CD%8F", 2),              // the combining grapheme joiner
            ("a%EF%BB%BF", 1),            // the byte order mark
            ("a%EF%B8%8F", 1),            // a variation selector
            ("a%E1%A0%8B", 1),            // a variation selector of Mongolian
            ("a%E1%85%9Fb", 1),           // U+115F
            ("a%E1%85%A0b", 1),           // U+1160
            ("a%E3%85%A4b", 1),           // U+3164
            ("a%EF%BE%A0b", 1),           // U+FFA0
            ("a%E1%9E%B4b", 1),           // U+17B4
        ] {
            assert_eq!(found(host), [(FindingKind::MappedCharacter, offset)], "{host}");
        }
        let loopback = FindingKind::DisguisedAddress(Some([127, 0, 0, 1].into()));
        assert_eq!(found("127.0.%C2%AD0.1"), [(loopback, 0), (FindingKind::MappedCharacter, 6)]);
    }

    #[test]
    fn other_names_are_not_reported() {
        for host in [
            "127.0.0.1",
            "example.com",
            "EXAMPLE.COM",
            "b%C3%BCcher.example",
            "B%C3%9Ccher.example",
            "xn--bcher-kva.example",
            "fa%C3%9F.example",
            "e%CC%81.example",
            "%E4%BE%8B%E3%81%88.%E3%83%86%E3%82%B9%E3%83%88",
            "%D9%A1%D9%A2",
            "%FF%C3.a",
            "%41",
            "",
        ] {
            assert_eq!(found(host), [], "{host}");
        }
        assert_eq!(idna_findings(UriRef::parse("http://[::1%25%EF%BC%91]/").unwrap()).count(), 0);
    }

    #[test]
    fn the_search_is_linear() {
        for piece in ["%C3%BC", "%C3", "%C3%BC.", "xn--a%C3%BC."] {
            cri_testvectors::assert_linear(piece, 2_000, |len| {
                assert_eq!(found(&piece.repeat(len)), [], "{piece}");
            });
        }
    }
}
