//! The result of resolving.
//!
//! On 64 bits a result is the pair of base and reference. The pair takes seven registers, and each caller builds the
//! sections in place. On smaller machines a result is its sections, so that the code that builds them is linked once.

use super::{Base, are_shortest, broken_rule, fill_result};
use crate::buffer::Buffer;
use crate::cri::Cri;
use crate::cri_ref::CriRef;
use crate::error::component::Component;
use crate::error::encode::EncodeError;
use crate::error::resolve::{ResolveError, ResolveErrorKind};
use crate::layout::{FULL, Layout, Offsets, SHORTEST};
use crate::owned::CriBuf;
#[cfg(target_pointer_width = "64")]
use crate::resolve::splice::{is_provably_valid, splice};
use crate::revision::Revision;
use crate::sections::Sections;

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
    // shows: D16-5.3-01
    /// ```compile_fail
    /// let reference = cri_core::CriRef::decode(b"\x80").unwrap();
    /// let _ = reference.resolve(reference);
    /// ```
    ///
    /// # Errors
    ///
    /// `EmptyRootlessPath` and `LeadingEmptySegment`, where the result would not be a valid CRI (section 2.1).
    #[inline(always)]
    pub fn resolve<'r>(self, reference: CriRef<'r>) -> Result<Resolved<'r>, ResolveError>
    where
        'a: 'r,
    {
        Base::from(self).resolve(reference)
    }
}

impl<'a> Base<'a> {
    /// Resolves a reference against this base, as [`Cri::resolve`] does.
    ///
    /// # Errors
    ///
    /// Those of [`Cri::resolve`].
    #[inline(always)]
    pub fn resolve<'r>(self, reference: CriRef<'r>) -> Result<Resolved<'r>, ResolveError>
    where
        'a: 'r,
    {
        Resolved::new(self, reference)
    }
}

/// The result of resolving: a full CRI in abstract form, with one run of path segments from the base and one from the
/// reference.
///
/// A `Resolved` is not a [`Cri`] and cannot be a base, since another resolution would need a third run of segments.
/// [Encode](Resolved::to_buf) it to get a `Cri`.
#[derive(Clone, Copy)]
pub struct Resolved<'a> {
    #[cfg(target_pointer_width = "64")]
    base: Base<'a>,
    /// INVARIANT: resolves against the base to a full CRI.
    #[cfg(target_pointer_width = "64")]
    reference: CriRef<'a>,
    #[cfg(not(target_pointer_width = "64"))]
    sections: Sections<'a>,
}

#[cfg(target_pointer_width = "64")]
impl<'a> Resolved<'a> {
    #[inline(always)]
    fn new(base: Base<'a>, reference: CriRef<'a>) -> Result<Self, ResolveError> {
        let resolved = Self { base, reference };
        let broken = if is_provably_valid(base.cri.as_ref(), &reference) { None } else { resolved.broken_rule() };
        match broken {
            None => Ok(resolved),
            Some(kind) => Err(ResolveError::new(kind, reference.offset_of(Component::Path))),
        }
    }

    #[inline(always)]
    fn build_sections(&self) -> Sections<'a> {
        let mut result = Sections::nothing();
        fill_result(&self.base, &self.reference, &mut result);
        Sections { shortest: are_shortest(&self.base, &self.reference), ..result }
    }

    /// Encodes into an empty buffer and returns the layout.
    #[inline(always)]
    fn encode<B: Buffer>(&self, revision: Revision, buffer: &mut B) -> Result<Layout, EncodeError> {
        match splice(self.base.cri.as_ref(), &self.reference, revision, buffer) {
            Some(layout) => Ok(layout),
            None => self.encode_generally(revision, buffer),
        }
    }

    /// Encodes into an empty buffer by the general encoder. Takes a copy, as `broken_rule` does.
    #[inline(never)]
    fn encode_generally<B: Buffer>(self, revision: Revision, buffer: &mut B) -> Result<Layout, EncodeError> {
        encode_sections(&self.build_sections(), revision, buffer)
    }

    /// The broken rule of the result, if any. Takes a copy: the caller's own stays in registers, since nothing takes its
    /// address.
    #[inline(never)]
    fn broken_rule(self) -> Option<ResolveErrorKind> {
        broken_rule(&self.build_sections())
    }
}

#[cfg(not(target_pointer_width = "64"))]
impl<'a> Resolved<'a> {
    #[inline(always)]
    fn new(base: Base<'a>, reference: CriRef<'a>) -> Result<Self, ResolveError> {
        /// One function calls both, so that the sections stay where they are.
        #[inline(never)]
        fn fill_and_check<'a>(
            base: &Base<'a>,
            reference: &CriRef<'a>,
            result: &mut Sections<'a>,
        ) -> Option<ResolveErrorKind> {
            fill_result(base, reference, result);
            broken_rule(result)
        }

        let mut sections = Sections::nothing();
        if let Some(kind) = fill_and_check(&base, &reference, &mut sections) {
            return Err(ResolveError::new(kind, reference.offset_of(Component::Path)));
        }
        // A copy made field by field stays in registers. Set here, `shortest` marks `Ok` for the compiler, and the result
        // is not moved once more.
        let Sections { items: [scheme, authority, path, query, fragment], added, segments, discard, has_path, .. } =
            sections;
        let (items, shortest) = ([scheme, authority, path, query, fragment], are_shortest(&base, &reference));
        Ok(Self { sections: Sections { items, added, segments, discard, has_path, shortest } })
    }

    #[inline(always)]
    const fn build_sections(&self) -> Sections<'a> {
        self.sections
    }

    /// Encodes into an empty buffer and returns the layout.
    #[inline(always)]
    fn encode<B: Buffer>(&self, revision: Revision, buffer: &mut B) -> Result<Layout, EncodeError> {
        encode_sections(&self.sections, revision, buffer)
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
    /// Those of [`Sections::encode`].
    #[inline(always)]
    pub fn to_buf<B: Buffer>(self, revision: Revision, mut buffer: B) -> Result<CriBuf<B>, EncodeError> {
        buffer.truncate(0);
        let layout = self.encode(revision, &mut buffer)?;
        Ok(CriBuf::from_parts(buffer, layout))
    }
}

/// Encodes the sections of a result into an empty buffer, and returns the layout.
#[inline(always)]
fn encode_sections<B: Buffer>(
    sections: &Sections<'_>,
    revision: Revision,
    buffer: &mut B,
) -> Result<Layout, EncodeError> {
    let offsets = sections.encode_layout(revision, buffer)?;
    // INVARIANT: a result is full and has at most five sections. Constants need no registers.
    Ok(Offsets { first: 1, flags: SHORTEST | FULL, ..offsets }.to_layout())
}

impl<'a> From<Resolved<'a>> for Sections<'a> {
    fn from(resolved: Resolved<'a>) -> Self {
        resolved.sections()
    }
}
