//! What `Cri` and `CriRef` hold: checked bytes, and where the sections begin in them.
//!
//! On 64 bits the offsets are packed into one word, [`Layout`]. [`Held`] keeps that word, and unpacks it into [`Located`]
//! where sections are read. On smaller machines nothing is packed, and both are one type.

#[cfg(target_pointer_width = "64")]
use crate::decode::check;
#[cfg(target_pointer_width = "64")]
use crate::features::Features;
#[cfg(target_pointer_width = "64")]
use crate::layout::ONE_WORD;
use crate::layout::{FULL, Layout, Offsets, SHORTEST, to_usize};
use crate::sections::discard::Discard;
use crate::sections::{SCHEME, SECTIONS, Sections, is_array, take_array};
#[cfg(target_pointer_width = "64")]
use crate::wire::head::{Head, NULL};
#[cfg(target_pointer_width = "64")]
use crate::wire::skip::skip;

/// A checked CRI reference and its layout.
#[cfg(target_pointer_width = "64")]
#[derive(Clone, Copy)]
pub(crate) struct Held<'a> {
    /// INVARIANT: exactly one checked CRI reference, to which `layout` belongs.
    bytes: &'a [u8],
    layout: Layout,
}

/// A checked CRI reference and its layout.
#[cfg(not(target_pointer_width = "64"))]
pub(crate) type Held<'a> = Located<'a>;

#[cfg(target_pointer_width = "64")]
impl<'a> Held<'a> {
    #[inline(always)]
    pub(crate) const fn new(bytes: &'a [u8], layout: Layout) -> Self {
        Self { bytes, layout }
    }

    #[inline(always)]
    pub(crate) const fn layout(&self) -> Layout {
        self.layout
    }

    /// The offsets unpacked.
    #[inline(always)]
    pub(crate) fn located(&self) -> Located<'a> {
        let layout = self.layout;
        // With shortest heads the outer array's is one byte, since it has at most five items.
        let at = if layout.flags() & (ONE_WORD | SHORTEST) == ONE_WORD | SHORTEST {
            layout.offsets_in_word(1)
        } else {
            self.rare_offsets()
        };
        Located { bytes: self.bytes, at }
    }

    /// The offsets of a CRI that is long, or that has longer heads than it needs.
    #[cold]
    #[inline(never)]
    fn rare_offsets(self) -> Offsets {
        let Self { bytes, layout } = self;
        // INVARIANT: the bytes were checked, so that nothing here is missing or wrong.
        let first = Head::read(bytes).map_or(0, |head| head.len);
        if layout.flags() & ONE_WORD != 0 {
            return layout.offsets_in_word(first);
        }
        let Some(offsets) = layout.long_offsets(first) else {
            return check(bytes, Features::ALL, true, false).map(|(_, offsets)| offsets).unwrap_or_default();
        };
        let section = bytes.get(first.into()..).unwrap_or_default();
        if !layout.is_full() && section.first() != Some(&NULL) {
            // A discard stands for both scheme and authority.
            return offsets;
        }
        let scheme_len = skip(section).unwrap_or_default() as u32;
        Offsets { authority: u32::from(first).wrapping_add(scheme_len), ..offsets }
    }
}

#[cfg(not(target_pointer_width = "64"))]
impl<'a> Held<'a> {
    #[inline(always)]
    pub(crate) const fn new(bytes: &'a [u8], layout: Layout) -> Self {
        Self { bytes, at: layout }
    }

    #[inline(always)]
    pub(crate) const fn layout(&self) -> Layout {
        self.at
    }

    #[inline(always)]
    pub(crate) const fn located(&self) -> &Self {
        self
    }
}

impl<'a> Held<'a> {
    #[inline(always)]
    pub(crate) const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }
}

/// A checked CRI reference with the offsets of its sections at hand.
#[derive(Clone, Copy)]
pub(crate) struct Located<'a> {
    bytes: &'a [u8],
    /// INVARIANT: the offsets ascend, and lie in `bytes`.
    at: Offsets,
}

impl<'a> Located<'a> {
    /// Where the sections begin.
    #[inline(always)]
    pub(crate) const fn offsets(&self) -> Offsets {
        self.at
    }

    /// Whether the first section is a scheme.
    #[inline(always)]
    pub(crate) const fn is_full(&self) -> bool {
        self.at.flags & FULL != 0
    }

    /// The abstract form (section 5.2), out of line on smaller machines.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn sections(&self) -> Sections<'a> {
        self.sections_in_place()
    }

    /// The abstract form, built where it is used: moving it takes as long as making it.
    #[inline(always)]
    pub(crate) fn sections_in_place(&self) -> Sections<'a> {
        let full = self.is_full();
        let [scheme, authority, mut path, query, fragment] = self.items().unwrap_or_default();
        let has_path = full || is_array(path);
        let segments = take_array(&mut path);
        let items = [if full { scheme } else { &[] }, authority, path, query, fragment];
        let shortest = self.at.flags & SHORTEST != 0;
        Sections { items, added: &[], segments, discard: self.discard(), has_path, shortest }
    }

    /// All sections as they are encoded.
    ///
    /// Each split from the end takes one comparison. [`item`](Located::item) takes more, in less code.
    #[inline(always)]
    fn items(&self) -> Option<[&'a [u8]; SECTIONS]> {
        let Offsets { authority, path, query, fragment, first, .. } = self.at;
        // INVARIANT: the offsets ascend, and lie in the bytes.
        let (before, fragment) = self.bytes.split_at_checked(to_usize(fragment))?;
        let (before, query) = before.split_at_checked(to_usize(query))?;
        let (before, path) = before.split_at_checked(to_usize(path))?;
        let (before, authority) = before.split_at_checked(to_usize(authority))?;
        let scheme = before.get(first.into()..)?;
        Some([scheme, authority, path, query, fragment])
    }

    /// The section of this number as it is encoded, empty where there is none. The first may be a discard.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn item(&self, section: usize) -> &'a [u8] {
        let Offsets { authority, path, query, fragment, first, .. } = self.at;
        let (authority, path, query, fragment) =
            (to_usize(authority), to_usize(path), to_usize(query), to_usize(fragment));
        let bounds = [usize::from(first), authority, path, query, fragment, self.bytes.len()];
        // INVARIANT: the offsets ascend, and lie in the bytes.
        if let Some(&[start, end, ..]) = bounds.get(section..)
            && let Some(item) = self.bytes.get(start..end)
        {
            item
        } else {
            &[]
        }
    }

    /// The discard; `Discard::All` where there is a scheme or an authority.
    #[inline]
    fn discard(&self) -> Discard {
        match self.discard_byte() {
            count @ 0..=Discard::MAX if !self.is_full() => Discard::Segments(count),
            _ => Discard::All,
        }
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
        let last = self.at.last.offset()?;
        Some(to_usize(self.at.query).saturating_sub(last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode;
    use crate::features::Features;

    #[test]
    fn sections_are_equal_by_number_and_all_at_once() {
        let corpus = cri_testvectors::Corpus::load().unwrap();
        let mut compared = 0;
        for cri in corpus.decode.iter().map(|vector| vector.cbor.as_slice()) {
            let Ok(layout) = decode::layout(cri, Features::ALL, false) else { continue };
            let held = Held::new(cri, layout);
            let located = held.located();
            let by_number = core::array::from_fn(|section| located.item(section));
            assert_eq!(located.items(), Some(by_number), "{cri:02x?}");
            compared += 1;
        }
        // A test that compares nothing shows nothing.
        assert!(compared > 50, "{compared}");
    }
}

#[cfg(all(test, target_pointer_width = "64"))]
mod word_tests {
    use super::*;
    use crate::decode;
    use crate::layout::LastSegment;
    use std::vec::Vec;

    fn unpacked(bytes: &[u8], layout: Layout) -> Offsets {
        Held::new(bytes, layout).located().offsets()
    }

    #[test]
    fn held_takes_three_words() {
        assert_eq!(size_of::<Held<'_>>(), 24);
    }

    /// `[-1, ["h"], [TEXT], ["q"], "f"]` with a text of `len` bytes, at least 256.
    fn cri(len: u16) -> Vec<u8> {
        let mut cri = b"\x85\x20\x81\x61h\x81\x79".to_vec();
        cri.extend(len.to_be_bytes());
        cri.resize(cri.len() + usize::from(len), b'a');
        cri.extend(b"\x81\x61q\x61f");
        cri
    }

    #[test]
    fn offsets_in_the_word_equal_those_of_a_walk() {
        let mut in_word = [0; 2];
        for len in 4050..4130 {
            let cri = cri(len);
            let layout = decode::layout(&cri, Features::ALL, false).unwrap();
            let fragment = u32::try_from(cri.len()).unwrap() - 2;
            let fits = layout.flags() & ONE_WORD != 0;
            assert_eq!(fits, to_usize(fragment) <= Layout::MAX);
            let (query, flags) = (fragment - 3, FULL | SHORTEST);
            let last = LastSegment::at(if fits { 6 } else { 0 });
            let expected = Offsets { path: 5, query, fragment, last, authority: 2, first: 1, flags };
            assert_eq!(unpacked(&cri, layout), expected);
            in_word[usize::from(fits)] += 1;
        }
        assert!(in_word.iter().all(|&count| count > 30), "{in_word:?}");
    }

    #[test]
    fn offsets_of_long_references_are_those_of_the_decoder() {
        let starts: [&[u8]; 9] = [
            b"\x83\x20\xf6",                                       // -1, null
            b"\x98\x03\x38\x18\x83\xf4\x61u\x61h",                 // _0 -25, [false, "u", "h"]
            b"\x83\x63urn\xf5",                                    // "urn", true
            b"\x83\x20\x83\x44\x01\x02\x03\x04\x62z0\x19\xff\xff", // -1, [h'01020304', "z0", 65535]
            b"\x83\xf6\x82\x61g\x17",                              // null, ["g", 23]
            b"\x83\xf6\xf5",                                       // null, true
            b"\x82\x18\x18",                                       // 24
            b"\x82\x00",                                           // 0
            b"\x82\xf5",                                           // true
        ];
        for start in starts {
            let mut cri = start.to_vec();
            cri.extend(b"\x82\x61b\x79\x20\x00");
            cri.resize(cri.len() + 0x2000, b'a');
            let (_, offsets) = check(&cri, Features::ALL, true, false).unwrap();
            let layout = decode::layout(&cri, Features::ALL, false).unwrap();
            assert_eq!(layout, offsets.to_layout());
            assert_eq!(layout.flags() & ONE_WORD, 0);
            assert_eq!(unpacked(&cri, layout), Offsets { last: LastSegment::at(0), ..offsets }, "{start:02x?}");
            let too_long_for_the_word = Layout::of_word(u64::from(offsets.flags) << Layout::FLAGS);
            assert_eq!(unpacked(&cri, too_long_for_the_word), offsets, "{start:02x?}");
        }
    }

    #[test]
    fn offsets_after_a_longer_head_are_found() {
        let cri = b"\x98\x03\x20\x81\x61h\x81\x61a"; // [_0 -1, ["h"], ["a"]]
        let layout = decode::layout(cri, Features::ALL, false).unwrap();
        let expected =
            Offsets { path: 6, query: 9, fragment: 9, last: LastSegment::at(7), authority: 3, first: 2, flags: FULL };
        assert_eq!(unpacked(cri, layout), expected);
    }
}
