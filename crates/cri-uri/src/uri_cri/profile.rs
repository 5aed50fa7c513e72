//! Options of conversion as types.

use cri_core::Revision;

use crate::convert::options::Options;

/// The options of a conversion, as a type. [`UriCri`](crate::UriCri) has them as its parameter.
///
/// ```
/// use cri_core::{Feature, Features, Revision};
/// use cri_uri::{Options, Profile, UriCri};
///
/// /// Draft-27 without a userinfo.
/// enum WithoutUserinfo {}
///
/// impl Profile for WithoutUserinfo {
///     const OPTIONS: Options = Options::new(Revision::Draft27).with_features(Features::ALL.without(Feature::Userinfo));
/// }
///
/// assert!("coap://h/a".parse::<UriCri<WithoutUserinfo>>().is_ok());
/// assert!("coap://u@h/a".parse::<UriCri<WithoutUserinfo>>().is_err());
/// ```
pub trait Profile {
    /// The options.
    const OPTIONS: Options;
}

/// Draft-16 with its whole registry and every feature.
///
/// ```
/// use cri_uri::{Draft16, UriCri};
///
/// let cri: UriCri<Draft16> = "coap+ws://h".parse()?;
/// assert_eq!(format!("{:?}", cri.as_cri()), r#"[-9, ["h"], []]"#);
/// # Ok::<(), cri_uri::ToCriError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Draft16 {}

impl Profile for Draft16 {
    const OPTIONS: Options = Options::new(Revision::Draft16);
}

/// Draft-27 with its whole registry and every feature.
///
/// ```
/// use cri_uri::{Draft27, UriCri};
///
/// let cri: UriCri<Draft27> = "coap+ws://h".parse()?;
/// assert_eq!(format!("{:?}", cri.as_cri()), r#"[-25, ["h"]]"#);
/// # Ok::<(), cri_uri::ToCriError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Draft27 {}

impl Profile for Draft27 {
    const OPTIONS: Options = Options::new(Revision::Draft27);
}
