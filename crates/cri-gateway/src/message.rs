//! Messages as they stand in datagrams (RFC 7252 section 3): read once and checked, then borrowed.
//!
//! `coap-message-implementations` reads the options: it borrows, and stops at the first that is cut off, reserved or
//! beyond 65,535. What it does not see is here: the header, a payload marker without a payload, and empty messages
//! that are not empty. (`coap-lite` 0.13 sees none of these, makes a list node and an allocation of each option, and
//! truncates lengths when it writes.)

use std::fmt;

use coap_message_implementations::option_iteration::{OptItem, OptPayloadReader};
use coap_numbers::code;

/// The bytes in front of the token.
pub(crate) const HEADER: usize = 4;

/// The type of a message (RFC 7252 section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// To be acknowledged, and sent again until it is.
    Confirmable,
    /// Sent once.
    NonConfirmable,
    /// What a confirmable message is answered with, possibly together with the response.
    Acknowledgement,
    /// What a message is rejected with.
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

    pub(crate) const fn bits(self) -> u8 {
        match self {
            Self::Confirmable => 0,
            Self::NonConfirmable => 1,
            Self::Acknowledgement => 2,
            Self::Reset => 3,
        }
    }
}

/// A token: 0 to 8 bytes, by which a response finds its request (RFC 7252 section 5.3.1).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Token {
    /// INVARIANT: zero behind `len`.
    bytes: [u8; 8],
    /// INVARIANT: at most 8.
    len: u8,
}

impl Token {
    /// The token of these bytes; `None` for more than 8.
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

/// What a message begins with: type, code, message ID and token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) kind: Kind,
    pub(crate) code: u8,
    pub(crate) id: u16,
    pub(crate) token: Token,
}

impl Header {
    /// The header of a datagram, and what is behind it.
    pub(crate) fn read(datagram: &[u8]) -> Result<(Self, &[u8]), Malformed> {
        let Some((&[first, code, high, low], rest)) = datagram.split_first_chunk() else {
            return Err(Malformed::NoMessage);
        };
        // RFC 7252 section 3: other versions are ignored without a word.
        if first >> 6 != 1 {
            return Err(Malformed::NoMessage);
        }
        let (kind, id) = (Kind::from_bits(first >> 4), u16::from_be_bytes([high, low]));
        let malformed = Malformed::Message { kind, id };
        let (token, rest) = rest.split_at_checked(usize::from(first & 15)).ok_or(malformed)?;
        // Lengths from 9 on are reserved.
        let token = Token::new(token).ok_or(malformed)?;
        // RFC 7252 section 4.1: an empty message is its header alone.
        if code == code::EMPTY && datagram.len() > HEADER {
            return Err(malformed);
        }
        Ok((Self { kind, code, id, token }, rest))
    }
}

/// A message: its header, options and payload, borrowed from a datagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message<'d> {
    header: Header,
    options: Vec<(u16, &'d [u8])>,
    payload: &'d [u8],
}

impl<'d> Message<'d> {
    /// The message that a datagram is.
    ///
    /// ```
    /// use cri_gateway::{Kind, Malformed, Message};
    ///
    /// let message = Message::read(b"\x51\x45\x00\x01t\xc0\xff21.5")?;
    /// assert_eq!((message.kind(), message.code(), message.id()), (Kind::NonConfirmable, 0x45, 1));
    /// assert_eq!((message.token().as_bytes(), message.options()), (&b"t"[..], &[(12, &b""[..])][..]));
    /// assert_eq!(message.payload(), b"21.5");
    /// // A marker, and no payload behind it.
    /// let malformed = Malformed::Message { kind: Kind::Confirmable, id: 1 };
    /// assert_eq!(Message::read(b"\x40\x45\x00\x01\xff"), Err(malformed));
    /// # Ok::<(), Malformed>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Where it is none, or breaks a rule of RFC 7252 section 3.
    pub fn read(datagram: &'d [u8]) -> Result<Self, Malformed> {
        let (header, rest) = Header::read(datagram)?;
        let malformed = Malformed::Message { kind: header.kind, id: header.id };
        let mut message = Self { header, options: Vec::new(), payload: &[] };
        for item in OptPayloadReader::new(rest) {
            match item {
                OptItem::Option { number, data } => message.options.push((number, data)),
                OptItem::Payload(payload) if !payload.is_empty() => message.payload = payload,
                OptItem::Payload(_) | OptItem::Error(_) => return Err(malformed),
            }
        }
        Ok(message)
    }

    pub(crate) const fn header(&self) -> Header {
        self.header
    }

    /// The type.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.header.kind
    }

    /// The code: a method, a response code, or 0.
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

    /// Number and value of each option, in ascending order of the numbers.
    #[must_use]
    pub fn options(&self) -> &[(u16, &'d [u8])] {
        &self.options
    }

    /// The payload; empty where there is none.
    #[must_use]
    pub const fn payload(&self) -> &'d [u8] {
        self.payload
    }
}

/// Why a datagram is no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// It is too short for a header, or of another version than 1: to be ignored.
    NoMessage,
    /// It has a header, and breaks a rule behind it: to be rejected.
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
            Self::NoMessage => "expected a message of version 1, found other bytes",
            Self::Message { .. } => "expected a token, options and a payload, found other bytes",
        })
    }
}

impl std::error::Error for Malformed {}

#[cfg(test)]
mod tests {
    use super::*;

    fn malformed(datagram: &[u8]) -> bool {
        matches!(Message::read(datagram), Err(Malformed::Message { .. }))
    }

    #[test]
    fn what_is_too_short_or_of_another_version_is_no_message() {
        for datagram in
            [&b""[..], b"\x40", b"\x40\x01\x00", b"\x00\x01\x00\x01", b"\x80\x01\x00\x01", b"\xc0\x01\x00\x01"]
        {
            assert_eq!(Message::read(datagram), Err(Malformed::NoMessage));
        }
    }

    #[test]
    fn tokens_have_at_most_eight_bytes() {
        for len in 0..=15 {
            let datagram = [&[0x40 | len, 1, 0, 1][..], &[b't'; 15]].concat();
            // What is behind the token are options `t`: delta 7, length 4.
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
            b"\xe0\x00",         // the same of two bytes
            b"\x0d",             // a length cut off
            b"\x0e\x00",         // the same of two bytes
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
            let head = coap_message_implementations::option_extension::encode_extensions(3, len as u16);
            let datagram = [b"\x40\x01\x00\x01", head.as_ref(), &value].concat();
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
