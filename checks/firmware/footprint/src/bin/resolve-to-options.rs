//! Decodes a base and a reference, resolves, and writes the CoAP options of a request for the result.
#![no_std]
#![no_main]

use core::hint::black_box;

use cri_coap::{Endpoint, OptionWriter, Transport, decompose};
use cri_core::{Cri, CriRef, Revision};
use cri_footprint::{Inputs, probe, value};

probe!(Inputs::Pairs, |work| {
    let base = value(Cri::decode(work.base))?;
    let reference = value(CriRef::decode(work.reference))?;
    let sections = value(base.resolve(reference))?.sections().without_fragment();
    let endpoint = black_box(Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap));
    let mut options = OptionWriter::new(work.space);
    value(options.add_all(value(decompose(sections, &endpoint, Revision::Draft16))?))?;
    black_box(options.finish());
    Some(())
});
