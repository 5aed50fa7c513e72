//! The methods of `Cri`.

use std::net::Ipv6Addr;

use cri_coap::{
    DecomposeError, DecomposeErrorKind, EncodedOptions, Endpoint, Transport, compose,
    decompose_for_proxy, option,
};
use cri_core::{Builder, Component, CriBuf, Revision};
use cri_inspect::operand::without_userinfo;
use cri_uri::__private::shortest_reference;
use cri_uri::{ToCriErrorKind, to_request_cri};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};

use crate::class::{Asked, Cri, CriRef, Object, options_of, revision_name};
use crate::coap;
use crate::error::{Any, Failure, Result, excerpt};
use crate::output;
use crate::parts::{self, Text};

/// The transport that the name of a scheme means.
fn transport(scheme: &str) -> PyResult<Transport> {
    Transport::from_name(scheme).ok_or_else(|| {
        let advice = "write one such as 'coap'";
        let message = format!("{} is no scheme of CoAP; {advice}", parts::shown(scheme));
        PyValueError::new_err(message)
    })
}

/// The CRI of options.
fn composed<'o>(
    options: impl IntoIterator<Item = (u16, &'o [u8]), IntoIter: Clone>,
    endpoint: &Endpoint<'_>,
    revision: Revision,
) -> Result<CriBuf<Vec<u8>>> {
    let options = options.into_iter();
    let mut hosts = options.clone().filter(|(number, _)| *number == option::URI_HOST);
    let host = hosts.next().map(|(_, value)| value);
    let composed = compose(options, endpoint, revision, Vec::new());
    composed.map_err(|error| Failure::of_options(error, host))
}

/// The name of the scheme of a transport that is an argument.
fn scheme_name(value: &Any<'_>) -> PyResult<&'static str> {
    let name: Text = value.extract()?;
    Ok(transport(&name)?.name())
}

#[pymethods]
impl Cri {
    #[new]
    #[classmethod]
    #[pyo3(
        signature = (source, /, revision = Asked::default()),
        text_signature = "(source, /, revision='draft-16')"
    )]
    fn make<'py>(class: &Bound<'py, PyType>, source: &Any<'py>, revision: Asked) -> Object<'py> {
        CriRef::make(class, source, revision)
    }

    /// Read the URI of a CoAP request, and return the CRI whose options it has (RFC 7252 section 6.4).
    ///
    /// >>> cri.Cri.from_request_uri("coap://EXAMPLE.com:/a%2Bb").to_options()
    /// [(3, b'example.com'), (11, b'a+b')]
    ///
    /// Percent-encoded text becomes text, an empty port is the default port, and zeros before a port do not count. The result
    /// is for `to_options`: its URI may be another one than `text`, with the same options.
    #[classmethod]
    #[pyo3(signature = (text, /, revision = "draft-16"))]
    fn from_request_uri<'py>(
        class: &Bound<'py, PyType>,
        text: Text,
        #[pyo3(from_py_with = revision_name)] revision: &str,
    ) -> Object<'py> {
        let options = options_of(revision)?;
        let cri = to_request_cri(&text, options, Vec::new());
        let cri = cri.map_err(|error| match without_userinfo(&text) {
            // No option carries a userinfo, in any revision.
            Some(uri) if error.kind() == ToCriErrorKind::ColonInUserinfo => {
                Failure::of_no_option(Component::Userinfo, &format!("write {}", excerpt(&uri)))
            }
            _ => Failure::in_text(error, &text),
        })?;
        CriRef::object(class, cri, options.revision())
    }

    /// Return the scheme, the host and the port, without a userinfo (RFC 6454 section 4).
    ///
    /// >>> cri.Cri("https://user@example.com/a?b").origin() == cri.Cri("https://example.com:443/c").origin()
    /// True
    ///
    /// `CriError` if there is no host: then an origin equals no other.
    fn origin<'py>(slf: &Bound<'py, Self>) -> Object<'py> {
        let (py, it) = (slf.py(), slf.as_super().get());
        let sections = it.sections();
        if sections.host().is_none_or(|host| host.name().is_some_and(|name| name == "")) {
            let message = "a CRI without a host has no origin";
            return Err(Failure::of_part(message, "missing-host", Component::Host));
        }
        let parts = [Component::Scheme, Component::Host, Component::ZoneId, Component::Port];
        let builder = Builder::new(it.revision, Vec::new());
        let origin = parts.into_iter().fold(builder, |to, part| sections.copy_component(part, to));
        let origin = CriRef { cri: origin.finish()?, revision: it.revision };
        origin.into_canonical(py)?.into_object(&slf.get_type())
    }

    /// Resolve a reference against this base (section 5.3).
    ///
    /// >>> cri.Cri("coap://h/a/b").resolve("../c")
    /// Cri('coap://h/c')
    ///
    /// If the base and the reference are canonical, so is the target: the default port of `//h:5683` is left out.
    fn resolve<'py>(slf: &Bound<'py, Self>, reference: &Any<'py>) -> Object<'py> {
        let (py, base) = (slf.py(), slf.as_super().get());
        let reference = base.other(reference)?;
        let reference = reference.get();
        let resolved = base.full()?.resolve(reference.cri.as_cri_ref())?;
        let cri = resolved.encode_to(base.revision, Vec::new())?.into();
        let mut target = CriRef { cri, revision: base.revision };
        // Nothing but a port comes without the scheme that says whether it is the default one.
        let sections = reference.sections();
        if sections.port().is_some()
            && sections.scheme().is_none()
            && base.is_canonical(py)?
            && reference.is_canonical(py)?
        {
            target = target.into_canonical(py)?;
        }
        target.into_object(&slf.get_type())
    }

    /// Return the reference that resolves against this base to `target` and takes the fewest bytes.
    ///
    /// >>> cri.Cri("coap://h/a/b").relativize("coap://h/a/c")
    /// CriRef('c')
    ///
    /// What `str()` returns for it leads to the target by RFC 3986, too, which resolves some references otherwise if the base
    /// has no authority. Where the shortest reference does not, the result is the shortest that does:
    ///
    /// >>> cri.Cri("did:example:1/a").relativize("did:example:2")
    /// Cri('did:example:2')
    ///
    /// `str()` raises `CriError` for a result that has no URI, as the CRI reference `[0, ["b"]]` has none:
    ///
    /// >>> cri.Cri("coap://h/a").relativize("coap://h/a/b").to_notation()
    /// '[0, ["b"]]'
    fn relativize<'py>(slf: &Bound<'py, Self>, target: &Any<'py>) -> Object<'py> {
        let base = slf.as_super().get();
        let target = base.other(target)?;
        let target = target.get().full()?;
        let cri = shortest_reference(base.full()?, target, base.options())?;
        CriRef::object(&slf.py().get_type::<CriRef>(), cri, base.revision)
    }

    /// Return the options of a CoAP request as pairs of number and value (section 8.1.1).
    ///
    /// The destination is a pair of address and port, such as `("192.0.2.1", 5683)`, a socket address of IPv6, which has four
    /// items, or an address alone, with the port of this CRI. No option repeats it. Without one, the request goes to the host
    /// and port of this CRI. No option has the scheme: send the request by the transport that `scheme` means.
    ///
    /// >>> cri.Cri("coap://example.com/sensors?u=c").to_options()
    /// [(3, b'example.com'), (11, b'sensors'), (15, b'u=c')]
    ///
    /// Options have no fragment: see `without_fragment`. A CRI distinguishes `%2B` from `+`, and options do not, so a CRI with
    /// percent-encoded text has no options: the error is of kind `pet`. Its URI has (RFC 7252 section 6.4). With `decode`,
    /// these are returned:
    ///
    /// >>> cri.Cri("coap://h?t=12%2B01").to_options(decode=True)
    /// [(3, b'h'), (15, b't=12+01')]
    #[pyo3(signature = (destination = None, *, decode = false))]
    fn to_options<'py>(
        slf: &Bound<'py, Self>,
        destination: Option<Any<'py>>,
        decode: bool,
    ) -> Result<Bound<'py, PyList>> {
        let (py, cri) = (slf.py(), slf.as_super().get());
        let request = if decode { Some(cri.to_request()?) } else { None };
        let sections =
            request.as_ref().map_or_else(|| cri.sections(), |request| request.sections());
        let destination = destination.map(|it| coap::destination(&it)).transpose()?;
        let failure = |error: DecomposeError| match error.kind() {
            DecomposeErrorKind::Pet => Failure::of_pet(error.component()),
            DecomposeErrorKind::Userinfo => {
                Failure::of_no_option(Component::Userinfo, "replace(userinfo=None) leaves it out")
            }
            DecomposeErrorKind::Fragment => {
                Failure::of_no_option(Component::Fragment, "without_fragment() leaves it out")
            }
            DecomposeErrorKind::NoAuthority | DecomposeErrorKind::EmptyHost => {
                // A URI that there is no memory for gets no advice.
                let uri = cri.uri().unwrap_or_default();
                Failure::with_advice(error, &uri)
            }
            _ => error.into(),
        };
        // Uri-Host has every host name, so any address will do.
        let any = Ipv6Addr::UNSPECIFIED.into();
        let named = Endpoint::of_named(sections, any, cri.revision).map_err(failure)?;
        let endpoint = destination.as_ref().map_or(named, |(address, zone, port)| {
            let port = port.unwrap_or(named.port());
            let endpoint = Endpoint::new(*address, port, named.transport());
            zone.iter().fold(endpoint, |it, zone| it.with_zone(zone))
        });
        let (_, options) =
            decompose_for_proxy(sections, &endpoint, cri.revision).map_err(failure)?;
        let (numbers, values) = (PyList::empty(py), PyList::empty(py));
        let mut space = [0; option::MAX_TEXT];
        for option in options {
            // INVARIANT: the room is enough for every value.
            let value = option.value().write_into(&mut space).unwrap_or_default();
            values.append(output::bytes(py, value)?)?;
            numbers.append(option.number())?;
        }
        // `zip` makes the pairs: a tuple that Rust makes panics if there is no memory for it.
        let pairs = py.import("builtins")?.call_method1("zip", (numbers, values))?;
        Ok(output::list(py, pairs.try_iter()?)?)
    }

    /// Return the CRI that a request with these options asks `destination` for (section 8.1.2).
    ///
    /// >>> cri.Cri.from_options([(11, b"sensors"), (15, b"u=c")], ("192.0.2.1", 5683))
    /// Cri('coap://192.0.2.1/sensors?u=c')
    ///
    /// The scheme is the one of the transport that the request came by, and an address without a port means its default port.
    /// Other options than Uri-Host, Uri-Port, Uri-Path and Uri-Query are ignored. The number of an option may be its name, and
    /// a value a `str` or an `int`:
    ///
    /// >>> cri.Cri.from_options([("Uri-Path", "sensors"), ("Uri-Port", 61616)], "192.0.2.1")
    /// Cri('coap://192.0.2.1:61616/sensors')
    ///
    /// Instead of pairs, `options` may be their bytes in a message, which follow the token (RFC 7252 section 3.1). A payload
    /// may follow them:
    ///
    /// >>> cri.Cri.from_options(bytes.fromhex("b773656e736f727343753d63"), ("192.0.2.1", 5683))
    /// Cri('coap://192.0.2.1/sensors?u=c')
    #[classmethod]
    #[pyo3(signature = (options, destination, /, scheme = "coap", revision = "draft-16"))]
    fn from_options<'py>(
        class: &Bound<'py, PyType>,
        options: &Any<'py>,
        destination: &Any<'py>,
        #[pyo3(from_py_with = scheme_name)] scheme: &str,
        #[pyo3(from_py_with = revision_name)] revision: &str,
    ) -> Object<'py> {
        let revision = options_of(revision)?.revision();
        let transport = transport(scheme)?;
        let (address, zone, port) = coap::destination(destination)?;
        let port = port.unwrap_or(transport.default_port());
        let endpoint = Endpoint::new(address, port, transport);
        let endpoint = zone.iter().fold(endpoint, |it, zone| it.with_zone(zone));
        let composed = if parts::is_bytes(options) {
            let bytes = parts::bytes_of(options)?;
            let (options, _payload) = EncodedOptions::decode(bytes.as_bytes())?;
            composed(options, &endpoint, revision)
        } else {
            let options = coap::options(options)?;
            let pairs = options.iter().map(|(number, value)| (*number, &**value));
            composed(pairs, &endpoint, revision)
        };
        CriRef::object(class, composed?, revision)
    }
}
