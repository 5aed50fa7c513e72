//! IRIs from CRIs and from URIs (RFC 3987 section 3.2).

use core::fmt::{self, Write};

use cri_core::{Component, Sections};

use crate::convert::error::ToUriError;
use crate::convert::options::Options;
use crate::convert::text_component::TextComponent;
use crate::convert::to_uri::chars::Chars;
use crate::convert::to_uri::compose::{Recipe, Sink};
use crate::text::grammar::charset::Charset;
use crate::text::iri::is_shown;
use crate::text::pct::{TRIPLET, characters};
use crate::text::uri_ref::{IriRef, Offsets, UriRef};

/// Conversion to an IRI reference, for every form of CRI and CRI reference.
pub trait ToIri<'a> {
    /// Converts this to the IRI reference that means the same: the URI reference of [`ToUri::to_uri`](crate::ToUri::to_uri),
    /// with its percent-encoding undone where IRIs allow that (RFC 3987 section 3.2).
    ///
    /// These stay percent-encoded: reserved characters, bytes that are not UTF-8, controls of the bidirectional
    /// algorithm, spaces beyond ASCII, and invisible characters (sections 4.1, 6.1 and 8).
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
    /// Those of [`ToUri::to_uri`](crate::ToUri::to_uri).
    fn to_iri(self, options: Options) -> Result<IriText<'a>, ToUriError>;
}

impl<'a, T: Into<Sections<'a>>> ToIri<'a> for T {
    fn to_iri(self, options: Options) -> Result<IriText<'a>, ToUriError> {
        Recipe::new(self.into(), options).map(|recipe| IriText(Source::Cri(recipe)))
    }
}

impl<'a> UriRef<'a> {
    /// Converts this to the IRI reference that means the same, as [`ToIri::to_iri`] does.
    ///
    /// ```
    /// use cri_uri::UriRef;
    ///
    /// // A percent-encoded delimiter is data, so it stays encoded.
    /// assert_eq!(UriRef::parse("/%C3%A9%2F%20")?.to_iri().to_string(), "/é%2F%20");
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    #[must_use]
    pub const fn to_iri(self) -> IriText<'a> {
        IriText(Source::Uri(self))
    }
}

/// A CRI, CRI reference or URI reference as the IRI reference it maps to.
///
/// Displaying it takes no memory and does not fail. `Debug` masks a password; `Display` shows it.
#[derive(Clone, Copy)]
pub struct IriText<'a>(Source<'a>);

#[derive(Clone, Copy)]
enum Source<'a> {
    Cri(Recipe<'a>),
    Uri(UriRef<'a>),
}

impl IriText<'_> {
    /// Writes the text.
    ///
    /// # Errors
    ///
    /// Those of `out`, and no other.
    pub fn write_to(&self, out: &mut impl Write) -> fmt::Result {
        match &self.0 {
            Source::Cri(recipe) => recipe.compose(Iri(Chars(Some(out)))).0.finish(),
            Source::Uri(uri) => write_uri(out, *uri),
        }
    }
}

displayed!(IriText => IriRef);

/// The sink of IRIs: it writes a character beyond ASCII as it is, if readers see the character for what it is.
struct Iri<'w, W>(Chars<'w, W>);

impl<W: Write> Sink for Iri<'_, W> {
    fn ascii(self, ascii: &[u8]) -> Self {
        Self(self.0.ascii(ascii))
    }

    fn text(mut self, text: &[u8], component: TextComponent) -> Self {
        for chunk in text.utf8_chunks() {
            for character in chunk.valid().chars() {
                self.0 = if is_itself(character, component) {
                    self.0.character(character)
                } else {
                    self.0.bytes(character.encode_utf8(&mut [0; 4]).as_bytes(), component)
                };
            }
            self.0 = self.0.bytes(chunk.invalid(), component);
        }
        self
    }

    /// Byte strings are percent-encoded in a URI, and RFC 3987 section 3.2 decodes them: unreserved characters, and
    /// what is UTF-8 beyond ASCII.
    fn bytes(self, bytes: &[u8], component: TextComponent) -> Self {
        self.text(bytes, TextComponent { raw: Charset::UNRESERVED, ..component })
    }
}

/// Whether a character that a URI percent-encodes is itself in an IRI (RFC 3987 section 3.2): of ASCII, one that the component
/// keeps (step 2); beyond ASCII, one that readers see for what it is (step 4).
fn is_itself(character: char, component: TextComponent) -> bool {
    match u8::try_from(character) {
        Ok(byte) if byte.is_ascii() => component.raw.has(byte),
        // A zone identifier is of ASCII (RFC 6874 section 2).
        _ => component.name != Component::ZoneId && is_shown(character, component.name),
    }
}

/// Writes the IRI reference that a URI reference maps to.
fn write_uri(out: &mut impl Write, uri: UriRef<'_>) -> fmt::Result {
    let text = uri.as_str();
    let Offsets { host, host_end, path_end, query_end, .. } = uri.offsets;
    let mut start = 0;
    for (end, component) in [
        (host, Component::Userinfo),
        (host_end, Component::Host),
        (path_end, Component::Path),
        (query_end, Component::Query),
        (text.len(), Component::Fragment),
    ] {
        let part = text.get(start..end).unwrap_or_default();
        start = end;
        // An address in brackets stays as it is: a zone identifier is of ASCII (RFC 6874 section 2).
        if component == Component::Host && part.starts_with('[') {
            out.write_str(part)?;
        } else {
            write_decoded(out, part, component)?;
        }
    }
    Ok(())
}

/// Writes a part of a URI, and decodes triplets where that changes nothing (RFC 3987 section 3.2).
fn write_decoded(out: &mut impl Write, text: &str, component: Component) -> fmt::Result {
    let component = TextComponent { name: component, raw: Charset::UNRESERVED };
    let mut written = 0;
    for (at, character) in characters(text.as_bytes()) {
        // Step 3: bytes that are no character stay as they are written.
        if let Ok(character) = character
            && text.as_bytes().get(at) == Some(&b'%')
            && is_itself(character, component)
        {
            out.write_str(text.get(written..at).unwrap_or_default())?;
            out.write_char(character)?;
            written = at.wrapping_add(TRIPLET.wrapping_mul(character.len_utf8()));
        }
    }
    out.write_str(text.get(written..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::string::{String, ToString};

    use super::*;

    fn unescape(text: &str) -> String {
        UriRef::parse(text).unwrap().to_iri().to_string()
    }

    // shows: D16-6-04
    #[test]
    fn steps_of_section_3_2() {
        for (text, expected) in [
            ("", ""),
            // Step 2: unreserved characters, and nothing else of ASCII.
            ("%41%7e%2D/%25%2f%20%7F%00%7B%5B", "A~-/%25%2f%20%7F%00%7B%5B"),
            ("%c3%a9%E2%82%AC%F0%9F%8C%8D", "é€🌍"),
            // Step 3: bytes that are not UTF-8, or not a whole character.
            ("%c3", "%c3"),
            ("%c3a", "%c3a"),
            ("%c3%41", "%c3A"),
            ("%c3%c3%a9", "%c3é"),
            ("%f0%9f%8c%c3%a9", "%f0%9f%8cé"),
            ("%f0%9f%8c%8d%8d", "🌍%8d"),
            ("%e2%82%2f", "%e2%82%2f"),
            ("%c0%af%ed%a0%80%ff%f4%90%80%80", "%c0%af%ed%a0%80%ff%f4%90%80%80"),
            // Step 4.
            ("%EF%BF%BE%C2%80", "%EF%BF%BE%C2%80"),
            ("/%EE%80%80?%EE%80%80#%EE%80%80?%EE%80%80", "/%EE%80%80?\u{e000}#%EE%80%80?%EE%80%80"),
            // RFC 6874: a zone identifier is of ASCII.
            ("//[::1%25%C3%A9%41]/%C3%A9", "//[::1%25%C3%A9%41]/é"),
        ] {
            assert_eq!(unescape(text), expected, "{text}");
        }
    }

    // shows: D16-10-06
    #[test]
    fn hidden_characters_stay_encoded() {
        let hidden = "\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\u{61c}\
                      \u{a0}\u{2003}\u{3000}\u{200b}\u{200d}\u{2028}\u{feff}\u{ad}\u{e0041}";
        for character in hidden.chars() {
            let mut encoded = String::from("?");
            for byte in character.encode_utf8(&mut [0; 4]).bytes() {
                encoded.push_str(&std::format!("%{byte:02X}"));
            }
            assert_eq!(unescape(&encoded), encoded);
        }
    }
}
