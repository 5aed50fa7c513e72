//! The classes `CriRef` and `Cri`, and what their methods share.

use std::cmp::Ordering;

use cri_core::{Cri as FullCri, CriRefBuf, Revision, Sections, Tail};
use cri_uri::{Options, ToUri, to_cri, to_request_cri};
use pyo3::Borrowed;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::error::{Any, Failure, Result};
use crate::parts::{Text, shown};

/// A CRI reference: a URI reference as a CBOR array. It may be relative.
///
/// `CriRef("../a")` reads a URI reference, and `CriRef(data)` a CRI reference in `bytes` or another bytes-like object. Objects
/// are immutable and hashable. One that has a scheme is a `Cri`:
///
/// >>> cri.CriRef("../a?q"), cri.CriRef("coap://h/a")
/// (CriRef('../a?q'), Cri('coap://h/a'))
///
/// `str()` returns the URI reference, and raises `CriError` for the few CRIs and CRI references that have no URI, such as
/// `[0, ["a"]]`. `bytes()` returns the encoding in the object's revision, with the shortest heads. It raises `CriError` for a
/// CRI that the revision cannot encode: one of draft-16 with a zone identifier after an IPv4 address. `to_notation()` always
/// has a text. `repr()` is an expression for an equal object. It masks a password, which `str()` does not, and then begins with
/// `<`, because it is no expression.
///
/// >>> link = cri.CriRef("//[2001:db8::1]:61616/a%3Bb/c?x=1")
/// >>> link.host, link.port, link.segments, link.parameters, link.fragment
/// (IPv6Address('2001:db8::1'), 61616, (('a', b';', 'b'), 'c'), ('x=1',), None)
///
/// Texts are decoded. Where percent-encoding makes another URI, as `%3B` differs from `;`, the text is a tuple: its `bytes` are
/// percent-encoded in the URI (section 7.1).
///
/// Two references are equal if they have equal sections in one revision (section 4). An object that is made from text or parts
/// holds the canonical form: the CRI that its own URI converts to. So two of them are equal exactly if their URIs are. Bytes
/// are kept as they came, and may spell the CRI of a URI in another way. `canonical()` makes the canonical form of them.
///
/// CRIs sort by scheme, authority, path, query and fragment, as those of the Rust libraries do, so a path follows the paths
/// that it begins with. Relative references precede them, and sort by their bytes.
#[pyclass(frozen, subclass, module = "cri_uri")]
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
/// CRIs are equal if they have equal sections (section 4): a missing path equals an empty one. The name of a scheme differs
/// from its number, and a default port from none. Text and parts become the canonical form, which has the number and leaves the
/// default port out. Bytes are kept as they came:
///
/// >>> received = cri.Cri.from_notation('[-1, ["h", 5683], ["a"]]')
/// >>> received == cri.Cri("coap://h:5683/a"), received.canonical() == cri.Cri("coap://h:5683/a")
/// (False, True)
// INVARIANT: its base class holds a full CRI. Only `CriRef::object` makes one.
#[pyclass(frozen, extends = CriRef, module = "cri_uri")]
pub struct Cri;

pub type Object<'py> = Result<Bound<'py, CriRef>>;

/// A component, or `None` if there is none.
pub type Part<'py> = PyResult<Option<Any<'py>>>;

/// The options for a revision with a name such as `draft-16`.
pub fn options_of(revision: &str) -> PyResult<Options> {
    Revision::from_name(revision).map(Options::new).ok_or_else(|| {
        let advice = "write 'draft-16' or 'rfc9988'";
        PyValueError::new_err(format!("{} is no revision; {advice}", shown(revision)))
    })
}

/// The name of a revision that is an argument.
pub fn revision_name(value: &Any<'_>) -> PyResult<&'static str> {
    let name: Text = value.extract()?;
    Ok(options_of(&name)?.revision().name())
}

/// A revision that is an argument, if the program names one.
#[derive(Clone, Copy, Default)]
pub struct Asked(Option<Revision>);

impl<'py> FromPyObject<'_, 'py> for Asked {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let name: Text = value.extract()?;
        Ok(Self(Some(options_of(&name)?.revision())))
    }
}

impl Asked {
    pub fn or_default(self) -> Revision {
        self.0.unwrap_or(Revision::Draft16)
    }

    /// # Errors
    ///
    /// `ValueError`, if it is another revision than that of an object.
    pub fn expect(self, found: Revision) -> PyResult<()> {
        if self.0.is_none_or(|asked| asked == found) {
            return Ok(());
        }
        let [one, other] = [found, self.or_default()].map(|it| it.name());
        let message =
            format!("the CRI is of {one}; for the CRI of its URI in {other}, pass str(...)");
        Err(PyValueError::new_err(message))
    }
}

impl CriRef {
    pub fn sections(&self) -> Sections<'_> {
        self.cri.sections()
    }

    pub fn options(&self) -> Options {
        Options::new(self.revision)
    }

    /// The full CRI that this is. The program may not have seen its bytes.
    pub fn full(&self) -> Result<FullCri<'_>> {
        FullCri::decode(self.cri.as_bytes()).map_err(Failure::of_unseen)
    }

    /// The object for a CRI reference: a `Cri` if it is full, and otherwise a `CriRef`.
    ///
    /// # Errors
    ///
    /// `NotFull`, if `class` is `Cri` and the reference is relative. `TypeError`, if `class` is a subclass that the object
    /// would not be of.
    pub fn object<'py>(
        class: &Bound<'py, PyType>,
        cri: impl Into<CriRefBuf<Vec<u8>>>,
        revision: Revision,
    ) -> Object<'py> {
        Self { cri: cri.into(), revision }.into_object(class)
    }

    /// This as an object, as [`object`](Self::object) makes one.
    pub fn into_object<'py>(self, class: &Bound<'py, PyType>) -> Object<'py> {
        let is_cri = class.is_subclass_of::<Cri>()?;
        if !is_cri && !class.is(class.py().get_type::<Self>()) {
            let message =
                "a subclass of CriRef has no objects, since functions return a CriRef or a Cri";
            return Err(PyTypeError::new_err(message).into());
        }
        if self.cri.is_full() {
            let value = PyClassInitializer::from(self).add_subclass(Cri);
            return Ok(Bound::new(class.py(), value)?.into_super());
        }
        if is_cri {
            FullCri::decode(self.cri.as_bytes())?;
        }
        Ok(Bound::new(class.py(), self)?)
    }

    /// The CRI that the URI of this one converts to.
    pub fn to_canonical(&self) -> Result<CriRefBuf<Vec<u8>>> {
        to_cri(&self.uri()?, self.options(), Vec::new()).map_err(Failure::of_unseen)
    }

    /// The CRI whose options the URI of this one has.
    pub fn to_request(&self) -> Result<CriRefBuf<Vec<u8>>> {
        to_request_cri(&self.uri()?, self.options(), Vec::new()).map_err(Failure::of_unseen)
    }

    /// The URI reference.
    pub fn uri(&self) -> Result<String> {
        let mut uri = Vec::new();
        self.sections().to_uri(self.options())?.write_to(&mut Tail::new(&mut uri))?;
        String::from_utf8(uri).map_err(|error| error.utf8_error().into())
    }

    /// The canonical form, if there is one. Decoding accepts CRIs without a URI, and host names that no URI converts to.
    fn canonical_or_none(&self, py: Python<'_>) -> Result<Option<Self>> {
        match self.to_canonical() {
            Ok(cri) => Ok(Some(Self { cri, revision: self.revision })),
            Err(error) if error.is_no_memory(py) => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// This in the canonical form if there is one, and otherwise as it is.
    pub fn into_canonical(self, py: Python<'_>) -> Result<Self> {
        Ok(self.canonical_or_none(py)?.unwrap_or(self))
    }

    /// Whether this equals the CRI that its URI converts to.
    pub fn is_canonical(&self, py: Python<'_>) -> Result<bool> {
        Ok(match self.canonical_or_none(py)? {
            Some(canonical) => self.key()? == canonical.key()?,
            None => false,
        })
    }

    /// Full CRIs compare as `cri_core::Cri` does. Relative references precede them, and compare by their bytes.
    pub fn compare(&self, other: &Self) -> Result<Ordering> {
        let order = match [self, other].map(|it| it.cri.is_full()) {
            [true, true] => self.full()?.cmp(&other.full()?),
            [false, false] => self.key()?.cmp(&other.key()?),
            [one, two] => one.cmp(&two),
        };
        // A number may mean another scheme in the other revision, so CRIs of two revisions differ.
        Ok(order.then_with(|| self.revision.name().cmp(other.revision.name())))
    }

    /// Bytes that equal references of a revision have in common.
    // INVARIANT: equal references have one form in a revision. RFC 9988 has a form for each.
    pub fn key(&self) -> Result<Vec<u8>> {
        self.encoded(Revision::Rfc9988)
    }

    /// The reference that a program passes beside this one: an object of the same revision, or what `make` reads.
    pub fn other<'py>(&self, other: &Any<'py>) -> Object<'py> {
        let Ok(object) = other.cast::<Self>() else {
            let class = other.py().get_type::<Self>();
            return Self::make(&class, other, Asked(Some(self.revision)));
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
