//! What a request asks for (RFC 7252 section 5.10.2; draft-ietf-core-href section 8.2).

use std::net::{IpAddr, Ipv4Addr};

use coap_numbers::code::{BAD_REQUEST, PROXYING_NOT_SUPPORTED};
use cri_coap::{Conflicts, Decompose, Endpoint, Origin, ProxyScheme, Transport, option};
use cri_core::{Builder, Cri, CriBuf, Host, Piece, Scheme, TextOrPet, parse_ipv4, parse_ipv6};
use cri_registry::Table;
use cri_uri::{Normalization, Options, ToUri, UriRef};

use crate::Config;
use crate::body::Body;
use crate::refusal::Refusal;

/// What a request asks for.
#[derive(Clone, Debug)]
pub(crate) enum Asked {
    /// The gateway itself.
    Here,
    /// Something elsewhere.
    There(Target),
}

/// A resource that CoAP over UDP can be asked for.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// INVARIANT: it decomposes into options, for whatever endpoint; its scheme is `coap`.
    cri: CriBuf<Vec<u8>>,
    host: TargetHost,
    port: u16,
    uri: String,
}

/// The host of a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TargetHost {
    Address(IpAddr),
    /// In lower case.
    Name(String),
}

impl Target {
    /// The target of a full CRI, if it can be asked for.
    fn new(cri: CriBuf<Vec<u8>>, config: &Config) -> Result<Self, Refusal> {
        let sections = cri.as_cri().sections();
        if sections.scheme() != Some(Scheme::Number(Transport::Coap.number(config.revision))) {
            return Err(other_scheme(sections.scheme().and_then(|scheme| scheme_name(scheme, config))));
        }
        // No CRI has a zone-id together with this address, so that every zone-id is refused: it says something on the
        // client's host only.
        let nowhere = Endpoint::new(Ipv4Addr::UNSPECIFIED.into(), 0, Transport::Coap);
        let options = cri.as_cri().decompose(&nowhere, config.revision);
        options.map_err(|error| Refusal::of(error.code().to_byte(), error))?;
        let Some(authority) = sections.authority() else {
            return Err(Refusal::new(BAD_REQUEST, "expected an authority, found none"));
        };
        let host = match authority.host() {
            Host::Ip(host) => TargetHost::Address(host.address()),
            Host::Name(name) => {
                // INVARIANT: decomposing has found text.
                let labels = name.labels().map(|label| label.text_bytes().unwrap_or_default());
                let labels = labels.map(String::from_utf8_lossy).collect::<Vec<_>>();
                TargetHost::Name(labels.join("."))
            }
        };
        let port = authority.port().unwrap_or(Transport::Coap.default_port());
        let uri = masked_uri(cri.as_cri(), config);
        Ok(Self { cri, host, port, uri })
    }

    pub(crate) fn host(&self) -> &TargetHost {
        &self.host
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// The URI, for people.
    pub(crate) fn uri(&self) -> &str {
        &self.uri
    }

    /// Adds the options of a request for it to `address`.
    pub(crate) fn write_options(&self, address: IpAddr, config: &Config, body: &mut Body<'_>) -> Result<(), Refusal> {
        let endpoint = Endpoint::new(address, self.port, Transport::Coap);
        let options = self.cri.as_cri().decompose(&endpoint, config.revision);
        for option in options.map_err(|error| Refusal::of(error.code().to_byte(), error))? {
            body.push(option.number(), option.value().pieces().collect::<Vec<_>>().concat());
        }
        Ok(())
    }
}

/// What a request with these options asks for.
pub(crate) fn asked(options: &[(u16, &[u8])], config: &Config) -> Result<Asked, Refusal> {
    // Found once: a message may be full of options, and they are gone through often.
    let is_whole = options.iter().any(|&(number, _)| matches!(number, option::PROXY_CRI | option::PROXY_URI));
    let options = options.iter().copied().filter(move |&option| !(is_whole && is_own(option, config)));
    let origin = cri_coap::origin(options.clone(), Conflicts::Reject);
    let origin = origin.map_err(|error| Refusal::of(error.code().to_byte(), error))?;
    let cri = match origin {
        Origin::Endpoint => return Ok(Asked::Here),
        Origin::Cri(cri) => {
            CriBuf::from_buffer(cri.as_bytes().to_vec()).map_err(|error| Refusal::of(BAD_REQUEST, error))?
        }
        Origin::Uri(uri) => from_uri(uri, config)?,
        Origin::Scheme(ProxyScheme::Name(name)) => {
            let name = name.to_ascii_lowercase();
            by_scheme(schemes(config).number(name.as_bytes()), options, config)?
        }
        Origin::Scheme(ProxyScheme::Number(number)) => by_scheme(Some(number), options, config)?,
    };
    Target::new(cri, config).map(Asked::There)
}

/// Whether an option is a Uri-Port or Uri-Host that names the gateway's own endpoint. Beside a Proxy-Cri or Proxy-Uri it
/// says nothing.
///
/// An option with its default value is as good as none (RFC 7252 sections 5.4.4 and 5.10.1). libcoap sends the port of
/// the proxy, wherever that is not 5683.
fn is_own((number, value): (u16, &[u8]), config: &Config) -> bool {
    let Some(endpoint) = config.endpoint else { return false };
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

/// The CRI of a Proxy-Uri: an absolute URI, without a fragment (RFC 7252 section 5.10.2).
fn from_uri(uri: &str, config: &Config) -> Result<CriBuf<Vec<u8>>, Refusal> {
    let uri = UriRef::parse_absolute(uri).map_err(|error| Refusal::of(BAD_REQUEST, error))?;
    let Some(scheme) = uri.scheme() else {
        return Err(Refusal::new(BAD_REQUEST, "expected an absolute URI, found a relative reference"));
    };
    // Whatever else another scheme allows.
    if !scheme.eq_ignore_ascii_case(Transport::Coap.scheme()) {
        let name = schemes(config).number(scheme.to_ascii_lowercase().as_bytes());
        return Err(other_scheme(name.and_then(|number| schemes(config).name(number))));
    }
    // RFC 7252 section 6.1: an empty port is none. In a CRI a port is a number.
    let options = Options::new(config.revision);
    let uri = uri.normalize(Normalization::EMPTY_PORT, options.schemes).to_string();
    let uri = UriRef::parse(&uri).map_err(|error| Refusal::of(BAD_REQUEST, error))?;
    let cri = uri.to_cri(options, Vec::new()).map_err(|error| Refusal::of(BAD_REQUEST, error))?.into_full();
    let cri = cri.map_err(|_| Refusal::new(BAD_REQUEST, "expected an absolute URI, found a relative reference"))?;
    decoded(cri, config)
}

/// The CRI with text for the percent-encoded text in path and query. By it, a CRI tells `%2C` from `,`; of a URI of CoAP
/// both are the same option (RFC 7252 section 6.4 steps 8 and 9).
fn decoded(cri: CriBuf<Vec<u8>>, config: &Config) -> Result<CriBuf<Vec<u8>>, Refusal> {
    let sections = cri.as_cri().sections();
    let (segments, parameters) = (sections.path().into_iter().flatten(), sections.query().into_iter().flatten());
    if segments.clone().chain(parameters.clone()).all(|item| item.text_bytes().is_some()) {
        return Ok(cri);
    }
    // `Target::new` says what is wrong with one that has none, or has a userinfo.
    let Some(authority) = sections.authority().filter(|authority| authority.userinfo().is_none()) else {
        return Ok(cri);
    };
    let builder = Builder::new(config.revision, Vec::new()).scheme_number(Transport::Coap.number(config.revision));
    let builder = match authority.host() {
        Host::Ip(host) => host.zone().into_iter().fold(builder.host_ip(host.address()), Builder::zone),
        Host::Name(name) => name.labels().fold(builder, Builder::label),
    };
    let builder = authority.port().into_iter().fold(builder, Builder::port);
    let text = |item: TextOrPet<'_>| {
        let bytes = item.pieces().flat_map(Piece::as_bytes).copied().collect();
        String::from_utf8(bytes).map_err(|_| Refusal::new(BAD_REQUEST, "expected UTF-8, found other bytes"))
    };
    let builder = segments.map(text).try_fold(builder, |builder, segment| Ok(builder.segment(&*segment?)))?;
    let builder = parameters.map(text).try_fold(builder, |builder, parameter| Ok(builder.parameter(&*parameter?)))?;
    builder.finish_full().map_err(|error| Refusal::of(BAD_REQUEST, error))
}

/// The CRI that Uri-Host, Uri-Port, Uri-Path and Uri-Query are by this scheme.
fn by_scheme<'o>(
    number: Option<u64>,
    options: impl Iterator<Item = (u16, &'o [u8])> + Clone,
    config: &Config,
) -> Result<CriBuf<Vec<u8>>, Refusal> {
    // Section 8.2.2: a number that is no scheme's is none that is proxied.
    let name = number.and_then(|number| schemes(config).name(number));
    let (Some(number), Some(name)) = (number, name) else {
        return Err(other_scheme(None));
    };
    if name != Transport::Coap.scheme() {
        return Err(other_scheme(Some(name)));
    }
    let endpoint = config.endpoint.filter(|endpoint| !endpoint.ip().is_unspecified());
    if endpoint.is_none() && !options.clone().any(|(number, _)| number == option::URI_HOST) {
        return Err(Refusal::new(BAD_REQUEST, "expected Uri-Host beside the scheme, found none"));
    }
    let address = endpoint.map_or(Ipv4Addr::UNSPECIFIED.into(), |endpoint| endpoint.ip());
    let endpoint = Endpoint::new(address, Transport::Coap.default_port(), Transport::Coap);
    let default_port = schemes(config).default_port(name.as_bytes());
    let cri = Origin::Scheme(ProxyScheme::Number(number)).compose(
        options,
        default_port,
        &endpoint,
        config.revision,
        Vec::new(),
    );
    cri.map_err(|error| Refusal::of(error.code().to_byte(), error))
}

fn schemes(config: &Config) -> Table {
    Options::new(config.revision).schemes
}

fn scheme_name(scheme: Scheme<'_>, config: &Config) -> Option<&'static str> {
    match scheme {
        Scheme::Number(number) => schemes(config).name(number),
        Scheme::Name(_) => None,
    }
}

/// The refusal for a scheme, of this name if it is a known one.
fn other_scheme(name: Option<&'static str>) -> Refusal {
    let found = name.unwrap_or("one that is not known by number");
    Refusal::new(PROXYING_NOT_SUPPORTED, format!("expected the scheme coap, found {found}"))
}

fn masked_uri(cri: Cri<'_>, config: &Config) -> String {
    let uri = cri.to_uri(Options::new(config.revision)).map(|uri| format!("{uri:?}")).unwrap_or_default();
    // `Debug` masks what `Display` shows, and puts it in quotes.
    uri.trim_matches('"').to_owned()
}

#[cfg(test)]
mod tests {
    use coap_numbers::code::BAD_OPTION;
    use coap_numbers::option::{PROXY_CRI, PROXY_SCHEME, PROXY_SCHEME_NUMBER, PROXY_URI, URI_HOST, URI_PATH, URI_PORT};
    use cri_core::Revision;

    use super::*;

    fn uri(options: &[(u16, &[u8])]) -> Result<String, u8> {
        uri_with(options, &Config::default())
    }

    fn uri_with(options: &[(u16, &[u8])], config: &Config) -> Result<String, u8> {
        match asked(options, config) {
            Ok(Asked::There(target)) => Ok(target.uri().to_owned()),
            Ok(Asked::Here) => Ok(String::new()),
            Err(refusal) => Err(refusal.code()),
        }
    }

    #[test]
    fn a_target_is_asked_for_in_four_ways() {
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
    fn uris_that_no_cri_spells_have_options() {
        for (asked, target) in [
            (&b"coap://h:1/a%2Cb/%2c%C3%BC%3A?t=12%3A30&%26%3d"[..], "coap://h:1/a,b/,%C3%BC:?t=12:30&%26="),
            (b"coap://[2001:db8::1]/%40", "coap://[2001:db8::1]/@"),
            (b"coap://h?%21", "coap://h?!"),
            (b"coap://h/%2F%3B", "coap://h/%2F;"),
            (b"coap://h:/a", "coap://h/a"),
        ] {
            assert_eq!(uri(&[(PROXY_URI, asked)]), Ok(target.to_owned()), "{}", asked.escape_ascii());
        }
        for wrong in [&b"coap://h/%FF"[..], b"coap://u@h/%2C", b"coap:/%2C", b"coap://h%2Ci/%2C"] {
            assert_eq!(uri(&[(PROXY_URI, wrong)]), Err(BAD_REQUEST), "{}", wrong.escape_ascii());
        }
        // A CRI says which: [-1, ["h"], [["a", h'2C']]].
        assert_eq!(uri(&[(PROXY_CRI, b"\x83\x20\x81\x61h\x81\x82\x61a\x41,")]), Err(BAD_REQUEST));
    }

    #[test]
    fn without_a_host_a_scheme_asks_for_the_endpoint_itself() {
        let options = [(URI_PATH, &b"a"[..]), (PROXY_SCHEME, b"coap")];
        assert_eq!(uri(&options), Err(BAD_REQUEST));
        let at = |endpoint: &str| Config { endpoint: Some(endpoint.parse().unwrap()), ..Config::default() };
        assert_eq!(uri_with(&options, &at("192.0.2.1:61616")), Ok("coap://192.0.2.1/a".into()));
        assert_eq!(uri_with(&options, &at("0.0.0.0:5683")), Err(BAD_REQUEST));
    }

    // shows: D16-8.2.2-05
    #[test]
    fn a_scheme_number_without_a_name_is_not_proxied() {
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
        assert_eq!(by_number(b"\x08", Revision::Draft27), Err(PROXYING_NOT_SUPPORTED));
        let refusal = |number: &[u8]| {
            asked(&[(URI_HOST, b"h"), (PROXY_SCHEME_NUMBER, number)], &Config::default()).unwrap_err().reason()
        };
        assert_eq!(refusal(b"\x03"), "expected the scheme coap, found https");
        assert_eq!(refusal(b"\x03\xe7"), "expected the scheme coap, found one that is not known by number");
    }

    #[test]
    fn other_schemes_are_not_proxied() {
        for scheme in [&b"coaps"[..], b"coap+tcp", b"http", b"unheard-of"] {
            assert_eq!(uri(&[(URI_HOST, b"h"), (PROXY_SCHEME, scheme)]), Err(PROXYING_NOT_SUPPORTED));
            assert_eq!(uri(&[(PROXY_URI, &[scheme, b"://h/"].concat())]), Err(PROXYING_NOT_SUPPORTED));
        }
        assert_eq!(uri(&[(PROXY_URI, b"mailto:a@b")]), Err(PROXYING_NOT_SUPPORTED));
        // [-2, ["h"], []] and ["coap", ["h"], []]
        assert_eq!(uri(&[(PROXY_CRI, b"\x83\x21\x81\x61h\x80")]), Err(PROXYING_NOT_SUPPORTED));
        assert_eq!(uri(&[(PROXY_CRI, b"\x83\x64coap\x81\x61h\x80")]), Err(PROXYING_NOT_SUPPORTED));
    }

    #[test]
    fn what_makes_no_sense_is_a_bad_request() {
        for cri in [
            &b"\x83\x20\x83\xf4\x61u\x61h\x80"[..],    // [-1, [false, "u", "h"], []]
            b"\x85\x20\x81\x61h\x80\xf6\x61f",         // [-1, ["h"], [], null, "f"]
            b"\x83\x20\x81\x61h\x81\x82\x61a\x41\x3b", // [-1, ["h"], [["a", h'3B']]]
            b"\x83\x20\x81\x60\x80",                   // [-1, [""], []]
            b"\x83\x20\xf6\x81\x61a",                  // [-1, null, ["a"]]
            b"\x82\x01\x81\x61a",                      // [1, ["a"]]
            b"\x83\x20\x81\x61h\x81\x62..",            // [-1, ["h"], [".."]]
            b"\x83\x20\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x64eth0\x80", // [-1, [h'fe80…01', "eth0"], []]
            b"\x83\x20\x81\x61h\x80\x00",              // a byte behind it
            b"\xf6",                                   // null
            b"\x65hello",                              // no array
        ] {
            assert_eq!(uri(&[(PROXY_CRI, cri)]), Err(BAD_REQUEST), "{cri:x?}");
        }
        for uri_text in [
            &b"//h/a"[..],
            b"a",
            b"coap:a",
            b"coap://h/a#f",
            b"coap://u@h/",
            b"coap://h/%zz",
            b"coap://h/\xff",
            b"coap://h:65536/",
            b"coap:///a",
        ] {
            assert_eq!(uri(&[(PROXY_URI, uri_text)]), Err(BAD_REQUEST), "{:?}", uri_text.escape_ascii());
        }
        assert_eq!(uri(&[(URI_HOST, b"a b"), (PROXY_SCHEME, b"coap")]), Err(BAD_REQUEST));
        assert_eq!(uri(&[(URI_HOST, b"\xff"), (PROXY_SCHEME, b"coap")]), Err(BAD_REQUEST));
        assert_eq!(uri(&[(PROXY_CRI, b"")]), Err(BAD_OPTION));
        assert_eq!(uri(&[(PROXY_CRI, &[0x81; 1024])]), Err(BAD_OPTION));
        assert_eq!(uri(&[(PROXY_URI, b"coap://h/"), (PROXY_URI, b"coap://h/")]), Err(BAD_OPTION));
    }
}
