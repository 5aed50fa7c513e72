//! Decodes a base and a reference, resolves, and encodes the result.
#![no_std]
#![no_main]

use core::hint::black_box;

use cri_core::{Cri, CriRef, Revision, SliceBuffer};
use cri_footprint::{Inputs, probe, value};

probe!(Inputs::Pairs, |work| {
    let base = value(Cri::decode(work.base))?;
    let reference = value(CriRef::decode(work.reference))?;
    let resolved = value(base.resolve(reference))?;
    let encoded = value(resolved.encode_to(Revision::Draft16, SliceBuffer::new(work.space)))?;
    black_box(encoded.as_bytes());
    Some(())
});
