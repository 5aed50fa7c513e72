//! Converts a URI to a CRI.
#![no_std]
#![no_main]

use core::hint::black_box;

use cri_core::{Revision, SliceBuffer};
use cri_footprint::{Inputs, probe, value};
use cri_uri::{Options, to_cri};

probe!(Inputs::Single, |work| {
    let cri = value(to_cri(
        work.base_uri,
        Options::coap(Revision::Draft16),
        SliceBuffer::new(work.space),
    ))?;
    black_box(cri.as_bytes());
    Some(())
});
