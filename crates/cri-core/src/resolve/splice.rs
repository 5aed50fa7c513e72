//! The fast path that resolves and encodes on 64 bits: a copy of a run of the base and of a run of the reference.
//!
//! Whatever a reference is, the result begins as the base does, up to some section, and continues as the reference
//! (section 5.3). The encoding of the result is therefore two copies and two heads, if three conditions hold: the layouts
//! of both have all offsets in one word, the heads of both are the shortest, and the revision would write the end as it
//! stands. [`splice`] answers then. Everything else, and every 32-bit target, goes to the general encoder.
//!
//! The layouts and the first byte of each section tell where the runs end. Layouts are passed separately from the bytes,
//! so that they stay in registers.

use core::hint::select_unpredictable;

use crate::buffer::Buffer;
use crate::interchange::cri_ref::CriRef;
use crate::layout::{FULL, Layout, ONE_WORD, SHORTEST};
use crate::revision::Revision;
use crate::sections::discard::Discard;
use crate::wire::head::{EMPTY_ARRAY, FALSE, Major, NULL, TRUE};

/// The head of a text of no bytes.
const EMPTY_TEXT: u8 = 0x60;

/// Encodes the result of resolving into an empty buffer, and returns its layout. Returns `None` if that takes more than
/// two copies, or if there is no room.
#[inline(always)]
pub(crate) fn splice<B: Buffer>(
    base: &CriRef<'_>,
    reference: &CriRef<'_>,
    revision: Revision,
    buffer: &mut B,
) -> Option<Layout> {
    let [from, to] = layouts(base, reference)?;
    let (base, reference) = (base.as_bytes(), reference.as_bytes());
    if has_path_alone(reference, to) {
        Splice::of_path(base, from, reference, to, revision)?
            .write(base, from, reference, to, buffer)
    } else {
        splice_other(base, from, reference, to, revision, buffer)
    }
}

/// [`splice`] for a reference with a scheme or an authority, or without a path.
#[inline(never)]
fn splice_other<B: Buffer>(
    base: &[u8],
    from: Layout,
    reference: &[u8],
    to: Layout,
    revision: Revision,
    buffer: &mut B,
) -> Option<Layout> {
    Splice::of_other(base, from, reference, to, revision)?.write(base, from, reference, to, buffer)
}

/// The layouts of both, if both have all offsets in one word and the shortest heads.
#[inline(always)]
fn layouts(base: &CriRef<'_>, reference: &CriRef<'_>) -> Option<[Layout; 2]> {
    let layouts = [base.layout(), reference.layout()];
    let [from, to] = layouts;
    (from.flags() & to.flags() & (SHORTEST | ONE_WORD) == SHORTEST | ONE_WORD).then_some(layouts)
}

/// Whether a reference has a path and neither scheme nor authority.
#[inline(always)]
fn has_path_alone(reference: &[u8], to: Layout) -> bool {
    (to.flags() & FULL == 0)
        & (to.authority() == to.path())
        & Major::Array.begins(byte(reference, to.path()))
}

/// The first section that comes from the reference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cut {
    Scheme,
    Authority,
    /// The path: the reference's segments follow those that stay of the base's.
    Path,
    Query,
    Fragment,
}

/// The two runs to copy, and the two heads to write.
#[derive(Clone, Copy)]
struct Splice {
    cut: Cut,
    /// Where the base's run ends. It begins at 0.
    end: usize,
    /// Where the reference's run begins. It ends at the reference's end.
    start: usize,
    /// The head of the outer array.
    head: u8,
    /// The head of the path.
    path: u8,
}

impl Splice {
    /// The splice for a reference with a path and neither scheme nor authority.
    #[inline(always)]
    fn of_path(
        base: &[u8],
        from: Layout,
        reference: &[u8],
        to: Layout,
        revision: Revision,
    ) -> Option<Self> {
        let (added, own) = (byte(reference, to.path()), byte(base, from.path()));
        // INVARIANT: a reference with a path has a discard.
        let discard = byte(reference, 1);
        let count = own.wrapping_sub(EMPTY_ARRAY);
        // A discard byte above 23 is `true` or the head of a larger number: both exceed any number of segments here.
        let kept = count.saturating_sub(discard);
        let path = added.wrapping_add(kept);
        if count > 23
            || added == EMPTY_ARRAY
            || path > EMPTY_ARRAY | 23
            // 5.3 step 3: this would make a rootless path a rooted one.
            || (byte(base, from.authority()) == TRUE) & (discard == TRUE)
            || !has_right_query(reference, to, revision)
            || may_have_zone(base, from, revision)
        {
            return None;
        }
        let end = end_of_kept(base, from, count, discard)?;
        // Scheme and authority take the place of the discard.
        let head = byte(reference, 0).wrapping_add(1);
        Some(Self { cut: Cut::Path, end, start: to.path().wrapping_add(1), head, path })
    }

    /// The splice for any other reference.
    fn of_other(
        base: &[u8],
        from: Layout,
        reference: &[u8],
        to: Layout,
        revision: Revision,
    ) -> Option<Self> {
        let has_fragment = to.fragment() < reference.len();
        let (path, query) = (byte(base, from.path()), byte(base, from.query()));
        let new_query = byte(reference, to.query());
        let (cut, start, end) = if to.flags() & FULL != 0 {
            (Cut::Scheme, 1, 1)
        } else if to.authority() != to.path() {
            (Cut::Authority, to.authority(), from.authority())
        } else if to.authority() > 1 && byte(reference, 1) != 0 {
            return None;
        } else if !has_fragment && !Major::Array.begins(new_query) && from.fragment() < base.len() {
            // The base's fragment stays, or a section before it becomes the last.
            return None;
        } else if Major::Array.begins(new_query) || !Major::Array.begins(query) {
            (Cut::Query, to.query(), from.query())
        } else {
            (Cut::Fragment, to.fragment(), from.fragment())
        };
        let path = if cut < Cut::Path { byte(reference, to.path()) } else { path };
        let query = if cut <= Cut::Query { new_query } else { query };
        let ends_right = match query {
            NOTHING => !revision.leaves_out(path, Discard::All),
            NULL | EMPTY_ARRAY => has_fragment && query == revision.missing_query(true),
            _ => true,
        };
        let (with_authority, at) = if cut < Cut::Path { (reference, to) } else { (base, from) };
        if !ends_right || !Major::Array.begins(path) || may_have_zone(with_authority, at, revision)
        {
            return None;
        }
        let sections =
            3_u8.wrapping_add((query != NOTHING).into()).wrapping_add(has_fragment.into());
        Some(Self { cut, end, start, head: EMPTY_ARRAY | sections, path })
    }

    /// Writes the result into an empty buffer, and returns its layout. Returns `None` if there is no room, or if an offset
    /// might not fit into the word.
    #[inline(always)]
    fn write<B: Buffer>(
        self,
        base: &[u8],
        from: Layout,
        reference: &[u8],
        to: Layout,
        buffer: &mut B,
    ) -> Option<Layout> {
        let (front, back) = (base.get(..self.end)?, reference.get(self.start..)?);
        if front.len().wrapping_add(back.len()) > Layout::MAX {
            return None;
        }
        buffer.push_both(front, back).ok()?;
        let layout = self.layout(from, to);
        let bytes = buffer.as_mut_slice();
        if let Some(head) = bytes.get_mut(layout.path()) {
            *head = self.path;
        }
        if let Some(head) = bytes.first_mut() {
            *head = self.head;
        }
        Some(layout)
    }

    /// The layout of the result: some offsets are the base's, and the others are the reference's, moved.
    #[inline(always)]
    fn layout(self, from: Layout, to: Layout) -> Layout {
        const ALL: u32 = Layout::MAX as u32;
        const EACH: u64 = Layout::fields([1; 5]);
        let kept = match self.cut {
            Cut::Scheme | Cut::Authority => 0,
            Cut::Path => Layout::fields([ALL, ALL, 0, 0, 0]),
            Cut::Query => Layout::fields([ALL, ALL, 0, 0, ALL]),
            Cut::Fragment => Layout::fields([ALL, ALL, ALL, 0, ALL]),
        };
        let given = Layout::fields([ALL; 5]) & !kept;
        // INVARIANT: no moved offset leaves its twelve bits, so that one multiplication moves all of them.
        let moved = (given & EACH).wrapping_mul(self.end.wrapping_sub(self.start) as u64);
        let offsets = from.word() & kept | (to.word() & given).wrapping_add(moved);
        Layout::of_word(offsets | u64::from(SHORTEST | FULL | ONE_WORD) << Layout::FLAGS)
    }
}

/// Whether the result is provably a CRI (section 2.1), by the first bytes of sections alone.
#[inline(always)]
pub(crate) fn is_provably_valid(base: &CriRef<'_>, reference: &CriRef<'_>) -> bool {
    let Some([from, to]) = layouts(base, reference) else {
        return false;
    };
    let (base, reference) = (base.as_bytes(), reference.as_bytes());
    // With an authority every path is valid, and most results have the base's. A reference of a scheme alone passes here
    // too, and decoding found it valid.
    (to.authority() == to.path()) & Major::Array.begins(byte(base, from.authority()))
        || is_provably_valid_else(base, from, reference, to)
}

/// [`is_provably_valid`] for a result without an authority, or with the reference's.
#[inline(never)]
fn is_provably_valid_else(base: &[u8], from: Layout, reference: &[u8], to: Layout) -> bool {
    let inherits = to.authority() == to.path();
    let authority =
        if inherits { byte(base, from.authority()) } else { byte(reference, to.authority()) };
    // Decoding found a full CRI valid.
    (to.flags() & FULL != 0)
        || Major::Array.begins(authority)
        || (authority != TRUE
            && first_is_not_empty(base, from.path())
            && first_is_not_empty(reference, to.path()))
}

/// Whether the path at `path` has no empty first segment. If that holds for both paths, it holds for the result's.
#[inline(never)]
fn first_is_not_empty(bytes: &[u8], path: usize) -> bool {
    match byte(bytes, path) {
        EMPTY_ARRAY..=0x97 => byte(bytes, path.wrapping_add(1)) != EMPTY_TEXT,
        path => !Major::Array.begins(path),
    }
}

/// The result of [`byte`] at the end of a CRI. No section but a discard begins with this byte.
const NOTHING: u8 = 0;

#[inline(always)]
fn byte(bytes: &[u8], at: usize) -> u8 {
    bytes.get(at).copied().unwrap_or(NOTHING)
}

/// Whether the query of a reference with a path stands there as `revision` would write it in the result.
#[inline(always)]
fn has_right_query(reference: &[u8], to: Layout, revision: Revision) -> bool {
    let (query, fragment) = (to.query(), to.fragment());
    // A query of one byte is null or empty. Both are missing in the result, which is a full CRI.
    fragment.wrapping_sub(query) != 1
        || (byte(reference, query) == revision.missing_query(true) && fragment < reference.len())
}

/// Whether there may be a zone identifier after an IPv4 address, which draft-16 does not have.
#[inline]
fn may_have_zone(bytes: &[u8], layout: Layout, revision: Revision) -> bool {
    let authority = layout.authority();
    revision == Revision::Draft16
        && match byte(bytes, authority.wrapping_add(1)) {
            0x44 => Major::Text.begins(byte(bytes, authority.wrapping_add(6))),
            byte => byte == FALSE,
        }
}

/// The end of the segments that stay, of the `count` segments in the base's path.
#[inline(always)]
fn end_of_kept(base: &[u8], from: Layout, count: u8, discard: u8) -> Option<usize> {
    let start = from.path().wrapping_add(1);
    // One comparison checks that the discard is at least 2 and less than `count`.
    if discard.wrapping_sub(2) < count.saturating_sub(2) {
        return end_of_texts(base, start, count.wrapping_sub(discard));
    }
    let end = select_unpredictable(discard == 1, from.last(), start);
    Some(select_unpredictable(discard == 0, from.query(), end))
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
