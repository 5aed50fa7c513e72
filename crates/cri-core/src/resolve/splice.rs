//! The fast path that encodes a result of resolving: a copy of a run of the base and of a run of the reference.

use crate::buffer::Buffer;
use crate::interchange::cri::CriRef;
use crate::interchange::offsets::{FULL, Offsets, SHORTEST, to_usize};
use crate::resolve::Resolved;
use crate::revision::{Revision, leaves_out, missing_query};
use crate::sections::discard::Discard;
use crate::sections::items::first_segments;
use crate::sections::{AUTHORITY, FRAGMENT, PATH, QUERY, SCHEME};
use crate::wire::head::{EMPTY_ARRAY, FALSE, Major, NULL, TRUE};

impl Resolved<'_> {
    /// Encodes the result into an empty buffer, if it is a run of the base, a run of the reference, and two heads.
    ///
    /// Whatever a reference is, the result begins as the base does, up to some section, and continues as the reference
    /// (section 5.3). The offsets of both and the first byte of each section tell where the runs end. Where a head is not the
    /// shortest, or the revision would write the end in another way, this returns `None`, and the general encoder writes.
    #[inline(always)]
    pub(super) fn splice<B: Buffer>(&self, revision: Revision, buffer: &mut B) -> Option<Offsets> {
        let (base, reference) = (self.base.cri.as_cri_ref(), &self.reference);
        if base.offsets.flags & reference.offsets.flags & SHORTEST == 0 {
            return None;
        }
        let (own, given) =
            (|section| base.offsets.at(section), |section| reference.offsets.at(section));
        let full = reference.is_full();
        let new_path = reference.byte(given(PATH));
        let has_query = Major::Array.begins(reference.byte(given(QUERY)));
        let has_fragment = given(FRAGMENT) < reference.bytes.len();
        // The first section that is the reference's, where the runs end and begin, and the head of the path.
        let (cut, end, start, path) = if full {
            (SCHEME, 1, 1, new_path)
        } else if given(AUTHORITY) < given(PATH) {
            (AUTHORITY, own(AUTHORITY), given(AUTHORITY), new_path)
        } else if Major::Array.begins(new_path) {
            let (end, path) = self.merge_paths(new_path)?;
            (QUERY, end, given(PATH).wrapping_add(1), path)
        } else {
            let drops_fragment = !has_fragment && own(FRAGMENT) < base.bytes.len();
            if given(AUTHORITY) > 1 && reference.byte(1) != 0 || !has_query && drops_fragment {
                return None;
            }
            let path = base.byte(own(PATH));
            if has_query || !Major::Array.begins(base.byte(own(QUERY))) {
                (QUERY, own(QUERY), given(QUERY), path)
            } else {
                (FRAGMENT, own(FRAGMENT), given(FRAGMENT), path)
            }
        };
        let query =
            if cut == FRAGMENT { base.byte(own(QUERY)) } else { reference.byte(given(QUERY)) };
        let ends_right = match query {
            NOTHING => !leaves_out(revision, path, Discard::All),
            NULL | EMPTY_ARRAY => has_fragment && query == missing_query(revision, true),
            _ => true,
        };
        let (front, back) = (base.bytes.get(..end)?, reference.bytes.get(start..)?);
        let with_authority = if cut <= AUTHORITY { reference } else { &base };
        if !ends_right
            || !Major::Array.begins(path)
            || may_have_zone(with_authority, revision)
            || front.len().wrapping_add(back.len()) > u32::MAX as usize
        {
            return None;
        }
        buffer.push_both(front, back).ok()?;
        let shift = end.wrapping_sub(start) as u32;
        let moved = |section, own: u32, given: u32| {
            if section < cut { own } else { given.wrapping_add(shift) }
        };
        let (ours, theirs) = (base.offsets.starts, reference.offsets.starts);
        let starts = [
            1,
            moved(AUTHORITY, ours[AUTHORITY], theirs[AUTHORITY]),
            moved(PATH, ours[PATH], theirs[PATH]),
            moved(QUERY, ours[QUERY], theirs[QUERY]),
            moved(FRAGMENT, ours[FRAGMENT], theirs[FRAGMENT]),
        ];
        let sections =
            3_u8.wrapping_add((query != NOTHING).into()).wrapping_add(has_fragment.into());
        let bytes = buffer.as_mut_slice();
        for (at, head) in [(0, EMPTY_ARRAY | sections), (to_usize(starts[PATH]), path)] {
            if let Some(place) = bytes.get_mut(at) {
                *place = head;
            }
        }
        Some(Offsets { starts, flags: SHORTEST | FULL })
    }

    /// Where the segments end that stay of the base's path, and the head of the merged path. `added` is the head of the
    /// reference's path.
    #[inline(always)]
    fn merge_paths(&self, added: u8) -> Option<(usize, u8)> {
        let base = self.base.cri.as_cri_ref();
        // INVARIANT: a reference with a path has a discard.
        let discard = self.reference.byte(1);
        let start = base.offsets.at(PATH);
        let count = base.byte(start).wrapping_sub(EMPTY_ARRAY);
        // A discard byte above 23 is `true` or the head of a larger number: both exceed any number of segments here.
        let kept = count.saturating_sub(discard);
        let path = added.wrapping_add(kept);
        if count > 23
            || added == EMPTY_ARRAY
            || path > EMPTY_ARRAY | 23
            // 5.3 step 3: this would make a rootless path a rooted one.
            || (base.byte(base.offsets.at(AUTHORITY)) == TRUE) & (discard == TRUE)
        {
            return None;
        }
        if discard == 0 {
            return Some((base.offsets.at(QUERY), path));
        }
        let start = start.wrapping_add(1);
        let segments = base.bytes.get(start..base.offsets.at(QUERY))?;
        Some((start.wrapping_add(first_segments(segments, kept.into()).len()), path))
    }
}

/// The result of [`byte`] at the end of a CRI. No section but a discard begins with this byte.
const NOTHING: u8 = 0;

impl CriRef<'_> {
    #[inline(always)]
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(NOTHING)
    }
}

/// Whether there may be a zone identifier after an IPv4 address, which draft-16 does not have.
#[inline(always)]
fn may_have_zone(cri: &CriRef<'_>, revision: Revision) -> bool {
    let authority = cri.offsets.at(AUTHORITY);
    revision == Revision::Draft16
        && match cri.byte(authority.wrapping_add(1)) {
            0x44 => Major::Text.begins(cri.byte(authority.wrapping_add(6))),
            byte => byte == FALSE,
        }
}

#[cfg(test)]
mod tests;
