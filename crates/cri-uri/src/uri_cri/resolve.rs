//! Resolution and relativization of owned CRIs, by the revision in their type.

use alloc::string::String;
use core::borrow::Borrow;
use core::convert::Infallible;

use cri_core::{Buffer, Cri, CriBuf, CriRef, CriRefBuf};

use crate::convert::both_ways::{references, shortest_reference};
use crate::convert::error::ToCriError;
use crate::uri_cri::error::UriCriError;
use crate::uri_cri::profile::Profile;
use crate::uri_cri::{UriCri, UriCriRef};

/// A reference that a [`UriCri`] resolves: a [`UriCriRef`] with the same options, a CRI reference of cri-core, or a text, which
/// is parsed as a `UriCriRef`.
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
pub struct Reference<'r, P>(Held<'r, P>);

enum Held<'r, P> {
    Borrowed(CriRef<'r>),
    Owned(UriCriRef<P>),
}

impl<P> Reference<'_, P> {
    fn as_cri_ref(&self) -> CriRef<'_> {
        match &self.0 {
            Held::Borrowed(reference) => *reference,
            Held::Owned(reference) => reference.as_cri_ref(),
        }
    }
}

/// Implements `From` for [`Reference`], from each type that lends a reference.
macro_rules! from_each {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<'r, P, $($generics)*> From<$type> for Reference<'r, P> {
            fn from(reference: $type) -> Self {
                Self(Held::Borrowed(reference.into()))
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

impl<P> From<UriCriRef<P>> for Reference<'_, P> {
    fn from(reference: UriCriRef<P>) -> Self {
        Self(Held::Owned(reference))
    }
}

/// Implements `TryFrom` for [`Reference`], from texts.
macro_rules! parse_each {
    ($($Text:ty),*) => {$(
        impl<P: Profile> TryFrom<$Text> for Reference<'_, P> {
            type Error = ToCriError;

            fn try_from(text: $Text) -> Result<Self, ToCriError> {
                text.parse().map(UriCriRef::into)
            }
        }
    )*};
}

parse_each!(&str, &String, String);

/// A reference that is not text is taken as it is.
impl From<Infallible> for UriCriError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl<P: Profile> UriCri<P> {
    /// Resolves a reference against this base.
    ///
    /// The empty reference resolves to the whole base, with its fragment, as [`Cri::resolve`] says. If the base has no authority,
    /// RFC 3986 gives some references another target: `s:b/c` with `../d` is `s:d` here, and `s:/d` there.
    ///
    /// ```
    /// use cri_core::CriRef;
    /// use cri_uri::{UriCri, UriCriRef};
    ///
    /// let base: UriCri = "coap://h/hall/".parse()?;
    /// let (link, received): (UriCriRef, _) = ("temp".parse()?, CriRef::decode(b"\x82\x01\x81\x64temp")?);
    /// assert_eq!(base.resolve(&link)?, base.resolve("temp")?);
    /// assert_eq!(base.resolve(received)?.to_string(), "coap://h/hall/temp");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `ToCri` if the reference is text that does not parse, `Resolve` with the errors of [`Cri::resolve`], and those of
    /// `try_from` for the target.
    pub fn resolve<'r, R>(&self, reference: R) -> Result<Self, UriCriError>
    where
        R: TryInto<Reference<'r, P>>,
        UriCriError: From<R::Error>,
    {
        let reference = reference.try_into()?;
        self.as_cri().resolve(reference.as_cri_ref())?.try_into()
    }

    /// The reference that resolves against this base to `target`, has a URI reference, and takes the fewest bytes.
    ///
    /// Its URI reference also leads to the target by RFC 3986 section 5.2, which resolves some references otherwise where the base
    /// has no authority: against `s:b/c`, the reference `../d` is `s:/d` for RFC 3986, and `s:d` for CRIs. If no reference is
    /// shorter than the target, the result is the target.
    ///
    /// ```
    /// use cri_uri::UriCri;
    ///
    /// let base: UriCri = "did:example:1/a".parse()?;
    /// for (target, reference) in [("did:example:1/b", "b"), ("did:example:2", "did:example:2")] {
    ///     let target: UriCri = target.parse()?;
    ///     assert_eq!(base.relativize(&target).to_string(), reference);
    /// }
    /// # Ok::<(), cri_uri::ToCriError>(())
    /// ```
    #[must_use]
    pub fn relativize(&self, target: impl Borrow<Self>) -> UriCriRef<P> {
        let (base, target) = (self.as_cri(), target.borrow());
        let shortest = shortest_reference(base, target.as_cri(), P::OPTIONS).ok();
        // Some CRI references have no URI reference, such as `[0, ["b"]]`, which appends a segment.
        let shortest = shortest.and_then(|reference| UriCriRef::try_from(reference).ok());
        let with_uri = || {
            let references = references(base, target.as_cri(), P::OPTIONS).ok()?.into_iter();
            let parsed = references.filter_map(|it| it.uri.parse::<UriCriRef<P>>().ok());
            parsed.min_by_key(|reference| reference.as_bytes().len())
        };
        shortest.or_else(with_uri).unwrap_or_else(|| target.clone().into())
    }
}
