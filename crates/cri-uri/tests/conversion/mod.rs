//! The two conversions on owned values.

use cri_core::{CriRefBuf, Sections};
use cri_uri::{Options, ToCriError, ToUri, UriRef};

pub(crate) fn to_cri(uri: &str, options: Options) -> Result<CriRefBuf<Vec<u8>>, ToCriError> {
    UriRef::parse(uri)?.to_cri(options, Vec::new())
}

pub(crate) fn to_uri<'a>(cri: impl Into<Sections<'a>>, options: Options) -> String {
    cri.into().to_uri(options).map(|uri| uri.to_string()).unwrap_or_else(|error| panic!("{error}"))
}
