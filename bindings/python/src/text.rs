//! Functions on texts.

use std::fmt::Write;

use cri_uri::context::{find_iris, find_uris};
use cri_uri::{Normalization, UriRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::class::{options_of, revision_name};
use crate::error::{Any, Failure, Result};
use crate::output;
use crate::parts::{self, Text, shown};

/// The steps with these names, or all.
pub fn steps(names: Option<&Any<'_>>) -> PyResult<Normalization> {
    let Some(names) = names else { return Ok(Normalization::ALL) };
    let mut steps = Normalization::NONE;
    for name in parts::items("steps", names)? {
        let name: Text = name?.extract()?;
        steps = steps.with(Normalization::from_name(&name).ok_or_else(|| {
            let known = Normalization::NAMES.map(|(name, _)| name).join(", ");
            PyValueError::new_err(format!("{} is no step; the steps are {known}", shown(&name)))
        })?);
    }
    Ok(steps)
}

/// Return the normal form of a URI reference, as text (RFC 3986 section 6.2).
///
/// >>> cri.normalize("HTTP://user:pw@Example.com:80/%7ea/./b")
/// 'http://user:pw@example.com/~a/b'
///
/// A CRI need not exist: the text may have a password, an empty port or any host of RFC 3986. `steps` names the steps, and
/// without it, all are done:
///
/// - `case`: scheme and host to lower case, the digits of `%7e` to upper case (section 6.2.2.1)
/// - `percent`: percent-encoded letters, digits, `-`, `.`, `_` and `~` to these characters (section 6.2.2.2)
/// - `dots`: without dot-segments (section 6.2.2.3). `percent` needs this step, since it makes `..` of `%2E%2E`
/// - `address`: IPv6 addresses in the spelling of RFC 5952
/// - `scheme`: without a default or empty port, and what else the scheme says (section 6.2.3)
///
/// >>> cri.normalize("HTTP://Example.com:80/%7ea/./b", steps=["case"])
/// 'http://example.com:80/%7Ea/./b'
///
/// The revision says which schemes are known.
#[pyfunction]
#[pyo3(signature = (text, /, steps = None, revision = "draft-16"))]
pub fn normalize<'py>(
    text: &Any<'py>,
    steps: Option<Any<'py>>,
    #[pyo3(from_py_with = revision_name)] revision: &str,
) -> Result<Any<'py>> {
    let (steps, schemes) = (self::steps(steps.as_ref())?, options_of(revision)?.schemes());
    let (py, text) = (text.py(), text.extract::<Text>()?);
    let uri = UriRef::parse(&text).map_err(|error| Failure::in_text_of(error.into(), &text, ""))?;
    let normal = uri.normalize(steps, schemes);
    Ok(output::text(py, |out| normal.write_to(out))?.into_any())
}

/// The URIs in a text, or the IRIs, each with its place in characters.
#[pyfunction]
pub fn find<'py>(
    py: Python<'py>,
    text: Text,
    iri: bool,
    #[pyo3(from_py_with = revision_name)] revision: &str,
) -> Result<Bound<'py, PyList>> {
    let schemes = options_of(revision)?.schemes();
    let (found, mut at, mut characters) = (PyList::empty(py), 0, 0_usize);
    let mut count = |end: usize| {
        let between = text.get(at..end).unwrap_or_default().chars().count();
        (at, characters) = (end, characters.saturating_add(between));
        characters
    };
    let uris = (!iri).then(|| find_uris(&text, schemes)).into_iter().flatten();
    let iris = iri.then(|| find_iris(&text, schemes)).into_iter().flatten();
    for uri in uris.chain(iris) {
        let range = uri.range();
        let uri = output::text(py, |out| write!(out, "{uri}"))?;
        let place = [range.start, range.end].map(|at| {
            // SAFETY: the call returns a new reference, or null with an exception. (`into_pyobject` panics without memory.)
            unsafe { Bound::from_owned_ptr_or_err(py, pyo3::ffi::PyLong_FromSize_t(count(at))) }
        });
        let items = [Ok(uri.into_any())].into_iter().chain(place);
        found.append(output::collected(py, items)?)?;
        py.check_signals()?;
    }
    Ok(found)
}
