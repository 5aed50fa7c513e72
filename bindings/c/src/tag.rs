//! CRIs and CRI references in CBOR tag 99.

use core::ffi::{c_int, c_uint};

use cri_core::wire::{Head, Major};
use cri_core::{Component, TAG};

use crate::decode::cri_decode;
use crate::error::{cri_err, cri_error_t, finish};
use crate::kind::cri_kind;
use crate::output::Output;
use crate::pointer::{Place, all_apart, items, room};
use crate::reference::{cri_t, get, places};

/// Decodes all `len` bytes as one CRI or CRI reference in CBOR tag 99 (RFC 9988), and accepts only the given features. Returns
/// 0. The tag is not part of `cri`, which refers to the bytes after it.
///
/// Errors: CRI_ERR_MALFORMED, CRI_ERR_UNPROCESSABLE, CRI_ERR_FEATURE. An item that is not in this tag is CRI_ERR_MALFORMED, of
/// the kind CRI_KIND_NOT_TAGGED. Offsets count from the start of the tag.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_decode_tagged(
    cri: *mut cri_t,
    bytes: *const u8,
    len: usize,
    features: c_uint,
    error: *mut cri_error_t,
) -> c_int {
    let mut place = error;
    let apart = all_apart(&mut place, &[Place::of(cri)], &[Place::items(bytes, len)]);
    let bytes = apart.and_then(|()| items(bytes, len)).map_err(cri_error_t::from);
    let (head, content) = match bytes.and_then(after_tag) {
        Ok(found) => found,
        Err(found) => return found.report(place),
    };
    // This calls the function that decodes without a tag, and has no copy of it.
    let code = cri_decode(cri, content.as_ptr(), content.len(), features, error);
    if code < 0 && code != cri_err::CRI_ERR_ARGUMENT as c_int {
        // SAFETY: the contract of this library. The structure was written, because the function failed.
        if let Some(error) = error.as_mut() {
            error.offset = error.offset.wrapping_add(head);
        }
    }
    code
}

/// The length of the tag that `bytes` begins with, and its content.
fn after_tag(bytes: &[u8]) -> Result<(usize, &[u8]), cri_error_t> {
    let malformed = |kind| cri_error_t::new(cri_err::CRI_ERR_MALFORMED, kind).at(Component::Cri, 0);
    let head = Head::read(bytes).map_err(|kind| malformed(kind.into()))?;
    if head.major() != Major::Tag || head.argument() != TAG {
        return Err(malformed(cri_kind::CRI_KIND_NOT_TAGGED));
    }
    Ok((head.len(), bytes.get(head.len()..).unwrap_or_default()))
}

/// Writes the interchange form in CBOR tag 99. Returns the number of bytes written, with those of the tag.
///
/// There is no revision to choose: only RFC 9988 defines the tag, so the form is that of RFC 9988.
///
/// Errors: CRI_ERR_BUFFER.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_encode_tagged(
    cri: *const cri_t,
    buffer: *mut u8,
    capacity: usize,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        all_apart(error, &[Place::room(buffer, capacity)], &places(cri))?;
        let cri = get(cri)?;
        let mut output = Output::new(room(buffer, capacity)?);
        cri.sections().encode_tagged(&mut output)?;
        output.end()
    })
}
