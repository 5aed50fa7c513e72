//! Text items, and runs of them: what userinfo, host, path, query and fragment are made of.
//!
//! A text item is one text, or texts and percent-encoded text (PET) in turn.

use core::fmt;
use core::iter::FusedIterator;

use crate::buffer::Buffer;
use crate::constants::PREFER_SPEED;
use crate::error::buffer_full::BufferFull;
use crate::utf8;
use crate::utf8::to_str;
use crate::wire::head::{Major, NULL, take_head};
use crate::wire::item::{reencode, take_items, write_head, write_string};

/// One text item of a CRI: a text, or a text-pet-sequence (section 7.1), checked and still encoded.
///
/// The pieces of a sequence are text and byte strings in turn. A URI has the bytes of the byte strings percent-encoded;
/// as text they would mean another URI.
///
/// ```
/// use cri_core::{CriRef, Piece};
///
/// let did = CriRef::decode(b"\x83\x25\xf5\x81\x83\x61a\x41:\x61b")?; // [-6, true, [["a", ':', "b"]]]
/// let segment = did.sections().path().and_then(|path| path.segments().next()).expect("a segment");
/// assert_eq!(segment.as_str(), None);
/// assert!(segment.pieces().eq([Piece::text("a"), Piece::bytes(b":"), Piece::text("b")]));
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct TextOrPet<'a> {
    /// The text's bytes, or the encoded pieces of the sequence.
    body: &'a [u8],
    /// Number of pieces, or 0 where `body` is one text.
    pieces: usize,
}

impl<'a> TextOrPet<'a> {
    /// The text, or `None` where there is percent-encoded text in it.
    ///
    /// ```
    /// use cri_core::CriRef;
    ///
    /// let reference = CriRef::decode(b"\x82\x00\x82\x63a/b\x82\x61a\x41/")?; // [0, ["a/b", ["a", '/']]]
    /// let segments: Vec<_> = reference.segments().map(|segment| segment.as_str()).collect();
    /// assert_eq!(segments, [Some("a/b"), None]);
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    #[must_use]
    pub fn as_str(self) -> Option<&'a str> {
        self.text_bytes().map(to_str)
    }

    /// The text's bytes, or `None` where there is percent-encoded text in it.
    ///
    /// ```
    /// use cri_core::CriRef;
    ///
    /// let reference = CriRef::decode(b"\x82\x00\x81\x62\xc3\xa9")?; // [0, ["é"]]
    /// let segment = reference.segments().next().expect("a segment");
    /// assert_eq!(segment.text_bytes(), Some(&b"\xc3\xa9"[..])); // two bytes of UTF-8
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn text_bytes(self) -> Option<&'a [u8]> {
        (self.pieces == 0).then_some(self.body)
    }

    /// Whether this is the empty text. A sequence never is.
    ///
    /// ```
    /// use cri_core::CriRef;
    ///
    /// let reference = CriRef::decode(b"\x82\x00\x82\x61a\x60")?; // [0, ["a", ""]], as "a/"
    /// assert!(reference.path().and_then(|path| path.last()).is_some_and(|segment| segment.is_empty()));
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.body.is_empty()
    }

    /// The pieces in order. A text, even an empty one, has one piece.
    ///
    /// ```
    /// use cri_core::{CriRef, Piece};
    ///
    /// let reference = CriRef::decode(b"\x82\x00\x82\x60\x82\x61a\x41/")?; // [0, ["", ["a", '/']]]
    /// let mut segments = reference.segments().map(|segment| segment.pieces());
    /// assert!(segments.next().is_some_and(|pieces| pieces.eq([Piece::text("")])));
    /// assert!(segments.next().is_some_and(|pieces| pieces.eq([Piece::text("a"), Piece::bytes(b"/")])));
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    #[must_use]
    pub fn pieces(self) -> Pieces<'a> {
        Pieces { rest: self.body, text: self.pieces == 0 }
    }

    /// Writes the text, with the bytes of byte strings as `%HH`.
    pub(crate) fn write_text(self, out: &mut impl fmt::Write) -> fmt::Result {
        for piece in self.pieces() {
            match piece.as_str() {
                Some(text) => out.write_str(text)?,
                None => piece.as_bytes().iter().try_for_each(|byte| write!(out, "%{byte:02X}"))?,
            }
        }
        Ok(())
    }

    /// Appends the item, with shortest heads.
    pub(crate) fn write(self, buffer: &mut impl Buffer) -> Result<(), BufferFull> {
        if let Some(text) = self.text_bytes() {
            return write_string(buffer, Major::Text, text);
        }
        write_head(buffer, Major::Array, self.pieces as u64)?;
        reencode(buffer, self.body)
    }

    /// Removes the checked item that `bytes` begins with, and returns it.
    #[inline]
    pub(crate) fn take(bytes: &mut &'a [u8]) -> Option<Self> {
        // The common heads of one or two bytes are read here. No call then has the iterator's address, so it stays in
        // registers.
        if !PREFER_SPEED {
            return Self::take_any(bytes);
        }
        let (&head, rest) = bytes.split_first()?;
        if let 0x60..=0x77 = head {
            let body;
            (body, *bytes) = rest.split_at_checked(usize::from(head).wrapping_sub(0x60))?;
            return Some(Self { body, pieces: 0 });
        }
        if let (0x78, [len, rest @ ..]) = (head, rest) {
            let body;
            (body, *bytes) = rest.split_at_checked((*len).into())?;
            return Some(Self { body, pieces: 0 });
        }
        let mut rest = *bytes;
        let item = Self::take_any(&mut rest)?;
        *bytes = rest;
        Some(item)
    }

    /// Does the work of [`take`](TextOrPet::take) for any item.
    #[inline(never)]
    fn take_any(bytes: &mut &'a [u8]) -> Option<Self> {
        // Other items end a run, as a port ends the labels.
        if !matches!(bytes.first()? >> 5, 3 | 4) {
            return None;
        }
        let mut body = take_items(bytes, 1);
        let (major, argument) = take_head(&mut body)?;
        Some(Self { body, pieces: if major == Major::Array { argument } else { 0 } })
    }
}

impl PartialEq for TextOrPet<'_> {
    fn eq(&self, other: &Self) -> bool {
        // Equal bytes are equal items. Unequal bytes may differ only in the lengths of heads.
        self.pieces == other.pieces
            && (self.body == other.body || (self.pieces != 0 && self.pieces().eq(other.pieces())))
    }
}

/// Compares with plain text. An item with percent-encoded text equals no text.
///
/// ```
/// use cri_core::CriRef;
///
/// let reference = CriRef::decode(b"\x82\x00\x81\x61a")?; // [0, ["a"]]
/// assert!(reference.segments().any(|segment| segment == "a"));
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
impl PartialEq<str> for TextOrPet<'_> {
    fn eq(&self, text: &str) -> bool {
        self.text_bytes() == Some(text.as_bytes())
    }
}

/// Compares with plain text. An item with percent-encoded text equals no text.
impl PartialEq<&str> for TextOrPet<'_> {
    fn eq(&self, text: &&str) -> bool {
        *self == **text
    }
}

/// One piece of a [`TextOrPet`].
///
/// ```
/// use cri_core::Piece;
///
/// let (text, bytes) = (Piece::text("/"), Piece::bytes(b"/")); // in a path "%2F" either way
/// assert_ne!(text, bytes);
/// assert_eq!(text.as_bytes(), bytes.as_bytes());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece<'a> {
    is_bytes: bool,
    bytes: &'a [u8],
}

impl<'a> Piece<'a> {
    /// A piece of text.
    ///
    /// ```
    /// use cri_core::{ArrayBuffer, Builder, Piece, Revision};
    ///
    /// let builder = Builder::new(Revision::Draft16, ArrayBuffer::<16>::new());
    /// let reference = builder.segment(&[Piece::text("a"), Piece::bytes(b":")]).finish()?;
    /// assert_eq!(format!("{reference:?}"), "[0, [[\"a\", h'3A']]]");
    /// # Ok::<(), cri_core::BuildError>(())
    /// ```
    #[must_use]
    pub const fn text(text: &'a str) -> Self {
        Self { is_bytes: false, bytes: text.as_bytes() }
    }

    /// A piece of percent-encoded text: the bytes that the URI has as `%HH`.
    ///
    /// ```
    /// use cri_core::{ArrayBuffer, BuildErrorKind, Builder, DecodeErrorKind, Piece, Revision};
    ///
    /// let builder = Builder::new(Revision::Draft16, ArrayBuffer::<16>::new());
    /// let error = builder.segment(&[Piece::bytes(b"a")]).finish().unwrap_err(); // unreserved: must be text
    /// assert_eq!(error.kind(), BuildErrorKind::Rule(DecodeErrorKind::PetNotMinimal));
    /// ```
    #[must_use]
    pub const fn bytes(bytes: &'a [u8]) -> Self {
        Self { is_bytes: true, bytes }
    }

    /// The piece with this major type and body.
    pub(crate) const fn of_string(major: Major, body: &'a [u8]) -> Self {
        Self { is_bytes: matches!(major, Major::Bytes), bytes: body }
    }

    /// Whether the piece is text.
    ///
    /// ```
    /// use cri_core::Piece;
    ///
    /// assert!(Piece::text(":").is_text());
    /// assert!(!Piece::bytes(b":").is_text()); // although ':' is text in UTF-8
    /// ```
    #[must_use]
    pub const fn is_text(self) -> bool {
        !self.is_bytes
    }

    /// The bytes of the piece, of text in UTF-8.
    ///
    /// ```
    /// use cri_core::Piece;
    ///
    /// assert_eq!(Piece::text("é").as_bytes(), Piece::bytes(b"\xc3\xa9").as_bytes());
    /// ```
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// The text of the piece, if it is text.
    ///
    /// ```
    /// use cri_core::Piece;
    ///
    /// assert_eq!(Piece::text(":").as_str(), Some(":"));
    /// assert_eq!(Piece::bytes(b":").as_str(), None);
    /// ```
    #[must_use]
    pub fn as_str(self) -> Option<&'a str> {
        self.is_text().then(|| to_str(self.bytes))
    }

    /// Appends the piece as a text or byte string.
    pub(crate) fn write(self, buffer: &mut impl Buffer) -> Result<(), BufferFull> {
        write_string(buffer, if self.is_bytes { Major::Bytes } else { Major::Text }, self.bytes)
    }
}

/// The pieces of a [`TextOrPet`], in order. `len` and `size_hint` walk over the pieces that are left.
///
/// ```
/// use cri_core::CriRef;
///
/// let reference = CriRef::decode(b"\x82\x00\x81\x83\x61a\x41:\x61b")?; // [0, [["a", ':', "b"]]]
/// let pieces = reference.segments().next().map(|segment| segment.pieces()).expect("a segment");
/// assert_eq!(pieces.filter(|piece| piece.is_text()).count(), 2);
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pieces<'a> {
    rest: &'a [u8],
    /// Whether `rest` is one text, still to be yielded.
    text: bool,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        if self.text {
            self.text = false;
            return Some(Piece { is_bytes: false, bytes: core::mem::take(&mut self.rest) });
        }
        let (major, len) = take_head(&mut self.rest)?;
        let bytes;
        (bytes, self.rest) = self.rest.split_at_checked(len)?;
        Some(Piece::of_string(major, bytes))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.clone().count();
        (left, Some(left))
    }
}

impl ExactSizeIterator for Pieces<'_> {}
impl FusedIterator for Pieces<'_> {}

/// A text item for a [`Builder`](crate::Builder): plain text, the pieces of a text-pet-sequence, or an item of another CRI.
///
/// ```
/// use cri_core::{ArrayBuffer, Builder, CriRef, Piece, Revision};
///
/// let seen = CriRef::decode(b"\x82\x00\x81\x82\x61a\x41:")?; // [0, [["a", ':']]]
/// let item = seen.segments().next().expect("a segment");
/// let builder = Builder::new(Revision::Draft16, ArrayBuffer::<32>::new());
/// let built = builder.segment("a:").segment(&[Piece::text("a"), Piece::bytes(b":")]).segment(item).finish()?;
/// assert_eq!(built.segments().filter(|segment| *segment == item).count(), 2); // plain text differs
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Value<'v> {
    /// Plain text.
    Text(&'v str),
    /// Pieces of text and of percent-encoded bytes in turn (section 7.1).
    Pet(&'v [Piece<'v>]),
    /// An item as it was decoded.
    Item(TextOrPet<'v>),
}

/// Shows the kind of value and not its text, which may be a password.
impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text(_) => "Text",
            Self::Pet(_) => "Pet",
            Self::Item(_) => "Item",
        })
    }
}

impl<'v> From<&'v str> for Value<'v> {
    fn from(text: &'v str) -> Self {
        Self::Text(text)
    }
}

impl<'v> From<&'v [Piece<'v>]> for Value<'v> {
    fn from(pieces: &'v [Piece<'v>]) -> Self {
        Self::Pet(pieces)
    }
}

impl<'v, const N: usize> From<&'v [Piece<'v>; N]> for Value<'v> {
    fn from(pieces: &'v [Piece<'v>; N]) -> Self {
        Self::Pet(pieces)
    }
}

impl<'v> From<TextOrPet<'v>> for Value<'v> {
    fn from(item: TextOrPet<'v>) -> Self {
        Self::Item(item)
    }
}

/// Whether the item of a section is an array.
#[inline]
pub(crate) const fn is_array(item: &[u8]) -> bool {
    match item.first() {
        Some(head) => Major::Array.begins(*head),
        None => false,
    }
}

/// Removes the head of the array that `section` is, and returns the number of its items: 0 for null and for an empty slice.
///
/// INVARIANT: `section` is an array, null, or empty.
#[inline(always)]
pub(crate) fn take_array(section: &mut &[u8]) -> usize {
    // Nearly all heads have one byte. This short way saves a call.
    if PREFER_SPEED
        && let Some((&head, items)) = section.split_first()
        && head & 0x18 != 0x18
    {
        *section = items;
        return if head == NULL { 0 } else { usize::from(head & 0x1f) };
    }
    match take_head(section) {
        Some((Major::Array, count)) => count,
        _ => 0,
    }
}

/// The text items of an encoded run, in order: labels, segments or parameters. An item of another type ends them.
///
/// `len` and `size_hint` walk over the items that are left. [`Query::len`](crate::Query::len) takes constant time.
///
/// ```
/// use cri_core::{CriRef, HostName};
///
/// let reference = CriRef::decode(b"\x82\xf6\x83\x61a\x61b\x07")?; // [null, ["a", "b", 7]]
/// let name = reference.host().and_then(|host| host.name());
/// let mut labels = name.map(HostName::labels).unwrap_or_default();
/// assert_eq!(labels.next().and_then(|label| label.as_str()), Some("a"));
/// assert_eq!(labels.as_encoded(), b"\x61b\x07");
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct EncodedItems<'a> {
    pub(super) rest: &'a [u8],
}

impl<'a> EncodedItems<'a> {
    /// The items that `encoded` begins with. They must be checked, as those are that sections lend. Other bytes are safe,
    /// but the results are wrong.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn new(encoded: &'a [u8]) -> Self {
        Self { rest: encoded }
    }

    /// The items that are left, as they are encoded. Use it to copy the items without reading each.
    ///
    /// ```
    /// use cri_core::CriRef;
    ///
    /// let reference = CriRef::decode(b"\x83\x00\xf6\x82\x61a\x61b")?; // [0, null, ["a", "b"]]
    /// let mut parameters = reference.sections().parameters();
    /// parameters.next();
    /// assert_eq!(parameters.as_encoded(), b"\x61b"); // without the head of the array
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn as_encoded(&self) -> &'a [u8] {
        self.rest
    }

    /// The port, if it is the next item: after the host.
    #[doc(hidden)]
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        match take_head(&mut { self.rest })? {
            (Major::Unsigned, port) => u16::try_from(port).ok(),
            _ => None,
        }
    }
}

impl<'a> Iterator for EncodedItems<'a> {
    type Item = TextOrPet<'a>;

    #[inline]
    fn next(&mut self) -> Option<TextOrPet<'a>> {
        TextOrPet::take(&mut self.rest)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.clone().count();
        (left, Some(left))
    }
}

impl ExactSizeIterator for EncodedItems<'_> {}
impl FusedIterator for EncodedItems<'_> {}

/// The rest of `bytes` from the first character on that must be in text, whatever the component: an unreserved
/// character, or one of U+0080 and above in UTF-8 (section 7.1, "minimal"). Empty if there is none.
pub(crate) fn suffix_of_character(mut bytes: &[u8]) -> &[u8] {
    while let Some((&byte, rest)) = bytes.split_first() {
        if is_unreserved(byte) || utf8::character_len(bytes) > 0 {
            break;
        }
        bytes = rest;
    }
    bytes
}

/// Whether a byte is an unreserved character: a letter or digit of ASCII, `-`, `.`, `_` or `~` (RFC 3986 section 2.3).
#[doc(hidden)]
#[must_use]
pub const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}
