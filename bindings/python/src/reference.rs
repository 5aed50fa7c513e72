//! The methods of `CriRef`.

use std::cell::Cell;
use std::fmt::Write;

use cri_core::{
    AuthoritySection, Builder, Component, CriRef as Reference, CriRefBuf, Discard, Revision, Scheme,
};
use cri_edn::Notation;
use cri_uri::{IriRef, ToIri, ToUri, to_cri};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyType};

use crate::class::{Cri, CriRef, Object, Part, options_of, revision_name};
use crate::error::{Any, Failure, Result};
use crate::output;
use crate::parts::{self, Room, Text};

#[pymethods]
impl CriRef {
    #[new]
    #[classmethod]
    #[pyo3(signature = (source, /, revision = "draft-16"))]
    pub fn make<'py>(
        class: &Bound<'py, PyType>,
        source: &Any<'py>,
        #[pyo3(from_py_with = revision_name)] revision: &str,
    ) -> Object<'py> {
        let options = options_of(revision)?;
        let cri = if source.is_instance_of::<PyString>() {
            let text = parts::utf8(source, None)?;
            to_cri(&text, options, Vec::new()).map_err(|error| Failure::in_text(error, &text))?
        } else {
            Reference::decode(parts::bytes_of(source)?.as_bytes())?.copy_to(Vec::new())?
        };
        Self::object(class, cri, options.revision())
    }

    /// Read an IRI reference, which may have characters beyond ASCII anywhere.
    ///
    /// >>> str(cri.Cri.from_iri("coap://h/straße"))
    /// 'coap://h/stra%C3%9Fe'
    #[classmethod]
    #[pyo3(signature = (text, /, revision = "draft-16"))]
    fn from_iri<'py>(
        class: &Bound<'py, PyType>,
        text: Text,
        #[pyo3(from_py_with = revision_name)] revision: &str,
    ) -> Object<'py> {
        let options = options_of(revision)?;
        let cri = IriRef::parse(&text)
            .map_err(Into::into)
            .and_then(|iri| iri.to_cri(options, Vec::new()))
            .map_err(|error| Failure::in_text(error, &text))?;
        Self::object(class, cri, options.revision())
    }

    /// Read CBOR diagnostic notation (RFC 8949 section 8), also with a literal `cri'…'`. Like bytes, it is kept as it came.
    ///
    /// >>> cri.Cri.from_notation('[-1, ["h"], ["a"]]')
    /// Cri('coap://h/a')
    #[classmethod]
    #[pyo3(signature = (text, /, revision = "draft-16"))]
    fn from_notation<'py>(
        class: &Bound<'py, PyType>,
        text: Text,
        #[pyo3(from_py_with = revision_name)] revision: &str,
    ) -> Object<'py> {
        let options = options_of(revision)?;
        let cri = CriRefBuf::decode(Notation::parse(&text, options)?.into_bytes())?;
        Self::object(class, cri, options.revision())
    }

    /// Build a reference from its parts, which are raw: a `/` or `%` in a segment is data.
    ///
    /// >>> import ipaddress
    /// >>> host = ipaddress.ip_address("2001:db8::1")
    /// >>> cri.Cri.from_parts(scheme="coap", host=host, port=61616, segments=["a/b"], parameters=["u=c"])
    /// Cri('coap://[2001:db8::1]:61616/a%2Fb?u=c')
    ///
    /// A relative reference removes `discard` segments from the end of its base's path, and with `None` all.
    ///
    /// >>> cri.CriRef.from_parts(discard=2, segments=["a"]), cri.CriRef.from_parts(segments=["a"])
    /// (CriRef('../a'), CriRef('/a'))
    ///
    /// The result is canonical, if it has a canonical form: the default port is left out. Write scheme and host in lower case. A `str` is the name
    /// of a host, and the text of an address is refused: pass an object of the module `ipaddress`. A tuple of labels is taken as labels,
    /// and refused only if they read as an IPv4 address. A `rootless` CRI has no authority, and its path begins without a slash, as in
    /// `mailto:a@example.com`. In a relative reference, `segments=[]` differs from `segments=None`. A scheme, a host and `rootless` take
    /// the place of a discard.
    #[classmethod]
    #[pyo3(signature = (
        *, scheme = None, userinfo = None, host = None, port = None, discard = None, segments = None,
        parameters = None, fragment = None, rootless = false, revision = "draft-16",
    ))]
    fn from_parts<'py>(
        class: &Bound<'py, PyType>,
        scheme: Option<Any<'py>>,
        userinfo: Option<Any<'py>>,
        host: Option<Any<'py>>,
        port: Option<Any<'py>>,
        discard: Option<Any<'py>>,
        segments: Option<Any<'py>>,
        parameters: Option<Any<'py>>,
        fragment: Option<Any<'py>>,
        rootless: bool,
        #[pyo3(from_py_with = revision_name)] revision: &str,
    ) -> Object<'py> {
        let options = options_of(revision)?;
        let port = port.map(|port| parts::port(&port)).transpose()?;
        let discard = discard.map(|discard| parts::discard(&discard)).transpose()?;
        if host.is_none() && (userinfo.is_some() || port.is_some()) {
            let message = "a userinfo and a port need a host";
            return Err(Failure::of_part(message, "missing-host", Component::Host));
        }
        if rootless && host.is_some() {
            let message = "a rootless CRI has no host; leave out one of the two";
            return Err(Failure::of_part(message, "out-of-order", Component::Host));
        }
        let is_relative = scheme.is_none() && host.is_none() && !rootless;
        if discard.is_some() && !is_relative {
            let message = "a scheme, a host or rootless takes the place of a discard; leave it out";
            return Err(Failure::of_part(message, "out-of-order", Component::Discard));
        }

        let len = Cell::new(0);
        let mut builder = Builder::new(options.revision(), Room::new(&len));
        if let Some(scheme) = scheme {
            builder = if scheme.is_instance_of::<PyString>() {
                let name = parts::utf8(&scheme, Some(Component::Scheme))?;
                match options.schemes().by_name(&*name) {
                    Some(known) => builder.scheme_number(known.number),
                    None => builder.scheme_name(&name),
                }
            } else {
                builder.scheme_number(parts::scheme_number(&scheme)?)
            };
        } else if is_relative {
            builder = builder.discard(discard.map_or(Discard::All, Discard::Segments));
        }
        if rootless {
            builder = builder.rootless();
        }
        builder = parts::add_all(
            ("a userinfo", Component::Userinfo),
            builder,
            &len,
            userinfo.map(Ok),
            |to, it| to.userinfo(it),
        )?;
        if let Some(host) = host {
            builder = parts::add_host(builder, &len, &host)?;
        }
        builder = port.into_iter().fold(builder, Builder::port);
        if let Some(segments) = segments {
            let items = parts::items("segments", &segments)?;
            builder = parts::add_all(
                ("a segment", Component::Path),
                builder.empty_path(),
                &len,
                items,
                |to, it| to.segment(it),
            )?;
        }
        if let Some(parameters) = parameters {
            let items = parts::items("parameters", &parameters)?;
            builder = parts::add_all(
                ("a parameter", Component::Query),
                builder.unset_query(),
                &len,
                items,
                |to, it| to.parameter(it),
            )?;
        }
        builder = parts::add_all(
            ("a fragment", Component::Fragment),
            builder,
            &len,
            fragment.map(Ok),
            |to, it| to.fragment(it),
        )?;
        let cri = builder.finish()?.map_buffer(|room| room.bytes);
        let built = Self { cri, revision: options.revision() }.into_canonical(class.py())?;
        if class.is_subclass_of::<Cri>()? {
            // Its error has no place, where that of `into_object` has one in bytes.
            built.full()?;
        }
        built.into_object(class)
    }

    /// The revision of the draft, `draft-16` or `rfc9988`, in whose form this is written.
    #[getter]
    fn revision(&self) -> &str {
        self.revision.name()
    }

    /// The name of the scheme, in lower case. `None` without a scheme, and if the registry has no name for its number.
    #[getter]
    fn scheme(&self) -> Option<&str> {
        match self.sections().scheme()? {
            Scheme::Name(name) => Some(name),
            Scheme::Number(number) => Some(self.options().schemes().by_number(number)?.name),
        }
    }

    /// The number of the scheme. `None` without a scheme, and if the CRI has its name.
    #[getter]
    fn scheme_number(&self) -> Option<u64> {
        self.sections().scheme_number()
    }

    /// The userinfo, with a password if there is one.
    #[getter]
    fn userinfo<'py>(&self, py: Python<'py>) -> Part<'py> {
        self.sections().userinfo().map(|userinfo| parts::item(py, userinfo.item())).transpose()
    }

    /// The host: a name as `str`, or an `ipaddress.IPv4Address` or `IPv6Address`, whose `scope_id` is the zone identifier. If a name has
    /// percent-encoded text, or a colon or a bracket, or is an IPv4 address with a zone identifier, the host is the tuple of its labels.
    ///
    /// `CriError` for an address whose zone identifier `ipaddress` cannot hold: an empty one, one with a `%` or `/`, and one of IPv4.
    #[getter]
    fn host<'py>(&self, py: Python<'py>) -> Result<Option<Any<'py>>> {
        self.sections().host().map(|host| parts::host(py, host)).transpose()
    }

    /// The port, if it is explicit.
    #[getter]
    fn port(&self) -> Option<u16> {
        self.sections().port()
    }

    /// The port, or the default port of the scheme if it has one.
    #[getter]
    pub fn port_or_default(&self) -> Option<u16> {
        let scheme = || self.options().schemes().by_name(self.scheme()?);
        self.sections().port().or_else(|| scheme()?.default_port)
    }

    /// The number of segments that a relative reference removes from the end of its base's path. `None` stands for all.
    #[getter]
    fn discard(&self) -> Option<u8> {
        match self.sections().discard() {
            Discard::All => None,
            Discard::Segments(count) => Some(count),
        }
    }

    /// Whether there is no authority, and the path begins without a slash.
    #[getter]
    fn is_rootless(&self) -> bool {
        matches!(self.sections().authority_section(), AuthoritySection::Rootless)
    }

    /// The segments of the path. `None` if a relative reference has no path.
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> Part<'py> {
        let it = self.sections();
        let has_path = it.is_full() || it.path().is_some();
        has_path.then(|| parts::tuple(py, it.segments())).transpose()
    }

    /// The parameters of the query. `None` if a relative reference has no query.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> Part<'py> {
        let it = self.sections();
        let has_query = it.is_full() || it.query().is_some();
        has_query.then(|| parts::tuple(py, it.parameters())).transpose()
    }

    /// Return the values of all parameters `name=value` with this name, decoded.
    ///
    /// A value is a `str`, or `bytes` that are not UTF-8. The value of a parameter without an equals sign is empty. A `+` stays a `+`.
    ///
    /// >>> cri.Cri("coap://h?id=a%2Fb&obs&id=1%2B2").parameter_values("id")
    /// ('a/b', '1+2')
    #[pyo3(signature = (name, /))]
    fn parameter_values<'py>(&self, py: Python<'py>, name: Text) -> PyResult<Any<'py>> {
        let query = self.sections().query();
        let values = query.iter().flat_map(|query| query.get_all(&name));
        output::collected(py, values.map(|value| parts::decoded(py, value)))
    }

    /// The fragment.
    #[getter]
    fn fragment<'py>(&self, py: Python<'py>) -> Part<'py> {
        self.sections().fragment().map(|fragment| parts::item(py, fragment)).transpose()
    }

    /// Return this reference without its fragment, as a request has it.
    ///
    /// >>> cri.Cri("coap://h/a#x").without_fragment()
    /// Cri('coap://h/a')
    fn without_fragment<'py>(&self, py: Python<'py>) -> Object<'py> {
        let cri = self.sections().without_fragment().encode_to(self.revision, Vec::new())?;
        Self::object(&py.get_type::<Self>(), cri, self.revision)
    }

    /// Return the canonical form: the CRI that the URI of this one converts to.
    ///
    /// It has the number of a scheme in place of the name, no default port, and percent-encoded text only where plain text would
    /// mean another URI. So it finds a key of a `dict` that was made from text or parts. `CriError`, if there is no
    /// URI, or if the URI converts to no CRI: bytes may have a host such as `É`, which a URI's host must have in lower case.
    ///
    /// >>> cri.Cri.from_notation('["coap", ["h", 5683], ["a"]]').canonical() == cri.Cri("coap://h/a")
    /// True
    fn canonical<'py>(&self, py: Python<'py>) -> Object<'py> {
        Self::object(&py.get_type::<Self>(), self.to_canonical()?, self.revision)
    }

    /// Return the IRI reference, for people.
    ///
    /// >>> cri.Cri("coap://h/stra%C3%9Fe").to_iri()
    /// 'coap://h/straße'
    fn to_iri<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyString>> {
        let iri = self.cri.as_cri_ref().to_iri(self.options())?;
        Ok(output::text(py, |out| iri.write_to(out))?)
    }

    /// Return the CRI in CBOR diagnostic notation, with any password.
    ///
    /// >>> cri.Cri("coap://h/a").to_notation()
    /// '[-1, ["h"], ["a"]]'
    fn to_notation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let notation = self.cri.as_cri_ref().diagnostic();
        output::text(py, |out| write!(out, "{notation}"))
    }

    fn __str__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyString>> {
        let uri = self.cri.as_cri_ref().to_uri(self.options())?;
        Ok(output::text(py, |out| uri.write_to(out))?)
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
        Ok(output::bytes(py, &self.encoded(self.revision)?)?)
    }

    /// An expression for an equal object. With a masked password it would be one for another object, so it is no expression.
    fn __repr__<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyString>> {
        let (py, it, class) = (slf.py(), slf.get(), slf.get_type().name()?);
        let revision = match it.revision {
            Revision::Draft16 => String::new(),
            other => format!(", '{}'", other.name()),
        };
        let masked = output::text(py, |out| write!(out, "{:?}", it.cri))?;
        if masked.as_any().ne(it.to_notation(py)?)? {
            return Ok(output::text(py, |out| match it.cri.as_cri_ref().to_uri(it.options()) {
                Ok(uri) => write!(out, "<{class} {uri:?}{revision}>"),
                Err(_) => write!(out, "<{class} {masked}{revision}>"),
            })?);
        }
        let source = if it.is_canonical(py)? {
            it.__str__(py)?.repr()?
        } else {
            let bytes = it.cri.as_bytes();
            output::text(py, |out| {
                out.write_str("bytes.fromhex('")?;
                bytes.iter().try_for_each(|byte| write!(out, "{byte:02x}"))?;
                out.write_str("')")
            })?
        };
        Ok(output::text(py, |out| write!(out, "{class}({source}{revision})"))?)
    }

    fn __hash__(&self, py: Python<'_>) -> Result<isize> {
        Ok(output::bytes(py, &self.key()?)?.hash()?)
    }

    fn __richcmp__(&self, other: PyRef<'_, Self>, operator: CompareOp) -> Result<bool> {
        // A number may mean another scheme in the other revision, so CRIs of two revisions differ.
        let key = |it: &Self| Ok::<_, Failure>((it.key()?, it.revision.name()));
        Ok(operator.matches(key(self)?.cmp(&key(&other)?)))
    }

    /// For `pickle` and `copy`: the bytes as they are, since not every CRI has a form in its revision.
    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyBytes>, &str)> {
        Ok((output::bytes(py, self.cri.as_bytes())?, self.revision.name()))
    }
}
