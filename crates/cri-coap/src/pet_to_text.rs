//! Percent-encoded text (PET) of a CRI as plain text, which options can carry.

use cri_core::{Buffer, Builder, Component, Cri, CriBuf, Revision, SliceBuffer, TextOrPet, Value};

use crate::error::compose::{ComposeError, ComposeErrorKind, finish_full};
use crate::option::MAX_TEXT;
use crate::response_code::ResponseCode;

/// Returns the CRI with plain text in place of percent-encoded text in path and query, encoded for `revision`.
///
/// A CRI distinguishes `%2C` from `,`: the first is percent-encoded text (PET), and no option carries that (section
/// 8.1.1). A `coap` URI does not distinguish them, because options hold the decoded bytes of a segment or parameter (RFC
/// 7252 section 6.4 steps 8 and 9). Call this function before [`decompose`](crate::Decompose) if the CRI comes from a
/// `coap` URI, such as a Proxy-Uri. Do not call it for a Proxy-Cri, whose sender chose the bytes.
///
/// Scheme, authority and fragment stay as they are. The function clears `buffer` first.
///
/// ```
/// use cri_coap::{Decompose, DecomposeErrorKind, Endpoint, Transport, pet_to_text};
/// use cri_core::{ArrayBuffer, Cri, Revision};
///
/// // coap://h/a%2Cb: [-1, ["h"], [["a", h'2C', "b"]]]
/// let cri = Cri::decode(b"\x83\x20\x81\x61h\x81\x83\x61a\x41,\x61b")?;
/// let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
/// let error = cri.decompose(&endpoint, Revision::Draft16).unwrap_err();
/// assert_eq!(error.kind(), DecomposeErrorKind::Pet);
///
/// let cri = pet_to_text(cri, Revision::Draft16, ArrayBuffer::<32>::new())?;
/// assert_eq!(format!("{cri:?}"), r#"[-1, ["h"], ["a,b"]]"#);
/// assert!(cri.as_cri().decompose(&endpoint, Revision::Draft16).is_ok());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// `InvalidUtf8` for a segment or parameter whose bytes are not UTF-8; `TooLong` for one with PET of more than
/// [`MAX_TEXT`] bytes; `Zone` for a zone-id that the revision does not allow; and `BufferFull`.
pub fn pet_to_text<B: Buffer>(
    cri: Cri<'_>,
    revision: Revision,
    buffer: B,
) -> Result<CriBuf<B>, ComposeError> {
    let sections = cri.sections();
    let builder = sections.copy_before(Component::Path, Builder::new(revision, buffer));
    let mut space = [0; MAX_TEXT];
    let builder = sections.segments().try_fold(builder, |builder, segment| {
        text(segment, Component::Path, &mut space).map(|segment| builder.segment(segment))
    })?;
    let builder = sections.parameters().try_fold(builder, |builder, parameter| {
        text(parameter, Component::Query, &mut space).map(|parameter| builder.parameter(parameter))
    })?;
    finish_full(sections.copy_component(Component::Fragment, builder), Into::into)
}

/// Returns plain text as it is, and writes percent-encoded text to `space` as plain text.
fn text<'t>(
    item: TextOrPet<'t>,
    component: Component,
    space: &'t mut [u8; MAX_TEXT],
) -> Result<Value<'t>, ComposeError> {
    if item.text_bytes().is_some() {
        return Ok(Value::Item(item));
    }
    let mut buffer = SliceBuffer::new(space);
    // As `decompose` answers a text that no option carries. No option of the client has a wrong length.
    let too_long = ComposeError::new(ComposeErrorKind::TooLong, component)
        .with_code(ResponseCode::BAD_REQUEST);
    for piece in item.pieces() {
        buffer.push_bytes(piece.as_bytes()).map_err(|_| too_long)?;
    }
    let len = buffer.len();
    let text = core::str::from_utf8(space.get(..len).unwrap_or_default());
    text.map(Value::from).map_err(|_| ComposeError::new(ComposeErrorKind::InvalidUtf8, component))
}
