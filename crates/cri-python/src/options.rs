//! CRIs and the options of CoAP requests.

use cri_coap::{Decompose, Endpoint, Transport, compose, option};
use cri_core::{Host, Revision};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::PyBytes;

use crate::class::CriRef;
use crate::error::Failure;
use crate::parts::{host, split_zone};

/// A destination as a program passes it: an address as text or as an object of `ipaddress`, and a port.
pub(crate) type Destination<'py> = (Bound<'py, PyAny>, u16);

fn endpoint<'a>(
    address: &'a PyBackedStr,
    port: u16,
    transport: Transport,
) -> PyResult<Endpoint<'a>> {
    let (address, zone) = split_zone(address)?;
    let endpoint = Endpoint::new(address, port, transport);
    Ok(zone.map_or(endpoint, |zone| endpoint.with_zone(zone)))
}

/// The options of a request. Without a destination, it goes to the host and port of the CRI.
pub(crate) fn to_options<'py>(
    py: Python<'py>,
    cri: &CriRef,
    destination: Option<Destination<'py>>,
) -> PyResult<Vec<(u16, Bound<'py, PyBytes>)>> {
    let sections = cri.cri.sections();
    let own_port = cri.port_or_default().unwrap_or_default();
    let (address, port) = match (destination, sections.host()) {
        (Some(destination), _) => destination,
        (None, Some(ip @ Host::Ip(_))) => (host(py, ip)?, own_port),
        // A name equals no address, so with any address Uri-Host stays.
        (None, _) => ("::".into_pyobject(py)?.into_any(), own_port),
    };
    let address = address.str()?.extract()?;
    let endpoint = endpoint(&address, port, Transport::Coap)?;
    let options = sections.decompose_for_proxy(&endpoint, cri.revision).map_err(Failure::from)?.1;
    let mut space = [0; option::MAX_TEXT];
    Ok(options
        .map(|option| {
            // INVARIANT: the room is enough for every value.
            let value = option.value().write_into(&mut space).unwrap_or_default();
            (option.number(), PyBytes::new(py, value))
        })
        .collect())
}

/// The CRI of a request with these pairs of number and value.
pub(crate) fn from_options(
    options: &[(u16, PyBackedBytes)],
    (address, port): Destination<'_>,
    scheme: &str,
    revision: Revision,
) -> PyResult<CriRef> {
    let transport = Transport::from_name(scheme).ok_or_else(|| {
        PyValueError::new_err(format!("{scheme:?} is no scheme of CoAP; write one such as 'coap'"))
    })?;
    let pairs = options.iter().map(|(number, value)| (*number, &**value));
    let address = address.str()?.extract()?;
    let endpoint = endpoint(&address, port, transport)?;
    let cri = compose(pairs, &endpoint, revision, Vec::new()).map_err(Failure::from)?;
    Ok(CriRef { cri: cri.into(), revision })
}
