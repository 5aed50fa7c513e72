//! One option of a request or response, and its value, which may lie in several pieces.

use core::fmt::{self, Write};

use cri_core::__private::{IpNumbers, checked_items, is_hidden, is_kept};
use cri_core::{Buffer, BufferFull, Component, HostIp, SliceBuffer, TextOrPet};

use crate::options::numbers::{self, MAX_TEXT, Uint};

/// A CoAP option: a number and a value.
///
/// ```
/// use cri_coap::{Endpoint, Transport, decompose};
/// use cri_core::{Cri, Revision};
///
/// let cri = Cri::decode(b"\x83\x20\x82\x61h\x61i\x81\x61a")?; // [-1, ["h", "i"], ["a"]]
/// let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
/// let host = decompose(cri, &endpoint, Revision::Draft16)?.next().expect("Uri-Host");
/// assert_eq!((host.number(), host.to_string()), (3, "Uri-Host: h.i".to_owned()));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CoapOption<'a> {
    number: u16,
    value: OptionValue<'a>,
}

impl<'a> CoapOption<'a> {
    /// An option. INVARIANT of callers: no value is longer than `MAX_TEXT`.
    pub(crate) fn new(number: u16, value: OptionValue<'a>) -> Self {
        debug_assert!(value.len() <= MAX_TEXT);
        Self { number, value }
    }

    /// An option with a text as its value. INVARIANT of callers: `item` is not percent-encoded text.
    pub(crate) fn of_text(number: u16, item: TextOrPet<'a>) -> Self {
        debug_assert!(item.text_bytes().is_some());
        Self::new(number, OptionValue::of_bytes(item.text_bytes().unwrap_or_default()))
    }

    /// The option's number. `Display` shows its name.
    #[must_use]
    pub const fn number(&self) -> u16 {
        self.number
    }

    /// The option's value.
    #[must_use]
    pub const fn value(&self) -> OptionValue<'a> {
        self.value
    }
}

/// Shows the option as name and value, such as `Uri-Path: sensors`. A port is in digits, a control character is `\u{1b}`,
/// and a backslash is doubled.
impl fmt::Display for CoapOption<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", numbers::Name(self.number))?;
        if self.number == numbers::URI_PORT {
            let port = Uint::read(self.value.bytes, 2).unwrap_or_default();
            return write!(f, "{port}");
        }
        // INVARIANT: every value but a port is text, and no piece ends within a character.
        self.value.try_for_each(|piece| {
            // `str`'s `Debug` and `char::escape_default` link panics into a microcontroller's program.
            let text = core::str::from_utf8(piece);
            debug_assert!(text.is_ok());
            let mut text = text.unwrap_or_default().chars();
            text.try_for_each(|character| match character {
                '\\' => f.write_str("\\\\"),
                _ if is_hidden(character) => write!(f, "\\u{{{:x}}}", u32::from(character)),
                _ => f.write_char(character),
            })
        })
    }
}

/// The value of an option. `Debug` shows the bytes in quotes, with all but printable ASCII escaped.
#[derive(Clone, Copy)]
pub struct OptionValue<'a> {
    bytes: &'a [u8],
    form: Form,
    /// The length in bytes of labels and the dots between them. Other forms do not need it.
    name_len: u8,
}

/// The form of an [`OptionValue`]'s bytes.
#[derive(Clone, Copy)]
enum Form {
    /// The value itself.
    Plain,
    /// Encoded labels, which at most a port follows.
    Labels,
    /// The octets of an address. The value is the address as in a URI (RFC 7252 section 6.4 step 5).
    Address,
}

impl<'a> OptionValue<'a> {
    pub(crate) const fn of_bytes(bytes: &'a [u8]) -> Self {
        Self { bytes, form: Form::Plain, name_len: 0 }
    }

    /// The labels of a name, which has `len` bytes as text.
    pub(crate) const fn of_labels(labels: &'a [u8], len: u8) -> Self {
        Self { bytes: labels, form: Form::Labels, name_len: len }
    }

    pub(crate) const fn of_address(address: HostIp<'a>) -> Self {
        Self { bytes: address.octets(), form: Form::Address, name_len: 0 }
    }

    /// The length in bytes, at most [`MAX_TEXT`](crate::option::MAX_TEXT).
    pub(crate) fn len(&self) -> usize {
        match self.form {
            Form::Plain => self.bytes.len(),
            Form::Labels => self.name_len.into(),
            Form::Address => {
                let brackets = if self.bytes.len() > 4 { 2 } else { 0 };
                IpNumbers::new(self.bytes).fold(brackets, |sum, (_, len)| len.wrapping_add(sum))
            }
        }
    }

    /// Writes the bytes to the start of `space`, and returns them.
    ///
    /// # Errors
    ///
    /// [`BufferFull`] if the bytes do not fit. [`MAX_TEXT`](crate::option::MAX_TEXT) bytes are always enough.
    pub fn write_into<'s>(&self, space: &'s mut [u8]) -> Result<&'s [u8], BufferFull> {
        let mut buffer = SliceBuffer::new(space);
        self.push_to(&mut buffer)?;
        let len = buffer.len();
        space.get(..len).ok_or(BufferFull)
    }

    /// Appends the bytes.
    pub(crate) fn push_to(&self, buffer: &mut impl Buffer) -> Result<(), BufferFull> {
        self.try_for_each(|piece| buffer.push_bytes(piece))
    }

    /// The bytes, if they lie in one piece. Those of a host do not.
    #[cfg(any(feature = "coap-message", feature = "coap-request-implementations"))]
    pub(crate) fn as_bytes(self) -> Option<&'a [u8]> {
        matches!(self.form, Form::Plain).then_some(self.bytes)
    }

    /// Calls `visit` for consecutive pieces of the bytes. Stops at the first error.
    fn try_for_each<E>(&self, mut visit: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        match self.form {
            Form::Plain => visit(self.bytes),
            Form::Labels => {
                let mut dot: &[u8] = b"";
                checked_items(self.bytes).try_for_each(|label| {
                    visit(dot)?;
                    dot = b".";
                    let text = label.text_bytes();
                    debug_assert!(text.is_some());
                    visit(text.unwrap_or_default())
                })
            }
            Form::Address => {
                // RFC 3986 section 3.2.2: an IPv6 address is in brackets.
                let is_v6 = self.bytes.len() > 4;
                if is_v6 {
                    visit(b"[")?;
                }
                for (text, len) in IpNumbers::new(self.bytes) {
                    visit(text.get(..len).unwrap_or_default())?;
                }
                if is_v6 { visit(b"]") } else { Ok(()) }
            }
        }
    }
}

impl fmt::Debug for OptionValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        self.try_for_each(|piece| write!(f, "{}", piece.escape_ascii()))?;
        f.write_str("\"")
    }
}

/// Whether the bytes are equal. `==` on slices would link `bcmp`.
pub(crate) fn is_same(bytes: &[u8], other: &[u8]) -> bool {
    bytes.len() == other.len() && bytes.iter().zip(other).all(|(byte, other)| byte == other)
}

/// Whether the next values are these texts. Consumes them.
pub(crate) fn are_next<'t>(
    texts: impl IntoIterator<Item = &'t str>,
    values: &mut impl Iterator<Item: AsRef<[u8]>>,
) -> bool {
    let is_next =
        |text: &str| values.next().is_some_and(|it| is_same(it.as_ref(), text.as_bytes()));
    texts.into_iter().all(is_next)
}

/// Whether this byte may stand in a host name in an option.
///
/// These are unreserved characters and sub-delims (RFC 3986 section 3.2.2), and every byte beyond ASCII. Only a URI
/// percent-encodes the latter.
pub(crate) fn is_reg_name(byte: u8) -> bool {
    REG_NAME.get(usize::from(byte >> 5)).is_none_or(|bits| bits >> (byte & 31) & 1 != 0)
}

/// One bit per ASCII character, the lowest for the first: a look-up takes less code than comparisons.
const REG_NAME: [u32; 4] =
    [reg_name_bits(0), reg_name_bits(32), reg_name_bits(64), reg_name_bits(96)];

const fn reg_name_bits(first: u8) -> u32 {
    let (mut bits, mut index) = (0, 0);
    while index < 32 {
        let byte = first.wrapping_add(index);
        if is_kept(Component::Host, byte) {
            bits |= 1 << index;
        }
        index = index.wrapping_add(1);
    }
    bits
}
