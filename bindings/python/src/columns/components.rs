//! Components of each URI reference of a column.

use cri_core::Component;
use cri_uri::components::Components;
use cri_uri::{IriRef, UriRef, pct};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::columns::functions::{Kind, Results, Rows, map};
use crate::columns::input::Input;
use crate::error::{Any, Diagnosis, Result};
use crate::parts::{Text, shown};

/// How rows are split into components.
#[derive(Clone, Copy)]
enum Split {
    Strict,
    Iri,
    Lenient,
}

impl Split {
    fn new(iri: bool, lenient: bool) -> Self {
        match (lenient, iri) {
            (true, _) => Self::Lenient,
            (false, true) => Self::Iri,
            (false, false) => Self::Strict,
        }
    }

    fn components(self, row: &[u8]) -> Result<Components<'_>, Diagnosis> {
        let row = str::from_utf8(row)?;
        Ok(match self {
            Self::Strict => UriRef::parse(row)?.components(),
            Self::Iri => IriRef::parse(row)?.components(),
            Self::Lenient => Components::split(row),
        })
    }
}

type Part = for<'u> fn(Components<'u>) -> Option<&'u str>;

/// One component of each URI reference, as it is written or decoded.
#[pyfunction]
pub fn part(
    py: Python<'_>,
    column: &Any<'_>,
    name: Text,
    parameter: Option<Text>,
    decode: bool,
    iri: bool,
    lenient: bool,
    errors: bool,
) -> Result<Results> {
    let (component, of): (_, Part) = match &*name {
        "scheme" => (Component::Scheme, |it| it.scheme),
        "authority" => (Component::Authority, |it| it.authority),
        "userinfo" => (Component::Userinfo, |it| it.userinfo()),
        "host" => (Component::Host, |it| it.host()),
        "port" => (Component::Port, |it| it.port()),
        "path" => (Component::Path, |it| Some(it.path)),
        "query" => (Component::Query, |it| it.query),
        "fragment" => (Component::Fragment, |it| it.fragment),
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
    let (is_host, split) = (component == Component::Host, Split::new(iri, lenient));
    map(py, &column, Rows::Texts, Kind::Text, errors, |row, _, out| {
        let found = match parameter.as_deref() {
            Some(name) if decode => parameter_decoded(split.components(row)?, name),
            Some(name) => split.components(row)?.parameter(name),
            // A parsed reference knows where its host is.
            None if is_host && matches!(split, Split::Strict) => {
                UriRef::parse(str::from_utf8(row)?)?.host_str()
            }
            None => of(split.components(row)?),
        };
        out.push(found.unwrap_or_default(), decode, component)?;
        Ok(found.is_some())
    })
}

/// The value of the first parameter whose decoded name this is.
fn parameter_decoded<'a>(components: Components<'a>, name: &str) -> Option<&'a str> {
    components.query?.split('&').find_map(|parameter| {
        let (found, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        pct::decode(found).eq(name.bytes()).then_some(value)
    })
}

/// The segments of the path of each URI reference, as they are written or decoded.
#[pyfunction]
pub fn segments(
    py: Python<'_>,
    column: &Any<'_>,
    decode: bool,
    iri: bool,
    lenient: bool,
    errors: bool,
) -> Result<Results> {
    let column = Input::read(column, |_| Ok(()))?;
    let split = Split::new(iri, lenient);
    map(py, &column, Rows::Texts, Kind::Lists, errors, |row, _, out| {
        let path = split.components(row)?.path;
        if !path.is_empty() {
            for segment in path.strip_prefix('/').unwrap_or(path).split('/') {
                out.push(segment, decode, Component::Path)?;
                out.end_item()?;
            }
        }
        Ok(true)
    })
}
