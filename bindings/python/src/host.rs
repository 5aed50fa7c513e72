//! Hosts as Python values: addresses of the module `ipaddress`, and names.

use std::cell::Cell;
use std::net::IpAddr;

use cri_core::__private::error_of_address;
use cri_core::{BuildErrorKind, Component, Host, HostName};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyString, PyTuple};

use crate::error::{Any, Failure, Result};
use crate::output::text;
use crate::parts::{Builder, MAX_SHOWN, add_all, shown, text_of, tuple, utf8, wrong_type};

/// A host: an address of the module `ipaddress`, a name, or the labels of a name that no `str` can be.
pub fn host<'py>(py: Python<'py>, host: Host<'_>) -> Result<Any<'py>> {
    let ip = match host {
        Host::Ip(ip) => ip,
        Host::Name(name) => return Ok(name_or_labels(py, name)?),
    };
    let address = ip.address().into_pyobject(py)?;
    let Some(zone) = ip.zone() else { return Ok(address) };
    let with_zone = address.get_type().call1((format!("{}%{zone}", ip.address()),));
    with_zone.map_err(|error| match error.is_instance_of::<PyValueError>(py) {
        true => {
            let message = "the module ipaddress has no address with this zone identifier; to_notation() shows it";
            Failure::of_part(message, "zone-id", Component::ZoneId)
        }
        false => error.into(),
    })
}

fn name_or_labels<'py>(py: Python<'py>, name: HostName<'_>) -> PyResult<Any<'py>> {
    if name.labels().any(|label| label.as_str().is_none()) {
        return tuple(py, name.labels());
    }
    let joined = text(py, |out| std::fmt::Write::write_fmt(out, format_args!("{name}")))?;
    match error_of_address(joined.to_cow()?.as_bytes()) {
        // What `add_host` would refuse, and what a program may take for an address.
        Some(_) => tuple(py, name.labels()),
        None => Ok(joined.into_any()),
    }
}

/// Adds the host of a program to a builder.
pub fn add_host<'c>(
    builder: Builder<'c>,
    len: &Cell<usize>,
    host: &Any<'_>,
) -> Result<Builder<'c>> {
    if let Ok(labels) = host.cast::<PyTuple>() {
        if labels.is_empty() {
            let message = "a host has a label; write \"\" for the empty host";
            return Err(Failure::of_part(message, "missing-host", Component::Host));
        }
        let joined = PyString::new(host.py(), ".").call_method1("join", (labels,));
        if let Ok(joined) = joined.and_then(|joined| joined.extract::<PyBackedStr>())
            && let Some(kind @ BuildErrorKind::Rule(_)) = error_of_address(joined.as_bytes())
        {
            return Err(wrong_name(&joined, kind));
        }
        let labels = labels.iter().map(Ok);
        return Ok(add_all(("a label", Component::Host), builder, len, labels, |to, it| {
            to.label(it)
        })?);
    }
    if is_address(host)? {
        let (address, zone) = address("the host", host)?;
        return Ok(zone.iter().fold(builder.host_ip(address), |to, zone| to.zone(zone)));
    }
    if !host.is_instance_of::<PyString>() {
        let allowed = "a str, an IPv4Address or IPv6Address, or a tuple of labels";
        return Err(wrong_type("a host", allowed, host).into());
    }
    let name = utf8(host, Some(Component::Host))?;
    match error_of_address(name.as_bytes()) {
        Some(kind) => Err(wrong_name(&name, kind)),
        None => Ok(builder.host(&name)),
    }
}

/// The error of the text of an address, or of a name with a port, in place of a name.
fn wrong_name(name: &str, kind: BuildErrorKind) -> Failure {
    let found = match kind {
        BuildErrorKind::AddressText => {
            "has a colon, a bracket or a zone identifier, and a str is a name without an address or a port"
        }
        _ => "reads as an IP address, and a str is a name",
    };
    let generic = || "host=ipaddress.ip_address(...), and a port as port=...".to_owned();
    let advice = parts_of(name).unwrap_or_else(generic);
    let message = format!("{} {found}; write {advice}", shown(name));
    Failure::of_part(&message, kind.name(), Component::Host)
}

/// The arguments that are meant by an address or a name, with a port or brackets around the address.
fn parts_of(text: &str) -> Option<String> {
    let (host, port) = match text.rsplit_once(':') {
        _ if text.len() > MAX_SHOWN => return None,
        Some((host, port)) if host.ends_with(']') || !host.contains(':') => {
            (host, Some(port.parse::<u16>().ok()?))
        }
        _ => (text, None),
    };
    let bare = host.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(host);
    let bare = bare.replacen("%25", "%", 1);
    let (address, zone) = bare.split_once('%').unzip();
    let is_ip = match address.unwrap_or(&bare).parse() {
        Ok(IpAddr::V6(_)) => true,
        Ok(IpAddr::V4(_)) => zone.is_none(),
        Err(_) => false,
    };
    let host = match port {
        _ if is_ip => format!("host=ipaddress.ip_address({bare:?})"),
        Some(_) if error_of_address(host.as_bytes()).is_none() => format!("host={}", shown(host)),
        _ => return None,
    };
    Some(port.map_or(host.clone(), |port| format!("{host}, port={port}")))
}

/// Whether a value is an address of the module `ipaddress`.
pub fn is_address(value: &Any<'_>) -> PyResult<bool> {
    let module = value.py().import("ipaddress")?;
    let classes = (module.getattr("IPv4Address")?, module.getattr("IPv6Address")?);
    value.is_instance(classes.into_pyobject(value.py())?.as_any())
}

/// The address and the zone in a text such as `fe80::1%eth0`, or in an address of the module `ipaddress`.
pub fn address(name: &str, value: &Any<'_>) -> Result<(IpAddr, Option<String>)> {
    if !value.is_instance_of::<PyString>() && !is_address(value)? {
        return Err(wrong_type(name, "a str, an IPv4Address or an IPv6Address", value).into());
    }
    let text = text_of(value, Some(Component::Host))?;
    let (address, zone) = text.split_once('%').unzip();
    match (address.unwrap_or(&text).parse(), zone) {
        (Ok(address), None) => Ok((address, None)),
        (Ok(address @ IpAddr::V6(_)), Some(zone)) if !zone.is_empty() => {
            Ok((address, Some(zone.to_owned())))
        }
        _ => {
            let message = "is no IP address; write one such as '192.0.2.1' or 'fe80::1%eth0', and a port as ('192.0.2.1', 5683)";
            let message = format!("{} {message}", shown(&text));
            Err(Failure::of_part(&message, "invalid-address", Component::Host))
        }
    }
}
