//! Diagnostic notation of one item, read.

use cri_core::TAG;
use cri_core::wire::{Head, Major};
use cri_uri::Options;

use crate::cursor::Cursor;
use crate::error::{MAX_DEPTH, ParseError, ParseErrorKind};
use crate::head::{Width, does_not_fit, head};
use crate::{number, string};

/// The CBOR of one item that was read from diagnostic notation.
///
/// ```
/// use cri_edn::Notation;
/// use cri_uri::Options;
///
/// let notation = Notation::parse("[1, [\"a\", cri'//h']]", Options::default())?;
/// assert_eq!(notation.as_bytes(), b"\x82\x01\x82\x61a\x82\xf6\x81\x61h");
/// assert_eq!(notation.locate(5), Some(10)); // the literal
/// # Ok::<(), cri_edn::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Notation {
    cbor: Vec<u8>,
    /// The offset in the CBOR of each item, and the offset of its notation. Both ascend.
    places: Vec<(usize, usize)>,
}

impl Notation {
    /// Reads one item. A `cri'…'` literal becomes a CRI in the form of `options`' revision. A `CRI'…'` literal becomes a CRI
    /// in tag 99, always in the form of RFC 9988.
    ///
    /// It takes time linear in the length of the text.
    ///
    /// ```
    /// use cri_edn::{Notation, ParseErrorKind};
    /// use cri_uri::Options;
    ///
    /// let notation = Notation::parse("cri'coap://h' / a comment /", Options::default())?;
    /// assert_eq!(notation.as_bytes(), b"\x83\x20\x81\x61h\x80"); // [-1, ["h"], []]
    /// let notation = Notation::parse("CRI'coap://h'", Options::default())?;
    /// assert_eq!(notation.as_bytes(), b"\xd8\x63\x82\x20\x81\x61h"); // 99([-1, ["h"]])
    /// let error = Notation::parse("", Options::default()).unwrap_err();
    /// assert_eq!(error.kind(), ParseErrorKind::Empty);
    /// # Ok::<(), cri_edn::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// All kinds of [`ParseErrorKind`].
    pub fn parse(text: &str, options: Options) -> Result<Self, ParseError> {
        if text.trim_ascii().is_empty() {
            return Err(ParseError::new(ParseErrorKind::Empty, 0));
        }
        let mut reader =
            Reader { cursor: Cursor::new(text), options, items: Vec::new(), open: Vec::new() };
        reader.read()?;
        let (mut cbor, mut places) = (Vec::new(), Vec::new());
        for item in reader.items {
            places.push((cbor.len(), item.at));
            cbor.extend(item.bytes);
        }
        Ok(Self { cbor, places })
    }

    /// The CBOR of the item.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.cbor
    }

    /// The CBOR of the item.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.cbor
    }

    /// The item without tag 99, if it has that tag. `CRI'…'` and `99(…)` thereby become the CRI that the tag marks.
    ///
    /// ```
    /// use cri_edn::Notation;
    /// use cri_uri::Options;
    ///
    /// let notation = Notation::parse("99([-1, [\"h\"]])", Options::default())?.untagged();
    /// assert_eq!(notation.as_bytes(), b"\x82\x20\x81\x61h");
    /// # Ok::<(), cri_edn::ParseError>(())
    /// ```
    #[must_use]
    pub fn untagged(mut self) -> Self {
        let tag = Head::read(&self.cbor).ok().filter(|head| head.major() == Major::Tag);
        if let Some(tag) = tag.filter(|head| head.argument() == TAG) {
            self.cbor.drain(..tag.len());
            // A literal is one item, tag included.
            if self.places.get(1).is_some_and(|(offset, _)| *offset == tag.len()) {
                self.places.remove(0);
            }
            for (offset, _) in &mut self.places {
                *offset = offset.saturating_sub(tag.len());
            }
        }
        self
    }

    /// The offset in the notation of the item that the byte at `offset` in the CBOR belongs to.
    ///
    /// A literal is one item: bytes inside of its CRI lead to its first character. `None` for an offset beyond the CBOR.
    ///
    /// ```
    /// use cri_core::CriRef;
    /// use cri_edn::Notation;
    /// use cri_uri::Options;
    ///
    /// let text = r#"[ 1, ["a", ".."] ]"#;
    /// let notation = Notation::parse(text, Options::default())?;
    /// let error = CriRef::decode(notation.as_bytes()).unwrap_err();
    /// let place = notation.locate(error.offset()).expect("an item");
    /// assert_eq!((error.offset(), &text[place..place + 4]), (5, r#""..""#));
    /// # Ok::<(), cri_edn::ParseError>(())
    /// ```
    #[must_use]
    pub fn locate(&self, offset: usize) -> Option<usize> {
        self.cbor.get(offset)?;
        let after = self.places.partition_point(|(start, _)| *start <= offset);
        self.places.get(after.checked_sub(1)?).map(|(_, place)| *place)
    }
}

/// An item: its bytes without those of the items in it.
#[derive(Debug)]
struct Item {
    /// The offset of its notation.
    at: usize,
    bytes: Vec<u8>,
}

/// A bracket that is open.
#[derive(Debug)]
struct Open {
    bracket: Bracket,
    width: Width,
    /// The index of its item.
    item: usize,
    /// How many items have begun in it.
    count: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bracket {
    Array,
    Map,
    Tag,
    /// `(_ …)`: the chunks of a string.
    Chunks,
    /// `<<…>>`: a byte string that holds items.
    Embedded,
}

impl Bracket {
    const fn end(self) -> &'static str {
        match self {
            Self::Array => "]",
            Self::Map => "}",
            Self::Tag | Self::Chunks => ")",
            Self::Embedded => ">>",
        }
    }

    /// Whether the bracket may end after this many items.
    const fn is_complete(self, count: usize) -> bool {
        match self {
            Self::Array | Self::Embedded => true,
            Self::Map => count.is_multiple_of(2),
            Self::Tag | Self::Chunks => count > 0,
        }
    }
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    options: Options,
    items: Vec<Item>,
    open: Vec<Open>,
}

impl Reader<'_> {
    /// Reads the item, up to the end of the text.
    fn read(&mut self) -> Result<(), ParseError> {
        let mut after_item = false;
        loop {
            let has_blank = self.cursor.skip_blanks()?;
            if self.close()? {
                after_item = true;
            } else if !after_item {
                after_item = self.item()?;
            } else if let Some(open) = self.open.last() {
                let is_key = open.bracket == Bracket::Map && open.count % 2 == 1;
                let is_single = open.bracket == Bracket::Tag;
                let delimiter = if is_key { ":" } else { "," };
                if is_single || !self.cursor.eat(delimiter) && (is_key || !has_blank) {
                    return Err(self.cursor.unexpected());
                }
                after_item = false;
            } else {
                return if self.cursor.rest().is_empty() {
                    Ok(())
                } else {
                    Err(self.cursor.unexpected())
                };
            }
        }
    }

    /// Reads an item, or the bracket that opens one. Returns whether the item is complete.
    fn item(&mut self) -> Result<bool, ParseError> {
        let at = self.cursor.at();
        if let Some(open) = self.open.last_mut() {
            open.count = open.count.saturating_add(1);
        }
        let bracket = match self.cursor.rest().as_bytes() {
            [b'[', ..] => Some((Bracket::Array, 1)),
            [b'{', ..] => Some((Bracket::Map, 1)),
            [b'(', b'_', ..] => Some((Bracket::Chunks, 1)),
            [b'<', b'<', ..] => Some((Bracket::Embedded, 2)),
            _ => None,
        };
        if let Some((bracket, len)) = bracket {
            return self.open(at, bracket, len, Vec::new());
        }
        let bytes = match self.cursor.peek() {
            Some('0'..='9' | '+' | '-' | '.') => number::read(&mut self.cursor)?,
            _ => string::read(&mut self.cursor, self.options)?,
        };
        if let [first, argument @ ..] = bytes.as_slice()
            && first >> 5 == Major::Unsigned as u8
            && self.cursor.peek() == Some('(')
        {
            let head = [&[first | (Major::Tag as u8) << 5], argument].concat();
            return self.open(at, Bracket::Tag, 1, head);
        }
        self.items.push(Item { at, bytes });
        Ok(true)
    }

    /// Reads a bracket of `len` bytes, which opens the item at `at`.
    fn open(
        &mut self,
        at: usize,
        bracket: Bracket,
        len: usize,
        bytes: Vec<u8>,
    ) -> Result<bool, ParseError> {
        if self.open.len() == MAX_DEPTH {
            return Err(ParseError::new(ParseErrorKind::TooDeep, self.cursor.at()));
        }
        self.cursor.advance(len);
        let width = match bracket {
            Bracket::Array | Bracket::Map | Bracket::Chunks => self.cursor.width(),
            Bracket::Tag | Bracket::Embedded => Width::Shortest,
        };
        if bracket == Bracket::Chunks && width != Width::Indefinite {
            return Err(does_not_fit(at));
        }
        // A blank separates an encoding indicator from the first item.
        let is_separate = width == Width::Shortest
            || self.cursor.skip_blanks()?
            || bracket != Bracket::Chunks && self.cursor.rest().starts_with(bracket.end());
        if !is_separate {
            return Err(self.cursor.unexpected());
        }
        self.open.push(Open { bracket, width, item: self.items.len(), count: 0 });
        self.items.push(Item { at, bytes });
        Ok(false)
    }

    /// Closes the innermost bracket, if its end is next. Returns whether it was.
    fn close(&mut self) -> Result<bool, ParseError> {
        let is_end = |open: &mut Open| {
            open.bracket.is_complete(open.count) && self.cursor.eat(open.bracket.end())
        };
        let Some(open) = self.open.pop_if(is_end) else { return Ok(false) };
        let inside = open.item.saturating_add(1);
        let at = self.items.get(open.item).map_or(0, |item| item.at);
        let bytes = match open.bracket {
            Bracket::Tag => return Ok(true),
            Bracket::Array => self.container(Major::Array, open.count, &open, at)?,
            Bracket::Map => self.container(Major::Map, open.count / 2, &open, at)?,
            Bracket::Chunks => {
                let chunks = self.items.get(inside..).unwrap_or_default();
                self.container(string_type(chunks)?, 0, &open, at)?
            }
            Bracket::Embedded => {
                let content: Vec<u8> =
                    self.items.drain(inside..).flat_map(|item| item.bytes).collect();
                let width = self.cursor.width();
                let mut bytes = head(Major::Bytes, content.len() as u64, width, at)?;
                bytes.extend(content);
                bytes
            }
        };
        if let Some(item) = self.items.get_mut(open.item) {
            item.bytes = bytes;
        }
        Ok(true)
    }

    /// The head of an item that holds others. With an indefinite length, a break is added after these.
    fn container(
        &mut self,
        major: Major,
        count: usize,
        open: &Open,
        at: usize,
    ) -> Result<Vec<u8>, ParseError> {
        const BREAK: u8 = 0xff;
        let end = self.cursor.at().saturating_sub(1);
        if open.width == Width::Indefinite {
            self.items.push(Item { at: end, bytes: vec![BREAK] });
        }
        head(major, count as u64, open.width, at)
    }
}

/// The type of the string that has these chunks.
fn string_type(chunks: &[Item]) -> Result<Major, ParseError> {
    let major = |item: &Item| Head::read(&item.bytes).map(Head::major).ok();
    let first =
        chunks.first().and_then(major).filter(|first| matches!(first, Major::Bytes | Major::Text));
    match (first, chunks.iter().find(|chunk| major(chunk) != first)) {
        (Some(first), None) => Ok(first),
        (_, wrong) => {
            let at = wrong.or(chunks.first()).map_or(0, |chunk| chunk.at);
            let reason = "the chunks of a string must be strings of one type";
            Err(ParseError::not_encodable(reason, at))
        }
    }
}

#[cfg(test)]
mod tests;
