//! The methods of `CriRef`.

use cri_core::{AuthoritySection, Builder, CriRefBuf, Discard, Revision, Scheme};
use cri_edn::Notation;
use cri_uri::{IriRef, ToIri, ToUri, password, to_cri};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBytes, PyMemoryView, PyString, PyType};

use crate::class::{Any, CriRef, Object, Part, options_of};
use crate::error::{Failure, Result};
use crate::parts;

#[pymethods]
impl CriRef {
    #[new]
    #[classmethod]
    #[pyo3(signature = (source, /, revision = "draft-16"))]
    pub fn make<'py>(class: &Bound<'py, PyType>, source: &Any<'py>, revision: &str) -> Object<'py> {
        let options = options_of(revision)?;
        let cri = if source.is_instance_of::<PyString>() {
            let text: PyBackedStr = source.extract()?;
            to_cri(&text, options, Vec::new()).map_err(|error| Failure::in_text(error, &text))?
        } else {
            let message = "expected a str or a bytes-like object";
            let view = PyMemoryView::from(source).map_err(|_| PyTypeError::new_err(message))?;
            CriRefBuf::decode(view.call_method0("tobytes")?.extract::<Vec<u8>>()?)?
        };
        Self::object(class, cri, options.revision())
    }

    /// Read an IRI reference, which may have characters beyond ASCII anywhere.
    ///
    /// >>> str(cri.Cri.from_iri("coap://h/straße"))
    /// 'coap://h/stra%C3%9Fe'
    #[classmethod]
    #[pyo3(signature = (text, /, revision = "draft-16"))]
    fn from_iri<'py>(class: &Bound<'py, PyType>, text: &str, revision: &str) -> Object<'py> {
        let options = options_of(revision)?;
        let cri = IriRef::parse(text)
            .map_err(Into::into)
            .and_then(|iri| iri.to_cri(options, Vec::new()))
            .map_err(|error| Failure::in_text(error, text))?;
        Self::object(class, cri, options.revision())
    }

    /// Read CBOR diagnostic notation (RFC 8949 section 8), also with a literal `cri'…'`.
    ///
    /// >>> cri.Cri.from_notation('[-1, ["h"], ["a"]]')
    /// Cri('coap://h/a')
    #[classmethod]
    #[pyo3(signature = (text, /, revision = "draft-16"))]
    fn from_notation<'py>(class: &Bound<'py, PyType>, text: &str, revision: &str) -> Object<'py> {
        let options = options_of(revision)?;
        let cri = CriRefBuf::decode(Notation::parse(text, options)?.into_bytes())?;
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
    /// Parts are in the form of the CRI: the host in lower case, no default port. A `rootless` CRI has no authority, and its path
    /// begins without a slash, as in `mailto:a@example.com`. In a relative reference, no segments differ from `None`.
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
        port: Option<u16>,
        discard: Option<u8>,
        segments: Option<Vec<Any<'py>>>,
        parameters: Option<Vec<Any<'py>>>,
        fragment: Option<Any<'py>>,
        rootless: bool,
        revision: &str,
    ) -> Object<'py> {
        let options = options_of(revision)?;
        let mut builder = Builder::new(options.revision(), Vec::new());
        if let Some(scheme) = scheme {
            builder = if let Ok(number) = scheme.extract() {
                builder.scheme_number(number)
            } else {
                let name: PyBackedStr = scheme.extract()?;
                match options.schemes().by_name(&*name) {
                    Some(known) => builder.scheme_number(known.number),
                    None => builder.scheme_name(&name),
                }
            };
        } else if host.is_none() && userinfo.is_none() && port.is_none() && !rootless {
            // A scheme, an authority and a rootless path imply the discard.
            builder = builder.discard(discard.map_or(Discard::All, Discard::Segments));
        }
        if rootless {
            builder = builder.rootless();
        }
        builder = parts::add_all(builder, userinfo, |to, it| to.userinfo(it))?;
        if let Some(host) = host {
            builder = parts::add_host(builder, &host)?;
        }
        builder = port.into_iter().fold(builder, Builder::port);
        if let Some(items) = segments {
            builder = parts::add_all(builder.empty_path(), items, |to, it| to.segment(it))?;
        }
        if let Some(items) = parameters {
            builder = parts::add_all(builder.unset_query(), items, |to, it| to.parameter(it))?;
        }
        builder = parts::add_all(builder, fragment, |to, it| to.fragment(it))?;
        Self::object(class, builder.finish()?, options.revision())
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
    /// percent-encoded text, the host is the tuple of its labels.
    #[getter]
    fn host<'py>(&self, py: Python<'py>) -> Part<'py> {
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

    /// Return the IRI reference, for people.
    ///
    /// >>> cri.Cri("coap://h/stra%C3%9Fe").to_iri()
    /// 'coap://h/straße'
    fn to_iri(&self) -> Result<String> {
        Ok(self.cri.as_cri_ref().to_iri(self.options())?.to_string())
    }

    /// Return the CRI in CBOR diagnostic notation, with any password.
    ///
    /// >>> cri.Cri("coap://h/a").to_notation()
    /// '[-1, ["h"], ["a"]]'
    fn to_notation(&self) -> String {
        self.cri.as_cri_ref().diagnostic().to_string()
    }

    fn __str__(&self) -> Result<String> {
        Ok(self.cri.as_cri_ref().to_uri(self.options())?.to_string())
    }

    fn __bytes__(&self) -> Result<Vec<u8>> {
        self.encoded(self.revision)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (it, class) = (slf.get(), slf.get_type().name()?);
        let (function, text) = match it.cri.as_cri_ref().to_uri(it.options()) {
            Ok(uri) => ("", password::mask(&uri.to_string()).to_string()),
            Err(_) => (".from_notation", format!("{:?}", it.cri)),
        };
        let text = PyString::new(slf.py(), &text).repr()?;
        Ok(match it.revision {
            Revision::Draft16 => format!("{class}{function}({text})"),
            other => format!("{class}{function}({text}, '{}')", other.name()),
        })
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        // INVARIANT: equal references have one form in a revision. RFC 9988 has a form for each.
        PyBytes::new(py, &self.encoded(Revision::Rfc9988)?).hash()
    }

    fn __richcmp__(&self, other: PyRef<'_, Self>, operator: CompareOp) -> Result<bool> {
        // A number may mean another scheme in the other revision, so CRIs of two revisions differ.
        let key =
            |it: &Self| Ok::<_, Failure>((it.encoded(Revision::Rfc9988)?, it.revision.name()));
        Ok(operator.matches(key(self)?.cmp(&key(&other)?)))
    }

    /// For `pickle` and `copy`: the bytes as they are, since not every CRI has a form in its revision.
    fn __getnewargs__(&self) -> (&[u8], &str) {
        (self.cri.as_bytes(), self.revision.name())
    }
}
