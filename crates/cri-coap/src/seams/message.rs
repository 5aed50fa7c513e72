//! Options in messages of other crates, through the traits of `coap-message` (feature `coap-message`).
//!
//! [`Message`] makes [`Options`] of a message. Functions of this crate that read the options of a request, such as
//! [`compose`](crate::compose()), take it. [`write()`] adds options to a message.
//!
//! ```
//! use cri_coap::{Endpoint, Transport, compose, decompose, message};
//! use cri_core::{ArrayBuffer, Cri, Revision};
//! # use coap_lite::Packet;
//!
//! let cri = Cri::decode(b"\x83\x20\x81\x61h\x81\x67sensors")?; // [-1, ["h"], ["sensors"]]
//! let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
//! let mut request = Packet::new();
//! message::write(decompose(cri, &endpoint, Revision::Draft16)?, &mut request)?;
//!
//! let asked = compose(message::Message(&request), &endpoint, Revision::Draft16, ArrayBuffer::<64>::new())?;
//! assert_eq!(asked.as_cri(), cri);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use core::iter::Map;

use coap_message::{MessageOption, MinimalWritableMessage, OptionNumber, ReadableMessage};

use crate::options::Options;
use crate::options::error::OptionWriteError;
use crate::options::numbers::MAX_TEXT;
use crate::options::read::EncodedOptions;
use crate::options::value::CoapOption;
use crate::options::write::OptionWriter;

/// Adds the options of [`decompose`](crate::decompose()) or [`decompose_location`](crate::decompose_location()) to a
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

/// The options of another crate's message.
///
/// ```
/// use cri_coap::message::Message;
/// use cri_coap::{unrecognized_critical, uri_path};
/// # use coap_lite::{CoapOption, Packet};
///
/// let mut request = Packet::new();
/// request.add_option(CoapOption::UriPath, b"sensors".to_vec());
/// request.add_option(CoapOption::UriPath, b"temp".to_vec());
/// assert_eq!(unrecognized_critical(Message(&request), |_| false), None);
/// let mut rest = uri_path(Message(&request)).strip_prefix(["sensors"]).expect("a sensor");
/// assert!(rest.next().is_some_and(|value| value.as_ref() == b"temp"));
/// assert!(rest.next().is_none());
/// ```
#[derive(Debug)]
pub struct Message<'m, M>(pub &'m M);

impl<'m, M: ReadableMessage> Message<'m, M> {
    /// Copies the options to `space`, as a message holds them.
    ///
    /// A value of `coap-message` lives no longer than its option. [`origin`](crate::origin()) returns parts of values, so it
    /// takes a copy.
    ///
    /// ```
    /// use cri_coap::message::Message;
    /// use cri_coap::{Conflicts, Origin, origin};
    /// # use coap_lite::{CoapOption, Packet};
    ///
    /// let mut request = Packet::new();
    /// request.add_option(CoapOption::ProxyUri, b"coap://h/a".to_vec());
    /// let mut space = [0; 1152];
    /// let options = Message(&request).copy_to(&mut space)?;
    /// assert_eq!(origin(options, Conflicts::Reject)?, Origin::Uri("coap://h/a"));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `TooLong`, and `BufferFull` if `space` is too small.
    pub fn copy_to<'s>(self, space: &'s mut [u8]) -> Result<EncodedOptions<'s>, OptionWriteError> {
        let mut writer = OptionWriter::new(space);
        self.pairs().try_for_each(|(number, value)| writer.add(number, value.as_ref()))?;
        Ok(EncodedOptions::of_written(writer.finish()))
    }
}

impl<M> Clone for Message<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Message<'_, M> {}

impl<'m, M: ReadableMessage> Options for Message<'m, M> {
    type Value = MessageValue<M::MessageOption<'m>>;
    type Pairs = Map<M::OptionsIter<'m>, fn(M::MessageOption<'m>) -> (u16, Self::Value)>;

    fn pairs(self) -> Self::Pairs {
        self.0.options().map(|option| (option.number(), MessageValue(option)))
    }
}

/// The value of an option of a [`Message`].
#[derive(Clone, Debug)]
pub struct MessageValue<O>(O);

impl<O: MessageOption> AsRef<[u8]> for MessageValue<O> {
    fn as_ref(&self) -> &[u8] {
        self.0.value()
    }
}
