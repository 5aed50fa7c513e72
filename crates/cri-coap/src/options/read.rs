//! The options of a received message: checked once, then borrowed.

use core::fmt;

use crate::options::error::{OptionReadError, OptionReadErrorKind};
use crate::options::head::{self, PAYLOAD_MARKER};
use crate::options::numbers::{PROXY_CRI, PROXY_URI};

/// The options of a message, checked as a whole, borrowed and still encoded.
///
/// [`compose`](crate::compose()), [`origin`](crate::origin()) and the other functions that take options take them as
/// they are.
///
/// ```
/// use cri_coap::{EncodedOptions, Endpoint, Transport, compose};
/// use cri_core::{ArrayBuffer, Revision};
///
/// // After the token: Uri-Path "temperature", a payload marker, and a payload.
/// let (options, payload) = EncodedOptions::decode(b"\xbbtemperature\xff22.3 C")?;
/// assert!(options.into_iter().eq([(11, &b"temperature"[..])]));
/// assert_eq!(payload, b"22.3 C");
///
/// let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
/// let cri = compose(options, &endpoint, Revision::Draft16, ArrayBuffer::<64>::new())?;
/// assert_eq!(format!("{cri:?}"), r#"[-1, [h'C0000201'], ["temperature"]]"#);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct EncodedOptions<'a> {
    /// INVARIANT: whole options, with numbers of at most `u16::MAX`.
    bytes: &'a [u8],
}

impl<'a> EncodedOptions<'a> {
    /// The options that an [`OptionWriter`](crate::OptionWriter) has written.
    #[cfg(feature = "coap-message")]
    pub(crate) const fn of_written(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// Reads the options in `bytes`, which are what follows the token of a message. Returns the options and the payload,
    /// which is empty if there is none.
    ///
    /// The function checks the layout of the options, and none of their values.
    ///
    /// # Errors
    ///
    /// Any [`OptionReadErrorKind`]. Each is a message format error (RFC 7252 section 3.1), so a receiver rejects the
    /// message.
    pub fn decode(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), OptionReadError> {
        let mut pairs = OptionPairs::new(bytes);
        loop {
            let rest = pairs.rest;
            let offset = bytes.len().wrapping_sub(rest.len());
            let error = |kind| OptionReadError::new(kind, offset);
            if let [] | [PAYLOAD_MARKER, ..] = rest {
                let payload = match rest {
                    [_] => return Err(error(OptionReadErrorKind::EmptyPayload)),
                    [_, payload @ ..] => payload,
                    [] => &[],
                };
                return Ok((Self { bytes: bytes.get(..offset).unwrap_or_default() }, payload));
            }
            pairs.read().map_err(error)?;
        }
    }
}

/// The number and the value of each option, in ascending order of the numbers.
impl<'a> IntoIterator for EncodedOptions<'a> {
    type Item = (u16, &'a [u8]);
    type IntoIter = OptionPairs<'a>;

    fn into_iter(self) -> OptionPairs<'a> {
        OptionPairs::new(self.bytes)
    }
}

/// Shows what the iterator of the options does.
impl fmt::Debug for EncodedOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.into_iter().fmt(f)
    }
}

/// The number and the value of each option of an [`EncodedOptions`], in ascending order of the numbers.
#[derive(Clone)]
pub struct OptionPairs<'a> {
    rest: &'a [u8],
    /// The number of the last option that was read, or 0.
    number: u16,
}

impl<'a> OptionPairs<'a> {
    /// The options in `bytes`. INVARIANT of callers: whole options, with numbers of at most `u16::MAX`.
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, number: 0 }
    }

    /// The bytes that are still to be read.
    pub(super) const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Reads one option. After an error, the position is as before.
    fn read(&mut self) -> Result<(u16, &'a [u8]), OptionReadErrorKind> {
        let (&first, rest) = self.rest.split_first().ok_or(OptionReadErrorKind::TruncatedHead)?;
        let (delta, len, rest) = head::read(first, rest)?;
        let (value, rest) =
            rest.split_at_checked(len).ok_or(OptionReadErrorKind::TruncatedValue)?;
        let number = u16::try_from(delta).ok().and_then(|delta| self.number.checked_add(delta));
        self.number = number.ok_or(OptionReadErrorKind::NumberTooLarge)?;
        self.rest = rest;
        Ok((self.number, value))
    }
}

/// Shows the numbers and values that are left. Of Proxy-Uri and Proxy-Cri it shows only the length in bytes, since they
/// may hold a password.
impl fmt::Debug for OptionPairs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone().map(|(number, value)| Shown { number, value })).finish()
    }
}

/// An option as `Debug` shows it.
struct Shown<'a> {
    number: u16,
    value: &'a [u8],
}

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            PROXY_URI | PROXY_CRI => write!(f, "({}, {} bytes)", self.number, self.value.len()),
            number => write!(f, "({number}, \"{}\")", self.value.escape_ascii()),
        }
    }
}

impl<'a> Iterator for OptionPairs<'a> {
    type Item = (u16, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let option = self.read();
        // INVARIANT of `EncodedOptions`: only whole options are left.
        debug_assert!(option.is_ok() || self.rest.is_empty());
        option.ok()
    }
}
