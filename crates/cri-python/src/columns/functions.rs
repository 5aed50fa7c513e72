//! The functions of `cri.columns`.

use std::fmt::Write;

use cri_core::{Component, Cri as FullCri, CriRef as Reference};
use cri_uri::components::Components;
use cri_uri::{Options, Resolution, ToUri, Uri, UriRef, to_cri};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::class::{CriRef, revision_of};
use crate::columns::input::Input;
use crate::columns::output::{Column, Values, errors_column};
use crate::error::{Diagnosis, Failure};

/// The column of results, and on request that of errors.
type Results = (Column, Option<Column>);

/// The text of a row.
#[inline]
fn text(row: &[u8]) -> Result<&str, Diagnosis> {
    std::str::from_utf8(row).map_err(|error| Diagnosis {
        offset: Some(error.valid_up_to()),
        ..Diagnosis::new("invalid-utf8", Component::Cri)
    })
}

/// Applies `convert` to each row, without the interpreter. It appends its result, and returns whether there is one.
fn map(
    py: Python<'_>,
    input: &Input,
    is_text: bool,
    errors: bool,
    convert: impl Fn(&[u8], &mut Values) -> Result<bool, Diagnosis> + Send + Sync,
) -> PyResult<Results> {
    py.detach(|| {
        let mut values = Values::with_capacity(input.row_count());
        let mut failed = Vec::new();
        input.for_each(|row| {
            let result = row.map(|row| convert(row, &mut values)).transpose();
            values.end_row(matches!(result, Ok(Some(true))));
            if errors {
                failed.push(result.err());
            }
        });
        let values = values.finish(is_text, input.is_large())?;
        Ok((values, errors.then(|| errors_column(&failed))))
    })
}

/// URIs to CRIs.
#[pyfunction]
pub(crate) fn encode(
    py: Python<'_>,
    column: Input,
    errors: bool,
    revision: &str,
) -> PyResult<Results> {
    let options = Options::new(revision_of(revision)?);
    map(py, &column, false, errors, |row, out| {
        to_cri(text(row)?, options, out)?;
        Ok(true)
    })
}

/// CRIs to URIs.
#[pyfunction]
pub(crate) fn decode(
    py: Python<'_>,
    column: Input,
    errors: bool,
    revision: &str,
) -> PyResult<Results> {
    let options = Options::new(revision_of(revision)?);
    map(py, &column, true, errors, |row, out| {
        let uri = Reference::decode(row)?.to_uri(options)?;
        let _ = uri.write_to(out);
        Ok(true)
    })
}

/// URI references or CRI references against one base.
#[pyfunction]
pub(crate) fn resolve(
    py: Python<'_>,
    base: &Bound<'_, PyAny>,
    column: Input,
    errors: bool,
) -> PyResult<Results> {
    if column.is_text() {
        let base: String = base.str()?.extract()?;
        let base = Uri::parse(&base).map_err(|error| Failure::in_text(error.into(), &base))?;
        return map(py, &column, true, errors, |row, out| {
            let resolved = base.resolve(UriRef::parse(text(row)?)?, Resolution::Strict)?;
            let _ = resolved.write_to(out);
            Ok(true)
        });
    }
    let base = base.cast::<CriRef>();
    let base =
        base.map_err(|_| PyTypeError::new_err("a column of CRIs needs a Cri as its base"))?;
    let CriRef { cri, revision } = base.get();
    let base = FullCri::decode(cri.as_bytes()).map_err(Failure::from)?;
    map(py, &column, false, errors, |row, out| {
        base.resolve(Reference::decode(row)?)?.encode_to(*revision, out)?;
        Ok(true)
    })
}

/// One component of each URI reference, as it is written. The caller checks its name.
#[pyfunction]
pub(crate) fn part(
    py: Python<'_>,
    column: Input,
    name: &str,
    parameter: Option<PyBackedStr>,
    lenient: bool,
    errors: bool,
) -> PyResult<Results> {
    // A parsed reference knows where the parts of its authority are.
    type Of =
        (for<'u> fn(UriRef<'u>) -> Option<&'u str>, for<'u> fn(Components<'u>) -> Option<&'u str>);
    let (of_uri, of_text): Of = match name {
        "scheme" => (|it| it.scheme(), |it| it.scheme),
        "authority" => (|it| it.authority(), |it| it.authority),
        "userinfo" => (|it| it.userinfo(), |it| it.userinfo()),
        "host" => (|it| it.host_str(), |it| it.host()),
        "port" => (|it| it.port(), |it| it.port()),
        "path" => (|it| Some(it.path()), |it| Some(it.path)),
        "query" => (|it| it.query(), |it| it.query),
        _ => (|it| it.fragment(), |it| it.fragment),
    };
    map(py, &column, true, errors, |row, out| {
        let row = text(row)?;
        let uri = if lenient { None } else { Some(UriRef::parse(row)?) };
        let found = match (uri, &parameter) {
            (Some(uri), None) => of_uri(uri),
            (None, None) => of_text(Components::split(row)),
            (_, Some(name)) => Components::split(row).parameter(name),
        };
        let _ = out.write_str(found.unwrap_or_default());
        Ok(found.is_some())
    })
}
