//! Options into and out of the messages of other crates, by the traits of `coap-message` (feature `coap-message`).
//!
//! The functions are those of this crate, with a message in the place of an iterator of options.
//!
//! ```
//! use cri_coap::{Decompose, Endpoint, Transport, message};
//! use cri_core::{ArrayBuffer, Cri, Revision};
//! # use coap_lite::Packet;
//!
//! let cri = Cri::decode(b"\x83\x20\x81\x61h\x81\x67sensors")?; // [-1, ["h"], ["sensors"]]
//! let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
//! let mut request = Packet::new();
//! message::write(cri.decompose(&endpoint, Revision::Draft16)?, &mut request)?;
//!
//! let asked = message::compose(&request, &endpoint, Revision::Draft16, ArrayBuffer::<64>::new())?;
//! assert_eq!(asked.as_cri(), cri);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use coap_message::{MessageOption, MinimalWritableMessage, OptionNumber, ReadableMessage};
use cri_core::{Buffer, CriBuf, CriRefBuf, EncodeErrorKind, Revision};

use crate::compose::{Scheme, compose_with};
use crate::location::compose_from;
use crate::option::MAX_TEXT;
use crate::option_source::Source;
use crate::proxy::{asked, read};
use crate::{CoapOption, ComposeError, Conflicts, Endpoint, Origin, ProxyError, ProxyErrorKind};

/// Adds options to a message: those of [`Decompose`](crate::Decompose) or
/// [`decompose_location`](crate::decompose_location()).
///
/// They come in ascending order of their numbers; what the message holds already must be lower.
///
/// # Errors
///
/// Those of the message. What was added before stays there.
pub fn write<'a, M: MinimalWritableMessage>(
    options: impl IntoIterator<Item = CoapOption<'a>>,
    message: &mut M,
) -> Result<(), M::UnionError> {
    options.into_iter().try_for_each(|option| {
        let number = M::OptionNumber::new(option.number())?;
        let value = option.value();
        let mut pieces = value.pieces();
        let (first, more) = (pieces.next().unwrap_or_default(), pieces.next().is_some());
        // Only the labels of a host lie apart.
        let mut space = [0; MAX_TEXT];
        // INVARIANT: no value is longer than `MAX_TEXT`.
        let bytes = if more { value.write(&mut space).unwrap_or_default() } else { first };
        Ok(message.add_option(number, bytes)?)
    })
}

/// The CRI that a request asks `endpoint` for: [`compose`](crate::compose()).
///
/// # Errors
///
/// Any [`ComposeErrorKind`](crate::ComposeErrorKind).
pub fn compose<B: Buffer>(
    message: &impl ReadableMessage,
    endpoint: &Endpoint<'_>,
    revision: Revision,
    buffer: B,
) -> Result<CriBuf<B>, ComposeError> {
    compose_with(&Message(message), Scheme::of(endpoint, revision), endpoint, revision, buffer)
}

/// The CRI reference that a response gives as a location: [`compose_location`](crate::compose_location()).
///
/// # Errors
///
/// As that.
pub fn compose_location<B: Buffer>(
    message: &impl ReadableMessage,
    revision: Revision,
    buffer: B,
) -> Result<Option<CriRefBuf<B>>, ComposeError> {
    compose_from(&Message(message), revision, buffer)
}

/// What a request asks for, itself or something elsewhere: [`origin`](crate::origin()).
///
/// A message gives no value away for longer than an option of it lives, so that the one value that counts is copied to
/// `space`: [`MAX_PROXY_URI`](crate::option::MAX_PROXY_URI) bytes are enough for any.
///
/// ```
/// use cri_coap::{Conflicts, Origin, message, option};
/// # use coap_lite::{CoapOption, Packet};
///
/// let mut request = Packet::new();
/// request.add_option(CoapOption::ProxyUri, b"coap://h/a".to_vec());
/// let mut space = [0; option::MAX_PROXY_URI];
/// assert_eq!(message::origin(&request, Conflicts::Reject, &mut space)?, Origin::Uri("coap://h/a"));
/// # Ok::<(), cri_coap::ProxyError>(())
/// ```
///
/// # Errors
///
/// As that, and `Encode` with `BufferFull` where `space` is too small for the value.
pub fn origin<'s>(
    message: &impl ReadableMessage,
    conflicts: Conflicts,
    space: &'s mut [u8],
) -> Result<Origin<'s>, ProxyError> {
    let options = Message(message);
    let Some(number) = asked(&options, conflicts)? else { return Ok(Origin::Endpoint) };
    let len = options.try_fold(number, 0, |_, value| {
        let Some(room) = space.get_mut(..value.len()) else {
            // What is out of its bounds is so whatever the space.
            let full = ProxyError::new(ProxyErrorKind::Encode(EncodeErrorKind::BufferFull), number);
            return Err(read(number, value).err().unwrap_or(full));
        };
        for (to, from) in room.iter_mut().zip(value) {
            *to = *from;
        }
        Ok(value.len())
    })?;
    read(number, space.get(..len).unwrap_or_default())
}

/// The CRI of an origin by scheme number: [`Origin::compose`].
///
/// # Errors
///
/// As that.
pub fn compose_origin<B: Buffer>(
    origin: Origin<'_>,
    message: &impl ReadableMessage,
    default_port: Option<u16>,
    endpoint: &Endpoint<'_>,
    revision: Revision,
    buffer: B,
) -> Result<CriBuf<B>, ProxyError> {
    origin.compose_from(&Message(message), default_port, endpoint, revision, buffer)
}

/// The options of a message.
struct Message<'m, M>(&'m M);

impl<M: ReadableMessage> Source for Message<'_, M> {
    fn try_fold<A, E>(&self, number: u16, init: A, mut fold: impl FnMut(A, &[u8]) -> Result<A, E>) -> Result<A, E> {
        let mut options = self.0.options().filter(|option| option.number() == number);
        options.try_fold(init, |state, option| fold(state, option.value()))
    }
}
