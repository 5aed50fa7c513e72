//! iri-string. It writes into a buffer of fixed size, which is faster than writing a string.

use iri_string::types::{UriAbsoluteStr, UriReferenceStr, UriStr};

use super::{Peer, write};
use crate::sum::Sum;

pub(crate) struct IriString;

impl Peer for IriString {
    const NAME: &'static str = "iri-string";

    type Uri<'a> = &'a UriStr;
    type Base<'a> = &'a UriAbsoluteStr;
    type Reference<'a> = &'a UriReferenceStr;

    fn resolve(base: &&UriAbsoluteStr, reference: &&UriReferenceStr, space: &mut [u8]) -> bool {
        write(&reference.resolve_against(base), space)
    }

    fn sum(uri: &&UriStr) -> Sum {
        Sum::decoded(uri.path_str(), uri.query_str())
    }

    fn normalize(uri: &UriStr, space: &mut [u8]) {
        write(&uri.normalize(), space);
    }
}
