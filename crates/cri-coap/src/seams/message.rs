//! Options in messages of other crates, through the traits of `coap-message` (feature `coap-message`).
//!
//! [`Message`] makes [`Options`] of a message. Functions of this crate that read the options of a request, such as
//! [`compose`](crate::compose()), take it. [`write()`] adds options to a message.
//!
//! ```
//! use cri_coap::{Decompose, Endpoint, Transport, compose, message};
//! use cri_core::{ArrayBuffer, Cri, Revision};
//! # use coap_lite::Packet;
//!
//! let cri = Cri::decode(b"\x83\x20\x81\x61h\x81\x67sensors")?; // [-1, ["h"], ["sensors"]]
//! let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
//! let mut request = Packet::new();
//! message::write(cri.decompose(&endpoint, Revision::Draft16)?, &mut request)?;
//!
//! let asked = compose(message::Message(&request), &endpoint, Revision::Draft16, ArrayBuffer::<64>::new())?;
//! assert_eq!(asked.as_cri(), cri);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use coap_message::{MessageOption, MinimalWritableMessage, OptionNumber, ReadableMessage};
use cri_core::{Buffer, EncodeErrorKind, SliceBuffer};

use crate::aif::method::Method;
use crate::aif::rules::Aif;
use crate::options::numbers::{MAX_TEXT, URI_PATH};
use crate::options::value::CoapOption;
use crate::options::{ByNumber, Options};
use crate::proxy::{Conflicts, Origin, identifying_option, read_origin};
use crate::proxy_error::{ProxyError, ProxyErrorKind};
use crate::request::decompose::is_same;

/// Adds the options of [`Decompose`](crate::Decompose) or [`decompose_location`](crate::decompose_location()) to a
/// message.
///
/// The options come in ascending order of their numbers. The message must not hold options with higher numbers.
///
/// # Errors
///
/// The errors of the message. Options that were added before the error stay in the message.
pub fn write<'a, M: MinimalWritableMessage>(
    options: impl IntoIterator<Item = CoapOption<'a>>,
    message: &mut M,
) -> Result<(), M::UnionError> {
    options.into_iter().try_for_each(|option| {
        let number = M::OptionNumber::new(option.number())?;
        let value = option.value();
        let mut space = [0; MAX_TEXT];
        // INVARIANT: no value is longer than `MAX_TEXT`.
        let bytes =
            value.as_bytes().unwrap_or_else(|| value.write_into(&mut space).unwrap_or_default());
        Ok(message.add_option(number, bytes)?)
    })
}

/// Returns which resource a request asks for, as [`origin`](crate::origin()) does.
///
/// A value of `coap-message` lives no longer than its option, so the function copies one value to `space`.
/// 1034 bytes are enough for every value, even of Proxy-Uri.
///
/// ```
/// use cri_coap::{Conflicts, Origin, message};
/// # use coap_lite::{CoapOption, Packet};
///
/// let mut request = Packet::new();
/// request.add_option(CoapOption::ProxyUri, b"coap://h/a".to_vec());
/// let mut space = [0; 1034];
/// assert_eq!(message::origin(&request, Conflicts::Reject, &mut space)?, Origin::Uri("coap://h/a"));
/// # Ok::<(), cri_coap::ProxyError>(())
/// ```
///
/// # Errors
///
/// Any [`ProxyErrorKind`] but `NotByNumber` and `Compose`. `Encode` with `BufferFull` means that `space` is too small.
pub fn origin<'s>(
    message: &impl ReadableMessage,
    conflicts: Conflicts,
    space: &'s mut [u8],
) -> Result<Origin<'s>, ProxyError> {
    let options = Message(message);
    let Some(number) = identifying_option(&options, conflicts)? else {
        return Ok(Origin::Endpoint);
    };
    let len = options.try_fold_of(number, 0, |_, value| {
        // A wrong length is an error by itself, whatever the space.
        let full = ProxyError::new(ProxyErrorKind::Encode(EncodeErrorKind::BufferFull), number);
        let copied = SliceBuffer::new(space).push_bytes(value).map(|()| value.len());
        copied.map_err(|_| read_origin(number, value).err().unwrap_or(full))
    })?;
    read_origin(number, space.get(..len).unwrap_or_default())
}

/// Returns the Uri-Path options of a request, in the order of the message, as [`uri_path`](crate::uri_path()) does.
///
/// ```
/// use cri_coap::message;
/// use coap_message::MessageOption;
/// # use coap_lite::{CoapOption, Packet};
///
/// let mut request = Packet::new();
/// request.add_option(CoapOption::UriPath, b"sensors".to_vec());
/// request.add_option(CoapOption::UriPath, b"temp".to_vec());
/// let mut rest = message::uri_path(&request).strip_prefix(["sensors"]).expect("a sensor");
/// assert!(rest.next().is_some_and(|option| option.value() == b"temp"));
/// assert!(rest.next().is_none());
/// ```
pub fn uri_path<M: ReadableMessage>(message: &M) -> UriPathOptions<M::OptionsIter<'_>> {
    UriPathOptions { options: message.options() }
}

/// The Uri-Path options of a message. [`uri_path`] returns it.
#[derive(Clone, Debug)]
pub struct UriPathOptions<I> {
    options: I,
}

impl<O: MessageOption, I: Iterator<Item = O>> UriPathOptions<I> {
    /// Returns the options that follow `prefix`, or `None` if the path does not begin with all segments of `prefix`.
    ///
    /// It takes `self`, because the iterators of many libraries are not `Clone`. To try another prefix, call [`uri_path`]
    /// again.
    #[must_use]
    pub fn strip_prefix<'p>(mut self, prefix: impl IntoIterator<Item = &'p str>) -> Option<Self> {
        let mut prefix = prefix.into_iter();
        let is_next =
            |text: &str| self.next().is_some_and(|option| is_same(option.value(), text.as_bytes()));
        prefix.all(is_next).then_some(self)
    }
}

impl<O: MessageOption, I: Iterator<Item = O>> Iterator for UriPathOptions<I> {
    type Item = O;

    fn next(&mut self) -> Option<O> {
        self.options.find(|option| option.number() == URI_PATH)
    }
}

/// Whether a rule permits a request, as [`Aif::allows`] does. The request's code says which method it asks for. Other
/// codes than those of a [`Method`] are refused.
#[must_use]
pub fn allows(rules: &Aif<'_>, request: &impl ReadableMessage) -> bool {
    let method = Method::from_code(request.code().into());
    method.is_some_and(|method| rules.allows(method, Message(request)))
}

/// The options of another crate's message.
///
/// ```
/// use cri_coap::message::Message;
/// use cri_coap::unrecognized_critical;
/// # use coap_lite::{CoapOption, Packet};
///
/// let mut request = Packet::new();
/// request.add_option(CoapOption::UriPath, b"s".to_vec());
/// assert_eq!(unrecognized_critical(Message(&request), |_| false), None);
/// request.add_option(CoapOption::Unknown(65001), Vec::new());
/// assert_eq!(unrecognized_critical(Message(&request), |_| false), Some(65001));
/// ```
#[derive(Debug)]
pub struct Message<'m, M>(pub &'m M);

impl<M: ReadableMessage> Options for Message<'_, M> {
    fn try_fold_all<A, E>(
        &self,
        init: A,
        mut fold: impl FnMut(A, u16, &[u8]) -> Result<A, E>,
    ) -> Result<A, E> {
        self.0
            .options()
            .try_fold(init, |state, option| fold(state, option.number(), option.value()))
    }
}
