//! `inspect --diff`: two CRIs, item by item, and where they first differ.

use std::ffi::OsStr;
use std::iter;

use anstyle::{AnsiColor, Style};
use cri_core::{Component, CriRef, CriRefBuf};
use cri_inspect::{Anatomy, Item};
use cri_uri::Options;

use crate::answers::{Answers, Sink};
use crate::args::subcommand;
use crate::columns::{self, plain, wrap, write_line};
use crate::command::compare::{NONE, value};
use crate::command::forms::Forms;
use crate::command::given::Given;
use crate::command::operands::{Stop, styled};
use crate::diagram::{FAINT, TITLE, accent, brackets};
use crate::difference::Difference;
use crate::hex;
use crate::input::operand::{Operand, Place};

/// The columns where standard output is not a terminal.
const WIDTH: usize = 100;
/// The fewest columns for two CRIs side by side.
const WIDE: usize = 100;
/// The most columns that are used.
const WIDEST: usize = 160;
/// In fewer columns, a line of a CRI has fewer bytes.
const NARROW: usize = 48;
/// The fewest columns for an offset.
const OFFSET: usize = 5;
/// The blanks after the offset, and those after the digits.
const BLANKS: usize = 2 + 1;
/// The columns of the mark between two CRIs, with blanks.
const MARK: usize = 3;

const FIRST: Style = AnsiColor::BrightRed.on_default().bold();

/// `cri inspect --diff`: two operands.
pub(super) fn diff(args: &subcommand::Inspect, sink: &mut Sink) -> Result<(), Stop> {
    let [a, b] = &*args.operands else {
        return Err(Stop::Usage(
            "--diff takes two operands, the CRIs to compare, as in cri inspect --diff coap://h/a coap://h/b".to_owned(),
        ));
    };
    let mut answers = Answers::default();
    if Forms::or_uri(args.forms.from).are_cbor() || a == "-" || b == "-" {
        let message = "--diff does not read standard input; write both CRIs on the command line, CBOR in hex digits";
        return Err(Stop::Usage(message.to_owned()));
    }
    let options = args.conversion.options();
    let sides = [("A", a), ("B", b)].map(|(name, operand)| {
        Side::read(operand, name, Forms::or_uri(args.forms.from), options, &mut answers)
    });
    if let [Some(a), Some(b)] = sides {
        let width = columns::of_terminal().map_or(WIDTH, |columns| columns.min(WIDEST));
        let diff = Diff { sides: [a, b], options, width };
        if diff.difference().is_some() {
            answers.fail();
        }
        diff.drawn().iter().for_each(|line| write_line(&mut answers, line, styled()));
    }
    Ok(sink.put(&mut answers)?)
}

/// One of the CRIs that are compared.
struct Side {
    cri: CriRefBuf<Vec<u8>>,
    title: String,
}

impl Side {
    /// Reads an operand, or reports its failure.
    fn read(
        operand: &OsStr,
        name: &str,
        forms: Forms,
        options: Options,
        answers: &mut Answers,
    ) -> Option<Self> {
        let operand = Operand { bytes: Ok(operand.as_encoded_bytes()), place: Place::Argument };
        let from = forms.choose(operand, answers);
        let given = Given { operand, from, options, json: false, is_row: false };
        match given.read(&mut Vec::new()) {
            Ok(cri) => Some(Self {
                cri: cri.as_cri_ref().to_buf(),
                title: given.literal(cri.as_cri_ref()),
            }),
            Err(failure) => {
                let reads = |given: Given<'_>| given.read(&mut Vec::new()).is_ok();
                let failure = given.advised(failure.prefixed(&format!("{name}: ")), reads);
                given.fail_as_it_is(failure, answers);
                None
            }
        }
    }
}

/// Two CRIs that are compared.
struct Diff {
    sides: [Side; 2],
    options: Options,
    /// The columns of a line.
    width: usize,
}

impl Diff {
    fn both(&self) -> [CriRef<'_>; 2] {
        self.sides.each_ref().map(|side| side.cri.as_cri_ref())
    }

    fn difference(&self) -> Option<Difference> {
        let [a, b] = self.both();
        Difference::first(&a.sections(), &b.sections())
    }

    /// The lines of both CRIs, in colours.
    fn drawn(&self) -> Vec<String> {
        let [a, b] = self
            .both()
            .map(|cri| Anatomy::new(cri.as_bytes(), self.options.schemes()).collect::<Vec<_>>());
        let difference = self.difference();
        let rows = Row::align(&a, &b);
        let first = difference.and_then(|difference| Row::find(&rows, difference));
        let mut lines =
            if self.width >= WIDE { self.beside(&rows, first) } else { self.stacked(&rows, first) };
        lines.push(format!("{TITLE}{}{TITLE:#}", self.words(difference, &rows)));
        lines
    }

    /// The CRIs side by side.
    fn beside(&self, rows: &[Row<'_>], first: Option<usize>) -> Vec<String> {
        let side = (self.width - MARK) / 2;
        let title = |name, title: &str| {
            let names = iter::once(name).chain(iter::repeat("   "));
            let lines = names.zip(wrap(title, side - 3));
            lines.map(|(name, line)| format!("{TITLE}{name}{line}{TITLE:#}")).collect()
        };
        let offset_columns = Row::offset_columns(rows);
        let [a, b] = &self.sides;
        let titles = ([title("A  ", &a.title), title("B  ", &b.title)], " ");
        let rows = rows.iter().enumerate().map(|(number, row)| {
            let mark = row.mark(first == Some(number), first.is_some());
            (
                row.0.map(|item| item.map_or(Vec::new(), |item| cell(item, side, offset_columns))),
                mark,
            )
        });
        let mut lines = Vec::new();
        for ([a, b], mark) in iter::once(titles).chain(rows) {
            let style = style(mark);
            for number in 0..a.len().max(b.len()) {
                let [a, b] =
                    [&a, &b].map(|cell: &Vec<String>| cell.get(number).map_or("", |line| line));
                let pad = side - plain(a).chars().count();
                let mark = if number == 0 { mark } else { " " };
                lines.push(format!("{a}{:pad$} {style}{mark}{style:#} {b}", ""));
            }
        }
        lines
    }

    /// Shows equal rows once. Of other rows, it shows that of the first CRI above that of the second.
    fn stacked(&self, rows: &[Row<'_>], first: Option<usize>) -> Vec<String> {
        let offset_columns = Row::offset_columns(rows);
        let titles = iter::zip(["A", "B"], &self.sides);
        let titles = titles.map(|(name, side)| format!("{TITLE}{name}    {}{TITLE:#}", side.title));
        let mut lines: Vec<String> = titles.collect();
        for (number, row) in rows.iter().enumerate() {
            let mark = row.mark(first == Some(number), first.is_some());
            let style = style(mark);
            let [a, b] = row.0;
            let sides = if mark == " " { [(" ", a), ("", None)] } else { [("A", a), ("B", b)] };
            for (name, item) in sides.into_iter().filter_map(|(name, item)| Some((name, item?))) {
                let marks = iter::once((name, mark)).chain(iter::repeat((" ", " ")));
                let cell = marks.zip(cell(item, self.width.saturating_sub(4), offset_columns));
                lines.extend(
                    cell.map(|((name, mark), line)| {
                        format!("{style}{name} {mark}{style:#} {line}")
                    }),
                );
            }
        }
        lines
    }

    /// The first difference in words.
    fn words(&self, difference: Option<Difference>, rows: &[Row<'_>]) -> String {
        let both = self.both();
        if let Some(difference) = difference {
            let [a, b] = [0, 1].map(|side| {
                let value = value(&both[side].sections(), difference, self.options.schemes());
                match Row::offset(rows, difference, side) {
                    Some(offset) if value != NONE => format!("{value} at byte {offset}"),
                    _ => value,
                }
            });
            return format!("differ in {difference}: A has {a}, B has {b}");
        }
        let [a, b] = both.map(CriRef::as_bytes);
        match iter::zip(a, b).position(|(a, b)| a != b) {
            None if a.len() == b.len() => "equal in every byte".to_owned(),
            at => {
                let at = at.unwrap_or(a.len().min(b.len()));
                format!("equal in meaning, different in bytes from byte {at} on")
            }
        }
    }
}

/// The style of a mark.
fn style(mark: &str) -> Style {
    if mark == FIRST_MARK { FIRST } else { FAINT }
}

/// The lines of an item, in at most `width` columns, of which the first `offset_columns` are for its offset.
fn cell(item: &Item<'_>, width: usize, offset_columns: usize) -> Vec<String> {
    let accent = accent(item);
    let brackets = brackets(item, true, true);
    let bracketed = brackets.chars().count();
    // How many bytes a line has.
    let count = if width < NARROW { 4 } else { 8 };
    let digits = 2 * count;
    let room = width.saturating_sub(offset_columns + BLANKS + digits + bracketed).max(8);
    let meaning = item.description().to_string();
    let meaning = wrap(&meaning, room);
    let bytes = [item.head, item.body].concat();
    let bytes: Vec<String> = bytes.chunks(count).map(hex::encode).collect();
    let line = |number: usize| {
        let (offset, brackets) = match number {
            0 => (item.offset.to_string(), brackets.clone()),
            _ => (String::new(), " ".repeat(bracketed)),
        };
        let bytes = bytes.get(number).map_or("", |bytes| bytes);
        let text = meaning.get(number).map_or("", |text| text);
        format!(
            "{FAINT}{offset:>offset_columns$}{FAINT:#}  {accent}{bytes:<digits$}{accent:#} {accent}{brackets}{text}{accent:#}"
        )
    };
    (0..bytes.len().max(meaning.len())).map(line).collect()
}

/// The mark of the first difference.
const FIRST_MARK: &str = "≠";

/// Two items that are compared, one of each CRI.
#[derive(Clone, Copy)]
struct Row<'r>([Option<&'r Item<'r>>; 2]);

impl<'r> Row<'r> {
    /// Aligns the items by their components, which are in the same order in all CRIs.
    fn align(a: &'r [Item<'r>], b: &'r [Item<'r>]) -> Vec<Self> {
        const ORDER: [Component; 11] = [
            Component::Cri,
            Component::Scheme,
            Component::Discard,
            Component::Authority,
            Component::Userinfo,
            Component::Host,
            Component::ZoneId,
            Component::Port,
            Component::Path,
            Component::Query,
            Component::Fragment,
        ];
        let mut rows = Vec::new();
        for component in ORDER {
            let [mut a, mut b] =
                [a, b].map(|items| items.iter().filter(|item| item.component == Some(component)));
            rows.extend(iter::from_fn(|| {
                let row = [a.next(), b.next()];
                row.iter().any(Option::is_some).then_some(Row(row))
            }));
        }
        rows
    }

    /// The columns for offsets: as many as the longest needs, and at least `OFFSET`.
    fn offset_columns(rows: &[Self]) -> usize {
        let items = rows.iter().flat_map(|row| row.0).flatten();
        let last = items.map(|item| item.offset).max().unwrap_or(0);
        last.to_string().len().max(OFFSET)
    }

    fn component(&self) -> Option<Component> {
        self.0[0].or(self.0[1]).and_then(|item| item.component)
    }

    /// Whether both items mean the same. The lengths of arrays do not count, because a missing item has a row of its own.
    fn is_same(&self) -> bool {
        let [Some(a), Some(b)] = self.0 else { return false };
        a.meaning == b.meaning && a.body == b.body && (a.opens && b.opens || a.kind == b.kind)
    }

    /// The mark of the row. `is_first` says whether it has the first difference, and `differ` whether the CRIs differ at all.
    fn mark(&self, is_first: bool, differ: bool) -> &'static str {
        match self.0 {
            _ if is_first => FIRST_MARK,
            [Some(a), Some(b)] if a.head == b.head && self.is_same() => " ",
            _ if differ && !self.is_same() => ":",
            _ => "~",
        }
    }

    /// The row of a difference.
    fn find(rows: &[Self], difference: Difference) -> Option<usize> {
        let is_part = |row: &Self| row.component() == Some(difference.component());
        let offsets = [0, 1].map(|side| Self::offset(rows, difference, side));
        let is_at = |row: &Self| {
            let here = iter::zip(row.0, offsets);
            here.into_iter()
                .any(|(item, offset)| offset.is_some() && item.map(|item| item.offset) == offset)
        };
        let start = rows.iter().position(is_at)?;
        // Pieces of one item follow it.
        let later = rows.iter().enumerate().skip(start);
        later
            .into_iter()
            .find(|(_, row)| is_part(row) && !row.is_same())
            .map(|(at, _)| at)
            .or(Some(start))
    }

    /// The offset of the item of a difference on one side.
    fn offset(rows: &[Self], difference: Difference, side: usize) -> Option<usize> {
        let items = rows.iter().filter_map(|row| row.0[side]);
        let mut items = items.filter(|item| item.component == Some(difference.component()));
        let item = match difference.item() {
            // Segments and parameters are the items of their section, which is an item of the CRI.
            Some(index) => items.filter(|item| item.depth == 2).nth(index),
            None if difference.component() == Component::Userinfo => items.nth(1),
            None => items.next(),
        };
        item.map(|item| item.offset)
    }
}

#[cfg(test)]
mod tests {
    use cri_core::{CriRefBuf, Revision};
    use cri_uri::Options;

    use super::{Diff, Side, plain};

    fn drawn(a: &[u8], b: &[u8], width: usize) -> String {
        let sides = [a, b].map(|bytes| Side {
            cri: CriRefBuf::decode(bytes.to_vec()).expect("a CRI"),
            title: String::new(),
        });
        plain(&Diff { sides, options: Options::new(Revision::Draft16), width }.drawn().join("\n"))
    }

    fn words(a: &[u8], b: &[u8]) -> String {
        let drawn = drawn(a, b, 100);
        drawn.lines().last().expect("words").to_owned()
    }

    #[test]
    fn the_first_difference_is_said_in_words() {
        // [-1, ["h"], ["a", "b"]]
        let cri = b"\x83\x20\x81\x61h\x82\x61a\x61b";
        let cases: [(&[u8], &str); 7] = [
            (
                b"\x83\x20\x81\x61h\x82\x61a\x61c",
                "differ in path, segment 2: A has \"b\" at byte 8, B has \"c\" at byte 8",
            ),
            (
                b"\x83\x20\x81\x61h\x81\x61a",
                "differ in path, segment 2: A has \"b\" at byte 8, B has none",
            ),
            (
                b"\x83\x21\x81\x61h\x82\x61a\x61b",
                "differ in scheme: A has -1 (coap) at byte 1, B has -2 (coaps) at byte 1",
            ),
            (
                b"\x83\x20\xf6\x82\x61a\x61b",
                "differ in authority: A has [\"h\"] at byte 2, B has null at byte 2",
            ),
            (
                b"\x83\x20\x82\x61h\x07\x82\x61a\x61b",
                "differ in port: A has none, B has 7 at byte 5",
            ),
            (
                b"\x83\x20\x83\xf4\x61u\x61h\x82\x61a\x61b",
                "differ in userinfo: A has none, B has \"u\" at byte 4",
            ),
            (b"\x82\x01\x82\x61a\x61b", "differ in scheme: A has -1 (coap) at byte 1, B has none"),
        ];
        for (other, expected) in cases {
            assert_eq!(words(cri, other), expected);
        }
    }

    #[test]
    fn equality_of_bytes_and_of_meaning_are_told_apart() {
        let cri = b"\x82\x20\x81\x61h";
        assert_eq!(words(cri, cri), "equal in every byte");
        assert_eq!(
            words(cri, b"\x82\x38\x00\x81\x61h"),
            "equal in meaning, different in bytes from byte 1 on"
        );
        assert_eq!(
            words(cri, b"\x83\x20\x81\x61h\x80"),
            "equal in meaning, different in bytes from byte 0 on"
        );
        // The long head is the only mark.
        let drawn = drawn(cri, b"\x82\x38\x00\x81\x61h", 100);
        assert_eq!(drawn.matches('~').count(), 1, "{drawn}");
    }

    #[test]
    fn one_row_is_marked_as_the_first() {
        let cri = b"\x84\x20\x81\x61h\x82\x61a\x82\x61b\x41:\x81\x61q";
        let other = b"\x84\x20\x81\x61h\x82\x61a\x82\x61c\x41:\x81\x61r";
        for width in [40, 60, 100, 160] {
            let drawn = drawn(cri, other, width);
            let marked: Vec<&str> = drawn.lines().filter(|line| line.contains('≠')).collect();
            assert_eq!(marked.len(), if width < 100 { 2 } else { 1 }, "{drawn}");
            assert!(
                marked[0].contains("text \"b\"") && marked[marked.len() - 1].contains("text \"c\""),
                "{drawn}"
            );
            let rows = drawn.lines().filter(|line| !line.starts_with("differ"));
            assert!(rows.into_iter().all(|line| line.chars().count() <= width), "{drawn}");
        }
    }

    #[test]
    fn offsets_of_six_digits_keep_the_columns() {
        let long = [b"\x83\x20\x81\x61h\x82\x7a\0\x01\x86\xa1", &vec![b'a'; 100_001][..]].concat();
        let [cri, other] = [&b"\x6cbbbbbbbbbbbb"[..], b"\x61x"].map(|end| [&long, end].concat());
        for width in [60, 100] {
            let drawn = drawn(&cri, &other, width);
            let mut rows = drawn.lines().filter(|line| !line.starts_with("differ"));
            assert!(rows.all(|line| line.chars().count() <= width), "{width}");
            let marked: Vec<&str> = drawn.lines().filter(|line| line.contains('≠')).collect();
            assert!(marked[0].contains("100012  6c"), "{marked:?}");
            assert!(marked[marked.len() - 1].contains("100012  61"), "{marked:?}");
        }
    }
}
