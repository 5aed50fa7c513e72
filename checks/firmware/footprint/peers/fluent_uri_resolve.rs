//! Parses a base and a reference with fluent-uri, and resolves.
#![no_std]
#![no_main]

use cri_footprint::{Heap, Inputs, black_box, probe, value};
use fluent_uri::{Uri, UriRef};

probe!(with Heap, Inputs::Pairs, |work| {
    let base = value(Uri::parse(work.base_uri))?;
    let reference = value(UriRef::parse(work.reference_uri))?;
    let resolved = value(reference.resolve_against(&base))?;
    black_box(&resolved);
    Some(())
});
