//! Where the sections of a CRI reference begin in its interchange form, and how they are found there.

mod offsets;

pub use offsets::Offsets;
pub(crate) use offsets::{FULL, SHORTEST, to_usize};

use crate::constants::PREFER_SPEED;
use crate::interchange::cri_ref::CriRef;
use crate::sections::discard::Discard;
use crate::sections::items::{is_array, take_array};
use crate::sections::{AUTHORITY, FRAGMENT, PATH, QUERY, SCHEME, SECTIONS, Sections};

impl<'a> CriRef<'a> {
    /// The abstract form (section 5.2), out of line on smaller machines. `full` is whether there is a scheme.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn sections_of(&self, full: bool) -> Sections<'a> {
        self.sections_in_place(full)
    }

    /// The abstract form, built where it is used: moving it takes as long as making it.
    #[inline(always)]
    pub(crate) fn sections_in_place(&self, full: bool) -> Sections<'a> {
        let [scheme, authority, mut path, query, fragment] = if PREFER_SPEED {
            self.items()
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
            shortest: self.offsets.flags & SHORTEST != 0,
        }
    }

    /// All sections as they are encoded.
    ///
    /// Each split from the end takes one comparison. [`item`](Held::item) takes more, in less code.
    #[inline(always)]
    pub(crate) fn items(&self) -> [&'a [u8]; SECTIONS] {
        self.split().unwrap_or_default()
    }

    #[inline(always)]
    fn split(&self) -> Option<[&'a [u8]; SECTIONS]> {
        let [scheme, authority, path, query, fragment] = self.offsets.starts;
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
        let starts = &self.offsets.starts;
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
}

#[cfg(test)]
mod tests {
    use crate::decode;
    use crate::features::Features;

    #[test]
    fn item_agrees_with_items() {
        let corpus = cri_testvectors::Corpus::load().unwrap();
        let mut compared = 0;
        for cri in corpus.decode.iter().map(|vector| vector.cbor.as_slice()) {
            let Ok(held) = decode::whole(cri, Features::ALL) else { continue };
            let by_number = core::array::from_fn(|section| held.item(section));
            assert_eq!(held.items(), by_number, "{cri:02x?}");
            compared += 1;
        }
        // A test that compares nothing shows nothing.
        assert!(compared > 50, "{compared}");
    }
}
