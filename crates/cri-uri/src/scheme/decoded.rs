//! A part of a URI that a protocol uses decoded: as octets, of which nothing says that they are text.

use core::fmt;
use core::hash::{Hash, Hasher};

use cri_core::{Buffer, BufferFull};

use crate::text::pct::DecodedBytes;

/// A part of a URI, decoded octet by octet when it is read (RFC 1738 section 2.2).
///
/// Two are equal where their octets are. `Debug` shows the part as the URI has it, and masks a password.
///
/// ```
/// use cri_core::ArrayBuffer;
/// use cri_uri::{UriRef, scheme::Ftp};
///
/// let name = Ftp::from_uri(UriRef::parse("ftp://h/a%2Fb%FF")?)?.name();
/// assert_eq!(name.as_encoded(), "a%2Fb%FF");
/// assert!(name.bytes().eq(*b"a/b\xff"));
///
/// let mut octets = Vec::new();
/// name.write_to(&mut octets)?;
/// assert_eq!(octets, b"a/b\xff");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct Decoded<'a> {
    /// INVARIANT: behind every `%` there are two hexadecimal digits.
    encoded: &'a str,
    secret: bool,
}

impl<'a> Decoded<'a> {
    pub(crate) const fn new(encoded: &'a str) -> Self {
        Self { encoded, secret: false }
    }

    pub(crate) const fn secret(encoded: &'a str) -> Self {
        Self { encoded, secret: true }
    }

    /// The part as the URI has it, still percent-encoded.
    #[must_use]
    pub const fn as_encoded(self) -> &'a str {
        self.encoded
    }

    /// The octets.
    #[must_use]
    pub const fn bytes(self) -> DecodedBytes<'a> {
        DecodedBytes(self.encoded.as_bytes())
    }

    /// Whether there are no octets.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.encoded.is_empty()
    }

    /// Appends the octets.
    ///
    /// # Errors
    ///
    /// [`BufferFull`] where they do not fit; some of them are in the buffer then.
    pub fn write_to(self, buffer: &mut impl Buffer) -> Result<(), BufferFull> {
        self.bytes().try_for_each(|byte| buffer.push_bytes(&[byte]))
    }
}

impl PartialEq for Decoded<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes().eq(other.bytes())
    }
}

impl Eq for Decoded<'_> {}

impl PartialEq<str> for Decoded<'_> {
    fn eq(&self, other: &str) -> bool {
        self.bytes().eq(other.bytes())
    }
}

impl PartialEq<&str> for Decoded<'_> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl Hash for Decoded<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes().for_each(|byte| byte.hash(state));
        // What follows is no part of it: 0xff begins no UTF-8.
        0xff_u8.hash(state);
    }
}

impl fmt::Debug for Decoded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Only quotes are to be escaped in a part of a URI, and none has one.
        write!(f, "\"{}\"", if self.secret { "***" } else { self.encoded })
    }
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::vec::Vec;

    use cri_core::SliceBuffer;

    use super::*;

    #[test]
    fn octets_are_what_triplets_stand_for() {
        for (encoded, octets) in [
            ("", b"".as_slice()),
            ("a", b"a"),
            ("%41b%2f%2F", b"Ab//"),
            ("%00%0d%0A%7F", b"\0\r\n\x7f"),
            ("%2541", b"%41"),
            ("%FF%c3", b"\xff\xc3"),
        ] {
            let decoded = Decoded::new(encoded);
            assert_eq!(decoded.bytes().collect::<Vec<_>>(), octets, "{encoded}");
            assert_eq!(decoded.is_empty(), octets.is_empty());
            let mut space = [0; 8];
            let mut buffer = SliceBuffer::new(space.get_mut(..octets.len()).unwrap());
            decoded.write_to(&mut buffer).unwrap();
            assert_eq!(buffer.as_slice(), octets);
            if let Some(less) = octets.len().checked_sub(1) {
                assert_eq!(decoded.write_to(&mut SliceBuffer::new(space.get_mut(..less).unwrap())), Err(BufferFull));
            }
        }
    }

    #[test]
    fn equality_is_of_octets() {
        assert_eq!(Decoded::new("%61%2F"), Decoded::secret("a/"));
        assert_ne!(Decoded::new("a"), Decoded::new("A"));
        assert_eq!(Decoded::new("%C3%A9"), "é");
        assert_ne!(Decoded::new("%C3"), *"é");
    }

    #[test]
    fn secrets_are_masked() {
        assert_eq!(format!("{:?} {:?}", Decoded::new("a%20"), Decoded::secret("a%20")), r#""a%20" "***""#);
        assert!(!format!("{:?}", Decoded::secret("abc").bytes()).contains("97"));
    }
}
