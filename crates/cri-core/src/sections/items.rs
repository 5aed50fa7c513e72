//! Text items, and runs of them: what userinfo, host, path, query and fragment are made of.
//!
//! A text item is one text, or texts and percent-encoded text (PET) in turn.

use core::iter::FusedIterator;

use crate::buffer::Buffer;
use crate::constants::PREFER_SPEED;
use crate::error::BufferFull;
use crate::sections::order::items_order_and_hash;
use crate::sections::piece::Pieces;
use crate::text::characters::is_unreserved;
use crate::text::utf8;
use crate::text::utf8::to_str;
use crate::wire::head::{Major, NULL, take_head};
use crate::wire::item::{reencode, take_items, write_head, write_string};

/// One text item of a CRI: a text, or a text-pet-sequence (section 7.1), checked and still encoded.
///
/// The pieces of a sequence are text and byte strings in turn. A URI has the bytes of the byte strings percent-encoded;
/// as text they would mean another URI. [`decode`](TextOrPet::decode) returns the text or bytes that the item stands for.
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
#[derive(Clone, Copy, Default)]
pub struct TextOrPet<'a> {
    /// The text's bytes, or the encoded pieces of the sequence.
    body: &'a [u8],
    /// Number of pieces, or 0 where `body` is one text.
    pieces: usize,
}

impl<'a> TextOrPet<'a> {
    /// The empty text.
    pub const EMPTY: Self = Self { body: &[], pieces: 0 };

    pub(crate) const fn of_text(text: &'a str) -> Self {
        Self { body: text.as_bytes(), pieces: 0 }
    }

    /// The text, or `None` where there is percent-encoded text in it.
    #[must_use]
    pub fn as_str(self) -> Option<&'a str> {
        self.text_bytes().map(to_str)
    }

    /// The text's bytes, or `None` where there is percent-encoded text in it.
    #[must_use]
    #[inline]
    pub fn text_bytes(self) -> Option<&'a [u8]> {
        (self.pieces == 0).then_some(self.body)
    }

    /// The pieces of a sequence, as they are encoded.
    pub(crate) const fn encoded_pieces(self) -> &'a [u8] {
        self.body
    }

    /// Whether this is the empty text. A sequence never is.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.body.is_empty()
    }

    /// The pieces in order. A text, even an empty one, has one piece.
    #[must_use]
    pub fn pieces(self) -> Pieces<'a> {
        Pieces::new(self.body, self.pieces == 0)
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

/// The first `count` of these checked segments, as they are encoded. Nearly all are texts with heads of one byte.
#[inline(always)]
pub(crate) fn first_segments(segments: &[u8], count: usize) -> &[u8] {
    if !PREFER_SPEED {
        return take_items(&mut { segments }, count);
    }
    let mut at = 0_usize;
    for left in (1..=count).rev() {
        let Some(&head @ 0x60..=0x77) = segments.get(at) else {
            let mut rest = segments.get(at..).unwrap_or_default();
            at = at.wrapping_add(take_items(&mut rest, left).len());
            break;
        };
        at = at.wrapping_add(usize::from(head).wrapping_sub(0x5f));
    }
    segments.get(..at).unwrap_or_default()
}

impl PartialEq for TextOrPet<'_> {
    fn eq(&self, other: &Self) -> bool {
        // Equal bytes are equal items. Unequal bytes may differ only in the lengths of heads.
        self.pieces == other.pieces
            && (self.body == other.body || (self.pieces != 0 && self.pieces().eq(other.pieces())))
    }
}

items_order_and_hash!(TextOrPet<'_>, pieces);

/// Compares with plain text, such as a `&str` or a `String`. An item with percent-encoded text equals no text;
/// [`decode`](TextOrPet::decode) it to compare what it stands for.
impl<T: AsRef<str> + ?Sized> PartialEq<T> for TextOrPet<'_> {
    fn eq(&self, text: &T) -> bool {
        self.text_bytes() == Some(text.as_ref().as_bytes())
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
/// let name = reference.sections().host().and_then(|host| host.name());
/// let mut labels = name.map(HostName::labels).unwrap_or_default();
/// assert_eq!(labels.next().and_then(|label| label.as_str()), Some("a"));
/// assert_eq!(labels.as_encoded(), b"\x61b\x07");
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Default)]
pub struct EncodedItems<'a> {
    pub(super) rest: &'a [u8],
}

impl<'a> EncodedItems<'a> {
    /// The items that are left, as they are encoded. Use it to copy the items without reading each.
    #[must_use]
    #[inline]
    pub const fn as_encoded(&self) -> &'a [u8] {
        self.rest
    }
}

/// The items that `encoded` begins with. They must be checked, as those are that sections lend. Other bytes are safe, but the
/// results are wrong.
#[must_use]
#[inline]
pub const fn checked_items(encoded: &[u8]) -> EncodedItems<'_> {
    EncodedItems { rest: encoded }
}

/// The port, if it is the next item: after the host.
#[must_use]
#[inline]
pub fn port_of(items: &EncodedItems<'_>) -> Option<u16> {
    match take_head(&mut { items.rest })? {
        (Major::Unsigned, port) => u16::try_from(port).ok(),
        _ => None,
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

/// The rest of `bytes` from the first character on that must be in text, whatever the component. Empty if there is none.
pub(crate) fn suffix_of_character(mut bytes: &[u8]) -> &[u8] {
    while let Some((&byte, rest)) = bytes.split_first() {
        if begins_character(is_unreserved(byte), bytes) {
            break;
        }
        bytes = rest;
    }
    bytes
}

/// Whether `bytes` begin with a character that must be in text, whatever the component: an unreserved character, which the
/// caller has looked for, or one of U+0080 and above in UTF-8 (section 7.1, "minimal").
#[inline(always)]
pub(crate) fn begins_character(is_unreserved: bool, bytes: &[u8]) -> bool {
    is_unreserved || utf8::long_character(bytes).is_some()
}
