//! A picture as an SVG document.
//!
//! A document is laid out twice: once to measure its height, and once to write it.

mod canvas;
mod layout;
mod uri;

use core::fmt::{self, Write};

use crate::picture::rows::{COLUMNS, Excerpt, LINE, Row, Rows};
use crate::picture::style::Svg;
use crate::picture::subject::{Heading, Mistake, Picture};
use crate::picture::words::{Caption, Count, ErrorAt, beginning};
use crate::section::Section;
use crate::xml::Escape;
use canvas::Canvas;
use layout::{
    BYTE, BYTES, LEVEL, LEVEL_COLUMNS, LINE_HEIGHT, MARGIN, MEANING, MEANING_COLUMNS, OFFSET_END,
    Px, TYPE, TYPE_COLUMNS, WIDE_COLUMNS, WIDTH, px,
};

/// Writes the document.
pub(super) fn write(picture: &Picture<'_>, output: &mut impl Write) -> fmt::Result {
    let height = draw(picture, &mut Nowhere)?;
    writeln!(
        output,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" style=\"max-width:100%;height:auto\" role=\"img\" aria-labelledby=\"title desc\" \
         xml:space=\"preserve\">"
    )?;
    output.write_str("<title id=\"title\">")?;
    match picture.heading {
        Heading::Uri(uri) => {
            write!(Escape(output), "The bytes of the CRI {}", beginning(uri.as_str()))?;
        }
        Heading::Text(title) => write!(Escape(output), "The bytes of a CRI: {}", beginning(title))?,
    }
    output.write_str("</title>\n<desc id=\"desc\">")?;
    describe(picture, output)?;
    write!(output, "</desc>\n<style>{Svg}</style>\n")?;
    let (inner_width, inner_height) = (WIDTH - px(1), height - px(1));
    writeln!(
        output,
        "<rect class=\"page\" x=\"0.5\" y=\"0.5\" width=\"{inner_width}\" height=\"{inner_height}\" rx=\"8\"/>"
    )?;
    draw(picture, output)?;
    output.write_str("</svg>\n")
}

/// What the picture shows, in words, for people who do not see it.
fn describe(picture: &Picture<'_>, output: &mut impl Write) -> fmt::Result {
    output.write_str("Offset and meaning of each item.")?;
    for row in Rows::of(picture) {
        match row {
            Row::Item(shown) => {
                write!(Escape(output), " {}: {}", shown.item.offset, shown.meaning())?;
                output.write_str(".")?;
            }
            Row::Rest(rest) => write!(output, " {rest}.")?,
            Row::Mistake(Mistake { offset, message }) => {
                write!(Escape(output), " Error at byte {offset}: {message}.")?;
            }
        }
    }
    Ok(())
}

/// Draws everything but the elements that say what the picture is, and returns the height.
fn draw(picture: &Picture<'_>, output: &mut impl Write) -> Result<Px, fmt::Error> {
    let mut canvas = Canvas { output, y: px(20) };
    match picture.heading {
        Heading::Uri(uri) => {
            uri::draw(uri, &mut canvas)?;
            canvas.y += px(20);
        }
        Heading::Text(title) => {
            canvas.y += px(22);
            canvas.wrapped("title", MARGIN, WIDE_COLUMNS, beginning(title))?;
            canvas.y += px(22);
        }
    }
    canvas.text("small", MARGIN, Caption(picture))?;
    canvas.y += px(14);
    canvas.path("line", MARGIN, canvas.y, format_args!("H{}", WIDTH - MARGIN))?;
    canvas.y += px(22);
    let places = [("small end", OFFSET_END), ("small", BYTES), ("small", TYPE), ("small", MEANING)];
    for ((class, x), name) in places.into_iter().zip(COLUMNS) {
        canvas.text(class, x, name)?;
    }
    canvas.y += px(10);
    for row in Rows::of(picture) {
        match row {
            Row::Item(shown) => item(&shown, &mut canvas)?,
            Row::Rest(rest) => {
                canvas.y += LINE_HEIGHT;
                canvas.text("offset", OFFSET_END, rest.offset)?;
                canvas.text("small", BYTES, format_args!("… {rest}"))?;
            }
            Row::Mistake(mistake) => error(mistake, &mut canvas)?,
        }
    }
    Ok(canvas.y + px(24))
}

/// Draws an item.
fn item(shown: &Excerpt<'_>, canvas: &mut Canvas<'_, impl Write>) -> fmt::Result {
    let item = &shown.item;
    let (section, top) = (item.section(), canvas.y);
    let base = top + px(17);
    // Every column begins at the top. The item ends where the longest ends.
    canvas.y = base;
    canvas.text("offset", OFFSET_END, item.offset)?;
    let mut end = bytes(shown, section, top, canvas)?;
    if let Some(kind) = item.kind {
        canvas.y = base;
        canvas.wrapped("type", TYPE, TYPE_COLUMNS, kind)?;
        end = end.max(canvas.y);
    }
    let levels = item.depth.saturating_sub(1);
    let indent = LEVEL * px(levels);
    canvas.y = base;
    let columns = MEANING_COLUMNS.saturating_sub(LEVEL_COLUMNS.saturating_mul(levels));
    let class = if item.opens { "heading" } else { "meaning" };
    canvas.wrapped(class, MEANING + indent, columns, shown.meaning())?;
    let bottom = end.max(canvas.y) + px(7);
    for level in 0..levels {
        // The outermost array encloses everything, and has no line.
        let x = MEANING + LEVEL * px(level) + px(3);
        let ends = !item.opens && level.saturating_add(item.ends) >= levels;
        if ends {
            canvas.path("line", x, top, format_args!("V{}h7", base - px(5)))?;
        } else {
            canvas.path("line", x, top, format_args!("V{bottom}"))?;
        }
    }
    canvas.y = bottom;
    Ok(())
}

/// Draws the bytes of an item, and returns the base of the last line.
fn bytes(
    shown: &Excerpt<'_>,
    section: Section,
    top: Px,
    canvas: &mut Canvas<'_, impl Write>,
) -> Result<Px, fmt::Error> {
    let mut base = top + px(17);
    for number in 0..shown.lines() {
        let y = top + LINE_HEIGHT * px(number);
        base = y + px(17);
        let (head, body) = shown.line(number);
        let len = head.len().saturating_add(body.len());
        canvas.rect(section.name(), BYTES, y + px(2), BYTE * px(len), px(20))?;
        let wrong = shown.wrong.filter(|at| at.checked_div(LINE) == Some(number));
        if let Some(column) = wrong.and_then(|at| at.checked_rem(LINE)) {
            canvas.rect("frame", BYTES + BYTE * px(column), y + px(2), BYTE, px(20))?;
        }
        canvas.y = base;
        canvas.digits(BYTES + px(3), head, body)?;
    }
    if shown.left_out > 0 {
        base += LINE_HEIGHT;
        canvas.y = base;
        canvas.text("small", BYTES, format_args!("… {} not shown", Count(shown.left_out)))?;
    }
    Ok(base)
}

/// Draws the error message.
fn error(
    Mistake { offset, message }: Mistake<'_>,
    canvas: &mut Canvas<'_, impl Write>,
) -> fmt::Result {
    let top = canvas.y + px(4);
    canvas.y = top + px(14);
    canvas.words("error", BYTES, WIDE_COLUMNS, ErrorAt(offset), message)?;
    canvas.path("bar", BYTES - px(8), top, format_args!("V{}", canvas.y + px(5)))?;
    canvas.y += px(12);
    Ok(())
}

/// A writer that discards its input, to measure the height.
struct Nowhere;

impl Write for Nowhere {
    fn write_str(&mut self, _: &str) -> fmt::Result {
        Ok(())
    }
}
