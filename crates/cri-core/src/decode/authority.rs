//! The check of the authority section (C2 to C7).

use crate::decode::items::{check_one, check_run, check_text};
use crate::error::component::Component;
use crate::error::decode::DecodeErrorKind;
use crate::features::Feature;
use crate::reader::{Checked, Reader};
use crate::wire::major::{FALSE, Major};

/// Checks the authority array whose head was just read.
pub(super) fn check_authority(reader: &mut Reader<'_>) -> Checked {
    let array = reader.start();
    let outer = reader.enter_array();
    check_items(reader, array)?;
    reader.left = outer;
    Ok(())
}

/// Checks the items of the authority at `array`.
fn check_items(reader: &mut Reader<'_>, array: usize) -> Checked {
    let mut has_host = reader.next();
    if reader.initial() == FALSE {
        reader.component = Component::Userinfo;
        reader.require(Feature::Userinfo)?;
        // At least two more items: the userinfo itself, and a host.
        has_host = reader.left >= 2;
        if has_host {
            reader.next();
            check_one(reader);
            reader.component = Component::Host;
            reader.next();
        }
    }
    if !has_host || reader.is(Major::Unsigned) {
        return Err(reader.fault_at(DecodeErrorKind::MissingHost, Component::Authority, array));
    }
    reader.component = Component::Host;
    let other_follows = if reader.is(Major::Bytes) { check_address(reader)? } else { check_run(reader).other_follows };
    if !other_follows {
        return Ok(());
    }
    reader.component = Component::Host;
    if !reader.is(Major::Unsigned) {
        return Err(DecodeErrorKind::UnexpectedItem);
    }
    if reader.argument() > usize::from(u16::MAX) {
        reader.component = Component::Port;
        return Err(DecodeErrorKind::PortRange);
    }
    reader.component = Component::Authority;
    if reader.next() { Err(DecodeErrorKind::UnexpectedItem) } else { Ok(()) }
}

/// Checks the address whose head was just read, and the zone identifier after it, if there is one. Returns whether
/// another item follows.
fn check_address(reader: &mut Reader<'_>) -> Checked<bool> {
    if !matches!(reader.body().len(), 4 | 16) {
        return Err(DecodeErrorKind::InvalidIpLength);
    }
    reader.component = Component::ZoneId;
    let follows = reader.next();
    if !follows || !reader.is(Major::Text) {
        return Ok(follows);
    }
    check_text(reader);
    Ok(reader.next())
}
