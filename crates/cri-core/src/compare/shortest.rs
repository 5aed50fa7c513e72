//! Order, equality and hash of full CRIs: those of their shortest encoding, section by section.
//!
//! Scheme and authority compare by their encodings. A path compares by its encoded segments without the head of the array, so
//! all paths that begin with the same segments stand together. A missing query, and one that is null or empty, are no bytes.
//!
//! A CRI in the shortest heads is compared by its own bytes. The hasher gets the encoding of draft-16, which tells where it
//! ends, in blocks of one length. Equal CRIs therefore make equal calls, also if one is a result of resolving.

use core::cmp::Ordering;
use core::hash::Hasher;

use crate::buffer::sink::Sink;
use crate::buffer::{ArrayBuffer, Buffer};
use crate::interchange::cri::Cri;
use crate::interchange::offsets::{Offsets, to_usize};
use crate::revision::Revision;
use crate::sections::items::take_array;
use crate::sections::{QUERY, SECTIONS, Sections};
use crate::wire::head::{EMPTY_ARRAY, NULL};
use crate::wire::item::heads;

/// How many bytes the hasher gets at once.
const BLOCK: usize = 128;

impl Cri<'_> {
    #[inline]
    pub(crate) fn hash_shortest<H: Hasher>(self, state: &mut H) {
        let bytes = self.as_bytes();
        if bytes.len() <= BLOCK && self.is_hashed_as_it_is() {
            state.write(bytes);
        } else {
            self.hash_sections(state);
        }
    }

    #[cold]
    #[inline(never)]
    fn hash_sections<H: Hasher>(self, state: &mut H) {
        self.sections().hash_shortest(state);
    }

    /// Whether this is in the shortest heads, and in the form of draft-16.
    #[inline(always)]
    fn is_hashed_as_it_is(self) -> bool {
        let Offsets { starts: [_, _, path, query, fragment], .. } = self.offsets;
        let bytes = self.as_bytes();
        // Where there is a path, there is an authority. A missing query is null before a fragment.
        self.offsets.is_shortest()
            && bytes.get(to_usize(path)).is_some_and(|&head| head != NULL)
            && match bytes.get(to_usize(query)) {
                None => true,
                Some(&NULL) => to_usize(fragment) < bytes.len(),
                Some(&head) => head != EMPTY_ARRAY,
            }
    }

    #[inline]
    pub(crate) fn cmp_shortest(self, other: Self) -> Ordering {
        if !(self.offsets.is_shortest() && other.offsets.is_shortest()) {
            return self.cmp_sections(other);
        }
        let (ours, theirs) = (self.as_bytes(), other.as_bytes());
        let [_, _, path, query, _] = self.offsets.starts.map(to_usize);
        // Whether the path's head is one byte.
        let is_short = |bytes: &[u8]| bytes.get(path).is_some_and(|head| head & 0x1f < 24);
        let at = first_difference(ours, theirs, 1);
        if at != path {
            return match (ours.get(at), theirs.get(at)) {
                (None, None) => Ordering::Equal,
                // The difference is within items, not in whether there are items.
                (Some(one), Some(other)) if at < path || at != query && is_short(ours) => {
                    one.cmp(other)
                }
                _ => self.cmp_sections(other),
            };
        }
        // The scheme and the authority are the same, and the numbers of segments differ.
        let at = first_difference(ours, theirs, path.wrapping_add(1));
        let is_within = at < query && at < other.offsets.at(QUERY);
        match (ours.get(at), theirs.get(at)) {
            (Some(one), Some(other)) if is_within && is_short(ours) && is_short(theirs) => {
                one.cmp(other)
            }
            _ => self.cmp_sections(other),
        }
    }

    #[cold]
    #[inline(never)]
    fn cmp_sections(self, other: Self) -> Ordering {
        self.sections().cmp_shortest(&other.sections())
    }
}

/// Where two CRIs differ first at or after `start`, or the length of the shorter one.
#[inline(always)]
fn first_difference(one: &[u8], other: &[u8], start: usize) -> usize {
    let len = one.len().min(other.len());
    let (one, other) =
        (one.get(start..len).unwrap_or_default(), other.get(start..len).unwrap_or_default());
    let differences = |one, other| u128::from_le_bytes(one) ^ u128::from_le_bytes(other);
    let after =
        |at: usize, differences: u128| at.wrapping_add(differences.trailing_zeros() as usize / 8);
    let mut at = start;
    for (&one, &other) in one.as_chunks().0.iter().zip(other.as_chunks().0) {
        match differences(one, other) {
            0 => at = at.wrapping_add(16),
            differences => return after(at, differences),
        }
    }
    if let (Some(one), Some(other)) = (one.last_chunk(), other.last_chunk()) {
        // The last block may overlap another one. Without a difference, it ends at `len`.
        return after(len.wrapping_sub(16), differences(*one, *other));
    }
    at.wrapping_add(one.iter().zip(other).take_while(|(one, other)| one == other).count())
}

/// The query with its head, empty where there is none.
#[inline]
fn filled(query: &[u8]) -> &[u8] {
    let mut parameters = query;
    if take_array(&mut parameters) > 0 { query } else { &[] }
}

impl<'a> Sections<'a> {
    #[inline(never)]
    pub(crate) fn hash_shortest<H: Hasher>(&self, state: &mut H) {
        let mut block = ArrayBuffer::<BLOCK>::new();
        let mut blocks = Sink::new(|mut bytes: &[u8]| {
            while !bytes.is_empty() {
                let room = BLOCK.saturating_sub(block.len());
                let (first, rest) = bytes.split_at_checked(room).unwrap_or((bytes, &[]));
                block.push_bytes(first)?;
                bytes = rest;
                if block.len() == BLOCK {
                    state.write(block.as_slice());
                    block.truncate(0);
                }
            }
            Ok(())
        });
        // INVARIANT: there is room for all bytes, so the only error is that of a result longer than any CRI.
        _ = self.write(Revision::Draft16, true, &mut blocks);
        if !block.is_empty() {
            state.write(block.as_slice());
        }
    }

    #[inline(never)]
    pub(crate) fn cmp_shortest(&self, other: &Sections<'_>) -> Ordering {
        let are_shortest = self.shortest && other.shortest;
        let items = |runs: [_; 2]| {
            runs.into_iter().flat_map(heads).map(|(head, body)| {
                // The shortest heads ascend with major type and argument.
                (head.major() as u8, head.argument(), body)
            })
        };
        let sections = self.compared().into_iter().zip(other.compared());
        sections.fold(Ordering::Equal, |order, sections| {
            order.then_with(|| match sections {
                ([ours, []], [theirs, []]) if are_shortest => ours.cmp(theirs),
                (ours, theirs) => items(ours).cmp(items(theirs)),
            })
        })
    }

    /// The sections as they compare, each in two runs of items.
    fn compared(&self) -> [[&'a [u8]; 2]; SECTIONS] {
        let [scheme, authority, path, query, fragment] = self.items;
        let authority = if authority.is_empty() { &[NULL] } else { authority };
        // One run if possible, because only one run compares by its bytes.
        let path = if path.is_empty() { [self.added, &[]] } else { [path, self.added] };
        [[scheme, &[]], [authority, &[]], path, [filled(query), &[]], [fragment, &[]]]
    }
}
