//! The methods of `Cri`.

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyType};

use crate::class::{Any, Cri, CriRef, Object, revision_of};
use crate::error::Failure;
use crate::options::{self, Destination};

#[pymethods]
impl Cri {
    #[new]
    #[classmethod]
    #[pyo3(signature = (source, /, revision = "draft-16"))]
    #[expect(
        clippy::new_ret_no_self,
        reason = "the signature names the base class of what it returns"
    )]
    fn new<'py>(class: &Bound<'py, PyType>, source: &Any<'py>, revision: &str) -> Object<'py> {
        CriRef::new(class, source, revision)
    }

    /// Resolve a reference against this base (section 5.3).
    ///
    /// >>> cri.Cri("coap://h/a/b").resolve("../c")
    /// Cri('coap://h/c')
    fn resolve<'py>(slf: &Bound<'py, Self>, reference: &Any<'py>) -> Object<'py> {
        let base = slf.as_super().get();
        let reference = base.other(reference)?;
        let resolved =
            base.full()?.resolve(reference.get().cri.as_cri_ref()).map_err(Failure::from)?;
        let cri = resolved.encode_to(base.revision, Vec::new()).map_err(Failure::from)?;
        CriRef { cri: cri.into(), revision: base.revision }.into_object(&slf.get_type())
    }

    /// Return the reference that resolves against this base to `target` and takes the fewest bytes.
    ///
    /// >>> cri.Cri("coap://h/a/b").relativize("coap://h/a/c")
    /// CriRef('c')
    fn relativize<'py>(slf: &Bound<'py, Self>, target: &Any<'py>) -> Object<'py> {
        let base = slf.as_super().get();
        let target = base.other(target)?;
        let target = target.get().full()?;
        let cri =
            base.full()?.relativize(target, base.revision, Vec::new()).map_err(Failure::from)?;
        CriRef { cri, revision: base.revision }.into_object(&slf.py().get_type::<CriRef>())
    }

    /// Return whether both are equal without their fragments, and so name one resource.
    ///
    /// >>> cri.Cri("coap://h/a#x").eq_ignoring_fragment("coap://h/a")
    /// True
    fn eq_ignoring_fragment(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let one = slf.as_super().get();
        let other = one.other(other)?;
        Ok(one.full()?.eq_ignoring_fragment(other.get().full()?))
    }

    /// Return the options of a CoAP request as pairs of number and value (section 8.1.1).
    ///
    /// The destination is a pair of address and port, such as `("192.0.2.1", 5683)`. No option repeats it. Without one, the request
    /// goes to the host and port of this CRI. No option has the scheme: send the request by the transport that `scheme` means.
    ///
    /// >>> cri.Cri("coap://example.com/sensors?u=c").to_options()
    /// [(3, b'example.com'), (11, b'sensors'), (15, b'u=c')]
    ///
    /// Options have no fragment: see `without_fragment`.
    #[pyo3(signature = (destination = None))]
    fn to_options<'py>(
        slf: &Bound<'py, Self>,
        destination: Option<Destination<'py>>,
    ) -> PyResult<Vec<(u16, Bound<'py, PyBytes>)>> {
        options::to_options(slf.py(), slf.as_super().get(), destination)
    }

    /// Return the CRI that a request with these options asks `destination` for (section 8.1.2).
    ///
    /// >>> cri.Cri.from_options([(11, b"sensors"), (15, b"u=c")], ("192.0.2.1", 5683))
    /// Cri('coap://192.0.2.1/sensors?u=c')
    ///
    /// The scheme is the one of the transport that the request came by. Other options than Uri-Host, Uri-Port, Uri-Path and
    /// Uri-Query are ignored.
    #[classmethod]
    #[pyo3(signature = (options, destination, /, scheme = "coap", revision = "draft-16"))]
    fn from_options<'py>(
        class: &Bound<'py, PyType>,
        options: Vec<(u16, PyBackedBytes)>,
        destination: Destination<'py>,
        scheme: &str,
        revision: &str,
    ) -> Object<'py> {
        options::from_options(&options, destination, scheme, revision_of(revision)?)?
            .into_object(class)
    }
}
