//! One option of a request or response, and its value, which need not lie together.

use core::fmt;

use cri_core::{Buffer, BufferFull, HostIp, HostName, IpBytes, Labels, SliceBuffer, TextOrPet};

use crate::escaped::write_escaped;
use crate::option;

/// One option: its number, and its value.
#[derive(Clone, Copy, Debug)]
pub struct CoapOption<'a> {
    number: u16,
    value: OptionValue<'a>,
}

impl<'a> CoapOption<'a> {
    pub(crate) const fn new(number: u16, value: OptionValue<'a>) -> Self {
        Self { number, value }
    }

    /// An option of text. INVARIANT of whoever calls this: `item` is no percent-encoded text.
    pub(crate) fn of_text(number: u16, item: TextOrPet<'a>) -> Self {
        Self::new(number, OptionValue(Form::Text(item.as_text().unwrap_or_default())))
    }

    /// The option's number; [`option`](crate::option) has the names.
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

/// Shows the option as people write it, such as `Uri-Path: sensors`; a port in digits, a control character as `\u{1b}`,
/// a backslash as two.
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
        if let Form::Port(bytes, _) = self.value.0 {
            return write!(f, "{}", u16::from_be_bytes(bytes));
        }
        for piece in self.value.pieces() {
            // INVARIANT: what is no number is text, of which each piece is whole.
            write_escaped(f, core::str::from_utf8(piece).unwrap_or_default(), None)?;
        }
        Ok(())
    }
}

/// The value of an option: some bytes, which do not lie together where they are a host's labels or address.
#[derive(Clone, Copy)]
pub struct OptionValue<'a>(Form<'a>);

#[derive(Clone, Copy)]
enum Form<'a> {
    Text(&'a [u8]),
    Name(HostName<'a>),
    Address(&'a [u8]),
    /// A port, and how many of its bytes are leading zeros, which are left out (RFC 7252 section 3.2).
    Port([u8; 2], u8),
}

impl<'a> OptionValue<'a> {
    pub(crate) const fn of_name(name: HostName<'a>) -> Self {
        Self(Form::Name(name))
    }

    pub(crate) const fn of_address(address: HostIp<'a>) -> Self {
        Self(Form::Address(address.octets()))
    }

    pub(crate) const fn of_port(port: u16) -> Self {
        // At most 16 zero bits, of which each eight are a byte.
        Self(Form::Port(port.to_be_bytes(), (port.leading_zeros() / 8) as u8))
    }

    /// The length in bytes: at most [`MAX_TEXT`](option::MAX_TEXT).
    #[must_use]
    pub fn len(&self) -> usize {
        self.pieces().map(<[u8]>::len).fold(0, usize::saturating_add)
    }

    /// Whether the value has no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes in pieces, one behind the other.
    #[must_use]
    pub fn pieces(&self) -> ValuePieces<'_> {
        ValuePieces(match &self.0 {
            Form::Text(text) => Pieces::One(Some(text)),
            Form::Name(name) => Pieces::Labels { labels: name.labels(), next: None, first: true },
            Form::Address(address) => Pieces::Address(IpBytes::new(address), Bracket::of(address)),
            Form::Port(bytes, zeros) => Pieces::One(bytes.get(usize::from(*zeros)..)),
        })
    }

    /// The bytes together, in the front of `space`.
    ///
    /// # Errors
    ///
    /// [`BufferFull`] where they do not fit.
    pub fn write<'s>(&self, space: &'s mut [u8]) -> Result<&'s [u8], BufferFull> {
        let mut buffer = SliceBuffer::new(space);
        match &self.0 {
            Form::Text(text) => buffer.push_bytes(text)?,
            Form::Name(name) => {
                let mut dot: &[u8] = b"";
                for label in name.labels() {
                    buffer.push_bytes(dot)?;
                    buffer.push_bytes(label.as_text().unwrap_or_default())?;
                    dot = b".";
                }
            }
            Form::Address(octets) => write_address(&mut buffer, octets)?,
            Form::Port(bytes, zeros) => buffer.push_bytes(bytes.get(usize::from(*zeros)..).unwrap_or_default())?,
        }
        let len = buffer.len();
        space.get(..len).ok_or(BufferFull)
    }
}

/// Writes an address as a URI has it, that of IPv6 in brackets (RFC 7252 section 6.4 step 5).
fn write_address(buffer: &mut SliceBuffer<'_>, octets: &[u8]) -> Result<(), BufferFull> {
    let is_literal = Bracket::of(octets) == Bracket::Both;
    if is_literal {
        buffer.push_bytes(b"[")?;
    }
    for byte in IpBytes::new(octets) {
        buffer.push_bytes(&[byte])?;
    }
    if is_literal {
        buffer.push_bytes(b"]")?;
    }
    Ok(())
}

/// Shows the bytes, as text where they are UTF-8.
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
#[derive(Clone, Debug)]
pub struct ValuePieces<'v>(Pieces<'v>);

#[derive(Clone, Debug)]
enum Pieces<'v> {
    One(Option<&'v [u8]>),
    Labels { labels: Labels<'v>, next: Option<&'v [u8]>, first: bool },
    Address(IpBytes<'v>, Bracket),
}

/// The brackets of an IPv6 address that are still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bracket {
    Both,
    Last,
    None,
}

impl Bracket {
    const fn of(address: &[u8]) -> Self {
        if address.len() > 4 { Self::Both } else { Self::None }
    }
}

/// Whatever an address may hold: each piece of one is a byte of this.
const OF_ADDRESS: &[u8] = b"0123456789abcdef:.";

impl<'v> Iterator for ValuePieces<'v> {
    type Item = &'v [u8];

    fn next(&mut self) -> Option<&'v [u8]> {
        match &mut self.0 {
            Pieces::One(piece) => piece.take(),
            Pieces::Address(_, brackets @ Bracket::Both) => {
                *brackets = Bracket::Last;
                Some(b"[")
            }
            Pieces::Address(bytes, brackets) => match bytes.next() {
                Some(byte) => OF_ADDRESS.chunks(1).find(|piece| piece.first() == Some(&byte)),
                None if core::mem::replace(brackets, Bracket::None) == Bracket::Last => Some(b"]"),
                None => None,
            },
            Pieces::Labels { labels, next, first } => {
                if let Some(label) = next.take() {
                    return Some(label);
                }
                let label = labels.next()?.as_text().unwrap_or_default();
                if core::mem::take(first) {
                    return Some(label);
                }
                *next = Some(label);
                Some(b".")
            }
        }
    }
}
