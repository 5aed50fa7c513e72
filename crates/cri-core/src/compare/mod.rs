//! Equality, order and hash of CRIs (section 4 of the draft): those of the shortest encoding, in `shortest`.

pub(crate) mod map_key;
mod shortest;

use crate::buffer::Buffer;
use crate::interchange::cri::Cri;
use crate::interchange::owned::CriBuf;
use crate::resolve::Resolved;
use crate::sections::Sections;
use crate::sections::order::order_and_hash;

impl Sections<'_> {
    /// Whether both have equal sections; the lengths of CBOR heads do not count.
    pub(crate) fn structurally_eq(&self, other: &Sections<'_>) -> bool {
        // Only references can lack a scheme, a path or a query, or discard segments.
        let presence =
            |it: &Sections<'_>| (it.discard, it.has_path, it.is_full(), it.query().is_some());
        presence(self) == presence(other) && self.cmp_shortest(other).is_eq()
    }
}

/// Implements equality with another type that is a full CRI, over the abstract form.
macro_rules! equal_as_full {
    ($($type:ident with $other:ident;)*) => {$(
        impl PartialEq<$other<'_>> for $type<'_> {
            #[inline]
            fn eq(&self, other: &$other<'_>) -> bool {
                self.sections().structurally_eq(&other.sections())
            }
        }
    )*};
}

equal_as_full! {
    Cri with Resolved;
    Resolved with Cri;
    Resolved with Resolved;
}

impl PartialEq for Cri<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        // Equal bytes are equal CRIs. Different bytes may still encode equal sections.
        self.as_bytes() == other.as_bytes() || self.eq_by_sections(other)
    }
}

impl Cri<'_> {
    /// Whether both are equal without their fragments, and so name one resource (section 4).
    ///
    /// ```
    /// use cri_core::{Cri, CriRef};
    ///
    /// let page = Cri::decode(b"\x83\x20\x81\x61h\x80")?; // [-1, ["h"], []]
    /// let part = page.resolve(CriRef::decode(b"\x84\x00\xf6\xf6\x61f")?)?; // [0, null, null, "f"]
    /// assert_ne!(page, part);
    /// assert!(page.eq_ignoring_fragment(part));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn eq_ignoring_fragment<'b>(self, other: impl Into<Sections<'b>>) -> bool {
        let other = other.into();
        self.sections().without_fragment().structurally_eq(&other.without_fragment())
    }

    #[inline(never)]
    fn eq_by_sections(&self, other: &Self) -> bool {
        self.sections().structurally_eq(&other.sections())
    }
}

/// Compares the borrowed forms.
impl<A: Buffer, B: Buffer> PartialEq<CriBuf<B>> for CriBuf<A> {
    fn eq(&self, other: &CriBuf<B>) -> bool {
        self.as_cri() == other.as_cri()
    }
}

impl<B: Buffer> PartialEq<Cri<'_>> for CriBuf<B> {
    fn eq(&self, other: &Cri<'_>) -> bool {
        self.as_cri() == *other
    }
}

impl<B: Buffer> PartialEq<CriBuf<B>> for Cri<'_> {
    fn eq(&self, other: &CriBuf<B>) -> bool {
        *self == other.as_cri()
    }
}

order_and_hash! {
    CriBuf<B>, B:
        |one, other| one.as_cri().cmp(&other.as_cri()),
        |cri, state| cri.as_cri().hash(state);
    Cri<'_>:
        |one, other| one.cmp_shortest(*other),
        |cri, state| cri.hash_shortest(state);
    Resolved<'_>:
        |one, other| one.sections().cmp_shortest(&other.sections()),
        |cri, state| cri.sections().hash_shortest(state);
}
