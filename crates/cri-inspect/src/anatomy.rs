//! The items of a CRI, in the order of the bytes.

use core::iter::FusedIterator;

use cri_core::wire::skip;
use cri_registry::Table;

use crate::heads::ItemHead;
use crate::item::{Item, Kind, Meaning};
use crate::place::Place;

/// How many levels of nesting are taken apart. A CRI has four; an item nested deeper is explained as a whole.
pub const MAX_DEPTH: usize = 8;

/// The items of a CRI, in the order of the bytes, whether or not the bytes are a CRI.
///
/// Section 5.1 of the draft says what stands where in a CRI. An item that does not belong where it stands is explained
/// by its type alone, and iteration goes on after it. Where no item can be read, all bytes that are left are one last
/// item without a head. So every byte is part of exactly one item.
///
/// Memory and the time per byte are bounded, whatever the bytes are.
///
/// ```
/// use cri_core::Component;
/// use cri_inspect::{Anatomy, Kind};
/// use cri_registry::Table;
///
/// // [-1, ["h"]], and one byte more
/// let mut items = Anatomy::new(b"\x82\x20\x81\x61h\xff", Table::DRAFT_16);
/// let label = items.nth(3).expect("a label");
/// assert_eq!((label.offset, label.head, label.body), (3, &b"\x61"[..], &b"h"[..]));
/// assert_eq!((label.component, label.kind), (Some(Component::Host), Some(Kind::Text(1))));
/// assert_eq!((label.depth, label.ends), (2, 2));
///
/// let rest = items.next().expect("a byte");
/// assert_eq!((rest.kind, rest.description().to_string()), (None, "after the CRI".to_string()));
/// ```
#[derive(Clone, Debug)]
pub struct Anatomy<'a> {
    bytes: &'a [u8],
    at: usize,
    levels: Levels,
    schemes: Table,
}

impl<'a> Anatomy<'a> {
    /// The items of `bytes`, with schemes named as in `schemes`.
    #[must_use]
    pub const fn new(bytes: &'a [u8], schemes: Table) -> Self {
        Self { bytes, at: 0, levels: Levels::new(), schemes }
    }

    /// All bytes that are left, which are not an item.
    fn rest(&mut self, words: &'static str) -> Item<'a> {
        let offset = self.at;
        self.at = self.bytes.len();
        Item {
            offset,
            head: &[],
            body: self.bytes.get(offset..).unwrap_or_default(),
            depth: self.levels.depth(),
            opens: false,
            ends: 0,
            component: None,
            kind: None,
            meaning: Meaning::Words(words),
            has_long_head: false,
        }
    }
}

impl<'a> Iterator for Anatomy<'a> {
    type Item = Item<'a>;

    fn next(&mut self) -> Option<Item<'a>> {
        if self.at >= self.bytes.len() {
            return None;
        }
        let depth = self.levels.depth();
        let Some(level) = self.levels.last() else { return Some(self.rest("after the CRI")) };
        let Ok(item) = ItemHead::read(self.bytes, self.at) else {
            return Some(self.rest("no data item"));
        };
        let (meaning, component, next) = level.place.explain(&item, self.bytes, self.schemes);
        let inside = level.place.inside(item.head.major(), component);
        level.place = next;
        level.left = level.left.saturating_sub(1);

        let is_too_deep = item.children > 0 && depth == MAX_DEPTH;
        let end = if is_too_deep {
            let len = self.bytes.get(item.offset..).and_then(|rest| skip(rest).ok());
            len.map_or(self.bytes.len(), |len| item.offset.saturating_add(len))
        } else {
            item.end().min(self.bytes.len())
        };
        let head = self.bytes.get(item.offset..item.body.start).unwrap_or_default();
        let body = self.bytes.get(item.body.start..end).unwrap_or_default();
        let meaning = if is_too_deep { Meaning::Words("nested too deep") } else { meaning };
        let opens = item.children > 0 && !is_too_deep;
        let ends = if opens {
            self.levels.open(Level { place: inside, left: item.children });
            0
        } else {
            // The level around the CRI itself is not an item.
            self.levels.close().min(depth)
        };
        self.at = end;
        Some(Item {
            offset: item.offset,
            head,
            body,
            depth,
            opens,
            ends,
            component,
            kind: Some(Kind::of(item.head)),
            meaning,
            has_long_head: item.is_long(),
        })
    }
}

impl FusedIterator for Anatomy<'_> {}

/// An array, map or tag that is open around the next item.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// What stands next in it.
    place: Place,
    /// How many items are left in it.
    left: u64,
}

/// The levels that are open around the next item. The outermost is around the CRI itself.
#[derive(Clone, Debug)]
struct Levels {
    levels: [Level; MAX_DEPTH + 1],
    /// INVARIANT: at most `MAX_DEPTH + 1`, since no item at `MAX_DEPTH` is opened.
    len: usize,
}

impl Levels {
    const fn new() -> Self {
        Self { levels: [Level { place: Place::Cri, left: 1 }; MAX_DEPTH + 1], len: 1 }
    }

    /// How many items are open.
    const fn depth(&self) -> usize {
        self.len.saturating_sub(1)
    }

    fn last(&mut self) -> Option<&mut Level> {
        self.levels.get_mut(self.len.checked_sub(1)?)
    }

    fn open(&mut self, level: Level) {
        if let Some(free) = self.levels.get_mut(self.len) {
            *free = level;
            self.len = self.len.saturating_add(1);
        }
    }

    /// Closes the levels that have nothing left, and returns how many these are.
    fn close(&mut self) -> usize {
        let open = self.len;
        while self.last().is_some_and(|level| level.left == 0) {
            self.len = self.len.saturating_sub(1);
        }
        open.saturating_sub(self.len)
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::ToOwned;
    use std::string::{String, ToString};
    use std::vec::Vec;

    use cri_core::Component;
    use cri_registry::Table;
    use proptest::prelude::*;

    use super::{Anatomy, MAX_DEPTH};

    fn items(bytes: &[u8]) -> Vec<(usize, Option<&'static str>, String)> {
        let items = Anatomy::new(bytes, Table::DRAFT_16);
        items
            .map(|item| {
                (item.depth, item.component.map(Component::name), item.description().to_string())
            })
            .collect()
    }

    #[test]
    fn the_place_of_an_item_decides_its_meaning() {
        // [-1, [false, "u", h'01020304', 1], [["a", ':']], null, "f"]
        let bytes = b"\x85\x20\x84\xf4\x61u\x44\x01\x02\x03\x04\x01\x81\x82\x61a\x41:\xf6\x61f";
        let expected = [
            (0, "cri", "full CRI"),
            (1, "scheme", "scheme -1: coap"),
            (1, "authority", "authority"),
            (2, "userinfo", "userinfo follows"),
            (2, "userinfo", "userinfo \"u\""),
            (2, "host", "host 1.2.3.4"),
            (2, "port", "port 1"),
            (1, "path", "path"),
            (2, "path", "segment in pieces"),
            (3, "path", "text \"a\""),
            (3, "path", "bytes %3A"),
            (1, "query", "no query"),
            (1, "fragment", "fragment \"f\""),
        ];
        let expected = expected
            .map(|(depth, component, meaning)| (depth, Some(component), meaning.to_owned()));
        assert_eq!(items(bytes), expected);
    }

    #[test]
    fn misplaced_items_are_explained_by_their_type() {
        let described = |bytes| {
            items(bytes).into_iter().map(|(.., description)| description).collect::<Vec<_>>()
        };
        assert_eq!(described(b"\x01\x02"), ["number 1", "after the CRI"]);
        assert_eq!(
            described(b"\x82\x01\x81\xa1\x01\xc1\x20"),
            [
                "CRI reference",
                "discard 1: the last segment",
                "path",
                "pairs",
                "number 1",
                "tagged item",
                "number -1",
            ]
        );
        assert_eq!(
            described(b"\x82\x01\x82\x62a"),
            ["CRI reference", "discard 1: the last segment", "path", "segment \"a\""]
        );
        assert_eq!(
            described(b"\x82\x02\xff"),
            ["CRI reference", "discard 2: the last 2 segments", "no data item"]
        );
        assert_eq!(
            described(b"\x81\x18\x02"),
            ["CRI reference", "discard 2: the last 2 segments, long head"]
        );
        assert_eq!(
            described(b"\x81\x3b\xff\xff\xff\xff\xff\xff\xff\xff")[1],
            "scheme -18446744073709551616: unknown"
        );
    }

    #[test]
    fn nesting_is_bounded() {
        let bomb = [0x81; 100];
        let items = items(&bomb);
        assert_eq!(items.len(), MAX_DEPTH + 1);
        assert_eq!(items[MAX_DEPTH].2, "nested too deep");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5000))]

        #[test]
        fn every_byte_is_in_one_item(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let mut at = 0;
            for item in Anatomy::new(&bytes, Table::DRAFT_16) {
                prop_assert_eq!(item.offset, at);
                prop_assert!(item.len() > 0);
                at += item.len();
            }
            prop_assert_eq!(at, bytes.len());
        }
    }
}
