//! Parses a URI with fluent-uri.
#![no_std]
#![no_main]

use cri_footprint::{Heap, Inputs, black_box, probe, value};
use fluent_uri::Uri;

probe!(with Heap, Inputs::Single, |work| {
    let uri = value(Uri::parse(work.base_uri))?;
    black_box(&uri);
    Some(())
});
