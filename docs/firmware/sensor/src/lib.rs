//! A sensor that uses CRIs: it reads links from a message, resolves them, and writes the CoAP options of a request for each
//! target.
//!
//! This part of the firmware does not depend on the processor. `../cortex-m` and `../riscv` start it.
#![no_std]
#![forbid(unsafe_code)]

use core::fmt::Arguments;
use core::net::{IpAddr, Ipv6Addr};

use cri_coap::{Endpoint, OptionWriter, Transport, decompose};
use cri_core::{Cri, CriRef, Ingested, Revision};
use cri_literal::{cri, cri_ref};
use minicbor::Decode;

/// The resource that the sensor observes. The compiler checks the URI, and stores its CRI in flash.
const HALL: Cri<'static> = cri!("coap://[2001:db8::1]/sensors/hall/temperature?unit=c");

/// The list of all sensors.
const LIST: CriRef<'static> = cri_ref!("../?sort=name");

/// The server that answers for the resource.
const SERVER: Endpoint<'static> = Endpoint::new(
    IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1)),
    5683,
    Transport::Coap,
);

/// A message from another device: a temperature, and links to more. It borrows from the bytes that arrived.
#[derive(Decode)]
#[cbor(map)]
struct Notification<'b> {
    #[n(0)]
    celsius: i8,
    #[b(1)]
    history: Ingested<'b>,
    #[b(2)]
    help: Ingested<'b>,
}

/// `{0: 21, 1: [2, ["history"], ["last=24"]], 2: [-4, ["EXAMPLE"]]}`
///
/// The second link is not processable: a host in a CRI has no upper-case letters.
const MESSAGE: &[u8] =
    b"\xa3\x00\x15\x01\x83\x02\x81\x67history\x81\x67last=24\x02\x82\x23\x81\x67EXAMPLE";

/// Handles a message, and logs each step.
pub fn run(log: impl Fn(Arguments<'_>)) {
    log(format_args!("resource: {HALL:?}, {} bytes in flash", HALL.as_bytes().len()));
    request("list", LIST, &log);

    let Ok(notification) = minicbor::decode::<Notification<'_>>(MESSAGE) else {
        return log(format_args!("the message is malformed"));
    };
    log(format_args!("temperature: {} degrees Celsius", notification.celsius));
    // A link that breaks a rule does not fail the message.
    for (name, link) in [("history", notification.history), ("help", notification.help)] {
        match link {
            Ingested::Processable(link) => request(name, link, &log),
            Ingested::Unprocessable(link) => {
                log(format_args!(
                    "{name}: skipped {} bytes, because {}",
                    link.as_bytes().len(),
                    link.reason()
                ));
            }
        }
    }
}

/// Resolves a link against the sensor's resource, and logs the request for its target.
fn request(name: &str, link: CriRef<'_>, log: impl Fn(Arguments<'_>)) {
    log(format_args!("{name}: {link:?}"));
    let target = match HALL.resolve(link) {
        Ok(target) => target,
        Err(error) => return log(format_args!("  no target: {error}")),
    };
    log(format_args!("  target: {target:?}"));
    let options = match decompose(target, &SERVER, Revision::Draft16) {
        Ok(options) => options,
        Err(error) => return log(format_args!("  no request: {error}")),
    };
    // The bytes between the token and the payload of the request.
    let mut space = [0; 64];
    let mut writer = OptionWriter::new(&mut space);
    match writer.add_all(options) {
        Ok(()) => log(format_args!("  options: {:02x?}", writer.finish())),
        Err(error) => log(format_args!("  no request: {error}")),
    }
}
