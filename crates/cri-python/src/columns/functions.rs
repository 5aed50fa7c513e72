//! The functions of `cri.columns`.

use std::fmt::Write;

use arrow_buffer::NullBufferBuilder;
use cri_core::{CriRef as Reference, Tail};
use cri_uri::components::Components;
use cri_uri::{Resolution, ToUri, Uri, UriRef, to_cri};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::class::{Any, CriRef, options_of};
use crate::columns::input::Input;
use crate::columns::output::Column;
use crate::error::{Diagnosis, Failure, Result};

/// The column of results, and on request that of errors.
type Results = (Column, Option<Column>);

/// Applies `convert` to each row, without the interpreter. It appends its result, and returns whether there is one.
fn map(
    py: Python<'_>,
    input: &Input,
    is_text: bool,
    errors: bool,
    convert: impl Fn(&[u8], &mut Tail<'_, Vec<u8>>) -> Result<bool, Diagnosis> + Sync,
) -> Result<Results> {
    py.detach(|| {
        let (mut bytes, mut ends, mut failed) = (Vec::new(), vec![0], Vec::new());
        let mut nulls = NullBufferBuilder::new(0);
        input.for_each(|row| {
            let start = bytes.len();
            let result = row.map(|row| convert(row, &mut Tail::new(&mut bytes))).transpose();
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
        })?;
        let values = Column::new(bytes, ends, nulls, is_text, input.is_large())?;
        Ok((values, errors.then(|| Column::of_errors(&failed))))
    })
}

/// URIs to CRIs.
#[pyfunction]
pub fn encode(py: Python<'_>, column: Input, errors: bool, revision: &str) -> Result<Results> {
    let options = options_of(revision)?;
    map(py, &column, false, errors, |row, out| {
        to_cri(str::from_utf8(row)?, options, out)?;
        Ok(true)
    })
}

/// CRIs to URIs.
#[pyfunction]
pub fn decode(py: Python<'_>, column: Input, errors: bool, revision: &str) -> Result<Results> {
    if column.is_text() {
        return Err(PyTypeError::new_err("CRIs are binaries, but the column has strings").into());
    }
    let options = options_of(revision)?;
    map(py, &column, true, errors, |row, out| {
        let uri = Reference::decode(row)?.to_uri(options)?;
        let _ = uri.write_to(out);
        Ok(true)
    })
}

/// URI references or CRI references against one base.
#[pyfunction]
pub fn resolve(py: Python<'_>, base: &Any<'_>, column: Input, errors: bool) -> Result<Results> {
    if column.is_binary() {
        let base = base.cast::<CriRef>();
        let base =
            base.map_err(|_| PyTypeError::new_err("a column of CRIs needs a Cri as its base"))?;
        let (revision, base) = (base.get().revision, base.get().full()?);
        return map(py, &column, false, errors, |row, out| {
            base.resolve(Reference::decode(row)?)?.encode_to(revision, out)?;
            Ok(true)
        });
    }
    let base: String = base.str()?.extract()?;
    let base = Uri::parse(&base).map_err(|error| Failure::in_text(error.into(), &base))?;
    map(py, &column, true, errors, |row, out| {
        let resolved = base.resolve(UriRef::parse(str::from_utf8(row)?)?, Resolution::Strict)?;
        let _ = resolved.write_to(out);
        Ok(true)
    })
}

/// One component of each URI reference, as it is written. The caller checks its name.
#[pyfunction]
pub fn part(
    py: Python<'_>,
    column: Input,
    name: &str,
    parameter: Option<&str>,
    lenient: bool,
    errors: bool,
) -> Result<Results> {
    let of: for<'u> fn(Components<'u>) -> Option<&'u str> = match name {
        "scheme" => |it| it.scheme,
        "authority" => |it| it.authority,
        "userinfo" => |it| it.userinfo(),
        "host" => |it| it.host(),
        "port" => |it| it.port(),
        "path" => |it| Some(it.path),
        "query" => |it| it.query,
        _ => |it| it.fragment,
    };
    map(py, &column, true, errors, |row, out| {
        let row = str::from_utf8(row)?;
        let uri = if lenient { None } else { Some(UriRef::parse(row)?) };
        let components = || uri.map_or_else(|| Components::split(row), UriRef::components);
        let found = match (uri, parameter) {
            (_, Some(name)) => components().parameter(name),
            // A parsed reference knows where its host is.
            (Some(uri), _) if name == "host" => uri.host_str(),
            _ => of(components()),
        };
        let _ = out.write_str(found.unwrap_or_default());
        Ok(found.is_some())
    })
}
