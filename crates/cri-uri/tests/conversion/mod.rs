//! The two conversions on owned values.

use cri_core::{CriRefBuf, Sections};
use cri_uri::{Options, ToCriError, ToUri, UriRef};

/// The CRI reference of `uri`, which is the same whether it is parsed before or at once.
pub(crate) fn to_cri(uri: &str, options: Options) -> Result<CriRefBuf<Vec<u8>>, ToCriError> {
    let parsed = UriRef::parse(uri).map_err(ToCriError::from).and_then(|uri| uri.to_cri(options, Vec::new()));
    let at_once = cri_uri::to_cri(uri, options, Vec::new());
    assert_eq!(parsed.as_ref().map(CriRefBuf::as_bytes), at_once.as_ref().map(CriRefBuf::as_bytes), "{uri}");
    at_once
}

pub(crate) fn to_uri<'a>(cri: impl Into<Sections<'a>>, options: Options) -> String {
    cri.into().to_uri(options).map(|uri| uri.to_string()).unwrap_or_else(|error| panic!("{error}"))
}
