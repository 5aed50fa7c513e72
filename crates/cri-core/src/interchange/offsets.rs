//! The offsets of the sections, one by one.

use crate::sections::SECTIONS;

/// The first section is a scheme.
pub(crate) const FULL: u32 = 1;
/// Every head is the shortest possible.
pub(crate) const SHORTEST: u32 = 2;

/// Where the sections begin, in bytes of the interchange form. A missing section begins where the next one does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offsets {
    /// INVARIANT: none is greater than the last one, and the first is the length of the outer array's head.
    pub(crate) starts: [u32; SECTIONS],
    /// [`FULL`] and [`SHORTEST`].
    pub(crate) flags: u32,
}

impl Offsets {
    /// The offsets of authority, path, query and fragment in a CRI reference with the shortest heads.
    #[must_use]
    #[inline(always)]
    pub const fn new(full: bool, [authority, path, query, fragment]: [u32; 4]) -> Self {
        let flags = if full { SHORTEST | FULL } else { SHORTEST };
        // The outer array has at most five items, so its head is one byte.
        let starts = [1, authority, path, query, fragment];
        Self { starts, flags }
    }

    /// A copy made field by field, which stays in registers. A copy of the whole would go through memory.
    #[inline(always)]
    pub(crate) const fn in_registers(self) -> Self {
        let Self { starts: [scheme, authority, path, query, fragment], flags } = self;
        Self { starts: [scheme, authority, path, query, fragment], flags }
    }

    /// Where the section of this number begins.
    #[inline(always)]
    pub(crate) fn at(self, section: usize) -> usize {
        to_usize(self.starts.get(section).copied().unwrap_or(u32::MAX))
    }

    #[inline(always)]
    pub(crate) const fn is_full(self) -> bool {
        self.flags & FULL != 0
    }

    #[inline(always)]
    pub(crate) const fn is_shortest(self) -> bool {
        self.flags & SHORTEST != 0
    }
}

#[inline]
pub(crate) fn to_usize(offset: u32) -> usize {
    // Lossless where `usize` has 32 bits or more. Where it is smaller, so is any input.
    usize::try_from(offset).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::vec::Vec;

    use crate::buffer::ArrayBuffer;
    use crate::interchange::cri::{Cri, CriRef};
    use crate::interchange::offsets::Offsets;
    use crate::resolve::Base;
    use crate::revision::Revision;
    use crate::sections::items::TextOrPet;

    const WRITTEN: Offsets = Offsets::new(true, [2, 5, 10, 13]);
    // [-1, ["h"], ["a", "b"], ["q"], "f"]
    const BYTES: &[u8] = b"\x85\x20\x81\x61h\x82\x61a\x61b\x81\x61q\x61f";
    static CRI: Cri<'_> = Cri::from_parts(BYTES, WRITTEN);
    static CRI_REF: CriRef<'_> = CriRef { bytes: BYTES, offsets: WRITTEN };

    #[test]
    fn constants_have_the_offsets_that_decoding_finds() {
        let decoded = CriRef::decode(BYTES).unwrap();
        assert_eq!(CRI_REF.offsets, decoded.offsets);
        assert_eq!(CRI.offsets, decoded.offsets);
        assert_eq!(CRI, decoded.to_full().unwrap());
    }

    #[test]
    fn wrong_constants_are_safe() {
        for bytes in [&b""[..], b"\xff", BYTES] {
            for at in [0, 7, 4_000, 100_000, 2_000_000, u32::MAX] {
                for written in [
                    Offsets::new(true, [at, at, at, at]),
                    Offsets::new(true, [u32::MAX, at, at, at]),
                    Offsets::new(false, [at, at, at, at]),
                ] {
                    let (cri, other) =
                        (Cri::from_parts(bytes, written), CriRef { bytes, offsets: written });
                    let sections = cri.sections();
                    let count = sections.segments().count() + sections.parameters().count();
                    assert!(count <= bytes.len());
                    _ = (sections.authority(), sections.fragment(), other.sections(), cri == CRI);
                    if let Ok(resolved) = cri.resolve(other) {
                        assert!(resolved.sections().segments().count() <= 2 * bytes.len());
                        _ = resolved.encode_to(Revision::Draft16, ArrayBuffer::<64>::new());
                    }
                }
            }
        }
    }
    /// Walks over items, at most one of which begins at each byte.
    fn walk<'a>(items: impl ExactSizeIterator<Item = TextOrPet<'a>>, bytes: usize) {
        assert_eq!(items.len(), items.take(bytes + 1).map(|item| walk_pieces(item, bytes)).count());
    }

    fn walk_pieces(item: TextOrPet<'_>, bytes: usize) {
        assert!(item.pieces().take(bytes + 1).count() <= bytes + 1);
        _ = (item.as_str(), item.is_empty());
    }

    /// Reads and writes all that a CRI has. What it writes is no longer than a small multiple of the bytes.
    fn use_all(cri: CriRef<'_>, base: CriRef<'_>) {
        let bytes = cri.as_bytes().len() + base.as_bytes().len();
        let sections = cri.sections();
        walk(sections.path_or_empty().segments(), bytes);
        if let Some(query) = sections.query() {
            walk(query.parameters(), bytes);
            _ = (query.get("q"), query.len());
        }
        if let Some(authority) = sections.authority() {
            _ = (
                authority.userinfo().map(|userinfo| walk_pieces(userinfo.item(), bytes)),
                authority.port(),
            );
            if let Some(name) = authority.host().name() {
                walk(name.labels(), bytes);
            }
            _ = authority.host().ip().map(|ip| (ip.address(), ip.zone_bytes().map(<[u8]>::len)));
        }
        _ = (
            sections.scheme(),
            sections.fragment().map(|fragment| walk_pieces(fragment, bytes)),
            sections.discard(),
        );
        assert!(format!("{cri:?}").len() <= 64 * (bytes + 4));
        _ = (cri.to_full() == base.to_full(), cri.to_full().cmp(&base.to_full()));
        for revision in [Revision::Draft16, Revision::Rfc9988] {
            let mut buffer = Vec::new();
            if sections.encode(revision, &mut buffer).is_ok() {
                assert_eq!(sections.encoded_len(revision).unwrap(), buffer.len());
            }
            assert!(buffer.len() <= 9 * (bytes + 4));
            _ = sections.encode(revision, &mut ArrayBuffer::<64>::new());
            _ = cri.is_encoding_of(revision);
            let Some(base) = base.to_full() else { continue };
            if let Ok(resolved) = base.resolve(cri) {
                walk(resolved.sections().segments(), bytes);
                let mut buffer = Vec::new();
                _ = resolved.sections().encode(revision, &mut buffer);
                assert!(buffer.len() <= 9 * (bytes + 4));
            }
            _ = Base::from(base).resolve(cri).is_ok();
            if let Some(target) = cri.to_full() {
                _ = base.relativize(target, revision, Vec::new());
            }
        }
    }

    // A program in C may change the bytes of a CRI.
    #[test]
    fn bytes_of_another_cri_are_safe() {
        let corpus = cri_testvectors::Corpus::load().unwrap();
        // Some of the short ones.
        let all = corpus.decode.iter().map(|vector| vector.cbor.as_slice());
        let all: Vec<_> = all.filter(|cri| cri.len() < 40).step_by(9).take(60).collect();
        let mut pairs = 0;
        for cri in &all {
            let Ok(decoded) = CriRef::decode(cri) else { continue };
            let offsets = decoded.offsets;
            for other in &all {
                let mut bytes = cri.to_vec();
                let count = bytes.len().min(other.len());
                bytes[..count].copy_from_slice(&other[..count]);
                use_all(CriRef { bytes: &bytes, offsets }, decoded);
                use_all(decoded, CriRef { bytes: &bytes, offsets });
                pairs += 1;
            }
            for at in 0..cri.len() {
                for byte in [0x00, 0x5f, 0x61, 0x79, 0x7f, 0x84, 0x99, 0x9b, 0xf4, 0xff] {
                    let mut bytes = cri.to_vec();
                    bytes[at] = byte;
                    use_all(CriRef { bytes: &bytes, offsets }, decoded);
                }
            }
        }
        assert!(pairs > 500, "{pairs}");
    }

    #[test]
    fn item_agrees_with_items() {
        let corpus = cri_testvectors::Corpus::load().unwrap();
        let mut compared = 0;
        for cri in corpus.decode.iter().map(|vector| vector.cbor.as_slice()) {
            let Ok(reference) = CriRef::decode(cri) else { continue };
            let by_number = core::array::from_fn(|section| reference.item(section));
            assert_eq!(reference.items(), by_number, "{cri:02x?}");
            compared += 1;
        }
        // Without a comparison, the test would show nothing.
        assert!(compared > 50, "{compared}");
    }
}
