//! Converts a URI to a CRI and back, with only the six CoAP schemes.
#![no_std]
#![no_main]

use core::hint::black_box;

use cri_core::{Revision, SliceBuffer};
use cri_footprint::{Inputs, Sink, probe, value};
use cri_uri::{Options, ToUri, to_cri};

probe!(Inputs::Single, |work| {
    let options = Options::coap(Revision::Draft16);
    let cri = value(to_cri(work.base_uri, options, SliceBuffer::new(work.space)))?;
    black_box(cri.as_bytes());
    let mut text = Sink::new(work.more_space);
    value(value(cri.as_cri_ref().to_uri(options))?.write_to(&mut text))?;
    black_box(text.as_bytes());
    Some(())
});
