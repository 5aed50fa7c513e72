//! Relativizing: the shortest reference that resolves against a base to a target (section 5 of the draft).

use core::iter;

use crate::buffer::Buffer;
use crate::error::EncodeError;
use crate::interchange::cri::Cri;
use crate::interchange::owned::CriRefBuf;
use crate::resolve::Base;
use crate::revision::Revision;
use crate::sections::authority::AuthoritySection;
use crate::sections::discard::Discard;
use crate::sections::{QUERY, Sections, no_sections};
use crate::wire::head::EMPTY_ARRAY;

impl Cri<'_> {
    /// The CRI reference that resolves against this base to `target`, and takes the fewest bytes in `revision`.
    ///
    /// The target is decoded or resolved. If no reference is shorter than the target itself, or if it is a reference without
    /// a scheme, the result is the target. Equal targets have the same reference. `buffer` is cleared first.
    ///
    /// The reference leads to the target as a CRI. If the base has no authority, its URI reference may lead elsewhere by RFC 3986:
    /// for a link as text, use `UriCri::relativize` of `cri-uri`.
    ///
    /// ```
    /// use cri_core::{ArrayBuffer, Cri, Revision};
    ///
    /// let base = Cri::decode(b"\x83\x20\x81\x61h\x82\x61a\x61b")?; // [-1, ["h"], ["a", "b"]]
    /// let target = Cri::decode(b"\x83\x20\x81\x61h\x82\x61a\x61c")?; // [-1, ["h"], ["a", "c"]]
    /// let reference = base.relativize(target, Revision::Draft16, ArrayBuffer::<16>::new())?;
    /// assert_eq!(format!("{reference:?}"), r#"[1, ["c"]]"#);
    /// assert_eq!(base.resolve(reference.as_cri_ref())?, target);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `BufferFull`, `TooLong`, and `ZoneOnIpv4` if the reference needs the authority.
    pub fn relativize<'t, B: Buffer>(
        self,
        target: impl Into<Sections<'t>>,
        revision: Revision,
        buffer: B,
    ) -> Result<CriRefBuf<B>, EncodeError> {
        Base::from(self).relativize(target, revision, buffer)
    }
}

impl Base<'_> {
    /// The shortest CRI reference that resolves against this base to `target`, as [`Cri::relativize`] returns it.
    ///
    /// # Errors
    ///
    /// Those of [`Cri::relativize`].
    pub fn relativize<'t, B: Buffer>(
        self,
        target: impl Into<Sections<'t>>,
        revision: Revision,
        buffer: B,
    ) -> Result<CriRefBuf<B>, EncodeError> {
        let target = target.into();
        // Of equally short references the first wins. One that the revision cannot encode is never the shortest.
        iter::once(target)
            .chain(candidates(&self.sections(), &target).into_iter().flatten())
            .min_by_key(|sections| sections.encoded_len(revision).unwrap_or(usize::MAX))
            .unwrap_or(target)
            .encode_to(revision, buffer)
    }
}

/// All references from `base` to `target` that may be the shortest, except the target itself.
fn candidates<'t>(base: &Sections<'_>, target: &Sections<'t>) -> [Option<Sections<'t>>; 5] {
    if base.scheme() != target.scheme() {
        return [None; 5];
    }
    let (base_path, path) = (base.path_or_empty(), target.path_or_empty());
    let [_, own_authority, own_path, _, own_fragment] = target.items;
    // A full CRI can encode the absence of a query in three ways, which are one value (5.1). A reference omits the
    // query, which is shortest.
    let own_query = if target.query().is_some() { target.items[QUERY] } else { &[] };
    let items = [&[], &[], own_path, own_query, own_fragment];
    let by_discard = Sections { items, has_path: !path.is_empty(), ..*target };
    // A discard keeps the base's authority, with one exception: `true` makes a rootless base rooted (5.3 step 3).
    let (base_authority, authority) = (base.authority_section(), target.authority_section());
    let same_authority = base_authority == authority;
    let rooted = matches!(
        (base_authority, authority),
        (AuthoritySection::Rootless, AuthoritySection::RootBased)
    );

    let segments = base_path.segments().zip(path.segments());
    let common = segments.take_while(|(base, target)| base == target).count();
    let removed = base_path.len().saturating_sub(common);
    let added = path.skip(common);
    let same_path = same_authority && removed == 0 && added.is_empty();

    // All sections stay, or all but the fragment. A reference can set the fragment, but not unset it.
    let same_fragment = base.fragment() == target.fragment();
    let fragment: &[u8] = if same_fragment { &[] } else { own_fragment };
    let by_nothing = |query, fragment| Sections {
        items: [&[], &[], &[], query, fragment],
        discard: Discard::Segments(0),
        has_path: false,
        shortest: target.shortest,
        ..no_sections()
    };
    let keep = (same_path && base.query() == target.query())
        .then(|| by_nothing(&[], fragment))
        .filter(|_| same_fragment || !fragment.is_empty());
    // The path stays. To unset the base's query, the reference has an empty one (5.3 step 5).
    let query = if own_query.is_empty() { &[EMPTY_ARRAY] } else { own_query };
    let keep_path = same_path.then(|| by_nothing(query, own_fragment));
    // `removed` segments are discarded at the end, and the rest of the target's path is added.
    let discard = u8::try_from(removed).ok().filter(|&count| count <= Discard::MAX);
    let merge = discard.filter(|_| same_authority).map(|discard| {
        // After a discard of 0 an empty path has to unset query and fragment. Any other discard unsets them itself.
        let (segments, has_path) = (added.len(), removed == 0 || !added.is_empty());
        let [front, back] = added.segments().as_encoded();
        let items = [&[], &[], front, own_query, own_fragment];
        let discard = Discard::Segments(discard);
        Sections { items, added: back, segments, discard, has_path, ..by_discard }
    });
    let replace = ((same_authority && !matches!(base_authority, AuthoritySection::Rootless))
        || rooted)
        .then_some(Sections { discard: Discard::All, ..by_discard });
    // A reference has no form for a null authority: a discard stands in its place.
    let network = (!matches!(authority, AuthoritySection::RootBased)).then_some(Sections {
        items: [&[], own_authority, own_path, own_query, own_fragment],
        ..by_discard
    });
    [keep, keep_path, merge, replace, network]
}
