//! Host names (section 3.2.2 of RFC 3986; C5 and C6 of the draft).

use core::fmt;

use crate::sections::items::{EncodedItems, TextOrPet, checked_items};
use crate::sections::order::items_order_and_hash;

/// A registered name: one or more labels, which the URI joins with dots. An empty name is one empty label (constraint C5).
///
/// `Display` shows the labels with dots between them, for people and for name lookup. The text is not percent-encoded
/// as in a URI. Only the bytes of [percent-encoded text](crate::TextOrPet) are shown as `%HH`.
///
/// ```
/// use cri_core::CriRef;
///
/// let reference = CriRef::decode(b"\x82\xf6\x82\x67example\x63com")?; // [null, ["example", "com"]]
/// let name = reference.sections().host().and_then(|host| host.name()).expect("a name");
/// assert_eq!(name.to_string(), "example.com");
/// assert!(name == "example.com" && name != "example");
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct HostName<'a> {
    /// INVARIANT: encoded labels, and at most a port after them.
    pub(super) items: &'a [u8],
}

impl<'a> HostName<'a> {
    /// The labels in order. A port that follows them stays encoded.
    #[must_use]
    #[inline]
    pub const fn labels(self) -> EncodedItems<'a> {
        checked_items(self.items)
    }
}

impl fmt::Display for HostName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = "";
        for label in self.labels() {
            f.write_str(before)?;
            label.fmt(f)?;
            before = ".";
        }
        Ok(())
    }
}

impl PartialEq for HostName<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.labels().eq(other.labels())
    }
}

items_order_and_hash!(HostName<'_>, labels);

/// Compares with dotted text, in lower case. A name with percent-encoded text equals no text.
impl<T: AsRef<str> + ?Sized> PartialEq<T> for HostName<'_> {
    fn eq(&self, text: &T) -> bool {
        // No label has a dot (constraint C6).
        let labels = text.as_ref().as_bytes().split(|&byte| byte == b'.');
        self.labels().map(TextOrPet::text_bytes).eq(labels.map(Some))
    }
}

/// Whether a byte may stand in the text of a label: a dot separates labels (section 6.1), and A to Z are written in
/// lower case (constraint C5).
pub(crate) const fn is_label_byte(byte: u8) -> bool {
    byte != b'.' && !byte.is_ascii_uppercase()
}
