//! The URI above the bytes.

use core::fmt::{self, Write};

use cri_uri::UriRef;

use crate::picture::svg::canvas::Canvas;
use crate::picture::svg::layout::{MARGIN, Px, px};
use crate::section::Section;
use crate::uri_parts::uri_parts;
use crate::xml::Escape;

/// The width of a character.
const CHARACTER: Px = px(11);
/// How many characters a line has.
const COLUMNS: usize = 58;
/// How many lines are shown.
const MAX_LINES: usize = 8;
/// The height of a line, and that of the names of its sections.
const HEIGHT: Px = px(34);
const LABELS: Px = px(14);
/// The width of a character of a name.
const LABEL: Px = px(6);

/// Draws a URI reference in the colours of its sections. If it is empty, a note stands in its place.
pub(super) fn draw(uri: UriRef<'_>, canvas: &mut Canvas<'_, impl Write>) -> fmt::Result {
    if uri.as_str().is_empty() {
        canvas.y += px(20);
        return canvas.text("small", MARGIN, "The URI reference is empty.");
    }
    let mut line = Line { number: 0, column: 0, is_labelled: false };
    let mut parts = uri_parts(uri).peekable();
    while let Some((section, text)) = parts.next() {
        let columns = text.chars().count();
        // A delimiter stands in the line of the part after it.
        let after = parts.peek().filter(|_| section == Section::Structure);
        let both = columns.saturating_add(after.map_or(0, |(_, after)| after.chars().count()));
        // A part that fits in one line is not divided.
        if [columns, both].into_iter().any(|columns| columns > line.room() && columns <= COLUMNS) {
            line.feed(canvas);
        }
        let mut rest = text;
        while !rest.is_empty() {
            if line.room() == 0 {
                line.feed(canvas);
            }
            if line.number == MAX_LINES {
                canvas.y += px(14);
                return canvas.text("small", MARGIN, "… The rest of the URI is not shown.");
            }
            let end = rest.char_indices().nth(line.room()).map_or(rest.len(), |(end, _)| end);
            let (now, later) = rest.split_at_checked(end).unwrap_or((rest, ""));
            line.draw(section, now, rest.len() == text.len(), canvas)?;
            rest = later;
        }
    }
    line.feed(canvas);
    Ok(())
}

/// The line that is drawn.
struct Line {
    number: usize,
    /// How many of its columns are drawn.
    column: usize,
    /// Whether the name of a section stands under it.
    is_labelled: bool,
}

impl Line {
    /// How many columns are left.
    const fn room(&self) -> usize {
        COLUMNS.saturating_sub(self.column)
    }

    /// Begins the next line.
    fn feed(&mut self, canvas: &mut Canvas<'_, impl Write>) {
        canvas.y += if self.is_labelled { HEIGHT + LABELS } else { HEIGHT };
        *self = Self { number: self.number.saturating_add(1), column: 0, is_labelled: false };
    }

    /// Draws a part of the line. The first part of a section has its name, if that fits.
    fn draw(
        &mut self,
        section: Section,
        text: &str,
        is_first: bool,
        canvas: &mut Canvas<'_, impl Write>,
    ) -> fmt::Result {
        let columns = text.chars().count();
        let (x, top, width) =
            (MARGIN + CHARACTER * px(self.column), canvas.y, CHARACTER * px(columns));
        self.column = self.column.saturating_add(columns);
        let is_structure = section == Section::Structure;
        if !is_structure {
            canvas.rect(section.name(), x, top, width, px(28))?;
        }
        let (class, base) = (if is_structure { "uri faint" } else { "uri" }, top + px(20));
        write!(
            canvas.output,
            "<text class=\"{class}\" x=\"{x}\" y=\"{base}\" textLength=\"{width}\">"
        )?;
        Escape(canvas.output).write_str(text)?;
        canvas.output.write_str("</text>\n")?;
        if is_first && !is_structure && LABEL * px(section.name().len()) <= width {
            self.is_labelled = true;
            canvas.y = top + px(41);
            canvas.text("label", x, section)?;
            canvas.y = top;
        }
        Ok(())
    }
}
