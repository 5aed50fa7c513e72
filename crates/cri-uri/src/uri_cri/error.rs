//! The error of making a [`UriCri`](crate::UriCri) from a CRI.

use cri_core::{
    __any_of, BuildError, BuildErrorKind, DecodeError, DecodeErrorKind, ResolveError,
    ResolveErrorKind,
};

use crate::convert::error::{ToCriError, ToCriErrorKind, ToUriError, ToUriErrorKind};

__any_of! {
    /// Bytes, parts, a CRI or the target of a reference are not a [`UriCri`](crate::UriCri) of a profile.
    ///
    /// `Display` shows the message of the error that it holds.
    ///
    /// ```
    /// use cri_core::{Component, CriRef};
    /// use cri_uri::{UriCri, UriCriError};
    ///
    /// let base: UriCri = "urn:a".parse()?;
    /// let error = base.resolve(CriRef::decode(b"\x81\x01")?).unwrap_err(); // [1]
    /// assert!(matches!(error, UriCriError::Resolve(_)));
    /// let error = base.resolve(CriRef::decode(b"\x82\x39\xff\xff\x81\x61h")?).unwrap_err(); // [-65536, ["h"]]
    /// assert!(matches!(error, UriCriError::ToUri(_)));
    /// assert_eq!((error.name(), error.component(), error.offset()), ("unknown-scheme", Component::Scheme, None));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub enum UriCriError, UriCriErrorKind {
        /// The bytes are no CRI, or no full one. Offsets are those in the bytes.
        Decode(DecodeError, DecodeErrorKind),
        /// A part that was built breaks a rule. [`BuildError::index`] says which one.
        Build(BuildError, BuildErrorKind),
        /// The reference does not resolve against its base.
        Resolve(ResolveError, ResolveErrorKind),
        /// The CRI has no URI.
        ToUri(ToUriError, ToUriErrorKind),
        /// The text of a reference does not parse or convert. Offsets are those in the text.
        ToCri(ToCriError, ToCriErrorKind), ;
        /// The profile refuses the CRI's URI, for its features, its length or its form. Nobody has seen that URI, so there is no offset.
        Refused(ToCriError, ToCriErrorKind), ;
        /// The URI of the CRI converts to other bytes.
        NotCanonical = "not-canonical", Cri:
            "the CRI is not canonical; write a scheme that has a number as its number, and no default port",
    }
}
