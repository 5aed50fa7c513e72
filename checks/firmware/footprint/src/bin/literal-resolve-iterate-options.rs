//! Resolves two literals, iterates the result's segments and parameters, and writes its CoAP options.
#![no_std]
#![no_main]

use core::hint::black_box;

use cri_coap::{Endpoint, Transport, decompose};
use cri_core::Revision;
use cri_footprint::{Inputs, probe, value};
use cri_literal::{cri, cri_ref};

probe!(Inputs::Single, |work| {
    // A program with more than one base and reference reads them through pointers.
    let base = black_box(cri!("coap://example.com/sensors/temp?unit=c"));
    let reference = black_box(cri_ref!("../hall/temp"));
    let sections = value(base.resolve(reference))?.sections().without_fragment();
    if let Some(path) = sections.path() {
        for segment in path {
            black_box(&segment);
        }
    }
    if let Some(query) = sections.query() {
        for parameter in query {
            black_box(&parameter);
        }
    }
    let endpoint = black_box(Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap));
    for option in value(decompose(sections, &endpoint, Revision::Draft16))? {
        black_box(option.number());
        black_box(value(option.value().write_into(work.space))?);
    }
    Some(())
});
