//! The CoAP options of a request for a CRI.

use std::net::{IpAddr, Ipv4Addr};

use cri_coap::option::{self, PROXY_CRI, PROXY_SCHEME_NUMBER, URI_PORT, Uint};
use cri_coap::{Endpoint, OptionHead, OptionWriter, decompose, encode_proxy_cri};
use cri_core::{CriRef, Revision, Sections};
use cri_inspect::operand::hex;
use cri_uri::{Options, ToUri, to_request_cri};
use serde::Serialize;

use crate::fault::Fault;

/// The options of a request for a CRI: to its origin, and to a proxy.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Requests {
    pub(crate) origin: Result<Request, Fault>,
    pub(crate) proxy: Result<Request, Fault>,
}

/// The options of one request.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Request {
    /// The variant of CoAP that the request goes by, such as `coap`. A proxy may be asked by any of them.
    transport: Option<&'static str>,
    pub(crate) options: Vec<Row>,
    /// The bytes of all options in a message (RFC 7252 section 3.1).
    hex: String,
}

/// One option.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Row {
    pub(crate) number: u16,
    name: Option<&'static str>,
    value: String,
    #[serde(skip)]
    pub(crate) bytes: Vec<u8>,
}

impl Requests {
    /// The options of requests for this CRI. If texts of URIs stand for it (`is_uri`), those to its origin are the options of
    /// its URI (RFC 7252 section 6.4).
    pub(crate) fn new(cri: CriRef<'_>, options: Options, is_uri: bool) -> Self {
        let revision = options.revision();
        let origin = |cri: CriRef<'_>| {
            // Uri-Host has every host name, so any address will do.
            let any = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
            let endpoint = Endpoint::of_named(cri, any, revision)?;
            Request::to_origin(&cri.sections(), &endpoint, revision)
        };
        let uri = if is_uri { cri.to_uri(options).ok() } else { None };
        let request = uri.map(|uri| to_request_cri(&uri.to_string(), options, Vec::new()));
        Self {
            origin: match request {
                Some(Ok(request)) => origin(request.as_cri_ref()),
                Some(Err(error)) => Err(Fault::unplaced(error)),
                None => origin(cri),
            },
            proxy: Request::to_proxy(cri, revision),
        }
    }
}

impl Request {
    /// The options of a request to this endpoint.
    ///
    /// # Errors
    ///
    /// The CRI has no options.
    pub(crate) fn to_origin(
        sections: &Sections<'_>,
        endpoint: &Endpoint<'_>,
        revision: Revision,
    ) -> Result<Self, Fault> {
        let options = decompose(*sections, endpoint, revision)?;
        let transport = endpoint.transport().name();
        let mut space = [0; option::MAX_TEXT];
        let rows = options.map(|option| {
            // INVARIANT: no value is longer.
            let value = option.value().write_into(&mut space).unwrap_or_default();
            Row::new(option.number(), value.to_vec())
        });
        Ok(Self::new(Some(transport), rows.collect()))
    }

    fn to_proxy(cri: CriRef<'_>, revision: Revision) -> Result<Self, Fault> {
        let mut value = Vec::new();
        encode_proxy_cri(cri, revision, &mut value)?;
        Ok(Self::new(None, vec![Row::new(PROXY_CRI, value)]))
    }

    fn new(transport: Option<&'static str>, options: Vec<Row>) -> Self {
        let room =
            options.iter().map(|option| OptionHead::MAX_LEN.saturating_add(option.bytes.len()));
        let mut space = vec![0; room.fold(0, usize::saturating_add)];
        let mut writer = OptionWriter::new(&mut space);
        // There is room, the numbers ascend, and no value is longer than a message can hold.
        let written =
            options.iter().try_for_each(|option| writer.add(option.number, &option.bytes));
        let hex = if written.is_ok() { hex::encode(writer.finish()) } else { String::new() };
        Self { transport, options, hex }
    }
}

impl Row {
    fn new(number: u16, bytes: Vec<u8>) -> Self {
        let uint = Uint::read(&bytes, size_of::<u64>());
        let value = match (number, uint, str::from_utf8(&bytes)) {
            (URI_PORT | PROXY_SCHEME_NUMBER, Some(uint), _) => uint.to_string(),
            (PROXY_CRI, ..) | (_, _, Err(_)) => format!("0x{}", hex::encode(&bytes)),
            (_, _, Ok(text)) => text.to_owned(),
        };
        Self { number, name: option::name(number), value, bytes }
    }
}

#[cfg(test)]
mod tests {
    use cri_coap::{Endpoint, Transport};
    use cri_core::{CriRef, Revision};
    use cri_testvectors::{corpus, run};
    use cri_uri::{Options, to_cri};

    use super::{Request, Requests, Row};

    // shows: R7252-6.4-01
    #[test]
    fn a_uri_has_options_and_its_cri_with_percent_encoded_text_has_none() {
        let options = Options::default();
        let cri = to_cri("coap://h?t=1%2B2", options, Vec::new()).expect("a CRI");
        let origin = |is_uri| Requests::new(cri.as_cri_ref(), options, is_uri).origin;
        let values = |rows: Vec<Row>| rows.into_iter().map(|row| row.value).collect::<Vec<_>>();
        assert_eq!(
            origin(true).map(|request| values(request.options)),
            Ok(vec!["h".into(), "t=1+2".into()])
        );
        assert_eq!(origin(false).map_err(|fault| fault.kind), Err("pet"));
        let cri = to_cri("coap://h/%FF", options, Vec::new()).expect("a CRI");
        let fault = Requests::new(cri.as_cri_ref(), options, true).origin.unwrap_err();
        assert_eq!(
            fault.message,
            "'%FF' in the path is not UTF-8; the value of an option is UTF-8"
        );
    }

    #[test]
    fn all_vectors_decompose() {
        run(&corpus().decompose, |vector| {
            let revision = vector.revision.convert(Revision::from_name);
            let sections = CriRef::decode(&vector.cbor).expect("a CRI").sections();
            let transport = vector.transport.as_deref().and_then(Transport::from_name);
            let transport = transport.unwrap_or(Transport::Coap);
            let endpoint = Endpoint::from_socket_addr(vector.destination, transport);
            let endpoint = vector.zone.as_deref().map_or(endpoint, |zone| endpoint.with_zone(zone));
            match (Request::to_origin(&sections, &endpoint, revision), &vector.error) {
                (Ok(request), None) => {
                    let found =
                        request.options.into_iter().map(|option| (option.number, option.bytes));
                    let expected = vector
                        .options
                        .iter()
                        .flatten()
                        .map(|option| (option.number, option.value()));
                    assert!(found.eq(expected));
                }
                (Err(fault), Some(expected)) => {
                    expected.assert_matches(fault.kind, fault.component, None);
                }
                (found, expected) => panic!("expected {expected:?}, found {found:?}"),
            }
        });
    }
}
