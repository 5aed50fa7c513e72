//! An error of any kind: what is wrong, in which component, and at which byte. And the errors that are their own kind.

use core::error::Error;
use core::fmt;
use core::hash::{Hash, Hasher};

use crate::features::Feature;
use crate::named_macro::named;

named! {
    /// The part of a CRI that an error names. The order is that of the interchange form.
    ///
    /// ```
    /// use cri_core::{Component, CriRef};
    ///
    /// let error = CriRef::decode(b"\x82\x01\x81\x61.").unwrap_err(); // [1, ["."]]
    /// assert_eq!(error.component(), Component::Path);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Component {
        /// The whole CRI or CRI reference: its outer array, or its bytes.
        Cri => "cri",
        /// The scheme section.
        Scheme => "scheme",
        /// The authority section as a whole.
        Authority => "authority",
        /// The userinfo in the authority.
        Userinfo => "userinfo",
        /// The host in the authority.
        Host => "host",
        /// The zone identifier of an IP address.
        ZoneId => "zone-id",
        /// The port in the authority.
        Port => "port",
        /// The discard section.
        Discard => "discard",
        /// The path section.
        Path => "path",
        /// The query section.
        Query => "query",
        /// The fragment section.
        Fragment => "fragment",
    }
}

impl Component {
    /// The items of the component.
    const fn items(self) -> &'static str {
        match self {
            Self::Host => "labels",
            Self::Path => "segments",
            _ => "parameters",
        }
    }

    /// The items that may stand in the component, for messages.
    const fn expected(self) -> &'static str {
        match self {
            Self::Cri => "array",
            Self::Scheme => "a scheme, null or a discard",
            Self::Authority => "array, null or true",
            Self::Host => "label, address or port",
            Self::ZoneId => "zone-id or port",
            Self::Port => "port",
            Self::Discard => "discard",
            Self::Userinfo | Self::Path | Self::Query | Self::Fragment => "text",
        }
    }
}

/// The name of the kind, the component that is wrong, and the offset in bytes if there is one.
pub type Description = (&'static str, Component, Option<usize>);

/// An error that `cri_uri::Error` can hold.
pub trait Described: Error {
    /// What the methods `name`, `component` and `offset` return.
    fn describe(&self) -> Description;
}

/// An error: its kind, the component that is wrong, and where that is.
///
/// [`DecodeError`](crate::DecodeError), [`ResolveError`](crate::ResolveError), [`EncodeError`](crate::EncodeError) and
/// [`BuildError`](crate::BuildError) are such errors, and say what an offset counts.
///
/// Two errors are equal if their kinds, components and offsets are, and the [index](crate::BuildError::index) of a builder's.
///
/// `{:#}` shows the message without the offset, for a reader who does not see the bytes, or who gets another position.
#[derive(Clone, Copy, Debug)]
pub struct Located<K: Message> {
    pub(super) offset: usize,
    pub(super) kind: K,
    pub(super) component: Component,
    /// For the message alone: the first byte of the head that was read last, if that head is wrong.
    pub(super) found: u8,
    /// For the message alone: whether the section as a whole has the wrong type, and not an item in it.
    pub(super) is_of_section: bool,
    pub(super) index: K::Index,
}

impl<K: Message> Located<K> {
    #[cold]
    pub(crate) const fn new(kind: K, component: Component, offset: usize) -> Self {
        Self { offset, kind, component, found: 0, is_of_section: false, index: K::NO_INDEX }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> K {
        self.kind
    }

    /// The part of the CRI that is wrong.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.component
    }

    /// Where the error is, in bytes.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The name of the kind, in lower case with hyphens.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.kind.name()
    }
}

impl<K: Message + PartialEq> PartialEq for Located<K> {
    fn eq(&self, other: &Self) -> bool {
        let compared = |it: &Self| (it.kind, it.component, it.offset, it.index);
        compared(self) == compared(other)
    }
}

impl<K: Message + Eq> Eq for Located<K> {}

impl<K: Message + Hash> Hash for Located<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.kind, self.component, self.offset, self.index).hash(state);
    }
}

impl<K: Message> Described for Located<K> {
    fn describe(&self) -> Description {
        (self.name(), self.component, matches!(K::SHOWN, Shown::Found).then_some(self.offset))
    }
}

/// A kind of error, which has a name and a message.
pub trait Message: Copy + fmt::Debug {
    /// The index of the wrong item in its component, for a builder.
    type Index: Copy + fmt::Debug + Eq + Hash;
    const NO_INDEX: Self::Index;

    /// What messages show of the place of an error.
    const SHOWN: Shown = Shown::Offset;

    fn name(self) -> &'static str;

    /// What is wrong in the component, and what to do. Names in braces stand for what [`Located`] knows: `at` is where the
    /// error is, `found` what is there, and `path` where the path of the reference is.
    fn message(self, component: Component) -> &'static str;

    fn index(_: Self::Index) -> Option<usize> {
        None
    }

    /// The feature that is not accepted.
    fn feature(self) -> Option<Feature> {
        None
    }
}

/// What a message shows of the place of an error.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// What was found in the bytes that the caller passed in, and at which byte.
    Found,
    /// At which byte.
    Offset,
    /// The index of the wrong item, if the error is about one.
    Index,
    Nothing,
}

/// Writes a message about the error.
pub(super) fn write_message<K: Message>(
    mut message: &str,
    error: &Located<K>,
    f: &mut fmt::Formatter<'_>,
    shown: Shown,
) -> fmt::Result {
    while let Some((before, (place, after))) =
        message.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    {
        f.write_str(before)?;
        message = after;
        let words = match (place, shown) {
            ("at", Shown::Index) => {
                if let Some(index) = K::index(error.index) {
                    write!(f, ", at {}[{index}]", error.component.items())?;
                }
                continue;
            }
            ("at" | "found" | "path", Shown::Nothing | Shown::Index) => continue,
            ("at" | "path", _) if f.alternate() => continue,
            ("path", _) => ", with the reference's path",
            ("found", Shown::Found) => {
                f.write_str(", found ")?;
                describe(error.found)
            }
            ("at" | "found", _) => ",",
            ("expected", _) if error.is_of_section => "array or null",
            ("expected", _) => error.component.expected(),
            ("feature", _) => error.kind.feature().map_or("", Feature::name),
            _ if error.component == Component::Cri => "CRI",
            _ => error.component.name(),
        };
        f.write_str(words)?;
        if matches!(place, "at" | "found" | "path") && !f.alternate() {
            write!(f, " at byte {}", error.offset)?;
        }
    }
    f.write_str(message)
}

impl<K: Message> fmt::Display for Located<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_message(self.kind.message(self.component), self, f, K::SHOWN)
    }
}

impl<K: Message> Error for Located<K> {}

/// The name of an item by the first byte of its head, for messages.
const fn describe(initial: u8) -> &'static str {
    match initial {
        0x00..=0x1f => "unsigned integer",
        0x20..=0x3f => "negative integer",
        0x40..=0x5f => "byte string",
        0x60..=0x7f => "text",
        0x80..=0x9f => "array",
        0xa0..=0xbf => "map",
        0xc0..=0xdf => "tag",
        0xf4 => "false",
        0xf5 => "true",
        0xf6 => "null",
        0xf7 => "undefined",
        0xf9..=0xfb => "floating-point number",
        _ => "simple value",
    }
}

/// The bytes do not fit into the buffer.
///
/// Functions that append to a [`Buffer`](crate::Buffer) return it, or an error of the kind `BufferFull`. Functions that
/// write the text of a URI into a slice return [`BufferTooSmall`], which says how many bytes the text needs.
///
/// ```
/// use cri_core::{ArrayBuffer, Buffer, BufferFull};
///
/// let mut buffer = ArrayBuffer::<2>::new();
/// assert_eq!(buffer.push_bytes(b"cri"), Err(BufferFull));
/// assert!(buffer.is_empty()); // nothing was written
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BufferFull;

impl fmt::Display for BufferFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the buffer is too small")
    }
}

__own_kind!(BufferFull, _it => "buffer-full", Component::Cri);

impl Error for BufferFull {}

/// A slice is shorter than the text that was to be written into it.
///
/// Functions that write the text of a URI into a slice return it. They walk over the whole text, so this error says how
/// long the text is. Functions that append to a [`Buffer`](crate::Buffer) return [`BufferFull`](crate::BufferFull).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BufferTooSmall {
    needed: usize,
}

impl BufferTooSmall {
    /// The error of a slice that must have `needed` bytes.
    #[must_use]
    pub const fn new(needed: usize) -> Self {
        Self { needed }
    }

    /// How many bytes the slice must have.
    #[must_use]
    pub const fn needed(&self) -> usize {
        self.needed
    }
}

impl fmt::Display for BufferTooSmall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the buffer is too small: {} bytes are needed", self.needed)
    }
}

__own_kind!(BufferTooSmall, _it => "buffer-full", Component::Cri);

impl Error for BufferTooSmall {}
