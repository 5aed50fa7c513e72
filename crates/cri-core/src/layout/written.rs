//! Where the sections of a written CRI reference begin: what its writer knows without decoding it.

use crate::layout::{FULL, LastSegment, Layout, Offsets, SHORTEST};

/// Where the sections of a written CRI reference begin, in bytes. A missing section begins where the next one does.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Whether the reference begins with a scheme.
    pub full: bool,
    pub authority: u32,
    pub path: u32,
    pub query: u32,
    pub fragment: u32,
    /// Where the last segment begins, or the query, if there is no segment.
    pub last: u32,
}

impl Written {
    /// The layout of a CRI reference with the shortest heads.
    #[inline(always)]
    pub(crate) const fn layout(self) -> Layout {
        let Self { full, authority, path, query, fragment, last } = self;
        let flags = if full { SHORTEST | FULL } else { SHORTEST };
        // The outer array has at most five items, so its head is one byte.
        Offsets { path, query, fragment, last: LastSegment::at(last), authority, first: 1, flags }
            .to_layout()
    }
}

#[cfg(test)]
mod tests {
    use crate::buffer::ArrayBuffer;
    use crate::interchange::cri::Cri;
    use crate::interchange::cri_ref::CriRef;
    use crate::layout::written::Written;
    use crate::revision::Revision;

    const WRITTEN: Written =
        Written { full: true, authority: 2, path: 5, query: 10, fragment: 13, last: 8 };
    // [-1, ["h"], ["a", "b"], ["q"], "f"]
    const BYTES: &[u8] = b"\x85\x20\x81\x61h\x82\x61a\x61b\x81\x61q\x61f";
    static CRI: Cri<'_> = Cri::from_written(BYTES, WRITTEN);
    static CRI_REF: CriRef<'_> = CriRef::from_written(BYTES, WRITTEN);

    #[test]
    fn constants_have_the_layout_that_decoding_finds() {
        let decoded = CriRef::decode(BYTES).unwrap();
        assert_eq!(CRI_REF.layout(), decoded.layout());
        assert_eq!(CRI.layout(), decoded.layout());
        assert_eq!(CRI, decoded.to_full().unwrap());
    }

    #[test]
    fn wrong_constants_are_safe() {
        for bytes in [&b""[..], b"\xff", BYTES] {
            for at in [0, 7, 4_000, 100_000, 2_000_000, u32::MAX] {
                let written =
                    Written { authority: at, path: at, query: at, fragment: at, ..WRITTEN };
                for written in [
                    written,
                    Written { authority: u32::MAX, ..written },
                    Written { full: false, ..written },
                ] {
                    let (cri, other) =
                        (Cri::from_written(bytes, written), CriRef::from_written(bytes, written));
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
}
