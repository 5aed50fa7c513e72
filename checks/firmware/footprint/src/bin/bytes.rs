//! Refers to the bytes of a CRI. The probe `literal` must not be larger.
#![no_std]
#![no_main]

use core::hint::black_box;

use cri_footprint::{Inputs, probe};

/// `coap://example.com/sensors/temp?unit=c`
const CRI: &[u8] = b"\x84\x20\x82\x67example\x63com\x82\x67sensors\x64temp\x81\x66unit=c";

probe!(Inputs::Single, |_| {
    black_box(CRI);
    Some(())
});
