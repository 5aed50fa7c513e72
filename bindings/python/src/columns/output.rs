//! Arrow columns of results.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi::to_ffi;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, Int64Array, StringArray, StructArray, make_array};
use arrow_buffer::{Buffer, NullBuffer};
use arrow_data::ArrayData;
use arrow_schema::DataType::{Binary, Int64, LargeBinary, LargeList, LargeUtf8, List, Utf8};
use arrow_schema::Field;
use cri_core::Component;
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyString};

use crate::error::{Any, Diagnosis, Result};
use crate::output;
use crate::parts::reserved;

/// An Arrow column, for pyarrow, polars and other libraries with the PyCapsule interface.
#[pyclass(frozen, module = "cri_uri.columns")]
pub struct Column {
    array: ArrayRef,
}

#[pymethods]
impl Column {
    fn __len__(&self) -> usize {
        self.array.len()
    }

    /// The value of a row: a `str`, `bytes`, a `list` of segments or the `dict` of an error, or `None`.
    fn __getitem__<'py>(&self, py: Python<'py>, index: &Any<'py>) -> PyResult<Any<'py>> {
        let no_row = || PyIndexError::new_err("the column has no such row");
        let index: isize = index.extract().map_err(|error: PyErr| {
            match error.is_instance_of::<PyOverflowError>(py) {
                true => no_row(),
                false => error,
            }
        })?;
        let from_end = if index < 0 { self.array.len() } else { 0 };
        let row = from_end.checked_add_signed(index).filter(|row| *row < self.array.len());
        value(py, &self.array, row.ok_or_else(no_row)?)
    }

    /// Libraries without the PyCapsule interface, such as pandas, take an object that is iterable for its values.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Any<'py>> {
        let builtins = slf.py().import("builtins")?;
        let rows = builtins.call_method1("range", (slf.get().array.len(),))?;
        builtins.call_method1("map", (slf.getattr("__getitem__")?, rows))
    }

    /// An array of NumPy, of objects. Another type would lose NULs at the end of `bytes`, and make the text `None` of a null.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<Any<'py>>,
        copy: Option<bool>,
    ) -> PyResult<Any<'py>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err("the values of a column must be copied"));
        }
        let numpy = slf.py().import("numpy")?;
        if let Some(dtype) = dtype
            && !numpy.call_method1("dtype", (&dtype,))?.eq("object")?
        {
            let message = "a column has texts, bytes and nulls, so its array is of objects; leave out the dtype, or convert the array by astype()";
            return Err(PyTypeError::new_err(message));
        }
        numpy.call_method1("fromiter", (slf, "object"))
    }

    /// A producer may ignore the requested schema.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Any<'py>>,
    ) -> Result<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        let (array, schema) = to_ffi(&self.array.to_data())?;
        let schema = PyCapsule::new_with_value(py, schema, c"arrow_schema")?;
        Ok((schema, PyCapsule::new_with_value(py, array, c"arrow_array")?))
    }
}

impl Column {
    /// A column of texts or of bytes, with offsets of 64 or 32 bits.
    pub fn new(
        bytes: Vec<u8>,
        ends: Vec<i64>,
        nulls: Option<NullBuffer>,
        is_text: bool,
        is_large: bool,
    ) -> Result<Self> {
        let data_type = match (is_text, is_large) {
            (true, false) => Utf8,
            (true, true) => LargeUtf8,
            (false, false) => Binary,
            (false, true) => LargeBinary,
        };
        let data = ArrayData::builder(data_type).len(ends.len().saturating_sub(1)).nulls(nulls);
        let buffers = vec![offsets(ends, is_large)?, bytes.into()];
        Ok(Self { array: make_array(data.buffers(buffers).build()?) })
    }

    /// A column of lists of the rows of this one.
    pub fn into_lists(
        self,
        ends: Vec<i64>,
        nulls: Option<NullBuffer>,
        is_large: bool,
    ) -> Result<Self> {
        let item = Arc::new(Field::new("item", self.array.data_type().clone(), true));
        let data_type = if is_large { LargeList(item) } else { List(item) };
        let data = ArrayData::builder(data_type).len(ends.len().saturating_sub(1)).nulls(nulls);
        let data =
            data.buffers(vec![offsets(ends, is_large)?]).child_data(vec![self.array.to_data()]);
        Ok(Self { array: make_array(data.build()?) })
    }

    /// The column of the errors of rows. A row without an error is null.
    pub fn of_errors(errors: &[Option<Box<Diagnosis>>]) -> Self {
        let texts = |of: fn(&Diagnosis) -> Option<&'static str>| {
            errors.iter().map(|error| of(error.as_ref()?)).collect::<StringArray>()
        };
        let kinds = texts(|it| Some(it.kind));
        let nulls = kinds.nulls().cloned();
        let components = texts(|it| it.component.map(Component::name));
        let offsets = errors.iter().map(|error| i64::try_from(error.as_ref()?.offset?).ok());
        let fields = vec![
            Field::new("kind", Utf8, true),
            Field::new("component", Utf8, true),
            Field::new("offset", Int64, true),
        ];
        let columns: Vec<ArrayRef> =
            vec![Arc::new(kinds), Arc::new(components), Arc::new(offsets.collect::<Int64Array>())];
        Self { array: Arc::new(StructArray::new(fields.into(), columns, nulls)) }
    }
}

/// Offsets of 64 or 32 bits.
fn offsets(ends: Vec<i64>, is_large: bool) -> Result<Buffer> {
    if is_large {
        return Ok(ends.into());
    }
    let message = "the results take more than 2 GiB; cast the column to large_string";
    let mut narrow = reserved(ends.len())?;
    for end in ends {
        narrow.push(i32::try_from(end).map_err(|_| PyOverflowError::new_err(message))?);
    }
    Ok(narrow.into())
}

/// The Python value of a row.
fn value<'py>(py: Python<'py>, column: &ArrayRef, row: usize) -> PyResult<Any<'py>> {
    if column.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    let text = |text: &str| Ok(PyString::from_bytes(py, text.as_bytes())?.into_any());
    let bytes = |bytes| Ok(output::bytes(py, bytes)?.into_any());
    match column.data_type() {
        Utf8 => text(column.as_string::<i32>().value(row)),
        LargeUtf8 => text(column.as_string::<i64>().value(row)),
        Binary => bytes(column.as_binary::<i32>().value(row)),
        LargeBinary => bytes(column.as_binary::<i64>().value(row)),
        Int64 => Ok(column.as_primitive::<Int64Type>().value(row).into_pyobject(py)?.into_any()),
        List(_) => list(py, &column.as_list::<i32>().value(row)),
        LargeList(_) => list(py, &column.as_list::<i64>().value(row)),
        // INVARIANT: the rest are the errors of rows.
        _ => {
            let members = PyDict::new(py);
            let columns = column.as_struct();
            for (name, column) in columns.column_names().into_iter().zip(columns.columns()) {
                members.set_item(name, value(py, column, row)?)?;
            }
            Ok(members.into_any())
        }
    }
}

fn list<'py>(py: Python<'py>, rows: &ArrayRef) -> PyResult<Any<'py>> {
    Ok(output::list(py, (0..rows.len()).map(|row| value(py, rows, row)))?.into_any())
}
