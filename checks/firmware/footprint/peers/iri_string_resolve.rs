//! Validates a base and a reference with iri-string, and resolves.
#![no_std]
#![no_main]

use core::fmt::Write;

use cri_footprint::{Inputs, Sink, black_box, probe, value};
use iri_string::resolve::FixedBaseResolver;
use iri_string::types::{UriAbsoluteStr, UriReferenceStr};

probe!(Inputs::Pairs, |work| {
    let base = value(UriAbsoluteStr::new(work.base_uri))?;
    let reference = value(UriReferenceStr::new(work.reference_uri))?;
    let mut text = Sink::new(work.space);
    value(write!(text, "{}", FixedBaseResolver::new(base).resolve(reference)))?;
    black_box(text.as_bytes());
    Some(())
});
