//! Every operation of the library crates, linked for a microcontroller. See README.md.
#![no_std]
#![no_main]

use core::fmt::{self, Write};
use core::hint::black_box;
use core::panic::PanicInfo;

use cri_core::{ArrayBuffer, Builder, Cri, CriRef, Features, Ingested, Revision, SliceBuffer};
use cri_uri::{Options, ToUri, UriRef};

unsafe extern "C" {
    safe fn a_panic_can_be_reached() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    a_panic_can_be_reached()
}

/// Where output goes that nobody reads.
struct Nowhere(usize);

impl Write for Nowhere {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.wrapping_add(black_box(text).len());
        Ok(())
    }
}

/// Decodes, shows, compares, resolves, walks, encodes.
fn core(bytes: &[u8], other: &[u8], out: &mut impl Write) -> fmt::Result {
    match Ingested::decode_prefix(bytes, Features::NONE) {
        Ok((ingested, rest)) => write!(out, "{ingested:?}{}", rest.len())?,
        Err(error) => write!(out, "{error}")?,
    }
    let Ok(base) = Cri::decode(bytes) else { return Ok(()) };
    let Ok(reference) = CriRef::decode(other) else { return Ok(()) };
    match base.resolve(reference) {
        Ok(resolved) => {
            let sections = resolved.sections();
            for item in sections.path().into_iter().flatten().chain(sections.query().into_iter().flatten()) {
                write!(out, "{:?}{}", item, item.pieces().count())?;
            }
            let equal = resolved == base && base.cmp(&base).is_eq() && base.eq_ignoring_fragment(resolved);
            write!(out, "{equal}{resolved:?}{}", reference.diagnostic())?;
            match resolved.to_buf(Revision::Draft16, ArrayBuffer::<128>::new()) {
                Ok(cri) => write!(out, "{cri:?}"),
                Err(error) => write!(out, "{error}"),
            }
        }
        Err(error) => write!(out, "{error}"),
    }
}

/// Builds a CRI out of any text.
fn build(text: &str, space: &mut [u8], out: &mut impl Write) -> fmt::Result {
    let builder = Builder::new(Revision::Draft27, SliceBuffer::new(space));
    let builder = builder.scheme_name(text).userinfo(text).host(text).port(1).segment(text).parameter(text);
    match builder.fragment(text).finish_full() {
        Ok(cri) => write!(out, "{cri:?}"),
        Err(error) => write!(out, "{error}"),
    }
}

/// Goes from a URI to a CRI, and back.
fn convert(text: &str, space: &mut [u8], out: &mut impl Write) -> fmt::Result {
    let options = Options::coap(Revision::Draft16);
    let uri = match UriRef::parse(text) {
        Ok(uri) => uri,
        Err(error) => return write!(out, "{error}"),
    };
    write!(out, "{uri:?}")?;
    match uri.to_cri(options, SliceBuffer::new(space)) {
        Ok(cri) => match cri.as_cri_ref().to_uri(options) {
            Ok(uri) => write!(out, "{uri}{uri:?}"),
            Err(error) => write!(out, "{error}"),
        },
        Err(error) => write!(out, "{error}"),
    }
}

/// What the linker starts from. Nobody runs it.
#[unsafe(no_mangle)]
pub extern "C" fn probe() {
    let mut space = [0; 256];
    let mut out = Nowhere(0);
    let bytes = black_box(&[0_u8; 64]);
    let text = core::str::from_utf8(bytes).unwrap_or_default();
    let _ = core(bytes, black_box(bytes), &mut out);
    let _ = build(text, &mut space, &mut out);
    let _ = convert(text, &mut space, &mut out);
    black_box(out.0);
}
