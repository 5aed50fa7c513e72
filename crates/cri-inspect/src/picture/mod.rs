//! Pictures of a CRI: its bytes beside its URI, as SVG and as HTML.

mod html;
mod rows;
mod source;
mod style;
mod svg;
mod words;

use core::fmt::{self, Write};

use cri_registry::Table;
use cri_uri::UriRef;

pub use html::{end_page, start_page, write_failure};
use source::{Heading, Mistake, Source};

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
pub struct Picture<'a>(Source<'a>);

impl<'a> Picture<'a> {
    /// A picture of `bytes`, with schemes named as in `schemes`.
    ///
    /// ```
    /// use cri_inspect::Picture;
    /// use cri_registry::Table;
    ///
    /// let mut svg = String::new();
    /// Picture::new(b"\x81\x02", Table::DRAFT_16).write_svg(&mut svg)?;
    /// assert!(svg.contains("discard 2: the last 2 segments"));
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    #[must_use]
    pub const fn new(bytes: &'a [u8], schemes: Table) -> Self {
        Self(Source { bytes, schemes, heading: Heading::Text(""), mistake: None })
    }

    /// The picture with a URI reference above the bytes, in the colours of its sections.
    ///
    /// ```
    /// use cri_inspect::Picture;
    /// use cri_registry::Table;
    /// use cri_uri::UriRef;
    ///
    /// let mut svg = String::new();
    /// Picture::new(b"\x82\x00\x81\x61a", Table::DRAFT_16).with_uri(UriRef::parse("a")?).write_svg(&mut svg)?;
    /// assert!(svg.contains("1 byte as a URI"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn with_uri(self, uri: UriRef<'a>) -> Self {
        Self(Source { heading: Heading::Uri(uri), ..self.0 })
    }

    /// The picture with a title above the bytes, such as `unprocessable CRI`, in place of a URI.
    ///
    /// ```
    /// use cri_inspect::Picture;
    /// use cri_registry::Table;
    ///
    /// let mut svg = String::new();
    /// Picture::new(b"\x80", Table::DRAFT_16).with_title("<none>").write_svg(&mut svg)?;
    /// assert!(svg.contains("&lt;none&gt;"));
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    #[must_use]
    pub const fn with_title(self, title: &'a str) -> Self {
        Self(Source { heading: Heading::Text(title), ..self.0 })
    }

    /// The picture with the byte at `offset` marked as wrong, and a message about it.
    ///
    /// ```
    /// use cri_inspect::Picture;
    /// use cri_registry::Table;
    ///
    /// let mut svg = String::new();
    /// Picture::new(b"\x81\xff", Table::DRAFT_16).with_error(1, "not an item").write_svg(&mut svg)?;
    /// assert!(svg.contains("not an item"));
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    #[must_use]
    pub const fn with_error(self, offset: usize, message: &'a str) -> Self {
        Self(Source { mistake: Some(Mistake { offset, message }), ..self.0 })
    }

    /// Writes the picture as a standalone SVG document, for light and dark pages.
    ///
    /// The text can be selected. The document names no font that may be missing on a reader's machine.
    ///
    /// ```
    /// use cri_inspect::Picture;
    /// use cri_registry::Table;
    ///
    /// let mut svg = String::new();
    /// Picture::new(b"\x80", Table::DRAFT_16).write_svg(&mut svg)?;
    /// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of `output`.
    pub fn write_svg(&self, output: &mut impl Write) -> fmt::Result {
        svg::write(&self.0, output)
    }

    /// Writes the picture as an article of a page that [`start_page`] begins and [`end_page`] ends.
    ///
    /// ```
    /// use cri_inspect::{Picture, end_page, start_page};
    /// use cri_registry::Table;
    ///
    /// let mut page = String::new();
    /// start_page(&mut page)?;
    /// Picture::new(b"\x80", Table::DRAFT_16).write_html(1, &mut page)?;
    /// end_page(&mut page)?;
    /// assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    ///
    /// `number` is part of the identifiers in the article, so it must be unique on the page.
    ///
    /// # Errors
    ///
    /// Those of `output`.
    pub fn write_html(&self, number: usize, output: &mut impl Write) -> fmt::Result {
        html::write(&self.0, number, output)
    }
}
