//! Decodes a base and a reference.
#![no_std]
#![no_main]

use core::hint::black_box;

use cri_core::{Cri, CriRef};
use cri_footprint::{Inputs, probe, value};

probe!(Inputs::Pairs, |work| {
    let base = value(Cri::decode(work.base))?;
    let reference = value(CriRef::decode(work.reference))?;
    black_box((&base, &reference));
    Some(())
});
