//! CoAP messages over UDP (RFC 7252 section 3). The tests read and write them here, so no code of the project checks
//! itself.

use std::fmt;

pub(crate) use cri_testvectors::to_hex as hex;

/// A message without its payload.
#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) kind: u8,
    pub(crate) code: u8,
    pub(crate) id: [u8; 2],
    pub(crate) token: Vec<u8>,
    pub(crate) options: Options,
}

/// The types of messages.
pub(crate) const CONFIRMABLE: u8 = 0;
pub(crate) const ACKNOWLEDGEMENT: u8 = 2;

/// The code of a GET.
pub(crate) const GET: u8 = 0x01;

impl Message {
    /// Reads a datagram. Returns `None` if it is not a message.
    pub(crate) fn read(datagram: &[u8]) -> Option<Self> {
        let (&[first, code, high, low], rest) = datagram.split_first_chunk::<4>()?;
        let (token, rest) = rest.split_at_checked(usize::from(first & 0x0f))?;
        let (options, _) = Options::read(rest)?;
        let kind = first >> 4 & 3;
        (first >> 6 == 1).then(|| Self {
            kind,
            code,
            id: [high, low],
            token: token.to_vec(),
            options,
        })
    }

    /// The datagram of a message without options and payload.
    pub(crate) fn bare(kind: u8, code: u8, id: [u8; 2], token: &[u8]) -> Vec<u8> {
        let first = 1 << 6 | kind << 4 | token.len() as u8;
        [&[first, code, id[0], id[1]], token].concat()
    }
}

/// A message over TCP without options and payload (RFC 8323 section 3.2).
pub(crate) fn frame(code: u8, token: &[u8]) -> Vec<u8> {
    [&[token.len() as u8, code], token].concat()
}

/// Numbers of options.
pub(crate) const URI_HOST: u16 = 3;
pub(crate) const URI_PORT: u16 = 7;
pub(crate) const URI_PATH: u16 = 11;
pub(crate) const URI_QUERY: u16 = 15;
pub(crate) const HOP_LIMIT: u16 = 16;
pub(crate) const PROXY_URI: u16 = 35;
pub(crate) const PROXY_SCHEME: u16 = 39;
pub(crate) const PROXY_CRI: u16 = 235;
pub(crate) const PROXY_SCHEME_NUMBER: u16 = 239;

/// The options of a message: numbers and values, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Options(pub(crate) Vec<(u16, Vec<u8>)>);

impl Options {
    /// Reads options and the payload that follows them.
    pub(crate) fn read(mut bytes: &[u8]) -> Option<(Self, Vec<u8>)> {
        let mut options = Vec::new();
        let mut number = 0_u16;
        while let Some((&first, rest)) = bytes.split_first() {
            if first == 0xff {
                return (!rest.is_empty()).then(|| (Self(options), rest.to_vec()));
            }
            let (delta, rest) = nibble(first >> 4, rest)?;
            let (len, rest) = nibble(first & 0x0f, rest)?;
            let (value, rest) = rest.split_at_checked(len.into())?;
            number = number.checked_add(delta)?;
            options.push((number, value.to_vec()));
            bytes = rest;
        }
        Some((Self(options), Vec::new()))
    }

    /// Returns the options with one more at the end.
    pub(crate) fn and(mut self, number: u16, value: &[u8]) -> Self {
        self.0.push((number, value.to_vec()));
        self
    }

    /// Returns the options without those with this number.
    pub(crate) fn without(mut self, number: u16) -> Self {
        self.0.retain(|(given, _)| *given != number);
        self
    }
}

/// Reads a delta or length, and returns it with the bytes after its extension.
fn nibble(nibble: u8, rest: &[u8]) -> Option<(u16, &[u8])> {
    match nibble {
        13 => rest.split_first().map(|(&byte, rest)| (u16::from(byte) + 13, rest)),
        14 => {
            let (&extension, rest) = rest.split_first_chunk::<2>()?;
            Some((u16::from_be_bytes(extension).checked_add(269)?, rest))
        }
        15 => None,
        _ => Some((nibble.into(), rest)),
    }
}

/// Shows `Uri-Port: 61616, Uri-Path: a`, or `no options`.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("no options");
        }
        for (index, (number, value)) in self.0.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { ", " })?;
            match number {
                &URI_HOST => f.write_str("Uri-Host: ")?,
                &URI_PORT => {
                    let port = value.iter().fold(0_u64, |port, &byte| port << 8 | u64::from(byte));
                    write!(f, "Uri-Port: {port}")?;
                    continue;
                }
                &URI_PATH => f.write_str("Uri-Path: ")?,
                &URI_QUERY => f.write_str("Uri-Query: ")?,
                number => write!(f, "{number}: ")?,
            }
            match std::str::from_utf8(value) {
                Ok("") => f.write_str("(empty)")?,
                Ok(text) => f.write_str(text)?,
                Err(_) => f.write_str(&hex(value))?,
            }
        }
        Ok(())
    }
}

/// The bytes of hex digits.
pub(crate) fn from_hex(digits: &str) -> Vec<u8> {
    cri_testvectors::from_hex(digits).expect("hex digits")
}
