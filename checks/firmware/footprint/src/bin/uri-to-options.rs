//! Converts a URI to a CRI, and writes the CoAP options of a request for it.
#![no_std]
#![no_main]

use core::hint::black_box;

use cri_coap::{Endpoint, OptionWriter, Transport, decompose};
use cri_core::{Revision, SliceBuffer};
use cri_footprint::{Inputs, probe, value};
use cri_uri::{Options, to_cri};

probe!(Inputs::Requests, |work| {
    let cri = value(to_cri(
        work.base_uri,
        Options::coap(Revision::Draft16),
        SliceBuffer::new(work.space),
    ))?;
    let endpoint = black_box(Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap));
    let mut options = OptionWriter::new(work.more_space);
    value(options.add_all(value(decompose(cri.as_cri_ref(), &endpoint, Revision::Draft16))?))?;
    black_box(options.finish());
    Some(())
});
