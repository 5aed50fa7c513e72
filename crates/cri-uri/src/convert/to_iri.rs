//! IRIs from CRIs and from URIs (RFC 3987 section 3.2), and CRIs from IRIs.

use core::fmt::{self, Write};

use cri_core::{Buffer, CriRefBuf, Sections};

use crate::convert::error::{ToCriError, ToUriError};
use crate::convert::options::Options;
use crate::convert::to_uri::{ToUri, UriText};
use crate::convert::unescape::Unescape;
use crate::text::iri::IriRef;
use crate::text::uri_ref::UriRef;

impl IriRef<'_> {
    /// The CRI reference that means the same: that of the URI reference of [`to_uri`](IriRef::to_uri), without
    /// writing that one (section 6 of the draft).
    ///
    /// # Errors
    ///
    /// As [`UriRef::to_cri`]. Offsets are those of the IRI reference.
    pub fn to_cri<B: Buffer>(self, options: Options, buffer: B) -> Result<CriRefBuf<B>, ToCriError> {
        self.0.to_cri(options, buffer)
    }
}

/// Conversion to an IRI reference, for every form of CRI and CRI reference.
pub trait ToIri<'a> {
    /// The IRI reference that means the same: that of [`ToUri::to_uri`], its percent-encoding undone where IRIs
    /// allow that (RFC 3987 section 3.2).
    ///
    /// ```
    /// use cri_core::Cri;
    /// use cri_uri::{Options, ToIri, ToUri};
    ///
    /// let cri = Cri::decode(b"\x83\x20\x81\x61h\x81\x62\xc3\xa9")?; // [-1, ["h"], ["é"]]
    /// assert_eq!(cri.to_uri(Options::default())?.to_string(), "coap://h/%C3%A9");
    /// assert_eq!(cri.to_iri(Options::default())?.to_string(), "coap://h/é");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`ToUri::to_uri`].
    fn to_iri(self, options: Options) -> Result<IriText<'a>, ToUriError>;
}

impl<'a, T: Into<Sections<'a>>> ToIri<'a> for T {
    fn to_iri(self, options: Options) -> Result<IriText<'a>, ToUriError> {
        Ok(IriText(Source::Cri(self.to_uri(options)?)))
    }
}

impl<'a> UriRef<'a> {
    /// The IRI reference that means the same, its percent-encoding undone where IRIs allow that (RFC 3987
    /// section 3.2).
    ///
    /// ```
    /// use cri_uri::UriRef;
    ///
    /// let uri = UriRef::parse("http://h/%C3%A9%2f%41%FF%e2%80%ae")?;
    /// assert_eq!(uri.to_iri().to_string(), "http://h/é%2fA%FF%e2%80%ae");
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    #[must_use]
    pub const fn to_iri(self) -> IriText<'a> {
        IriText(Source::Uri(self))
    }
}

/// A CRI, CRI reference or URI reference that displays as the IRI reference it maps to (RFC 3987 section 3.2).
///
/// What may not be seen for what it is stays percent-encoded: beside reserved characters and what is no UTF-8 these
/// are the controls of the bidirectional algorithm, the spaces beyond ASCII, and what is invisible (sections 4.1,
/// 6.1 and 8). Displaying it does not fail. `Debug` masks a password; `Display` shows it.
#[derive(Clone, Copy)]
pub struct IriText<'a>(Source<'a>);

/// What an IRI is made from.
#[derive(Clone, Copy)]
enum Source<'a> {
    Cri(UriText<'a>),
    Uri(UriRef<'a>),
}

impl IriText<'_> {
    /// Writes the IRI reference.
    ///
    /// # Errors
    ///
    /// Those of `out`, and no other.
    pub fn write_to(&self, out: &mut impl Write) -> fmt::Result {
        let mut iri = Unescape::new(out);
        match self.0 {
            Source::Cri(uri) => uri.write_to(&mut iri)?,
            Source::Uri(uri) => iri.write_str(uri.as_str())?,
        }
        iri.finish()
    }
}

impl fmt::Display for IriText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}

/// Shows the IRI reference; what follows the first colon of the userinfo is masked (RFC 3986 section 3.2.1).
impl fmt::Debug for IriText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut iri = Unescape::new(f);
        match self.0 {
            Source::Cri(uri) => write!(iri, "{uri:?}")?,
            Source::Uri(uri) => write!(iri, "{uri:?}")?,
        }
        iri.finish()
    }
}
