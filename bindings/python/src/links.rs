//! The function `links`: the links of a CoAP server.

use std::fmt::Write;

use cri_inspect::links::{Link, Links, Part, Resolver, Rules, read_base};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::class::{Cri, CriRef, options_of, revision_name};
use crate::error::{Any, Failure, Result};
use crate::output;
use crate::parts;

/// The links of a text, each as a tuple of target, context, reference and parameters, or as the exception of one that is wrong
/// if `errors` says so.
#[pyfunction]
pub fn links<'py>(
    py: Python<'py>,
    text: &Any<'py>,
    base: Option<Any<'py>>,
    rules: &str,
    errors: bool,
    #[pyo3(from_py_with = revision_name)] revision: &str,
) -> Result<Bound<'py, PyList>> {
    let options = options_of(revision)?;
    let rules = Rules::from_name(rules).ok_or_else(|| {
        let advice = "write 'rfc6690' or 'rfc8288'";
        PyValueError::new_err(format!("{} are no rules; {advice}", parts::shown(rules)))
    })?;
    let base = base.map(|base| full(py, base, revision)).transpose()?;
    let base = base.as_ref().map(|base| base.get().full()).transpose()?;
    let resolver = Resolver::new(base, rules, options)?;
    with_text(text, |text| {
        let links = Links::from_bytes(text).map(|link| {
            let link =
                link.map_err(Failure::from).and_then(|link| object(py, &link, &resolver, revision));
            match link {
                Err(error) if errors && !error.is_no_memory(py) => {
                    Ok(PyErr::from(error).into_value(py).into_bound(py).into_any())
                }
                link => link.map_err(PyErr::from),
            }
        });
        Ok(output::list(py, links)?)
    })
}

/// The base, which may be an object already.
fn full<'py>(py: Python<'py>, base: Any<'py>, revision: &str) -> Result<Bound<'py, CriRef>> {
    let base = match base.cast::<CriRef>() {
        Ok(base) if base.get().revision.name() != revision => {
            let found = base.get().revision.name();
            let message = format!("the base is of {found}, but the links are read for {revision}");
            return Err(PyValueError::new_err(message).into());
        }
        Ok(base) => base.clone(),
        Err(_) => {
            let options = options_of(revision)?;
            let text = base.is_instance_of::<PyString>().then(|| parts::utf8(&base, None));
            let read = text.transpose()?.and_then(|text| read_base(&text, options).ok());
            if let Some(read) = read {
                return CriRef::object(&py.get_type::<Cri>(), read, options.revision());
            }
            // Its error says what is wrong with the base.
            let base = py.get_type::<Cri>().call1((base, revision))?;
            base.cast_into::<CriRef>().map_err(PyErr::from)?
        }
    };
    Ok(base)
}

/// Calls `read` with the bytes of a `str`, or with bytes.
fn with_text<T>(text: &Any<'_>, read: impl FnOnce(&[u8]) -> Result<T>) -> Result<T> {
    if text.is_instance_of::<PyString>() {
        return read(parts::utf8(text, None)?.as_bytes());
    }
    read(parts::bytes_of(text)?.as_bytes())
}

/// The tuple for a link.
fn object<'py>(
    py: Python<'py>,
    link: &Link<'_>,
    resolver: &Resolver,
    revision: &str,
) -> Result<Any<'py>> {
    let class = py.get_type::<CriRef>();
    let revision = options_of(revision)?.revision();
    let text = |text: &str| output::text(py, |out| out.write_str(text));
    let parameters = || {
        let parameters = link.parameters().map(|it| {
            let value = it.value().map(|value| output::text(py, |out| write!(out, "{value}")));
            Ok((text(it.name())?, value.transpose()?).into_pyobject(py)?.into_any())
        });
        output::collected(py, parameters)
    };
    let resolved = match resolver.resolve(link) {
        Ok(resolved) => resolved,
        Err(error) => {
            let reference = match (error.part(), link.anchor()) {
                (Part::Anchor, Some(anchor)) => anchor.to_string(),
                _ => link.reference().to_owned(),
            };
            let failure = Failure::with_advice(error, &reference);
            let Ok(uris) = resolver.resolve_as_uris(link) else { return Err(failure) };
            let context = uris.context.map(|context| text(&context)).transpose()?;
            let link = (text(&uris.target)?, context, text(link.reference())?, parameters()?);
            let link = py.import("cri_uri")?.getattr("UriLink")?.call1(link)?;
            return Err(failure.with_link(py, link)?);
        }
    };
    let target = CriRef::object(&class, resolved.target, revision)?;
    let context = resolved.context.map(|context| CriRef::object(&class, context, revision));
    let link = (target, context.transpose()?, text(link.reference())?, parameters()?);
    Ok(link.into_pyobject(py)?.into_any())
}
