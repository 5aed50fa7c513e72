//! The functions of `cri.columns`.

use cri_core::{Component, Cri as FullCri, CriRef as Reference};
use cri_uri::{Options, Resolution, ToUri, Uri, UriRef, to_cri};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::columns::input::Input;
use crate::columns::output::{Column, Tail, Values, errors_column};
use crate::error::{Diagnosis, Failure};
use crate::reference::{CriRef, revision_of};

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
    convert: impl Fn(&[u8], &mut Vec<u8>) -> Result<bool, Diagnosis> + Send + Sync,
) -> PyResult<Results> {
    py.detach(|| {
        let mut values = Values::with_capacity(input.row_count());
        let mut failed: Vec<Option<Diagnosis>> = Vec::new();
        input.for_each(|row| {
            let mut error = None;
            values.push(|out| match row.map(|row| convert(row, out)) {
                Some(Ok(is_valid)) => is_valid,
                Some(Err(found)) => {
                    error = Some(found);
                    false
                }
                None => false,
            });
            if errors {
                failed.push(error);
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
        to_cri(text(row)?, options, Tail::new(out))?;
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
        let _ = uri.write_to(&mut Tail::new(out));
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
            let _ = resolved.write_to(&mut Tail::new(out));
            Ok(true)
        });
    }
    let CriRef { cri, revision } = base.cast::<CriRef>()?.get();
    let base = FullCri::decode(cri.as_bytes()).map_err(Failure::from)?;
    map(py, &column, false, errors, |row, out| {
        base.resolve(Reference::decode(row)?)?.encode_to(*revision, Tail::new(out))?;
        Ok(true)
    })
}

/// One component of each URI reference, as it is written. The caller checks its name.
#[pyfunction]
pub(crate) fn part(
    py: Python<'_>,
    column: Input,
    name: &str,
    key: Option<PyBackedStr>,
    errors: bool,
) -> PyResult<Results> {
    let part: for<'u> fn(UriRef<'u>) -> Option<&'u str> = match name {
        "scheme" => |uri| uri.scheme(),
        "authority" => |uri| uri.authority(),
        "userinfo" => |uri| uri.userinfo(),
        "host" => |uri| uri.host_str(),
        "port" => |uri| uri.port(),
        "path" => |uri| Some(uri.path()),
        "query" => |uri| uri.query(),
        _ => |uri| uri.fragment(),
    };
    map(py, &column, true, errors, |row, out| {
        let mut found = part(UriRef::parse(text(row)?)?);
        if let Some(key) = &key {
            found = found.and_then(|query| parameter(query, key));
        }
        out.extend_from_slice(found.unwrap_or_default().as_bytes());
        Ok(found.is_some())
    })
}

/// The value of the first parameter with this key.
fn parameter<'u>(query: &'u str, key: &str) -> Option<&'u str> {
    query.split('&').find_map(|parameter| parameter.strip_prefix(key)?.strip_prefix('='))
}
