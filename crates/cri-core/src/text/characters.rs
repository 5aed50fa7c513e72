//! Characters that are unreserved, those that are hidden, and those of upper case.

use crate::text::generated::upper_case_runs::RUNS;

/// Whether a byte is an unreserved character: a letter or digit of ASCII, `-`, `.`, `_` or `~` (RFC 3986 section 2.3).
#[must_use]
pub const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Whether a character is a control character, or changes how the text around it is shown: the marks, embeddings,
/// overrides and isolates of the bidirectional algorithm (UAX #9 section 2), line separators, and U+FEFF.
///
/// Others are invisible, too, such as U+200B and U+2060. They stand as themselves.
#[must_use]
pub const fn is_hidden(character: char) -> bool {
    matches!(
        character,
        '\0'..='\x1f'
            | '\x7f'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}'
    )
}

/// Whether a text with this character is not lower case. Creation refuses it in hosts (constraint C5): A to Z, a
/// character with Unicode's property Uppercase, or a title-case letter, such as U+01C5 (Unicode, D139: lower case would
/// change the text).
///
/// The version of Unicode is fixed. That of the toolchain does not matter, so all builds refuse the same URIs. The code
/// cannot panic.
#[must_use]
pub fn is_upper_case(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_uppercase();
    }
    let code = u32::from(character);
    let mut start = 0_u32;
    for run in RUNS.iter().copied().map(u32::from) {
        if let Some(gap) = run.checked_sub(GAP) {
            start = start.wrapping_add(gap);
            continue;
        }
        start = start.wrapping_add(run >> 9);
        let Some(distance) = code.checked_sub(start) else {
            break;
        };
        let step = (run & 3).wrapping_add(1);
        let len = (run >> 2 & 0x7f).wrapping_mul(step);
        if distance <= len {
            return distance.checked_rem(step) == Some(0);
        }
        start = start.wrapping_add(len);
    }
    false
}

/// Marks an entry that is a distance alone.
const GAP: u32 = 0x8000;

#[cfg(test)]
mod tests {
    use std::format;

    use cri_testvectors::sample;

    use super::*;
    use crate::interchange::cri::CriRef;
    use crate::text::generated::upper_case_runs::UNICODE_VERSION;

    fn is_changed(character: char) -> bool {
        character.is_uppercase() || !character.to_lowercase().eq([character])
    }

    // shows: D16-2-C5-02
    #[test]
    fn agrees_with_the_toolchain() {
        let differ = sample(char::MIN..=char::MAX, 7)
            .filter(|&character| is_upper_case(character) != is_changed(character));
        if char::UNICODE_VERSION == UNICODE_VERSION {
            assert_eq!(differ.count(), 0);
        } else {
            // Two versions differ only in characters that the older one does not assign.
            assert!(differ.count() < 100);
        }
    }

    #[test]
    fn debug_and_notation_escape_every_hidden_character() {
        let mut count = 0;
        for character in (0..0x10000).filter_map(char::from_u32).filter(|c| is_hidden(*c)) {
            let text = format!("a{character}");
            let head = 0x60 | u8::try_from(text.len()).unwrap();
            let bytes = [&[0x82, 0x01, 0x81, head], text.as_bytes()].concat();
            let cri = CriRef::decode(&bytes).unwrap();
            for shown in [format!("{cri:?}"), format!("{}", cri.diagnostic())] {
                assert!(!shown.contains(character), "U+{:04X}", u32::from(character));
            }
            count += 1;
        }
        assert_eq!(count, 32 + 33 + 15);
    }
}
