//! Requests to a proxy: Proxy-Cri and Proxy-Scheme-Number (section 8.2 of the draft), Proxy-Uri and Proxy-Scheme (RFC
//! 7252 section 5.10.2).

use core::fmt;

use cri_core::{
    Buffer, Component, Cri, CriBuf, DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind,
    Revision, Sections,
};

use crate::error::{Coded, ResponseCode, error_kinds};
use crate::options::numbers::{
    Name, PROXY_CRI, PROXY_SCHEME, PROXY_SCHEME_NUMBER, PROXY_URI, URI_HOST, URI_PATH, URI_PORT,
    URI_QUERY, Uint, lengths,
};
use crate::options::{ByNumber, Options};
use crate::request::compose::compose_with;
use crate::request::endpoint::Endpoint;
use crate::request::error::{ComposeError, ComposeErrorKind};

/// Appends the value of a Proxy-Cri option: a full CRI without a fragment, encoded for `revision`.
///
/// ```
/// use cri_coap::encode_proxy_cri;
/// use cri_core::{ArrayBuffer, Buffer, Cri, Revision};
///
/// let cri = Cri::decode(b"\x83\x20\x81\x61h\x81\x61a")?; // [-1, ["h"], ["a"]]
/// let mut value = ArrayBuffer::<64>::new();
/// encode_proxy_cri(cri, Revision::Draft16, &mut value)?;
/// assert_eq!(value.as_slice(), b"\x83\x20\x81\x61h\x81\x61a");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// `NotFull`, `Fragment`, `Length` for more than 1023 bytes, and `Encode` for an error of
/// `Sections::encode`.
pub fn encode_proxy_cri<'a, B: Buffer>(
    cri: impl Into<Sections<'a>>,
    revision: Revision,
    buffer: &mut B,
) -> Result<(), ProxyError> {
    let sections = cri.into();
    let error = |kind| unwritten(kind, PROXY_CRI);
    if !sections.is_full() {
        return Err(error(ProxyErrorKind::NotFull));
    }
    if sections.has_fragment() {
        return Err(error(ProxyErrorKind::Fragment));
    }
    let encode_error = |cause: EncodeError| error(ProxyErrorKind::Encode(cause.kind()));
    let len = sections.encoded_len(revision).map_err(encode_error)?;
    check_len(PROXY_CRI, len).map_err(ProxyError::internal)?;
    sections.encode(revision, buffer).map_err(encode_error)
}

/// Decodes the value of a Proxy-Cri option: one full CRI without a fragment, and no further bytes.
///
/// # Errors
///
/// `Length`, which a proxy answers with 4.02, as for any critical option of a wrong length. `NotFull`, `Fragment`, and
/// `Cri` for bytes that are not a processable CRI, which it answers with 4.00.
pub fn decode_proxy_cri(value: &[u8]) -> Result<Cri<'_>, ProxyError> {
    let error = |kind| ProxyError::new(kind, PROXY_CRI);
    check_len(PROXY_CRI, value.len())?;
    let cri = Cri::decode(value).map_err(|cause| match cause.kind() {
        DecodeErrorKind::NotFull => error(ProxyErrorKind::NotFull),
        _ => error(ProxyErrorKind::Cri(cause)),
    })?;
    if cri.sections().has_fragment() {
        return Err(error(ProxyErrorKind::Fragment));
    }
    Ok(cri)
}

/// Returns the value of a Proxy-Scheme-Number option.
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
/// `Length` for a number that takes more than 3 bytes.
pub fn proxy_scheme_number(number: u64) -> Result<Uint, ProxyError> {
    let value = Uint::new(number);
    check_len(PROXY_SCHEME_NUMBER, value.as_bytes().len()).map_err(ProxyError::internal)?;
    Ok(value)
}

/// Checks the length of an option's value.
fn check_len(number: u16, len: usize) -> Result<(), ProxyError> {
    if lengths(number).contain(len) {
        return Ok(());
    }
    Err(ProxyError::new(ProxyErrorKind::Length, number))
}

/// The error of an option that the proxy cannot write. No option of its client is wrong.
#[cold]
fn unwritten(kind: ProxyErrorKind, option: u16) -> ProxyError {
    ProxyError::new(kind, option).internal()
}

/// How to treat options that must not stand beside Proxy-Cri or Proxy-Uri (section 8.2.1).
///
/// ```
/// use cri_coap::{Conflicts, Origin, option, origin};
///
/// let options = [(option::URI_PATH, &b"a"[..]), (option::PROXY_CRI, b"\x82\x20\x81\x61h")];
/// assert!(origin(options, Conflicts::Reject).is_err());
/// assert!(matches!(origin(options, Conflicts::Precedence), Ok(Origin::Cri(_))));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Conflicts {
    /// Reject the request. Otherwise, a Proxy-Cri would bypass a filter that looks at Uri-Path.
    #[default]
    Reject,
    /// Use Proxy-Cri and ignore Uri-Host, Uri-Port, Uri-Path, Uri-Query and Proxy-Uri. Without Proxy-Cri, use Proxy-Uri
    /// and ignore the Uri-* options. Every other mixture is rejected.
    Precedence,
}

/// The resource that a request asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Origin<'o> {
    /// A resource of the endpoint itself: the request has no Proxy-* option. [`compose`](crate::compose()) returns the
    /// CRI.
    Endpoint,
    /// The CRI of a Proxy-Cri option.
    Cri(Cri<'o>),
    /// The text of a Proxy-Uri option, which should be an absolute URI without a fragment. It is not checked.
    Uri(&'o str),
    /// The resource of the Uri-* options, with the scheme of Proxy-Scheme: text that should be a scheme name, in any
    /// case. It is not checked.
    SchemeName(&'o str),
    /// The resource of the Uri-* options, with the scheme number of Proxy-Scheme-Number. [`Origin::compose`] returns the
    /// CRI.
    SchemeNumber(u64),
}

/// Shows only the length in bytes of the text of a Proxy-Uri, which may hold a password.
impl fmt::Debug for Origin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Endpoint => f.write_str("Endpoint"),
            Self::Cri(cri) => f.debug_tuple("Cri").field(cri).finish(),
            Self::Uri(text) => write!(f, "Uri({} bytes)", text.len()),
            Self::SchemeName(name) => f.debug_tuple("SchemeName").field(name).finish(),
            Self::SchemeNumber(number) => f.debug_tuple("SchemeNumber").field(number).finish(),
        }
    }
}

impl<'o> Origin<'o> {
    /// Composes the CRI of an origin with a scheme number. `default_port` is the scheme's default port, which the
    /// registry knows, or `None` for a scheme without one.
    ///
    /// Without Uri-Port the port is the scheme's default port, and not the proxy's own. Without Uri-Host the host is
    /// the proxy (RFC 7252 section 5.10.1).
    ///
    /// ```
    /// use cri_coap::{Conflicts, Endpoint, Transport, option, origin};
    /// use cri_core::{ArrayBuffer, Revision};
    ///
    /// // Proxy-Scheme-Number 2 is http, whose default port is 80.
    /// let options = [(option::URI_HOST, &b"h"[..]), (option::PROXY_SCHEME_NUMBER, b"\x02")];
    /// let proxy = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
    /// let asked = origin(options, Conflicts::Reject)?;
    /// let cri = asked.compose(options, Some(80), &proxy, Revision::Rfc9988, ArrayBuffer::<32>::new())?;
    /// assert_eq!(format!("{cri:?}"), r#"[-3, ["h"]]"#);
    /// # Ok::<(), cri_coap::ProxyError>(())
    /// ```
    ///
    /// `options` are those that [`origin`] read.
    ///
    /// # Errors
    ///
    /// `Compose`, with the option that is wrong; `NotByNumber` for any other origin than `SchemeNumber`.
    pub fn compose<B: Buffer>(
        self,
        options: impl Options,
        default_port: Option<u16>,
        endpoint: &Endpoint<'_>,
        revision: Revision,
        buffer: B,
    ) -> Result<CriBuf<B>, ProxyError> {
        let Self::SchemeNumber(number) = self else {
            return Err(unwritten(ProxyErrorKind::NotByNumber, PROXY_SCHEME_NUMBER));
        };
        let composed =
            compose_with(&options, number, [default_port; 2], endpoint, revision, buffer);
        composed.map_err(ProxyError::from)
    }
}

/// Returns which resource a request with these options asks for.
///
/// `options` are pairs of number and value, in the order of the message.
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
/// Any [`ProxyErrorKind`] but `NotByNumber`, `Compose` and `Encode`. [`ProxyError::code`] returns the response code.
pub fn origin<'o>(
    options: impl Options<Value = &'o [u8]>,
    conflicts: Conflicts,
) -> Result<Origin<'o>, ProxyError> {
    let Some(number) = identifying_option(&options, conflicts)? else {
        return Ok(Origin::Endpoint);
    };
    read_origin(number, options.values(number).next().unwrap_or_default())
}

/// The number of the one Proxy-* option that identifies the resource, or `None` if the request has none of the four.
fn identifying_option(
    options: &impl Options,
    conflicts: Conflicts,
) -> Result<Option<u16>, ProxyError> {
    const PROXY: [u16; 4] = [PROXY_CRI, PROXY_URI, PROXY_SCHEME, PROXY_SCHEME_NUMBER];
    let mut first = None;
    for number in PROXY {
        let found = options.one(number, ProxyError::new(ProxyErrorKind::Repeated, number));
        let has_one = match (first, number) {
            // Proxy-Cri overrides Proxy-Uri, so a repeated Proxy-Uri is no error then.
            (Some(PROXY_CRI), PROXY_URI) => false,
            _ => found?.is_some(),
        };
        first = first.or(has_one.then_some(number));
    }
    let Some(first) = first else { return Ok(None) };
    // Proxy-Cri (section 8.2.1) and Proxy-Uri (RFC 7252 section 5.10.2) take precedence over the Uri-* options, and
    // Proxy-Cri over Proxy-Uri. They must not stand beside them. The documents name no precedence over the schemes, and
    // draft-27 section 8.2.2 rejects the two schemes together.
    let outranked: &[u16] = match first {
        PROXY_CRI | PROXY_URI => &[URI_HOST, URI_PORT, URI_PATH, URI_QUERY],
        _ => &[],
    };
    let is_wrong = |&number: &u16| {
        let is_scheme = matches!(number, PROXY_SCHEME | PROXY_SCHEME_NUMBER);
        number != first && (is_scheme || conflicts == Conflicts::Reject) && options.has(number)
    };
    match outranked.iter().chain(&PROXY).copied().find(is_wrong) {
        Some(other) => Err(ProxyError::new(ProxyErrorKind::Mixed, other)),
        None => Ok(Some(first)),
    }
}

/// Reads the origin of the option that [`identifying_option`] found.
fn read_origin(number: u16, value: &[u8]) -> Result<Origin<'_>, ProxyError> {
    let error = |kind| ProxyError::new(kind, number);
    check_len(number, value.len())?;
    let text = || core::str::from_utf8(value).map_err(|_| error(ProxyErrorKind::InvalidUtf8));
    match number {
        PROXY_CRI => decode_proxy_cri(value).map(Origin::Cri),
        PROXY_URI => text().map(Origin::Uri),
        PROXY_SCHEME => text().map(Origin::SchemeName),
        _ => Ok(Origin::SchemeNumber(Uint::read(value, value.len()).unwrap_or_default())),
    }
}

error_kinds! {
    /// The rule that a request to a proxy breaks.
    ProxyErrorKind;
    /// The error when options ask a proxy for nothing valid, or when the value of a Proxy-* option cannot be written. It
    /// names the option that breaks the rule.
    ///
    /// Its `code` is the response code to a request with these options. A critical option that is repeated or has a wrong
    /// length counts as unrecognized, which is 4.02 (RFC 7252 sections 5.4.1, 5.4.3 and 5.4.5). `Encode`, `NotByNumber`, a full
    /// buffer, and every error of a value that is written are the proxy's fault, which is 5.00. `Compose` has the code of the
    /// [`ComposeError`]. Every other error is 4.00.
    ///
    /// ```
    /// use cri_coap::{Conflicts, option, origin};
    ///
    /// let relative = (option::PROXY_CRI, &b"\x81\x01"[..]); // [1]
    /// let error = origin([relative], Conflicts::Reject).unwrap_err();
    /// assert_eq!(error.to_string(), "Proxy-Cri holds a relative reference; it must hold a full CRI");
    /// ```
    ProxyError at number: u16;
    /// The value of a Proxy-Cri is not a processable CRI. Offsets count from the start of the value.
    Cri(error: DecodeError) => error.kind().name(), "{} holds no valid CRI: {}", Name(number),
        error.kind().explain(error.component(), None);
    /// The value of a Proxy-Cri is a relative reference.
    NotFull => "not-full", "{} holds a relative reference; it must hold a full CRI", Name(number);
    /// A CRI with a fragment. An absolute URI has none (RFC 7252 section 5.10.2).
    Fragment => "fragment", "{} carries no fragment; remove the fragment", Name(number);
    /// A value that is shorter or longer than its option allows.
    Length => "length", "{} has a wrong length; it must have {}", Name(number), lengths(number);
    /// A value that is not UTF-8.
    InvalidUtf8 => "invalid-utf8", "{} is not UTF-8", Name(number);
    /// An option that must not stand beside another.
    Mixed => "mixed", "the options name more than one resource; remove {}", Name(number);
    /// An option that stands twice, but may stand only once.
    Repeated => "repeated", "{} is repeated; a request has at most one", Name(number);
    /// [`Origin::compose`](crate::Origin::compose) was called for an origin without a scheme number.
    NotByNumber => "not-by-number", "composing needs {}; the request has none", Name(number);
    /// The Uri-* options beside Proxy-Scheme-Number make no CRI.
    Compose(kind: ComposeErrorKind) => kind.name(), "{} makes no valid CRI: {kind}", Name(number);
    /// The revision cannot encode the CRI, or the buffer is too small.
    Encode(kind: EncodeErrorKind) => kind.name(), "{} cannot be written: {kind}", Name(number);
}

impl Coded for ProxyErrorKind {
    fn code(self) -> ResponseCode {
        match self {
            Self::Length | Self::Repeated => ResponseCode::BAD_OPTION,
            Self::Compose(kind) => kind.code(),
            _ => ResponseCode::BAD_REQUEST,
        }
    }
}

/// Names the option that stands for the component of a [`ComposeError`].
impl From<ComposeError> for ProxyError {
    fn from(error: ComposeError) -> Self {
        let option = match error.component() {
            Component::Host | Component::ZoneId => URI_HOST,
            Component::Port => URI_PORT,
            Component::Path => URI_PATH,
            Component::Query => URI_QUERY,
            _ => PROXY_SCHEME_NUMBER,
        };
        error.about(ProxyErrorKind::Compose(error.kind()), option)
    }
}
