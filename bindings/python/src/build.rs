//! Building a reference from parts of a program, and from another reference.

use std::cell::Cell;

use cri_core::{AuthoritySection, Component, Discard, Sections};
use cri_uri::Options;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use crate::class::{CriRef, Object};
use crate::error::{Any, Failure, Result};
use crate::host::add_host;
use crate::parts::{self, Builder, Room, shown};

const NAMES: [&str; 9] = [
    "scheme",
    "userinfo",
    "host",
    "port",
    "discard",
    "segments",
    "parameters",
    "fragment",
    "rootless",
];

/// The parts that a program names, and those of a reference for the others.
pub struct Parts<'p, 'py> {
    given: &'p Bound<'py, PyDict>,
    kept: Option<Sections<'p>>,
}

impl<'p, 'py> Parts<'p, 'py> {
    /// # Errors
    ///
    /// `TypeError` for a name that no part has.
    pub fn new(given: &'p Bound<'py, PyDict>, kept: Option<Sections<'p>>) -> PyResult<Self> {
        for name in given.keys() {
            let name = parts::utf8(&name, None)?;
            if !NAMES.contains(&&*name) {
                let advice = match &*name {
                    "path" => "write segments=['a', 'b']".into(),
                    "query" => "write parameters=['a=b', 'c=d']".into(),
                    "hostname" | "netloc" | "authority" => {
                        "write userinfo=, host= and port=".into()
                    }
                    "username" | "user" | "password" => "write userinfo='name:password'".into(),
                    _ => format!("the parts are {}", NAMES.join(", ")),
                };
                let message = format!("{} is no part of a CRI; {advice}", shown(&name));
                return Err(PyTypeError::new_err(message));
            }
        }
        Ok(Self { given, kept })
    }

    /// The part that the program gives: `Some(None)` for `None`, and `None` for one that it does not name.
    fn given(&self, name: &str) -> PyResult<Option<Option<Any<'py>>>> {
        Ok(self.given.get_item(name)?.map(|part| (!part.is_none()).then_some(part)))
    }

    /// Whether there will be a part.
    fn has(&self, name: &str, is_kept: bool) -> PyResult<bool> {
        Ok(self.given(name)?.map_or(is_kept, |part| part.is_some()))
    }

    /// The reference with these parts, in the canonical form if there is one.
    pub fn build(&self, py: Python<'py>, options: Options) -> Result<CriRef> {
        let (host, discard) = (self.given("host")?, self.given("discard")?);
        let has_scheme = self.has("scheme", self.keeps(|it| it.scheme().is_some()))?;
        let has_host = self.has("host", self.keeps(|it| it.host().is_some()))?;
        let is_rootless = match self.given("rootless")?.flatten() {
            Some(it) => it.extract().map_err(|_| parts::wrong_type("rootless", "a bool", &it))?,
            // A new host takes its place.
            None => {
                !has_host && self.keeps(|it| it.authority_section() == AuthoritySection::Rootless)
            }
        };
        let port = match self.given("port")? {
            Some(port) => port.map(|port| parts::port(&port)).transpose()?,
            None => self.kept.and_then(|it| it.port()),
        };
        if !has_host
            && (port.is_some() || self.has("userinfo", self.keeps(|it| it.userinfo().is_some()))?)
        {
            let message =
                "a userinfo and a port need a host; leave them out, or pass None for both";
            return Err(Failure::of_part(message, "missing-host", Component::Host));
        }
        if is_rootless && has_host {
            let message = "a rootless CRI has no host; leave out one of the two, or pass host=None";
            return Err(Failure::of_part(message, "out-of-order", Component::Host));
        }
        let is_relative = !has_scheme && !has_host && !is_rootless;
        if matches!(discard, Some(Some(_))) && !is_relative {
            let message = "a scheme, a host or rootless takes the place of a discard; leave it out";
            return Err(Failure::of_part(message, "out-of-order", Component::Discard));
        }
        let discard = match discard {
            Some(Some(discard)) => Discard::Segments(parts::discard(&discard)?),
            Some(None) => Discard::All,
            None => self.kept.map_or(Discard::All, |it| it.discard()),
        };

        let len = Cell::new(0);
        let mut builder = Builder::new(options.revision(), Room::new(&len));
        builder = match self.given("scheme")? {
            Some(Some(scheme)) => add_scheme(builder, &scheme, options)?,
            Some(None) => builder,
            None => self.copy(Component::Scheme, builder),
        };
        if is_relative {
            builder = builder.discard(discard);
        }
        if is_rootless {
            builder = builder.rootless();
        }
        builder =
            self.add(("userinfo", "a userinfo", Component::Userinfo), builder, &len, |to, it| {
                to.userinfo(it)
            })?;
        builder = match host {
            Some(Some(host)) => add_host(builder, &len, &host)?,
            Some(None) => builder,
            None => self.copy(Component::ZoneId, self.copy(Component::Host, builder)),
        };
        builder = port.into_iter().fold(builder, Builder::port);
        builder =
            self.add(("segments", "a segment", Component::Path), builder, &len, |to, it| {
                to.segment(it)
            })?;
        builder =
            self.add(("parameters", "a parameter", Component::Query), builder, &len, |to, it| {
                to.parameter(it)
            })?;
        builder =
            self.add(("fragment", "a fragment", Component::Fragment), builder, &len, |to, it| {
                to.fragment(it)
            })?;
        let cri = builder.finish()?.map_buffer(|room| room.bytes);
        CriRef { cri, revision: options.revision() }.into_canonical(py)
    }

    /// Adds the items of a component that has text.
    fn add<'c>(
        &self,
        (name, item, component): (&str, &str, Component),
        builder: Builder<'c>,
        len: &Cell<usize>,
        add: impl Fn(Builder<'c>, cri_core::Value<'_>) -> Builder<'c>,
    ) -> PyResult<Builder<'c>> {
        let part = match self.given(name)? {
            None => return Ok(self.copy(component, builder)),
            Some(None) => return Ok(builder),
            Some(Some(part)) => part,
        };
        let of = (item, component);
        match component {
            Component::Path => {
                parts::add_all(of, builder.empty_path(), len, parts::items(name, &part)?, add)
            }
            Component::Query => {
                parts::add_all(of, builder.unset_query(), len, parts::items(name, &part)?, add)
            }
            _ => parts::add_all(of, builder, len, [Ok(part)], add),
        }
    }

    /// Copies a component of the reference.
    fn copy<'c>(&self, component: Component, builder: Builder<'c>) -> Builder<'c> {
        self.kept.iter().fold(builder, |to, kept| kept.copy_component(component, to))
    }

    /// Whether the reference has this.
    fn keeps(&self, has: impl Fn(&Sections<'p>) -> bool) -> bool {
        self.kept.as_ref().is_some_and(has)
    }
}

fn add_scheme<'c>(builder: Builder<'c>, scheme: &Any<'_>, options: Options) -> Result<Builder<'c>> {
    if !scheme.is_instance_of::<PyString>() {
        return Ok(builder.scheme_number(parts::scheme_number(scheme)?));
    }
    let name = parts::utf8(scheme, Some(Component::Scheme))?;
    Ok(match options.schemes().by_name(&*name) {
        Some(known) => builder.scheme_number(known.number),
        None => builder.scheme_name(&name),
    })
}

impl CriRef {
    /// This with other parts.
    pub fn replaced<'py>(&self, given: &Bound<'py, PyDict>) -> Object<'py> {
        let py = given.py();
        let parts = Parts::new(given, Some(self.sections()))?;
        parts.build(py, self.options())?.into_object(&py.get_type::<Self>())
    }

    /// This with other segments, and without the query and the fragment, which belong to the old path.
    pub fn with_segments<'py>(&self, segments: &Bound<'py, PyList>) -> Object<'py> {
        let parts = PyDict::new(segments.py());
        parts.set_item("segments", segments)?;
        self.with_path(&parts)
    }

    pub fn with_path<'py>(&self, parts: &Bound<'py, PyDict>) -> Object<'py> {
        for name in ["parameters", "fragment"] {
            parts.set_item(name, parts.py().None())?;
        }
        self.replaced(parts)
    }
}
