//! Encoding a resolved CRI by copying a run of its base and a run of its reference.
//!
//! Whatever a reference is, its resolution begins as the base does, up to some place, and from there on is what the
//! reference says (section 5.3). So where both are encoded with the shortest heads, and the revision would write the
//! end as it stands there, two copies and two heads are the encoding. Everything else is for the general encoder.

use crate::interchange::{FULL, Layout, to_usize};
use crate::sections::{Items, is_array};
use crate::wire::{EMPTY_ARRAY, NULL, TRUE};
use crate::{Buffer, BufferFull, CriRef, Revision};

/// The first section that is the reference's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cut {
    Scheme,
    Authority,
    /// Behind the segments of the base's path that are kept.
    Path,
    Query,
    Fragment,
}

/// Appends what `reference`, which resolves, is against `base`, and gives its layout; `None` where that takes more.
///
/// `buffer` is empty. It may hold anything where it is full.
pub(crate) fn splice<B: Buffer>(
    base: CriRef<'_>,
    reference: CriRef<'_>,
    revision: Revision,
    buffer: &mut B,
) -> Option<Result<Layout, BufferFull>> {
    let (from, to) = (base.layout(), reference.layout());
    if !from.is_shortest() || !to.is_shortest() {
        return None;
    }
    let has_fragment = to_usize(to.fragment) < reference.as_bytes().len();
    let discard = reference.slice(1, to.authority);
    let cut = if to.is_full() {
        Cut::Scheme
    } else if to.authority != to.path {
        Cut::Authority
    } else if is_array(reference.slice(to.path, to.query)) {
        Cut::Path
    } else if discard != [0] {
        return None;
    } else if is_array(reference.slice(to.query, to.fragment)) {
        Cut::Query
    } else if has_fragment {
        Cut::Fragment
    } else {
        return None;
    };
    let authority = if cut < Cut::Path { reference } else { base };
    // Without an authority a discard may make another of none, and draft-16 says no zone behind an IPv4 address.
    if !is_array(authority.authority_item()) || authority.may_have_zone() {
        return None;
    }
    let path = if cut <= Cut::Path { reference.slice(to.path, to.query) } else { base.slice(from.path, from.query) };
    let query =
        if cut <= Cut::Query { reference.slice(to.query, to.fragment) } else { base.slice(from.query, from.fragment) };
    // How an empty path is written at the end, and a query that is not there, goes by the revision.
    let as_it_is = match query {
        [] => !has_fragment && path != [EMPTY_ARRAY],
        [NULL] => revision == Revision::Draft16,
        [EMPTY_ARRAY] => revision == Revision::Draft27 && has_fragment,
        _ => true,
    };
    if !as_it_is || !is_array(path) {
        return None;
    }
    let mut count = None;
    let (end, start) = match cut {
        Cut::Scheme => (1, 1),
        Cut::Authority => (from.authority, to.authority),
        Cut::Path => {
            let (kept, end) = kept(base, discard)?;
            let added = Items::of_array(path).filter(|added| added.count > 0)?.count;
            count = Some(u8::try_from(kept.saturating_add(added)).ok().filter(|&count| count < 24 && added < 24)?);
            (end, to.path.checked_add(1)?)
        }
        Cut::Query => (from.query, to.query),
        Cut::Fragment => (from.fragment, to.fragment),
    };
    let sections = 3_u8.wrapping_add((!query.is_empty()).into()).wrapping_add(has_fragment.into());
    let mut copy = || {
        buffer.push_bytes(&[EMPTY_ARRAY | sections])?;
        buffer.push_bytes(base.slice(1, end))?;
        buffer.push_bytes(reference.as_bytes().get(to_usize(start)..).unwrap_or_default())?;
        if let (Some(count), Some(head)) = (count, buffer.as_mut_slice().get_mut(to_usize(from.path))) {
            *head = EMPTY_ARRAY | count;
        }
        // INVARIANT: the reference's sections from the cut on begin at `start` or behind it.
        let shift = |own: u32, offset: u32, section| {
            if section < cut { own } else { end.wrapping_add(offset.wrapping_sub(start)) }
        };
        Ok(Layout {
            first: 1,
            flags: from.flags | FULL,
            authority: shift(from.authority, to.authority, Cut::Authority),
            path: if cut < Cut::Path { shift(0, to.path, Cut::Path) } else { from.path },
            last: shift(from.last, to.last, Cut::Path),
            query: shift(from.query, to.query, Cut::Query),
            fragment: shift(from.fragment, to.fragment, Cut::Fragment),
        })
    };
    Some(copy())
}

/// How many segments a discard leaves of the base's path, and where they end.
fn kept(base: CriRef<'_>, discard: &[u8]) -> Option<(usize, u32)> {
    let from = base.layout();
    let path = Items::of_array(base.slice(from.path, from.query)).filter(|path| path.count < 24)?;
    let end = from.path.checked_add(1)?;
    match discard {
        [TRUE] => Some((0, end)),
        [0] => Some((path.count, from.query)),
        [1] => Some((path.count.saturating_sub(1), from.last)),
        // In one byte, which is the number.
        &[count @ 0..24] => {
            let kept = path.first(path.count.saturating_sub(usize::from(count)));
            Some((kept.count, end.checked_add(u32::try_from(kept.bytes.len()).ok()?)?))
        }
        _ => None,
    }
}
