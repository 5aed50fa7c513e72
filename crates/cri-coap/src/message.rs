//! Options in messages of other crates, through the traits of `coap-message` (feature `coap-message`).
//!
//! Each function but [`write()`] does what the function of that name does, or the method of [`Aif`]. It takes a message
//! where the other takes an iterator of options.
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

use crate::aif::method::{Method, MethodSet};
use crate::aif::rules::Aif;
use crate::coap_option::CoapOption;
use crate::compose::{RequestScheme, compose_with};
use crate::critical::find_unrecognized;
use crate::endpoint::Endpoint;
use crate::error::{ComposeError, ProxyError, ProxyErrorKind};
use crate::location::compose_from;
use crate::option::MAX_TEXT;
use crate::option_source::OptionSource;
use crate::proxy::{Conflicts, Origin, check_path_abbrev, identifying_option, read_origin};

/// Adds the options of [`Decompose`](crate::Decompose) or [`decompose_location`](crate::decompose_location()) to a
/// message.
///
/// The options come in ascending order of their numbers. The message must not hold options with higher numbers.
///
/// ```
/// use cri_coap::{Decompose, Endpoint, Transport, message};
/// use cri_core::{Cri, Revision};
/// # use coap_lite::Packet;
///
/// let cri = Cri::decode(b"\x83\x20\x81\x61h\x81\x61a")?; // [-1, ["h"], ["a"]]
/// let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
/// let mut request = Packet::new();
/// message::write(cri.decompose(&endpoint, Revision::Draft16)?, &mut request)?;
/// assert_eq!(request.options().count(), 2);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
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
        let mut pieces = value.pieces();
        let (first, more) = (pieces.next().unwrap_or_default(), pieces.next().is_some());
        // Only the value of a host has several pieces.
        let mut space = [0; MAX_TEXT];
        // INVARIANT: no value is longer than `MAX_TEXT`.
        let bytes = if more { value.write_into(&mut space).unwrap_or_default() } else { first };
        Ok(message.add_option(number, bytes)?)
    })
}

/// Composes the CRI that a request asks `endpoint` for, as [`compose`](crate::compose()) does.
///
/// ```
/// use cri_coap::{Decompose, Endpoint, Transport, message};
/// use cri_core::{ArrayBuffer, Cri, Revision};
/// # use coap_lite::Packet;
///
/// let cri = Cri::decode(b"\x83\x20\x81\x61h\x81\x61a")?; // [-1, ["h"], ["a"]]
/// let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
/// let mut request = Packet::new();
/// message::write(cri.decompose(&endpoint, Revision::Draft16)?, &mut request)?;
/// let asked = message::compose(&request, &endpoint, Revision::Draft16, ArrayBuffer::<32>::new())?;
/// assert_eq!(asked.as_cri(), cri);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
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
    compose_with(
        &Message(message),
        RequestScheme::of(endpoint, revision),
        endpoint,
        revision,
        buffer,
    )
}

/// Composes the CRI reference of a response's location, as [`compose_location`](crate::compose_location()) does.
///
/// ```
/// use cri_coap::message;
/// use cri_core::{ArrayBuffer, Revision};
/// # use coap_lite::{CoapOption, Packet};
///
/// let mut response = Packet::new();
/// response.add_option(CoapOption::LocationPath, b"rd".to_vec());
/// let location = message::compose_location(&response, Revision::Draft16, ArrayBuffer::<32>::new())?;
/// assert_eq!(format!("{:?}", location.expect("a location")), r#"[true, ["rd"]]"#);
/// # Ok::<(), cri_coap::ComposeError>(())
/// ```
///
/// # Errors
///
/// `TooLong`, `InvalidUtf8`, `BufferFull`, and `Rule` for the segments `.` and `..`.
pub fn compose_location<B: Buffer>(
    message: &impl ReadableMessage,
    revision: Revision,
    buffer: B,
) -> Result<Option<CriRefBuf<B>>, ComposeError> {
    compose_from(&Message(message), revision, buffer)
}

/// Returns which resource a request asks for, as [`origin`](crate::origin()) does.
///
/// A value of `coap-message` lives no longer than its option, so the function copies one value to `space`.
/// [`MAX_PROXY_URI`](crate::option::MAX_PROXY_URI) bytes are enough for every value.
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
    let len = options.try_fold(number, 0, |_, value| {
        let Some(room) = space.get_mut(..value.len()) else {
            // A wrong length is an error by itself, whatever the space.
            let full = ProxyError::new(ProxyErrorKind::Encode(EncodeErrorKind::BufferFull), number);
            return Err(read_origin(number, value).err().unwrap_or(full));
        };
        for (to, from) in room.iter_mut().zip(value) {
            *to = *from;
        }
        Ok(value.len())
    })?;
    read_origin(number, space.get(..len).unwrap_or_default())
}

/// Returns the number of the first critical option of a request that counts as unrecognized, as
/// [`unrecognized_critical`](crate::unrecognized_critical()) does.
///
/// ```
/// use cri_coap::message;
/// # use coap_lite::{CoapOption, Packet};
///
/// let mut request = Packet::new();
/// request.add_option(CoapOption::UriPath, b"s".to_vec());
/// assert_eq!(message::unrecognized_critical(&request, |_| false), None);
/// request.add_option(CoapOption::Unknown(65001), Vec::new());
/// assert_eq!(message::unrecognized_critical(&request, |_| false), Some(65001));
/// ```
#[must_use]
pub fn unrecognized_critical(
    request: &impl ReadableMessage,
    is_known: impl Fn(u16) -> bool,
) -> Option<u16> {
    find_unrecognized(&Message(request), is_known)
}

/// Checks that a request does not combine Uri-Path-Abbrev with another option that has the path, as
/// [`check_uri_path_abbrev`](crate::check_uri_path_abbrev) does.
///
/// ```
/// use cri_coap::message;
/// # use coap_lite::{CoapOption, Packet};
///
/// let mut request = Packet::new();
/// request.add_option(CoapOption::Unknown(65001), vec![1]);
/// assert!(message::check_uri_path_abbrev(&request, 65001).is_ok());
/// request.add_option(CoapOption::UriPath, b"a".to_vec());
/// assert!(message::check_uri_path_abbrev(&request, 65001).is_err());
/// ```
///
/// # Errors
///
/// `Mixed`, with the number of the option beside Uri-Path-Abbrev.
pub fn check_uri_path_abbrev(
    message: &impl ReadableMessage,
    uri_path_abbrev: u16,
) -> Result<(), ProxyError> {
    check_path_abbrev(&Message(message), uri_path_abbrev)
}

/// Composes the CRI of an origin with a scheme number, as [`Origin::compose`] does.
///
/// ```
/// use cri_coap::{Conflicts, Endpoint, Transport, message};
/// use cri_core::{ArrayBuffer, Revision};
/// # use coap_lite::{CoapOption, Packet};
///
/// let mut request = Packet::new();
/// request.add_option(CoapOption::UriHost, b"h".to_vec());
/// request.add_option(CoapOption::Unknown(239), vec![2]); // Proxy-Scheme-Number: http
/// let mut space = [0; 8];
/// let origin = message::origin(&request, Conflicts::Reject, &mut space)?;
/// let proxy = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
/// let cri =
///     message::compose_origin(origin, &request, Some(80), &proxy, Revision::Rfc9988, ArrayBuffer::<32>::new())?;
/// assert_eq!(format!("{cri:?}"), r#"[-3, ["h"]]"#);
/// # Ok::<(), cri_coap::ProxyError>(())
/// ```
///
/// # Errors
///
/// `Compose`, with the option that is wrong; `NotByNumber` for any other origin.
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

/// Whether a rule permits a request, as [`Aif::allows`] does. The request's code says which method it asks for. Other
/// codes than those of a [`Method`] are refused.
///
/// ```
/// use cri_coap::aif::Aif;
/// use cri_coap::message;
/// # use coap_lite::{CoapOption, MessageClass, Packet, RequestType};
///
/// let rules = Aif::decode(b"\x81\x82\x81\x81\x61s\x01")?; // [[[["s"]], 1]]
/// let mut request = Packet::new();
/// request.header.code = MessageClass::Request(RequestType::Get);
/// request.add_option(CoapOption::UriPath, b"s".to_vec());
/// assert!(message::allows(&rules, &request));
/// request.header.code = MessageClass::Request(RequestType::Put);
/// assert!(!message::allows(&rules, &request));
/// # Ok::<(), cri_coap::aif::AifError>(())
/// ```
#[must_use]
pub fn allows(rules: &Aif<'_>, request: &impl ReadableMessage) -> bool {
    let method = Method::from_code(request.code().into());
    method.is_some_and(|method| permitted(rules, request, |_| false).has(method))
}

/// Returns all methods that the rules permit on the resource of a request, as [`Aif::permitted`] does.
///
/// ```
/// use cri_coap::aif::{Aif, Method};
/// use cri_coap::message;
/// # use coap_lite::{CoapOption, Packet};
///
/// let rules = Aif::decode(b"\x81\x82\x81\x80\x03")?; // [[[[]], 3]]
/// let root = Packet::new();
/// assert!(message::permitted(&rules, &root, |_| false).has(Method::Post));
/// # Ok::<(), cri_coap::aif::AifError>(())
/// ```
#[must_use]
pub fn permitted(
    rules: &Aif<'_>,
    request: &impl ReadableMessage,
    is_known: impl Fn(u16) -> bool,
) -> MethodSet {
    rules.permitted_by(&Message(request), is_known)
}

/// A message as the source of its options.
struct Message<'m, M>(&'m M);

impl<M: ReadableMessage> OptionSource for Message<'_, M> {
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
