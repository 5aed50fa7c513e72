//! One option of a request or response, and its value, which may lie in several pieces.

use core::fmt;
use core::iter::FusedIterator;

use cri_core::__private::{IpBytes, is_unreserved};
use cri_core::{Buffer, BufferFull, EncodedItems, HostIp, SliceBuffer, TextOrPet};

use crate::escaped_text::write_escaped;
use crate::option;

/// A CoAP option: a number and a value.
///
/// ```
/// use cri_coap::{Decompose, Endpoint, Transport};
/// use cri_core::{Cri, Revision};
///
/// let cri = Cri::decode(b"\x83\x20\x82\x61h\x61i\x81\x61a")?; // [-1, ["h", "i"], ["a"]]
/// let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
/// let host = cri.decompose(&endpoint, Revision::Draft16)?.next().expect("Uri-Host");
/// assert_eq!((host.number(), host.to_string()), (3, "Uri-Host: h.i".to_owned()));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CoapOption<'a> {
    number: u16,
    value: OptionValue<'a>,
}

impl<'a> CoapOption<'a> {
    pub(crate) const fn new(number: u16, value: OptionValue<'a>) -> Self {
        Self { number, value }
    }

    /// An option with a text as its value. INVARIANT of callers: `item` is not percent-encoded text.
    pub(crate) fn of_text(number: u16, item: TextOrPet<'a>) -> Self {
        Self::new(number, OptionValue::of_bytes(item.text_bytes().unwrap_or_default()))
    }

    /// The option's number. [`option::name`](crate::option::name()) returns its name.
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

/// Shows the option as name and value, such as `Uri-Path: sensors`. A port is in digits, a control character is
/// `\u{1b}`, and a backslash is doubled.
///
/// ```
/// use cri_coap::{Decompose, Endpoint, Transport};
/// use cri_core::{Cri, Revision};
///
/// let cri = Cri::decode(b"\x83\x20\x82\x61h\x19\xf0\xb0\x81\x67sensors")?; // [-1, ["h", 61616], ["sensors"]]
/// let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
/// let options = cri.decompose(&endpoint, Revision::Draft16)?;
/// assert!(options.map(|option| option.to_string()).eq(["Uri-Host: h", "Uri-Port: 61616", "Uri-Path: sensors"]));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
impl fmt::Display for CoapOption<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match option::name(self.number) {
            Some(name) => write!(f, "{name}: ")?,
            None => write!(f, "Option {}: ", self.number)?,
        }
        if self.number == option::URI_PORT {
            let port = self.value.bytes.iter().fold(0, |port, &byte| port << 8 | u16::from(byte));
            return write!(f, "{port}");
        }
        for piece in self.value.pieces() {
            // INVARIANT: every value but a port is text, and no piece ends within a character.
            write_escaped(f, core::str::from_utf8(piece).unwrap_or_default())?;
        }
        Ok(())
    }
}

/// The value of an option. A host's labels or address lie in several pieces, and any other value in one.
///
/// ```
/// use cri_coap::{Decompose, Endpoint, Transport};
/// use cri_core::{Cri, Revision};
///
/// let cri = Cri::decode(b"\x83\x20\x82\x61h\x61i\x81\x61a")?; // [-1, ["h", "i"], ["a"]]
/// let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
/// let host = cri.decompose(&endpoint, Revision::Draft16)?.next().expect("Uri-Host");
/// assert_eq!(format!("{:?}", host.value()), r#""h.i""#);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct OptionValue<'a> {
    bytes: &'a [u8],
    form: Form,
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
        Self { bytes, form: Form::Plain }
    }

    pub(crate) const fn of_labels(labels: &EncodedItems<'a>) -> Self {
        Self { bytes: labels.as_encoded(), form: Form::Labels }
    }

    pub(crate) const fn of_address(address: HostIp<'a>) -> Self {
        Self { bytes: address.octets(), form: Form::Address }
    }

    /// The length in bytes, at most [`MAX_TEXT`](option::MAX_TEXT).
    #[must_use]
    pub fn len(&self) -> usize {
        // This does not use `pieces`, whose state takes more flash.
        match self.form {
            Form::Plain => self.bytes.len(),
            Form::Labels => {
                let labels = EncodedItems::new(self.bytes)
                    .map(|label| label.text_bytes().unwrap_or_default());
                // Each label but the first has a dot before it.
                let lens = labels
                    .map(|label| label.len().saturating_add(1))
                    .fold(0, usize::saturating_add);
                lens.saturating_sub(1)
            }
            Form::Address => IpBytes::bracketed(self.bytes).count(),
        }
    }

    /// Whether the value has no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes, in consecutive pieces.
    ///
    /// ```
    /// use cri_coap::{Decompose, Endpoint, Transport};
    /// use cri_core::{Cri, Revision};
    ///
    /// let cri = Cri::decode(b"\x83\x20\x82\x61h\x61i\x81\x61a")?; // [-1, ["h", "i"], ["a"]]
    /// let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
    /// let host = cri.decompose(&endpoint, Revision::Draft16)?.next().expect("Uri-Host");
    /// assert!(host.value().pieces().eq([b"h", b".", b"i"]));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pieces(&self) -> ValuePieces<'_> {
        ValuePieces(match self.form {
            Form::Plain => Pieces::One(Some(self.bytes)),
            Form::Labels => {
                Pieces::Labels { labels: EncodedItems::new(self.bytes), next: None, first: true }
            }
            Form::Address => Pieces::Address(IpBytes::bracketed(self.bytes)),
        })
    }

    /// Writes the bytes to the start of `space`, and returns them.
    ///
    /// ```
    /// use cri_coap::{Decompose, Endpoint, Transport};
    /// use cri_core::{Cri, Revision};
    ///
    /// let cri = Cri::decode(b"\x83\x20\x82\x61h\x61i\x81\x61a")?; // [-1, ["h", "i"], ["a"]]
    /// let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
    /// let host = cri.decompose(&endpoint, Revision::Draft16)?.next().expect("Uri-Host");
    /// let mut space = [0; 8];
    /// assert_eq!(host.value().write_into(&mut space)?, b"h.i");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`BufferFull`] if the bytes do not fit. [`len`](Self::len) returns how many bytes are needed. The error does not
    /// hold that number, because it would take flash in every program.
    pub fn write_into<'s>(&self, space: &'s mut [u8]) -> Result<&'s [u8], BufferFull> {
        let mut buffer = SliceBuffer::new(space);
        self.push_to(&mut buffer)?;
        let len = buffer.len();
        space.get(..len).ok_or(BufferFull)
    }

    /// Appends the bytes.
    pub(crate) fn push_to(&self, buffer: &mut SliceBuffer<'_>) -> Result<(), BufferFull> {
        // This does not use `pieces`, whose state takes more flash.
        match self.form {
            Form::Plain => buffer.push_bytes(self.bytes)?,
            Form::Labels => {
                let mut dot: &[u8] = b"";
                for label in EncodedItems::new(self.bytes) {
                    buffer.push_bytes(dot)?;
                    buffer.push_bytes(label.text_bytes().unwrap_or_default())?;
                    dot = b".";
                }
            }
            Form::Address => {
                for byte in IpBytes::bracketed(self.bytes) {
                    buffer.push_bytes(&[byte])?;
                }
            }
        }
        Ok(())
    }
}

/// Shows the bytes in quotes, with all but printable ASCII escaped.
impl fmt::Debug for OptionValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for byte in self.pieces().flatten() {
            fmt::Display::fmt(&byte.escape_ascii(), f)?;
        }
        f.write_str("\"")
    }
}

/// The bytes of an [`OptionValue`], in pieces.
///
/// ```
/// use cri_coap::{Decompose, Endpoint, Transport};
/// use cri_core::{Cri, Revision};
///
/// let cri = Cri::decode(b"\x83\x20\x82\x61h\x61i\x81\x61a")?; // [-1, ["h", "i"], ["a"]]
/// let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
/// let host = cri.decompose(&endpoint, Revision::Draft16)?.next().expect("Uri-Host");
/// assert_eq!(host.value().pieces().flatten().count(), 3);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ValuePieces<'v>(Pieces<'v>);

#[derive(Clone, Debug)]
enum Pieces<'v> {
    One(Option<&'v [u8]>),
    Labels { labels: EncodedItems<'v>, next: Option<&'v [u8]>, first: bool },
    Address(IpBytes<'v>),
}

/// All bytes that an address may have. Each piece of an address is a slice of one of them.
const ADDRESS_BYTES: &[u8] = b"0123456789abcdef:.[]";

impl<'v> Iterator for ValuePieces<'v> {
    type Item = &'v [u8];

    fn next(&mut self) -> Option<&'v [u8]> {
        match &mut self.0 {
            Pieces::One(piece) => piece.take(),
            Pieces::Address(bytes) => {
                let byte = bytes.next()?;
                ADDRESS_BYTES.chunks(1).find(|piece| piece.first() == Some(&byte))
            }
            Pieces::Labels { labels, next, first } => {
                if let Some(label) = next.take() {
                    return Some(label);
                }
                let label = labels.next()?.text_bytes().unwrap_or_default();
                if core::mem::take(first) {
                    return Some(label);
                }
                *next = Some(label);
                Some(b".")
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            Pieces::One(piece) => (piece.is_some().into(), Some(piece.is_some().into())),
            Pieces::Labels { next, .. } => (next.is_some().into(), None),
            Pieces::Address(_) => (0, Some(LONGEST_ADDRESS)),
        }
    }
}

impl FusedIterator for ValuePieces<'_> {}

/// The length in bytes of the longest IPv6 address in brackets: eight groups of four digits, and seven colons.
const LONGEST_ADDRESS: usize = 41;

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
        if is_unreserved(byte) || matches!(byte, b'!' | b'$' | b'&'..=b',' | b';' | b'=') {
            bits |= 1 << index;
        }
        index = index.wrapping_add(1);
    }
    bits
}
