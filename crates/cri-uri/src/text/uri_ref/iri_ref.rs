//! Internationalized identifiers (IRIs): URIs with characters beyond ASCII (RFC 3987 sections 2.2, 3.1 and 3.2).

use core::fmt::{self, Write};

use crate::text::pct::write_encoded;
use crate::text::uri_ref::UriRef;
use crate::text::uri_ref::value_macros::{displayed, parsed_text};

/// An IRI reference: borrowed text, parsed by RFC 3987.
///
/// Besides what a [`UriRef`] may hold, userinfo, host name, path, query and fragment may hold characters beyond ASCII:
/// those of RFC 3987 section 2.2 without the bidirectional formatting characters of section 4.1. Characters for private
/// use may stand in a query only. Every URI reference is an IRI reference.
///
/// ```
/// use cri_core::ArrayBuffer;
/// use cri_uri::{IriRef, Options};
///
/// let iri = IriRef::parse("coap://bücher.example/é?ü")?;
/// assert_eq!(iri.components().authority, Some("bücher.example"));
/// assert_eq!(iri.to_uri().to_string(), "coap://b%C3%BCcher.example/%C3%A9?%C3%BC");
/// let cri = iri.to_cri(Options::default(), ArrayBuffer::<64>::new())?;
/// assert_eq!(format!("{cri:?}"), r#"[-1, ["bücher", "example"], ["é"], ["ü"]]"#);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct IriRef<'a>(
    /// INVARIANT: beyond ASCII it holds what `is_iri_character` allows.
    pub(crate) UriRef<'a>,
);

impl<'a> IriRef<'a> {
    /// The whole text.
    #[must_use]
    pub const fn as_str(self) -> &'a str {
        self.0.as_str()
    }
}

parsed_text!(IriRef);

impl<'a> From<UriRef<'a>> for IriRef<'a> {
    fn from(uri: UriRef<'a>) -> Self {
        Self(uri)
    }
}

/// The URI reference of an [`IriRef`]. Displaying it takes no memory. `Debug` masks a password; `Display` shows it.
#[derive(Clone, Copy)]
pub struct EncodedIri<'a>(pub(crate) IriRef<'a>);

impl EncodedIri<'_> {
    /// Writes the text.
    ///
    /// # Errors
    ///
    /// Those of `out`, and no other.
    pub fn write_to(&self, out: &mut impl Write) -> fmt::Result {
        write_encoded(out, self.0.as_str().as_bytes(), |byte| byte.is_ascii())
    }
}

displayed!(EncodedIri => UriRef);

#[cfg(test)]
mod tests {
    use cri_core::Component;

    use super::*;
    use crate::text::error::ParseErrorKind;

    #[test]
    fn errors_point_to_the_first_wrong_character() {
        use Component::{Fragment, Host, Path, Port, Query, Scheme, Userinfo};
        use ParseErrorKind::{
            InvalidIpLiteral, InvalidPercentEncoding, InvalidScheme, UnexpectedCharacter,
        };
        for (text, kind, component, offset) in [
            ("é:b", InvalidScheme, Scheme, 0),
            ("//é\u{202e}@h", UnexpectedCharacter(None), Userinfo, 4),
            ("//é\u{80}", UnexpectedCharacter(Some('\u{80}')), Host, 4),
            ("//h:é", UnexpectedCharacter(None), Port, 4),
            ("//[::1%25é]", InvalidIpLiteral, Host, 2),
            ("/é\u{e000}", UnexpectedCharacter(Some('\u{e000}')), Path, 3),
            ("/é é", UnexpectedCharacter(Some(' ')), Path, 3),
            ("?\u{e000}\u{fffe}", UnexpectedCharacter(Some('\u{fffe}')), Query, 4),
            ("?é#\u{e000}", UnexpectedCharacter(Some('\u{e000}')), Fragment, 4),
            ("/%é1", InvalidPercentEncoding, Path, 1),
        ] {
            let error = IriRef::parse(text).unwrap_err();
            assert_eq!(
                (error.kind(), error.component(), error.offset()),
                (kind, component, offset),
                "{text}"
            );
        }
    }
}
