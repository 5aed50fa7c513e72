//! The elements of SVG.

use core::fmt::{self, Display, Write};

use crate::picture::svg::layout::{BYTE, DIGIT, LINE_HEIGHT, Px};
use crate::xml::{Escape, is_escaped};

/// A picture while it is drawn.
pub(super) struct Canvas<'w, W> {
    pub(super) output: &'w mut W,
    /// The base of the next line of text, or the end of what is drawn.
    pub(super) y: Px,
}

impl<W: Write> Canvas<'_, W> {
    /// Draws one line of text.
    pub(super) fn text(&mut self, class: &str, x: Px, text: impl Display) -> fmt::Result {
        write!(self.output, "<text class=\"{class}\" x=\"{x}\" y=\"{}\">", self.y)?;
        write!(Escape(self.output), "{text}")?;
        self.output.write_str("</text>\n")
    }

    /// Draws text in lines of at most `columns` columns, broken between any two characters.
    pub(super) fn wrapped(
        &mut self,
        class: &str,
        x: Px,
        columns: usize,
        text: impl Display,
    ) -> fmt::Result {
        let mut lines = Lines::begin(self, class, x, columns)?;
        write!(lines, "{text}")?;
        lines.end()
    }

    /// Draws text in lines of at most `columns` columns, broken between words where that is possible.
    pub(super) fn words(
        &mut self,
        class: &str,
        x: Px,
        columns: usize,
        before: impl Display,
        text: &str,
    ) -> fmt::Result {
        let mut lines = Lines::begin(self, class, x, columns)?;
        write!(lines, "{before}")?;
        for (at, word) in text.split(' ').enumerate() {
            let width = word.chars().map(width).fold(0_usize, usize::saturating_add);
            if at > 0 && lines.used.saturating_add(width) >= columns {
                lines.feed()?;
            } else if at > 0 {
                lines.write_char(' ')?;
            }
            lines.write_str(word)?;
        }
        lines.end()
    }

    /// Draws the digits of bytes, each where its byte is. Heads are bold.
    pub(super) fn digits(&mut self, x: Px, head: &[u8], body: &[u8]) -> fmt::Result {
        let mut x = x;
        for (class, bytes) in [("head", head), ("body", body)] {
            if bytes.is_empty() {
                continue;
            }
            write!(self.output, "<text class=\"{class}\" y=\"{}\" x=\"", self.y)?;
            for at in 0..bytes.len() {
                let separator = if at == 0 { "" } else { " " };
                write!(self.output, "{separator}{x} {}", x + DIGIT)?;
                x += BYTE;
            }
            self.output.write_str("\">")?;
            bytes.iter().try_for_each(|byte| write!(self.output, "{byte:02x}"))?;
            self.output.write_str("</text>\n")?;
        }
        Ok(())
    }

    /// Draws the area of a section, or a frame.
    pub(super) fn rect(&mut self, class: &str, x: Px, y: Px, width: Px, height: Px) -> fmt::Result {
        writeln!(
            self.output,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\"/>"
        )
    }

    /// Draws a line from a point.
    pub(super) fn path(&mut self, class: &str, x: Px, y: Px, line: impl Display) -> fmt::Result {
        writeln!(self.output, "<path class=\"{class}\" d=\"M{x} {y}{line}\"/>")
    }
}

/// Text in lines, while it is drawn.
struct Lines<'c, 'w, W> {
    canvas: &'c mut Canvas<'w, W>,
    class: &'c str,
    x: Px,
    columns: usize,
    /// The columns of the line that are used.
    used: usize,
}

impl<'c, 'w, W: Write> Lines<'c, 'w, W> {
    fn begin(
        canvas: &'c mut Canvas<'w, W>,
        class: &'c str,
        x: Px,
        columns: usize,
    ) -> Result<Self, fmt::Error> {
        let mut lines = Self { canvas, class, x, columns, used: 0 };
        lines.open()?;
        Ok(lines)
    }

    fn open(&mut self) -> fmt::Result {
        let Self { canvas: Canvas { output, y }, class, x, .. } = self;
        write!(output, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">")
    }

    /// Begins the next line.
    fn feed(&mut self) -> fmt::Result {
        self.canvas.output.write_str("</text>\n")?;
        self.canvas.y += LINE_HEIGHT;
        self.used = 0;
        self.open()
    }

    fn end(self) -> fmt::Result {
        self.canvas.output.write_str("</text>\n")
    }
}

impl<W: Write> Write for Lines<'_, '_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|character| self.write_char(character))
    }

    fn write_char(&mut self, character: char) -> fmt::Result {
        if is_escaped(character) {
            // What stands for it has no hidden characters.
            return write!(self, "\\u{{{:x}}}", u32::from(character));
        }
        let width = width(character);
        if self.used.saturating_add(width) > self.columns {
            self.feed()?;
        }
        self.used = self.used.saturating_add(width);
        Escape(self.canvas.output).write_char(character)
    }
}

/// The columns that a character takes in a monospaced font. Beyond ASCII, fonts differ, and this is the most.
const fn width(character: char) -> usize {
    match character {
        '\0'..='\x7f' | '…' => 1,
        // Marks that combine with the character before them must not begin a line.
        '\u{300}'..='\u{36f}' | '\u{200d}' | '\u{fe0f}' => 0,
        _ => 2,
    }
}
