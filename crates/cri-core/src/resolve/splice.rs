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
use crate::cri_ref::CriRef;
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
mod tests {
    use super::*;
    use crate::buffer::{ArrayBuffer, SliceBuffer};
    use crate::cri::Cri;
    use crate::layout::Offsets;
    use crate::sections::AUTHORITY;
    use std::vec::Vec;

    /// Bases and references that take different branches.
    const CRIS: [&[u8]; 29] = [
        b"\x85\x20\x82\x61h\x18\xff\x83\x61a\x60\x62bc\x81\x61q\x61f",
        b"\x84\x20\x81\x61h\x84\x61a\x61b\x78\x18abcdefghijklmnopqrstuvwx\x61c\x81\x61q",
        b"\x84\x20\x81\x61h\x84\x61a\x82\x61b\x41\xff\x61c\x61d\x80",
        b"\x85\x20\x81\x44\x01\x02\x03\x04\x81\x61a\xf6\x61f",
        b"\x83\x20\x82\x44\x01\x02\x03\x04\x62z0\x80",
        b"\x83\x20\x83\xf4\x61u\x61h\x81\x61a",
        b"\x82\x20\x81\x61h",
        b"\x83\x63urn\xf5\x82\x61a\x60",
        b"\x83\x20\xf5\x81\x61a",
        b"\x83\x20\xf6\x83\x61a\x60\x61b",
        b"\x83\x20\xf6\x81\x60",
        b"\x81\x20",
        b"\x84\x20\xf6\x80\x81\x61q",
        b"\x83\x20\x81\x61h\x97\x60\x60\x60\x60\x60\x60\x60\x60\x60\x60\x60\x60\
          \x60\x60\x60\x60\x60\x60\x60\x60\x60\x60\x60",
        b"\x83\xf6\x82\x61g\x01\x81\x61x",
        b"\x83\xf6\xf5\x81\x61x",
        b"\x82\xf6\x81\x61g",
        b"\x82\x01\x81\x61x",
        b"\x83\x02\x82\x61x\x61y\x81\x61q",
        b"\x84\x00\x81\x60\x80\x61f",
        b"\x83\x18\x18\x81\x61x\x80",
        b"\x82\xf5\x82\x60\x61x",
        b"\x82\x03\x80",
        b"\x81\x02",
        b"\x80",
        b"\x84\x00\xf6\x81\x61q\x61f",
        b"\x84\x00\xf6\xf6\x61f",
        b"\x83\x00\xf6\x80",
        b"\x81\x00",
    ];

    /// All of them and the corpus, also with one byte inserted or replaced, as far as they decode.
    fn references() -> Vec<Vec<u8>> {
        let bytes = [
            0x00, 0x01, 0x02, 0x18, 0x60, 0x61, b'a', 0x80, 0x81, 0x82, 0x83, 0x84, 0x97, 0xf5,
            0xf6,
        ];
        let mut all: Vec<_> = CRIS.iter().map(|cri| cri.to_vec()).collect();
        let corpus = cri_testvectors::Corpus::load().unwrap();
        all.extend(corpus.decode.iter().map(|vector| vector.cbor.clone()));
        all.extend(corpus.convert.iter().filter_map(|vector| vector.cbor.clone()));
        for cri in CRIS.iter().filter(|cri| cri.len() < 20) {
            for (at, byte) in (0..cri.len()).flat_map(|at| bytes.map(|byte| (at, byte))) {
                let (mut other, mut longer) = (cri.to_vec(), cri.to_vec());
                other[at] = byte;
                longer.insert(at, byte);
                all.extend([other, longer]);
            }
        }
        all.retain(|cri| CriRef::decode(cri).is_ok());
        all.sort();
        all.dedup();
        all
    }

    /// Asserts that a splice equals the general encoding, and its layout that of decoding. Returns where it cut.
    fn agrees(base: Cri<'_>, reference: CriRef<'_>, revision: Revision) -> Option<Cut> {
        let resolved = base.resolve(reference).ok()?;
        let mut buffer = ArrayBuffer::<1024>::new();
        let layout = splice(base.as_reference(), &reference, revision, &mut buffer)?;
        let mut general = ArrayBuffer::<1024>::new();
        let expected = resolved.sections().encode_layout(revision, &mut general);
        assert_eq!(buffer.as_slice(), general.as_slice(), "{base:?} {reference:?} {revision:?}");
        assert_eq!(
            expected.map(Offsets::to_layout),
            Ok(layout),
            "{base:?} {reference:?} {revision:?}"
        );
        assert_eq!(CriRef::decode(buffer.as_slice()).map(CriRef::layout), Ok(layout));
        let [from, to] = layouts(base.as_reference(), &reference)?;
        let (base, reference) = (base.as_bytes(), reference.as_bytes());
        let taken = if has_path_alone(reference, to) { Splice::of_path } else { Splice::of_other };
        taken(base, from, reference, to, revision).map(|splice| splice.cut)
    }

    #[test]
    fn splices_agree_with_the_general_encoder() {
        let all = references();
        let mut taken = [0; 5];
        // All pairs take too long. Each base meets a third of the references, in turn.
        for (index, base) in all.iter().enumerate() {
            let Ok(base) = Cri::decode(base) else { continue };
            for reference in all.iter().skip(index % 3).step_by(3) {
                let reference = CriRef::decode(reference).unwrap();
                for revision in Revision::ALL {
                    if let Some(cut) = agrees(base, reference, revision) {
                        taken[cut as usize] += 1;
                    }
                }
            }
        }
        // A test that compares nothing shows nothing.
        assert!(taken.iter().all(|&taken| taken > 1000), "{taken:?}");
    }

    #[test]
    fn long_results_go_to_the_general_encoder() {
        type Room = ArrayBuffer<8192>;
        let reference = CriRef::decode(b"\x83\x00\x81\x61x\x81\x61y").unwrap(); // [0, ["x"], ["y"]]
        let mut taken = [0; 2];
        for len in 4050_u16..4130 {
            let mut base = b"\x83\x20\x81\x61h\x81\x79".to_vec(); // [-1, ["h"], [TEXT]]
            base.extend(len.to_be_bytes());
            base.resize(base.len() + usize::from(len), b'a');
            let base = Cri::decode(&base).unwrap();
            let mut buffer = Room::new();
            let spliced = splice(base.as_reference(), &reference, Revision::Draft16, &mut buffer);
            let resolved = base.resolve(reference).unwrap();
            let general = resolved.sections().encode_to(Revision::Draft16, Room::new()).unwrap();
            let whole = resolved.encode_to(Revision::Draft16, Room::new()).unwrap();
            assert_eq!(
                (whole.as_bytes(), whole.as_cri_ref().layout()),
                (general.as_bytes(), general.as_cri_ref().layout())
            );
            assert_eq!(spliced.is_some(), whole.as_bytes().len() <= Layout::MAX);
            taken[usize::from(spliced.is_some())] += 1;
        }
        assert!(taken.iter().all(|&count| count > 20), "{taken:?}");
    }

    #[test]
    fn provably_valid_results_are_cris() {
        let all = references();
        let mut taken = [0; 2];
        for base in all.iter().filter_map(|base| Cri::decode(base).ok()) {
            let has_host = base
                .as_reference()
                .held()
                .located()
                .item(AUTHORITY)
                .first()
                .is_some_and(|&head| Major::Array.begins(head));
            for reference in all.iter().map(|reference| CriRef::decode(reference).unwrap()) {
                if is_provably_valid(base.as_reference(), &reference) {
                    let resolved = base.resolve(reference).unwrap();
                    let cri =
                        resolved.encode_to(Revision::Rfc9988, ArrayBuffer::<1024>::new()).unwrap();
                    assert!(Cri::decode(cri.as_bytes()).is_ok(), "{base:?} {reference:?}");
                    taken[usize::from(has_host)] += 1;
                }
            }
        }
        assert!(taken.iter().all(|&taken| taken > 1000), "{taken:?}");
    }

    #[test]
    fn a_full_buffer_is_the_error_of_the_general_encoder() {
        let base = Cri::decode(CRIS[0]).unwrap();
        for reference in CRIS.iter().filter_map(|reference| CriRef::decode(reference).ok()) {
            let Ok(resolved) = base.resolve(reference) else { continue };
            let mut space = [0; 64];
            for room in 0..space.len() {
                let spliced =
                    resolved.encode_to(Revision::Draft16, SliceBuffer::new(&mut space[..room]));
                let spliced = spliced.map(|cri| cri.as_bytes().to_vec());
                let general = resolved
                    .sections()
                    .encode_to(Revision::Draft16, SliceBuffer::new(&mut space[..room]));
                assert_eq!(spliced, general.map(|cri| cri.as_bytes().to_vec()));
            }
        }
    }
}
