//! Text, and percent-encoded text (PET): the items that userinfo, host, path, query and fragment are made of.

use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use crate::buffer::Buffer;
use crate::decode::Checked;
use crate::error::decode::DecodeErrorKind;
use crate::error::{BufferFull, Component};
use crate::features::Feature;
use crate::layout::LastSegment;
use crate::reader::Reader;
use crate::sections::host_ip::dec_octet;
use crate::utf8;
use crate::wire::head::{Major, long_argument};
use crate::wire::write::{reencode, write_head, write_string};

/// One text item of a CRI: a text, or a text-pet-sequence (section 7.1), checked and still encoded.
///
/// The pieces of a sequence are text and byte strings in turn; what the byte strings hold stands
/// percent-encoded in the URI, where text would come out as another one.
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

    /// Whether this is the empty text. A sequence never is.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.body.is_empty()
    }

    /// The pieces in order; a text has one, also where it is empty.
    #[must_use]
    pub fn pieces(self) -> Pieces<'a> {
        Pieces { rest: self.body, text: self.pieces == 0 }
    }

    /// Appends the item, with shortest heads.
    pub(crate) fn write(self, buffer: &mut impl Buffer) -> Result<(), BufferFull> {
        if let Some(text) = self.text_bytes() {
            return write_string(buffer, Major::Text, text);
        }
        write_head(buffer, Major::Array, self.pieces as u64)?;
        reencode(buffer, self.body)
    }

    /// Takes the checked item off that `bytes` begin with.
    #[inline]
    pub(crate) fn take(bytes: &mut &'a [u8]) -> Option<Self> {
        // On larger machines texts whose length is in their head's first byte or its second, as nearly all are, take a
        // comparison or two, and the iterator stays in registers, since no call has its address.
        #[cfg(target_pointer_width = "64")]
        {
            let (&head, behind) = bytes.split_first()?;
            if let 0x60..=0x77 = head {
                let body;
                (body, *bytes) = behind.split_at_checked(usize::from(head).wrapping_sub(0x60))?;
                return Some(Self { body, pieces: 0 });
            }
            if let (0x78, [len, behind @ ..]) = (head, behind) {
                let body;
                (body, *bytes) = behind.split_at_checked((*len).into())?;
                return Some(Self { body, pieces: 0 });
            }
            let mut rest = *bytes;
            let item = Self::take_any(&mut rest)?;
            *bytes = rest;
            Some(item)
        }
        #[cfg(not(target_pointer_width = "64"))]
        Self::take_any(bytes)
    }

    /// The same of any item.
    #[cfg_attr(target_pointer_width = "64", inline(never))]
    fn take_any(bytes: &mut &'a [u8]) -> Option<Self> {
        // Other items end a run: behind labels stands a port.
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
        // Equal bytes are equal items; unequal ones may still differ in nothing but the length of heads.
        self.pieces == other.pieces
            && (self.body == other.body || (self.pieces != 0 && self.pieces().eq(other.pieces())))
    }
}

impl Eq for TextOrPet<'_> {}

impl PartialOrd for TextOrPet<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for TextOrPet<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.pieces().cmp(other.pieces())
    }
}

impl Hash for TextOrPet<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.pieces.hash(state);
        for piece in self.pieces() {
            piece.hash(state);
        }
    }
}

/// One piece of a [`TextOrPet`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece<'a> {
    is_bytes: bool,
    bytes: &'a [u8],
}

impl<'a> Piece<'a> {
    /// A piece of text.
    #[must_use]
    pub const fn text(text: &'a str) -> Self {
        Self { is_bytes: false, bytes: text.as_bytes() }
    }

    /// A piece of percent-encoded text: the bytes that the URI has as `%HH`.
    #[must_use]
    pub const fn bytes(bytes: &'a [u8]) -> Self {
        Self { is_bytes: true, bytes }
    }

    /// Whether the piece is text.
    #[must_use]
    pub const fn is_text(self) -> bool {
        !self.is_bytes
    }

    /// The bytes of the piece, of text in UTF-8.
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// The text of the piece, if it is text.
    #[must_use]
    pub fn as_str(self) -> Option<&'a str> {
        self.is_text().then(|| to_str(self.bytes))
    }
}

/// The pieces of a [`TextOrPet`], in order.
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
        Some(Piece { is_bytes: major == Major::Bytes, bytes })
    }
}

/// Takes the head off that checked bytes begin with: major type and argument.
///
/// Of an argument that no `usize` holds it gives the end. Such is a scheme's only, and [`Scheme`](crate::Scheme) reads
/// that for itself.
#[inline]
pub(crate) fn take_head(bytes: &mut &[u8]) -> Option<(Major, usize)> {
    let (&initial, mut rest) = bytes.split_first()?;
    let info = initial & 0x1f;
    if info < 24 {
        *bytes = rest;
        return Some((Major::of(initial), info.into()));
    }
    let argument = take_long_argument(info, &mut rest)?;
    *bytes = rest;
    Some((Major::of(initial), argument))
}

/// Takes so many checked items off. They are passed head by head, and no item is made of any.
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(crate) fn take_items<'a>(bytes: &mut &'a [u8], mut count: usize) -> &'a [u8] {
    let items = *bytes;
    while count > 0
        && let Some((major, argument)) = take_head(bytes)
    {
        count = count.wrapping_sub(1);
        if major == Major::Array {
            count = count.wrapping_add(argument);
        } else {
            let Some(behind) = bytes.get(argument..) else { break };
            *bytes = behind;
        }
    }
    items.get(..items.len().wrapping_sub(bytes.len())).unwrap_or_default()
}

fn take_long_argument(info: u8, bytes: &mut &[u8]) -> Option<usize> {
    let argument = long_argument(info, bytes)?;
    *bytes = bytes.get(argument.len()..)?;
    Some(argument.iter().fold(0, |value, &byte| value << 8 | usize::from(byte)))
}

/// Validated bytes as text: the one place where they become a `str`.
pub(crate) fn to_str(bytes: &[u8]) -> &str {
    // INVARIANT: whoever keeps bytes as text has checked them, so that this never falls back.
    core::str::from_utf8(bytes).unwrap_or_default()
}

/// Checks the item whose head was just read, and those behind it as long as they are texts or sequences; says whether
/// another item stands there.
///
/// What a text may not hold goes by the component: no path segment is `.` or `..` (C9), and no labels read as an IPv4
/// address (section 6.1).
pub(crate) fn check_all(reader: &mut Reader<'_>) -> bool {
    // The loop below is for what is not common, and for what is wrong: it begins again.
    if reader.pass_plain_texts() {
        return false;
    }
    match check_each(reader) {
        Ok(behind) => behind,
        Err(kind) => reader.fail(kind),
    }
}

/// The same, one by one.
fn check_each(reader: &mut Reader<'_>) -> Checked<bool> {
    let first = reader.start;
    let (mut count, mut octets) = (0_usize, 0_usize);
    let mut behind = true;
    while behind {
        reader.last = LastSegment::at(reader.start as u32);
        if reader.is(Major::Text) {
            let text = reader.text();
            match reader.component {
                Component::Path if matches!(text, b"." | b"..") => return Err(DecodeErrorKind::DotSegment),
                Component::Host if dec_octet(text).is_some() => octets = octets.wrapping_add(1),
                _ => {}
            }
        } else if reader.is(Major::Array) {
            check_pet(reader)?;
        } else {
            break;
        }
        count = count.wrapping_add(1);
        behind = reader.next();
    }
    if (count, octets) == (4, 4) {
        return Err(reader.fault_at(DecodeErrorKind::Ipv4Labels, Component::Host, first));
    }
    Ok(behind)
}

/// Checks the one item whose head was just read.
pub(crate) fn check(reader: &mut Reader<'_>) {
    let left = core::mem::take(&mut reader.left);
    if check_all(reader) {
        reader.fail(DecodeErrorKind::UnexpectedItem);
    }
    reader.left = left;
}

/// Checks a text-pet-sequence: pieces alternate, none is empty, at least one is bytes, and bytes are minimal.
fn check_pet(reader: &mut Reader<'_>) -> Checked {
    reader.require(Feature::ExtendedCri)?;
    let array = reader.start;
    let left = core::mem::replace(&mut reader.left, reader.argument);
    let mut any_bytes = false;
    let mut previous = Major::Array;
    while reader.next() {
        let major = if reader.is(Major::Text) { Major::Text } else { Major::Bytes };
        if !reader.is(major) {
            return Err(DecodeErrorKind::UnexpectedItem);
        }
        if reader.argument == 0 || previous == major {
            return Err(DecodeErrorKind::MalformedPet);
        }
        previous = major;
        if major == Major::Text {
            reader.text();
        } else {
            any_bytes = true;
            let bytes = reader.body();
            reader.refuse(first_character(bytes), DecodeErrorKind::PetNotMinimal);
        }
    }
    reader.left = left;
    if any_bytes { Ok(()) } else { Err(reader.fault_at(DecodeErrorKind::MalformedPet, reader.component, array)) }
}

/// The end of bytes from the first on that belongs in text whatever the component: an unreserved character, or a
/// character at or above U+0080 in UTF-8 (section 7.1, "minimal").
pub(crate) fn first_character(mut bytes: &[u8]) -> &[u8] {
    while let Some((&byte, behind)) = bytes.split_first() {
        if is_unreserved(byte) || utf8::character_len(bytes) > 0 {
            break;
        }
        bytes = behind;
    }
    bytes
}

/// RFC 3986 section 2.3.
pub(crate) fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}
