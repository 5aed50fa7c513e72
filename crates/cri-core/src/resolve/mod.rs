//! Reference resolution (section 5.3 of the draft), by slicing.
//!
//! The steps are those of the draft with three repairs, in both revisions. A reference that has a scheme brings its
//! own authority, also where that is null: or else `file:/x` would inherit the base's host. Query and fragment are
//! unset before the reference's own are copied, not after. And a discard that is larger than the base's path
//! empties it.

#[cfg(target_pointer_width = "64")]
mod splice;

use core::fmt;

use crate::buffer::Buffer;
use crate::cri_ref::{Cri, CriRef};
use crate::error::Component;
use crate::error::encode::EncodeError;
use crate::error::resolve::{ResolveError, ResolveErrorKind};
use crate::layout::{FULL, Layout, Offsets, SHORTEST};
use crate::owned::CriBuf;
#[cfg(target_pointer_width = "64")]
use crate::resolve::splice::{is_surely_valid, splice};
use crate::revision::Revision;
use crate::sections::Sections;
use crate::sections::{AUTHORITY, FRAGMENT, PATH, SCHEME, SECTIONS, is_array, take_array};
use crate::text::take_items;
use crate::wire::head::{NULL, TRUE};

impl<'a> Cri<'a> {
    /// Resolves a reference against this base. The result borrows from both.
    ///
    /// The empty reference gives the base whole, with its fragment. To retrieve something, resolve against the
    /// base [without its fragment](Cri::without_fragment), as RFC 3986 section 5.1 has it.
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
    /// There is no way to resolve without a full CRI:
    ///
    // shows: D16-5.3-01
    /// ```compile_fail
    /// let reference = cri_core::CriRef::decode(b"\x80").unwrap();
    /// let _ = reference.resolve(reference);
    /// ```
    ///
    /// # Errors
    ///
    /// Where the result would be no valid CRI (section 2.1): `EmptyRootlessPath` and `LeadingEmptySegment`.
    #[inline(always)]
    pub fn resolve<'r>(self, reference: CriRef<'r>) -> Result<Resolved<'r>, ResolveError>
    where
        'a: 'r,
    {
        Base::from(self).resolve(reference)
    }

    /// This CRI as a base without its fragment.
    #[must_use]
    pub const fn without_fragment(self) -> Base<'a> {
        Base { cri: self, keep_fragment: false }
    }
}

/// A base CRI, with its fragment or without, as retrieval takes it (RFC 3986 section 5.1).
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

    /// Resolves a reference against this base, as [`Cri::resolve`] does.
    ///
    /// # Errors
    ///
    /// As [`Cri::resolve`].
    #[inline(always)]
    pub fn resolve<'r>(self, reference: CriRef<'r>) -> Result<Resolved<'r>, ResolveError>
    where
        'a: 'r,
    {
        #[cfg(target_pointer_width = "64")]
        {
            let broken =
                if is_surely_valid(self.cri.as_ref(), &reference) { None } else { check_copy(self, reference) };
            match broken {
                None => Ok(Resolved { base: self, reference }),
                Some(kind) => Err(ResolveError::new(kind, reference.offset_of(Component::Path))),
            }
        }
        #[cfg(not(target_pointer_width = "64"))]
        {
            let mut sections = Sections::nothing();
            match resolve_into(&self, &reference, &mut sections) {
                None => {
                    // Worked out here it is seen to mark no error: or else the result would be moved once more.
                    let shortest = are_shortest(&self, &reference);
                    Ok(Resolved { sections: Sections { shortest, ..sections.in_registers() } })
                }
                Some(kind) => Err(ResolveError::new(kind, reference.offset_of(Component::Path))),
            }
        }
    }
}

/// The result of resolving: a full CRI in abstract form, whose path is a run of the base and a run of the reference.
///
/// It is no [`Cri`], since another resolution would need a third run: encode it to get one.
#[derive(Clone, Copy)]
pub struct Resolved<'a> {
    #[cfg(target_pointer_width = "64")]
    base: Base<'a>,
    /// INVARIANT: resolved against the base it gives a full CRI.
    #[cfg(target_pointer_width = "64")]
    reference: CriRef<'a>,
    /// On smaller machines it is resolved once, and for whatever it is used.
    #[cfg(not(target_pointer_width = "64"))]
    sections: Sections<'a>,
}

impl<'a> Resolved<'a> {
    /// The abstract form.
    #[must_use]
    #[inline]
    pub fn sections(self) -> Sections<'a> {
        self.abstract_form()
    }

    /// The same, built where it is used.
    #[cfg(target_pointer_width = "64")]
    #[inline(always)]
    fn abstract_form(&self) -> Sections<'a> {
        abstract_form(&self.base, &self.reference)
    }

    #[cfg(not(target_pointer_width = "64"))]
    #[inline(always)]
    const fn abstract_form(&self) -> Sections<'a> {
        self.sections
    }

    /// Encodes in the interchange form of `revision`, into a buffer that is cleared first.
    ///
    /// ```
    /// use cri_core::{ArrayBuffer, Cri, CriRef, Revision};
    ///
    /// let base = Cri::decode(b"\x83\x20\x81\x61h\x81\x61a")?; // [-1, ["h"], ["a"]]
    /// let resolved = base.resolve(CriRef::decode(b"\x82\x00\x81\x61b")?)?; // [0, ["b"]]
    /// let cri = resolved.to_buf(Revision::Draft16, ArrayBuffer::<32>::new())?;
    /// assert_eq!(cri.as_cri(), Cri::decode(b"\x83\x20\x81\x61h\x82\x61a\x61b")?);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Sections::encode`].
    #[inline(always)]
    pub fn to_buf<B: Buffer>(self, revision: Revision, mut buffer: B) -> Result<CriBuf<B>, EncodeError> {
        buffer.truncate(0);
        let layout = self.encode(revision, &mut buffer)?;
        Ok(CriBuf::from_parts(buffer, layout))
    }

    /// The same into an empty buffer; gives the layout.
    #[cfg(target_pointer_width = "64")]
    #[inline(always)]
    fn encode<B: Buffer>(&self, revision: Revision, buffer: &mut B) -> Result<Layout, EncodeError> {
        let Self { base: Base { cri, keep_fragment }, reference } = *self;
        let base = cri.as_ref();
        match splice(base, &reference, revision, buffer) {
            Some(layout) => Ok(layout),
            None => {
                let (bytes, layout) = (reference.as_bytes(), reference.layout());
                encode_generally(base.as_bytes(), base.layout(), keep_fragment, bytes, layout, revision, buffer)
            }
        }
    }

    #[cfg(not(target_pointer_width = "64"))]
    #[inline(always)]
    fn encode<B: Buffer>(&self, revision: Revision, buffer: &mut B) -> Result<Layout, EncodeError> {
        encode_sections(&self.sections, revision, buffer)
    }
}

/// Encodes into an empty buffer by the general encoder.
///
/// It is given word by word: by reference, all would be stored for whoever does not come here, too.
#[cfg(target_pointer_width = "64")]
#[inline(never)]
fn encode_generally<B: Buffer>(
    base: &[u8],
    from: Layout,
    keep_fragment: bool,
    reference: &[u8],
    to: Layout,
    revision: Revision,
    buffer: &mut B,
) -> Result<Layout, EncodeError> {
    let base = Base { cri: Cri::from_parts(base, from), keep_fragment };
    let reference = CriRef::from_parts(reference, to);
    encode_sections(&abstract_form(&base, &reference), revision, buffer)
}

/// Encodes a result into an empty buffer; gives the layout.
#[inline(always)]
fn encode_sections<B: Buffer>(
    sections: &Sections<'_>,
    revision: Revision,
    buffer: &mut B,
) -> Result<Layout, EncodeError> {
    let Offsets { path, query, fragment, last, authority, .. } = sections.encode_layout(revision, buffer)?;
    // INVARIANT: it is full and has at most five sections. Said here, they need not be handed on.
    Ok(Offsets { path, query, fragment, last, authority, first: 1, flags: SHORTEST | FULL }.to_layout())
}

/// The abstract form of the result.
#[cfg(target_pointer_width = "64")]
#[inline(always)]
fn abstract_form<'a>(base: &Base<'a>, given: &CriRef<'a>) -> Sections<'a> {
    let mut result = Sections::nothing();
    refer(base, given, &mut result);
    Sections { shortest: are_shortest(base, given), ..result }
}

/// Whether all heads that a result may have are the shortest.
#[inline(always)]
const fn are_shortest(base: &Base<'_>, given: &CriRef<'_>) -> bool {
    (given.is_full() || base.cri.as_ref().layout().is_shortest()) && given.layout().is_shortest()
}

/// Fills the result in; gives what keeps it from being a CRI.
#[cfg(not(target_pointer_width = "64"))]
#[inline(never)]
fn resolve_into<'a>(base: &Base<'a>, given: &CriRef<'a>, result: &mut Sections<'a>) -> Option<ResolveErrorKind> {
    refer(base, given, result);
    broken(result)
}

/// Fills in what a reference gives (5.3): up to some section all are the base's, and from there on the reference's.
///
/// The result is a place and not a value: handed up it would be made twice.
#[inline(always)]
fn refer<'a>(base: &Base<'a>, given: &CriRef<'a>, result: &mut Sections<'a>) {
    let keep_fragment = base.keep_fragment;
    // 5.3 steps 1 and 2. A scheme brings everything with it: repair of 5.3 step 5.
    let base = if given.is_full() { given } else { base.cri.as_ref() };
    let (base, given) = (base.located(), given.located());
    let discard = given.discard_byte();
    // From which section on all are the reference's, unless one of its own comes before. 5.3 steps 3 to 5: whatever
    // changes the path unsets query and fragment; unsetting first is the second repair.
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
    if given.is_full() {
        return;
    }
    // 5.3 steps 3, 4 and 6. The bytes of true and null are negative, which here is more than any number.
    result.segments = result.segments.saturating_sub(discard as i8 as usize);
    *path = match discard {
        // Larger machines walk no more than they must.
        #[cfg(target_pointer_width = "64")]
        0 => path,
        #[cfg(target_pointer_width = "64")]
        1 if base.knows_last() => base.items_but_last(path),
        _ => take_items(path, result.segments),
    };
    result.added = given.item(PATH);
    result.segments = result.segments.wrapping_add(take_array(&mut result.added));
    // 5.3 step 3: what discards all makes a rootless path one with a root.
    if discard == TRUE && result.items[AUTHORITY].first() == Some(&TRUE) {
        result.items[AUTHORITY] = &[];
    }
}

/// What keeps a result from being a CRI: not every combination of authority and path is one (section 2.1).
#[inline(always)]
fn broken(result: &Sections<'_>) -> Option<ResolveErrorKind> {
    // What is missing is as good as null.
    let authority = result.items[AUTHORITY].first().copied().unwrap_or(NULL);
    // With an authority every path is valid.
    if is_array(&[authority]) || !result.path_or_empty().starts_with_nothing() {
        return None;
    }
    match authority {
        TRUE => Some(ResolveErrorKind::EmptyRootlessPath),
        _ if result.segments > 1 => Some(ResolveErrorKind::LeadingEmptySegment),
        _ => None,
    }
}

/// The same of copies: what has an address is kept in memory, and these are handed on in registers.
#[cfg(target_pointer_width = "64")]
#[inline(never)]
fn check_copy(base: Base<'_>, given: CriRef<'_>) -> Option<ResolveErrorKind> {
    broken(&abstract_form(&base, &given))
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

impl<'a> From<Resolved<'a>> for Sections<'a> {
    fn from(resolved: Resolved<'a>) -> Self {
        resolved.sections()
    }
}

/// Shows the interchange form of draft-16 as diagnostic notation; a password in the userinfo is masked.
impl fmt::Debug for Base<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sections().fmt(f)
    }
}

/// Shows the interchange form of draft-16 as diagnostic notation; a password in the userinfo is masked.
impl fmt::Debug for Resolved<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sections().fmt(f)
    }
}
