//! Owned CRIs that print and parse as their URIs.

mod below;
mod build;
mod certain;
mod compare;
pub(crate) mod error;
mod full;
mod limit;
#[cfg(feature = "minicbor")]
mod minicbor;
pub(crate) mod profile;
pub(crate) mod resolve;
#[cfg(feature = "schemars")]
mod schemars;
mod scheme;
#[cfg(feature = "serde")]
pub mod serde;

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;
use core::str::FromStr;

use cri_core::__private::owned_from_static;
use cri_core::{
    ArrayBuffer, Buffer, Component, Cri, CriBuf, CriRef, CriRefBuf, Revision, Sections,
};

use crate::convert::error::{ToCriError, ToCriErrorKind};
use crate::convert::options::Options;
use crate::convert::to_cri::{to_cri, to_request_cri};
use crate::convert::to_iri::ToIri;
use crate::convert::to_uri::{ToUri, UriRefText, UriText, to_uri_impls};
use crate::convert::uri_methods::with_scheme;
use crate::text::password;
use crate::text::uri_ref::owned::UriBuf;
use crate::text::uri_ref::{IriRef, Uri, UriRef};
use crate::uri_cri::certain::certainly_canonical;
use crate::uri_cri::error::UriCriError;
use crate::uri_cri::limit::{
    SHORT_CRI, SHORT_TEXT, check_counted, check_len, has_short_text, has_short_uri, may_lack_uri,
};
use crate::uri_cri::profile::{Draft16, Profile};

/// An owned full CRI that prints and parses as its URI: the type for programs that keep CRIs.
///
/// A value always holds the *canonical* CRI: the one that the options of `P` make of its URI. It has the number of a scheme
/// in place of the name, and no default port. Two values are equal exactly if their URIs are equal. Their
/// [bytes](CriRefBuf::as_bytes) are then equal too, so they can be the key of a database. Conversions make a CRI canonical;
/// [`from_canonical`](UriCri::from_canonical) refuses one that is not.
///
/// It derefs to a [`CriBuf`], whose accessors return the components. `Debug` masks a password; `Display` shows it.
///
/// It has no equality with a text: one URI has many spellings, and two texts that are equal to one value would have to be equal
/// to each other. Compare with a literal of `cri-literal`, or parse the text.
///
/// With the feature `serde`, it is a string where the format is read by people, such as JSON, and otherwise the CRI's
/// array, such as in CBOR. Formats that do not describe their items, such as postcard, need
/// `#[serde(with = "cri_uri::serde::text")]` or `bytes`. With `minicbor`, it is the CRI's array.
///
/// ```
/// use cri_core::{Builder, Component, Revision};
/// use cri_uri::{Rfc9988, UriCri};
///
/// type Link = UriCri<Rfc9988>;
///
/// let link: Link = "COAP://Example.com/a/../%62".parse()?;
/// assert_eq!(link.to_string(), "coap://example.com/b");
/// assert_eq!(format!("{:?}", link.as_cri()), r#"[-1, ["example", "com"], ["b"]]"#);
/// assert!(link.segments().eq(["b"]) && link.port().is_none());
///
/// let built = Builder::new(Link::REVISION, Vec::new()).scheme_name("coap").host("example.com").port(5683);
/// assert_eq!(Link::try_from(built.segment("b").finish_full()?)?, link);
///
/// let error = Link::decode(b"\x83\x20\x81\x61h\x81\x61.").unwrap_err(); // [-1, ["h"], ["."]]
/// assert_eq!((error.component(), error.offset()), (Component::Path, Some(6)));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub struct UriCri<P = Draft16> {
    /// INVARIANT: the CRI to which its own URI converts by the options of `P`.
    cri: CriBuf<Bytes>,
    profile: PhantomData<fn() -> P>,
}

/// An owned CRI reference that prints and parses as its URI reference.
///
/// Like a [`UriCri`], it always holds what its own URI reference converts to. Two values are equal exactly if their URI
/// references are; two unequal ones may still resolve to one target. It derefs to a [`CriRefBuf`]. `Debug` masks a
/// password; `Display` shows it.
///
/// ```
/// use cri_uri::{Draft16, UriCri, UriCriRef};
///
/// let reference: UriCriRef = "../b?x".parse()?;
/// let base: UriCri = "coap://h/a/".parse()?;
/// assert_eq!(reference.to_string(), "../b?x");
/// assert_eq!(base.resolve(&reference)?.to_string(), "coap://h/b?x");
/// assert_eq!(UriCriRef::<Draft16>::decode(b"\x82\x02\x81\x61b")?.to_string(), "../b"); // [2, ["b"]]
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub struct UriCriRef<P = Draft16> {
    /// INVARIANT: the CRI reference to which its own URI reference converts by the options of `P`.
    cri: CriRefBuf<Bytes>,
    profile: PhantomData<fn() -> P>,
}

/// Where the bytes are: in the program, or on the heap.
type Bytes = Cow<'static, [u8]>;

/// Implements `TryFrom` of texts, which parses them.
macro_rules! parse_impls {
    ($UriCri:ident: $($Text:ty),+) => {$(
        impl<P: Profile> TryFrom<$Text> for $UriCri<P> {
            type Error = ToCriError;

            fn try_from(text: $Text) -> Result<Self, ToCriError> {
                let text: &str = text.as_ref();
                text.parse()
            }
        }
    )+};
}

/// Implements the methods and traits that both types share. The arguments name the matching types.
macro_rules! uri_cri {
    ($UriCri:ident, $Uri:ident, $CriBuf:ident, $Cri:ident, $as_cri:ident, $whole:expr $(,)?) => {
        impl<P> $UriCri<P> {
            const fn from_checked(cri: $CriBuf<Bytes>) -> Self {
                Self { cri, profile: PhantomData }
            }
        }

        impl<P: Profile> $UriCri<P> {
            /// The options of `P`.
            pub const OPTIONS: Options = P::OPTIONS;

            /// The revision of `P`.
            pub const REVISION: Revision = P::OPTIONS.revision;

            /// Parses and converts in one step. `None` is an error, or a case that takes more checks.
            fn parse_at_once(text: &str) -> Option<Self> {
                if text.len() > P::MAX_LEN {
                    return None;
                }
                let cri = if text.len() <= SHORT_TEXT {
                    let mut space = ArrayBuffer::<SHORT_CRI>::new();
                    to_cri(text, P::OPTIONS, &mut space).ok()?.as_cri_ref().to_buf()
                } else {
                    to_cri(text, P::OPTIONS, Vec::new()).ok()?
                };
                let is_certain = !may_lack_uri(cri.as_bytes()) && has_short_uri::<P>(cri.as_bytes());
                if is_certain { Some(Self::from_vec($whole(cri).ok()?)) } else { None }
            }

            /// Checks a CRI that was made from text, whose path begins at `path`.
            fn converted(cri: $CriBuf<Vec<u8>>, path: usize) -> Result<Self, ToCriError> {
                if may_lack_uri(cri.as_bytes()) && cri.$as_cri().to_uri(P::OPTIONS).is_err() {
                    let kind = ToCriErrorKind::LeadingEmptySegment;
                    return Err(ToCriError::new(kind, Component::Path, path));
                }
                check_len::<P>(cri.as_bytes().len())?;
                // The URI of the value may be longer than the input: an IRI is percent-encoded, and `../..` becomes `../../`.
                if !has_short_uri::<P>(cri.as_bytes())
                    && let Ok(uri) = cri.$as_cri().to_uri(P::OPTIONS)
                {
                    check_counted::<P, _>(uri.write_into(&mut []))?;
                }
                Ok(Self::from_vec(cri))
            }

            fn from_vec(cri: $CriBuf<Vec<u8>>) -> Self {
                Self::from_checked(cri.map_buffer(|mut bytes| {
                    bytes.shrink_to_fit();
                    Cow::Owned(bytes)
                }))
            }

            /// The value whose URI is that of `cri`.
            #[cold]
            #[inline(never)]
            fn through_text<'c>(cri: impl Into<Sections<'c>>) -> Result<Self, UriCriError> {
                let uri = cri.into().to_uri(P::OPTIONS)?;
                check_counted::<P, _>(uri.write_into(&mut [])).map_err(UriCriError::Refused)?;
                uri.to_string().parse().map_err(UriCriError::Refused)
            }

            fn canonical(cri: $Cri<'_>) -> Result<Self, UriCriError> {
                match Self::certain(cri) {
                    Some(canonical) => Ok(canonical),
                    None => Self::through_text(cri),
                }
            }

            /// Copies a CRI that is certainly canonical.
            fn certain(cri: $Cri<'_>) -> Option<Self> {
                let is_certain = certainly_canonical(cri.into(), &P::OPTIONS, P::MAX_LEN);
                is_certain.then(|| Self::from_checked(cri.to_buf().map_buffer(Cow::Owned)))
            }

            /// As [`canonical`](Self::canonical), of a CRI that was made for this.
            fn made(cri: $CriBuf<Vec<u8>>) -> Result<Self, UriCriError> {
                if certainly_canonical(cri.as_cri_ref(), &P::OPTIONS, P::MAX_LEN) {
                    return Ok(Self::from_vec(cri));
                }
                Self::through_text(cri.$as_cri())
            }

            /// Decodes all of `bytes`, and makes the CRI canonical.
            ///
            /// Decoding takes the bytes of every revision. The revision of `P` says which URI they mean, and how the value is
            /// written. [`from_canonical`](Self::from_canonical) refuses bytes that this value would write otherwise.
            ///
            /// # Errors
            ///
            #[doc = concat!("`Decode` if the bytes are no [`", stringify!($Cri), "`], with the offset in `bytes`, and the errors")]
            /// of `try_from`.
            pub fn decode(bytes: &[u8]) -> Result<Self, UriCriError> {
                $Cri::decode(bytes)?.try_into()
            }

            /// Copies a CRI that is canonical already. `try_from` makes it canonical instead.
            ///
            /// # Errors
            ///
            /// `NotCanonical` if the URI of `cri` converts to other bytes, and the errors of `try_from`.
            pub fn from_canonical(cri: $Cri<'_>) -> Result<Self, UriCriError> {
                if let Some(canonical) = Self::certain(cri) {
                    return Ok(canonical);
                }
                let canonical = Self::through_text(cri)?;
                let is_canonical = canonical.as_bytes() == cri.as_bytes();
                is_canonical.then_some(canonical).ok_or(UriCriError::NotCanonical)
            }

            /// Parses all of `text` as an IRI reference, and converts it as [`IriRef::to_cri`] does.
            ///
            /// # Errors
            ///
            /// Those of [`IriRef::to_cri`].
            pub fn from_iri(text: &str) -> Result<Self, ToCriError> {
                IriRef::parse(text)?.try_into()
            }

            /// The text that is an IRI for people, as [`ToIri::to_iri`] writes it.
            #[must_use]
            pub fn to_iri(&self) -> String {
                let iri = self.$as_cri().to_iri(P::OPTIONS);
                // INVARIANT: there is a URI, so there is an IRI.
                debug_assert!(iri.is_ok());
                iri.map(|iri| iri.to_string()).unwrap_or_default()
            }

            /// The text with `***` in place of a password, for logs.
            #[must_use]
            pub fn masked(&self) -> String {
                password::mask_uri(&self.to_string()).to_string()
            }
        }

        impl<P> Deref for $UriCri<P> {
            type Target = $CriBuf<Bytes>;

            fn deref(&self) -> &$CriBuf<Bytes> {
                &self.cri
            }
        }

        impl<P> Clone for $UriCri<P> {
            fn clone(&self) -> Self {
                Self::from_checked(self.cri.clone())
            }
        }

        /// Makes the CRI canonical.
        impl<P: Profile, B: Buffer> TryFrom<$CriBuf<B>> for $UriCri<P> {
            type Error = UriCriError;

            fn try_from(cri: $CriBuf<B>) -> Result<Self, UriCriError> {
                Self::canonical(cri.$as_cri())
            }
        }

        /// Makes the CRI canonical.
        impl<P: Profile> TryFrom<$Cri<'_>> for $UriCri<P> {
            type Error = UriCriError;

            fn try_from(cri: $Cri<'_>) -> Result<Self, UriCriError> {
                Self::canonical(cri)
            }
        }

        /// The error is `LeadingEmptySegment` if the result has no URI: for `/.//a` it would begin with `//`, like an
        /// authority.
        impl<P: Profile> TryFrom<$Uri<'_>> for $UriCri<P> {
            type Error = ToCriError;

            fn try_from(uri: $Uri<'_>) -> Result<Self, ToCriError> {
                check_len::<P>(uri.as_str().len())?;
                let path = UriRef::from(uri).offsets.path;
                Self::converted(uri.to_cri(P::OPTIONS, Vec::new())?, path)
            }
        }

        impl<P: Profile> TryFrom<IriRef<'_>> for $UriCri<P> {
            type Error = ToCriError;

            fn try_from(iri: IriRef<'_>) -> Result<Self, ToCriError> {
                check_len::<P>(iri.0.text.len())?;
                let cri = iri.to_cri(P::OPTIONS, Vec::new())?;
                Self::converted($whole(cri)?, iri.0.offsets.path)
            }
        }

        impl<P: Profile> FromStr for $UriCri<P> {
            type Err = ToCriError;

            #[doc = concat!("Parses all of `text`, and converts it as [`", stringify!($Uri), "::to_cri`] does.")]
            fn from_str(text: &str) -> Result<Self, ToCriError> {
                match Self::parse_at_once(text) {
                    Some(cri) => Ok(cri),
                    None => $Uri::parse(text)?.try_into(),
                }
            }
        }

        parse_impls!($UriCri: &str, String, &UriBuf, UriBuf);

        impl<P: Profile> From<$UriCri<P>> for String {
            fn from(cri: $UriCri<P>) -> Self {
                cri.to_string()
            }
        }

        impl<P> From<$UriCri<P>> for $CriBuf<Vec<u8>> {
            fn from(cri: $UriCri<P>) -> Self {
                cri.cri.map_buffer(Cow::into_owned)
            }
        }

        impl<'a, P> From<&'a $UriCri<P>> for CriRef<'a> {
            fn from(cri: &'a $UriCri<P>) -> Self {
                cri.as_cri_ref()
            }
        }

        impl<'a, P> From<&'a $UriCri<P>> for Sections<'a> {
            fn from(cri: &'a $UriCri<P>) -> Self {
                cri.sections()
            }
        }

        /// The interchange form.
        impl<P> AsRef<[u8]> for $UriCri<P> {
            fn as_ref(&self) -> &[u8] {
                self.as_bytes()
            }
        }

        impl<P: Profile> fmt::Display for $UriCri<P> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                // INVARIANT: there is a URI.
                let uri = self.$as_cri().to_uri(P::OPTIONS).map_err(|_| fmt::Error)?;
                match (f.width(), f.precision()) {
                    (None, None) => uri.fmt(f),
                    _ => f.pad(&uri.to_string()),
                }
            }
        }

        impl<P: Profile> fmt::Debug for $UriCri<P> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.$as_cri().to_uri(P::OPTIONS).map_err(|_| fmt::Error)?.fmt(f)
            }
        }
    };
}

uri_cri!(UriCri, Uri, CriBuf, Cri, as_cri, with_scheme);
uri_cri!(UriCriRef, UriRef, CriRefBuf, CriRef, as_cri_ref, Ok::<_, ToCriError>,);

to_uri_impls! {
    [P] &'a UriCri<P> => UriText;
    [P] &'a UriCriRef<P> => UriRefText;
}

/// The CRI that a macro of `cri-literal` wrote for `revision`, by [`Options::new`].
#[must_use]
pub const fn uri_cri_from_literal<P: Profile>(cri: Cri<'static>, revision: Revision) -> UriCri<P> {
    // The macro calls this function when the program is compiled.
    assert!(
        P::OPTIONS.are_those_of_literals(revision),
        "the profile must have the literal's revision, all schemes of it and all features, and keep text as it is"
    );
    assert!(
        has_short_text(cri.as_bytes().len(), P::MAX_LEN),
        "the literal may be longer than its profile allows"
    );
    UriCri::from_checked(owned_from_static(cri))
}

impl<P: Profile> UriCri<P> {
    /// This CRI without its fragment, as a request has it.
    #[must_use]
    pub fn without_fragment(&self) -> Self {
        if self.fragment().is_none() {
            return self.clone();
        }
        let mut bytes = Vec::with_capacity(self.as_bytes().len());
        // INVARIANT: there is memory for what is shorter than this, and a CRI without a fragment is canonical if it is with
        // one.
        let encoded = self.sections().without_fragment().encode(Self::REVISION, &mut bytes);
        let without = CriBuf::decode(bytes).ok().filter(|_| encoded.is_ok());
        debug_assert!(without.is_some());
        without.map_or_else(|| self.clone(), Self::from_vec)
    }

    /// Converts the URI to the CRI whose options a CoAP request has, as [`to_request_cri`](crate::to_request_cri) does.
    ///
    /// A CRI with percent-encoded text has no options (section 8.1.1 of the draft), but its URI has (RFC 7252 section 6.4).
    ///
    /// ```
    /// use cri_uri::UriCri;
    ///
    /// let link: UriCri = "coap://h/rd?base=coap%3A%2F%2Fa".parse()?;
    /// let request = link.to_request_cri(Vec::new())?; // `decompose` of cri-coap returns its options
    /// assert_eq!(format!("{:?}", request.as_cri()), r#"[-1, ["h"], ["rd"], ["base=coap://a"]]"#);
    /// # Ok::<(), cri_uri::ToCriError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `InvalidUtf8` for percent-encoded bytes that are not UTF-8, and `BufferFull`. Offsets count into the URI.
    pub fn to_request_cri<B: Buffer>(&self, buffer: B) -> Result<CriBuf<B>, ToCriError> {
        with_scheme(to_request_cri(&self.to_string(), P::OPTIONS, buffer)?)
    }
}
