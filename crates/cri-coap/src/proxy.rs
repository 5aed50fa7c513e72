//! What a request asks a proxy for: Proxy-Cri, Proxy-Scheme-Number, and the older two (section 8.2 of the draft;
//! RFC 7252 section 5.10.2).

use cri_core::{Buffer, Component, Cri, CriBuf, DecodeErrorKind, Revision, Sections};

use crate::compose::{Scheme, compose_with};
use crate::option::{
    MAX_PROXY_CRI, MAX_PROXY_SCHEME, MAX_PROXY_SCHEME_NUMBER, MAX_PROXY_URI, PROXY_CRI, PROXY_SCHEME,
    PROXY_SCHEME_NUMBER, PROXY_URI, URI_HOST, URI_PATH, URI_PORT, URI_QUERY, Uint,
};
use crate::option_source::{Pairs, Source};
use crate::{ComposeError, Endpoint, ProxyError, ProxyErrorKind};

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
/// `Length`, which a proxy answers with 4.02 as for any critical option out of its bounds; `NotFull`, `Fragment`, and
/// `Cri` for what is no CRI at all, which earn 4.00.
pub fn read_proxy_cri(value: &[u8]) -> Result<Cri<'_>, ProxyError> {
    let error = |kind| ProxyError::new(kind, PROXY_CRI);
    if value.is_empty() || value.len() > MAX_PROXY_CRI {
        return Err(error(ProxyErrorKind::Length));
    }
    let cri = Cri::decode(value).map_err(|cause| match cause.kind() {
        DecodeErrorKind::NotFull => error(ProxyErrorKind::NotFull),
        kind => error(ProxyErrorKind::Cri(kind)),
    })?;
    if cri.sections().fragment().is_some() {
        return Err(error(ProxyErrorKind::Fragment));
    }
    Ok(cri)
}

/// The value of a Proxy-Scheme-Number option.
///
/// ```
/// use cri_coap::proxy_scheme_number;
///
/// assert_eq!(proxy_scheme_number(0)?.as_bytes(), b""); // coap
/// assert_eq!(proxy_scheme_number(12068)?.as_bytes(), b"\x2f\x24"); // file, in draft-16
/// assert!(proxy_scheme_number(1 << 24).is_err());
/// # Ok::<(), cri_coap::ProxyError>(())
/// ```
///
/// # Errors
///
/// `Length` for a number above [`MAX_PROXY_SCHEME_NUMBER`], which takes more than 3 bytes.
pub fn proxy_scheme_number(number: u64) -> Result<Uint, ProxyError> {
    if number > MAX_PROXY_SCHEME_NUMBER {
        return Err(ProxyError::new(ProxyErrorKind::Length, PROXY_SCHEME_NUMBER));
    }
    Ok(Uint::new(number))
}

/// What to do with options beside Proxy-Cri that must not be there (section 8.2.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Conflicts {
    /// Reject them: or else who filters by Uri-Path is passed by with a Proxy-Cri.
    #[default]
    Reject,
    /// Let Proxy-Cri win over Uri-Host, Uri-Port, Uri-Path, Uri-Query and Proxy-Uri, and Proxy-Uri over the first
    /// four, as they must take precedence. Other mixtures are rejected all the same.
    Precedence,
}

/// A scheme that a request asks its proxy to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProxyScheme<'o> {
    /// Proxy-Scheme: a scheme name, in which upper case is as good as lower case. That it is one is not checked.
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
    /// The text of a Proxy-Uri option: that it is an absolute URI, and thus without a fragment, is not checked.
    Uri(&'o str),
    /// What the Uri-* options say, by this scheme. [`Origin::compose`] gives the CRI.
    Scheme(ProxyScheme<'o>),
}

impl<'o> Origin<'o> {
    /// The CRI of an origin by scheme number; `default_port` is that of the scheme, as the registry says, or `None`
    /// where the scheme has none.
    ///
    /// The proxy's own port is no port of the origin: without Uri-Port it is the scheme's default. Without Uri-Host
    /// the host is the proxy, as RFC 7252 section 5.10.1 has it.
    ///
    /// # Errors
    ///
    /// `Compose`, with the option that is wrong; `NotByNumber` where this is no [`ProxyScheme::Number`].
    pub fn compose<B: Buffer>(
        self,
        options: impl IntoIterator<Item = (u16, &'o [u8]), IntoIter: Clone>,
        default_port: Option<u16>,
        endpoint: &Endpoint<'_>,
        revision: Revision,
        buffer: B,
    ) -> Result<CriBuf<B>, ProxyError> {
        self.compose_from(&Pairs(options.into_iter()), default_port, endpoint, revision, buffer)
    }

    /// The same, of options from anywhere.
    pub(crate) fn compose_from<B: Buffer>(
        self,
        options: &impl Source,
        default_port: Option<u16>,
        endpoint: &Endpoint<'_>,
        revision: Revision,
        buffer: B,
    ) -> Result<CriBuf<B>, ProxyError> {
        let Self::Scheme(ProxyScheme::Number(number)) = self else {
            return Err(ProxyError::new(ProxyErrorKind::NotByNumber, PROXY_SCHEME_NUMBER));
        };
        let scheme = Scheme { number, default_port, port: default_port };
        compose_with(options, scheme, endpoint, revision, buffer).map_err(ProxyError::from)
    }
}

/// The option that is the part of the CRI which is wrong.
impl From<ComposeError> for ProxyError {
    fn from(error: ComposeError) -> Self {
        let option = match error.component() {
            Component::Host | Component::ZoneId => URI_HOST,
            Component::Port => URI_PORT,
            Component::Path => URI_PATH,
            Component::Query => URI_QUERY,
            _ => PROXY_SCHEME_NUMBER,
        };
        Self::new(ProxyErrorKind::Compose(error.kind()), option)
    }
}

/// What a request with these options asks for: itself, or something elsewhere.
///
/// `options` are number and value, in the order of the message.
///
/// ```
/// use cri_coap::{Conflicts, Origin, ProxyErrorKind, ResponseCode, option, origin};
///
/// let cri = (option::PROXY_CRI, &b"\x83\x20\x81\x61h\x80"[..]);
/// assert!(matches!(origin([cri], Conflicts::Reject)?, Origin::Cri(_)));
/// let error = origin([(option::URI_PATH, &b"a"[..]), cri], Conflicts::Reject).unwrap_err();
/// assert_eq!((error.kind(), error.code()), (ProxyErrorKind::Mixed, ResponseCode::BAD_REQUEST));
/// # Ok::<(), cri_coap::ProxyError>(())
/// ```
///
/// # Errors
///
/// Any [`ProxyErrorKind`], each with the response code that it earns.
pub fn origin<'o>(
    options: impl IntoIterator<Item = (u16, &'o [u8]), IntoIter: Clone>,
    conflicts: Conflicts,
) -> Result<Origin<'o>, ProxyError> {
    let options = Pairs(options.into_iter());
    let Some(number) = asked(&options, conflicts)? else { return Ok(Origin::Endpoint) };
    let mut values = options.0.filter(|&(given, _)| given == number);
    read(number, values.next().map(|(_, value)| value).unwrap_or_default())
}

/// The number of the option that says what is asked for, of four; `None` where none of them is there.
pub(crate) fn asked(options: &impl Source, conflicts: Conflicts) -> Result<Option<u16>, ProxyError> {
    let has_one = |number| options.has_one(number, ProxyError::new(ProxyErrorKind::Repeated, number));
    let (cri, uri) = (has_one(PROXY_CRI)?, has_one(PROXY_URI)?);
    let (scheme, number) = (has_one(PROXY_SCHEME)?, has_one(PROXY_SCHEME_NUMBER)?);
    let mixed = |number| Err(ProxyError::new(ProxyErrorKind::Mixed, number));
    if cri || uri {
        // Of Proxy-Cri section 8.2.1, of Proxy-Uri RFC 7252 section 5.10.2: what it takes precedence over must not be
        // there. Nothing is said of the schemes, so that there is no precedence to be tolerant by.
        let uri_options = [URI_HOST, URI_PORT, URI_PATH, URI_QUERY].into_iter().find(|&number| options.has(number));
        let outranked = uri_options.or((cri && uri).then_some(PROXY_URI));
        return match outranked {
            Some(other) if conflicts == Conflicts::Reject => mixed(other),
            _ if scheme => mixed(PROXY_SCHEME),
            _ if number => mixed(PROXY_SCHEME_NUMBER),
            _ => Ok(Some(if cri { PROXY_CRI } else { PROXY_URI })),
        };
    }
    match (scheme, number) {
        (false, false) => Ok(None),
        (true, false) => Ok(Some(PROXY_SCHEME)),
        (false, true) => Ok(Some(PROXY_SCHEME_NUMBER)),
        // Section 8.2.2 in -27: the two together are rejected, always.
        (true, true) => mixed(PROXY_SCHEME_NUMBER),
    }
}

/// What the option that [`asked`] found asks for.
pub(crate) fn read(number: u16, value: &[u8]) -> Result<Origin<'_>, ProxyError> {
    match number {
        PROXY_CRI => read_proxy_cri(value).map(Origin::Cri),
        PROXY_URI => text(value, MAX_PROXY_URI, PROXY_URI).map(Origin::Uri),
        PROXY_SCHEME => {
            let name = text(value, MAX_PROXY_SCHEME, PROXY_SCHEME)?;
            Ok(Origin::Scheme(ProxyScheme::Name(name)))
        }
        _ => match Uint::read(value, 3) {
            Some(number) => Ok(Origin::Scheme(ProxyScheme::Number(number))),
            None => Err(ProxyError::new(ProxyErrorKind::Length, PROXY_SCHEME_NUMBER)),
        },
    }
}

fn text(value: &[u8], max: usize, number: u16) -> Result<&str, ProxyError> {
    if value.is_empty() || value.len() > max {
        return Err(ProxyError::new(ProxyErrorKind::Length, number));
    }
    core::str::from_utf8(value).map_err(|_| ProxyError::new(ProxyErrorKind::InvalidUtf8, number))
}
