//! Messages in datagrams (RFC 7252 section 3): checked once, then borrowed; and written.
//!
//! `cri-coap` reads and writes what follows the token.

use std::borrow::Cow;
use std::fmt;

use coap_numbers::code;
use cri_coap::{EncodedOptions, OptionHead, OptionWriter};

/// The length in bytes of what precedes the token.
pub(crate) const HEADER: usize = 4;

/// The type of a message (RFC 7252 section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The sender repeats the message until it is acknowledged.
    Confirmable = 0,
    /// The sender sends the message once.
    NonConfirmable = 1,
    /// The receiver has a confirmable message. The response may come in the same message.
    Acknowledgement = 2,
    /// The receiver rejects a message.
    Reset = 3,
}

impl Kind {
    const fn from_bits(bits: u8) -> Self {
        match bits & 3 {
            0 => Self::Confirmable,
            1 => Self::NonConfirmable,
            2 => Self::Acknowledgement,
            _ => Self::Reset,
        }
    }

    /// The type of an immediate response to a request of this type (RFC 7252 section 5.2).
    pub(crate) const fn of_response(self) -> Self {
        match self {
            Self::Confirmable => Self::Acknowledgement,
            _ => Self::NonConfirmable,
        }
    }
}

/// A token of 0 to 8 bytes, which matches a response to its request (RFC 7252 section 5.3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Token {
    /// INVARIANT: zeros after the first `len` bytes.
    bytes: [u8; 8],
    /// INVARIANT: at most 8.
    len: u8,
}

impl Token {
    /// Returns the token with these bytes, or `None` for more than 8 bytes.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Option<Self> {
        let mut token = Self { bytes: [0; 8], len: u8::try_from(bytes.len()).ok()? };
        token.bytes.get_mut(..bytes.len())?.copy_from_slice(bytes);
        Some(token)
    }

    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.len)).unwrap_or_default()
    }
}

/// The beginning of a message: type, code, message ID and token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) kind: Kind,
    pub(crate) code: u8,
    pub(crate) id: u16,
    pub(crate) token: Token,
}

impl Header {
    /// Reads the header of a datagram, and returns the bytes after it.
    pub(crate) fn read(datagram: &[u8]) -> Result<(Self, &[u8]), Malformed> {
        let Some((&[first, code, high, low], rest)) = datagram.split_first_chunk() else {
            return Err(Malformed::NoMessage);
        };
        // RFC 7252 section 3: messages of other versions are silently ignored.
        if first >> 6 != 1 {
            return Err(Malformed::NoMessage);
        }
        let (kind, id) = (Kind::from_bits(first >> 4), u16::from_be_bytes([high, low]));
        let malformed = Malformed::Message { kind, id };
        let (token, rest) = rest.split_at_checked(usize::from(first & 15)).ok_or(malformed)?;
        // Token lengths above 8 are reserved.
        let token = Token::new(token).ok_or(malformed)?;
        // RFC 7252 section 4.1: an empty message is its header alone.
        if code == code::EMPTY && datagram.len() > HEADER {
            return Err(malformed);
        }
        Ok((Self { kind, code, id, token }, rest))
    }
}

/// A message: its header, options and payload, borrowed from a datagram.
///
/// ```
/// use cri_gateway::{Kind, Message};
///
/// // A confirmable GET with message ID 7, token 0x61, and Uri-Path "a".
/// let message = Message::read(b"\x41\x01\x00\x07\x61\xb1a")?;
/// assert_eq!((message.kind(), message.id()), (Kind::Confirmable, 7));
/// assert_eq!(message.options(), [(11, &b"a"[..])]);
/// # Ok::<(), cri_gateway::Malformed>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message<'d> {
    header: Header,
    options: Vec<(u16, &'d [u8])>,
    payload: &'d [u8],
}

impl<'d> Message<'d> {
    /// Reads a datagram as a message.
    ///
    /// # Errors
    ///
    /// `NoMessage` for a datagram without a header of version 1; `Message` for one that breaks another rule of RFC 7252
    /// section 3.
    pub fn read(datagram: &'d [u8]) -> Result<Self, Malformed> {
        let (header, rest) = Header::read(datagram)?;
        let malformed = Malformed::Message { kind: header.kind, id: header.id };
        let (options, payload) = EncodedOptions::decode(rest).map_err(|_| malformed)?;
        Ok(Self { header, options: options.into_iter().collect(), payload })
    }

    /// Reads the header of a datagram as a message without options and payload.
    pub(crate) fn read_header(datagram: &'d [u8]) -> Result<Self, Malformed> {
        Ok(Self { header: Header::read(datagram)?.0, options: Vec::new(), payload: b"" })
    }

    /// The type.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.header.kind
    }

    /// The code: a method, a response code, or 0 for an empty message.
    #[must_use]
    pub const fn code(&self) -> u8 {
        self.header.code
    }

    /// The message ID.
    #[must_use]
    pub const fn id(&self) -> u16 {
        self.header.id
    }

    /// The token.
    #[must_use]
    pub const fn token(&self) -> Token {
        self.header.token
    }

    /// The number and value of each option, in ascending order of the numbers.
    #[must_use]
    pub fn options(&self) -> &[(u16, &'d [u8])] {
        &self.options
    }

    /// The payload, which may be empty.
    #[must_use]
    pub const fn payload(&self) -> &'d [u8] {
        self.payload
    }
}

/// The error in a datagram that is not a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// The datagram is too short for a header, or has another version than 1. Receivers ignore it.
    NoMessage,
    /// The datagram breaks a rule after its header. Receivers reject it.
    Message {
        /// The type in the header.
        kind: Kind,
        /// The message ID in the header.
        id: u16,
    },
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoMessage => "the datagram has no header of CoAP version 1",
            Self::Message { .. } => "the datagram is malformed after its header",
        })
    }
}

impl std::error::Error for Malformed {}

/// The parts of a message that pass from hop to hop: code, options and payload. Each hop has a header of its own.
#[derive(Clone, Debug)]
pub(crate) struct Body<'a> {
    code: u8,
    options: Vec<(u16, Cow<'a, [u8]>)>,
    payload: Cow<'a, [u8]>,
}

impl<'a> Body<'a> {
    pub(crate) fn new(code: u8, payload: impl Into<Cow<'a, [u8]>>) -> Self {
        Self { code, options: Vec::new(), payload: payload.into() }
    }

    /// Adds an option, after those with the same number.
    pub(crate) fn push(&mut self, number: u16, value: impl Into<Cow<'a, [u8]>>) {
        self.options.push((number, value.into()));
    }

    /// Writes the datagram with this type, message ID and token.
    pub(crate) fn write(&mut self, (kind, id, token): (Kind, u16, Token)) -> Answer {
        let mut datagram = header(kind, token.as_bytes().len() as u8, self.code, id);
        datagram.extend_from_slice(token.as_bytes());
        let start = datagram.len();
        let values =
            self.options.iter().map(|(_, value)| value.len().saturating_add(OptionHead::MAX_LEN));
        let room = values.fold(self.payload.len().saturating_add(1), usize::saturating_add);
        datagram.resize(start.saturating_add(room), 0);
        // The writer moves bytes for an option that is out of order. In order, many options take linear time. The sort
        // is stable, so options with the same number keep their order.
        self.options.sort_by_key(|&(number, _)| number);
        let mut options = OptionWriter::new(datagram.get_mut(start..).unwrap_or_default());
        for (number, value) in &self.options {
            let added = options.add(*number, value);
            // INVARIANT of `Gateway`: no value is longer than a datagram, so the writer has a head for every option.
            debug_assert!(added.is_ok());
        }
        // There is room for the payload.
        let written = options.finish_with_payload(&self.payload).map_or(0, <[u8]>::len);
        datagram.truncate(start.saturating_add(written));
        Answer { datagram, code: self.code, payload_len: self.payload.len() }
    }
}

/// A written datagram, and what the log says of it.
pub(crate) struct Answer {
    pub(crate) datagram: Vec<u8>,
    pub(crate) code: u8,
    pub(crate) payload_len: usize,
}

/// Returns an empty message: an acknowledgement or a reset.
pub(crate) fn empty(kind: Kind, id: u16) -> Vec<u8> {
    header(kind, 0, code::EMPTY, id)
}

fn header(kind: Kind, token_len: u8, code: u8, id: u16) -> Vec<u8> {
    let [high, low] = id.to_be_bytes();
    let mut datagram = Vec::with_capacity(HEADER.saturating_mul(16));
    datagram.extend_from_slice(&[0x40 | (kind as u8) << 4 | token_len, code, high, low]);
    datagram
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn malformed(datagram: &[u8]) -> bool {
        matches!(Message::read(datagram), Err(Malformed::Message { .. }))
    }

    #[test]
    fn tokens_have_at_most_eight_bytes() {
        for len in 0..=15 {
            let datagram = [&[0x40 | len, 1, 0, 1][..], &[b't'; 15]].concat();
            // The bytes after the token are options: `t` is delta 7, length 4.
            assert_eq!(malformed(&datagram[..4 + usize::from(len)]), len > 8, "{len}");
        }
        assert!(malformed(b"\x42\x01\x00\x01t"));
        assert_eq!(Token::new(&[0; 9]), None);
    }

    #[test]
    fn empty_messages_are_four_bytes() {
        assert_eq!(empty(Kind::Reset, 0x1234), b"\x70\x00\x12\x34");
        assert_eq!(empty(Kind::Acknowledgement, 1), b"\x60\x00\x00\x01");
    }

    proptest! {
        #[test]
        fn written_messages_are_read_back(
            code in 1_u8..,
            id: u16,
            token in vec(any::<u8>(), 0..=8),
            options in vec((any::<u16>(), vec(any::<u8>(), 0..300)), 0..10),
            payload in vec(any::<u8>(), 0..20),
        ) {
            let token = Token::new(&token).unwrap();
            let mut body = Body::new(code, &payload[..]);
            options.iter().for_each(|(number, value)| body.push(*number, &value[..]));
            let datagram = body.write((Kind::Confirmable, id, token)).datagram;
            let message = Message::read(&datagram).unwrap();
            let mut sorted: Vec<_> = options.iter().map(|(number, value)| (*number, &value[..])).collect();
            sorted.sort_by_key(|option| option.0);
            prop_assert_eq!(message.options(), sorted);
            prop_assert_eq!((message.code(), message.id(), message.token()), (code, id, token));
            prop_assert_eq!(message.payload(), payload);
        }
    }
}
