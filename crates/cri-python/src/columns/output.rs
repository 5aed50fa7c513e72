//! Arrow columns of results.

use std::fmt;
use std::sync::Arc;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, to_ffi};
use arrow_array::{
    Array, ArrayRef, GenericBinaryArray, GenericStringArray, Int64Array, OffsetSizeTrait,
    StringArray, StructArray,
};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field};
use cri_core::{Buffer, BufferFull, Component};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::columns::input::to_python;
use crate::error::Diagnosis;

/// An Arrow column, for pyarrow, polars and other libraries with the PyCapsule interface.
#[pyclass(frozen, module = "cri.columns")]
pub(crate) struct Column {
    array: ArrayRef,
}

#[pymethods]
impl Column {
    fn __len__(&self) -> usize {
        self.array.len()
    }

    /// A producer may ignore the requested schema.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        let (array, schema): (FFI_ArrowArray, FFI_ArrowSchema) =
            to_ffi(&self.array.to_data()).map_err(to_python)?;
        let schema = PyCapsule::new_with_value(py, schema, c"arrow_schema")?;
        Ok((schema, PyCapsule::new_with_value(py, array, c"arrow_array")?))
    }
}

/// The values of all rows, in one vector that grows. As a buffer, it is the value of the row that is written last.
pub(crate) struct Values {
    bytes: Vec<u8>,
    start: usize,
    ends: Vec<i64>,
    nulls: NullBufferBuilder,
}

impl Values {
    pub(crate) fn with_capacity(rows: usize) -> Self {
        let mut ends = Vec::with_capacity(rows.saturating_add(1));
        ends.push(0);
        Self { bytes: Vec::new(), start: 0, ends, nulls: NullBufferBuilder::new(rows) }
    }

    /// Ends a row, which is null if it is not valid.
    #[inline]
    pub(crate) fn end_row(&mut self, is_valid: bool) {
        if !is_valid {
            Buffer::truncate(self, 0);
        }
        self.nulls.append(is_valid);
        self.start = self.bytes.len();
        // INVARIANT: the length of a vector fits.
        self.ends.push(self.start as i64);
    }

    /// The column of texts or of bytes, with offsets of 64 or 32 bits.
    pub(crate) fn finish(self, is_text: bool, is_large: bool) -> PyResult<Column> {
        if is_large {
            let ends = self.ends.into();
            return column::<i64>(ends, self.bytes, self.nulls, is_text);
        }
        if i32::try_from(self.bytes.len()).is_err() {
            return Err(PyOverflowError::new_err(
                "the results take more than 2 GiB; cast the column to large_string or large_binary",
            ));
        }
        let ends = self.ends.iter().map(|&end| end as i32).collect();
        column::<i32>(ends, self.bytes, self.nulls, is_text)
    }
}

fn column<O: OffsetSizeTrait>(
    ends: ScalarBuffer<O>,
    bytes: Vec<u8>,
    mut nulls: NullBufferBuilder,
    is_text: bool,
) -> PyResult<Column> {
    let (ends, bytes, nulls) = (OffsetBuffer::new(ends), bytes.into(), nulls.finish());
    let array: ArrayRef = if is_text {
        Arc::new(GenericStringArray::try_new(ends, bytes, nulls).map_err(to_python)?)
    } else {
        Arc::new(GenericBinaryArray::try_new(ends, bytes, nulls).map_err(to_python)?)
    };
    Ok(Column { array })
}

/// The column of the errors of rows. A row without an error is null.
pub(crate) fn errors_column(errors: &[Option<Diagnosis>]) -> Column {
    let each = |it: fn(&Diagnosis) -> Option<&'static str>| -> ArrayRef {
        Arc::new(errors.iter().map(|error| it(error.as_ref()?)).collect::<StringArray>())
    };
    let offset = |it: &Option<Diagnosis>| i64::try_from(it.as_ref()?.offset?).ok();
    let offsets: Int64Array = errors.iter().map(offset).collect();
    let fields = ["kind", "component"].map(|name| Field::new(name, DataType::Utf8, true));
    let fields = fields.into_iter().chain([Field::new("offset", DataType::Int64, true)]).collect();
    let columns = vec![
        each(|it| Some(it.kind)),
        each(|it| it.component.map(Component::name)),
        Arc::new(offsets),
    ];
    let nulls = errors.iter().map(Option::is_some).collect();
    Column { array: Arc::new(StructArray::new(fields, columns, Some(nulls))) }
}

impl Buffer for Values {
    #[inline]
    fn as_slice(&self) -> &[u8] {
        self.bytes.get(self.start..).unwrap_or_default()
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [u8] {
        self.bytes.get_mut(self.start..).unwrap_or_default()
    }

    #[inline]
    fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), BufferFull> {
        self.bytes.push_bytes(bytes)
    }

    #[inline]
    fn push_zeros(&mut self, additional: usize) -> Result<(), BufferFull> {
        self.bytes.push_zeros(additional)
    }

    #[inline]
    fn truncate(&mut self, len: usize) {
        Vec::truncate(&mut self.bytes, self.start.saturating_add(len));
    }
}

impl fmt::Write for Values {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.bytes.extend_from_slice(text.as_bytes());
        Ok(())
    }
}
