//! Upper case beyond ASCII, which creation refuses in hosts (constraint C5).

use crate::text::generated::upper_case::RUNS;

/// Whether a character is upper case: A to Z, or one with Unicode's property Uppercase.
///
/// This is `char::is_uppercase` of a fixed version of Unicode. The version of the toolchain does not matter, so all builds
/// refuse the same URIs. The code cannot panic.
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
    use super::*;
    use crate::text::generated::upper_case::UNICODE_VERSION;

    // shows: D16-2-C5-02
    #[test]
    fn agrees_with_the_toolchain() {
        let differ = (char::MIN..=char::MAX)
            .filter(|&character| is_upper_case(character) != character.is_uppercase());
        if char::UNICODE_VERSION == UNICODE_VERSION {
            assert_eq!(differ.count(), 0);
        } else {
            // Two versions differ only in characters that the older one does not assign.
            assert!(differ.count() < 100);
        }
    }
}
