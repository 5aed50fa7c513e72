//! Arrow columns that a program passes, by the PyCapsule interface.

use std::ffi::CStr;
use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{Array, ArrayRef, make_array};
use arrow_buffer::ArrowNativeType;
use arrow_data::{ArrayData, ByteView, MAX_INLINE_VIEW_LEN};
use arrow_schema::DataType::{
    self, Binary, BinaryView, LargeBinary, LargeUtf8, Null, Struct, Utf8, Utf8View,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::error::{Any, Failure, Result};
use crate::parts::reserved;

/// The chunks of one column of texts, bytes or nulls.
pub struct Input {
    /// INVARIANT: all of this type, which is one that `for_each` reads.
    chunks: Vec<ArrayData>,
    data_type: DataType,
}

impl Input {
    /// Whether an object has the PyCapsule interface.
    pub fn is_column(object: &Any<'_>) -> PyResult<bool> {
        Ok(object.hasattr("__arrow_c_array__")? || object.hasattr("__arrow_c_stream__")?)
    }

    /// The column of an object with the PyCapsule interface. `check` sees its type before any row is read: a stream would lose its
    /// rows to a call that fails.
    pub fn read(object: &Any<'_>, check: impl FnOnce(&Self) -> Result<()>) -> Result<Self> {
        if let Some(method) = object.getattr_opt("__arrow_c_array__")? {
            let capsules: (Any<'_>, Any<'_>) = method.call0()?.extract()?;
            let schema = pointer(&capsules.0, c"arrow_schema")?;
            let array = pointer(&capsules.1, c"arrow_array")?;
            // SAFETY: a capsule of this name holds this structure, and lives until the end of this block. `from_raw` marks the
            // structure as moved.
            let (schema, array) =
                unsafe { (FFI_ArrowSchema::from_raw(schema), FFI_ArrowArray::from_raw(array)) };
            if schema.release().is_none() || array.is_released() {
                return Err(PyValueError::new_err("the column was already read").into());
            }
            // SAFETY: the producer promises what the C data interface demands of the two structures.
            let chunk = || Ok(vec![make_array(unsafe { from_ffi(array, &schema) }?)]);
            return Self::of_type(&guarded(|| type_of(&schema))?, check, chunk);
        }
        if let Some(method) = object.getattr_opt("__arrow_c_stream__")? {
            let capsule = method.call0()?;
            let stream = pointer(&capsule, c"arrow_array_stream")?;
            // SAFETY: as for an array.
            let mut stream = unsafe { FFI_ArrowArrayStream::from_raw(stream) };
            if stream.release().is_none() {
                return Err(PyValueError::new_err("the column was already read").into());
            }
            let mut schema = FFI_ArrowSchema::empty();
            let is_read = stream.get_schema().is_some_and(|get_schema| {
                // SAFETY: the callback writes the schema of its own stream.
                unsafe { get_schema(&mut stream, &mut schema) == 0 }
            });
            if !is_read {
                return Err(PyValueError::new_err("the stream has no schema").into());
            }
            let data_type = guarded(|| type_of(&schema))?;
            let chunks = || Ok(ArrayStreamReader::try_new(stream)?.collect::<Result<_, _>>()?);
            return Self::of_type(&data_type, check, chunks);
        }
        let message = "this is no Arrow column; make one, such as by pyarrow.array()";
        Err(PyTypeError::new_err(message).into())
    }

    /// The column of a type, whose chunks `read` reads if the type is one that has rows of texts or bytes.
    fn of_type(
        data_type: &DataType,
        check: impl FnOnce(&Self) -> Result<()>,
        read: impl FnOnce() -> Result<Vec<ArrayRef>>,
    ) -> Result<Self> {
        // The only column of a table: streams of DuckDB have tables.
        let (is_table, column_type) = match data_type {
            Struct(fields) if let [field] = &fields[..] => (true, field.data_type()),
            other => (false, other),
        };
        let mut input = Self { chunks: Vec::new(), data_type: column_type.clone() };
        if !input.is_text() && !input.is_binary() && *column_type != Null {
            return Err(wrong_type(data_type));
        }
        check(&input)?;
        let chunks = guarded(read)?;
        if is_table && chunks.iter().any(|chunk| chunk.null_count() > 0) {
            return Err(wrong_type(data_type));
        }
        let column = |chunk: &ArrayRef| match is_table {
            true => chunk.as_struct().column(0).to_data(),
            false => chunk.to_data(),
        };
        input.chunks = chunks.iter().map(column).collect();
        Ok(input)
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.chunks.iter().fold(0, |sum, chunk| sum.saturating_add(chunk.len()))
    }

    pub fn is_text(&self) -> bool {
        matches!(self.data_type, Utf8 | LargeUtf8 | Utf8View)
    }

    pub fn is_binary(&self) -> bool {
        matches!(self.data_type, Binary | LargeBinary | BinaryView)
    }

    /// Whether a column of results has offsets of 64 bits. Views have no offsets, and may refer to more than 2 GiB.
    pub fn is_large(&self) -> bool {
        !matches!(self.data_type, Utf8 | Binary | Null)
    }

    /// Calls `each` with the bytes of each row, or with `None` for a null.
    ///
    /// It reads no row as a `str`: a producer may break its promise that texts are UTF-8.
    pub fn for_each<'a>(
        &'a self,
        mut each: impl FnMut(Option<&'a [u8]>) -> PyResult<()>,
    ) -> PyResult<()> {
        for data in &self.chunks {
            match self.data_type {
                Utf8 | Binary => visit(data, offsets::<i32>(data), &mut each)?,
                LargeUtf8 | LargeBinary => visit(data, offsets::<i64>(data), &mut each)?,
                Utf8View | BinaryView => visit(data, views(data), &mut each)?,
                _ => (0..data.len()).try_for_each(|_| each(None))?,
            }
        }
        Ok(())
    }

    /// All rows, to be read beside those of another column.
    pub fn rows(&self) -> PyResult<Vec<Option<&[u8]>>> {
        let mut rows = reserved(self.len())?;
        self.for_each(|row| {
            rows.push(row);
            Ok(())
        })?;
        Ok(rows)
    }
}

/// The result of functions of arrow, which panic about structures that break the rules of the interface.
fn guarded<T>(read: impl FnOnce() -> Result<T>) -> Result<T> {
    let message = "the column breaks the rules of Arrow's C data interface";
    catch_unwind(AssertUnwindSafe(read)).map_err(|_| PyValueError::new_err(message))?
}

/// The type of a schema. Arrow reads it by recursion, so one that nests deeply would overflow the stack.
fn type_of(schema: &FFI_ArrowSchema) -> Result<DataType> {
    let mut waiting = vec![(schema, 0_u8)];
    while let Some((schema, depth)) = waiting.pop() {
        if depth == 64 {
            let message = "cannot read a column of a type that nests more than 64 levels deep";
            return Err(PyTypeError::new_err(message).into());
        }
        let inner = schema.children().chain(schema.dictionary());
        waiting.extend(inner.map(|schema| (schema, depth.saturating_add(1))));
    }
    Ok(DataType::try_from(schema)?)
}

fn wrong_type(found: &DataType) -> Failure {
    let advice = "cast it, such as by cast(pyarrow.string())";
    PyTypeError::new_err(format!("cannot read a column of type {found}; {advice}")).into()
}

fn visit<'a>(
    data: &ArrayData,
    rows: impl Iterator<Item = Option<&'a [u8]>>,
    each: &mut impl FnMut(Option<&'a [u8]>) -> PyResult<()>,
) -> PyResult<()> {
    for (row, bytes) in (0..data.len()).zip(rows) {
        // The view of a null may be anything.
        if bytes.is_none() && data.is_valid(row) {
            return Err(PyValueError::new_err("the offsets of the column are invalid"));
        }
        each(bytes.filter(|_| data.is_valid(row)))?;
    }
    Ok(())
}

/// The bytes of each row, or `None` if its offsets are invalid.
fn offsets<O: ArrowNativeType>(data: &ArrayData) -> impl Iterator<Item = Option<&[u8]>> {
    let values = data.buffers().last();
    data.buffer::<O>(0).windows(2).map(move |range| match range {
        // A negative offset becomes one that is too large.
        &[start, end] => values?.get(start.as_usize()..end.as_usize()),
        _ => None,
    })
}

/// The bytes of each row, or `None` if its view is invalid.
fn views(data: &ArrayData) -> impl Iterator<Item = Option<&[u8]>> {
    let (views, buffers) = data.buffers().split_at(1);
    let views = views.iter().flat_map(|views| views.chunks_exact(size_of::<ByteView>()));
    views.skip(data.offset()).map(move |view| {
        let it = ByteView::from(u128::from_le_bytes(view.try_into().ok()?));
        let bytes = match it.length {
            ..=MAX_INLINE_VIEW_LEN => view.get(size_of_val(&it.length)..),
            _ => buffers.get(it.buffer_index.as_usize())?.get(it.offset.as_usize()..),
        };
        bytes?.get(..it.length.as_usize())
    })
}

/// The structure that a capsule owns.
fn pointer<T>(capsule: &Any<'_>, name: &'static CStr) -> PyResult<*mut T> {
    Ok(capsule.cast::<PyCapsule>()?.pointer_checked(Some(name))?.cast().as_ptr())
}
