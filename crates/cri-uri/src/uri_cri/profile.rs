//! Options of conversion as types.

use cri_core::{MAX_LEN, Revision};

use crate::convert::options::Options;

/// The options of a conversion, as a type. [`UriCri`](crate::UriCri) has them as its parameter.
///
/// ```
/// use cri_core::{Feature, Features, Revision};
/// use cri_uri::{Options, Profile, UriCri};
///
/// /// RFC 9988 without a userinfo, and with short texts.
/// enum WithoutUserinfo {}
///
/// impl Profile for WithoutUserinfo {
///     const OPTIONS: Options = Options::new(Revision::Rfc9988).with_features(Features::ALL.without(Feature::Userinfo));
///     const MAX_LEN: usize = 2048;
/// }
///
/// assert!("coap://h/a".parse::<UriCri<WithoutUserinfo>>().is_ok());
/// assert!("coap://u@h/a".parse::<UriCri<WithoutUserinfo>>().is_err());
/// assert!(format!("coap://h/{:2048}", "").parse::<UriCri<WithoutUserinfo>>().is_err());
/// ```
pub trait Profile {
    /// The options.
    const OPTIONS: Options;

    /// The length in bytes of the longest value, as text and as CRI, and of the longest text that is parsed. Longer ones are
    /// errors of kind `TooLong`. A literal of `n` bytes compiles only if `3 * n + 64 <= MAX_LEN`.
    const MAX_LEN: usize = MAX_LEN;
}

/// Draft-16 with its whole registry and every feature.
#[derive(Clone, Copy, Debug)]
pub enum Draft16 {}

impl Profile for Draft16 {
    const OPTIONS: Options = Options::new(Revision::Draft16);
}

/// RFC 9988 with its whole registry and every feature.
#[derive(Clone, Copy, Debug)]
pub enum Rfc9988 {}

impl Profile for Rfc9988 {
    const OPTIONS: Options = Options::new(Revision::Rfc9988);
}
