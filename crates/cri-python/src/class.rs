//! The classes `CriRef` and `Cri`, and what their methods share.

use cri_core::{Cri as FullCri, CriRefBuf, Revision, Scheme, Sections};
use cri_uri::{Options, to_cri};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyType;

use crate::error::Failure;

/// A CRI reference: a URI reference as a CBOR array. It may be relative.
///
/// `CriRef("../a")` reads a URI reference, and `CriRef(data)` the bytes of a CRI reference. Objects are immutable and
/// hashable. One that has a scheme is a `Cri`:
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
/// Two references are equal if they have equal sections in one revision. Full CRIs sort by their sections, and relative
/// references after them by their bytes.
#[pyclass(frozen, subclass, module = "cri")]
pub(crate) struct CriRef {
    pub(crate) cri: CriRefBuf<Vec<u8>>,
    pub(crate) revision: Revision,
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
// INVARIANT: its base class holds a full CRI. Only `CriRef::into_object` makes one.
#[pyclass(frozen, extends = CriRef, module = "cri")]
pub(crate) struct Cri;

pub(crate) type Any<'py> = Bound<'py, PyAny>;

pub(crate) type Object<'py> = PyResult<Bound<'py, CriRef>>;

/// The revision of a name such as `draft-16`.
pub(crate) fn revision_of(name: &str) -> PyResult<Revision> {
    Revision::from_name(name).ok_or_else(|| {
        PyValueError::new_err(format!("{name:?} is no revision; write 'draft-16' or 'rfc9988'"))
    })
}

impl CriRef {
    pub(crate) fn sections(&self) -> Sections<'_> {
        self.cri.sections()
    }

    pub(crate) fn options(&self) -> Options {
        Options::new(self.revision)
    }

    /// The full CRI that this is.
    pub(crate) fn full(&self) -> Result<FullCri<'_>, Failure> {
        Ok(FullCri::decode(self.cri.as_bytes())?)
    }

    /// The object for this: a `Cri` if it is full, and otherwise a `CriRef`.
    ///
    /// # Errors
    ///
    /// `NotFull`, if `class` is `Cri` and this is relative.
    pub(crate) fn into_object<'py>(self, class: &Bound<'py, PyType>) -> Object<'py> {
        let cri = self.cri.map_buffer(|mut bytes| {
            bytes.shrink_to_fit();
            bytes
        });
        let value = Self { cri, ..self };
        if value.cri.as_cri_ref().is_full() {
            let value = PyClassInitializer::from(value).add_subclass(Cri);
            return Ok(Bound::new(class.py(), value)?.into_super());
        }
        if class.is_subclass_of::<Cri>()? {
            value.full()?;
        }
        Bound::new(class.py(), value)
    }

    pub(crate) fn from_text(text: &str, revision: Revision) -> Result<Self, Failure> {
        let cri = to_cri(text, Options::new(revision), Vec::new());
        Ok(Self { cri: cri.map_err(|error| Failure::in_text(error, text))?, revision })
    }

    pub(crate) fn from_bytes(bytes: &[u8], revision: Revision) -> Result<Self, Failure> {
        Ok(Self { cri: CriRefBuf::decode(bytes.to_vec())?, revision })
    }

    /// The reference that a program passes beside this one: an object of the same revision, or a URI reference.
    pub(crate) fn other<'py>(&self, other: &Any<'py>) -> Object<'py> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else {
            let other = Self::from_text(&other.extract::<PyBackedStr>()?, self.revision)?;
            return other.into_object(&py.get_type::<Self>());
        };
        let (one, two) = (self.revision, other.get().revision);
        if one != two {
            let (one, two) = (one.name(), two.name());
            return Err(PyValueError::new_err(format!("one CRI is of {one}, the other of {two}")));
        }
        Ok(other.clone())
    }

    pub(crate) fn encoded(&self, revision: Revision) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        self.sections().encode(revision, &mut bytes)?;
        Ok(bytes)
    }

    /// The registered scheme.
    pub(crate) fn registered(&self) -> Option<cri_registry::Scheme> {
        match self.sections().scheme()? {
            Scheme::Number(number) => self.options().schemes().by_number(number),
            Scheme::Name(name) => self.options().schemes().by_name(name),
        }
    }
}
