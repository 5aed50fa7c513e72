//! Validates a URI with iri-string.
#![no_std]
#![no_main]

use cri_footprint::{Inputs, black_box, probe, value};
use iri_string::types::UriStr;

probe!(Inputs::Single, |work| {
    let uri = value(UriStr::new(work.base_uri))?;
    black_box(&uri);
    Some(())
});
