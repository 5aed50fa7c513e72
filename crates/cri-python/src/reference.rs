//! The methods of `CriRef`.

use std::cmp::Ordering;

use cri_core::{AuthoritySection, Builder, Discard, Revision, Scheme};
use cri_edn::Notation;
use cri_uri::{IriRef, Options, ToIri, ToUri, password};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBytes, PyInt, PyString, PyTuple, PyType};

use crate::class::{Any, CriRef, Object, revision_of};
use crate::error::Failure;
use crate::parts;

#[pymethods]
impl CriRef {
    #[new]
    #[classmethod]
    #[pyo3(signature = (source, /, revision = "draft-16"))]
    pub(crate) fn new<'py>(
        class: &Bound<'py, PyType>,
        source: &Any<'py>,
        revision: &str,
    ) -> Object<'py> {
        let revision = revision_of(revision)?;
        let value = match source.cast::<PyBytes>() {
            Ok(bytes) => Self::from_bytes(bytes.as_bytes(), revision)?,
            Err(_) => Self::from_text(&source.extract::<PyBackedStr>()?, revision)?,
        };
        value.into_object(class)
    }

    /// Read an IRI reference, which may have characters beyond ASCII anywhere.
    ///
    /// >>> str(cri.Cri.from_iri("coap://h/straße"))
    /// 'coap://h/stra%C3%9Fe'
    #[classmethod]
    #[pyo3(signature = (text, /, revision = "draft-16"))]
    fn from_iri<'py>(class: &Bound<'py, PyType>, text: PyBackedStr, revision: &str) -> Object<'py> {
        let revision = revision_of(revision)?;
        let cri = IriRef::parse(&text)
            .map_err(Into::into)
            .and_then(|iri| iri.to_cri(Options::new(revision), Vec::new()))
            .map_err(|error| Failure::in_text(error, &text))?;
        Self { cri, revision }.into_object(class)
    }

    /// Read CBOR diagnostic notation (RFC 8949 section 8), also with a literal `cri'…'`.
    ///
    /// >>> cri.Cri.from_notation('[-1, ["h"], ["a"]]')
    /// Cri('coap://h/a')
    #[classmethod]
    #[pyo3(signature = (text, /, revision = "draft-16"))]
    fn from_notation<'py>(
        class: &Bound<'py, PyType>,
        text: PyBackedStr,
        revision: &str,
    ) -> Object<'py> {
        let revision = revision_of(revision)?;
        let notation = Notation::parse(&text, Options::new(revision)).map_err(Failure::from)?;
        Self::from_bytes(notation.as_bytes(), revision)?.into_object(class)
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
    /// Parts are in the form of the CRI: the host in lower case, no default port. A `rootless` CRI has no authority, and its path
    /// begins without a slash, as in `mailto:a@example.com`. In a relative reference, no segments differ from `None`.
    #[classmethod]
    #[pyo3(signature = (
        *, scheme = None, userinfo = None, host = None, port = None, discard = None, segments = None,
        parameters = None, fragment = None, rootless = false, revision = "draft-16",
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are the parts of a URI, by name")]
    fn from_parts<'py>(
        class: &Bound<'py, PyType>,
        scheme: Option<Any<'py>>,
        userinfo: Option<Any<'py>>,
        host: Option<Any<'py>>,
        port: Option<u16>,
        discard: Option<u8>,
        segments: Option<Vec<Any<'py>>>,
        parameters: Option<Vec<Any<'py>>>,
        fragment: Option<Any<'py>>,
        rootless: bool,
        revision: &str,
    ) -> Object<'py> {
        let revision = revision_of(revision)?;
        let mut builder = Builder::new(revision, Vec::new());
        // A scheme, an authority and a rootless path imply the discard.
        let is_local = host.is_none() && userinfo.is_none() && port.is_none() && !rootless;
        match scheme {
            Some(number) if number.is_instance_of::<PyInt>() => {
                builder = builder.scheme_number(number.extract()?);
            }
            Some(name) => {
                let name: PyBackedStr = name.extract()?;
                builder = match Options::new(revision).schemes().by_name(&*name) {
                    Some(known) => builder.scheme_number(known.number),
                    None => builder.scheme_name(&name),
                };
            }
            None if is_local => {
                builder = builder.discard(discard.map_or(Discard::All, Discard::Segments));
            }
            None => {}
        }
        if rootless {
            builder = builder.rootless();
        }
        builder = parts::add_all(builder, userinfo, |builder, it| builder.userinfo(it))?;
        if let Some(host) = host {
            builder = parts::add_host(builder, &host)?;
        }
        builder = port.into_iter().fold(builder, Builder::port);
        if let Some(items) = segments {
            builder =
                parts::add_all(builder.empty_path(), items, |builder, it| builder.segment(it))?;
        }
        if let Some(items) = parameters {
            builder = builder.unset_query();
            builder = parts::add_all(builder, items, |builder, it| builder.parameter(it))?;
        }
        builder = parts::add_all(builder, fragment, |builder, it| builder.fragment(it))?;
        let cri = builder.finish().map_err(Failure::from)?;
        Self { cri, revision }.into_object(class)
    }

    /// The revision of the draft, `draft-16` or `rfc9988`, in whose form this is written.
    #[getter]
    fn revision(&self) -> &'static str {
        self.revision.name()
    }

    /// The name of the scheme, in lower case. `None` without a scheme, and if the registry has no name for its number.
    #[getter]
    fn scheme(&self) -> Option<&str> {
        match self.sections().scheme()? {
            Scheme::Name(name) => Some(name),
            Scheme::Number(_) => Some(self.registered()?.name),
        }
    }

    /// The number of the scheme. `None` without a scheme, and if the CRI has its name.
    #[getter]
    fn scheme_number(&self) -> Option<u64> {
        self.sections().scheme_number()
    }

    /// The userinfo, with a password if there is one.
    #[getter]
    fn userinfo<'py>(&self, py: Python<'py>) -> PyResult<Option<Any<'py>>> {
        self.sections().userinfo().map(|userinfo| parts::item(py, userinfo.item())).transpose()
    }

    /// The host: a name as `str`, or an `ipaddress.IPv4Address` or `IPv6Address`, whose `scope_id` is the zone identifier. If a name has
    /// percent-encoded text, the host is the tuple of its labels.
    #[getter]
    fn host<'py>(&self, py: Python<'py>) -> PyResult<Option<Any<'py>>> {
        self.sections().host().map(|host| parts::host(py, host)).transpose()
    }

    /// The port, if it is explicit.
    #[getter]
    fn port(&self) -> Option<u16> {
        self.sections().port()
    }

    /// The port, or the default port of the scheme if it has one.
    #[getter]
    pub(crate) fn port_or_default(&self) -> Option<u16> {
        self.sections().port().or_else(|| self.registered()?.default_port)
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
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let sections = self.sections();
        let has_path = sections.is_full() || sections.path().is_some();
        has_path.then(|| parts::tuple(py, sections.segments())).transpose()
    }

    /// The parameters of the query. `None` if a relative reference has no query.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let sections = self.sections();
        let has_query = sections.is_full() || sections.query().is_some();
        has_query.then(|| parts::tuple(py, sections.parameters())).transpose()
    }

    /// The fragment.
    #[getter]
    fn fragment<'py>(&self, py: Python<'py>) -> PyResult<Option<Any<'py>>> {
        self.sections().fragment().map(|fragment| parts::item(py, fragment)).transpose()
    }

    /// Return this reference without its fragment, as a request has it.
    ///
    /// >>> cri.Cri("coap://h/a#x").without_fragment()
    /// Cri('coap://h/a')
    fn without_fragment<'py>(&self, py: Python<'py>) -> Object<'py> {
        let sections = self.sections().without_fragment();
        let cri = sections.encode_to(self.revision, Vec::new()).map_err(Failure::from)?;
        Self { cri, ..*self }.into_object(&py.get_type::<Self>())
    }

    /// Return the IRI reference, for people.
    ///
    /// >>> cri.Cri("coap://h/stra%C3%9Fe").to_iri()
    /// 'coap://h/straße'
    fn to_iri(&self) -> Result<String, Failure> {
        Ok(self.cri.as_cri_ref().to_iri(self.options())?.to_string())
    }

    /// Return the CRI in CBOR diagnostic notation, with any password.
    ///
    /// >>> cri.Cri("coap://h/a").to_notation()
    /// '[-1, ["h"], ["a"]]'
    fn to_notation(&self) -> String {
        self.cri.as_cri_ref().diagnostic().to_string()
    }

    fn __str__(&self) -> Result<String, Failure> {
        Ok(self.cri.as_cri_ref().to_uri(self.options())?.to_string())
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>, Failure> {
        Ok(PyBytes::new(py, &self.encoded(self.revision)?))
    }

    fn __repr__<'py>(slf: &Bound<'py, Self>) -> PyResult<String> {
        let py = slf.py();
        let it = slf.get();
        let class = slf.get_type().name()?;
        let reference = it.cri.as_cri_ref();
        let (function, text) = match reference.to_uri(it.options()) {
            Ok(uri) => ("", password::mask(&uri.to_string()).to_string()),
            Err(_) => (".from_notation", format!("{reference:?}")),
        };
        let text = PyString::new(py, &text).repr()?;
        let revision = match it.revision {
            Revision::Draft16 => String::new(),
            other => format!(", {}", PyString::new(py, other.name()).repr()?),
        };
        Ok(format!("{class}{function}({text}{revision})"))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        // INVARIANT: equal references have one form in a revision. RFC 9988 has a form for each.
        PyBytes::new(py, &self.encoded(Revision::Rfc9988)?).hash()
    }

    fn __richcmp__(&self, other: PyRef<'_, Self>, operator: CompareOp) -> Result<bool, Failure> {
        let other = &*other;
        let order = match (self.full(), other.full()) {
            (Ok(one), Ok(other)) => one.cmp(&other),
            (Ok(_), Err(_)) => Ordering::Less,
            (Err(_), Ok(_)) => Ordering::Greater,
            (Err(_), Err(_)) => {
                self.encoded(Revision::Rfc9988)?.cmp(&other.encoded(Revision::Rfc9988)?)
            }
        };
        // A number may mean another scheme in the other revision, so CRIs of two revisions differ.
        Ok(operator.matches(order.then(self.revision.name().cmp(other.revision.name()))))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> (Bound<'py, PyType>, (Bound<'py, PyBytes>, &'static str)) {
        let it = slf.get();
        // The bytes as they are: not every CRI has a form in its revision.
        (slf.get_type(), (PyBytes::new(slf.py(), it.cri.as_bytes()), it.revision.name()))
    }
}
