//! Decodes a CRI with minicbor alone. It expects a scheme number and an authority, and checks no rule of CRIs.
#![no_std]
#![no_main]

use core::hint::black_box;

use cri_footprint::{Inputs, probe, value};
use minicbor::Decoder;
use minicbor::data::Type;
use minicbor::decode::Error;

/// The parts of a CRI.
#[derive(Default)]
struct Parts<'b> {
    scheme: i64,
    address: Option<&'b [u8]>,
    labels: Texts<'b>,
    port: Option<i64>,
    path: Texts<'b>,
    query: Texts<'b>,
    fragment: Option<&'b str>,
}

/// Texts in CBOR, for `Decoder::str`.
#[derive(Clone, Copy, Default)]
struct Texts<'b> {
    encoded: &'b [u8],
    count: u64,
}

/// Reads past the texts of an array. A null is no texts.
fn texts<'b>(decoder: &mut Decoder<'b>) -> Result<Texts<'b>, Error> {
    if decoder.datatype()? == Type::Null {
        decoder.null()?;
        return Ok(Texts::default());
    }
    let count = decoder.array()?.unwrap_or_default();
    let encoded = decoder.input().get(decoder.position()..).unwrap_or_default();
    for _ in 0..count {
        decoder.str()?;
    }
    Ok(Texts { encoded, count })
}

fn parts<'b>(decoder: &mut Decoder<'b>, parts: &mut Parts<'b>) -> Result<(), Error> {
    let sections = decoder.array()?.unwrap_or_default();
    parts.scheme = decoder.i64()?;
    let items = decoder.array()?.unwrap_or_default();
    parts.labels.encoded = decoder.input().get(decoder.position()..).unwrap_or_default();
    for _ in 0..items {
        match decoder.datatype()? {
            Type::Bytes => parts.address = Some(decoder.bytes()?),
            Type::String => {
                decoder.str()?;
                parts.labels.count = parts.labels.count.wrapping_add(1);
            }
            _ => parts.port = Some(decoder.i64()?),
        }
    }
    if sections > 2 {
        parts.path = texts(decoder)?;
    }
    if sections > 3 {
        parts.query = texts(decoder)?;
    }
    if sections > 4 {
        parts.fragment = Some(decoder.str()?);
    }
    Ok(())
}

probe!(Inputs::Single, |work| {
    let mut found = Parts::default();
    value(parts(&mut Decoder::new(work.base), &mut found))?;
    black_box(&found);
    Some(())
});
