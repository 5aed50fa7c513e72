//! Text items as Python values: a `str`, or for percent-encoded text (section 7.1) a tuple of `str` and `bytes`.

use cri_core::{Piece, TextOrPet, Value};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
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
pub(crate) fn to_python<'py>(py: Python<'py>, item: TextOrPet<'_>) -> PyResult<Bound<'py, PyAny>> {
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
    PyTuple::new(py, items.map(|item| to_python(py, item)).collect::<PyResult<Vec<_>>>()?)
}
