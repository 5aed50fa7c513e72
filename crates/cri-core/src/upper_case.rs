//! Upper case beyond ASCII, which creation refuses in hosts (C5).

#[cfg(target_pointer_width = "64")]
use crate::generated::upper_case::RUNS;

/// Whether a character is upper case: A to Z, or one with Unicode's property Uppercase.
///
/// This is `char::is_uppercase` of one version of Unicode, whatever the toolchain's is, so that one URI is not
/// refused by one build and accepted by the next; and its code cannot panic.
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
    in_runs(character.into())
}

/// Whether the character of this code is in one of the runs.
#[cfg(target_pointer_width = "64")]
fn in_runs(code: u32) -> bool {
    // The last run that begins at or before the character is the only one it can be in.
    let after = RUNS.partition_point(|run| run >> 9 <= code);
    let Some(&run) = after.checked_sub(1).and_then(|index| RUNS.get(index)) else {
        return false;
    };
    let (distance, more, step) = (code.saturating_sub(run >> 9), run >> 2 & 0x7f, (run & 3).saturating_add(1));
    distance <= more.saturating_mul(step) && distance.checked_rem(step) == Some(0)
}

#[cfg(not(target_pointer_width = "64"))]
use packed::in_runs;

/// The runs packed into little more than half the space, for small machines. A lookup walks over them.
#[cfg(any(test, not(target_pointer_width = "64")))]
mod packed {
    use crate::generated::upper_case::RUNS;

    /// Marks an entry that is a gap before the next run, where the gap is too wide to stand in the run itself.
    const GAP: u32 = 0x8000;
    /// The least width of such a gap.
    const WIDE: u32 = 0x40;

    /// Whether the character of this code is in one of the runs.
    pub(super) fn in_runs(code: u32) -> bool {
        let mut start = 0_u32;
        for &run in &PACKED {
            let run = u32::from(run);
            if run & GAP != 0 {
                start = start.wrapping_add(run ^ GAP);
                continue;
            }
            start = start.wrapping_add(run >> 9);
            let step = (run & 3).wrapping_add(1);
            let len = (run >> 2 & 0x7f).wrapping_mul(step);
            let Some(distance) = code.checked_sub(start) else {
                break;
            };
            if distance <= len {
                return distance.checked_rem(step) == Some(0);
            }
            start = start.wrapping_add(len);
        }
        false
    }

    /// For each run the distance of its first character from the last one of the run before, in 7 bits of which the
    /// highest is 0, and the lower 9 bits of [`RUNS`]. Before a run with a wide gap stands that gap by itself.
    static PACKED: [u16; LEN] = {
        let mut packed = [0; LEN];
        let (mut from, mut to, mut last) = (0, 0, 0);
        while from < RUNS.len() {
            #[allow(
                clippy::indexing_slicing,
                clippy::arithmetic_side_effects,
                reason = "the runs ascend, and there are as many as were counted: this runs when the crate is built"
            )]
            {
                let mut gap = (RUNS[from] >> 9) - last;
                if gap >= WIDE {
                    packed[to] = (GAP | gap) as u16;
                    (to, gap) = (to + 1, 0);
                }
                packed[to] = (gap << 9 | RUNS[from] & 0x1ff) as u16;
                last = end(RUNS[from]);
                (from, to) = (from + 1, to + 1);
            }
        }
        packed
    };

    /// The number of runs, and of wide gaps before them.
    const LEN: usize = {
        let (mut from, mut wide, mut last) = (0, 0, 0);
        while from < RUNS.len() {
            #[allow(
                clippy::indexing_slicing,
                clippy::arithmetic_side_effects,
                reason = "the runs ascend: this runs when the crate is built"
            )]
            {
                wide += ((RUNS[from] >> 9) - last >= WIDE) as usize;
                last = end(RUNS[from]);
                from += 1;
            }
        }
        RUNS.len().wrapping_add(wide)
    };

    /// The last character of a run.
    const fn end(run: u32) -> u32 {
        (run >> 9).wrapping_add((run >> 2 & 0x7f).wrapping_mul((run & 3).wrapping_add(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::upper_case::UNICODE_VERSION;

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn both_ways_agree() {
        assert!((0x80..0x2_0000).all(|code| in_runs(code) == packed::in_runs(code)));
    }

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
