//! Converts a CRI to a URI.
#![no_std]
#![no_main]

use core::hint::black_box;

use cri_core::{CriRef, Revision};
use cri_footprint::{Inputs, Sink, probe, value};
use cri_uri::{Options, ToUri};

probe!(Inputs::Single, |work| {
    let cri = value(CriRef::decode(work.base))?;
    let mut text = Sink::new(work.space);
    value(value(cri.to_uri(Options::coap(Revision::Draft16)))?.write_to(&mut text))?;
    black_box(text.as_bytes());
    Some(())
});
