//! The path of a CRI in requests of `coap-request-implementations` (feature `coap-request-implementations`).

use coap_request_implementations::AsUriPath;

use crate::options::numbers::URI_PATH;
use crate::request::decompose::Decomposed;

/// The options of a request that are nothing but a path.
///
/// `coap_request_implementations::Code::with_path` takes it. That crate writes no Uri-Host, Uri-Port and Uri-Query, so
/// options with one of these are no `UriPath`. `CriRequest` (feature `coap-request`) writes all of them.
///
/// ```
/// use coap_request_implementations::AsUriPath;
/// use cri_coap::{Endpoint, Transport, UriPath, decompose};
/// use cri_core::{Cri, Revision};
///
/// let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
/// let path = |cri| -> Result<_, Box<dyn core::error::Error>> {
///     Ok(UriPath::new(decompose(Cri::decode(cri)?, &endpoint, Revision::Draft16)?))
/// };
/// // [-1, [h'C0000201'], ["s", "temp"]]
/// let sensor = path(b"\x83\x20\x81\x44\xc0\x00\x02\x01\x82\x61s\x64temp")?.expect("a path only");
/// assert!(sensor.as_uri_path().eq(["s", "temp"]));
/// // [-1, [h'C0000201'], ["s"], ["q"]], and [-1, ["h"], ["s"]]
/// assert!(path(b"\x84\x20\x81\x44\xc0\x00\x02\x01\x81\x61s\x81\x61q")?.is_none());
/// assert!(path(b"\x83\x20\x81\x61h\x81\x61s")?.is_none());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct UriPath<'a> {
    /// INVARIANT: Uri-Path options only.
    options: Decomposed<'a>,
}

impl<'a> UriPath<'a> {
    /// The path of these options. Returns `None` if one of them is not a Uri-Path, because the request would lack it.
    #[must_use]
    pub fn new(options: Decomposed<'a>) -> Option<Self> {
        options.clone().all(|option| option.number() == URI_PATH).then_some(Self { options })
    }
}

impl AsUriPath for UriPath<'_> {
    fn as_uri_path(&self) -> impl Iterator<Item = &str> {
        self.options.clone().map(|option| {
            let segment = option.value().as_bytes().map(core::str::from_utf8);
            // INVARIANT: every value is one text.
            debug_assert!(matches!(segment, Some(Ok(_))));
            segment.unwrap_or(Ok("")).unwrap_or_default()
        })
    }
}
