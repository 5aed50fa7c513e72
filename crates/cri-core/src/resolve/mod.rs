//! Reference resolution (section 5.3 of the draft), by slicing.
//!
//! The steps are those of the draft with three repairs, in both revisions:
//!
//! - A reference that has a scheme brings its own authority, also where that is null. Otherwise `file:/x` would inherit
//!   the base's host.
//! - Query and fragment are unset before the reference's own are copied, not after.
//! - A discard that is larger than the base's path empties it.

pub(crate) mod pair;
mod splice;

use crate::cri::Cri;
use crate::cri_ref::CriRef;
use crate::error::resolve::ResolveErrorKind;
use crate::sections::items::take_array;
use crate::sections::path::PathShape;
use crate::sections::{AUTHORITY, FRAGMENT, PATH, SCHEME, SECTIONS, Sections};
use crate::wire::major::{Major, NULL, TRUE};
use crate::wire::skip::take_items;

/// A base CRI, with or without its fragment. For retrieval, a base has no fragment (RFC 3986 section 5.1).
///
/// ```
/// use cri_core::{Cri, CriRef};
///
/// let base = Cri::decode(b"\x85\x20\x81\x61h\x80\xf6\x61f")?; // [-1, ["h"], [], null, "f"]
/// let empty = CriRef::decode(b"\x80")?;
/// assert!(base.resolve(empty)?.sections().fragment().is_some());
/// assert!(base.without_fragment().resolve(empty)?.sections().fragment().is_none());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Base<'a> {
    cri: Cri<'a>,
    keep_fragment: bool,
}

impl<'a> Base<'a> {
    /// The abstract form.
    #[must_use]
    pub fn sections(self) -> Sections<'a> {
        let sections = self.cri.sections();
        if self.keep_fragment { sections } else { sections.without_fragment() }
    }
}

impl<'a> Cri<'a> {
    /// This CRI as a base without its fragment.
    #[must_use]
    pub const fn without_fragment(self) -> Base<'a> {
        Base { cri: self, keep_fragment: false }
    }
}

/// The base as it is, with its fragment.
impl<'a> From<Cri<'a>> for Base<'a> {
    fn from(cri: Cri<'a>) -> Self {
        Self { cri, keep_fragment: true }
    }
}

impl<'a> From<Base<'a>> for Sections<'a> {
    fn from(base: Base<'a>) -> Self {
        base.sections()
    }
}

/// Fills in the sections of the result (5.3). Up to some section they are the base's, and from there the reference's.
///
/// The caller passes in the place of the result, since a returned result would be copied.
#[inline(always)]
fn fill_result<'a>(base: &Base<'a>, reference: &CriRef<'a>, result: &mut Sections<'a>) {
    let keep_fragment = base.keep_fragment;
    // 5.3 steps 1 and 2. A scheme brings all other sections with it: repair of 5.3 step 5.
    let base = if reference.is_full() { reference } else { base.cri.as_ref() };
    let (base, given) = (base.held().located(), reference.held().located());
    let discard = given.discard_byte();
    // The first section that is the reference's, unless the reference has an earlier one. 5.3 steps 3 to 5: a change of
    // the path unsets query and fragment. Unsetting them first is the second repair.
    let mut cut = match discard {
        0 if keep_fragment => SECTIONS,
        0 => FRAGMENT,
        _ => PATH,
    };
    for (section, item) in result.items.iter_mut().enumerate() {
        let own = given.item(section);
        if section > SCHEME && !matches!(own.first(), None | Some(&NULL)) {
            cut = SCHEME;
        }
        *item = if section >= cut && section != PATH { own } else { base.item(section) };
    }
    let path = &mut result.items[PATH];
    result.segments = take_array(path);
    if reference.is_full() {
        return;
    }
    // 5.3 steps 3, 4 and 6. As `i8` the bytes of true and null are negative, and as `usize` larger than any count.
    result.segments = result.segments.saturating_sub(discard as i8 as usize);
    if discard == 1
        && let Some(len) = base.last_segment_len()
    {
        *path = path.get(..path.len().saturating_sub(len)).unwrap_or_default();
    } else if discard > 0 {
        *path = take_items(path, result.segments);
    }
    result.added = given.item(PATH);
    result.segments = result.segments.wrapping_add(take_array(&mut result.added));
    // 5.3 step 3: to discard all segments of a rootless path makes it a rooted one.
    if discard == TRUE && result.items[AUTHORITY].first() == Some(&TRUE) {
        result.items[AUTHORITY] = &[];
    }
}

/// Whether all heads in the result of resolving are the shortest.
#[inline(always)]
const fn are_shortest(base: &Base<'_>, reference: &CriRef<'_>) -> bool {
    (reference.is_full() || base.cri.as_ref().layout().is_shortest()) && reference.layout().is_shortest()
}

/// The rule of section 2.1 that the result breaks, if any: not every authority goes with every path.
#[inline(always)]
fn broken_rule(result: &Sections<'_>) -> Option<ResolveErrorKind> {
    // A missing authority section counts as null.
    let authority = result.items[AUTHORITY].first().copied().unwrap_or(NULL);
    // With an authority every path is valid, and so is any path that begins with a segment that is not empty.
    if Major::Array.begins(authority) || !result.path_or_empty().first_is_empty() {
        return None;
    }
    let shape = PathShape { len: result.segments, first_is_empty: true };
    match authority {
        TRUE => shape.cannot_be_rootless().then_some(ResolveErrorKind::EmptyRootlessPath),
        _ => shape.reads_as_authority().then_some(ResolveErrorKind::LeadingEmptySegment),
    }
}
