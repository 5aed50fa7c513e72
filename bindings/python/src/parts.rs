//! Components as Python values. A text item is a `str`, or for percent-encoded text (section 7.1) a tuple of `str` and `bytes`.

use std::cell::Cell;
use std::io::Write;
use std::ops::Deref;

use cri_core::{Buffer, BufferFull, Component, Decoded, MAX_LEN, Piece, TextOrPet, Value};
use cri_uri::password::mask_operand;
use pyo3::Borrowed;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyUnicodeEncodeError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyFrozenSet, PyIterator, PyMapping, PyMemoryView, PySet,
    PyString, PyTuple,
};

use crate::error::{Any, Failure, Result, no_memory};
use crate::output::{bytes, collected};

/// A builder of a CRI from the parts of a program.
pub type Builder<'c> = cri_core::Builder<Room<'c>>;

/// A buffer whose length others can see.
pub struct Room<'c> {
    pub bytes: Vec<u8>,
    len: &'c Cell<usize>,
}

impl<'c> Room<'c> {
    pub fn new(len: &'c Cell<usize>) -> Self {
        Self { bytes: Vec::new(), len }
    }
}

impl Buffer for Room<'_> {
    fn as_slice(&self) -> &[u8] {
        &self.bytes
    }

    fn as_mut_slice(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    fn push_bytes(&mut self, bytes: &[u8]) -> std::result::Result<(), BufferFull> {
        self.bytes.push_bytes(bytes)?;
        self.len.set(self.bytes.len());
        Ok(())
    }

    fn truncate(&mut self, len: usize) {
        self.bytes.truncate(len);
        self.len.set(self.bytes.len());
    }
}

enum TextOrBytes {
    Text(PyBackedStr),
    Bytes(PyBackedBytes),
}

/// An argument that is a `str`.
pub struct Text(PyBackedStr);

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        value.cast::<PyString>()?;
        utf8(&value, None).map(Self)
    }
}

/// The text of a `str`, which is a part of a CRI or, with `None`, the whole.
///
/// # Errors
///
/// `CriError` for a text that no UTF-8 has: one with half of a surrogate pair, as Python reads `"\ud800"` in JSON.
pub fn utf8(text: &Any<'_>, part: Option<Component>) -> PyResult<PyBackedStr> {
    let read: PyResult<_> = text.extract();
    let error = match read {
        Err(error) if error.is_instance_of::<PyUnicodeEncodeError>(text.py()) => error,
        read => return read,
    };
    // The method of `str` itself: a subclass may have another.
    let class = text.py().get_type::<PyString>();
    let bytes = class.call_method1("encode", (text, "utf-8", "surrogatepass"))?;
    let bytes: PyBackedBytes = bytes.extract()?;
    let Err(wrong) = str::from_utf8(&bytes) else { return Err(error) };
    let found = match bytes.get(wrong.valid_up_to()..) {
        Some(&[_, second, third, ..]) => {
            0xD000 | u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F)
        }
        _ => return Err(error),
    };
    let place =
        if part.is_none() { format!(", at byte {}", wrong.valid_up_to()) } else { String::new() };
    let message = format!(
        "U+{found:04X} is half of a character, which UTF-8 cannot encode{place}; write the whole character, or U+FFFD in its place"
    );
    Err(Failure::of_text(&message, wrong, part).into())
}

/// The items of an iterable. A `str` or `bytes` is one item, a mapping would lose its values, and a set has no order.
///
/// This allocates nothing: an iterable may have any length, and say any other.
pub fn items<'py>(name: &str, value: &Any<'py>) -> PyResult<Bound<'py, PyIterator>> {
    let is_other = value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyBytes>()
        || value.is_instance_of::<PyByteArray>()
        || value.is_instance_of::<PySet>()
        || value.is_instance_of::<PyFrozenSet>()
        || value.cast::<PyMapping>().is_ok();
    if !is_other {
        match value.try_iter() {
            Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => {}
            read => return read,
        }
    }
    let message = of_wrong_type(name, "a list or another iterable of items in order", value);
    let separator = match name {
        "segments" => Some('/'),
        "parameters" => Some('&'),
        "steps" => Some(','),
        _ => None,
    };
    let advice = match value.extract::<Text>() {
        // No message shows a password.
        Ok(text) if text.len() <= MAX_SHOWN && mask_operand(&text).to_string() == *text => {
            separator.map_or_else(String::new, |separator| {
                let text = text.strip_prefix(separator).unwrap_or(&text);
                format!("; write {name}={:?}", text.split(separator).collect::<Vec<_>>())
            })
        }
        _ if name == "parameters" && value.cast::<PyMapping>().is_ok() => {
            "; write [f\"{name}={value}\" for name, value in parameters.items()]".to_owned()
        }
        _ => String::new(),
    };
    Err(PyTypeError::new_err(message + &advice))
}

/// Adds items of a program to a builder that writes to a [`Room`] with this length.
pub fn add_all<'py, 'c>(
    (name, component): (&str, Component),
    mut builder: Builder<'c>,
    len: &Cell<usize>,
    items: impl IntoIterator<Item = PyResult<Any<'py>>>,
    add: impl Fn(Builder<'c>, Value<'_>) -> Builder<'c>,
) -> PyResult<Builder<'c>> {
    for item in items {
        let (item, before) = (item?, len.get());
        builder = add_item((name, component), builder, &item, &add)?;
        // The builder has an error, or the CRI is too long. `finish` says which.
        if len.get() == before || len.get() > MAX_LEN {
            break;
        }
        item.py().check_signals()?;
    }
    Ok(builder)
}

fn add_item<'c>(
    (name, component): (&str, Component),
    builder: Builder<'c>,
    item: &Any<'_>,
    add: impl Fn(Builder<'c>, Value<'_>) -> Builder<'c>,
) -> PyResult<Builder<'c>> {
    let Ok(tuple) = item.cast::<PyTuple>() else {
        if !item.is_instance_of::<PyString>() {
            return Err(wrong_type(name, "a str, or a tuple of str and bytes", item));
        }
        let text = utf8(item, Some(component))?;
        return Ok(add(builder, Value::from(&*text)));
    };
    // Texts beside each other are no percent-encoded text. `urllib.parse` has pairs of name and value.
    if component == Component::Query
        && tuple.len() == 2
        && tuple.iter().all(|piece| piece.is_instance_of::<PyString>())
    {
        let message = "a parameter is a str such as \"a=b\", and a tuple is one with percent-encoded bytes; for the name \"a\" and the value \"b\", write [\"a=b\"]";
        return Err(Failure::of_part(message, "malformed-pet", component).into());
    }
    let mut owned: Vec<TextOrBytes> = reserved(tuple.len())?;
    // The items themselves: a subclass may have another length and other items.
    for piece in tuple.iter() {
        owned.push(if piece.is_instance_of::<PyString>() {
            TextOrBytes::Text(utf8(&piece, Some(component))?)
        } else {
            let wrong = |_| wrong_type(name, "a tuple of str and bytes", &piece);
            TextOrBytes::Bytes(piece.extract().map_err(wrong)?)
        });
    }
    let mut pieces = reserved(owned.len())?;
    pieces.extend(owned.iter().map(|piece| match piece {
        TextOrBytes::Text(text) => Piece::text(text),
        TextOrBytes::Bytes(bytes) => Piece::bytes(bytes),
    }));
    Ok(add(builder, Value::from(&*pieces)))
}

/// A vector with memory for `len` items.
pub fn reserved<T>(len: usize) -> PyResult<Vec<T>> {
    let mut items = Vec::new();
    items.try_reserve_exact(len).map_err(|_| no_memory())?;
    Ok(items)
}

/// A copy of bytes.
pub fn copied(bytes: &[u8]) -> PyResult<Vec<u8>> {
    let mut copy = reserved(bytes.len())?;
    copy.extend_from_slice(bytes);
    Ok(copy)
}

/// How many characters of a text an error shows.
pub const MAX_SHOWN: usize = 64;

/// The beginning of a text that an error shows, without passwords.
pub fn shown(text: &str) -> String {
    let mut space = [0; MAX_SHOWN * size_of::<char>()];
    let mut room = space.as_mut_slice();
    // The end of a longer text has no room, and is not shown.
    let _ = write!(room, "{}", mask_operand(text));
    let unused = room.len();
    let used = space.get(..space.len().saturating_sub(unused)).unwrap_or_default();
    let beginning = String::from_utf8_lossy(used);
    format!("{:?}", beginning.chars().take(MAX_SHOWN).collect::<String>())
}

/// The error that says which types an argument may have.
pub fn wrong_type(name: &str, allowed: &str, value: &Any<'_>) -> PyErr {
    PyTypeError::new_err(of_wrong_type(name, allowed, value))
}

fn of_wrong_type(name: &str, allowed: &str, value: &Any<'_>) -> String {
    match value.get_type().name() {
        Ok(found) => format!("{name} is {allowed}, not {found}"),
        Err(_) => format!("{name} is {allowed}"),
    }
}

/// An integer of a program. `None` if it is outside the type's range.
///
/// # Errors
///
/// `TypeError` for other types, and for a `bool`: `True` is no port, and a discard of `true` means another thing in a CRI.
pub fn integer<'py, T>(name: &str, allowed: &str, value: &Any<'py>) -> PyResult<Option<T>>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    if value.is_instance_of::<PyBool>() || !value.hasattr("__index__")? {
        return Err(wrong_type(name, allowed, value));
    }
    match value.extract() {
        Ok(number) => Ok(Some(number)),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The number of a scheme that is no `str`.
pub fn scheme_number(value: &Any<'_>) -> Result<u64> {
    integer("a scheme", "a str or an int", value)?.ok_or_else(|| {
        let message = "the number of a scheme is from 0 to 2**64 - 1, such as 0 for coap";
        Failure::of_part(message, "scheme-range", Component::Scheme)
    })
}

/// A port.
pub fn port(value: &Any<'_>) -> Result<u16> {
    integer("a port", "an int", value)?
        .ok_or_else(|| Failure::of_part("a port is from 0 to 65535", "port-range", Component::Port))
}

/// The number of segments to discard.
pub fn discard(value: &Any<'_>) -> Result<u8> {
    let count = integer("a discard", "an int or None", value)?.filter(|count| *count < 128);
    count.ok_or_else(|| {
        let message = "a discard is from 0 to 127, or None for all segments";
        Failure::of_part(message, "discard-range", Component::Discard)
    })
}

/// Whether a value is the bytes of a whole, and no sequence of parts.
pub fn is_bytes(value: &Any<'_>) -> bool {
    value.is_instance_of::<PyBytes>()
        || value.is_instance_of::<PyByteArray>()
        || value.is_instance_of::<PyMemoryView>()
}

/// The bytes of a bytes-like object.
pub fn bytes_of<'py>(value: &Any<'py>) -> Result<Bound<'py, PyBytes>> {
    let message = "expected a str or a bytes-like object";
    let view = PyMemoryView::from(value).map_err(|_| PyTypeError::new_err(message))?;
    let bytes = view.call_method0("tobytes")?;
    Ok(bytes.cast_into::<PyBytes>().map_err(PyErr::from)?)
}

/// The Python value of an item.
pub fn item<'py>(py: Python<'py>, item: TextOrPet<'_>) -> PyResult<Any<'py>> {
    if let Some(text) = item.as_str() {
        return Ok(PyString::from_bytes(py, text.as_bytes())?.into_any());
    }
    collected(
        py,
        item.pieces().map(|piece| match piece.as_str() {
            Some(text) => Ok(PyString::from_bytes(py, text.as_bytes())?.into_any()),
            None => Ok(bytes(py, piece.as_bytes())?.into_any()),
        }),
    )
}

/// The `str` of a decoded part, or `bytes` that are not UTF-8.
pub fn decoded<'py>(py: Python<'py>, part: Decoded<'_>) -> PyResult<Any<'py>> {
    let mut decoded = reserved(part.bytes().count())?;
    decoded.extend(part.bytes());
    match str::from_utf8(&decoded) {
        Ok(_) => Ok(PyString::from_bytes(py, &decoded)?.into_any()),
        Err(_) => Ok(bytes(py, &decoded)?.into_any()),
    }
}

/// The Python values of items.
pub fn tuple<'py, 'a>(
    py: Python<'py>,
    items: impl Iterator<Item = TextOrPet<'a>>,
) -> PyResult<Any<'py>> {
    collected(py, items.map(|it| item(py, it)))
}

/// The text that a `str` is, or that another object has. A subclass of `str` may say that it has another text.
pub fn text_of(value: &Any<'_>, part: Option<Component>) -> PyResult<PyBackedStr> {
    match value.is_instance_of::<PyString>() {
        true => utf8(value, part),
        false => utf8(value.str()?.as_any(), part),
    }
}
