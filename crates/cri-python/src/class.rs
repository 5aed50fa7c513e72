//! The classes `CriRef` and `Cri`, and what their methods share.

use cri_core::{Cri as FullCri, CriRefBuf, Revision, Sections};
use cri_uri::Options;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::error::Result;

/// A CRI reference: a URI reference as a CBOR array. It may be relative.
///
/// `CriRef("../a")` reads a URI reference, and `CriRef(data)` a CRI reference in `bytes` or another bytes-like object. Objects
/// are immutable and hashable. One that has a scheme is a `Cri`:
///
/// >>> cri.CriRef("../a?q"), cri.CriRef("coap://h/a")
/// (CriRef('../a?q'), Cri('coap://h/a'))
///
/// `str()` returns the URI reference and `bytes()` the CBOR in the form of `revision`. `repr()` masks a password, `str()` does
/// not. `str()` raises `CriError` for the few CRIs that have no URI; `to_notation()` always has a text.
///
/// >>> link = cri.CriRef("//[2001:db8::1]:61616/a%3Bb/c?x=1")
/// >>> link.host, link.port, link.segments, link.parameters, link.fragment
/// (IPv6Address('2001:db8::1'), 61616, (('a', b';', 'b'), 'c'), ('x=1',), None)
///
/// Texts are decoded. Where percent-encoding makes another URI, as `%3B` differs from `;`, the text is a tuple: its `bytes` are
/// percent-encoded in the URI (section 7.1).
///
/// Two references are equal if they have equal sections in one revision. They sort by the bytes that they have in RFC 9988, as
/// deterministic CBOR sorts the keys of a map (RFC 8949 section 4.2.1).
#[pyclass(frozen, subclass, module = "cri")]
pub struct CriRef {
    pub cri: CriRefBuf<Vec<u8>>,
    pub revision: Revision,
}

/// A full CRI, which has a scheme: a URI as a CBOR array.
///
/// >>> link = cri.Cri("coap://Example.com/a/../b?u=c#top")
/// >>> str(link), link.scheme, link.host, link.port_or_default, link.segments, link.parameters, link.fragment
/// ('coap://example.com/b?u=c#top', 'coap', 'example.com', 5683, ('b',), ('u=c',), 'top')
/// >>> cri.Cri(bytes(link)) == link
/// True
///
/// CRIs are equal if they mean the same (section 4): a missing path equals an empty one. The name of a scheme differs from
/// its number, and a default port from none, but `Cri(text)` writes the number and leaves the default port out.
// INVARIANT: its base class holds a full CRI. Only `CriRef::object` makes one.
#[pyclass(frozen, extends = CriRef, module = "cri")]
pub struct Cri;

pub type Any<'py> = Bound<'py, PyAny>;

pub type Object<'py> = Result<Bound<'py, CriRef>>;

/// A component, or `None` if there is none.
pub type Part<'py> = PyResult<Option<Any<'py>>>;

/// The options for a revision with a name such as `draft-16`.
pub fn options_of(revision: &str) -> PyResult<Options> {
    Revision::from_name(revision).map(Options::new).ok_or_else(|| {
        PyValueError::new_err(format!("{revision:?} is no revision; write 'draft-16' or 'rfc9988'"))
    })
}

impl CriRef {
    pub fn sections(&self) -> Sections<'_> {
        self.cri.sections()
    }

    pub fn options(&self) -> Options {
        Options::new(self.revision)
    }

    /// The full CRI that this is.
    pub fn full(&self) -> Result<FullCri<'_>> {
        Ok(FullCri::decode(self.cri.as_bytes())?)
    }

    /// The object for a CRI reference: a `Cri` if it is full, and otherwise a `CriRef`.
    ///
    /// # Errors
    ///
    /// `NotFull`, if `class` is `Cri` and the reference is relative.
    pub fn object<'py>(
        class: &Bound<'py, PyType>,
        cri: impl Into<CriRefBuf<Vec<u8>>>,
        revision: Revision,
    ) -> Object<'py> {
        let value = Self { cri: cri.into(), revision };
        if value.cri.as_cri_ref().is_full() {
            let value = PyClassInitializer::from(value).add_subclass(Cri);
            return Ok(Bound::new(class.py(), value)?.into_super());
        }
        if class.is_subclass_of::<Cri>()? {
            value.full()?;
        }
        Ok(Bound::new(class.py(), value)?)
    }

    /// The reference that a program passes beside this one: an object of the same revision, or what `make` reads.
    pub fn other<'py>(&self, other: &Any<'py>) -> Object<'py> {
        let Ok(object) = other.cast::<Self>() else {
            let class = other.py().get_type::<Self>();
            return Self::make(&class, other, self.revision.name());
        };
        let [one, two] = [self, object.get()].map(|it| it.revision.name());
        if one != two {
            let message = format!("one CRI is of {one}, the other of {two}");
            return Err(PyValueError::new_err(message).into());
        }
        Ok(object.clone())
    }

    /// The bytes in the form of a revision.
    pub fn encoded(&self, revision: Revision) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.sections().encode(revision, &mut bytes)?;
        Ok(bytes)
    }
}
