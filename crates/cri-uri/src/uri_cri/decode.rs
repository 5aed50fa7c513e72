//! Owned CRIs from the bytes of a message, in one step.

use cri_core::{Cri, CriRef};

use crate::uri_cri::error::UriCriError;
use crate::uri_cri::profile::Profile;
use crate::uri_cri::{UriCri, UriCriRef};

impl<P: Profile> UriCri<P> {
    /// Decodes all of `bytes` as a full CRI, and makes it canonical.
    ///
    /// Decoding takes the bytes of every revision. The revision of `P` says which URI they mean, and how the value is written.
    /// [`from_canonical`](UriCri::from_canonical) refuses bytes that this value would write otherwise.
    ///
    /// ```
    /// use cri_core::Component;
    /// use cri_uri::{Rfc9988, UriCri};
    ///
    /// type Link = UriCri<Rfc9988>;
    ///
    /// let link = Link::decode(b"\x83\x64coap\x82\x61h\x19\x16\x33\x81\x61a")?; // ["coap", ["h", 5683], ["a"]]
    /// assert_eq!(link.to_string(), "coap://h/a");
    /// assert_eq!(link.as_bytes(), b"\x83\x20\x81\x61h\x81\x61a"); // [-1, ["h"], ["a"]]
    ///
    /// let error = Link::decode(b"\x83\x20\x81\x61h\x81\x61.").unwrap_err(); // [-1, ["h"], ["."]]
    /// assert_eq!((error.component(), error.offset()), (Component::Path, Some(6)));
    /// # Ok::<(), cri_uri::UriCriError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `Decode` if the bytes are no full CRI, with the offset in `bytes`, and the errors of `try_from`.
    pub fn decode(bytes: &[u8]) -> Result<Self, UriCriError> {
        Cri::decode(bytes)?.try_into()
    }
}

impl<P: Profile> UriCriRef<P> {
    /// Decodes all of `bytes` as a CRI reference, and makes it canonical.
    ///
    /// ```
    /// use cri_uri::{Rfc9988, UriCriRef};
    ///
    /// type LinkRef = UriCriRef<Rfc9988>;
    ///
    /// assert_eq!(LinkRef::decode(b"\x82\x02\x81\x61b")?.to_string(), "../b"); // [2, ["b"]]
    /// # Ok::<(), cri_uri::UriCriError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `Decode` if the bytes are no CRI reference, with the offset in `bytes`, and the errors of `try_from`.
    pub fn decode(bytes: &[u8]) -> Result<Self, UriCriError> {
        CriRef::decode(bytes)?.try_into()
    }
}
