//! Full CRIs from references and from targets, and back, and their URIs.

use alloc::string::ToString;
use alloc::vec::Vec;

use cri_core::{Cri, CriBuf, DecodeError, Resolved};

use crate::text::uri_ref::owned::UriBuf;
use crate::uri_cri::error::UriCriError;
use crate::uri_cri::profile::Profile;
use crate::uri_cri::{UriCri, UriCriRef};

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

/// Makes the target canonical.
impl<P: Profile> TryFrom<Resolved<'_>> for UriCri<P> {
    type Error = UriCriError;

    fn try_from(target: Resolved<'_>) -> Result<Self, UriCriError> {
        match target.encode_to(Self::REVISION, Vec::new()) {
            Ok(cri) => Self::made(cri),
            Err(_) => Self::through_text(target),
        }
    }
}

impl<P: Profile> From<UriCri<P>> for UriBuf {
    fn from(cri: UriCri<P>) -> Self {
        Self::from(&cri)
    }
}

impl<P: Profile> From<&UriCri<P>> for UriBuf {
    fn from(cri: &UriCri<P>) -> Self {
        Self::from_written(cri.to_string())
    }
}
