//! Refers to a literal: its bytes and the offsets of its sections.
#![no_std]
#![no_main]

use core::hint::black_box;

use cri_footprint::{Inputs, probe};
use cri_literal::{Cri, cri};

const CRI: Cri<'static> = cri!("coap://example.com/sensors/temp?unit=c");

probe!(Inputs::Single, |_| {
    black_box(&CRI);
    Some(())
});
