//! CRI to options (section 8.1.1 of the draft): an iterator of slices, in ascending order of numbers.

use cri_core::{Authority, Component, Host, HostIp, Parameters, Revision, Sections, Segments, TextOrPet};

use crate::coap_option::{CoapOption, OptionValue};
use crate::compose::is_reg_name;
use crate::option::{MAX_TEXT, URI_HOST, URI_PATH, URI_PORT, URI_QUERY};
use crate::{DecomposeError, DecomposeErrorKind, Endpoint, Transport};

/// Decomposition into options, for every form of CRI: decoded, resolved, or without its fragment.
pub trait Decompose<'a> {
    /// The options of a request to `endpoint` for this CRI.
    ///
    /// Options come in ascending order of their numbers, as they stand in a message. What the endpoint says is left
    /// out. Which variant of CoAP the CRI asks for is [`Decomposed::transport`]: the endpoint's may be another one
    /// only where the request goes to a proxy.
    ///
    /// ```
    /// use cri_coap::{Decompose, Endpoint, Transport, option};
    /// use cri_core::{Cri, Revision};
    ///
    /// let cri = Cri::decode(b"\x83\x20\x82\x67example\x63com\x82\x61a\x60")?; // [-1, ["example", "com"], ["a", ""]]
    /// let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
    /// let mut options = cri.decompose(&endpoint, Revision::Draft16)?;
    ///
    /// let host = options.next().expect("Uri-Host");
    /// let mut space = [0; option::MAX_TEXT];
    /// assert_eq!((host.number(), host.value().write(&mut space)), (option::URI_HOST, Ok(&b"example.com"[..])));
    /// assert!(options.map(|option| (option.number(), option.value().len())).eq([(11, 1), (11, 0)]));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Any [`DecomposeErrorKind`]: nothing is left out because no option can say it.
    fn decompose(self, endpoint: &Endpoint<'_>, revision: Revision) -> Result<Decomposed<'a>, DecomposeError>;
}

impl<'a, T: Into<Sections<'a>>> Decompose<'a> for T {
    fn decompose(self, endpoint: &Endpoint<'_>, revision: Revision) -> Result<Decomposed<'a>, DecomposeError> {
        Decomposed::new(&self.into(), endpoint, revision)
    }
}

/// The options of a request, in ascending order of numbers.
///
/// INVARIANT: every item is a text of at most [`MAX_TEXT`] bytes.
#[derive(Clone, Debug)]
pub struct Decomposed<'a> {
    transport: Transport,
    host: Option<OptionValue<'a>>,
    port: Option<u16>,
    segments: Segments<'a>,
    parameters: Parameters<'a>,
}

impl<'a> Decomposed<'a> {
    fn new(sections: &Sections<'a>, endpoint: &Endpoint<'_>, revision: Revision) -> Result<Self, DecomposeError> {
        let error = DecomposeError::new;
        // 8.1.1 step 1.
        if !sections.is_full() {
            return Err(error(DecomposeErrorKind::NotFull, Component::Scheme));
        }
        // 8.1.1 step 2: by number only, also where the name is `coap`.
        let transport = sections.scheme_number().and_then(|number| Transport::from_number(number, revision));
        let transport = transport.ok_or(error(DecomposeErrorKind::NotCoap, Component::Scheme))?;
        // 8.1.1 step 3.
        if sections.fragment().is_some() {
            return Err(error(DecomposeErrorKind::Fragment, Component::Fragment));
        }
        // The draft is silent where there is no authority, or more than CoAP can say: dropping it would ask for
        // another resource.
        let Some(authority) = sections.authority().authority() else {
            return Err(error(DecomposeErrorKind::NoAuthority, Component::Authority));
        };
        if authority.userinfo().is_some() {
            return Err(error(DecomposeErrorKind::Userinfo, Component::Userinfo));
        }
        // 8.1.1 step 7: no option for an empty path, nor for one of a lone empty segment.
        let path = sections.path();
        let mut segments = path.map(|path| path.segments()).unwrap_or_default();
        if path.is_some_and(|path| path.len() == 1) && segments.clone().next().is_some_and(TextOrPet::is_empty) {
            segments = Segments::default();
        }
        // 8.1.1 step 8.
        let parameters = sections.query().map(|query| query.parameters()).unwrap_or_default();
        for segment in segments.clone() {
            check_text(segment, Component::Path)?;
        }
        for parameter in parameters.clone() {
            check_text(parameter, Component::Query)?;
        }
        Ok(Self {
            transport,
            host: host(authority, endpoint)?,
            port: port(authority, endpoint, transport),
            segments,
            parameters,
        })
    }

    /// The variant of CoAP that the CRI's scheme is (8.1.1 step 2).
    #[must_use]
    pub const fn transport(&self) -> Transport {
        self.transport
    }
}

impl<'a> Iterator for Decomposed<'a> {
    type Item = CoapOption<'a>;

    fn next(&mut self) -> Option<CoapOption<'a>> {
        if let Some(host) = self.host.take() {
            return Some(CoapOption::new(URI_HOST, host));
        }
        if let Some(port) = self.port.take() {
            return Some(CoapOption::new(URI_PORT, OptionValue::of_port(port)));
        }
        // INVARIANT: there is no percent-encoded text.
        if let Some(segment) = self.segments.next() {
            return Some(CoapOption::of_text(URI_PATH, segment));
        }
        self.parameters.next().map(|parameter| CoapOption::of_text(URI_QUERY, parameter))
    }
}

/// A part of the CRI becomes the value of an option: it is text, and short enough (RFC 7252 section 5.10).
pub(crate) fn check_text(item: TextOrPet<'_>, component: Component) -> Result<usize, DecomposeError> {
    match item.as_text() {
        None => Err(DecomposeError::new(DecomposeErrorKind::Pet, component)),
        Some(text) if text.len() > MAX_TEXT => Err(DecomposeError::new(DecomposeErrorKind::TooLong, component)),
        Some(text) => Ok(text.len()),
    }
}

/// 8.1.1 step 4: the host, unless the endpoint is it.
fn host<'a>(authority: Authority<'a>, endpoint: &Endpoint<'_>) -> Result<Option<OptionValue<'a>>, DecomposeError> {
    match authority.host() {
        Host::Ip(host) => address(host, endpoint),
        Host::Name(name) => {
            // The labels, and a dot between each two.
            let mut len = 0_usize;
            let mut dot = 0;
            for label in name.labels() {
                let label_len = check_text(label, Component::Host)?;
                let text = label.as_text().unwrap_or_default();
                if !text.iter().copied().all(is_reg_name) {
                    // A Uri-Host is taken for percent-encoded by some and not by others: refused both ways. RFC 7252
                    // section 6.5 step 3: whoever receives `[::1]` takes it for the address, which is another host.
                    #[allow(clippy::manual_contains, reason = "it has a search of words, which is large")]
                    let percent = text.iter().any(|&byte| byte == b'%');
                    let kind =
                        if percent { DecomposeErrorKind::PercentInHost } else { DecomposeErrorKind::InvalidHost };
                    return Err(DecomposeError::new(kind, Component::Host));
                }
                len = len.saturating_add(label_len).saturating_add(dot);
                dot = 1;
            }
            match len {
                0 => Err(DecomposeError::new(DecomposeErrorKind::EmptyHost, Component::Host)),
                1..=MAX_TEXT => Ok(Some(OptionValue::of_name(name))),
                _ => Err(DecomposeError::new(DecomposeErrorKind::TooLong, Component::Host)),
            }
        }
    }
}

fn address<'a>(host: HostIp<'a>, endpoint: &Endpoint<'_>) -> Result<Option<OptionValue<'a>>, DecomposeError> {
    let same_zone = match (host.zone_bytes(), endpoint.zone()) {
        (Some(zone), Some(other)) => zone.iter().eq(other.as_bytes()),
        // A zone that one of the two does not name tells no addresses apart.
        (Some(_), None) | (None, _) => true,
    };
    if same_zone && endpoint.has_octets(host.octets()) {
        return Ok(None);
    }
    // A zone means something on this host only: it is never put into an option, and never dropped.
    if host.zone_bytes().is_some() {
        return Err(DecomposeError::new(DecomposeErrorKind::Zone, Component::ZoneId));
    }
    Ok(Some(OptionValue::of_address(host)))
}

/// 8.1.1 steps 5 and 6: the port, unless it is the endpoint's.
fn port(authority: Authority<'_>, endpoint: &Endpoint<'_>, transport: Transport) -> Option<u16> {
    let port = authority.port().unwrap_or(transport.default_port());
    (port != endpoint.port()).then_some(port)
}
