//! Arrow columns of results.

use std::sync::Arc;

use arrow_array::ffi::to_ffi;
use arrow_array::{Array, ArrayRef, Int64Array, StringArray, StructArray};
use arrow_buffer::NullBufferBuilder;
use arrow_data::ArrayData;
use arrow_schema::DataType::{Binary, Int64, LargeBinary, LargeUtf8, Utf8};
use arrow_schema::Field;
use cri_core::Component;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::class::Any;
use crate::error::{Diagnosis, Result};

/// An Arrow column, for pyarrow, polars and other libraries with the PyCapsule interface.
#[pyclass(frozen, module = "cri.columns")]
pub struct Column {
    data: ArrayData,
}

#[pymethods]
impl Column {
    fn __len__(&self) -> usize {
        self.data.len()
    }

    /// A producer may ignore the requested schema.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Any<'py>>,
    ) -> Result<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        let (array, schema) = to_ffi(&self.data)?;
        let schema = PyCapsule::new_with_value(py, schema, c"arrow_schema")?;
        Ok((schema, PyCapsule::new_with_value(py, array, c"arrow_array")?))
    }
}

impl Column {
    /// A column of texts or of bytes, with offsets of 64 or 32 bits.
    pub fn new(
        bytes: Vec<u8>,
        ends: Vec<i64>,
        mut nulls: NullBufferBuilder,
        is_text: bool,
        is_large: bool,
    ) -> Result<Self> {
        let (data_type, ends) = if is_large {
            (if is_text { LargeUtf8 } else { LargeBinary }, ends.into())
        } else {
            let ends = ends.into_iter().map(i32::try_from).collect::<Result<Vec<_>, _>>();
            let message = "the results take more than 2 GiB; cast the column to large_string";
            let ends = ends.map_err(|_| PyOverflowError::new_err(message))?;
            (if is_text { Utf8 } else { Binary }, ends.into())
        };
        let data = ArrayData::builder(data_type).len(nulls.len()).nulls(nulls.finish());
        Ok(Self { data: data.buffers(vec![ends, bytes.into()]).build()? })
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
        Self { data: StructArray::new(fields.into(), columns, nulls).into() }
    }
}
