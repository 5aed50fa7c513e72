//! URI references that are composed when they display (RFC 3986 section 5.3).

#[cfg(feature = "alloc")]
use alloc::string::{String, ToString};
use core::fmt::{self, Write};

use cri_core::__private::write_text;
use cri_core::BufferTooSmall;

use crate::text::error::{ParseError, ParseErrorKind};
use crate::text::kind_macros::named_kinds;
use crate::text::located::Located;
use crate::text::password::Within;
use crate::text::quoted::write_quoted;

/// A URI or a URI reference that is composed when it displays, from parts of others.
///
/// Displaying it takes no memory and does not fail. `Debug` masks a password; `Display` shows it.
///
/// ```
/// use cri_uri::{Uri, UriRef};
///
/// let base = Uri::parse("coap://u:p@h/a/b")?;
/// let target = base.resolve(UriRef::parse("../c")?)?;
/// assert_eq!(format!("{target} {target:?}"), r#"coap://u:p@h/c "coap://u:***@h/c""#);
/// assert_eq!(target.write_into(&mut [0; 32])?, Uri::parse("coap://u:p@h/c")?);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Composed<V>(pub(crate) V);

/// What a [`Composed`] displays.
pub trait Compose {
    /// What the text parses as.
    type Text<'b>;
    /// The owned text.
    #[cfg(feature = "alloc")]
    type Buf;
    /// Writes the text.
    fn write(&self, out: &mut impl Write) -> fmt::Result;

    /// Reads what [`write`](Self::write) wrote.
    fn read(text: &str) -> Self::Text<'_>;

    /// Keeps what [`write`](Self::write) wrote.
    #[cfg(feature = "alloc")]
    fn keep(text: String) -> Self::Buf;
}

impl<V: Compose> Composed<V> {
    /// Writes the text.
    ///
    /// # Errors
    ///
    /// Those of `out`, and no other.
    #[inline]
    pub fn write_to(&self, out: &mut impl Write) -> fmt::Result {
        self.0.write(out)
    }

    /// Writes the text to the start of `buffer`, and returns what it parses as. This takes no heap, so that the next
    /// step can begin with the result.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`], which says how many bytes the text needs.
    pub fn write_into<'b>(&self, buffer: &'b mut [u8]) -> Result<V::Text<'b>, BufferTooSmall> {
        write_text(buffer, |out| self.0.write(out)).map(V::read)
    }

    /// The text as a [`UriRefBuf`](crate::UriRefBuf), which has the components. It is a [`UriBuf`](crate::UriBuf) if this
    /// is a target of [`Uri::resolve`](crate::Uri::resolve), and a `String` if it is an IRI reference.
    ///
    /// ```
    /// use cri_uri::{Uri, UriRef};
    ///
    /// let base = Uri::parse("coap://h/a/b")?;
    /// let target = base.resolve(UriRef::parse("../c?d")?)?.to_buf();
    /// assert_eq!((target.scheme(), target.host_str(), target.path()), ("coap", Some("h"), "/c"));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn to_buf(&self) -> V::Buf {
        V::keep(self.to_string())
    }
}

impl<V: Compose> fmt::Display for Composed<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}

/// Shows the text in quotation marks, as the `Debug` of a [`UriRef`](crate::UriRef) does.
impl<V: Compose> fmt::Debug for Composed<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_quoted(f, Within::Uri, |mut out| self.0.write(&mut out))
    }
}

/// Implements [`Compose`] for a value that has a method `write_text`, and a text and its owned type that have
/// `from_written`.
macro_rules! compose_impl {
    ($Value:ident => $Text:ident, $Buf:ident) => {
        impl $crate::text::composed::Compose for $Value<'_> {
            type Text<'b> = $Text<'b>;
            #[cfg(feature = "alloc")]
            type Buf = $crate::text::owned::$Buf;

            #[inline]
            fn write(&self, out: &mut impl core::fmt::Write) -> core::fmt::Result {
                self.write_text(out)
            }

            fn read(text: &str) -> $Text<'_> {
                $Text::from_written(text)
            }

            #[cfg(feature = "alloc")]
            fn keep(text: alloc::string::String) -> Self::Buf {
                Self::Buf::from_written(text)
            }
        }
    };
}

pub(crate) use compose_impl;

named_kinds! {
    /// The reason why parts do not make a URI reference.
    pub enum ComposeErrorKind {
        /// The text of a component does not parse as that component.
        Syntax(kind: ParseErrorKind) = kind.name(),
        /// A path that begins with `//`, which would read as an authority, where there is no authority (section 3.3).
        LeadingEmptySegment = "leading-empty-segment",
        /// A path after an authority that does not begin with a slash, and would continue the authority (section 3.3).
        RootlessPath = "rootless-path",
        /// A colon in the first segment, which would end a scheme, where there is no scheme (section 4.2). The offset
        /// is the colon's.
        ColonInFirstSegment = "colon-in-first-segment",
    }
}

/// Why components do not make a URI reference, a reference does not resolve, or no reference leads to a target.
///
/// The offset counts from the start of the wrong field of [`Components`](crate::components::Components). Otherwise
/// it is that of the path in the reference, or in the target.
///
/// ```
/// use cri_uri::{ComposeErrorKind, Uri, UriRef};
///
/// let base = Uri::parse("s:/a")?;
/// let error = base.resolve(UriRef::parse(".//b")?).unwrap_err();
/// assert_eq!(error.kind(), ComposeErrorKind::LeadingEmptySegment);
/// assert_eq!(error.to_string(), "the path would begin with \"//\" and read as an authority, at byte 0");
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
pub type ComposeError = Located<ComposeErrorKind>;

impl From<ParseError> for ComposeError {
    fn from(error: ParseError) -> Self {
        Self::new(ComposeErrorKind::Syntax(error.kind()), error.component(), error.offset())
    }
}

impl fmt::Display for ComposeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            ComposeErrorKind::Syntax(kind) => {
                return fmt::Display::fmt(&ParseError::new(kind, self.part, self.offset), f);
            }
            ComposeErrorKind::LeadingEmptySegment => {
                "the path would begin with \"//\" and read as an authority"
            }
            ComposeErrorKind::RootlessPath => "a path after an authority must begin with a slash",
            ComposeErrorKind::ColonInFirstSegment => {
                "a colon in the first segment reads as the end of a scheme"
            }
        })?;
        self.write_place(f)?;
        match self.kind {
            // RFC 3986 section 4.2.
            ComposeErrorKind::ColonInFirstSegment => f.write_str("; write \"./\" before the path"),
            _ => Ok(()),
        }
    }
}
