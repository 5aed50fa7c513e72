//! Numbers, names and lengths of the options that identify a resource.
//!
//! The crate `coap-numbers` has the numbers of other options, such as Content-Format. [`Uint::read`] reads their integers:
//!
//! ```
//! use cri_coap::EncodedOptions;
//! use cri_coap::option::Uint;
//!
//! const CONTENT_FORMAT: u16 = 12; // RFC 7252 section 5.10.3
//!
//! let (options, payload) = EncodedOptions::decode(b"\xc1\x3c\xff\xa0")?;
//! let format = options.into_iter().find(|&(number, _)| number == CONTENT_FORMAT).and_then(|(_, value)| Uint::read(value, 2));
//! assert_eq!((format, payload), (Some(60), &b"\xa0"[..])); // application/cbor
//! # Ok::<(), cri_coap::OptionReadError>(())
//! ```

use core::fmt;

/// Defines the options: number, name, and the shortest and the longest value in bytes.
macro_rules! options {
    ($($(#[$about:meta])* $NUMBER:ident = $number:literal, $name:literal, $min:literal to $max:expr;)*) => {
        $($(#[$about])* pub const $NUMBER: u16 = $number;)*

        /// The name of an option in this module, as RFC 7252 and the draft write it.
        #[must_use]
        pub const fn name(number: u16) -> Option<&'static str> {
            match number {
                $($NUMBER => Some($name),)*
                _ => None,
            }
        }

        /// The lengths in bytes that the value of an option may have.
        pub(crate) const fn lengths(number: u16) -> Lengths {
            match number {
                $($NUMBER => Lengths { min: $min, max: $max },)*
                _ => Lengths { min: 0, max: MAX_VALUE },
            }
        }
    };
}

options! {
    /// Uri-Host: text (RFC 7252 section 5.10.1).
    URI_HOST = 3, "Uri-Host", 1 to MAX_TEXT;
    /// Uri-Port: an unsigned integer (RFC 7252 section 5.10.1).
    URI_PORT = 7, "Uri-Port", 0 to 2;
    /// Location-Path: text, repeatable (RFC 7252 section 5.10.7).
    LOCATION_PATH = 8, "Location-Path", 0 to MAX_TEXT;
    /// Uri-Path: text, repeatable (RFC 7252 section 5.10.1).
    URI_PATH = 11, "Uri-Path", 0 to MAX_TEXT;
    /// Uri-Query: text, repeatable (RFC 7252 section 5.10.1).
    URI_QUERY = 15, "Uri-Query", 0 to MAX_TEXT;
    /// Location-Query: text, repeatable (RFC 7252 section 5.10.7).
    LOCATION_QUERY = 20, "Location-Query", 0 to MAX_TEXT;
    /// Proxy-Uri: text (RFC 7252 section 5.10.2).
    PROXY_URI = 35, "Proxy-Uri", 1 to MAX_PROXY_URI;
    /// Proxy-Scheme: text (RFC 7252 section 5.10.2).
    PROXY_SCHEME = 39, "Proxy-Scheme", 1 to 255;
    /// Proxy-Cri: one CRI of at most 1023 bytes (section 8.2.1). IANA has assigned the number.
    PROXY_CRI = 235, "Proxy-Cri", 1 to 1023;
    /// Proxy-Scheme-Number: an unsigned integer of up to 3 bytes (section 8.2.2). IANA has assigned the number.
    PROXY_SCHEME_NUMBER = 239, "Proxy-Scheme-Number", 0 to 3;
}

// Options that identify no resource, with the documents that define them. RFC 7252:
pub(super) const IF_MATCH: u16 = 1;
const ETAG: u16 = 4;
pub(super) const IF_NONE_MATCH: u16 = 5;
const CONTENT_FORMAT: u16 = 12;
const MAX_AGE: u16 = 14;
pub(super) const ACCEPT: u16 = 17;
const SIZE1: u16 = 60;
// RFC 7641:
const OBSERVE: u16 = 6;
// RFC 7959:
pub(super) const BLOCK2: u16 = 23;
pub(super) const BLOCK1: u16 = 27;
const SIZE2: u16 = 28;
// RFC 7967:
const NO_RESPONSE: u16 = 258;
// RFC 8613:
const OSCORE: u16 = 9;
// RFC 8768:
const HOP_LIMIT: u16 = 16;
// RFC 9175:
const ECHO: u16 = 252;
const REQUEST_TAG: u16 = 292;
// RFC 9177:
const Q_BLOCK1: u16 = 19;
const Q_BLOCK2: u16 = 31;

/// The longest value in bytes that any option in a message can have (RFC 7252 section 3.1): 269 + 65,535.
pub const MAX_VALUE: usize = 65_804;
/// The longest text in bytes of Uri-Host, Uri-Path, Uri-Query, Location-Path and Location-Query.
pub const MAX_TEXT: usize = 255;
/// The longest value in bytes of Proxy-Uri, which is the longest of all options here.
pub const MAX_PROXY_URI: usize = 1034;

/// The lengths in bytes that a value may have.
pub(crate) struct Lengths {
    min: usize,
    max: usize,
}

impl Lengths {
    pub(crate) const fn contain(&self, len: usize) -> bool {
        self.min <= len && len <= self.max
    }
}

impl fmt::Display for Lengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.min {
            0 => write!(f, "at most {} bytes", self.max),
            min => write!(f, "{min} to {} bytes", self.max),
        }
    }
}

/// The name of an option, or its number.
pub(crate) struct Name(pub(crate) u16);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match name(self.0) {
            Some(name) => f.write_str(name),
            None => write!(f, "option {}", self.0),
        }
    }
}

/// The format of an option's values (RFC 7252 section 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Text in UTF-8.
    String,
    /// An unsigned integer: see [`Uint`].
    Uint,
    /// Bytes, or no value at all.
    Opaque,
}

/// The format of an option's values, or `None` for an option that neither the draft nor one of these documents defines: RFC
/// 7252, 7641, 7959, 7967, 8613, 8768, 9175 and 9177.
///
/// ```
/// use cri_coap::option::{self, Format};
///
/// assert_eq!(option::format(option::URI_PORT), Some(Format::Uint));
/// assert_eq!(option::format(option::URI_PATH), Some(Format::String));
/// ```
#[must_use]
pub const fn format(number: u16) -> Option<Format> {
    Some(match number {
        URI_HOST | LOCATION_PATH | URI_PATH | URI_QUERY | LOCATION_QUERY | PROXY_URI
        | PROXY_SCHEME => Format::String,
        URI_PORT | PROXY_SCHEME_NUMBER | OBSERVE | CONTENT_FORMAT | MAX_AGE | HOP_LIMIT
        | ACCEPT | Q_BLOCK1 | BLOCK2 | BLOCK1 | SIZE2 | Q_BLOCK2 | SIZE1 | NO_RESPONSE => {
            Format::Uint
        }
        PROXY_CRI | IF_MATCH | ETAG | IF_NONE_MATCH | OSCORE | ECHO | REQUEST_TAG => Format::Opaque,
        _ => return None,
    })
}

/// The name of any registered option, such as `Content-Format` (feature `coap-numbers`).
///
/// ```
/// use cri_coap::option;
///
/// assert_eq!(option::registered_name(12), Some("Content-Format"));
/// ```
#[cfg(feature = "coap-numbers")]
#[must_use]
pub fn registered_name(number: u16) -> Option<&'static str> {
    // Ours comes first: the linked version of `coap-numbers` may not know every option here.
    name(number).or_else(|| coap_numbers::option::to_name(number))
}

/// An unsigned integer as an option's value: without leading zeros, and empty for 0 (RFC 7252 section 3.2).
///
/// ```
/// use cri_coap::option::Uint;
///
/// assert_eq!(cri_coap::proxy_scheme_number(12068)?.as_bytes(), [0x2f, 0x24]);
/// assert_eq!(Uint::read(&[0, 60], 2), Some(60));
/// assert_eq!(Uint::read(&[0, 0, 60], 2), None);
/// # Ok::<(), cri_coap::ProxyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uint([u8; 8]);

impl Uint {
    /// The option's value for this number.
    #[must_use]
    pub const fn new(value: u64) -> Self {
        Self(value.to_be_bytes())
    }

    /// The value's bytes, from none to eight.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        let zeros = self.0.iter().take_while(|byte| **byte == 0).count();
        self.0.get(zeros..).unwrap_or_default()
    }

    /// Reads the number in an option's value, which may have leading zeros (RFC 7252 section 3.2).
    ///
    /// Returns `None` for a value of more than `max_len` bytes, or a number above `u64::MAX`.
    #[must_use]
    pub fn read(value: &[u8], max_len: usize) -> Option<u64> {
        if value.len() > max_len {
            return None;
        }
        value
            .iter()
            .try_fold(0_u64, |number, &byte| number.checked_mul(256)?.checked_add(u64::from(byte)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // shows: D16-8.2.1-01, D16-8.2.2-01, D16-11.4-01
    #[test]
    fn the_options_of_the_draft_are_critical_and_unsafe_to_forward() {
        for number in [PROXY_CRI, PROXY_SCHEME_NUMBER] {
            // RFC 7252 section 5.4.6: bit 0 is critical, bit 1 is unsafe to forward.
            assert_eq!((number & 1, number & 2), (1, 2));
        }
        assert_eq!((PROXY_CRI, PROXY_SCHEME_NUMBER), (235, 239));
    }

    // RFC 7252 table 4, and the tables of the documents that `format` names.
    #[test]
    fn options_have_the_formats_of_their_documents() {
        for (numbers, expected) in [
            (&[3, 8, 11, 15, 20, 35, 39][..], Format::String),
            (&[6, 7, 12, 14, 16, 17, 19, 23, 27, 28, 31, 60, 239, 258], Format::Uint),
            (&[1, 4, 5, 9, 235, 252, 292], Format::Opaque),
        ] {
            for &number in numbers {
                assert_eq!(format(number), Some(expected), "{number}");
            }
        }
        assert_eq!((format(0), format(65000)), (None, None));
        for number in (0..=u16::MAX).filter(|&number| name(number).is_some()) {
            assert!(format(number).is_some(), "{number}");
        }
    }

    #[cfg(feature = "coap-numbers")]
    #[test]
    fn names_and_numbers_match_coap_numbers() {
        let named: std::vec::Vec<u16> =
            (0..=u16::MAX).filter(|&number| name(number).is_some()).collect();
        assert_eq!(named.len(), 10);
        for number in named {
            assert_eq!(coap_numbers::option::to_name(number), name(number));
        }
        assert_eq!(coap_numbers::option::PROXY_CRI, PROXY_CRI);
        assert_eq!(coap_numbers::option::PROXY_SCHEME_NUMBER, PROXY_SCHEME_NUMBER);
        assert!((0..=u16::MAX).all(|number| registered_name(number).is_some()
            == coap_numbers::option::to_name(number).is_some()));
    }

    // shows: D16-8.2.2-02
    #[test]
    fn unsigned_integers_have_no_leading_zeros() {
        for (number, bytes) in
            [(0, &b""[..]), (1, b"\x01"), (255, b"\xff"), (256, b"\x01\x00"), (12068, b"\x2f\x24")]
        {
            assert_eq!(Uint::new(number).as_bytes(), bytes);
            assert_eq!(Uint::read(bytes, 3), Some(number));
        }
        assert_eq!(Uint::read(b"\x00", 3), Some(0));
        assert_eq!(Uint::read(b"\x00\x00\x00\x00", 3), None);
        assert_eq!(Uint::new(u64::MAX).as_bytes(), [0xff; 8]);
    }
}
