//! Options written to a buffer, in the order of a message.

use core::fmt;

use cri_core::{Buffer, BufferFull, SliceBuffer};

use crate::options::error::{OptionWriteError, OptionWriteErrorKind};
use crate::options::head::{OptionHead, PAYLOAD_MARKER};
use crate::options::read::OptionPairs;
use crate::options::value::{CoapOption, OptionValue};

/// Writes options to a slice as a message holds them: what follows the token (RFC 7252 section 3.1).
///
/// Options may be added in any order. Each goes to its place by number, after those with the same number. Adding them in
/// ascending order is fastest, because no byte moves.
///
/// ```
/// use cri_coap::{Endpoint, OptionWriter, Transport, decompose};
/// use cri_core::{Cri, Revision};
///
/// let cri = Cri::decode(b"\x84\x20\x81\x61h\x81\x64temp\x81\x63u=c")?; // [-1, ["h"], ["temp"], ["u=c"]]
/// let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
///
/// let mut space = [0; 64];
/// let mut options = OptionWriter::new(&mut space);
/// options.add_all(decompose(cri, &endpoint, Revision::Draft16)?)?;
/// options.add(12, b"\x3c")?; // Content-Format, between Uri-Path and Uri-Query
/// assert_eq!(options.finish(), b"\x31h\x84temp\x11\x3c\x33u=c");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub struct OptionWriter<'b> {
    space: &'b mut [u8],
    /// The length in bytes of the options in `space`. INVARIANT: at most the length of `space`.
    len: usize,
    /// The highest number of the options, or 0.
    last: u16,
}

impl<'b> OptionWriter<'b> {
    /// A writer without options. Its options may take as many bytes as `space` has.
    #[must_use]
    pub const fn new(space: &'b mut [u8]) -> Self {
        Self { space, len: 0, last: 0 }
    }

    /// Adds an option with this number and value, after all options with the same or a lower number.
    ///
    /// The function does not check whether the option allows this value, or may stand twice.
    ///
    /// ```
    /// use cri_coap::{OptionWriteErrorKind, OptionWriter, option};
    ///
    /// let mut space = [0; 6];
    /// let mut options = OptionWriter::new(&mut space);
    /// options.add(option::URI_PATH, b"a")?;
    /// options.add(option::URI_HOST, b"h")?;
    /// options.add(option::URI_PATH, b"b")?;
    /// let error = options.add(option::URI_QUERY, b"").unwrap_err();
    /// assert_eq!((error.kind(), error.option()), (OptionWriteErrorKind::BufferFull, option::URI_QUERY));
    /// assert_eq!(options.finish(), b"\x31h\x81a\x01b");
    /// # Ok::<(), cri_coap::OptionWriteError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `TooLong` for a value of more than [`MAX_VALUE`](crate::options::numbers::MAX_VALUE) bytes, and `BufferFull`. After an
    /// error, the writer holds what it held before.
    pub fn add(&mut self, number: u16, value: &[u8]) -> Result<(), OptionWriteError> {
        self.insert(number, OptionValue::of_bytes(value))
    }

    /// Adds the options of [`decompose`](crate::decompose()) or [`decompose_location`](crate::decompose_location()).
    ///
    /// # Errors
    ///
    /// `BufferFull`. The options before the one that does not fit stay in the writer: to take them out again would cost firmware
    /// 1,400 bytes.
    pub fn add_all<'a>(
        &mut self,
        options: impl IntoIterator<Item = CoapOption<'a>>,
    ) -> Result<(), OptionWriteError> {
        for option in options {
            self.insert(option.number(), option.value())?;
        }
        Ok(())
    }

    /// The bytes of the options so far.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.space.get(..self.len).unwrap_or_default()
    }

    /// Returns the bytes of the options.
    #[must_use]
    pub fn finish(self) -> &'b [u8] {
        self.space.get(..self.len).unwrap_or_default()
    }

    /// Returns the bytes of the options, the payload marker, and this payload. An empty payload has no marker.
    ///
    /// ```
    /// let mut space = [0; 16];
    /// let mut options = cri_coap::OptionWriter::new(&mut space);
    /// options.add(cri_coap::option::URI_PATH, b"a")?;
    /// assert_eq!(options.finish_with_payload(b"on")?, b"\xb1a\xffon");
    /// # Ok::<(), cri_coap::OptionWriteError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `Payload`, if the buffer has no room for it.
    pub fn finish_with_payload(self, payload: &[u8]) -> Result<&'b [u8], OptionWriteError> {
        if payload.is_empty() {
            return Ok(self.finish());
        }
        let full = OptionWriteError::new(OptionWriteErrorKind::Payload, self.last);
        let mut buffer = SliceBuffer::new(self.space.get_mut(self.len..).unwrap_or_default());
        buffer.push_both(&[PAYLOAD_MARKER], payload).map_err(|_| full)?;
        let end = self.len.wrapping_add(buffer.len());
        Ok(self.space.get(..end).unwrap_or_default())
    }

    /// Writes an option to its place. The option that follows it gets a new head, since its delta is smaller.
    // `add` and `add_all` share one copy of the code.
    #[inline(never)]
    fn insert(&mut self, number: u16, value: OptionValue<'_>) -> Result<(), OptionWriteError> {
        let error = |kind| OptionWriteError::new(kind, number);
        let full = error(OptionWriteErrorKind::BufferFull);
        let Place { at, before, next } = self.place(number);
        let value_len = value.len();
        let head = OptionHead::new(number.wrapping_sub(before), value_len);
        let head = head.ok_or(error(OptionWriteErrorKind::TooLong))?;
        // The old head of the following option, in bytes, and its new head.
        let (replaced, next_head) = match next {
            Some(next) => {
                (next.head_len, OptionHead::new(next.number.wrapping_sub(number), next.value_len))
            }
            None => (0, None),
        };
        let next_head = next_head.as_ref().map(OptionHead::as_bytes).unwrap_or_default();
        // Cannot overflow: a slice has at most `isize::MAX` bytes, and an option has at most `MAX_VALUE` and two heads.
        let added = head.as_bytes().len().wrapping_add(value_len).wrapping_add(next_head.len());
        // Never negative: two deltas take no fewer bytes than their sum.
        let growth = added.wrapping_sub(replaced);
        let end = self.len.wrapping_add(growth);
        if end > self.space.len() {
            return Err(full);
        }
        self.move_up(at.wrapping_add(replaced), growth);
        let mut buffer = SliceBuffer::new(self.space.get_mut(at..).unwrap_or_default());
        let written = buffer.push_bytes(head.as_bytes());
        let written = written
            .and_then(|()| value.push_to(&mut buffer))
            .and_then(|()| buffer.push_bytes(next_head));
        written.map_err(|_| full)?;
        self.len = end;
        self.last = self.last.max(number);
        Ok(())
    }

    /// The place of a new option with this number.
    fn place(&self, number: u16) -> Place {
        if number >= self.last {
            return Place { at: self.len, before: self.last, next: None };
        }
        // INVARIANT: the writer holds whole options.
        let mut options = OptionPairs::new(self.as_bytes());
        let mut before = 0;
        loop {
            let start = options.rest().len();
            let at = self.len.wrapping_sub(start);
            match options.next() {
                Some((other, _)) if other <= number => before = other,
                Some((other, value)) => {
                    let taken = start.wrapping_sub(options.rest().len());
                    let head_len = taken.wrapping_sub(value.len());
                    let next = Next { number: other, head_len, value_len: value.len() };
                    return Place { at, before, next: Some(next) };
                }
                None => return Place { at, before, next: None },
            }
        }
    }

    /// Moves the bytes from `from` onwards up by `distance`. `copy_within` would link a panic.
    fn move_up(&mut self, from: usize, distance: usize) {
        for index in (from..self.len).rev() {
            let byte = self.space.get(index).copied();
            if let (Some(byte), Some(to)) = (byte, self.space.get_mut(index.wrapping_add(distance)))
            {
                *to = byte;
            }
        }
    }
}

/// Shows what the iterator of the options does.
impl fmt::Debug for OptionWriter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        OptionPairs::new(self.as_bytes()).fmt(f)
    }
}

/// Appends the options of [`decompose`](crate::decompose()) to a buffer, which holds no other options. They ascend, so none has
/// to be inserted, as [`OptionWriter`](crate::OptionWriter) does.
///
/// # Errors
///
/// [`BufferFull`]. After an error, the buffer holds what it held before.
pub fn append_options<'a>(
    options: impl Iterator<Item = CoapOption<'a>>,
    buffer: &mut impl Buffer,
) -> Result<(), BufferFull> {
    let start = buffer.len();
    append(options, buffer).inspect_err(|_| buffer.truncate(start))
}

fn append<'a>(
    options: impl Iterator<Item = CoapOption<'a>>,
    buffer: &mut impl Buffer,
) -> Result<(), BufferFull> {
    let mut last = 0;
    for option in options {
        let value = option.value();
        // INVARIANT: no value is longer than `MAX_TEXT`, so each has a head.
        let head = OptionHead::new(option.number().wrapping_sub(last), value.len());
        buffer.push_bytes(head.ok_or(BufferFull)?.as_bytes())?;
        value.push_to(buffer)?;
        last = option.number();
    }
    Ok(())
}

/// The place of a new option.
struct Place {
    /// The offset of its head.
    at: usize,
    /// The number of the option before it, or 0.
    before: u16,
    /// The option that follows it.
    next: Option<Next>,
}

/// An option that follows a new one.
struct Next {
    number: u16,
    head_len: usize,
    value_len: usize,
}
