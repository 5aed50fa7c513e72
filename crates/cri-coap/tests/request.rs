//! Requests for CRIs through the traits of `coap-request` (features `coap-request` and `coap-request-implementations`).
#![cfg(all(feature = "coap-request", feature = "coap-request-implementations"))]

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use coap_lite::{MessageClass, Packet, ResponseType};
use coap_message::{MinimalWritableMessage, ReadableMessage};
use coap_message_implementations::inmemory::MessageMut;
use coap_request::{Request, Stack};
use cri_coap::{CriRequest, Decomposed, Endpoint, Method, Transport, UriPath, decompose};
use cri_core::{Cri, Revision};

/// A stack that answers each request with 2.05 and the bytes of the request.
struct Echo;

impl Stack for Echo {
    type RequestUnionError = <Packet as MinimalWritableMessage>::UnionError;
    type RequestMessage<'a> = Packet;
    type ResponseMessage<'a> = Packet;
    type TransportError = Self::RequestUnionError;

    async fn request<R: Request<Self>>(
        &mut self,
        mut request: R,
    ) -> Result<R::Output, Self::TransportError> {
        let mut message = Packet::new();
        let carry = request.build_request(&mut message).await?;
        let mut response = Packet::new();
        response.header.code = MessageClass::Response(ResponseType::Content);
        response.payload = message.to_bytes().expect("a short message");
        Ok(request.process_response(&response, carry).await)
    }
}

/// The output of a request, which never waits.
fn sent<R: Request<Echo>>(request: R) -> R::Output {
    let mut stack = Echo;
    match pin!(stack.request(request)).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Ok(output)) => output,
        _ => panic!("the stack does not wait, and does not fail"),
    }
}

// [-1, [h'C0000201'], ["s", "temp"], ["q"]]
const WITH_QUERY: &[u8] = b"\x84\x20\x81\x44\xc0\x00\x02\x01\x82\x61s\x64temp\x81\x61q";
// [-1, [h'C0000201'], ["s", "temp"]]
const PATH_ONLY: &[u8] = b"\x83\x20\x81\x44\xc0\x00\x02\x01\x82\x61s\x64temp";

fn options(cri: &[u8]) -> Decomposed<'_> {
    let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
    decompose(Cri::decode(cri).unwrap(), &endpoint, Revision::Draft16).unwrap()
}

#[test]
fn a_stack_sends_requests_for_cris() {
    let bytes = |response: &Packet| response.payload().to_vec();
    let get = CriRequest::new(Method::Get, options(WITH_QUERY), bytes);
    assert_eq!(sent(get), b"\x40\x01\0\0\xb1s\x04temp\x41q");
    let fetch = CriRequest::new(Method::Fetch, options(WITH_QUERY), bytes)
        .with_options(&[(4, b"e"), (12, b"\x3c"), (17, b"\x3c")])
        .with_payload(b"\x80");
    assert_eq!(sent(fetch), b"\x40\x05\0\0\x41e\x71s\x04temp\x11\x3c\x31q\x21\x3c\xff\x80");
}

/// Some message types sort the options. This one refuses an option whose number is less than that of the last.
#[test]
fn options_of_both_kinds_are_written_in_order() {
    let more: &[(u16, &[u8])] = &[(4, b"e"), (11, b"x"), (12, b"\x3c"), (15, b"z"), (17, b"\x3c")];
    let fetch =
        CriRequest::new(Method::Fetch, options(WITH_QUERY), drop::<&Packet>).with_options(more);
    let (mut code, mut tail) = (0, [0; 32]);
    fetch.write(&mut MessageMut::new_in_slice(&mut code, &mut tail)).expect("options in order");
    assert_eq!(
        (code, tail.starts_with(b"\x41e\x71s\x04temp\x01x\x11\x3c\x31q\x01z\x21\x3c")),
        (5, true),
        "{tail:x?}"
    );
}

#[test]
fn a_path_goes_into_the_requests_of_other_crates() {
    let path = UriPath::new(options(PATH_ONLY)).expect("a path only");
    let request = coap_request_implementations::Code::get().with_path(path);
    let bytes = sent(request.processing_response_payload_through(<[u8]>::to_vec));
    assert_eq!(bytes.unwrap(), b"\x40\x01\0\0\xb1s\x04temp");
    assert!(UriPath::new(options(WITH_QUERY)).is_none());
}
