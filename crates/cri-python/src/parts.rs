//! Components as Python values. A text item is a `str`, or for percent-encoded text (section 7.1) a tuple of `str` and `bytes`.

use std::net::IpAddr;

use cri_core::{Builder, Host, Piece, TextOrPet, Value};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyString, PyTuple};

use crate::class::Any;

#[derive(FromPyObject)]
enum TextOrBytes {
    Text(PyBackedStr),
    Bytes(PyBackedBytes),
}

/// Adds items of a program to a builder.
pub fn add_all<'py, B>(
    mut builder: B,
    items: impl IntoIterator<Item = Any<'py>>,
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
pub fn item<'py>(py: Python<'py>, item: TextOrPet<'_>) -> PyResult<Any<'py>> {
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
pub fn tuple<'py, 'a>(
    py: Python<'py>,
    items: impl Iterator<Item = TextOrPet<'a>>,
) -> PyResult<Any<'py>> {
    let items = items.map(|it| item(py, it)).collect::<PyResult<Vec<_>>>()?;
    Ok(PyTuple::new(py, items)?.into_any())
}

/// A host: an address of the module `ipaddress`, a name, or the labels of a name that has percent-encoded text.
pub fn host<'py>(py: Python<'py>, host: Host<'_>) -> PyResult<Any<'py>> {
    let ip = match host {
        Host::Ip(ip) => ip,
        Host::Name(name) if name.labels().all(|label| label.as_str().is_some()) => {
            return Ok(PyString::new(py, &name.to_string()).into_any());
        }
        Host::Name(name) => return tuple(py, name.labels()),
    };
    let address = ip.address().into_pyobject(py)?;
    match ip.zone() {
        None => Ok(address),
        // The module refuses a zone that it cannot hold, so none is lost.
        Some(zone) => address.get_type().call1((format!("{}%{zone}", ip.address()),)),
    }
}

/// Adds the host of a program to a builder.
pub fn add_host(builder: Builder<Vec<u8>>, host: &Any<'_>) -> PyResult<Builder<Vec<u8>>> {
    // All addresses of the module `ipaddress` have this.
    if host.hasattr("packed")? {
        let (address, zone) = address(host)?;
        return Ok(zone.iter().fold(builder.host_ip(address), |to, zone| to.zone(zone)));
    }
    match host.cast::<PyTuple>() {
        Ok(labels) => add_all(builder, labels, |to, label| to.label(label)),
        Err(_) => Ok(builder.host(&host.extract::<PyBackedStr>()?)),
    }
}

/// The address and the zone in a text such as `fe80::1%eth0`, or in an address of the module `ipaddress`.
pub fn address(value: &Any<'_>) -> PyResult<(IpAddr, Option<String>)> {
    let text: String = value.str()?.extract()?;
    let (address, zone) = text.split_once('%').unzip();
    Ok((address.unwrap_or(&text).parse()?, zone.map(str::to_owned)))
}
