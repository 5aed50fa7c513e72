//! Upper case beyond ASCII, which creation refuses in hosts (constraint C5).

use crate::text::generated::upper_case::RUNS;

/// Whether a text with this character is not lower case: A to Z, a character with Unicode's property Uppercase, or a
/// title-case letter, such as U+01C5 (Unicode, D139: lower case would change the text).
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
    use cri_testvectors::sample;

    use super::*;
    use crate::text::generated::upper_case::UNICODE_VERSION;

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
}
