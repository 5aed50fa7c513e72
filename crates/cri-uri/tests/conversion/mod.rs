//! The two conversions on owned values.

use cri_core::{CriRefBuf, Sections};
use cri_uri::{Options, ToCriError, ToUri, UriRef};

/// Converts `uri` with and without parsing first, into a buffer with room and one that grows, and checks that both agree.
pub(crate) fn to_cri(uri: &str, options: Options) -> Result<CriRefBuf<Vec<u8>>, ToCriError> {
    let parsed = UriRef::parse(uri).map_err(ToCriError::from);
    let converted = parsed.and_then(|uri| uri.to_cri(options, Vec::with_capacity(256)));
    let at_once = cri_uri::to_cri(uri, options, Vec::new());
    assert_eq!(
        converted.as_ref().map(CriRefBuf::as_bytes),
        at_once.as_ref().map(CriRefBuf::as_bytes),
        "{uri}"
    );
    at_once
}

pub(crate) fn to_uri<'a>(cri: impl Into<Sections<'a>>, options: Options) -> String {
    cri.into().to_uri(options).map(|uri| uri.to_string()).unwrap_or_else(|error| panic!("{error}"))
}
