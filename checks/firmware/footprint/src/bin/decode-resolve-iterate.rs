//! Decodes a base and a reference, resolves, and iterates the result's segments and parameters.
#![no_std]
#![no_main]

use core::hint::black_box;

use cri_core::{Cri, CriRef};
use cri_footprint::{Inputs, probe, value};

probe!(Inputs::Pairs, |work| {
    let base = value(Cri::decode(work.base))?;
    let reference = value(CriRef::decode(work.reference))?;
    let sections = value(base.resolve(reference))?.sections();
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
    Some(())
});
