//! Upper case beyond ASCII, which creation refuses in hosts (C5).

use crate::generated::upper_case::RUNS;

/// Whether a character is upper case: A to Z, or what has Unicode's property Uppercase.
///
/// This is `char::is_uppercase` of one version of Unicode, whatever the toolchain's is, so that one URI is not
/// refused by one build and accepted by the next; and it leaves no panic behind in a build for a microcontroller.
///
/// ```
/// assert!(cri_core::is_upper_case('Ä') && cri_core::is_upper_case('Z'));
/// assert!(!cri_core::is_upper_case('ß') && !cri_core::is_upper_case('7'));
/// ```
#[must_use]
pub fn is_upper_case(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_uppercase();
    }
    let code = u32::from(character);
    // The last run that begins at or before the character is the only one it can be in.
    let behind = RUNS.partition_point(|run| run >> 9 <= code);
    let Some(&run) = behind.checked_sub(1).and_then(|index| RUNS.get(index)) else {
        return false;
    };
    let (distance, more, step) = (code.saturating_sub(run >> 9), run >> 2 & 0x7f, (run & 3).saturating_add(1));
    distance <= more.saturating_mul(step) && distance.checked_rem(step) == Some(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::upper_case::UNICODE_VERSION;

    // shows: D16-2-C5-02
    #[test]
    fn agrees_with_the_toolchain() {
        let differ = (char::MIN..=char::MAX).filter(|&character| is_upper_case(character) != character.is_uppercase());
        if char::UNICODE_VERSION == UNICODE_VERSION {
            assert_eq!(differ.count(), 0);
        } else {
            // Between two versions only characters differ that one of them does not assign yet.
            assert!(differ.count() < 100);
        }
    }
}
