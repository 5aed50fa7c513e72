//! Arrow columns that a program passes, by the PyCapsule interface.

use std::ffi::CStr;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::types::{ByteArrayType, ByteViewType};
use arrow_array::{
    Array, ArrayReader, ArrayRef, GenericByteArray, GenericByteViewArray, make_array,
};
use arrow_buffer::ArrowNativeType;
use arrow_schema::ArrowError;
use arrow_schema::DataType::{self, Binary, BinaryView, LargeBinary, LargeUtf8, Utf8, Utf8View};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// The chunks of one column of texts or bytes.
pub(crate) struct Input {
    /// INVARIANT: all of this type, which is one of strings or binaries.
    chunks: Vec<ArrayRef>,
    data_type: DataType,
}

impl<'py> FromPyObject<'_, 'py> for Input {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (mut chunks, mut data_type) = read(&object)?;
        // The only column of a table: streams of DuckDB have tables.
        if let DataType::Struct(fields) = &data_type
            && let [field] = &fields[..]
            && chunks.iter().all(|chunk| chunk.null_count() == 0)
        {
            chunks = chunks.iter().map(|chunk| chunk.as_struct().column(0).clone()).collect();
            data_type = field.data_type().clone();
        }
        let input = Self { chunks, data_type };
        if input.is_text() || matches!(input.data_type, Binary | LargeBinary | BinaryView) {
            return Ok(input);
        }
        let message =
            format!("the column is of type {}; cast it to strings or binaries", input.data_type);
        Err(PyTypeError::new_err(message))
    }
}

impl Input {
    /// Whether the rows are texts.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self.data_type, Utf8 | LargeUtf8 | Utf8View)
    }

    /// Whether a column of results has offsets of 64 bits. Views have no offsets, and may refer to more than 2 GiB.
    pub(crate) fn is_large(&self) -> bool {
        !matches!(self.data_type, Utf8 | Binary)
    }

    pub(crate) fn row_count(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    /// Calls `each` with the bytes of each row, or with `None` for a null.
    pub(crate) fn for_each(&self, mut each: impl FnMut(Option<&[u8]>)) {
        for chunk in &self.chunks {
            match &self.data_type {
                Utf8 => offsets(chunk.as_string::<i32>(), &mut each),
                LargeUtf8 => offsets(chunk.as_string::<i64>(), &mut each),
                Binary => offsets(chunk.as_binary::<i32>(), &mut each),
                LargeBinary => offsets(chunk.as_binary::<i64>(), &mut each),
                Utf8View => views(chunk.as_string_view(), &mut each),
                _ => views(chunk.as_binary_view(), &mut each),
            }
        }
    }
}

/// Reads no row as a `str`: a producer may break its promise that texts are UTF-8.
#[inline]
fn offsets<T: ByteArrayType>(array: &GenericByteArray<T>, each: &mut impl FnMut(Option<&[u8]>)) {
    let values = array.value_data();
    for (row, range) in array.value_offsets().windows(2).enumerate() {
        let &[start, end] = range else { continue };
        let bytes = values.get(start.as_usize()..end.as_usize());
        each(bytes.filter(|_| !array.is_null(row)));
    }
}

fn views<T: ByteViewType + ?Sized>(
    array: &GenericByteViewArray<T>,
    each: &mut impl FnMut(Option<&[u8]>),
) {
    for (row, bytes) in array.bytes_iter().enumerate() {
        each(Some(bytes).filter(|_| !array.is_null(row)));
    }
}

/// The chunks of an object with the PyCapsule interface, and their type.
fn read(object: &Bound<'_, PyAny>) -> PyResult<(Vec<ArrayRef>, DataType)> {
    if object.hasattr("__arrow_c_array__")? {
        let pair = object.call_method0("__arrow_c_array__")?;
        let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = pair.extract()?;
        let schema = pointer::<FFI_ArrowSchema>(&schema, c"arrow_schema")?;
        let array = pointer::<FFI_ArrowArray>(&array, c"arrow_array")?;
        // SAFETY: a capsule of this name holds this structure. `from_raw` marks it as moved.
        let (schema, array) =
            unsafe { (FFI_ArrowSchema::from_raw(schema), FFI_ArrowArray::from_raw(array)) };
        if schema.release().is_none() || array.is_released() {
            return Err(PyValueError::new_err("the column was already read"));
        }
        // SAFETY: the producer promises what the C data interface demands of the two structures.
        let data = unsafe { from_ffi(array, &schema) }.map_err(to_python)?;
        let array = make_array(data);
        let data_type = array.data_type().clone();
        Ok((vec![array], data_type))
    } else if object.hasattr("__arrow_c_stream__")? {
        let capsule = object.call_method0("__arrow_c_stream__")?.extract()?;
        let stream = pointer::<FFI_ArrowArrayStream>(&capsule, c"arrow_array_stream")?;
        // SAFETY: as for an array.
        let reader = unsafe { ArrayStreamReader::from_raw(stream) }.map_err(to_python)?;
        let data_type = reader.field().data_type().clone();
        Ok((reader.collect::<Result<_, _>>().map_err(to_python)?, data_type))
    } else {
        Err(PyTypeError::new_err("this is no Arrow column; make one, such as by pyarrow.array()"))
    }
}

fn pointer<T>(capsule: &Bound<'_, PyCapsule>, name: &'static CStr) -> PyResult<*mut T> {
    Ok(capsule.pointer_checked(Some(name))?.cast().as_ptr())
}

pub(crate) fn to_python(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
