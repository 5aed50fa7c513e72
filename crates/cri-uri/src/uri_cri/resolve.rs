//! Resolution and relativization of owned CRIs, by the revision in their type.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::marker::PhantomData;

use cri_core::{Buffer, Cri, CriBuf, CriRef, CriRefBuf};

use crate::text::uri::Uri;
use crate::uri_cri::error::UriCriError;
use crate::uri_cri::profile::Profile;
use crate::uri_cri::{UriCri, UriCriRef};

/// A reference that a [`UriCri`] resolves: a [`UriCriRef`] with the same options, or a CRI reference of cri-core.
///
/// In another revision, the same number may name another scheme. Mixing two revisions is therefore a compile error:
///
/// ```compile_fail
/// use cri_uri::{Draft16, Rfc9988, UriCri, UriCriRef};
///
/// let base: UriCri<Draft16> = "coap://h".parse().unwrap();
/// let reference: UriCriRef<Rfc9988> = "coap+ws://h".parse().unwrap();
/// let _ = base.resolve(&reference);
/// ```
///
/// ```
/// use cri_core::CriRef;
/// use cri_uri::{Rfc9988, Reference, UriCri, UriCriRef};
///
/// let base: UriCri<Rfc9988> = "coap://h/a".parse()?;
/// let parsed: UriCriRef<Rfc9988> = "b".parse()?;
/// let received = CriRef::decode(b"\x82\x01\x81\x61b")?; // [1, ["b"]]
/// for reference in [Reference::from(&parsed), Reference::from(received)] {
///     assert_eq!(base.resolve(reference)?.to_string(), "coap://h/b");
/// }
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub struct Reference<'r, P> {
    cri: CriRef<'r>,
    profile: PhantomData<fn() -> P>,
}

/// Implements `From` for [`Reference`], from each type that holds a reference.
macro_rules! from_each {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<'r, P, $($generics)*> From<$type> for Reference<'r, P> {
            fn from(reference: $type) -> Self {
                Self { cri: reference.into(), profile: PhantomData }
            }
        }
    )*};
}

from_each! {
    [] &'r UriCri<P>;
    [] &'r UriCriRef<P>;
    [] Cri<'r>;
    [] CriRef<'r>;
    [B: Buffer] &'r CriBuf<B>;
    [B: Buffer] &'r CriRefBuf<B>;
}

impl<P: Profile> UriCri<P> {
    /// Resolves a reference against this base.
    ///
    /// The empty reference resolves to the whole base, with its fragment, as [`Cri::resolve`] says.
    ///
    /// # Errors
    ///
    /// `Resolve` with the errors of [`Cri::resolve`], and those of `try_from` for the target.
    pub fn resolve<'r>(&self, reference: impl Into<Reference<'r, P>>) -> Result<Self, UriCriError> {
        self.as_cri().resolve(reference.into().cri)?.try_into()
    }

    /// A reference that resolves against this base to `target`: the shortest one in bytes, if it has a URI reference.
    ///
    /// Some CRI references have no URI reference, such as `[0, ["b"]]`, which appends a segment. In place of such a
    /// reference, the result is that of [`Uri::relativize`], or the target where that is shorter.
    #[must_use]
    pub fn relativize(&self, target: impl Borrow<Self>) -> UriCriRef<P> {
        let target = target.borrow();
        let by_cri = self.as_cri().relativize(target.as_cri(), P::OPTIONS.revision, Vec::new());
        by_cri
            .ok()
            .and_then(|reference| reference.try_into().ok())
            .or_else(|| self.relativize_text(target))
            .unwrap_or_else(|| target.clone().into())
    }

    /// The reference that [`Uri::relativize`] returns, if it is shorter than the target.
    fn relativize_text(&self, target: &Self) -> Option<UriCriRef<P>> {
        let (base_uri, target_uri) = (self.to_string(), target.to_string());
        let uri = Uri::parse(&base_uri).ok()?.relativize(Uri::parse(&target_uri).ok()?).ok()?;
        let reference: UriCriRef<P> = uri.to_string().parse().ok()?;
        let is_shorter = reference.as_bytes().len() < target.as_bytes().len();
        // A URI resolves without its base's fragment, so a URI reference may have another target than its CRI
        // reference.
        (is_shorter && self.resolve(&reference).as_ref() == Ok(target)).then_some(reference)
    }
}
