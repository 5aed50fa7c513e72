//! Pictures of a CRI: its bytes beside its URI, as SVG and as HTML.

mod html;
mod rows;
mod style;
mod svg;
mod words;

use core::fmt::{self, Write};

use cri_registry::Table;
use cri_uri::UriRef;

pub use html::{end_page, start_page, write_failure};

/// The bytes of a CRI beside its URI, to be drawn.
///
/// All text is escaped. The size of a picture is bounded: a note replaces the end of a long string, and the last of many
/// items. Drawing takes linear time and no memory. Passwords are not masked.
///
/// ```
/// use cri_inspect::Picture;
/// use cri_registry::Table;
/// use cri_uri::UriRef;
///
/// let uri = UriRef::parse("coap://h/a")?;
/// let picture = Picture::new(b"\x83\x20\x81\x61h\x81\x61a", Table::DRAFT_16).with_uri(uri);
/// let mut svg = String::new();
/// picture.write_svg(&mut svg)?;
/// assert!(svg.starts_with("<svg ") && svg.contains("scheme -1: coap"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    bytes: &'a [u8],
    schemes: Table,
    heading: Heading<'a>,
    mistake: Option<Mistake<'a>>,
}

/// The heading above the bytes.
#[derive(Clone, Copy, Debug)]
enum Heading<'a> {
    Uri(UriRef<'a>),
    Text(&'a str),
}

/// An error in the bytes.
#[derive(Clone, Copy, Debug)]
struct Mistake<'a> {
    /// The offset of the wrong byte.
    offset: usize,
    message: &'a str,
}

impl<'a> Picture<'a> {
    /// A picture of `bytes`, with schemes named as in `schemes`.
    #[must_use]
    pub const fn new(bytes: &'a [u8], schemes: Table) -> Self {
        Self { bytes, schemes, heading: Heading::Text(""), mistake: None }
    }

    /// The picture with a URI reference above the bytes, in the colours of its sections.
    #[must_use]
    pub const fn with_uri(self, uri: UriRef<'a>) -> Self {
        Self { heading: Heading::Uri(uri), ..self }
    }

    /// The picture with a title above the bytes, such as `unprocessable CRI`, in place of a URI.
    #[must_use]
    pub const fn with_title(self, title: &'a str) -> Self {
        Self { heading: Heading::Text(title), ..self }
    }

    /// The picture with the byte at `offset` marked as wrong, and a message about it.
    #[must_use]
    pub const fn with_error(self, offset: usize, message: &'a str) -> Self {
        Self { mistake: Some(Mistake { offset, message }), ..self }
    }

    /// Writes the picture as a standalone SVG document, for light and dark pages.
    ///
    /// The text can be selected. The document names no font that may be missing on a reader's machine.
    ///
    /// # Errors
    ///
    /// Those of `output`.
    pub fn write_svg(&self, output: &mut impl Write) -> fmt::Result {
        svg::write(self, output)
    }

    /// Writes the picture as an article of a page that [`start_page`] begins and [`end_page`] ends.
    ///
    /// `number` is part of the identifiers in the article, so it must be unique on the page.
    ///
    /// # Errors
    ///
    /// Those of `output`.
    pub fn write_html(&self, number: usize, output: &mut impl Write) -> fmt::Result {
        html::write(self, number, output)
    }
}
