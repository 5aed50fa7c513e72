//! What a request asks a proxy for: Proxy-Cri, Proxy-Scheme-Number, and the older two (section 8.2 of the draft;
//! RFC 7252 section 5.10.2).

use cri_core::{Buffer, Component, Cri, CriBuf, Revision, Sections};

use crate::compose::{compose_with, single};
use crate::option::{
    MAX_PROXY_CRI, MAX_PROXY_SCHEME_NUMBER, PROXY_CRI, PROXY_SCHEME, PROXY_SCHEME_NUMBER, PROXY_URI, URI_HOST,
    URI_PATH, URI_PORT, URI_QUERY, Uint,
};
use crate::{Endpoint, ProxyError, ProxyErrorKind};

/// Appends the value of a Proxy-Cri option: a full CRI without a fragment, in the form of `revision`.
///
/// ```
/// use cri_coap::{proxy_cri, read_proxy_cri};
/// use cri_core::{ArrayBuffer, Buffer, Cri, Revision};
///
/// let cri = Cri::decode(b"\x83\x20\x81\x61h\x81\x61a")?; // [-1, ["h"], ["a"]]
/// let mut value = ArrayBuffer::<64>::new();
/// proxy_cri(cri, Revision::Draft16, &mut value)?;
/// assert_eq!(read_proxy_cri(value.as_slice())?, cri);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// `NotFull`, `Fragment`, `Length` for more than [`MAX_PROXY_CRI`] bytes, and what `Sections::encode` gives.
pub fn proxy_cri<'a, B: Buffer>(
    cri: impl Into<Sections<'a>>,
    revision: Revision,
    buffer: &mut B,
) -> Result<(), ProxyError> {
    let sections = cri.into();
    let error = |kind| ProxyError::new(kind, PROXY_CRI);
    if !sections.is_full() {
        return Err(error(ProxyErrorKind::NotFull));
    }
    if sections.fragment().is_some() {
        return Err(error(ProxyErrorKind::Fragment));
    }
    let len = sections.encoded_len(revision).map_err(|cause| error(ProxyErrorKind::Encode(cause.kind())))?;
    if len > MAX_PROXY_CRI {
        return Err(error(ProxyErrorKind::Length));
    }
    sections.encode(revision, buffer).map_err(|cause| error(ProxyErrorKind::Encode(cause.kind())))
}

/// The CRI in the value of a Proxy-Cri option: one full CRI, and nothing behind it.
///
/// # Errors
///
/// `Length`, which a proxy answers with 4.02 as for any critical option out of its bounds; `Cri`, `NotFull` and
/// `Fragment`, which earn 4.00.
pub fn read_proxy_cri(value: &[u8]) -> Result<Cri<'_>, ProxyError> {
    let error = |kind| ProxyError::new(kind, PROXY_CRI);
    if value.is_empty() || value.len() > MAX_PROXY_CRI {
        return Err(error(ProxyErrorKind::Length));
    }
    let cri = Cri::decode(value).map_err(|cause| error(ProxyErrorKind::Cri(cause.kind())))?;
    if cri.sections().fragment().is_some() {
        return Err(error(ProxyErrorKind::Fragment));
    }
    Ok(cri)
}

/// What to do with options beside Proxy-Cri that must not be there (section 8.2.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mixing {
    /// Reject them: or else who filters by Uri-Path is passed by with a Proxy-Cri.
    #[default]
    Strict,
    /// Let Proxy-Cri win over Uri-Host, Uri-Port, Uri-Path, Uri-Query and Proxy-Uri, as it must take precedence.
    /// Other mixtures are rejected all the same.
    Tolerant,
}

/// A scheme that a request asks its proxy to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProxyScheme<'o> {
    /// Proxy-Scheme: a scheme name.
    Name(&'o str),
    /// Proxy-Scheme-Number: a scheme number.
    Number(u64),
}

/// What a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin<'o> {
    /// The endpoint itself: no option of a proxy is there. [`compose`](crate::compose()) gives the CRI.
    Endpoint,
    /// The CRI of a Proxy-Cri option.
    Cri(Cri<'o>),
    /// The URI of a Proxy-Uri option, in UTF-8.
    Uri(&'o str),
    /// What the Uri-* options say, by this scheme. [`Origin::compose`] gives the CRI.
    Scheme(ProxyScheme<'o>),
}

impl<'o> Origin<'o> {
    /// The CRI of an origin by scheme number; `default_port` is that of the scheme, as the registry says.
    ///
    /// # Errors
    ///
    /// `Compose`; `NotByNumber` where this is no [`ProxyScheme::Number`].
    pub fn compose<B: Buffer>(
        self,
        options: impl IntoIterator<Item = (u16, &'o [u8]), IntoIter: Clone>,
        default_port: Option<u16>,
        endpoint: &Endpoint<'_>,
        revision: Revision,
        buffer: B,
    ) -> Result<CriBuf<B>, ProxyError> {
        let Self::Scheme(ProxyScheme::Number(number)) = self else {
            return Err(ProxyError::new(ProxyErrorKind::NotByNumber, PROXY_SCHEME_NUMBER));
        };
        let options = options.into_iter();
        // The port of the proxy is no port of the origin: without Uri-Port it is the scheme's default.
        let port = default_port.unwrap_or(endpoint.port());
        let at_origin = Endpoint::new(endpoint.address(), port, endpoint.transport());
        let composed = compose_with(options, number, default_port, &at_origin, revision, buffer);
        composed.map_err(|cause| ProxyError::new(ProxyErrorKind::Compose(cause.kind()), PROXY_SCHEME_NUMBER))
    }
}

/// What a request with these options asks for: itself, or something elsewhere.
///
/// `options` are number and value, in the order of the message.
///
/// ```
/// use cri_coap::{Mixing, Origin, ProxyErrorKind, ResponseCode, option, origin};
///
/// let cri = (option::PROXY_CRI, &b"\x83\x20\x81\x61h\x80"[..]);
/// assert!(matches!(origin([cri], Mixing::Strict)?, Origin::Cri(_)));
/// let error = origin([(option::URI_PATH, &b"a"[..]), cri], Mixing::Strict).unwrap_err();
/// assert_eq!((error.kind(), error.code()), (ProxyErrorKind::Mixed, ResponseCode::BAD_REQUEST));
/// # Ok::<(), cri_coap::ProxyError>(())
/// ```
///
/// # Errors
///
/// Any [`ProxyErrorKind`], each with the response code that it earns.
pub fn origin<'o>(
    options: impl IntoIterator<Item = (u16, &'o [u8]), IntoIter: Clone>,
    mixing: Mixing,
) -> Result<Origin<'o>, ProxyError> {
    let options = options.into_iter();
    let has = |number| options.clone().any(|(given, _)| given == number);
    let one = |number| {
        let repeated = ProxyError::new(ProxyErrorKind::Repeated, number);
        single(options.clone(), number, Component::Cri).map_err(|_| repeated)
    };
    let mixed = |number| Err(ProxyError::new(ProxyErrorKind::Mixed, number));
    let (uri, scheme, number) = (one(PROXY_URI)?, one(PROXY_SCHEME)?, one(PROXY_SCHEME_NUMBER)?);
    let uri_options = [URI_HOST, URI_PORT, URI_PATH, URI_QUERY].into_iter().find(|&number| has(number));

    if let Some(value) = one(PROXY_CRI)? {
        // Section 8.2.1: "MUST NOT be included", and "MUST take precedence". Nothing is said of the schemes.
        if let Some(other) = uri_options.or(uri.map(|_| PROXY_URI)).filter(|_| mixing == Mixing::Strict) {
            return mixed(other);
        }
        if scheme.is_some() || number.is_some() {
            return mixed(if scheme.is_some() { PROXY_SCHEME } else { PROXY_SCHEME_NUMBER });
        }
        return read_proxy_cri(value).map(Origin::Cri);
    }
    if let Some(value) = uri {
        // RFC 7252 section 5.10.2: Proxy-Uri takes precedence over Uri-*, which must not be there beside it.
        if let Some(other) = uri_options.filter(|_| mixing == Mixing::Strict) {
            return mixed(other);
        }
        if scheme.is_some() || number.is_some() {
            return mixed(if scheme.is_some() { PROXY_SCHEME } else { PROXY_SCHEME_NUMBER });
        }
        return text(value, 1034, PROXY_URI).map(Origin::Uri);
    }
    match (scheme, number) {
        (None, None) => Ok(Origin::Endpoint),
        // Section 8.2.2 in -27: the two together are rejected, always.
        (Some(_), Some(_)) => mixed(PROXY_SCHEME_NUMBER),
        (Some(value), None) => Ok(Origin::Scheme(ProxyScheme::Name(text(value, 255, PROXY_SCHEME)?))),
        (None, Some(value)) => match Uint::read(value, 3) {
            Some(number) if number <= MAX_PROXY_SCHEME_NUMBER => Ok(Origin::Scheme(ProxyScheme::Number(number))),
            _ => Err(ProxyError::new(ProxyErrorKind::Length, PROXY_SCHEME_NUMBER)),
        },
    }
}

fn text(value: &[u8], max: usize, number: u16) -> Result<&str, ProxyError> {
    if value.is_empty() || value.len() > max {
        return Err(ProxyError::new(ProxyErrorKind::Length, number));
    }
    core::str::from_utf8(value).map_err(|_| ProxyError::new(ProxyErrorKind::InvalidUtf8, number))
}
