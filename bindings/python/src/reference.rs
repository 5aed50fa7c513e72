//! The methods of `CriRef`.

use std::fmt::Write;

use cri_core::{
    AuthoritySection, Component, CriRef as Reference, CriRefBuf, Discard, Revision, Scheme,
};
use cri_edn::Notation;
use cri_uri::{IriRef, Options, ToIri, ToUri, to_cri};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple, PyType};

use crate::build::Parts;
use crate::class::{Asked, Cri, CriRef, Object, Part, options_of, revision_name};
use crate::error::{Any, Failure, Result};
use crate::host::host;
use crate::output;
use crate::parts::{self, Text};

#[pymethods]
impl CriRef {
    #[new]
    #[classmethod]
    #[pyo3(
        signature = (source, /, revision = Asked::default()),
        text_signature = "(source, /, revision='draft-16')"
    )]
    pub fn make<'py>(
        class: &Bound<'py, PyType>,
        source: &Any<'py>,
        revision: Asked,
    ) -> Object<'py> {
        if let Ok(link) = source.cast::<Self>() {
            let link = link.get();
            revision.expect(link.revision)?;
            let cri = Reference::decode(link.cri.as_bytes()).map_err(Failure::of_unseen)?;
            let cri = cri.copy_to(Vec::new())?;
            return Self::object(class, cri, link.revision);
        }
        let options = Options::new(revision.or_default());
        let cri = if source.is_instance_of::<PyString>() {
            let text = parts::utf8(source, None)?;
            let cri = to_cri(&text, options, Vec::new());
            let cri = cri.map_err(|error| Failure::in_text(error, &text))?;
            if class.is_subclass_of::<Cri>()? {
                let full = cri_core::Cri::decode(cri.as_bytes());
                full.map_err(|error| Failure::with_advice(error, &text))?;
            }
            cri
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
        let notation = Notation::parse(&text, options);
        let notation = notation.map_err(|error| Failure::on_notation(error, &text))?;
        let cri = CriRefBuf::decode(notation.into_bytes());
        let cri = cri.map_err(|error| Failure::on_notation(error, &text))?;
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
    /// The result is canonical, if it has a canonical form: the default port is left out. Write scheme and host in lower case.
    /// A `str` is the name of a host, and the text of an address is refused: pass an object of the module `ipaddress`. A tuple
    /// of labels is taken as labels, and refused only if they read as an IPv4 address. A `rootless` CRI has no authority, and
    /// its path begins without a slash, as in `mailto:a@example.com`. In a relative reference, `segments=[]` differs from
    /// `segments=None`. A scheme, a host and `rootless` take the place of a discard.
    #[classmethod]
    #[pyo3(
        signature = (*, revision = "draft-16", **parts),
        text_signature = "($cls, *, scheme=None, userinfo=None, host=None, port=None, discard=None, segments=None, \
                          parameters=None, fragment=None, rootless=False, revision='draft-16')"
    )]
    fn from_parts<'py>(
        class: &Bound<'py, PyType>,
        #[pyo3(from_py_with = revision_name)] revision: &str,
        parts: Option<Bound<'py, PyDict>>,
    ) -> Object<'py> {
        let (py, options) = (class.py(), options_of(revision)?);
        let given = parts.unwrap_or_else(|| PyDict::new(py));
        let built = Parts::new(&given, None)?.build(py, options)?;
        if class.is_subclass_of::<Cri>()? {
            // Its error has no place, where that of `into_object` has one in bytes.
            built.full()?;
        }
        built.into_object(class)
    }

    /// Return this reference with other parts, which are those of `from_parts`. `None` leaves a part out.
    ///
    /// >>> link = cri.Cri("coap://h:61616/a?u=c#x")
    /// >>> link.replace(port=None, segments=["b/c"], fragment=None)
    /// Cri('coap://h/b%2Fc?u=c')
    /// >>> link.replace(scheme=None)
    /// CriRef('//h:61616/a?u=c#x')
    ///
    /// The result is canonical, as from `from_parts`. A new scheme or host removes a discard, and a new host removes
    /// `rootless`.
    #[pyo3(signature = (**parts), text_signature = "($self, *, scheme=..., userinfo=..., host=..., port=..., discard=..., segments=..., parameters=..., fragment=..., rootless=...)")]
    fn replace<'py>(&self, py: Python<'py>, parts: Option<Bound<'py, PyDict>>) -> Object<'py> {
        self.replaced(&parts.unwrap_or_else(|| PyDict::new(py)))
    }

    /// For `copy.replace`.
    #[pyo3(signature = (**parts))]
    fn __replace__<'py>(&self, py: Python<'py>, parts: Option<Bound<'py, PyDict>>) -> Object<'py> {
        self.replace(py, parts)
    }

    /// Return the reference to what lies below this one: `link / "a/b"` adds the segments `a` and `b`.
    ///
    /// >>> link = cri.Cri("coap://h/rooms/?u=c")
    /// >>> link / "hall/temp", link.joinpath("hall", "50 %"), link / "hall" / ""
    /// (Cri('coap://h/rooms/hall/temp'), Cri('coap://h/rooms/hall/50%20%25'), Cri('coap://h/rooms/hall/'))
    ///
    /// A `str` is the text of segments, and a slash separates them. Everything else in it is data: a `%` is percent-encoded,
    /// and `.` and `..` are an error. A tuple of `str` and `bytes` is one segment, so `("a", b"/", "b")` is `a%2Fb`. An empty
    /// segment at the end of this path is its slash, which the new segments follow. Query and fragment belong to this path, so
    /// the result has none.
    #[pyo3(signature = (*texts))]
    fn joinpath<'py>(&self, texts: Bound<'py, PyTuple>) -> Object<'py> {
        let py = texts.py();
        let segments = output::list(py, self.sections().segments().map(|it| parts::item(py, it)))?;
        for text in texts.iter() {
            if let Some(last) = segments.len().checked_sub(1)
                && segments.get_item(last)?.eq("")?
            {
                segments.del_item(last)?;
            }
            if text.is_instance_of::<PyTuple>() {
                segments.append(text)?;
                continue;
            }
            if !text.is_instance_of::<PyString>() {
                let allowed = "a str, or a tuple of str and bytes";
                return Err(parts::wrong_type("a path", allowed, &text).into());
            }
            let text = parts::utf8(&text, Some(Component::Path))?;
            if text.starts_with('/') {
                let advice = "leave the slash out, or write resolve(...) to begin at the root";
                let message = format!("{} begins with a slash; {advice}", parts::shown(&text));
                return Err(Failure::of_part(&message, "leading-empty-segment", Component::Path));
            }
            for segment in text.split('/') {
                if matches!(segment, "." | "..") {
                    let message = format!(
                        "the path has a segment \"{segment}\", which a CRI never has; leave out \".\", and for \"..\" write .parent, or resolve(...)"
                    );
                    return Err(Failure::of_part(&message, "dot-segment", Component::Path));
                }
                segments.append(PyString::from_bytes(py, segment.as_bytes())?)?;
            }
        }
        self.with_segments(&segments)
    }

    fn __truediv__<'py>(slf: &Bound<'py, Self>, text: &Any<'py>) -> Result<Any<'py>> {
        let py = slf.py();
        if !text.is_instance_of::<PyString>() && !text.is_instance_of::<PyTuple>() {
            return Ok(py.NotImplemented().into_bound(py));
        }
        Ok(slf.call_method1("joinpath", (text,))?)
    }

    /// The reference without its last segment, query and fragment. With no segment left, the path is empty. Then the parent of
    /// a relative reference has no URI, and `str()` raises a `CriError`: resolve it against a base.
    ///
    /// >>> cri.Cri("coap://h/a/b?u=c").parent, cri.CriRef("../a/b").parent, cri.Cri("coap://h").parent
    /// (Cri('coap://h/a'), CriRef('../a'), Cri('coap://h'))
    #[getter]
    fn parent<'py>(&self, py: Python<'py>) -> Object<'py> {
        let (sections, given) = (self.sections(), PyDict::new(py));
        match sections.segments().count().checked_sub(1) {
            Some(kept) => {
                let segments = sections.segments().take(kept);
                given.set_item("segments", parts::tuple(py, segments)?)?;
                if kept == 0 {
                    // An empty path is no rootless one.
                    given.set_item("rootless", false)?;
                }
            }
            // A relative reference goes up in the path of its base.
            None if sections.path().is_none() => {
                if let Some(discard) = self.discard() {
                    given.set_item("discard", u16::from(discard).saturating_add(1))?;
                }
            }
            None => {}
        }
        self.with_path(&given)
    }

    /// The last segment, which is empty after a slash and if there is no path.
    ///
    /// >>> cri.Cri("coap://h/rooms/hall?u=c").name, cri.Cri("coap://h/rooms/").name
    /// ('hall', '')
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        parts::item(py, self.sections().segments().last().unwrap_or_default())
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

    /// The host: a name as `str`, or an `ipaddress.IPv4Address` or `IPv6Address`, whose `scope_id` is the zone identifier. If a
    /// name has percent-encoded text, or a colon or a bracket, or is an IPv4 address with a zone identifier, the host is the
    /// tuple of its labels.
    ///
    /// `CriError` for an address whose zone identifier `ipaddress` cannot hold: an empty one, one with a `%` or `/`, and one of
    /// IPv4.
    #[getter]
    fn host<'py>(&self, py: Python<'py>) -> Result<Option<Any<'py>>> {
        self.sections().host().map(|it| host(py, it)).transpose()
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
    /// A value is a `str`, or `bytes` that are not UTF-8. The value of a parameter without an equals sign is empty. A `+` stays
    /// a `+`.
    ///
    /// >>> cri.Cri("coap://h?id=a%2Fb&obs&id=1%2B2").parameter_values("id")
    /// ('a/b', '1+2')
    #[pyo3(signature = (name, /))]
    fn parameter_values<'py>(&self, py: Python<'py>, name: Text) -> PyResult<Any<'py>> {
        let query = self.sections().query();
        let values = query.iter().flat_map(|query| query.get_all(&name));
        output::collected(py, values.map(|value| parts::decoded(py, value)))
    }

    /// Return names and values of all parameters, decoded as in `parameter_values`.
    ///
    /// >>> cri.Cri("coap://h?id=a%2Fb&obs&id=1%2B2").parameter_pairs()
    /// (('id', 'a/b'), ('obs', ''), ('id', '1+2'))
    fn parameter_pairs<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        let query = self.sections().query();
        let pairs = query.iter().flat_map(|query| query.pairs());
        output::collected(
            py,
            pairs.map(|(name, value)| {
                let pair = [name, value].into_iter().map(|it| parts::decoded(py, it));
                output::collected(py, pair)
            }),
        )
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
    /// It has the number of a scheme in place of the name, no default port, and percent-encoded text only where plain text
    /// would mean another URI. So it finds a key of a `dict` that was made from text or parts. `CriError`, if there is no URI,
    /// or if the URI converts to no CRI: bytes may have a host such as `É`, which a URI's host must have in lower case.
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

    /// Return the URI reference with `***` in place of a password, for logs.
    ///
    /// >>> cri.Cri("coap://user:secret@h/a", "rfc9988").to_masked()
    /// 'coap://user:***@h/a'
    fn to_masked<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyString>> {
        let uri = self.cri.as_cri_ref().to_uri(self.options())?;
        // No URI has a quotation mark.
        let quoted = output::text(py, |out| write!(out, "{uri:?}"))?;
        let text = parts::utf8(&quoted, None)?;
        Ok(PyString::from_bytes(py, text.trim_matches('"').as_bytes())?)
    }

    /// Return the CRI in CBOR diagnostic notation, with any password.
    ///
    /// >>> cri.Cri("coap://h/a").to_notation()
    /// '[-1, ["h"], ["a"]]'
    fn to_notation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let notation = self.cri.diagnostic();
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
        Ok(operator.matches(self.compare(&other)?))
    }

    /// For `pickle` and `copy`: the bytes as they are, since not every CRI has a form in its revision.
    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyBytes>, &str)> {
        Ok((output::bytes(py, self.cri.as_bytes())?, self.revision.name()))
    }
}
