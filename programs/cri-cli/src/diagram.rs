//! The diagram that `inspect` draws: a row for each item, long strings over several, arrays bracketed.

use std::io::Write;
use std::iter;
use std::ops::Range;

use anstyle::{AnsiColor, Style};
use cri_core::Component;
use cri_inspect::{Content, Item};

use crate::characters::len_of_character;
use crate::columns;
use crate::failure::Failure;
use crate::hex;
use crate::report::{CARET, summary};

/// The columns before the bytes: offset and blanks.
const BEFORE_BYTES: usize = 8;
/// The columns of the type, and the blank after it.
const KIND_WIDTH: usize = 11;
/// The fewest columns that are worth a line of a message beside the wrong byte.
const NARROW: usize = 20;

pub(crate) const FAINT: Style = Style::new().dimmed();
pub(crate) const TITLE: Style = Style::new().bold();

/// How a diagram is divided into columns.
#[derive(Clone, Copy, Debug)]
struct Layout {
    /// How many bytes a row has, heads included.
    bytes: usize,
    /// How many bytes a row has where each is shown as a triplet.
    triplets: usize,
    /// The columns of the type, which a narrow terminal does not show.
    kind: usize,
    /// The columns of a line.
    width: usize,
    /// The columns of a message.
    message: usize,
}

impl Layout {
    /// The layout for a terminal of this width, or for a file.
    fn new(columns: Option<usize>) -> Self {
        let (width, message) =
            columns.map_or((usize::MAX, 80), |columns| (columns, columns.min(100)));
        let (bytes, triplets, kind) = match width {
            72.. => (12, 8, KIND_WIDTH),
            56.. => (8, 6, KIND_WIDTH),
            _ => (4, 3, 0),
        };
        Self { bytes, triplets, kind, width, message }
    }

    /// The columns of the bytes: two digits each, and a blank between head and string.
    const fn bytes_width(self) -> usize {
        2 * self.bytes + 1
    }
}

/// A diagram while it is drawn.
pub(crate) struct Diagram<'o, 'f, W> {
    output: &'o mut W,
    /// Whether colours are written.
    styled: bool,
    layout: Layout,
    /// What is wrong with the bytes, until it is drawn.
    failure: Option<&'f Failure>,
}

impl<'o, 'f, W: Write> Diagram<'o, 'f, W> {
    /// An empty diagram of bytes with this failure, for a terminal with `columns`, or for a file.
    pub(crate) fn new(
        output: &'o mut W,
        styled: bool,
        columns: Option<usize>,
        failure: Option<&'f Failure>,
    ) -> Self {
        Self { output, styled, layout: Layout::new(columns), failure }
    }

    /// Draws the title.
    pub(crate) fn title(&mut self, title: &str) {
        self.line(&format!("{TITLE}{title}{TITLE:#}"));
    }

    fn line(&mut self, line: &str) {
        columns::write_line(self.output, line, self.styled);
    }

    /// Draws the rows of an item.
    pub(crate) fn item(&mut self, item: &Item<'_>) {
        let mut at = 0;
        loop {
            let row = at..at + row_len(item, at, self.layout);
            at = row.end;
            self.row(item, row);
            if at == item.body.len() {
                break;
            }
        }
    }

    /// Draws one row of an item, with these bytes of its string, and the failure if it is at one of them.
    fn row(&mut self, item: &Item<'_>, row: Range<usize>) {
        let accent = accent(item);
        let (first, last) = (row.start == 0, row.end == item.body.len());
        let string = item.offset + item.head.len();
        let offset = if first { item.offset } else { string + row.start };
        let kind = item
            .kind
            .filter(|_| first && self.layout.kind > 0)
            .map_or(String::new(), |kind| format!("{kind} "));
        let digits = Digits::of(item, row.clone());
        let Digits { head, gap, body } = &digits;
        let pad = self.layout.bytes_width().saturating_sub(digits.width());
        let (text, kind_width) = (text(item, row.clone(), last), self.layout.kind);
        let before = BEFORE_BYTES + digits.width() + pad + 1 + kind_width.max(kind.len());
        let room =
            self.layout.width.saturating_sub(before + brackets(item, first, last).chars().count());
        let lines = columns::wrap(&text, room);
        for (number, text) in lines.iter().enumerate() {
            let brackets = brackets(item, first && number == 0, last && number + 1 == lines.len());
            let line = if number == 0 {
                format!(
                    "{FAINT}{offset:>6}{FAINT:#}  {accent}{head}{:gap$}{body}{accent:#}{:pad$} \
                     {FAINT}{kind:<kind_width$}{FAINT:#}{accent}{brackets}{text}{accent:#}",
                    "", ""
                )
            } else {
                format!("{:before$}{accent}{brackets}{text}{accent:#}", "")
            };
            self.line(&line);
        }
        let bytes = offset..string + row.end;
        if let Some(failure) =
            self.failure.take_if(|failure| failure.offset.is_some_and(|at| bytes.contains(&at)))
        {
            let at = failure.offset.unwrap_or_default();
            let column = match at.checked_sub(string) {
                Some(in_string) => digits.body_column() + 2 * (in_string - row.start),
                None => 2 * (at - item.offset),
            };
            self.reason(failure, None, column);
        }
    }

    /// Draws the failure after all bytes, if it was not drawn yet.
    pub(crate) fn end(mut self) {
        if let Some(failure) = self.failure.take() {
            self.reason(failure, failure.offset, 0);
        }
    }

    /// Draws the failure of the byte whose digits are in this column.
    fn reason(&mut self, failure: &Failure, offset: Option<usize>, column: usize) {
        const CARETS: &str = "^^ ";
        let indent = BEFORE_BYTES + column;
        let reason = summary(&failure.clone().nowhere());
        let offset = offset.map_or(String::new(), |offset| offset.to_string());
        let mut before =
            format!("{offset:>6}{:>width$}", CARETS, width = indent - 6 + CARETS.len());
        if self.layout.message < before.len() + NARROW {
            self.line(&format!("{CARET}{before}{CARET:#}"));
            before = "  ".to_owned();
        }
        for line in columns::wrap(&reason, self.layout.message.saturating_sub(before.len())) {
            self.line(&format!("{CARET}{before}{line}{CARET:#}"));
            before = " ".repeat(before.len());
        }
    }
}

/// The digits of a row.
struct Digits {
    /// The digits of the head, or blanks in their place.
    head: String,
    /// How many blanks separate head and string.
    gap: usize,
    body: String,
}

impl Digits {
    fn of(item: &Item<'_>, row: Range<usize>) -> Self {
        let head =
            if row.start == 0 { hex::encode(item.head) } else { " ".repeat(2 * item.head.len()) };
        let gap = usize::from(!item.head.is_empty() && !item.body.is_empty());
        Self { head, gap, body: hex::encode(&item.body[row]) }
    }

    fn body_column(&self) -> usize {
        self.head.len() + self.gap
    }

    fn width(&self) -> usize {
        self.body_column() + self.body.len()
    }
}

/// How many bytes of the string the row has that begins at `at`: whole characters.
fn row_len(item: &Item<'_>, at: usize, layout: Layout) -> usize {
    let rest = &item.body[at..];
    let room = layout.bytes.saturating_sub(item.head.len()).max(1);
    match item.meaning.content() {
        Content::Hidden => room.min(rest.len()),
        Content::Percent => room.min(layout.triplets).min(rest.len()),
        Content::Text => {
            let mut len = 0;
            while len < rest.len() {
                let end = len + len_of_character(&rest[len..]);
                if len > 0 && end > room {
                    break;
                }
                len = end;
            }
            len
        }
    }
}

/// The brackets around an item: one for each array that it is in, without the outermost.
pub(crate) fn brackets(item: &Item<'_>, first: bool, last: bool) -> String {
    let ended = |depth: usize| last && depth + item.ends >= item.depth;
    let around = (1..item.depth).map(|depth| if ended(depth) { "└ " } else { "│ " });
    let own = match (item.opens, item.depth) {
        (_, 0) => "",
        (true, _) if first => "┌ ",
        (true, _) => "│ ",
        (false, 1) if first => "╶ ",
        (false, 1) => "  ",
        (false, _) => "",
    };
    around.chain(iter::once(own)).collect()
}

/// The text of a row: the meaning of the item, and the part of its string that the row has.
fn text(item: &Item<'_>, row: Range<usize>, last: bool) -> String {
    let shown = item.meaning.content().show(&item.body[row.clone()]);
    let remark =
        item.remark().filter(|_| last).map_or(String::new(), |remark| format!(", {remark}"));
    let (open, close) = match item.meaning.content() {
        Content::Hidden if row.start > 0 => return String::new(),
        Content::Hidden => return format!("{}{remark}", item.meaning),
        Content::Text => (" \"", "\""),
        Content::Percent => (" ", ""),
    };
    let close = if last { close } else { "" };
    let before = format!("{}{open}", item.meaning);
    let before = if row.start == 0 { before } else { " ".repeat(before.len()) };
    format!("{before}{shown}{close}{remark}")
}

/// The style of an item, in the colour of its component.
pub(crate) fn accent(item: &Item<'_>) -> Style {
    let color = match item.component {
        None => AnsiColor::BrightBlack,
        Some(Component::Scheme | Component::Discard) => AnsiColor::Magenta,
        Some(Component::Path) => AnsiColor::Green,
        Some(Component::Query) => AnsiColor::Yellow,
        Some(Component::Fragment) => AnsiColor::Blue,
        Some(Component::Cri) => AnsiColor::White,
        Some(_) => AnsiColor::Cyan,
    };
    color.on_default()
}

#[cfg(test)]
mod tests {
    use cri_core::CriRef;
    use cri_inspect::Anatomy;
    use cri_registry::Table;
    use proptest::prelude::*;

    use super::Diagram;
    use crate::failure::Failure;

    /// The diagram of these bytes on a terminal with `columns`.
    fn drawn(bytes: &[u8], columns: Option<usize>) -> String {
        let failure = CriRef::decode(bytes).err().map(Failure::unclassed);
        let mut output = Vec::new();
        let mut diagram = Diagram::new(&mut output, false, columns, failure.as_ref());
        Anatomy::new(bytes, Table::DRAFT_16).for_each(|item| diagram.item(&item));
        diagram.end();
        String::from_utf8(output).expect("UTF-8")
    }

    #[test]
    fn rows_fit_the_terminal() {
        let cris: [&[u8]; 4] = [
            b"\x83\x20\x82\x44\xc6\x33\x64\x01\x19\xf0\xb0\x82\x6b.well-known\x64core",
            b"\x84\x20\x81\x50\x20\x01\x0d\xb8\0\x01\0\x02\0\x03\0\x04\0\x05\0\x06\x82\x63a b\x66\xe6\xbc\xa2\xe6\xbc\xa2\x81\x83\x61a\x41:\x63b  ",
            b"\x83\x3b\0\0\0\0\0\0\0\x7a\x81\x61h\x82\x78\x10aaaaaaaaaaaaaaaa\x61",
            b"\x83\x20\x81\x61h\xa0",
        ];
        for (cri, columns) in
            cris.into_iter().flat_map(|cri| [40, 60, 80, 100].map(|columns| (cri, columns)))
        {
            let drawn = drawn(cri, Some(columns));
            assert!(
                drawn.lines().all(|line| line.chars().count() <= columns),
                "{columns}\n{drawn}"
            );
            if columns == 100 {
                assert_eq!(drawn, super::tests::drawn(cri, None));
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5000))]

        #[test]
        fn a_failure_is_drawn_once(
            // Often nearly a CRI.
            mut bytes in prop::sample::select(vec![
                &b"\x85\x20\x83\xf4\x61u\x61h\x82\x63a\xc3\xa9\x83\x61a\x41:\x61b\x81\x61q\x61f"[..],
                b"\x83\x02\x81\x78\x20aaaaaaaaaaaaaaaa\xc3\xa9aaaaaaaaaaaaaa\x80",
                b"",
            ]).prop_map(<[u8]>::to_vec),
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
            more in prop::collection::vec(any::<u8>(), 0..8),
            styled: bool,
            columns in prop::sample::select(vec![None, Some(10), Some(40), Some(60), Some(80), Some(120)]),
        ) {
            bytes.extend(more);
            for (index, byte) in changes.into_iter().filter(|_| !bytes.is_empty()).collect::<Vec<_>>() {
                let at = index.index(bytes.len());
                bytes[at] = byte;
            }
            // The carets that are counted below are those of the failure.
            bytes.iter_mut().filter(|byte| **byte == b'^').for_each(|byte| *byte = b'~');
            let failure = CriRef::decode(&bytes).err().map(Failure::unclassed);
            let mut output = Vec::new();
            let mut diagram = Diagram::new(&mut output, styled, columns, failure.as_ref());
            Anatomy::new(&bytes, Table::DRAFT_16).for_each(|item| diagram.item(&item));
            diagram.end();
            let drawn = String::from_utf8(output).expect("UTF-8");
            let reasons = drawn.lines().filter(|line| line.contains("^^")).count();
            prop_assert_eq!(reasons, usize::from(failure.is_some()), "{}", drawn);
        }
    }
}
