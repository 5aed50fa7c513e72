//! Decodes a CRI.
#![no_std]
#![no_main]

use core::hint::black_box;

use cri_core::Cri;
use cri_footprint::{Inputs, probe, value};

probe!(Inputs::Single, |work| {
    let cri = value(Cri::decode(work.base))?;
    black_box(&cri);
    Some(())
});
