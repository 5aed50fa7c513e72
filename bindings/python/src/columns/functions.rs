//! The functions of `cri_uri.columns`.

use std::fmt::Write;

use arrow_buffer::NullBufferBuilder;
use cri_core::{CriRef as Reference, Tail};
use cri_uri::components::Components;
use cri_uri::{ToUri, Uri, UriRef, to_cri};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::class::{CriRef, options_of, revision_name};
use crate::columns::input::Input;
use crate::columns::output::Column;
use crate::error::{Any, Diagnosis, Failure, Result, no_memory};
use crate::parts::{Text, reserved, shown, text_of, wrong_type};

/// The column of results, and on request that of errors.
type Results = (Column, Option<Column>);

/// What the rows of a column of binaries are.
#[derive(Clone, Copy, PartialEq)]
enum Rows {
    Texts,
    Cris,
}

impl Rows {
    /// What a row can be, by its first byte: a CRI begins with the head of an array, and no text in UTF-8 does.
    fn of(row: &[u8]) -> Option<Self> {
        Some(if row.first()? & 0b1110_0000 == 0b1000_0000 { Self::Cris } else { Self::Texts })
    }

    /// Whether a row is one of these.
    fn have(self, row: &[u8]) -> bool {
        match self {
            Self::Texts => str::from_utf8(row).is_ok(),
            Self::Cris => Reference::decode(row).is_ok(),
        }
    }

    /// The error of a column of which no row can be one of these.
    fn refuse(self) -> PyErr {
        PyValueError::new_err(match self {
            Self::Texts => {
                "the column has CRIs, and this function reads texts; convert it first: cri_uri.columns.decode(column)"
            }
            Self::Cris => {
                "the column has texts, and this function reads CRIs; convert it first: cri_uri.columns.encode(column)"
            }
        })
    }
}

/// Applies `convert` to each row, without the interpreter. It appends its result, and returns whether there is one.
fn map(
    py: Python<'_>,
    input: &Input,
    rows: Rows,
    is_text: bool,
    errors: bool,
    convert: impl Fn(&[u8], &mut Tail<'_, Vec<u8>>) -> Result<bool, Diagnosis> + Sync,
) -> Result<Results> {
    py.detach(|| {
        // A column of type null may have any length, without memory of its own. So that arrow, which aborts without memory, is not the
        // first to ask: all that a row takes besides its texts, at one time.
        let row = if errors { 48 } else { 16 };
        let len = input.len().saturating_add(1);
        drop(reserved::<u8>(len.saturating_mul(row))?);
        let (mut bytes, mut ends) = (Vec::new(), reserved(len)?);
        let mut failed = reserved(if errors { len } else { 0 })?;
        ends.push(0);
        let mut nulls = NullBufferBuilder::new(0);
        // Whether a row is one of the other kind, and whether each row may be. Other bytes, such as a CRI in a tag, are of none.
        let (mut is_any_other, mut are_others) = (false, input.is_binary() && !errors);
        input.for_each(|row| {
            let start = bytes.len();
            let result = row.map(|row| convert(row, &mut Tail::new(&mut bytes))).transpose();
            if result.as_ref().is_err_and(Diagnosis::is_no_memory) {
                return Err(no_memory());
            }
            if are_others
                && let Some(row) = row
                && let Some(found) = Rows::of(row)
            {
                are_others = found != rows;
                is_any_other = is_any_other || are_others && found.have(row);
            }
            let is_valid = matches!(result, Ok(Some(true)));
            if !is_valid {
                bytes.truncate(start);
            }
            if errors {
                failed.push(result.err().map(Box::new));
            }
            nulls.append(is_valid);
            // INVARIANT: the length of a vector fits.
            ends.push(bytes.len() as i64);
            Ok(())
        })?;
        if is_any_other && are_others {
            return Err(rows.refuse().into());
        }
        let values = Column::new(bytes, ends, nulls, is_text, input.is_large())?;
        Ok((values, errors.then(|| Column::of_errors(&failed))))
    })
}

/// URIs to CRIs.
#[pyfunction]
pub fn encode(
    py: Python<'_>,
    column: &Any<'_>,
    errors: bool,
    #[pyo3(from_py_with = revision_name)] revision: &str,
) -> Result<Results> {
    let options = options_of(revision)?;
    let column = Input::read(column, |_| Ok(()))?;
    map(py, &column, Rows::Texts, false, errors, |row, out| {
        to_cri(str::from_utf8(row)?, options, out)?;
        Ok(true)
    })
}

/// CRIs to URIs.
#[pyfunction]
pub fn decode(
    py: Python<'_>,
    column: &Any<'_>,
    errors: bool,
    #[pyo3(from_py_with = revision_name)] revision: &str,
) -> Result<Results> {
    let options = options_of(revision)?;
    let column = Input::read(column, |column| match column.is_text() {
        true => Err(PyTypeError::new_err("CRIs are binaries, but the column has strings").into()),
        false => Ok(()),
    })?;
    map(py, &column, Rows::Cris, true, errors, |row, out| {
        Reference::decode(row)?.to_uri(options)?.write_to(out)?;
        Ok(true)
    })
}

/// URI references or CRI references against one base.
#[pyfunction]
pub fn resolve(py: Python<'_>, base: &Any<'_>, column: &Any<'_>, errors: bool) -> Result<Results> {
    let cri = base.cast::<CriRef>().ok().map(Bound::get);
    if cri.is_none() && !base.is_instance_of::<PyString>() {
        return Err(wrong_type("a base", "a Cri or a str", base).into());
    }
    let needs_cri = || PyTypeError::new_err("a column of CRIs needs a Cri as its base");
    let mut text = None;
    let column = Input::read(column, |column| {
        if column.is_binary() {
            cri.ok_or_else(needs_cri)?.full()?;
        } else {
            let base = text_of(base, None)?;
            Uri::parse(&base).map_err(|error| Failure::in_text(error.into(), &base))?;
            text = Some(base);
        }
        Ok(())
    })?;
    let Some(text) = text else {
        let cri = cri.ok_or_else(needs_cri)?;
        let base = cri.full()?;
        return map(py, &column, Rows::Cris, false, errors, |row, out| {
            base.resolve(Reference::decode(row)?)?.encode_to(cri.revision, out)?;
            Ok(true)
        });
    };
    let base = Uri::parse(&text).map_err(|error| Failure::in_text(error.into(), &text))?;
    map(py, &column, Rows::Texts, true, errors, |row, out| {
        let reference = UriRef::parse(str::from_utf8(row)?)?;
        base.resolve(reference)?.write_to(out)?;
        Ok(true)
    })
}

/// One component of each URI reference, as it is written.
#[pyfunction]
pub fn part(
    py: Python<'_>,
    column: &Any<'_>,
    name: Text,
    parameter: Option<Text>,
    lenient: bool,
    errors: bool,
) -> Result<Results> {
    let of: for<'u> fn(Components<'u>) -> Option<&'u str> = match &*name {
        "scheme" => |it| it.scheme,
        "authority" => |it| it.authority,
        "userinfo" => |it| it.userinfo(),
        "host" => |it| it.host(),
        "port" => |it| it.port(),
        "path" => |it| Some(it.path),
        "query" => |it| it.query,
        "fragment" => |it| it.fragment,
        _ => {
            let names = "scheme, authority, userinfo, host, port, path, query or fragment";
            let message = format!("{} is no part of a URI; write {names}", shown(&name));
            return Err(PyValueError::new_err(message).into());
        }
    };
    if parameter.is_some() && &*name != "query" {
        let message = "only a query has parameters; leave out the argument";
        return Err(PyValueError::new_err(message).into());
    }
    let column = Input::read(column, |_| Ok(()))?;
    let is_host = &*name == "host";
    map(py, &column, Rows::Texts, true, errors, |row, out| {
        let row = str::from_utf8(row)?;
        let uri = if lenient { None } else { Some(UriRef::parse(row)?) };
        let components = || uri.map_or_else(|| Components::split(row), UriRef::components);
        let found = match (uri, parameter.as_deref()) {
            (_, Some(name)) => components().parameter(name),
            // A parsed reference knows where its host is.
            (Some(uri), _) if is_host => uri.host_str(),
            _ => of(components()),
        };
        out.write_str(found.unwrap_or_default())?;
        Ok(found.is_some())
    })
}
