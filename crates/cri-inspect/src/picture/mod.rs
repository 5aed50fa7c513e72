//! Pictures of a CRI: its bytes beside its URI, as SVG and as HTML.

mod html;
mod rows;
mod style;
mod subject;
mod svg;
mod words;

use core::fmt::{self, Write};

pub use html::{end_page, start_page, write_failure};
pub use subject::Picture;

impl Picture<'_> {
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
