//! A CRI to options (section 8.1.1 of the draft): an iterator of slices, in ascending order of numbers.

use cri_core::__private::{checked_items, port_of, take_address};
use cri_core::{Component, EncodedItems, Revision, Sections};

use crate::options::numbers::{MAX_TEXT, URI_HOST, URI_PATH, URI_PORT, URI_QUERY};
use crate::options::value::{CoapOption, OptionValue, is_reg_name};
use crate::request::endpoint::{Endpoint, transport_of};
use crate::request::error::{DecomposeError, DecomposeErrorKind};
use crate::request::transport::Transport;

/// The length that [`check_texts`] counts for the longest host name: its bytes, its dots, and one.
const MAX_NAME: usize = MAX_TEXT + 1;

/// Returns the options of a request to `endpoint` for this CRI (section 8.1.1).
///
/// Options come in ascending order of their numbers, as in a message. There is no option for a host or port that
/// is the endpoint's own.
///
/// No option carries the scheme, because a request goes by the endpoint's transport. A CRI of another scheme is the
/// error `Transport`: its request would ask for another resource, and one for a `coaps` CRI would go out unencrypted.
///
/// ```
/// use cri_coap::{Endpoint, Transport, decompose, option};
/// use cri_core::{Cri, Revision};
///
/// let cri = Cri::decode(b"\x83\x20\x82\x67example\x63com\x82\x61a\x60")?; // [-1, ["example", "com"], ["a", ""]]
/// let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
/// let mut options = decompose(cri, &endpoint, Revision::Draft16)?;
///
/// let host = options.next().expect("Uri-Host");
/// let mut space = [0; option::MAX_TEXT];
/// assert_eq!((host.number(), host.value().write_into(&mut space)), (option::URI_HOST, Ok(&b"example.com"[..])));
/// assert!(options.map(|option| option.number()).eq([option::URI_PATH; 2]));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// Any [`DecomposeErrorKind`] but `NotLocation`. Nothing is dropped to make a CRI fit.
pub fn decompose<'a>(
    cri: impl Into<Sections<'a>>,
    endpoint: &Endpoint<'_>,
    revision: Revision,
) -> Result<Decomposed<'a>, DecomposeError> {
    let sections = cri.into();
    let transport = transport_of(&sections, revision)?;
    if transport != endpoint.transport() {
        let kind = DecomposeErrorKind::Transport(transport);
        return Err(DecomposeError::new(kind, Component::Scheme));
    }
    Decomposed::new(&sections, endpoint, transport)
}

/// Returns the options of a request to a proxy for this CRI (section 8.1.1), and the variant of CoAP that the CRI's
/// scheme means.
///
/// `endpoint` is the proxy, whose transport does not matter. The request must also have the scheme: in Proxy-Scheme,
/// or in Proxy-Scheme-Number.
///
/// [`encode_proxy_cri`](crate::encode_proxy_cri()) is the better way: one option has the whole CRI. Here, step 6 omits Uri-Port
/// if the CRI has the proxy's own port. Some proxies then take the default port of the scheme instead.
///
/// ```
/// use cri_coap::{Endpoint, Transport, decompose_for_proxy, option};
/// use cri_core::{Cri, Revision};
///
/// let cri = Cri::decode(b"\x83\x21\x81\x61h\x81\x61a")?; // [-2, ["h"], ["a"]], which is coaps://h/a
/// let proxy = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
/// let (transport, options) = decompose_for_proxy(cri, &proxy, Revision::Draft16)?;
/// assert_eq!((option::PROXY_SCHEME, transport.name()), (39, "coaps"));
/// assert!(options.map(|option| option.to_string()).eq(["Uri-Host: h", "Uri-Port: 5684", "Uri-Path: a"]));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// Any [`DecomposeErrorKind`] but `NotLocation` and `Transport`.
pub fn decompose_for_proxy<'a>(
    cri: impl Into<Sections<'a>>,
    endpoint: &Endpoint<'_>,
    revision: Revision,
) -> Result<(Transport, Decomposed<'a>), DecomposeError> {
    let sections = cri.into();
    let transport = transport_of(&sections, revision)?;
    Ok((transport, Decomposed::new(&sections, endpoint, transport)?))
}

/// The options of a request, in ascending order of numbers.
///
/// [`OptionWriter`](crate::OptionWriter) writes them to a message.
#[derive(Clone, Debug)]
pub struct Decomposed<'a> {
    // INVARIANT: every item of host, path and query is a text of at most `MAX_TEXT` bytes.
    host: Option<OptionValue<'a>>,
    port: Option<&'a [u8]>,
    /// The items that are still to come: segments of the base, segments of the reference, and parameters.
    texts: [EncodedItems<'a>; 3],
}

impl<'a> Decomposed<'a> {
    fn new(
        sections: &Sections<'a>,
        endpoint: &Endpoint<'_>,
        transport: Transport,
    ) -> Result<Self, DecomposeError> {
        let error = DecomposeError::new;
        // 8.1.1 step 3.
        if sections.has_fragment() {
            return Err(error(DecomposeErrorKind::Fragment, Component::Fragment));
        }
        // The draft is silent on a missing authority and on a userinfo. A CRI without its userinfo would identify
        // another resource.
        let Some(authority) = sections.authority() else {
            return Err(error(DecomposeErrorKind::NoAuthority, Component::Authority));
        };
        if authority.has_userinfo() {
            return Err(error(DecomposeErrorKind::Userinfo, Component::Userinfo));
        }
        let [mut base, mut added] = sections.segments().as_encoded();
        // 8.1.1 step 8.
        let parameters = sections.parameters();
        let mut len = 0;
        for run in [base, added] {
            check_texts(&mut checked_items(run), Component::Path, &mut len)?;
        }
        // 8.1.1 step 7: neither an empty path nor a path of one empty segment has options.
        if len == 1 {
            (base, added) = (&[], &[]);
        }
        check_texts(&mut parameters.clone(), Component::Query, &mut len)?;
        let mut items = checked_items(authority.as_encoded());
        Ok(Self {
            host: host(&mut items, endpoint)?,
            port: port(&items, endpoint, transport),
            texts: [checked_items(base), checked_items(added), parameters],
        })
    }
}

impl<'a> Iterator for Decomposed<'a> {
    type Item = CoapOption<'a>;

    fn next(&mut self) -> Option<CoapOption<'a>> {
        if let Some(host) = self.host.take() {
            return Some(CoapOption::new(URI_HOST, host));
        }
        if let Some(port) = self.port.take() {
            return Some(CoapOption::new(URI_PORT, OptionValue::of_bytes(port)));
        }
        for (run, texts) in self.texts.iter_mut().enumerate() {
            if let Some(text) = texts.next() {
                // INVARIANT: every item is text.
                return Some(CoapOption::of_text(
                    if run == 2 { URI_QUERY } else { URI_PATH },
                    text,
                ));
            }
        }
        None
    }
}

/// Checks that each remaining item fits into an option: it is text of at most [`MAX_TEXT`] bytes (RFC 7252 section
/// 5.10), and in a host it is a name.
///
/// Consumes the items, and adds to `len` the length of each in bytes, and one for each.
pub(crate) fn check_texts(
    texts: &mut EncodedItems<'_>,
    component: Component,
    len: &mut usize,
) -> Result<(), DecomposeError> {
    let error = |kind| Err(DecomposeError::new(kind, component));
    for item in texts {
        let Some(text) = item.text_bytes() else {
            return error(DecomposeErrorKind::Pet);
        };
        if text.len() > MAX_TEXT {
            return error(DecomposeErrorKind::TooLong);
        }
        if component == Component::Host
            && let Some(kind) = label_error(text)
        {
            return error(kind);
        }
        // Cannot overflow: each encoded item has at least this length.
        *len = len.wrapping_add(text.len()).wrapping_add(1);
    }
    Ok(())
}

/// The error in a label of a host name, if there is one.
///
/// Some receivers percent-decode a Uri-Host and others do not, so a percent sign is refused. A receiver reads `[::1]`
/// as an address (RFC 7252 section 6.5 step 3), so brackets are refused.
fn label_error(label: &[u8]) -> Option<DecomposeErrorKind> {
    let mut wrong = None;
    for &byte in label {
        if byte == b'%' {
            return Some(DecomposeErrorKind::PercentInHost);
        }
        if !is_reg_name(byte) {
            wrong = Some(DecomposeErrorKind::InvalidHost);
        }
    }
    wrong
}

/// The value of Uri-Host, unless the host is the endpoint's address (8.1.1 step 4). Consumes the host's items.
fn host<'a>(
    items: &mut EncodedItems<'a>,
    endpoint: &Endpoint<'_>,
) -> Result<Option<OptionValue<'a>>, DecomposeError> {
    if let Some(host) = take_address(items) {
        return match host.zone_bytes() {
            _ if endpoint.is_at(host) => Ok(None),
            None => Ok(Some(OptionValue::of_address(host))),
            // A zone-id has a meaning on this host only. It never goes into an option, and it is never dropped.
            Some(_) => Err(DecomposeError::new(DecomposeErrorKind::Zone, Component::ZoneId)),
        };
    }
    let labels = items.as_encoded();
    let mut len = 0;
    check_texts(items, Component::Host, &mut len)?;
    // `len` counts one dot too many: a name has one dot less than labels. Without it, a name of at most `MAX_TEXT` bytes has a
    // length that fits in a byte.
    match len {
        ..=1 => Err(DecomposeError::new(DecomposeErrorKind::EmptyHost, Component::Host)),
        2..=MAX_NAME => Ok(Some(OptionValue::of_labels(labels, len.wrapping_sub(1) as u8))),
        _ => Err(DecomposeError::new(DecomposeErrorKind::TooLong, Component::Host)),
    }
}

/// The value of Uri-Port without leading zeros (RFC 7252 section 3.2), unless the port is the endpoint's (8.1.1 steps 5
/// and 6).
///
/// `item` is what follows the host: an encoded port, or nothing.
fn port<'a>(
    item: &EncodedItems<'a>,
    endpoint: &Endpoint<'_>,
    transport: Transport,
) -> Option<&'a [u8]> {
    let default = transport.default_port_bytes();
    let (bytes, port) = match port_of(item) {
        // The last bytes of the encoded item are the port's, even if the head holds the port itself.
        Some(port) => (item.as_encoded(), port),
        None => (default.as_slice(), u16::from_be_bytes(*default)),
    };
    if port == endpoint.port() {
        return None;
    }
    let len = if port > 0xff { 2 } else { usize::from(port > 0) };
    bytes.get(bytes.len().wrapping_sub(len)..)
}
