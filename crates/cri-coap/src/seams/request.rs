//! Requests for CRIs that any CoAP stack with the traits of `coap-request` can send (feature `coap-request`).

use core::fmt;

use coap_message::{Code, MinimalWritableMessage, OptionNumber};
use coap_request::{Request, Stack};

use crate::aif::method::Method;
use crate::request::decompose::Decomposed;
use crate::seams::message;

/// A request for a CRI: its method, the CRI's options, further options, and a payload. It implements
/// [`coap_request::Request`].
///
/// `on_response` gets the response message. A client must not ignore critical options in it that it does not know (RFC
/// 7252 section 5.4.1).
///
/// A stack decides where a request goes before it takes the request. The caller decomposes the CRI for the same endpoint.
///
/// ```
/// use cri_coap::{CriRequest, Endpoint, Method, Transport, decompose};
/// use cri_core::{Cri, Revision};
/// # use coap_lite::Packet;
/// # use coap_message::ReadableMessage;
/// # use coap_request::{Request, Stack};
/// # struct Loopback;
/// # impl Stack for Loopback {
/// #     type RequestUnionError = <Packet as coap_message::MinimalWritableMessage>::UnionError;
/// #     type RequestMessage<'a> = Packet;
/// #     type ResponseMessage<'a> = Packet;
/// #     type TransportError = Self::RequestUnionError;
/// #     async fn request<R: Request<Self>>(&mut self, mut request: R) -> Result<R::Output, Self::TransportError> {
/// #         let mut message = Packet::new();
/// #         let carry = request.build_request(&mut message).await?;
/// #         Ok(request.process_response(&message, carry).await)
/// #     }
/// # }
/// async fn read(stack: &mut Loopback, cri: Cri<'_>) -> Result<Vec<u8>, Box<dyn core::error::Error>> {
///     let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
///     let options = decompose(cri, &endpoint, Revision::Draft16)?;
///     let request = CriRequest::new(Method::Get, options, |response: &Packet| response.payload().to_vec());
///     Ok(stack.request(request).await.map_err(|error| format!("{error:?}"))?)
/// }
/// # let cri = Cri::decode(b"\x83\x20\x81\x61h\x81\x61s")?;
/// # let mut stack = Loopback;
/// # let future = core::pin::pin!(read(&mut stack, cri));
/// # let found = future.poll(&mut core::task::Context::from_waker(core::task::Waker::noop()));
/// # assert!(matches!(found, core::task::Poll::Ready(Ok(payload)) if payload.is_empty()));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct CriRequest<'a, F> {
    method: Method,
    options: Decomposed<'a>,
    more: &'a [(u16, &'a [u8])],
    payload: &'a [u8],
    on_response: F,
}

impl<'a, F> CriRequest<'a, F> {
    /// A request with these options and no payload. Its output is what `on_response` returns.
    #[must_use]
    pub const fn new(method: Method, options: Decomposed<'a>, on_response: F) -> Self {
        Self { method, options, more: &[], payload: &[], on_response }
    }

    /// Returns the request with these further options, such as Content-Format. They are pairs of number and value, in
    /// ascending order of the numbers.
    #[must_use]
    pub fn with_options(self, more: &'a [(u16, &'a [u8])]) -> Self {
        Self { more, ..self }
    }

    /// Returns the request with this payload. An empty one is no payload.
    #[must_use]
    pub fn with_payload(self, payload: &'a [u8]) -> Self {
        Self { payload, ..self }
    }

    /// Writes code, options and payload to an empty message. A stack calls it through its trait.
    ///
    /// # Errors
    ///
    /// The errors of the message.
    pub fn write<M: MinimalWritableMessage>(&self, message: &mut M) -> Result<(), M::UnionError> {
        message.set_code(M::Code::new(self.method.code())?);
        let mut more = self.more;
        for option in self.options.clone() {
            let before = more.iter().take_while(|(number, _)| *number < option.number()).count();
            let (first, rest) = more.split_at_checked(before).unwrap_or_default();
            write_pairs(first, message)?;
            more = rest;
            message::write([option], message)?;
        }
        write_pairs(more, message)?;
        if !self.payload.is_empty() {
            message.set_payload(self.payload)?;
        }
        Ok(())
    }
}

fn write_pairs<M: MinimalWritableMessage>(
    pairs: &[(u16, &[u8])],
    message: &mut M,
) -> Result<(), M::UnionError> {
    pairs.iter().try_for_each(|(number, value)| {
        Ok(message.add_option(M::OptionNumber::new(*number)?, value)?)
    })
}

impl<S: Stack + ?Sized, F, T> Request<S> for CriRequest<'_, F>
where
    F: FnMut(&S::ResponseMessage<'_>) -> T,
{
    type Output = T;
    type Carry = ();

    async fn build_request(
        &mut self,
        request: &mut S::RequestMessage<'_>,
    ) -> Result<(), S::RequestUnionError> {
        self.write(request)
    }

    async fn process_response(&mut self, response: &S::ResponseMessage<'_>, (): ()) -> T {
        (self.on_response)(response)
    }
}

/// Shows all but the function for the response.
impl<F> fmt::Debug for CriRequest<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CriRequest")
            .field("method", &self.method)
            .field("options", &self.options)
            .field("more", &self.more)
            .field("payload", &self.payload)
            .finish_non_exhaustive()
    }
}
