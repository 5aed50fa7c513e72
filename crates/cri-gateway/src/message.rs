//! Messages in datagrams (RFC 7252 section 3): checked once, then borrowed.
//!
//! `cri-coap` reads and checks what follows the token. This module checks the rest: the header, and empty messages with
//! more than a header.

use std::fmt;

use coap_numbers::code;
use cri_coap::EncodedOptions;

/// The length in bytes of what precedes the token.
pub(crate) const HEADER: usize = 4;

/// The type of a message (RFC 7252 section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The sender repeats the message until it is acknowledged.
    Confirmable,
    /// The sender sends the message once.
    NonConfirmable,
    /// The receiver has a confirmable message. The response may come in the same message.
    Acknowledgement,
    /// The receiver rejects a message.
    Reset,
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

    pub(crate) const fn bits(self) -> u8 {
        match self {
            Self::Confirmable => 0,
            Self::NonConfirmable => 1,
            Self::Acknowledgement => 2,
            Self::Reset => 3,
        }
    }
}

/// A token of 0 to 8 bytes, which matches a response to its request (RFC 7252 section 5.3.1).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
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

impl From<[u8; 8]> for Token {
    fn from(bytes: [u8; 8]) -> Self {
        Self { bytes, len: 8 }
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
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
        Ok(Self { header, options: options.iter().collect(), payload })
    }

    pub(crate) const fn header(&self) -> Header {
        self.header
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

#[cfg(test)]
mod tests {
    use cri_coap::OptionHead;

    use super::*;

    fn malformed(datagram: &[u8]) -> bool {
        matches!(Message::read(datagram), Err(Malformed::Message { .. }))
    }

    #[test]
    fn short_datagrams_and_other_versions_are_not_messages() {
        for datagram in [
            &b""[..],
            b"\x40",
            b"\x40\x01\x00",
            b"\x00\x01\x00\x01",
            b"\x80\x01\x00\x01",
            b"\xc0\x01\x00\x01",
        ] {
            assert_eq!(Message::read(datagram), Err(Malformed::NoMessage));
        }
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
    fn options_are_whole_and_in_range() {
        for rest in [
            &b"\xf1a"[..],       // delta 15
            b"\x1fa",            // length 15
            b"\x12a",            // a value cut off
            b"\xd0",             // a delta cut off
            b"\xe0\x00",         // a delta of two bytes cut off
            b"\x0d",             // a length cut off
            b"\x0e\x00",         // a length of two bytes cut off
            b"\x0e\xff\xff",     // a length of 65,804
            b"\xe0\xff\xff",     // a number of 65,804
            b"\xe0\xfe\xf2\x10", // a number of 65,535, then one more
            b"\xb1a\xff",        // a marker, and no payload
        ] {
            assert!(malformed(&[b"\x40\x01\x00\x01", rest].concat()), "{rest:?}");
        }
        let last = Message::read(b"\x40\x01\x00\x01\xe0\xfe\xf2").unwrap();
        assert_eq!(last.options(), [(65535, &b""[..])]);
        for len in [0, 12, 13, 255, 256, 268, 269, 1024, 60000, 65535_usize] {
            let value = vec![b'v'; len];
            let head = OptionHead::new(3, len).unwrap();
            let datagram = [b"\x40\x01\x00\x01", head.as_bytes(), &value].concat();
            assert_eq!(Message::read(&datagram).unwrap().options(), [(3, &value[..])]);
        }
    }

    #[test]
    fn empty_messages_are_empty() {
        assert!(Message::read(b"\x40\x00\x00\x01").is_ok());
        assert!(malformed(b"\x41\x00\x00\x01t"));
        assert!(malformed(b"\x40\x00\x00\x01\xb1a"));
        assert!(malformed(b"\x70\x00\x00\x01\xffp"));
    }
}
