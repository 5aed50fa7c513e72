//! Owned CRIs that print and parse as their URIs.

pub(crate) mod error;
pub(crate) mod profile;
pub(crate) mod resolve;
#[cfg(feature = "serde")]
mod serde;

use alloc::vec::Vec;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::str::FromStr;

use cri_core::{Component, Cri, CriBuf, CriKey, CriRef, CriRefBuf, DecodeError};

use crate::convert::error::{ToCriError, ToCriErrorKind, ToUriError};
use crate::convert::to_uri::ToUri;
use crate::text::uri::Uri;
use crate::text::uri_ref::UriRef;
use crate::uri_cri::profile::{Draft16, Profile};

/// An owned full CRI that prints and parses as its URI.
///
/// Every value has a URI by the options of `P`, so displaying it does not fail. Equality, order and hash are those of the
/// [`Cri`]. `Debug` masks a password; `Display` shows it.
///
/// With the feature `serde`, it is a string where the format is read by people, such as JSON, and otherwise the CRI's
/// array, such as in CBOR. Reading an array takes a format that describes its items; with others, such as postcard, hold a
/// [`CriBuf`], which is a byte string there. An array with a feature that the options of `P` leave out is an error.
///
/// ```
/// use cri_uri::{Rfc9988, UriCri};
///
/// type Link = UriCri<Rfc9988>;
///
/// let link: Link = "COAP://Example.com/a/../%62".parse()?;
/// assert_eq!(link.to_string(), "coap://example.com/b");
/// assert_eq!(format!("{:?}", link.as_cri()), r#"[-1, ["example", "com"], ["b"]]"#);
/// # Ok::<(), cri_uri::ToCriError>(())
/// ```
pub struct UriCri<P = Draft16> {
    /// INVARIANT: has a URI by the options of `P`.
    cri: CriBuf<Vec<u8>>,
    profile: PhantomData<fn() -> P>,
}

/// An owned CRI reference that prints and parses as its URI reference.
///
/// Every value has a URI reference by the options of `P`, so displaying it does not fail. It has no `Eq`, as a
/// [`CriRef`]: resolve it before comparing. `Debug` masks a password; `Display` shows it.
///
/// ```
/// use cri_uri::{UriCri, UriCriRef};
///
/// let reference: UriCriRef = "../b?x".parse()?;
/// let base: UriCri = "coap://h/a/".parse()?;
/// assert_eq!(reference.to_string(), "../b?x");
/// assert_eq!(base.resolve(&reference)?, "coap://h/b?x".parse()?);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub struct UriCriRef<P = Draft16> {
    /// INVARIANT: has a URI reference by the options of `P`.
    cri: CriRefBuf<Vec<u8>>,
    profile: PhantomData<fn() -> P>,
}

/// Implements what both types have, by the types of the URI, the owned and the borrowed CRI.
macro_rules! uri_cri {
    ($UriCri:ident, $Uri:ident, $CriBuf:ident, $Cri:ident, $as_cri:ident) => {
        impl<P> $UriCri<P> {
            const fn from_checked(cri: $CriBuf<Vec<u8>>) -> Self {
                Self { cri, profile: PhantomData }
            }

            #[doc = concat!("Borrows the [`", stringify!($Cri), "`].")]
            #[must_use]
            pub fn $as_cri(&self) -> $Cri<'_> {
                self.cri.$as_cri()
            }
        }

        impl<P> Clone for $UriCri<P> {
            fn clone(&self) -> Self {
                Self::from_checked(self.cri.clone())
            }
        }

        impl<P: Profile> TryFrom<$CriBuf<Vec<u8>>> for $UriCri<P> {
            type Error = ToUriError;

            /// Checks that the CRI has a URI. It may use any feature: [`Decoder`](cri_core::Decoder) refuses features.
            fn try_from(cri: $CriBuf<Vec<u8>>) -> Result<Self, ToUriError> {
                cri.$as_cri().to_uri(P::OPTIONS)?;
                Ok(Self::from_checked(cri))
            }
        }

        impl<P: Profile> TryFrom<$Cri<'_>> for $UriCri<P> {
            type Error = ToUriError;

            /// Copies the CRI, and checks that it has a URI.
            fn try_from(cri: $Cri<'_>) -> Result<Self, ToUriError> {
                cri.to_buf().try_into()
            }
        }

        impl<P: Profile> TryFrom<$Uri<'_>> for $UriCri<P> {
            type Error = ToCriError;

            /// Converts the URI. It is an error of kind `LeadingEmptySegment` if the result has no URI: that of `/.//a`
            /// would read as an authority.
            fn try_from(uri: $Uri<'_>) -> Result<Self, ToCriError> {
                let path = UriRef::from(uri).offsets.path;
                let no_uri = ToCriError::new(ToCriErrorKind::LeadingEmptySegment, Component::Path, path);
                uri.to_cri(P::OPTIONS, Vec::new())?.try_into().map_err(|_| no_uri)
            }
        }

        impl<P: Profile> FromStr for $UriCri<P> {
            type Err = ToCriError;

            #[doc = concat!("Parses all of `text`, and converts it as [`", stringify!($Uri), "::to_cri`] does.")]
            fn from_str(text: &str) -> Result<Self, ToCriError> {
                $Uri::parse(text)?.try_into()
            }
        }

        impl<P: Profile> TryFrom<&str> for $UriCri<P> {
            type Error = ToCriError;

            fn try_from(text: &str) -> Result<Self, ToCriError> {
                text.parse()
            }
        }

        impl<P> From<$UriCri<P>> for $CriBuf<Vec<u8>> {
            fn from(cri: $UriCri<P>) -> Self {
                cri.cri
            }
        }

        impl<'a, P> From<&'a $UriCri<P>> for CriRef<'a> {
            fn from(cri: &'a $UriCri<P>) -> Self {
                cri.cri.as_cri_ref()
            }
        }

        impl<P: Profile> fmt::Display for $UriCri<P> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                // INVARIANT: there is a URI.
                self.$as_cri().to_uri(P::OPTIONS).map_err(|_| fmt::Error)?.fmt(f)
            }
        }

        impl<P: Profile> fmt::Debug for $UriCri<P> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.$as_cri().to_uri(P::OPTIONS).map_err(|_| fmt::Error)?.fmt(f)
            }
        }
    };
}

uri_cri!(UriCri, Uri, CriBuf, Cri, as_cri);
uri_cri!(UriCriRef, UriRef, CriRefBuf, CriRef, as_cri_ref);

impl<P> PartialEq for UriCri<P> {
    fn eq(&self, other: &Self) -> bool {
        self.as_cri() == other.as_cri()
    }
}

impl<P> Eq for UriCri<P> {}

impl<P> PartialOrd for UriCri<P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P> Ord for UriCri<P> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_cri().cmp(&other.as_cri())
    }
}

impl<P> Hash for UriCri<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_cri().hash(state);
    }
}

impl<P> UriCriRef<P> {
    /// This reference as a full CRI.
    ///
    /// # Errors
    ///
    /// The reference itself, if it does not begin with a scheme.
    pub fn into_full(self) -> Result<UriCri<P>, Self> {
        self.cri.into_full().map(UriCri::from_checked).map_err(Self::from_checked)
    }
}

/// The reference, if it is a full CRI. The error is `NotFull`.
impl<P> TryFrom<UriCriRef<P>> for UriCri<P> {
    type Error = DecodeError;

    fn try_from(reference: UriCriRef<P>) -> Result<Self, DecodeError> {
        CriBuf::try_from(reference.cri).map(Self::from_checked)
    }
}

impl<P> From<UriCri<P>> for UriCriRef<P> {
    fn from(cri: UriCri<P>) -> Self {
        Self::from_checked(cri.cri.into())
    }
}

impl<'a, P> From<&'a UriCri<P>> for Cri<'a> {
    fn from(cri: &'a UriCri<P>) -> Self {
        cri.as_cri()
    }
}

impl<P> CriKey for UriCri<P> {
    fn as_key(&self) -> Cri<'_> {
        self.as_cri()
    }
}

/// Maps with such keys are asked with borrowed CRIs.
///
/// ```
/// use std::collections::HashMap;
///
/// use cri_core::{Cri, CriKey};
/// use cri_uri::UriCri;
///
/// let mut rooms: HashMap<UriCri, &str> = HashMap::new();
/// rooms.insert("coap://h/hall".parse()?, "hall");
///
/// let received = Cri::decode(b"\x83\x20\x81\x61h\x81\x64hall")?; // [-1, ["h"], ["hall"]]
/// assert_eq!(rooms.get(&received as &dyn CriKey), Some(&"hall"));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
impl<'k, P: 'k> Borrow<dyn CriKey + 'k> for UriCri<P> {
    fn borrow(&self) -> &(dyn CriKey + 'k) {
        self
    }
}
