//! Order, equality and hash of full CRIs: those of their shortest encoding, section by section.
//!
//! Scheme and authority compare by their encodings. A path compares by its encoded segments without the head of the array, so
//! all paths that begin with the same segments stand together. A missing query, and one that is null or empty, are no bytes.
//!
//! A CRI in the shortest heads is compared by its own bytes. The hasher gets the encoding of draft-16, which tells where it
//! ends, in blocks of one length, so that a result of two runs, and a CRI with longer heads, make the same calls.

use core::cmp::Ordering;
use core::hash::Hasher;
use core::mem;

use crate::interchange::cri::Cri;
use crate::interchange::offsets::{Offsets, to_usize};
use crate::sections::items::take_array;
use crate::sections::{QUERY, SECTIONS, Sections};
use crate::wire::head::{EMPTY_ARRAY, EncodedHead, Head, Major, NULL};

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
        let mut blocks = Blocks::new(self);
        loop {
            match blocks.next() {
                [] => break,
                block => state.write(block),
            }
        }
    }

    #[inline(never)]
    pub(crate) fn cmp_shortest(&self, other: &Sections<'_>) -> Ordering {
        let pairs = self.encodings().into_iter().zip(other.encodings());
        pairs.fold(Ordering::Equal, |order, (ours, theirs)| order.then_with(|| ours.cmp(theirs)))
    }

    /// The sections as they compare.
    fn encodings(&self) -> [Encoding<'a>; SECTIONS] {
        let [scheme, authority, segments, query, fragment] = self.items;
        let authority = if authority.is_empty() { &[NULL] } else { authority };
        let items = |items| Encoding::new([items, &[]], self.shortest);
        let segments = Encoding::new([segments, self.added], self.shortest);
        [items(scheme), items(authority), segments, items(filled(query)), items(fragment)]
    }
}

/// The blocks that a hasher gets.
struct Blocks<'a> {
    space: [u8; BLOCK],
    /// The array's head, scheme, authority, the path's head, and so on.
    parts: [Encoding<'a>; SECTIONS + 2],
}

impl<'a> Blocks<'a> {
    fn new(sections: &Sections<'a>) -> Self {
        let [scheme, authority, segments, query, fragment] = sections.encodings();
        let [has_query, has_fragment] = [&query, &fragment].map(|section| !section.is_end());
        let count = if has_fragment { SECTIONS } else { QUERY.wrapping_add(has_query.into()) };
        let query =
            if has_fragment && !has_query { Encoding::new([&[NULL], &[]], true) } else { query };
        let [array, path] = [count, sections.path_or_empty().len].map(Encoding::of_array_head);
        Self {
            space: [0; BLOCK],
            parts: [array, scheme, authority, path, segments, query, fragment],
        }
    }

    /// The next block, empty at the end.
    fn next(&mut self) -> &[u8] {
        let mut len = 0_usize;
        for part in &mut self.parts {
            while let Some(room) = self.space.get_mut(len..) {
                let count = part.front().len().min(room.len());
                if count == 0 {
                    break;
                }
                room.iter_mut().zip(part.front()).for_each(|(room, byte)| *room = *byte);
                part.pass(count);
                len = len.wrapping_add(count);
            }
        }
        self.space.get(..len).unwrap_or_default()
    }
}

/// Encoded items with the shortest heads, piece by piece.
struct Encoding<'a> {
    head: EncodedHead,
    /// How many bytes of the head are passed.
    passed: usize,
    /// What follows the head.
    body: &'a [u8],
    /// What is still to be read.
    rest: [&'a [u8]; 2],
    /// Whether the heads are the shortest already.
    shortest: bool,
}

impl<'a> Encoding<'a> {
    fn of_array_head(count: usize) -> Self {
        let head = EncodedHead::new(Major::Array, count as u64);
        Self { head, passed: 0, body: &[], rest: [&[], &[]], shortest: true }
    }

    fn new(runs: [&'a [u8]; 2], shortest: bool) -> Self {
        let head = EncodedHead::new(Major::Unsigned, 0);
        let mut encoding = Self { head, passed: 1, body: &[], rest: runs, shortest };
        encoding.read();
        encoding
    }

    /// The next bytes, empty only at the end.
    fn front(&self) -> &[u8] {
        match self.head.as_bytes().get(self.passed..) {
            Some(head @ [_, ..]) => head,
            _ => self.body,
        }
    }

    fn is_end(&self) -> bool {
        self.front().is_empty()
    }

    /// Passes the first `count` bytes of the front.
    fn pass(&mut self, count: usize) {
        if self.passed < self.head.as_bytes().len() {
            self.passed = self.passed.wrapping_add(count);
        } else {
            self.body = self.body.get(count..).unwrap_or_default();
        }
        if self.is_end() {
            self.read();
        }
    }

    /// Reads the next item without those in it, or all of a run.
    fn read(&mut self) {
        let [first, second] = &mut self.rest;
        if first.is_empty() {
            *first = mem::take(second);
        }
        if self.shortest {
            self.body = mem::take(first);
            return;
        }
        // INVARIANT: the items were checked, so that each head and each body is whole.
        let Ok(head) = Head::read(first) else { return };
        (self.head, self.passed) = (EncodedHead::new(head.major(), head.argument()), 0);
        let rest = first.get(head.len()..).unwrap_or_default();
        (self.body, *first) = match head.major() {
            Major::Bytes | Major::Text => head.split_body(rest).unwrap_or_default(),
            _ => (<&[u8]>::default(), rest),
        };
    }

    fn cmp(mut self, mut other: Encoding<'_>) -> Ordering {
        loop {
            let (ours, theirs) = (self.front(), other.front());
            let count = ours.len().min(theirs.len());
            let order = ours.get(..count).cmp(&theirs.get(..count));
            if order.is_ne() || count == 0 {
                return order.then(ours.len().cmp(&theirs.len()));
            }
            self.pass(count);
            other.pass(count);
        }
    }
}
