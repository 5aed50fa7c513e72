//! What a sensor does with CRIs: it reads links from a message, resolves them, and writes the CoAP options of a request for
//! each target.
//!
//! This part of the firmware knows no processor. `../cortex-m` and `../riscv` start it.
#![no_std]
#![forbid(unsafe_code)]

mod event;
mod message;

use core::net::{IpAddr, Ipv6Addr};

use cri_coap::{Decompose, Endpoint, OptionWriter, Transport};
use cri_core::{Ingested, Revision};
use cri_literal::{Cri, CriRef, cri, cri_ref};

pub use crate::event::Event;
use crate::message::{MESSAGE, Notification};

/// The resource that the sensor observes. The compiler checks the URI, and the flash has the bytes of its CRI.
const HALL: Cri<'static> = cri!("coap://[2001:db8::1]/sensors/hall/temperature?unit=c");

/// The list of all sensors.
const LIST: CriRef<'static> = cri_ref!("../?sort=name");

/// The server that answers for the resource.
const SERVER: Endpoint<'static> = Endpoint::new(
    IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1)),
    5683,
    Transport::Coap,
);

/// Handles a message, and tells `report` each thing that it does.
pub fn run(mut report: impl FnMut(&Event<'_>)) {
    report(&Event::Resource(HALL));
    request("list", LIST, &mut report);

    // The decoded message borrows from the bytes that arrived.
    let notification: Notification<'_> = match minicbor::decode(MESSAGE) {
        Ok(notification) => notification,
        Err(_) => return report(&Event::Malformed),
    };
    report(&Event::Temperature(notification.celsius));
    // A link that breaks a rule does not fail the message.
    for (name, link) in [("history", notification.history), ("help", notification.help)] {
        match link {
            Ingested::Processable(link) => request(name, link, &mut report),
            Ingested::Unprocessable(link) => report(&Event::Skipped(name, link)),
        }
    }
}

/// Resolves a link against the sensor's resource, and reports the request for its target.
fn request(name: &'static str, link: CriRef<'_>, report: &mut impl FnMut(&Event<'_>)) {
    report(&Event::Link(name, link));
    let target = match HALL.resolve(link) {
        Ok(target) => target,
        Err(error) => return report(&Event::NoTarget(error)),
    };
    report(&Event::Target(target));
    let options = match target.decompose(&SERVER, Revision::Draft16) {
        Ok(options) => options,
        Err(error) => return report(&Event::NoRequest(error)),
    };
    // The bytes between the token and the payload of the request.
    let mut space = [0; 64];
    let mut writer = OptionWriter::new(&mut space);
    match writer.add_all(options) {
        Ok(()) => report(&Event::Request(writer.finish())),
        Err(error) => report(&Event::NoRoom(error)),
    }
}
