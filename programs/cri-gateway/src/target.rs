//! The target of a request: the resource elsewhere that it asks for (RFC 7252 section 5.10.2; draft-ietf-core-href
//! section 8.2).

use std::fmt::Display;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use coap_numbers::code::{BAD_REQUEST, PROXYING_NOT_SUPPORTED};
use cri_coap::{Conflicts, Decomposed, Endpoint, Origin, Transport, decompose, option};
use cri_core::{CriBuf, Host, Scheme, parse_ipv4, parse_ipv6};
use cri_registry::Table;
use cri_uri::{Options, ToUri, Uri};

use crate::client::Client;
use crate::config::Config;
use crate::message::Body;
use crate::refusal::Refusal;

/// A resource that CoAP over UDP can request.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// INVARIANT: its scheme is `coap`, and it decomposes into options for every endpoint.
    cri: CriBuf<Vec<u8>>,
    pub(crate) host: TargetHost,
    pub(crate) port: u16,
    /// The URI, which has no userinfo.
    pub(crate) uri: String,
}

/// The host of a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TargetHost {
    Address(IpAddr),
    /// A name in lower case.
    Name(String),
}

impl Target {
    /// The target of a request with these options, or `None` for a request for the gateway itself.
    pub(crate) fn of_request(
        options: &[(u16, &[u8])],
        client: Client,
        config: &Config,
    ) -> Result<Option<Self>, Refusal> {
        let listener = config.endpoints.get(usize::from(client.listener())).copied();
        // Found once, because a message may hold many options, and they are walked several times.
        let has_whole_target = options
            .iter()
            .any(|&(number, _)| matches!(number, option::PROXY_CRI | option::PROXY_URI));
        let options = options.iter().copied();
        let options =
            options.filter(move |&option| !(has_whole_target && is_own_endpoint(option, listener)));
        let origin = cri_coap::origin(options.clone(), Conflicts::Reject);
        let origin = origin.map_err(|error| Refusal::from_error(error.code().to_byte(), error))?;
        let cri = match origin {
            Origin::Endpoint => return Ok(None),
            Origin::Cri(cri) => CriBuf::decode(cri.as_bytes().to_vec()).map_err(bad_request)?,
            Origin::Uri(uri) => cri_of_uri(uri, config)?,
            Origin::SchemeName(name) => {
                let name = name.to_ascii_lowercase();
                cri_of_scheme(schemes(config).by_name(name), options, listener, config)?
            }
            Origin::SchemeNumber(number) => {
                cri_of_scheme(schemes(config).by_number(number), options, listener, config)?
            }
        };
        Self::new(cri, config).map(Some)
    }

    /// The target that a full CRI identifies.
    fn new(cri: CriBuf<Vec<u8>>, config: &Config) -> Result<Self, Refusal> {
        supported(match cri.as_cri().scheme() {
            Scheme::Number(number) => schemes(config).by_number(number),
            Scheme::Name(_) => None,
        })?;
        // A zone-id has a meaning on the client's host only. No CRI has one with an IPv4 address in draft-16, so this
        // endpoint makes every zone-id an error.
        decomposed(&cri, Ipv4Addr::UNSPECIFIED.into(), 0, config)?;
        let Some(authority) = cri.sections().authority() else {
            return Err(bad_request("there is no authority; a request needs a host"));
        };
        let any = Ipv4Addr::UNSPECIFIED.into();
        let named = Endpoint::of_named(&cri, any, config.revision).map_err(bad_request)?;
        let host = match authority.host() {
            Host::Ip(_) => TargetHost::Address(named.address()),
            // INVARIANT: a CRI that decomposes has plain text.
            Host::Name(name) => TargetHost::Name(name.to_string()),
        };
        // INVARIANT: a CRI that decomposes has no userinfo, so the URI shows no password.
        debug_assert!(authority.userinfo().is_none());
        let uri = cri
            .to_uri(Options::new(config.revision))
            .map(|uri| uri.to_string())
            .unwrap_or_default();
        let port = named.port();
        Ok(Self { cri, host, port, uri })
    }

    /// Adds the options of a request for the target, which is sent to `address`.
    pub(crate) fn write_options(
        &self,
        address: IpAddr,
        config: &Config,
        body: &mut Body<'_>,
    ) -> Result<(), Refusal> {
        let mut space = [0; option::MAX_TEXT];
        for option in decomposed(&self.cri, address, self.port, config)? {
            // INVARIANT: no value is longer.
            let value = option.value().write_into(&mut space).unwrap_or_default();
            body.push(option.number(), value.to_vec());
        }
        Ok(())
    }
}

/// The options of a request for a CRI, which is sent to this address and port.
fn decomposed<'c>(
    cri: &'c CriBuf<Vec<u8>>,
    address: IpAddr,
    port: u16,
    config: &Config,
) -> Result<Decomposed<'c>, Refusal> {
    let options = decompose(cri, &Endpoint::new(address, port, Transport::Coap), config.revision);
    options.map_err(|error| Refusal::from_error(error.code().to_byte(), error))
}

/// Whether an option is a Uri-Port or Uri-Host with the gateway's own endpoint. Beside a Proxy-Cri or Proxy-Uri, such
/// an option is ignored.
///
/// An option with its default value equals an absent option (RFC 7252 sections 5.4.4 and 5.10.1). libcoap sends the
/// proxy's port in Uri-Port, unless it is 5683.
fn is_own_endpoint((number, value): (u16, &[u8]), listener: Option<SocketAddr>) -> bool {
    let Some(endpoint) = listener else { return false };
    match number {
        option::URI_PORT => option::Uint::read(value, 2) == Some(endpoint.port().into()),
        option::URI_HOST => match endpoint.ip() {
            IpAddr::V4(address) => parse_ipv4(value) == Some(address),
            IpAddr::V6(address) => {
                let literal = value.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]"));
                literal.and_then(parse_ipv6) == Some(address)
            }
        },
        _ => false,
    }
}

/// The CRI of a Proxy-Uri: an absolute URI without a fragment (RFC 7252 section 5.10.2).
fn cri_of_uri(uri: &str, config: &Config) -> Result<CriBuf<Vec<u8>>, Refusal> {
    let uri = Uri::parse_absolute(uri).map_err(bad_request)?;
    // First, because a URI of another scheme may have parts that `coap` does not allow.
    supported(schemes(config).by_name(uri.scheme().to_ascii_lowercase()))?;
    uri.to_request_cri(Options::new(config.revision), Vec::new()).map_err(bad_request)
}

/// The CRI of Uri-Host, Uri-Port, Uri-Path and Uri-Query with this scheme.
fn cri_of_scheme<'o>(
    registered: Option<cri_registry::Scheme>,
    options: impl Iterator<Item = (u16, &'o [u8])> + Clone,
    listener: Option<SocketAddr>,
    config: &Config,
) -> Result<CriBuf<Vec<u8>>, Refusal> {
    let scheme = supported(registered)?;
    let endpoint = listener.filter(|endpoint| !endpoint.ip().is_unspecified());
    if endpoint.is_none() && !options.clone().any(|(number, _)| number == option::URI_HOST) {
        return Err(bad_request("a scheme option needs Uri-Host beside it; found none"));
    }
    let address = endpoint.map_or(Ipv4Addr::UNSPECIFIED.into(), |endpoint| endpoint.ip());
    let endpoint = Endpoint::new(address, Transport::Coap.default_port(), Transport::Coap);
    let origin = Origin::SchemeNumber(scheme.number);
    let cri = origin.compose(options, scheme.default_port, &endpoint, config.revision, Vec::new());
    cri.map_err(|error| Refusal::from_error(error.code().to_byte(), error))
}

fn schemes(config: &Config) -> Table {
    Options::new(config.revision).schemes()
}

/// Checks that a scheme is `coap`. Section 8.2.2: a proxy does not support a number without a registered scheme.
fn supported(registered: Option<cri_registry::Scheme>) -> Result<cri_registry::Scheme, Refusal> {
    registered.filter(|scheme| scheme.name == Transport::Coap.name()).ok_or_else(|| {
        let found = registered.map_or("unregistered", |scheme| scheme.name);
        let reason = format!("the scheme is {found}; this proxy supports coap only");
        Refusal::new(PROXYING_NOT_SUPPORTED, reason)
    })
}

fn bad_request(error: impl Display) -> Refusal {
    Refusal::from_error(BAD_REQUEST, error)
}

#[cfg(test)]
mod tests {
    use coap_numbers::option::{
        PROXY_CRI, PROXY_SCHEME, PROXY_SCHEME_NUMBER, PROXY_URI, URI_HOST, URI_PATH, URI_PORT,
    };
    use cri_core::Revision;

    use super::*;

    fn uri(options: &[(u16, &[u8])]) -> Result<String, u8> {
        uri_with(options, &Config::default())
    }

    fn uri_with(options: &[(u16, &[u8])], config: &Config) -> Result<String, u8> {
        uri_or_refusal(options, config).map_err(|refusal| refusal.code)
    }

    fn uri_or_refusal(options: &[(u16, &[u8])], config: &Config) -> Result<String, Refusal> {
        let client = SocketAddr::from(([192, 0, 2, 9], 1)).into();
        let target = Target::of_request(options, client, config);
        target.map(|target| target.map(|target| target.uri).unwrap_or_default())
    }

    #[test]
    fn four_options_identify_a_target() {
        let target = Ok("coap://h:61616/a".to_owned());
        let port = &61616_u16.to_be_bytes()[..];
        // [-1, ["h", 61616], ["a"]]
        assert_eq!(uri(&[(PROXY_CRI, b"\x83\x20\x82\x61h\x19\xf0\xb0\x81\x61a")]), target);
        assert_eq!(uri(&[(PROXY_URI, b"COAP://H:61616/./a")]), target);
        let uri_options = [(URI_HOST, &b"H"[..]), (URI_PORT, port), (URI_PATH, b"a")];
        for scheme in [
            (PROXY_SCHEME, &b"coap"[..]),
            (PROXY_SCHEME, b"CoAP"),
            (PROXY_SCHEME_NUMBER, b""),
            (PROXY_SCHEME_NUMBER, b"\0"),
        ] {
            assert_eq!(uri(&[&uri_options[..], &[scheme]].concat()), target);
        }
        assert_eq!(uri(&uri_options), Ok(String::new()));
    }

    #[test]
    fn percent_encoded_uris_have_targets() {
        for (proxy_uri, target) in [
            (
                &b"coap://h:1/a%2Cb/%2c%C3%BC%3A?t=12%3A30&%26%3d"[..],
                "coap://h:1/a,b/,%C3%BC:?t=12:30&%26=",
            ),
            (b"coap://[2001:db8::1]/%40", "coap://[2001:db8::1]/@"),
            (b"coap://h?%21", "coap://h?!"),
            (b"coap://h/%2F%3B", "coap://h/%2F;"),
            (b"coap://h:/a", "coap://h/a"),
            (b"coap://h:05683/a", "coap://h/a"),
            (b"coap://h%2Ci/%2C", "coap://h,i/,"),
        ] {
            assert_eq!(
                uri(&[(PROXY_URI, proxy_uri)]),
                Ok(target.to_owned()),
                "{}",
                proxy_uri.escape_ascii()
            );
        }
        for wrong in [&b"coap://h/%FF"[..], b"coap://u@h/%2C", b"coap:/%2C", b"coap://%FF/%2C"] {
            assert_eq!(uri(&[(PROXY_URI, wrong)]), Err(BAD_REQUEST), "{}", wrong.escape_ascii());
        }
        // A Proxy-Cri distinguishes the two: [-1, ["h"], [["a", h'2C']]].
        assert_eq!(uri(&[(PROXY_CRI, b"\x83\x20\x81\x61h\x81\x82\x61a\x41,")]), Err(BAD_REQUEST));
    }

    #[test]
    fn a_scheme_without_uri_host_means_the_gateway_s_endpoint() {
        let options = [(URI_PATH, &b"a"[..]), (PROXY_SCHEME, b"coap")];
        assert_eq!(uri(&options), Err(BAD_REQUEST));
        let at = |endpoint: &str| Config {
            endpoints: vec![endpoint.parse().unwrap()],
            ..Config::default()
        };
        assert_eq!(uri_with(&options, &at("192.0.2.1:61616")), Ok("coap://192.0.2.1/a".into()));
        assert_eq!(uri_with(&options, &at("0.0.0.0:5683")), Err(BAD_REQUEST));
    }

    // shows: D16-8.2.2-05
    #[test]
    fn a_number_without_a_registered_scheme_is_not_proxied() {
        let by_number = |number: &[u8], revision| {
            let config = Config { revision, ..Config::default() };
            uri_with(&[(URI_HOST, b"h"), (PROXY_SCHEME_NUMBER, number)], &config)
        };
        for revision in Revision::ALL {
            // 999, which no scheme has.
            assert_eq!(by_number(b"\x03\xe7", revision), Err(PROXYING_NOT_SUPPORTED));
            // https.
            assert_eq!(by_number(b"\x03", revision), Err(PROXYING_NOT_SUPPORTED));
        }
        // coap+ws, in draft-16 only.
        assert_eq!(by_number(b"\x08", Revision::Draft16), Err(PROXYING_NOT_SUPPORTED));
        assert_eq!(by_number(b"\x08", Revision::Rfc9988), Err(PROXYING_NOT_SUPPORTED));
        let refusal = |number: &[u8]| {
            let options = [(URI_HOST, &b"h"[..]), (PROXY_SCHEME_NUMBER, number)];
            uri_or_refusal(&options, &Config::default()).unwrap_err().reason
        };
        assert_eq!(refusal(b"\x03"), "the scheme is https; this proxy supports coap only");
        assert_eq!(
            refusal(b"\x03\xe7"),
            "the scheme is unregistered; this proxy supports coap only"
        );
    }

    #[test]
    fn other_schemes_are_not_proxied() {
        for scheme in [&b"coaps"[..], b"coap+tcp", b"http", b"unheard-of"] {
            assert_eq!(
                uri(&[(URI_HOST, b"h"), (PROXY_SCHEME, scheme)]),
                Err(PROXYING_NOT_SUPPORTED)
            );
            assert_eq!(
                uri(&[(PROXY_URI, &[scheme, b"://h/"].concat())]),
                Err(PROXYING_NOT_SUPPORTED)
            );
        }
        assert_eq!(uri(&[(PROXY_URI, b"mailto:a@b")]), Err(PROXYING_NOT_SUPPORTED));
        // [-2, ["h"], []] and ["coap", ["h"], []]
        assert_eq!(uri(&[(PROXY_CRI, b"\x83\x21\x81\x61h\x80")]), Err(PROXYING_NOT_SUPPORTED));
        assert_eq!(uri(&[(PROXY_CRI, b"\x83\x64coap\x81\x61h\x80")]), Err(PROXYING_NOT_SUPPORTED));
    }
}
