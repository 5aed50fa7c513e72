//! Python objects of results. A result may take more memory than there is: then these functions return `MemoryError`, where
//! `PyString::new` and its like panic.

use std::fmt;

use cri_core::Tail;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use crate::error::{Any, no_memory};

/// The text that `write` writes.
pub fn text<'py>(
    py: Python<'py>,
    write: impl FnOnce(&mut Tail<'_, Vec<u8>>) -> fmt::Result,
) -> PyResult<Bound<'py, PyString>> {
    let mut bytes = Vec::new();
    // Nothing but the lack of memory makes a display fail.
    write(&mut Tail::new(&mut bytes)).map_err(|_| no_memory())?;
    PyString::from_bytes(py, &bytes)
}

/// A copy of bytes.
pub fn bytes<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, bytes.len(), |copy| {
        copy.copy_from_slice(bytes);
        Ok(())
    })
}

/// The list of items.
pub fn list<'py>(
    py: Python<'py>,
    items: impl Iterator<Item = PyResult<Any<'py>>>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for item in items {
        list.append(item?)?;
    }
    Ok(list)
}

/// The tuple of items.
pub fn collected<'py>(
    py: Python<'py>,
    items: impl Iterator<Item = PyResult<Any<'py>>>,
) -> PyResult<Any<'py>> {
    py.get_type::<PyTuple>().call1((list(py, items)?,))
}
