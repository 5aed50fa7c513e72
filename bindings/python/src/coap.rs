//! The options of CoAP requests, and where these go.

use std::net::IpAddr;

use cri_coap::option::{self, Format, Uint};
use cri_core::Component;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyString, PyTuple};

use crate::error::{Any, Failure, Result, no_memory};
use crate::host::{address, is_address};
use crate::parts::{MAX_SHOWN, copied, integer, items, port, shown, utf8, wrong_type};

/// The number of an option, or its name in RFC 7252, such as `Uri-Path` or `uri_path`.
fn option_number(value: &Any<'_>) -> Result<u16> {
    let name = "the number of an option";
    if value.is_instance_of::<PyString>() {
        let text = utf8(value, None)?;
        let name = text.get(..text.len().min(MAX_SHOWN)).unwrap_or_default().replace('_', "-");
        let is_named = |number: &u16| {
            option::registered_name(*number).is_some_and(|it| it.eq_ignore_ascii_case(&name))
        };
        return (0..=u16::MAX).find(is_named).ok_or_else(|| {
            let advice = "write one such as 'Uri-Path', or the number";
            PyValueError::new_err(format!("{} is no name of an option; {advice}", shown(&text)))
                .into()
        });
    }
    integer(name, "an int, or a name such as 'Uri-Path'", value)?.ok_or_else(|| {
        Failure::of_part(&format!("{name} is from 0 to 65535"), "option-range", Component::Cri)
    })
}

/// The bytes of an option's value: bytes, a text in UTF-8, or an integer without leading zeros (RFC 7252 section 3.2). An
/// option whose format is uint reads a text as a decimal number, and one of another known format has no integer.
fn option_value(number: u16, value: &Any<'_>) -> Result<Vec<u8>> {
    let format = option::format(number);
    let is_uint = format == Some(Format::Uint);
    let name =
        option::registered_name(number).map_or_else(|| format!("option {number}"), str::to_owned);
    let refused = |is_range: bool| {
        let what = format!("the value of {name} is a number from 0 to 2**64 - 1");
        let advice = if is_range { "" } else { ", such as 61616, or its bytes" };
        Failure::of_part(&format!("{what}{advice}"), "option-range", Component::Cri)
    };
    if value.is_instance_of::<PyString>() {
        let text = utf8(value, None)?;
        if !is_uint {
            return Ok(copied(text.as_bytes())?);
        }
        let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit());
        let number: Option<u64> = text.parse().ok().filter(|_| is_decimal);
        let number = number.ok_or_else(|| refused(false))?;
        return Ok(copied(Uint::new(number).as_bytes())?);
    }
    if let Ok(bytes) = value.extract::<PyBackedBytes>() {
        return Ok(copied(&bytes)?);
    }
    let allowed = match format {
        Some(Format::Uint) => "bytes, an int or a str of decimal digits",
        Some(Format::String) => "a str or bytes",
        Some(_) => "bytes or a str",
        None => "bytes, a str or an int",
    };
    let name = format!("the value of {name}");
    if format.is_some() && !is_uint {
        return Err(wrong_type(&name, allowed, value).into());
    }
    let number = integer(&name, allowed, value)?.ok_or_else(|| refused(true))?;
    Ok(copied(Uint::new(number).as_bytes())?)
}

/// Pairs of an option's number and value.
pub fn options(value: &Any<'_>) -> Result<Vec<(u16, Vec<u8>)>> {
    let mut options = Vec::new();
    for option in items("options", value)? {
        let option = option?;
        let pair = option.extract::<(Any<'_>, Any<'_>)>();
        let wrong = |_| wrong_type("an option", "a pair of number and value", &option);
        let (number, value) = pair.map_err(wrong)?;
        let number = option_number(&number)?;
        let pair = (number, option_value(number, &value)?);
        options.try_reserve(1).map_err(|_| no_memory())?;
        options.push(pair);
        option.py().check_signals()?;
    }
    Ok(options)
}

/// A destination of requests: its address, its zone identifier, and its port if it has one.
///
/// It is an address, a pair of address and port, or the four items that the module `socket` has for IPv6. Of these, the flow
/// label is no part of a URI.
pub fn destination(value: &Any<'_>) -> Result<(IpAddr, Option<String>, Option<u16>)> {
    let name = "the address of a destination";
    if value.is_instance_of::<PyString>() || is_address(value)? {
        let (address, zone) = address(name, value)?;
        return Ok((address, zone, None));
    }
    let wrong = || {
        let allowed = "an address and a port, such as ('192.0.2.1', 5683), or a socket address of IPv6, which has four items";
        wrong_type("a destination", allowed, value)
    };
    let items = value.cast::<PyTuple>().map_err(|_| wrong())?;
    // The items themselves: a subclass may have another length and other items.
    let items: Vec<_> = items.iter().take(5).collect();
    let (host, number, scope) = match &items[..] {
        [host, port] => (host, port, None),
        [host, port, _, scope] => (host, port, Some(scope)),
        _ => return Err(wrong().into()),
    };
    let (address, zone) = address(name, host)?;
    let scope = match scope {
        Some(scope) if address.is_ipv6() => integer::<u32>("a scope id", "an int", scope)?
            .ok_or_else(|| {
                Failure::of_part("a scope id is from 0 to 2**32 - 1", "zone-id", Component::ZoneId)
            })?,
        Some(_) => return Err(wrong().into()),
        None => 0,
    };
    // A scope id of 0 means none.
    let scope = (scope != 0).then(|| scope.to_string());
    Ok((address, zone.or(scope), Some(port(number)?)))
}
