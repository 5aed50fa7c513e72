//! The optional features of the draft, which a decoder accepts or not (sections 5.1 and 7.1).

use core::fmt;

use crate::named_macro::named;

named! {
    /// One optional feature of CRIs, named as in the draft.
    ///
    /// ```
    /// use cri_core::{Cri, Decoder, Feature, Features};
    ///
    /// let decoder = Decoder::new().with_features(Features::ALL.without(Feature::SchemeName));
    /// assert!(decoder.decode::<Cri<'_>>(b"\x82\x20\x81\x61h").is_ok()); // [-1, ["h"]]
    /// assert!(decoder.decode::<Cri<'_>>(b"\x82\x61s\x81\x61h").is_err()); // ["s", ["h"]]
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[repr(u8)]
    pub enum Feature {
        /// `no-authority`: CRIs without an authority (constraint C2).
        NoAuthority = 1 => "no-authority",
        /// `userinfo`: user information in the authority (constraint C3).
        Userinfo = 2 => "userinfo",
        /// `extended-cri`, in -27 `text-or-pet`: percent-encoded text (section 7.1).
        ExtendedCri = 4 => "extended-cri",
        /// `scheme-name`: a scheme given by name. Only -27 makes this a feature.
        SchemeName = 8 => "scheme-name",
    }
}

impl Feature {
    /// Every feature.
    pub const ALL: [Self; 4] =
        [Self::NoAuthority, Self::Userinfo, Self::ExtendedCri, Self::SchemeName];

    /// The feature with this name, if there is one. `text-or-pet` is the name of `extended-cri` in -27.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let name = if name == "text-or-pet" { "extended-cri" } else { name };
        Self::ALL.into_iter().find(|feature| feature.name() == name)
    }
}

/// The features that a decoder accepts. A CRI that uses another feature is unprocessable (section 5.2.1).
///
/// ```
/// use cri_core::{CriRef, DecodeErrorKind, Decoder, Feature, Features};
///
/// let did = b"\x83\x25\xf5\x81\x61a"; // [-6, true, ["a"]]
/// assert!(CriRef::decode(did).is_ok());
/// let decoder = Decoder::new().with_features(Features::ALL.without(Feature::NoAuthority));
/// let error = decoder.decode::<CriRef<'_>>(did).unwrap_err();
/// assert_eq!(error.kind(), DecodeErrorKind::UnsupportedFeature(Feature::NoAuthority));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Features(u8);

impl Features {
    /// No feature. -27 calls such CRIs Basic CRIs.
    pub const NONE: Self = Self(0);
    /// Every feature. Decoding accepts all unless asked otherwise.
    pub const ALL: Self = {
        let (mut all, mut rest) = (Self::NONE, Feature::ALL.as_slice());
        while let Some((feature, others)) = rest.split_first() {
            all = all.with(*feature);
            rest = others;
        }
        all
    };

    /// These features, and `feature`.
    #[must_use]
    pub const fn with(self, feature: Feature) -> Self {
        Self(self.0 | feature as u8)
    }

    /// These features, without `feature`.
    #[must_use]
    pub const fn without(self, feature: Feature) -> Self {
        Self(self.0 & !(feature as u8))
    }

    /// Whether `feature` is among these features.
    #[must_use]
    pub const fn has(self, feature: Feature) -> bool {
        self.0 & feature as u8 != 0
    }

    /// These features, in the order of [`Feature::ALL`].
    ///
    /// ```
    /// use cri_core::{Feature, Features};
    ///
    /// let names = Features::ALL.without(Feature::NoAuthority).iter().map(Feature::name);
    /// assert!(names.eq(["userinfo", "extended-cri", "scheme-name"]));
    /// ```
    pub fn iter(self) -> impl Iterator<Item = Feature> + Clone {
        Feature::ALL.into_iter().filter(move |&feature| self.has(feature))
    }
}

impl Default for Features {
    fn default() -> Self {
        Self::ALL
    }
}

/// Shows the set of features.
impl fmt::Debug for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
