//! CoAP messages. `coap-lite` reads and writes them, so no code of the project checks itself.

use std::fmt;

use coap_lite::Packet;
pub(crate) use cri_testvectors::to_hex as hex;

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
    pub(crate) fn of(packet: &Packet) -> Self {
        let options = packet
            .options()
            .flat_map(|(number, values)| values.iter().map(|value| (*number, value.clone())));
        Self(options.collect())
    }

    /// Reads options that no payload follows.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let packet = Packet::from_bytes(&[b"\x40\x01\0\0", bytes].concat()).ok()?;
        packet.payload.is_empty().then(|| Self::of(&packet))
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
