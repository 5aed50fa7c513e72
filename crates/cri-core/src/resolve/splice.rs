//! The fast path that resolves and encodes on 64 bits: a copy of a run of the base and of a run of the reference.
//!
//! Whatever a reference is, the result begins as the base does, up to some section, and continues as the reference
//! (section 5.3). The encoding of the result is therefore two copies and two heads, if three conditions hold: the layouts
//! of both have all offsets in one word, the heads of both are the shortest, and the revision would write the end as it
//! stands. The layouts and the first byte of each section tell where the runs end. Everything else, and every 32-bit
//! target, goes to the general encoder.

use core::hint::select_unpredictable;

use crate::buffer::Buffer;
use crate::interchange::cri_ref::CriRef;
use crate::layout::{FULL, LAST, Layout, ONE_WORD, SHORTEST};
use crate::revision::Revision;
use crate::sections::discard::Discard;
use crate::sections::{AUTHORITY, FRAGMENT, PATH, QUERY};
use crate::wire::head::{EMPTY_ARRAY, EMPTY_TEXT, FALSE, Major, NULL, TRUE};

/// Masks of a layout's word: the offsets of the result that are the base's. The others are the reference's, moved.
const NONE: u64 = 0;
const UP_TO_PATH: u64 = Layout::fields([ALL, ALL, 0, 0, 0]);
const UP_TO_QUERY: u64 = Layout::fields([ALL, ALL, 0, 0, ALL]);
const UP_TO_FRAGMENT: u64 = Layout::fields([ALL, ALL, ALL, 0, ALL]);
const ALL: u32 = Layout::MAX as u32;

/// A base and a reference that can be spliced.
///
/// INVARIANT: both layouts have all offsets in one word, and the heads of both are the shortest.
#[derive(Clone, Copy)]
pub(crate) struct Pair<'a> {
    base: &'a [u8],
    base_layout: Layout,
    reference: &'a [u8],
    reference_layout: Layout,
}

impl<'a> Pair<'a> {
    #[inline(always)]
    pub(crate) fn new(base: &CriRef<'a>, reference: &CriRef<'a>) -> Option<Self> {
        let (base_layout, reference_layout) = (base.layout(), reference.layout());
        (base_layout.flags() & reference_layout.flags() & (SHORTEST | ONE_WORD)
            == SHORTEST | ONE_WORD)
            .then_some(Self {
                base: base.as_bytes(),
                base_layout,
                reference: reference.as_bytes(),
                reference_layout,
            })
    }

    /// Whether the result is provably a CRI (section 2.1).
    #[inline(always)]
    pub(crate) fn is_provably_valid(self) -> bool {
        let Self { base, base_layout, reference, reference_layout } = self;
        let inherits = reference_layout.at(AUTHORITY) == reference_layout.at(PATH);
        let authority = if inherits {
            byte(base, base_layout.at(AUTHORITY))
        } else {
            byte(reference, reference_layout.at(AUTHORITY))
        };
        // Decoding found a full CRI valid. With an authority, every path is.
        (reference_layout.flags() & FULL != 0) | Major::Array.begins(authority)
    }

    /// Encodes the result of resolving into an empty buffer, and returns its layout. Returns `None` if that takes more than
    /// two copies, if there is no room, or if an offset might not fit into the word.
    #[inline(always)]
    pub(crate) fn splice<B: Buffer>(self, revision: Revision, buffer: &mut B) -> Option<Layout> {
        let Self { base, base_layout, reference, reference_layout } = self;
        let has_fragment = reference_layout.at(FRAGMENT) < reference.len();
        let (own, given) = (|at| byte(base, at), |at| byte(reference, at));
        let inherits_scheme = reference_layout.flags() & FULL == 0;
        let inherits_authority =
            inherits_scheme & (reference_layout.at(AUTHORITY) == reference_layout.at(PATH));
        let new_path = given(reference_layout.at(PATH));
        let has_query = Major::Array.begins(given(reference_layout.at(QUERY)));
        // Where the base's run ends and the reference's begins, and the first bytes of path and query.
        let (kept, end, start, path) = if inherits_authority & Major::Array.begins(new_path) {
            let (end, path) = self.merge_paths(new_path)?;
            (UP_TO_PATH, end, reference_layout.at(PATH).wrapping_add(1), path)
        } else if !inherits_scheme {
            (NONE, 1, 1, new_path)
        } else if !inherits_authority {
            (NONE, base_layout.at(AUTHORITY), reference_layout.at(AUTHORITY), new_path)
        } else if reference_layout.at(AUTHORITY) > 1 && given(1) != 0 {
            return None;
        } else if !has_fragment && !has_query && base_layout.at(FRAGMENT) < base.len() {
            // The base's fragment stays, or a section before it becomes the last.
            return None;
        } else if has_query || !Major::Array.begins(own(base_layout.at(QUERY))) {
            (
                UP_TO_QUERY,
                base_layout.at(QUERY),
                reference_layout.at(QUERY),
                own(base_layout.at(PATH)),
            )
        } else {
            (
                UP_TO_FRAGMENT,
                base_layout.at(FRAGMENT),
                reference_layout.at(FRAGMENT),
                own(base_layout.at(PATH)),
            )
        };
        let query = if kept == UP_TO_FRAGMENT {
            own(base_layout.at(QUERY))
        } else {
            given(reference_layout.at(QUERY))
        };
        let ends_right = match query {
            NOTHING => !revision.leaves_out(path, Discard::All),
            NULL | EMPTY_ARRAY => has_fragment && query == revision.missing_query(true),
            _ => true,
        };
        let (with_authority, at) =
            if kept == NONE { (reference, reference_layout) } else { (base, base_layout) };
        let (front, back) = (base.get(..end)?, reference.get(start..)?);
        if !ends_right
            || !Major::Array.begins(path)
            || may_have_zone(with_authority, at, revision)
            || front.len().wrapping_add(back.len()) > Layout::MAX
        {
            return None;
        }
        buffer.push_both(front, back).ok()?;

        const EACH: u64 = Layout::fields([1; 5]);
        let given = Layout::fields([ALL; 5]) & !kept;
        // INVARIANT: no moved offset leaves its twelve bits, so that one multiplication moves all of them.
        let moved = (given & EACH).wrapping_mul(end.wrapping_sub(start) as u64);
        let offsets =
            base_layout.word() & kept | (reference_layout.word() & given).wrapping_add(moved);
        let layout =
            Layout::of_word(offsets | u64::from(SHORTEST | FULL | ONE_WORD) << Layout::FLAGS);
        let bytes = buffer.as_mut_slice();
        if let Some(head) = bytes.get_mut(layout.at(PATH)) {
            *head = path;
        }
        let sections =
            3_u8.wrapping_add((query != NOTHING).into()).wrapping_add(has_fragment.into());
        if let Some(head) = bytes.first_mut() {
            *head = EMPTY_ARRAY | sections;
        }
        Some(layout)
    }

    /// Where the segments end that stay of the base's path, and the head of the merged path. `added` is the head of the
    /// reference's path.
    #[inline(always)]
    fn merge_paths(self, added: u8) -> Option<(usize, u8)> {
        let Self { base, base_layout, reference, .. } = self;
        // INVARIANT: a reference with a path has a discard.
        let discard = byte(reference, 1);
        let count = byte(base, base_layout.at(PATH)).wrapping_sub(EMPTY_ARRAY);
        // A discard byte above 23 is `true` or the head of a larger number: both exceed any number of segments here.
        let kept = count.saturating_sub(discard);
        let path = added.wrapping_add(kept);
        if count > 23
            || added == EMPTY_ARRAY
            || path > EMPTY_ARRAY | 23
            // 5.3 step 3: this would make a rootless path a rooted one.
            || (byte(base, base_layout.at(AUTHORITY)) == TRUE) & (discard == TRUE)
        {
            return None;
        }
        let start = base_layout.at(PATH).wrapping_add(1);
        // One comparison checks that the discard is at least 2 and less than `count`.
        if discard.wrapping_sub(2) < count.saturating_sub(2) {
            return Some((end_of_texts(base, start, kept)?, path));
        }
        let end = select_unpredictable(discard == 1, base_layout.at(LAST), start);
        Some((select_unpredictable(discard == 0, base_layout.at(QUERY), end), path))
    }
}

/// The result of [`byte`] at the end of a CRI. No section but a discard begins with this byte.
const NOTHING: u8 = 0;

#[inline(always)]
fn byte(bytes: &[u8], at: usize) -> u8 {
    bytes.get(at).copied().unwrap_or(NOTHING)
}

/// Whether there may be a zone identifier after an IPv4 address, which draft-16 does not have.
#[inline]
fn may_have_zone(bytes: &[u8], layout: Layout, revision: Revision) -> bool {
    let authority = layout.at(AUTHORITY);
    revision == Revision::Draft16
        && match byte(bytes, authority.wrapping_add(1)) {
            0x44 => Major::Text.begins(byte(bytes, authority.wrapping_add(6))),
            byte => byte == FALSE,
        }
}

/// The end of the `count` segments that begin at `at`, if they are texts of at most 23 bytes.
#[inline(always)]
fn end_of_texts(base: &[u8], mut at: usize, count: u8) -> Option<usize> {
    for _ in 0..count {
        let len = byte(base, at).wrapping_sub(EMPTY_TEXT);
        if len > 23 {
            return None;
        }
        at = at.wrapping_add(1).wrapping_add(len.into());
    }
    Some(at)
}

#[cfg(test)]
mod tests;
