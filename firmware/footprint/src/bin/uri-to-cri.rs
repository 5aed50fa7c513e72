//! Converts a URI to a CRI.
#![no_std]
#![no_main]

use core::hint::black_box;

use cri_core::{Revision, SliceBuffer};
use cri_footprint::{Inputs, probe, value};
use cri_uri::{Options, UriRef};

probe!(Inputs::Single, |work| {
    let uri = value(UriRef::parse(work.base_uri))?;
    let cri = value(uri.to_cri(Options::coap(Revision::Draft16), SliceBuffer::new(work.space)))?;
    black_box(cri.as_bytes());
    Some(())
});
