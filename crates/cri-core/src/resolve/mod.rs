//! Reference resolution (section 5.3 of the draft), by slicing.
//!
//! The steps are those of the draft with three repairs, in both revisions:
//!
//! - A reference that has a scheme brings its own authority, even if that is null. Otherwise `file:/x` would inherit
//!   the base's host.
//! - Query and fragment are unset before the reference's own are copied, not after.
//! - A discard that is larger than the base's path empties it.
//!
//! A result is the pair of base and reference. Its sections are built on request.

pub(crate) mod relativize;
#[cfg(target_pointer_width = "64")]
mod splice;

use crate::buffer::Buffer;
use crate::error::{Component, EncodeError, ResolveError, ResolveErrorKind};
use crate::interchange::accessors::accessors;
use crate::interchange::cri::{Cri, CriRef};
use crate::interchange::offsets::Offsets;
use crate::interchange::owned::CriBuf;
use crate::revision::Revision;
use crate::sections::items::{first_segments, take_array};
use crate::sections::path::rule_of_missing_authority;
use crate::sections::{
    AUTHORITY, Authority, Decoded, EncodedItems, FRAGMENT, Host, PATH, Path, Query, SCHEME,
    SECTIONS, Scheme, Sections, Segments, TextOrPet, Userinfo, no_sections,
};
use crate::wire::head::{Major, NULL, TRUE};

/// A base CRI, with or without its fragment. For retrieval, a base has no fragment (RFC 3986 section 5.1).
///
/// It is no [`Cri`], since the head of a CRI counts its sections: without the fragment, the bytes would be others.
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
    ///
    /// ```
    /// use cri_core::{Cri, CriRef};
    ///
    /// let page = Cri::decode(b"\x85\x20\x81\x61h\x80\xf6\x61f")?; // [-1, ["h"], [], null, "f"]
    /// let resolved = page.without_fragment().resolve(CriRef::decode(b"\x80")?)?; // []
    /// assert_eq!(resolved, Cri::decode(b"\x83\x20\x81\x61h\x80")?); // [-1, ["h"], []]
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
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

impl<'a> Cri<'a> {
    /// Resolves a reference against this base. The result borrows from both.
    ///
    /// The empty reference resolves to the whole base, with its fragment. To retrieve a resource, resolve against the
    /// base [without its fragment](Cri::without_fragment), as RFC 3986 section 5.1 requires.
    ///
    /// ```
    /// use cri_core::{Cri, CriRef};
    ///
    /// let base = Cri::decode(b"\x83\x20\x81\x61h\x82\x61a\x61b")?; // [-1, ["h"], ["a", "b"]]
    /// let reference = CriRef::decode(b"\x82\x01\x81\x61c")?; // [1, ["c"]]
    /// let target = Cri::decode(b"\x83\x20\x81\x61h\x82\x61a\x61c")?; // [-1, ["h"], ["a", "c"]]
    /// assert_eq!(base.resolve(reference)?, target);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// Only a full CRI can be a base:
    ///
    /// ```compile_fail
    /// let reference = cri_core::CriRef::decode(b"\x80").unwrap();
    /// let _ = reference.resolve(reference);
    /// ```
    ///
    /// # Errors
    ///
    /// `EmptyRootlessPath` and `LeadingEmptySegment`, where the result would not be a valid CRI (section 2.1).
    #[inline(always)]
    pub fn resolve<'r>(self, reference: impl Into<CriRef<'r>>) -> Result<Resolved<'r>, ResolveError>
    where
        'a: 'r,
    {
        Resolved::new(&self, true, &reference.into())
    }
}

impl<B: Buffer> CriBuf<B> {
    /// Resolves a reference against this base, as [`Cri::resolve`] does.
    ///
    /// # Errors
    ///
    /// Those of [`Cri::resolve`].
    pub fn resolve<'r>(
        &'r self,
        reference: impl Into<CriRef<'r>>,
    ) -> Result<Resolved<'r>, ResolveError> {
        self.as_cri().resolve(reference)
    }
}

impl<'a> Base<'a> {
    /// Resolves a reference against this base, as [`Cri::resolve`] does.
    ///
    /// # Errors
    ///
    /// Those of [`Cri::resolve`].
    #[inline(always)]
    pub fn resolve<'r>(self, reference: impl Into<CriRef<'r>>) -> Result<Resolved<'r>, ResolveError>
    where
        'a: 'r,
    {
        Resolved::new(&self.cri, self.keep_fragment, &reference.into())
    }
}

/// The result of resolving: a full CRI in abstract form, with one run of path segments from the base and one from the
/// reference.
///
/// A `Resolved` is not a [`Cri`] and cannot be a base, since another resolution would need a third run of segments.
/// [Encode](Resolved::encode_to) it to get a `Cri`.
///
/// ```
/// use cri_core::{ArrayBuffer, Cri, CriRef, Revision};
///
/// let base = Cri::decode(b"\x83\x20\x81\x61h\x81\x61a")?; // [-1, ["h"], ["a"]]
/// let resolved = base.resolve(CriRef::decode(b"\x82\x01\x81\x61b")?)?; // [1, ["b"]]
/// let new_base = resolved.encode_to(Revision::Draft16, ArrayBuffer::<16>::new())?;
/// assert_eq!(new_base.as_bytes(), b"\x83\x20\x81\x61h\x81\x61b"); // [-1, ["h"], ["b"]]
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Resolved<'a> {
    #[cfg(target_pointer_width = "64")]
    base: Base<'a>,
    /// INVARIANT: resolves against the base to a full CRI.
    #[cfg(target_pointer_width = "64")]
    reference: CriRef<'a>,
    /// On smaller machines, the sections are built at once, which takes less code.
    #[cfg(not(target_pointer_width = "64"))]
    sections: Sections<'a>,
}

#[cfg(target_pointer_width = "64")]
impl<'a> Resolved<'a> {
    #[inline(always)]
    fn new(
        cri: &Cri<'a>,
        keep_fragment: bool,
        reference: &CriRef<'a>,
    ) -> Result<Self, ResolveError> {
        let reference = reference.in_registers();
        let resolved = Self { base: Base { cri: cri.in_registers(), keep_fragment }, reference };
        let [_, authority, path, ..] = reference.offsets.starts;
        let authority = if authority == path {
            cri.byte(cri.offsets.at(AUTHORITY))
        } else {
            reference.byte(reference.offsets.at(AUTHORITY))
        };
        // Decoding found a full CRI valid. With an authority, every path is.
        if reference.is_full() | Major::Array.begins(authority) {
            return Ok(resolved);
        }
        match resolved.broken_rule() {
            None => Ok(resolved),
            Some(kind) => Err(path_error(kind, &reference)),
        }
    }

    #[inline(always)]
    fn build_sections(&self) -> Sections<'a> {
        let mut result = no_sections();
        fill_result(&self.base.cri, self.base.keep_fragment, &self.reference, &mut result);
        Sections { shortest: are_shortest(&self.base.cri, &self.reference), ..result }
    }

    /// The broken rule of the result, if any. Takes `self` by value, so that the caller's copy can stay in registers.
    #[inline(never)]
    fn broken_rule(self) -> Option<ResolveErrorKind> {
        broken_rule(&self.build_sections())
    }
}

#[cfg(not(target_pointer_width = "64"))]
impl<'a> Resolved<'a> {
    #[inline(always)]
    fn new(
        base: &Cri<'a>,
        keep_fragment: bool,
        reference: &CriRef<'a>,
    ) -> Result<Self, ResolveError> {
        let mut sections = no_sections();
        resolve_in_place(base, keep_fragment, reference, &mut sections)?;
        // A copy made field by field stays in registers.
        let Sections {
            items: [scheme, authority, path, query, fragment],
            added,
            segments,
            discard,
            has_path,
            ..
        } = sections;
        let items = [scheme, authority, path, query, fragment];
        let shortest = are_shortest(base, reference);
        Ok(Self { sections: Sections { items, added, segments, discard, has_path, shortest } })
    }

    #[inline(always)]
    const fn build_sections(&self) -> Sections<'a> {
        self.sections
    }
}

impl<'a> Resolved<'a> {
    /// The abstract form.
    #[must_use]
    #[inline]
    pub fn sections(self) -> Sections<'a> {
        self.build_sections()
    }

    /// Encodes in the interchange form of `revision`, into a buffer that is cleared first.
    ///
    /// # Errors
    ///
    /// Those of [`Sections::encode`].
    #[inline(always)]
    pub fn encode_to<B: Buffer>(
        self,
        revision: Revision,
        mut buffer: B,
    ) -> Result<CriBuf<B>, EncodeError> {
        buffer.truncate(0);
        #[cfg(target_pointer_width = "64")]
        if let Some(offsets) = self.splice(revision, &mut buffer) {
            return Ok(CriBuf::from_parts(buffer, offsets));
        }
        let offsets = self.encode_generally(revision, &mut buffer)?;
        Ok(CriBuf::from_parts(buffer, offsets))
    }

    /// Encodes into an empty buffer. Takes a copy, as `broken_rule` does.
    #[cfg_attr(target_pointer_width = "64", inline(never))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(always))]
    fn encode_generally<B: Buffer>(
        self,
        revision: Revision,
        buffer: &mut B,
    ) -> Result<Offsets, EncodeError> {
        self.build_sections().encode_with_offsets(revision, buffer)
    }
}

impl<'a> From<Resolved<'a>> for Sections<'a> {
    fn from(resolved: Resolved<'a>) -> Self {
        resolved.sections()
    }
}

/// Resolves `reference` against `base`, and writes the sections of the result to `result`. Without `keep_fragment`, the result
/// does not inherit the fragment of the base.
///
/// INVARIANT of callers: `base` is a full CRI, and `result` is `no_sections`.
///
/// [`Cri::resolve`] returns its result, and in C a call of `memcpy` would move it. Here, the result stays in the place that the
/// caller provides.
///
/// # Errors
///
/// Those of [`Cri::resolve`].
#[inline(always)]
pub fn resolve_in_place<'a>(
    base: &CriRef<'a>,
    keep_fragment: bool,
    reference: &CriRef<'a>,
    result: &mut Sections<'a>,
) -> Result<(), ResolveError> {
    /// One function calls both, so that the sections stay where they are.
    #[inline(never)]
    fn fill_and_check<'a>(
        base: &CriRef<'a>,
        keep_fragment: bool,
        reference: &CriRef<'a>,
        result: &mut Sections<'a>,
    ) -> Option<ResolveErrorKind> {
        fill_result(base, keep_fragment, reference, result);
        broken_rule(result)
    }

    match fill_and_check(base, keep_fragment, reference, result) {
        None => Ok(()),
        Some(kind) => Err(path_error(kind, reference)),
    }
}

#[inline(always)]
fn path_error(kind: ResolveErrorKind, reference: &CriRef<'_>) -> ResolveError {
    ResolveError::new(kind, Component::Path, reference.offset_of(Component::Path))
}

/// Fills in the sections of the result (5.3). Up to some section they are the base's, and from there the reference's.
///
/// The caller passes in the place of the result, since a returned result would be copied.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn fill_result<'a>(
    base: &CriRef<'a>,
    keep_fragment: bool,
    reference: &CriRef<'a>,
    result: &mut Sections<'a>,
) {
    // 5.3 steps 1 and 2. A scheme brings all other sections with it: repair of 5.3 step 5.
    let base = if reference.is_full() { reference } else { base };
    let given = reference;
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
    let mut segments = take_array(path);
    if reference.is_full() {
        result.segments = segments;
        return;
    }
    // 5.3 steps 3, 4 and 6. As `i8` the bytes of true and null are negative, and as `usize` larger than any count.
    segments = segments.saturating_sub(discard as i8 as usize);
    if discard > 0 {
        *path = first_segments(path, segments);
    }
    result.added = given.item(PATH);
    result.segments = segments.wrapping_add(take_array(&mut result.added));
    // 5.3 step 3: to discard all segments of a rootless path makes it a rooted one.
    if discard == TRUE && result.items[AUTHORITY].first() == Some(&TRUE) {
        result.items[AUTHORITY] = &[];
    }
}

/// Whether all heads in the result of resolving are the shortest.
#[inline(always)]
fn are_shortest(base: &Cri<'_>, reference: &CriRef<'_>) -> bool {
    (reference.is_full() || base.offsets.is_shortest()) && reference.offsets.is_shortest()
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
    rule_of_missing_authority(authority, result.segments, true)
}

accessors! { full ['a] Resolved<'a>, 'a, self (self) }
accessors! { both ['a] Resolved<'a>, 'a, self (self) }
