//! Reference resolution (section 5.3 of the draft), by slicing.
//!
//! The steps are those of the draft with three repairs, in both revisions. A reference that has a scheme brings its
//! own authority, also where that is null: or else `file:/x` would inherit the base's host. Query and fragment are
//! unset before the reference's own are copied, not after. And a discard that is larger than the base's path
//! empties it.

use core::fmt;

use crate::interchange::{ALL, FULL, Layout, SHORTEST};
use crate::sections::{Items, PathShape, is_array};
#[cfg(target_pointer_width = "64")]
use crate::splice::{Splice, is_surely_valid};
use crate::wire::TRUE;
use crate::{
    Buffer, Component, Cri, CriBuf, CriRef, EncodeError, Path, ResolveError, ResolveErrorKind, Revision, Sections,
};

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
            let checked =
                if is_surely_valid(self.cri.as_ref(), &reference) { Ok(()) } else { check_copy(self.cri, reference) };
            match checked {
                Ok(()) => {
                    // Field by field nothing is moved on: both are where they were decoded, or in registers.
                    let base = Base { cri: self.cri.in_registers(), keep_fragment: self.keep_fragment };
                    Ok(Resolved { base, reference: reference.in_registers() })
                }
                Err(error) => Err(error),
            }
        }
        #[cfg(not(target_pointer_width = "64"))]
        {
            let from = start(&self, &reference);
            let mut sections = from.sections_by_call();
            refer(&mut sections, &self, &reference);
            match check(sections.authority, &sections.path, &reference) {
                Ok(()) => {
                    // Worked out here it is seen to mark no error: or else the result would be moved once more.
                    let shortest = from.layout().is_shortest() & reference.layout().is_shortest();
                    Ok(Resolved { sections: Sections { shortest, ..sections.in_registers() } })
                }
                Err(error) => Err(error),
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
    #[cfg_attr(not(target_pointer_width = "64"), inline)]
    pub fn sections(self) -> Sections<'a> {
        self.abstract_form()
    }

    /// The same, built where it is used.
    #[cfg(target_pointer_width = "64")]
    #[inline(always)]
    fn abstract_form(&self) -> Sections<'a> {
        let mut result = start(&self.base, &self.reference).sections_by_call();
        refer(&mut result, &self.base, &self.reference);
        result
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
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn to_buf<B: Buffer>(self, revision: Revision, mut buffer: B) -> Result<CriBuf<B>, EncodeError> {
        buffer.truncate(0);
        #[cfg(target_pointer_width = "64")]
        let spliced = Splice::new(self.base.cri.as_ref(), &self.reference, revision)
            .and_then(|splice| splice.write(self.base.cri.as_ref(), &self.reference, &mut buffer));
        #[cfg(not(target_pointer_width = "64"))]
        let spliced = None;
        let layout = match spliced {
            Some(layout) => layout,
            None => {
                let mut layout = Layout::default();
                self.encode(revision, &mut buffer, &mut layout)?;
                let Layout { path, query, fragment, last, authority, .. } = layout;
                // INVARIANT: it is full and has at most five sections. Said here, they need not be handed on.
                Layout { path, query, fragment, last, authority, first: 1, flags: SHORTEST | FULL }
            }
        };
        Ok(CriBuf::from_parts(buffer, layout))
    }

    /// The same by the general encoder, into an empty buffer.
    ///
    /// The layout is no part of the result, which would have it share its place with the error, byte by byte.
    #[cfg_attr(target_pointer_width = "64", inline(never))]
    fn encode<B: Buffer>(self, revision: Revision, buffer: &mut B, layout: &mut Layout) -> Result<(), EncodeError> {
        *layout = self.abstract_form().encode_layout(revision, buffer)?;
        Ok(())
    }
}

/// What to start from (5.3 steps 1 and 2). A scheme brings everything with it: repair of 5.3 step 5.
#[inline(always)]
const fn start<'c, 'a>(base: &'c Base<'a>, given: &'c CriRef<'a>) -> &'c CriRef<'a> {
    if given.is_full() { given } else { base.cri.as_ref() }
}

/// Does to a base what a reference says (5.3 steps 3 to 6): nothing if that is full, and was started from.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn refer<'a>(result: &mut Sections<'a>, base: &Base<'a>, given: &CriRef<'a>) {
    if given.is_full() {
        return;
    }
    let (discarded, path, query) = (given.discarded(), given.path_item(), given.query_item());
    // 5.3 step 3.
    if discarded == ALL && result.authority == [TRUE] {
        result.authority = &[];
    }
    // 5.3 steps 3 and 4: whatever changes the path unsets query and fragment.
    let changes_path = discarded != 0 || is_array(path);
    if changes_path {
        result.query = &[];
    }
    // 5.3 step 5; unsetting first is the second repair.
    if is_array(query) {
        result.query = query;
    }
    if changes_path || is_array(query) || !base.keep_fragment {
        result.fragment = &[];
    }
    let (authority, fragment) = (given.authority_item(), given.fragment_item());
    if !fragment.is_empty() {
        result.fragment = fragment;
    }
    if !authority.is_empty() {
        result.authority = authority;
    }
    // 5.3 steps 3, 4 and 6.
    let own = result.path.base;
    let kept = match discarded {
        // Larger machines walk no more than they must.
        #[cfg(target_pointer_width = "64")]
        0 => own,
        #[cfg(target_pointer_width = "64")]
        1 => base.cri.as_ref().items_but_last(own),
        _ => own.first(left(own, discarded)),
    };
    result.path = Path { base: kept, added: Items::of_array(path) };
    result.shortest &= given.layout().is_shortest();
}

/// How many of a base's segments a reference leaves that discards so many (5.3 step 3).
fn left(own: Items<'_>, discarded: u8) -> usize {
    if discarded == ALL { 0 } else { own.count.saturating_sub(discarded.into()) }
}

/// Whether what a reference gave is a CRI, of this authority and path: not every combination is one (section 2.1).
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn check(authority: &[u8], path: &Path<'_>, given: &CriRef<'_>) -> Result<(), ResolveError> {
    // With an authority every path is valid.
    if is_array(authority) {
        return Ok(());
    }
    let Path { base, added } = path;
    let first = if base.count > 0 { base } else { added };
    let shape = PathShape { len: path.len(), starts_empty: first.starts_empty() };
    let broken = if authority == [TRUE] {
        shape.is_no_rootless().then_some(ResolveErrorKind::EmptyRootlessPath)
    } else {
        shape.reads_as_authority().then_some(ResolveErrorKind::LeadingEmptySegment)
    };
    match broken {
        Some(kind) => Err(ResolveError::new(kind, given.offset_of(Component::Path))),
        None => Ok(()),
    }
}

/// The same before there is an abstract form, of copies: what has an address is kept in memory, and these are handed on
/// in registers.
#[cfg(target_pointer_width = "64")]
#[inline(never)]
fn check_copy(base: Cri<'_>, given: CriRef<'_>) -> Result<(), ResolveError> {
    let brought = given.authority_item();
    let mut authority = if brought.is_empty() { base.as_ref().authority_item() } else { brought };
    // What is decoded as full is valid.
    if given.is_full() || is_array(authority) {
        return Ok(());
    }
    let discarded = given.discarded();
    // 5.3 step 3: what discards all makes a rootless path one with a root.
    if discarded == ALL && brought.is_empty() {
        authority = &[];
    }
    let own = Items::of_array(base.as_ref().path_item());
    // Of the items themselves only the first is looked at.
    let kept = Items { count: left(own, discarded), ..own };
    check(authority, &Path { base: kept, added: Items::of_array(given.path_item()) }, &given)
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
