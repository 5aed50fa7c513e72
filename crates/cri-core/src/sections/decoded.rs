//! Decoded parts of text items: names and values of parameters, and user names.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String};
use core::fmt::{self, Write};
#[cfg(feature = "alloc")]
use core::str::Utf8Error;

use crate::sections::authority::Userinfo;
use crate::sections::items::TextOrPet;
use crate::text::utf8::to_str;

/// A text item, or a part of one, as the bytes that it stands for: the value of a parameter, or a user name.
///
/// [Percent-encoded text](TextOrPet) counts as its bytes, so `a%2Fb` and `a/b` are equal here. `Display` shows the text; a
/// byte that is not UTF-8 is shown as `%HH`.
///
/// ```
/// use cri_core::CriRef;
///
/// // [0, null, [["id=a", '/', "b"]]], which is "?id=a%2Fb"
/// let reference = CriRef::decode(b"\x83\x00\xf6\x81\x83\x64id=a\x41/\x61b")?;
/// let id = reference.query().and_then(|query| query.get("id")).expect("an id");
/// assert!(id == "a/b" && id.bytes().eq(*b"a/b"));
/// assert_eq!(id.to_string(), "a/b");
/// assert_eq!(id.as_str(), None); // no text of the CRI, so there is nothing to borrow
/// # #[cfg(feature = "alloc")]
/// assert_eq!(id.to_str()?, "a/b"); // a `Cow`, with the feature `alloc`
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct Decoded<'a> {
    item: TextOrPet<'a>,
    /// The first byte of the decoded item, and the one after the last.
    ///
    /// INVARIANT: in text, these are boundaries of characters.
    start: usize,
    end: usize,
}

impl<'a> Decoded<'a> {
    /// The bytes in runs, one for each piece of the item.
    fn runs(self) -> impl Iterator<Item = &'a [u8]> + Clone + use<'a> {
        let (mut start, mut end) = (self.start, self.end);
        self.item.pieces().filter_map(move |piece| {
            let bytes = piece.as_bytes();
            let run = bytes.get(start..end.min(bytes.len()));
            start = start.saturating_sub(bytes.len());
            end = end.saturating_sub(bytes.len());
            run
        })
    }

    /// The bytes.
    pub fn bytes(self) -> impl Iterator<Item = u8> + Clone + use<'a> {
        self.runs().flatten().copied()
    }

    /// Whether there are no bytes, as in the value of `?id=` and of `?id`.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.bytes().next().is_none()
    }

    /// The text, or `None` if there is percent-encoded text in it. `to_str` decodes that, with the feature `alloc`.
    #[must_use]
    pub fn as_str(self) -> Option<&'a str> {
        self.item.text_bytes()?;
        self.runs().next().map(to_str)
    }

    /// The text. It is borrowed if there is no percent-encoded text in it.
    ///
    /// # Errors
    ///
    /// The bytes are not UTF-8. [`to_bytes`](Decoded::to_bytes) returns them, and `to_string` shows them.
    #[cfg(feature = "alloc")]
    pub fn to_str(self) -> Result<Cow<'a, str>, Utf8Error> {
        match self.to_bytes() {
            Cow::Borrowed(text) => core::str::from_utf8(text).map(Cow::Borrowed),
            Cow::Owned(bytes) => {
                String::from_utf8(bytes).map(Cow::Owned).map_err(|error| error.utf8_error())
            }
        }
    }

    /// The bytes. They are borrowed if there is no percent-encoded text among them.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn to_bytes(self) -> Cow<'a, [u8]> {
        match self.as_str() {
            Some(text) => Cow::Borrowed(text.as_bytes()),
            None => Cow::Owned(self.bytes().collect()),
        }
    }

    /// Writes the text by `write`, and the bytes that are not UTF-8 as `%HH`.
    pub(crate) fn write<W: Write>(
        self,
        out: &mut W,
        write: fn(&mut W, &str) -> fmt::Result,
    ) -> fmt::Result {
        self.runs().flat_map(<[u8]>::utf8_chunks).try_for_each(|chunk| {
            write(out, chunk.valid())?;
            chunk.invalid().iter().try_for_each(|&byte| write_triplet(out, byte))
        })
    }
}

/// Writes a byte as `%HH`.
pub(super) fn write_triplet(out: &mut impl Write, byte: u8) -> fmt::Result {
    write!(out, "%{byte:02X}")
}

impl<'a> TextOrPet<'a> {
    /// The text or the bytes that this item stands for.
    ///
    /// ```
    /// use cri_core::CriRef;
    ///
    /// let did = CriRef::decode(b"\x83\x25\xf5\x81\x83\x61a\x41:\x61b")?; // [-6, true, [["a", ':', "b"]]]
    /// let segment = did.segments().next().expect("a segment");
    /// assert_eq!(segment.to_string(), "a%3Ab");
    /// assert_eq!(segment.decode().to_string(), "a:b");
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    #[must_use]
    pub fn decode(self) -> Decoded<'a> {
        Decoded { item: self, start: 0, end: usize::MAX }
    }

    /// What precedes the first `delimiter` in the text of this item, and what follows it. Percent-encoded text is data, and
    /// never a delimiter.
    ///
    /// [`Query::pairs`](crate::Query::pairs) splits all parameters of a query.
    ///
    /// ```
    /// use cri_core::CriRef;
    ///
    /// let reference = CriRef::decode(b"\x83\x00\xf6\x81\x82\x42&=\x64b=c=")?; // [0, null, [['&=', "b=c="]]]
    /// let parameter = reference.parameters().next().expect("a parameter");
    /// let (name, value) = parameter.split_once('=').expect("a value");
    /// assert!(name == "&=b" && value == "c=");
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    #[must_use]
    pub fn split_once(self, delimiter: char) -> Option<(Decoded<'a>, Decoded<'a>)> {
        let mut before = 0_usize;
        let end = self.pieces().find_map(|piece| {
            let text = piece.as_str().unwrap_or_default();
            // `find` of a text links a panic.
            let at = text.char_indices().find(|&(_, character)| character == delimiter);
            let end = at.map(|(at, _)| before.saturating_add(at));
            before = before.saturating_add(piece.as_bytes().len());
            end
        })?;
        let (all, start) = (self.decode(), end.saturating_add(delimiter.len_utf8()));
        Some((Decoded { end, ..all }, Decoded { start, ..all }))
    }
}

impl<'a> Userinfo<'a> {
    /// The user name: what precedes the first colon. It never holds the password.
    ///
    /// A colon in the text of draft-16 is `%3A` in the URI, and ends the user name, too: what follows may be a password.
    ///
    /// ```
    /// use cri_core::CriRef;
    ///
    /// let reference = CriRef::decode(b"\x82\xf6\x83\xf4\x63u:p\x61h")?; // [null, [false, "u:p", "h"]]
    /// let userinfo = reference.userinfo().expect("a userinfo");
    /// assert!(userinfo.username() == "u");
    /// let (_, password) = userinfo.item().split_once(':').expect("a password");
    /// assert!(password == "p");
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    #[must_use]
    pub fn username(self) -> Decoded<'a> {
        self.item().split_once(':').map_or(self.item().decode(), |(name, _)| name)
    }
}

impl fmt::Display for Decoded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, fmt::Formatter::write_str)
    }
}

impl PartialEq for Decoded<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes().eq(other.bytes())
    }
}

impl Eq for Decoded<'_> {}

/// Compares with any text.
impl<T: AsRef<str> + ?Sized> PartialEq<T> for Decoded<'_> {
    fn eq(&self, text: &T) -> bool {
        self.bytes().eq(text.as_ref().bytes())
    }
}
