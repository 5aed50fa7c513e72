//! Validates and normalises a URI with iri-string.
#![no_std]
#![no_main]

use core::fmt::Write;

use cri_footprint::{Inputs, Sink, black_box, probe, value};
use iri_string::types::UriStr;

probe!(Inputs::Single, |work| {
    let uri = value(UriStr::new(work.base_uri))?;
    let mut text = Sink::new(work.space);
    value(write!(text, "{}", uri.normalize()))?;
    black_box(text.as_bytes());
    Some(())
});
