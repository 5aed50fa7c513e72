//! Arguments that many functions take: the revision, and the features that a caller accepts.

use core::ffi::{c_int, c_uint};

use cri_core::{Feature, Features, Revision};

use crate::kind::cri_kind;

/// A revision of draft-ietf-core-href. It is an argument of each function whose result depends on it. Take the one that the
/// peers of the program implement: CRI_REVISION_DRAFT_16 for draft-16, and CRI_REVISION_RFC_9988 for the drafts from -27 to
/// -30.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum cri_revision {
    /// draft-ietf-core-href-16.
    CRI_REVISION_DRAFT_16 = 16,
    /// draft-ietf-core-href-30: CRI_REVISION_RFC_9988.
    CRI_REVISION_DRAFT_30 = 30,
}

/// RFC 9988, which draft-ietf-core-href-30 is to become. The drafts from -27 to -30 write the bytes that the RFC will write, so
/// take this for all of them.
pub const CRI_REVISION_RFC_9988: c_int = 30;

/// Accept CRIs without an authority (constraint C2).
pub const CRI_FEATURE_NO_AUTHORITY: c_uint = 1;
/// Accept user information (constraint C3).
pub const CRI_FEATURE_USERINFO: c_uint = 2;
/// Accept percent-encoded text: the feature `extended-cri`, in RFC 9988 `text-or-pet` (section 7.1).
pub const CRI_FEATURE_EXTENDED_CRI: c_uint = 4;
/// Accept schemes that are given by name. Only RFC 9988 makes this a feature.
pub const CRI_FEATURE_SCHEME_NAME: c_uint = 8;
/// Accept all features.
pub const CRI_FEATURES_ALL: c_uint = 15;

/// The revision that the caller named.
pub(crate) fn revision(number: c_int) -> Result<Revision, cri_kind> {
    match number {
        16 => Ok(Revision::Draft16),
        30 => Ok(Revision::Rfc9988),
        _ => Err(cri_kind::CRI_KIND_UNKNOWN_REVISION),
    }
}

/// The features that the caller accepts.
pub(crate) fn features(bits: c_uint) -> Result<Features, cri_kind> {
    if bits & !CRI_FEATURES_ALL != 0 {
        return Err(cri_kind::CRI_KIND_UNKNOWN_FEATURE);
    }
    // The bits are those of `Feature`, so without a loop the compiler copies them.
    let [no_authority, userinfo, extended_cri, scheme_name] = Feature::ALL;
    let copy = |features: Features, feature| match bits & feature as c_uint {
        0 => features,
        _ => features.with(feature),
    };
    Ok(copy(copy(copy(copy(Features::NONE, no_authority), userinfo), extended_cri), scheme_name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_header() {
        for (named, expected) in [
            (cri_revision::CRI_REVISION_DRAFT_16 as c_int, Revision::Draft16),
            (cri_revision::CRI_REVISION_DRAFT_30 as c_int, Revision::Rfc9988),
            (CRI_REVISION_RFC_9988, Revision::Rfc9988),
        ] {
            assert_eq!(revision(named), Ok(expected));
        }
        for number in [0, 1, -16, 15, 17, 27, 29, 31] {
            assert!(revision(number).is_err());
        }
        assert_eq!(features(CRI_FEATURES_ALL), Ok(Features::ALL));
        assert_eq!(features(0), Ok(Features::NONE));
        assert_eq!(
            features(CRI_FEATURE_NO_AUTHORITY),
            Ok(Features::NONE.with(Feature::NoAuthority))
        );
        assert_eq!(features(CRI_FEATURE_USERINFO), Ok(Features::NONE.with(Feature::Userinfo)));
        assert_eq!(
            features(CRI_FEATURE_EXTENDED_CRI),
            Ok(Features::NONE.with(Feature::ExtendedCri))
        );
        assert_eq!(features(CRI_FEATURE_SCHEME_NAME), Ok(Features::NONE.with(Feature::SchemeName)));
        assert!(features(16).is_err());
    }
}
