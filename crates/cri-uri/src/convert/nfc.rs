//! Text of a URI in Normalization Form C.

use cri_core::{Component, Revision};
use icu_normalizer::ComposingNormalizerBorrowed;

use crate::text::pct;

pub(crate) const NORMALIZER: ComposingNormalizerBorrowed<'static> =
    ComposingNormalizerBorrowed::new_nfc();

/// The characters of a percent-encoded text that is UTF-8, each with its offset. A label is read in lower case.
pub(crate) fn characters(text: &[u8], is_label: bool) -> impl Iterator<Item = (usize, char)> {
    pct::characters(text).filter_map(move |(at, character)| {
        let character = character.ok()?;
        Some((at, if is_label { character.to_ascii_lowercase() } else { character }))
    })
}

/// The offset of the first character of a percent-encoded text that NFC changes. `None` if it is in NFC.
pub(crate) fn first_change(text: &[u8], is_label: bool) -> Option<usize> {
    let mut normalized =
        NORMALIZER.normalize_iter(characters(text, is_label).map(|(_, character)| character));
    // NFC never appends to a text that it leaves as it is, so one walk over the text is enough.
    characters(text, is_label)
        .find(|&(_, character)| normalized.next() != Some(character))
        .map(|(offset, _)| offset)
}

/// Whether the revision wants this component in NFC.
pub(crate) const fn applies(component: Component, revision: Revision) -> bool {
    // In draft-16, constraints of single components; in RFC 9988, C0.
    !matches!(
        (component, revision),
        (Component::Userinfo, Revision::Draft16) | (Component::ZoneId, _)
    )
}

#[cfg(test)]
mod tests {
    use std::string::String;

    use cri_core::__private::is_upper_case;
    use cri_testvectors::sample;
    use icu_normalizer::DecomposingNormalizerBorrowed;

    use super::*;

    /// In a label or segment that `Nfc::Keep` writes, NFC adds and removes no dot, digit, slash, percent sign and
    /// upper-case letter. So it makes no dot-segment and no address.
    #[test]
    fn nfc_keeps_the_characters_that_rules_name() {
        let form_d = DecomposingNormalizerBorrowed::new_nfd();
        let nfc = |text: &str| NORMALIZER.normalize_iter(text.chars()).collect::<String>();
        let mut space = [0; 4];
        // The planes after these have no characters, or private ones, which NFC keeps.
        for character in sample(('\u{80}'..'\u{40000}').chain('\u{e0000}'..'\u{e1000}'), 7) {
            let form_c = nfc(character.encode_utf8(&mut space));
            assert!(
                !form_c.contains(|c: char| c.is_ascii_digit() || ".:/%?#&@".contains(c)),
                "{character:?}"
            );
            if is_upper_case(character) {
                // An upper-case composite begins with an upper-case letter, so lower case never becomes one.
                let first = form_d.normalize_iter([character].into_iter()).next();
                assert!(first.is_some_and(is_upper_case), "{character:?}");
            } else {
                assert!(!form_c.contains(is_upper_case), "{character:?}");
            }
            if !form_d.normalize_iter([character].into_iter()).eq([character]) {
                continue;
            }
            // Marks do not compose with these characters.
            let joined = |last: &str| {
                [".", "0", "1", "5", "9", "%", "/"].map(|before| [before, last].concat()).concat()
            };
            assert_eq!(
                nfc(&joined(character.encode_utf8(&mut space))),
                joined(&form_c),
                "{character:?}"
            );
        }
    }
}
