//! Hosts as Python values: an address of the module `ipaddress`, a name, or the labels of a name that has percent-encoded text.

use std::net::IpAddr;

use cri_core::{Builder, Host};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyTuple};

use crate::item;

pub(crate) fn to_python<'py>(py: Python<'py>, host: Host<'_>) -> PyResult<Bound<'py, PyAny>> {
    static IP_ADDRESS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let ip = match host {
        Host::Ip(ip) => ip,
        Host::Name(name) if name.labels().all(|label| label.as_str().is_some()) => {
            return Ok(name.to_string().into_pyobject(py)?.into_any());
        }
        Host::Name(name) => return Ok(item::tuple(py, name.labels())?.into_any()),
    };
    let ip_address = IP_ADDRESS.import(py, "ipaddress", "ip_address")?;
    match ip.zone() {
        None => ip_address.call1((PyBytes::new(py, ip.octets()),)),
        // The module refuses a zone that it cannot hold, so none is lost.
        Some(zone) => ip_address.call1((format!("{}%{zone}", ip.address()),)),
    }
}

pub(crate) fn add(
    builder: Builder<Vec<u8>>,
    host: &Bound<'_, PyAny>,
) -> PyResult<Builder<Vec<u8>>> {
    // All addresses of the module `ipaddress` have this.
    if host.hasattr("packed")? {
        let text: String = host.str()?.extract()?;
        let (address, zone) = split_zone(&text)?;
        return Ok(zone.into_iter().fold(builder.host_ip(address), Builder::zone));
    }
    match host.cast::<PyTuple>() {
        Ok(labels) => item::add_all(builder, labels, |builder, label| builder.label(label)),
        Err(_) => Ok(builder.host(&host.extract::<PyBackedStr>()?)),
    }
}

/// The address in a text such as `fe80::1%eth0`, and its zone.
pub(crate) fn split_zone(text: &str) -> PyResult<(IpAddr, Option<&str>)> {
    match text.split_once('%') {
        Some((address, zone)) => Ok((address.parse()?, Some(zone))),
        None => Ok((text.parse()?, None)),
    }
}
