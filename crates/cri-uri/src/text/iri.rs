//! Internationalized identifiers (IRIs): URIs with characters beyond ASCII (RFC 3987 sections 2.2, 3.1 and 3.2).

use core::fmt::{self, Write};

use cri_core::{Buffer, Component, CriRefBuf, Sections};

use crate::convert::error::{ParseError, ToCriError, ToUriError};
use crate::convert::options::Options;
use crate::convert::to_uri::batch::Batch;
use crate::convert::to_uri::triplet;
use crate::convert::to_uri::{ToUri, UriText};
use crate::convert::unescape::Unescape;
use crate::text::parse::parse;
use crate::text::uri_ref::UriRef;

/// An IRI reference: borrowed text that RFC 3987 allows, taken apart.
///
/// It has what a [`UriRef`] has, and beyond ASCII the characters of RFC 3987 section 2.2 without the bidirectional
/// formatting characters of section 4.1. They stand in userinfo, host name, path, query and fragment, and only in a
/// query also for private use. Every URI reference is an IRI reference.
///
/// ```
/// use cri_core::ArrayBuffer;
/// use cri_uri::{IriRef, Options};
///
/// let iri = IriRef::parse("coap://bücher.example/é?ü")?;
/// assert_eq!(iri.host_str(), Some("bücher.example"));
/// assert_eq!(iri.to_uri().to_string(), "coap://b%C3%BCcher.example/%C3%A9?%C3%BC");
/// let cri = iri.to_cri(Options::default(), ArrayBuffer::<64>::new())?;
/// assert_eq!(format!("{cri:?}"), r#"[-1, ["bücher", "example"], ["é"], ["ü"]]"#);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct IriRef<'a>(/* May hold what `is_iri_character` allows. */ UriRef<'a>);

impl<'a> IriRef<'a> {
    /// Parses all of `text` as an IRI reference.
    ///
    /// # Errors
    ///
    /// Any [`ParseErrorKind`](crate::ParseErrorKind), as [`UriRef::parse`].
    pub fn parse(text: &'a str) -> Result<Self, ParseError> {
        Ok(Self(UriRef { text, offsets: parse::<true>(text)? }))
    }

    /// The CRI reference that means the same: that of the URI reference of [`to_uri`](IriRef::to_uri), without
    /// writing that one (section 6 of the draft).
    ///
    /// # Errors
    ///
    /// As [`UriRef::to_cri`]. Offsets are those of the IRI reference.
    pub fn to_cri<B: Buffer>(self, options: Options, buffer: B) -> Result<CriRefBuf<B>, ToCriError> {
        self.0.to_cri(options, buffer)
    }

    /// The URI reference that means the same: the UTF-8 of characters beyond ASCII percent-encoded, and nothing
    /// else changed (RFC 3987 section 3.1). The host is not mapped by IDNA.
    #[must_use]
    pub const fn to_uri(self) -> IriAsUri<'a> {
        IriAsUri(self)
    }

    /// This as a URI reference, where it is one as it stands.
    #[must_use]
    pub fn as_uri(self) -> Option<UriRef<'a>> {
        self.0.text.is_ascii().then_some(self.0)
    }

    /// The whole text.
    #[must_use]
    pub const fn as_str(self) -> &'a str {
        self.0.as_str()
    }

    /// The scheme, in the case it is written in.
    #[must_use]
    pub fn scheme(self) -> Option<&'a str> {
        self.0.scheme()
    }

    /// The authority: userinfo, host and port with what separates them.
    #[must_use]
    pub fn authority(self) -> Option<&'a str> {
        self.0.authority()
    }

    /// The userinfo, without the `@` behind it. It may hold a password.
    #[must_use]
    pub fn userinfo(self) -> Option<&'a str> {
        self.0.userinfo()
    }

    /// The host as written, brackets included.
    #[must_use]
    pub fn host_str(self) -> Option<&'a str> {
        self.0.host_str()
    }

    /// The digits of the port as written; empty where nothing stands behind the colon.
    #[must_use]
    pub fn port(self) -> Option<&'a str> {
        self.0.port()
    }

    /// The path, which is always there, if empty.
    #[must_use]
    pub fn path(self) -> &'a str {
        self.0.path()
    }

    /// The query, without the `?` before it.
    #[must_use]
    pub fn query(self) -> Option<&'a str> {
        self.0.query()
    }

    /// The fragment, without the `#` before it.
    #[must_use]
    pub fn fragment(self) -> Option<&'a str> {
        self.0.fragment()
    }
}

impl<'a> From<UriRef<'a>> for IriRef<'a> {
    fn from(uri: UriRef<'a>) -> Self {
        Self(uri)
    }
}

impl<'a> TryFrom<&'a str> for IriRef<'a> {
    type Error = ParseError;

    /// As [`IriRef::parse`].
    fn try_from(text: &'a str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

/// Shows the text; what follows the first colon of the userinfo is masked (RFC 3986 section 3.2.1).
impl fmt::Debug for IriRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for IriRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// An IRI reference that displays as the URI reference it maps to (RFC 3987 section 3.1).
///
/// `Debug` shows the IRI reference, and masks a password; `Display` shows it.
#[derive(Clone, Copy, Debug)]
pub struct IriAsUri<'a>(IriRef<'a>);

impl IriAsUri<'_> {
    /// Writes the URI reference.
    ///
    /// # Errors
    ///
    /// Those of `out`, and no other.
    pub fn write_to(&self, out: &mut impl Write) -> fmt::Result {
        let mut out = Batch::new(out);
        let mut rest = self.0.as_str().as_bytes();
        while let Some((&byte, behind)) = rest.split_first() {
            if !byte.is_ascii() {
                out.push(&triplet(byte))?;
                rest = behind;
                continue;
            }
            let len = rest.iter().position(|byte| !byte.is_ascii()).unwrap_or(rest.len());
            let (ascii, others) = rest.split_at_checked(len).unwrap_or_default();
            out.push(ascii)?;
            rest = others;
        }
        out.flush()
    }
}

impl fmt::Display for IriAsUri<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
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

/// Whether an IRI may hold a character beyond ASCII in this component (RFC 3987 sections 2.2 and 4.1).
pub(crate) const fn is_iri_character(character: char, component: Component) -> bool {
    match character {
        // 4.1: formatting that would show the parts of an IRI in another order.
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' => false,
        // 2.2: ucschar.
        '\u{a0}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{ffef}' => true,
        // 2.2: iprivate.
        '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}' => {
            matches!(component, Component::Query)
        }
        // 2.2: ucschar again; neither the last two of a plane nor the tags at the start of plane 14.
        '\u{10000}'..='\u{dffff}' | '\u{e1000}'..='\u{effff}' => (character as u32) & 0xffff < 0xfffe,
        _ => false,
    }
}

/// Whether a character that IRIs have is seen for what it is (RFC 3987 sections 6.1 and 8).
///
/// It is not where RFC 3491 maps it to nothing or prohibits it: spaces, controls, what changes how text is shown,
/// and what is invisible. Controls of the bidirectional algorithm that are younger than these documents are none
/// of theirs, and as bad.
pub(crate) const fn is_plain(character: char) -> bool {
    !matches!(
        character,
        '\u{a0}'
            | '\u{ad}'
            | '\u{340}'
            | '\u{341}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{6dd}'
            | '\u{70f}'
            | '\u{1680}'
            | '\u{1806}'
            | '\u{180b}'..='\u{180e}'
            | '\u{2000}'..='\u{200f}'
            | '\u{2028}'..='\u{202f}'
            | '\u{205f}'..='\u{206f}'
            | '\u{2ff0}'..='\u{2ffb}'
            | '\u{3000}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{1d173}'..='\u{1d17a}'
    )
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::ToString;

    use super::*;
    use crate::convert::error::ParseErrorKind;

    // shows: D16-6-05
    #[test]
    fn characters_are_those_of_section_2_2() {
        let in_path = |character| is_iri_character(character, Component::Path);
        let in_query = |character| is_iri_character(character, Component::Query);
        for (first, last) in [('\u{a0}', '\u{d7ff}'), ('\u{f900}', '\u{fdcf}'), ('\u{fdf0}', '\u{ffef}')] {
            assert!(in_path(first) && in_path(last));
        }
        for plane in 1..=14 {
            let at = |low: u32| char::from_u32(plane << 16 | low).unwrap();
            assert_eq!(in_path(at(0)), plane != 14);
            assert!(in_path(at(0x1000)) && in_path(at(0xfffd)));
            assert!(!in_query(at(0xfffe)) && !in_query(at(0xffff)));
        }
        for private in ['\u{e000}', '\u{f8ff}', '\u{f0000}', '\u{ffffd}', '\u{100000}', '\u{10fffd}'] {
            assert!(in_query(private) && !in_path(private));
            assert!(!is_iri_character(private, Component::Fragment));
        }
        let never = "\u{80}\u{9f}\u{fdd0}\u{fdef}\u{fff0}\u{fffd}\u{ffff}\u{e0001}\u{e0fff}\u{ffffe}\u{10ffff}\
                     \u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}";
        assert!(!never.chars().any(in_query));
    }

    #[test]
    fn components_are_those_of_a_uri() {
        let iri = IriRef::parse("s://ü:p@é.x:80/ä%C3/b?\u{e000}#ñ").unwrap();
        assert_eq!((iri.scheme(), iri.authority()), (Some("s"), Some("ü:p@é.x:80")));
        assert_eq!((iri.userinfo(), iri.host_str(), iri.port()), (Some("ü:p"), Some("é.x"), Some("80")));
        assert_eq!((iri.path(), iri.query(), iri.fragment()), ("/ä%C3/b", Some("\u{e000}"), Some("ñ")));
        assert_eq!(iri.as_uri(), None);
        assert_eq!(iri.to_uri().to_string(), "s://%C3%BC:p@%C3%A9.x:80/%C3%A4%C3/b?%EE%80%80#%C3%B1");
        assert_eq!(format!("{iri:?}"), "\"s://ü:***@é.x:80/ä%C3/b?\u{e000}#ñ\"");
        assert_eq!(format!("{iri}"), iri.as_str());
        let uri = UriRef::parse("s://h/%C3%A9").unwrap();
        assert_eq!(IriRef::from(uri).as_uri(), Some(uri));
    }

    #[test]
    fn errors_are_where_the_text_goes_wrong() {
        use Component::{Fragment, Host, Path, Port, Query, Scheme, Userinfo};
        use ParseErrorKind::{InvalidIpLiteral, InvalidPercentEncoding, InvalidScheme, UnexpectedCharacter};
        for (text, kind, component, offset) in [
            ("é:b", InvalidScheme, Scheme, 0),
            ("//é\u{202e}@h", UnexpectedCharacter, Userinfo, 4),
            ("//é\u{80}", UnexpectedCharacter, Host, 4),
            ("//h:é", UnexpectedCharacter, Port, 4),
            ("//[::1%25é]", InvalidIpLiteral, Host, 2),
            ("/é\u{e000}", UnexpectedCharacter, Path, 3),
            ("/é é", UnexpectedCharacter, Path, 3),
            ("?\u{e000}\u{fffe}", UnexpectedCharacter, Query, 4),
            ("?é#\u{e000}", UnexpectedCharacter, Fragment, 4),
            ("/%é1", InvalidPercentEncoding, Path, 1),
        ] {
            let error = IriRef::parse(text).unwrap_err();
            assert_eq!((error.kind(), error.component(), error.offset()), (kind, component, offset), "{text}");
        }
    }
}
