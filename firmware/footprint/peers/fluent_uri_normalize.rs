//! Parses and normalises a URI with fluent-uri.
#![no_std]
#![no_main]

use core::hint::black_box;

use cri_footprint::{Heap, Inputs, probe, value};
use fluent_uri::Uri;

#[global_allocator]
static HEAP: Heap = Heap;

probe!(Inputs::Single, |work| {
    let uri = value(Uri::parse(work.base_uri))?;
    let normalized = uri.normalize();
    black_box(&normalized);
    Some(())
});
