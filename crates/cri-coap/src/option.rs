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

/// Uri-Host: 1 to 255 bytes of text (RFC 7252 section 5.10.1).
pub const URI_HOST: u16 = 3;
/// Uri-Port: an unsigned integer of up to 2 bytes (RFC 7252 section 5.10.1).
pub const URI_PORT: u16 = 7;
/// Location-Path: up to 255 bytes of text, repeatable (RFC 7252 section 5.10.7).
pub const LOCATION_PATH: u16 = 8;
/// Uri-Path: up to 255 bytes of text, repeatable (RFC 7252 section 5.10.1).
pub const URI_PATH: u16 = 11;
/// Uri-Query: up to 255 bytes of text, repeatable (RFC 7252 section 5.10.1).
pub const URI_QUERY: u16 = 15;
/// Location-Query: up to 255 bytes of text, repeatable (RFC 7252 section 5.10.7).
pub const LOCATION_QUERY: u16 = 20;
/// Proxy-Uri: 1 to 1034 bytes of text (RFC 7252 section 5.10.2).
pub const PROXY_URI: u16 = 35;
/// Proxy-Scheme: 1 to 255 bytes of text (RFC 7252 section 5.10.2).
pub const PROXY_SCHEME: u16 = 39;
/// Proxy-Cri: one CRI, of 1 to [`MAX_PROXY_CRI`] bytes (section 8.2.1). IANA has assigned the number.
pub const PROXY_CRI: u16 = 235;
/// Proxy-Scheme-Number: an unsigned integer of up to 3 bytes (section 8.2.2). IANA has assigned the number.
pub const PROXY_SCHEME_NUMBER: u16 = 239;

/// The longest value in bytes that any option in a message can have (RFC 7252 section 3.1): 269 + 65,535.
pub const MAX_VALUE: usize = 65_804;
/// The longest text in bytes of Uri-Host, Uri-Path, Uri-Query, Location-Path and Location-Query.
pub const MAX_TEXT: usize = 255;
/// The longest URI in bytes that Proxy-Uri carries.
pub const MAX_PROXY_URI: usize = 1034;
/// The longest scheme name in bytes that Proxy-Scheme carries.
pub const MAX_PROXY_SCHEME: usize = 255;
/// The longest CRI in bytes that Proxy-Cri carries.
pub const MAX_PROXY_CRI: usize = 1023;
/// The largest scheme number that Proxy-Scheme-Number carries.
pub const MAX_PROXY_SCHEME_NUMBER: u64 = 0xff_ffff;

/// The name of an option in this module, as RFC 7252 and the draft write it.
///
/// ```
/// use cri_coap::option;
///
/// assert_eq!(option::name(option::PROXY_CRI), Some("Proxy-Cri"));
/// assert_eq!(option::name(12), None);
/// ```
#[must_use]
pub const fn name(number: u16) -> Option<&'static str> {
    Some(match number {
        URI_HOST => "Uri-Host",
        URI_PORT => "Uri-Port",
        LOCATION_PATH => "Location-Path",
        URI_PATH => "Uri-Path",
        URI_QUERY => "Uri-Query",
        LOCATION_QUERY => "Location-Query",
        PROXY_URI => "Proxy-Uri",
        PROXY_SCHEME => "Proxy-Scheme",
        PROXY_CRI => "Proxy-Cri",
        PROXY_SCHEME_NUMBER => "Proxy-Scheme-Number",
        _ => return None,
    })
}

/// The name of any registered option, such as `Content-Format` (feature `coap-numbers`).
///
/// ```
/// use cri_coap::option;
///
/// assert_eq!(option::registered_name(12), Some("Content-Format"));
/// assert_eq!(option::registered_name(option::PROXY_CRI), Some("Proxy-Cri"));
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
/// assert_eq!(Uint::new(61616).as_bytes(), [0xf0, 0xb0]);
/// assert_eq!(Uint::read(&[0xf0, 0xb0], 2), Some(61616));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uint {
    bytes: [u8; 8],
    /// INVARIANT: at most 8.
    zeros: u8,
}

impl Uint {
    /// The option's value for this number.
    #[must_use]
    pub const fn new(value: u64) -> Self {
        // At most 64 bits are zero, so at most 8 bytes are.
        Self { bytes: value.to_be_bytes(), zeros: (value.leading_zeros() / 8) as u8 }
    }

    /// The number.
    #[must_use]
    pub const fn value(&self) -> u64 {
        u64::from_be_bytes(self.bytes)
    }

    /// The value's bytes, from none to eight.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(usize::from(self.zeros)..).unwrap_or_default()
    }

    /// Reads the number in an option's value, which may have leading zeros (RFC 7252 section 3.2).
    ///
    /// Returns `None` for a value of more than `max_len` bytes, or a number above `u64::MAX`.
    ///
    /// ```
    /// use cri_coap::option::Uint;
    ///
    /// assert_eq!(Uint::read(&[0, 60], 2), Some(60));
    /// assert_eq!(Uint::read(&[0, 0, 60], 2), None);
    /// ```
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
