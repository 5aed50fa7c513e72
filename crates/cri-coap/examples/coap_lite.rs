//! A request for a CRI, and the CRI of a received request, with `coap-lite` as the CoAP library.
//!
//! `cargo run -p cri-coap --example coap_lite --features coap-message`

use std::error::Error;
use std::net::SocketAddr;

use coap_lite::{MessageClass, MessageType, Packet, RequestType};
use cri_coap::{Decompose, Endpoint, Transport, compose, message};
use cri_core::{Cri, CriRef, Revision};

fn main() -> Result<(), Box<dyn Error>> {
    // A base, [-1, [h'C6336401'], ["sensors"]], and a link in its document, [1, ["temp"], ["u=c"]].
    let base = Cri::decode(b"\x83\x20\x81\x44\xc6\x33\x64\x01\x81\x67sensors")?;
    let link = CriRef::decode(b"\x83\x01\x81\x64temp\x81\x63u=c")?;

    // The client: a resolved pair decomposes without a buffer. Only the packet copies the options.
    let server: SocketAddr = "198.51.100.1:5683".parse()?;
    let endpoint = Endpoint::from_socket_addr(server, Transport::Coap);
    let mut request = Packet::new();
    request.header.set_type(MessageType::Confirmable);
    request.header.code = MessageClass::Request(RequestType::Get);
    request.header.message_id = 0x1234;
    let options = base.resolve(link)?.decompose(&endpoint, Revision::Draft16)?;
    for option in options.clone() {
        println!("{option}");
    }
    message::write(options, &mut request)?;
    let datagram = request.to_bytes().map_err(|error| error.to_string())?;
    println!("{}", datagram.iter().map(|byte| format!("{byte:02x}")).collect::<String>());

    // The server: which CRI does the client ask for?
    let received = Packet::from_bytes(&datagram).map_err(|error| error.to_string())?;
    let cri = compose(message::Message(&received), &endpoint, Revision::Draft16, Vec::new())?;
    println!("{cri:?}");
    assert_eq!(cri.as_cri(), base.resolve(link)?);
    Ok(())
}
