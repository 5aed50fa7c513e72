//! Parts of a URI that a protocol uses decoded, as octets. They need not be text.

use core::fmt;
use core::iter::Map;

use crate::text::components::split::Split;
use crate::text::password::MASK;
use crate::text::pct::DecodedBytes;

/// A part of a URI that is decoded octet by octet when it is read (RFC 1738 section 2.2).
///
/// Two parts are equal if their octets are. `Debug` shows the part as written, and masks a password.
///
/// ```
/// use cri_uri::{UriRef, scheme::Ftp};
///
/// let name = Ftp::try_from(UriRef::parse("ftp://h/a%2Fb%FF")?)?.name();
/// assert_eq!(name.as_encoded(), "a%2Fb%FF");
/// assert!(name.bytes().eq(*b"a/b\xff"));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct Decoded<'a> {
    /// INVARIANT: two hexadecimal digits follow every `%`.
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

    /// The part as written, still percent-encoded.
    #[must_use]
    pub const fn as_encoded(self) -> &'a str {
        self.encoded
    }

    /// The octets.
    pub fn bytes(self) -> impl Iterator<Item = u8> + Clone + fmt::Debug + use<'a> {
        DecodedBytes(self.encoded.as_bytes())
    }
}

/// The parts of a path between slashes.
pub type DecodedParts<'a> = Map<Split<'a>, fn(&'a str) -> Decoded<'a>>;

/// The parts between slashes. If `path` is `None`, there are none.
pub(super) fn parts(path: Option<&str>) -> DecodedParts<'_> {
    Split::of(path, b'/').map(Decoded::new)
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

impl fmt::Debug for Decoded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A part of a URI holds no quotes, so there is nothing to escape.
        write!(f, "\"{}\"", if self.secret { MASK } else { self.encoded })
    }
}

#[cfg(test)]
mod tests {
    use std::format;

    use super::*;

    #[test]
    fn equality_is_of_octets() {
        assert_eq!(Decoded::new("%61%2F"), Decoded::secret("a/"));
        assert_ne!(Decoded::new("a"), Decoded::new("A"));
        assert_eq!(Decoded::new("%C3%A9"), "é");
        assert_ne!(Decoded::new("%C3"), *"é");
    }

    #[test]
    fn secrets_are_masked() {
        assert_eq!(
            format!("{:?} {:?}", Decoded::new("a%20"), Decoded::secret("a%20")),
            r#""a%20" "***""#
        );
        assert!(!format!("{:?}", Decoded::secret("abc").bytes()).contains("97"));
    }
}
