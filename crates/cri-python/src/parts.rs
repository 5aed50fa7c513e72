//! Components as Python values. A text item is a `str`, or for percent-encoded text (section 7.1) a tuple of `str` and `bytes`.

use std::net::IpAddr;

use cri_core::{Builder, Host, Piece, TextOrPet, Value};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString, PyTuple};

#[derive(FromPyObject)]
enum TextOrBytes {
    Text(PyBackedStr),
    Bytes(PyBackedBytes),
}

/// Adds items of a program to a builder.
pub(crate) fn add_all<'py, B>(
    mut builder: B,
    items: impl IntoIterator<Item = Bound<'py, PyAny>>,
    add: impl Fn(B, Value<'_>) -> B,
) -> PyResult<B> {
    for item in items {
        let Ok(pieces) = item.cast::<PyTuple>() else {
            builder = add(builder, Value::from(&*item.extract::<PyBackedStr>()?));
            continue;
        };
        let pieces: Vec<TextOrBytes> = pieces.extract()?;
        let pieces = pieces.iter().map(|piece| match piece {
            TextOrBytes::Text(text) => Piece::text(text),
            TextOrBytes::Bytes(bytes) => Piece::bytes(bytes),
        });
        builder = add(builder, Value::from(&*pieces.collect::<Vec<_>>()));
    }
    Ok(builder)
}

/// The Python value of an item.
pub(crate) fn item<'py>(py: Python<'py>, item: TextOrPet<'_>) -> PyResult<Bound<'py, PyAny>> {
    if let Some(text) = item.as_str() {
        return Ok(PyString::new(py, text).into_any());
    }
    let pieces = item.pieces().map(|piece| match piece.as_str() {
        Some(text) => PyString::new(py, text).into_any(),
        None => PyBytes::new(py, piece.as_bytes()).into_any(),
    });
    Ok(PyTuple::new(py, pieces.collect::<Vec<_>>())?.into_any())
}

/// The Python values of items.
pub(crate) fn tuple<'py, 'a>(
    py: Python<'py>,
    items: impl Iterator<Item = TextOrPet<'a>>,
) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, items.map(|item| self::item(py, item)).collect::<PyResult<Vec<_>>>()?)
}

/// A host: an address of the module `ipaddress`, a name, or the labels of a name that has percent-encoded text.
pub(crate) fn host<'py>(py: Python<'py>, host: Host<'_>) -> PyResult<Bound<'py, PyAny>> {
    static IP_ADDRESS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let ip = match host {
        Host::Ip(ip) => ip,
        Host::Name(name) if name.labels().all(|label| label.as_str().is_some()) => {
            return Ok(PyString::new(py, &name.to_string()).into_any());
        }
        Host::Name(name) => return Ok(tuple(py, name.labels())?.into_any()),
    };
    let ip_address = IP_ADDRESS.import(py, "ipaddress", "ip_address")?;
    match ip.zone() {
        None => ip_address.call1((PyBytes::new(py, ip.octets()),)),
        // The module refuses a zone that it cannot hold, so none is lost.
        Some(zone) => ip_address.call1((format!("{}%{zone}", ip.address()),)),
    }
}

/// Adds the host of a program to a builder.
pub(crate) fn add_host(
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
        Ok(labels) => add_all(builder, labels, |builder, label| builder.label(label)),
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
