//! Where the sections of a CRI reference begin in its interchange form, and what `Cri` and `CriRef` hold.
//!
//! [`Offsets`] is the plain form. [`Layout`] is the form that CRIs keep: one word on machines of 64 bits, and the plain
//! form elsewhere.

mod offsets;
#[cfg(not(target_pointer_width = "64"))]
mod table;
#[cfg(target_pointer_width = "64")]
mod word;

pub use offsets::Offsets;
pub(crate) use offsets::{FULL, LastSegment, SHORTEST, to_usize};
#[cfg(not(target_pointer_width = "64"))]
pub(crate) use table::Layout;
#[cfg(target_pointer_width = "64")]
pub(crate) use word::{LAST, Layout, ONE_WORD};

use crate::constants::PREFER_SPEED;
use crate::sections::discard::Discard;
use crate::sections::items::{is_array, take_array};
use crate::sections::{AUTHORITY, FRAGMENT, PATH, QUERY, SCHEME, SECTIONS, Sections};

impl Layout {
    #[inline(always)]
    pub(crate) const fn is_full(self) -> bool {
        self.flags() & FULL != 0
    }

    #[inline(always)]
    pub(crate) const fn is_shortest(self) -> bool {
        self.flags() & SHORTEST != 0
    }
}

/// A checked CRI reference and its layout, or the offsets of its sections. Where layouts are offsets, these are one type.
#[derive(Clone, Copy)]
pub(crate) struct Held<'a, L = Layout> {
    /// INVARIANT: exactly one checked CRI reference, to which `layout` belongs. Its offsets ascend, and lie in the bytes.
    pub(crate) bytes: &'a [u8],
    pub(crate) layout: L,
}

impl<'a> Held<'a> {
    #[cfg(target_pointer_width = "64")]
    #[inline(always)]
    pub(crate) fn with_offsets(&self) -> Held<'a, Offsets> {
        Held { bytes: self.bytes, layout: self.layout.offsets(self.bytes) }
    }

    #[cfg(not(target_pointer_width = "64"))]
    #[inline(always)]
    pub(crate) const fn with_offsets(&self) -> &Held<'a, Offsets> {
        self
    }
}

impl<'a> Held<'a, Offsets> {
    /// The abstract form (section 5.2), out of line on smaller machines. `full` is whether there is a scheme.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn sections(&self, full: bool) -> Sections<'a> {
        self.sections_in_place(full)
    }

    /// The abstract form, built where it is used: moving it takes as long as making it.
    #[inline(always)]
    pub(crate) fn sections_in_place(&self, full: bool) -> Sections<'a> {
        let [scheme, authority, mut path, query, fragment] = if PREFER_SPEED {
            self.items().unwrap_or_default()
        } else {
            let item = |section| self.item(section);
            [item(SCHEME), item(AUTHORITY), item(PATH), item(QUERY), item(FRAGMENT)]
        };
        let has_path = full || is_array(path);
        let segments = take_array(&mut path);
        let items = [if full { scheme } else { &[] }, authority, path, query, fragment];
        let discard = match self.discard_byte() {
            count @ 0..=Discard::MAX if !full => Discard::Segments(count),
            _ => Discard::All,
        };
        Sections {
            items,
            added: &[],
            segments,
            discard,
            has_path,
            shortest: self.layout.flags & SHORTEST != 0,
        }
    }

    /// All sections as they are encoded.
    ///
    /// Each split from the end takes one comparison. [`item`](Held::item) takes more, in less code.
    #[inline(always)]
    fn items(&self) -> Option<[&'a [u8]; SECTIONS]> {
        let [scheme, authority, path, query, fragment] = self.layout.starts;
        // INVARIANT: the offsets ascend, and lie in the bytes.
        let (before, fragment) = self.bytes.split_at_checked(to_usize(fragment))?;
        let (before, query) = before.split_at_checked(to_usize(query))?;
        let (before, path) = before.split_at_checked(to_usize(path))?;
        let (before, authority) = before.split_at_checked(to_usize(authority))?;
        let scheme = before.get(to_usize(scheme)..)?;
        Some([scheme, authority, path, query, fragment])
    }

    /// The section of this number as it is encoded, empty where there is none. The first may be a discard.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn item(&self, section: usize) -> &'a [u8] {
        let starts = &self.layout.starts;
        let end =
            starts.get(section.wrapping_add(1)).map_or(self.bytes.len(), |end| to_usize(*end));
        let before = self.bytes.get(..end).unwrap_or_default();
        // INVARIANT: the offsets ascend, and lie in the bytes.
        starts.get(section).and_then(|start| before.get(to_usize(*start)..)).unwrap_or_default()
    }

    /// The last byte of a reference's first section: the number of segments to discard, where that is at most
    /// `Discard::MAX`. A larger byte discards all of them.
    #[inline]
    pub(crate) fn discard_byte(&self) -> u8 {
        // INVARIANT: a discard is at most `Discard::MAX`, and so it is the last byte of its head. Null and true are
        // larger than that. 5.2: the empty array is `[0]`.
        self.item(SCHEME).last().copied().unwrap_or(0)
    }

    /// The length in bytes of the last path segment, where the layout knows it.
    #[inline(always)]
    pub(crate) fn last_segment_len(&self) -> Option<usize> {
        let last = self.layout.last.offset()?;
        Some(to_usize(self.layout.starts[QUERY]).saturating_sub(last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode;
    use crate::features::Features;

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn held_takes_three_words() {
        assert_eq!(size_of::<Held<'_>>(), 24);
    }

    #[test]
    fn item_agrees_with_items() {
        let corpus = cri_testvectors::Corpus::load().unwrap();
        let mut compared = 0;
        for cri in corpus.decode.iter().map(|vector| vector.cbor.as_slice()) {
            let Ok(layout) = decode::layout(cri, Features::ALL) else { continue };
            let held = Held { bytes: cri, layout };
            let held = held.with_offsets();
            let by_number = core::array::from_fn(|section| held.item(section));
            assert_eq!(held.items(), Some(by_number), "{cri:02x?}");
            compared += 1;
        }
        // A test that compares nothing shows nothing.
        assert!(compared > 50, "{compared}");
    }
}
