//! One item of a CRI: where it is, what type it has, and what it means.

use core::fmt::{self, Display};
use core::net::IpAddr;

use cri_core::wire::{FALSE, Head, Major, NULL, TRUE};
use cri_core::{Component, IpText};

use crate::content::Content;
use crate::section::Section;

/// The initial byte of `undefined` (RFC 8949 section 3.3).
const UNDEFINED: u8 = 0xf7;

/// One data item, or bytes that are not a data item.
///
/// An item has only its own bytes. The items that are nested in it follow it.
///
/// ```
/// use cri_core::Component;
/// use cri_inspect::Anatomy;
/// use cri_registry::Table;
///
/// // [1, ["a"]]
/// let segment = Anatomy::new(b"\x82\x01\x81\x61a", Table::DRAFT_16).last().expect("a segment");
/// assert_eq!((segment.component, segment.head, segment.body), (Some(Component::Path), &b"\x61"[..], &b"a"[..]));
/// assert_eq!((segment.offset, segment.depth, segment.ends), (3, 2, 2)); // both arrays end with it
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Item<'a> {
    /// The offset of its first byte.
    pub offset: usize,
    /// Its head. Empty where the bytes are not an item.
    pub head: &'a [u8],
    /// The bytes that follow the head, as far as they are there: a string, or everything that is not taken apart.
    pub body: &'a [u8],
    /// How many arrays, maps and tags it is nested in.
    pub depth: usize,
    /// Whether the items that follow are nested in it.
    pub opens: bool,
    /// How many of the items that it is nested in end with it.
    pub ends: usize,
    /// The component of the CRI that it belongs to. `None` outside of a CRI.
    pub component: Option<Component>,
    /// Its type. `None` where the bytes are not an item.
    pub kind: Option<Kind>,
    /// What it means where it stands.
    pub meaning: Meaning,
    /// Whether its head is longer than it needs to be (RFC 8949 section 4.1).
    pub has_long_head: bool,
}

impl Item<'_> {
    /// The length of head and body in bytes.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "an item is never empty")]
    pub const fn len(&self) -> usize {
        self.head.len().saturating_add(self.body.len())
    }

    /// The section that the item belongs to, for its colour and its label. An array that holds other items is structure.
    #[must_use]
    pub const fn section(&self) -> Section {
        match self.component {
            Some(_) if self.opens => Section::Structure,
            Some(Component::Cri) => Section::Structure,
            component => Section::of(component),
        }
    }

    /// A remark about the item, in words.
    #[must_use]
    pub const fn remark(&self) -> Option<&'static str> {
        if self.has_long_head { Some("long head") } else { None }
    }

    /// Meaning, string and remark in one line, such as `segment "a"`.
    ///
    /// Control characters in the string are escaped. Passwords are not masked.
    #[must_use]
    pub const fn description(&self) -> Description<'_> {
        Description { item: self, body: self.body, more: "" }
    }
}

/// An item that displays as what it means. [`Item::description`] returns one.
///
/// ```
/// use cri_inspect::Anatomy;
/// use cri_registry::Table;
///
/// let reference = Anatomy::new(b"\x82\x01\x81\x61a", Table::DRAFT_16); // [1, ["a"]]
/// let lines: Vec<_> = reference.map(|item| item.description().to_string()).collect();
/// assert_eq!(lines, ["CRI reference", "discard 1: the last segment", "path", "segment \"a\""]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Description<'a> {
    pub(crate) item: &'a Item<'a>,
    /// The bytes of its string that are shown.
    pub(crate) body: &'a [u8],
    /// Stands for those that are not.
    pub(crate) more: &'static str,
}

impl Display for Description<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { item, body, more } = *self;
        let (meaning, content) = (item.meaning, item.meaning.content());
        match content {
            Content::Hidden => write!(f, "{meaning}")?,
            Content::Text => write!(f, "{meaning} \"{}{more}\"", content.show(body))?,
            Content::Percent => write!(f, "{meaning} {}{more}", content.show(body))?,
        }
        match item.remark() {
            Some(remark) => write!(f, ", {remark}"),
            None => Ok(()),
        }
    }
}

/// The type of a data item, with the argument of its head.
///
/// ```
/// use cri_inspect::{Anatomy, Kind};
/// use cri_registry::Table;
///
/// let items = Anatomy::new(b"\x82\x01\x81\x61a", Table::DRAFT_16); // [1, ["a"]]
/// let kinds: Vec<_> = items.filter_map(|item| item.kind).collect();
/// assert_eq!(kinds, [Kind::Array(2), Kind::Unsigned, Kind::Array(1), Kind::Text(1)]);
/// assert_eq!(kinds[0].to_string(), "array(2)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// An unsigned integer.
    Unsigned,
    /// A negative integer.
    Negative,
    /// A byte string of this length in bytes.
    Bytes(u64),
    /// A text string of this length in bytes.
    Text(u64),
    /// An array of this many items.
    Array(u64),
    /// A map of this many pairs.
    Map(u64),
    /// A tag with this number.
    Tag(u64),
    /// The simple value `false`.
    False,
    /// The simple value `true`.
    True,
    /// The simple value `null`.
    Null,
    /// The simple value `undefined`.
    Undefined,
    /// A floating-point number.
    Float,
    /// A simple value with this number.
    Simple(u64),
}

impl Kind {
    pub(crate) const fn of(head: Head) -> Self {
        let argument = head.argument();
        match (head.major(), head.initial()) {
            (Major::Unsigned, _) => Self::Unsigned,
            (Major::Negative, _) => Self::Negative,
            (Major::Bytes, _) => Self::Bytes(argument),
            (Major::Text, _) => Self::Text(argument),
            (Major::Array, _) => Self::Array(argument),
            (Major::Map, _) => Self::Map(argument),
            (Major::Tag, _) => Self::Tag(argument),
            (Major::Simple, FALSE) => Self::False,
            (Major::Simple, TRUE) => Self::True,
            (Major::Simple, NULL) => Self::Null,
            (Major::Simple, UNDEFINED) => Self::Undefined,
            (Major::Simple, 0xf9..=0xfb) => Self::Float,
            (Major::Simple, _) => Self::Simple(argument),
        }
    }
}

/// Shows the type in lower case, such as `array(3)`.
impl Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsigned => f.write_str("unsigned"),
            Self::Negative => f.write_str("negative"),
            Self::Bytes(len) => write!(f, "bytes({len})"),
            Self::Text(len) => write!(f, "text({len})"),
            Self::Array(count) => write!(f, "array({count})"),
            Self::Map(count) => write!(f, "map({count})"),
            Self::Tag(number) => write!(f, "tag({number})"),
            Self::False => f.write_str("false"),
            Self::True => f.write_str("true"),
            Self::Null => f.write_str("null"),
            Self::Undefined => f.write_str("undefined"),
            Self::Float => f.write_str("float"),
            Self::Simple(number) => write!(f, "simple({number})"),
        }
    }
}

/// What an item means where it stands.
///
/// It displays as words, without the item's string: [`Item::description`] shows both.
///
/// ```
/// use cri_inspect::{Anatomy, Meaning};
/// use cri_registry::Table;
///
/// let items = Anatomy::new(b"\x82\x02\x81\x61a", Table::DRAFT_16); // [2, ["a"]]
/// let meanings: Vec<_> = items.skip(1).map(|item| item.meaning).collect();
/// assert_eq!(meanings, [Meaning::Discard(2), Meaning::Words("path"), Meaning::Text("segment")]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Meaning {
    /// These words are all there is to say, such as `no query`.
    Words(&'static str),
    /// Text of this name, such as a `segment`. The item's body has it.
    Text(&'static str),
    /// The name of text that consists of several pieces (PET). The pieces are nested in the item.
    Pieces(&'static str),
    /// A piece of text that a URI has percent-encoded. The item's body has its bytes.
    Percent,
    /// A scheme-id, and the name of its scheme where the registry has one.
    Scheme {
        /// The scheme-id, which is negative.
        id: i128,
        /// The name in the registry.
        name: Option<&'static str>,
    },
    /// How many segments of the base's path are discarded.
    Discard(u64),
    /// An IP address. `None` where the length fits no address.
    Address(Option<IpAddr>),
    /// A port, which may be out of range.
    Port(u64),
    /// An integer where the CRI should have none.
    Number(i128),
}

impl Meaning {
    /// How the item's string is shown.
    #[must_use]
    pub const fn content(self) -> Content {
        match self {
            Self::Text(_) => Content::Text,
            Self::Percent => Content::Percent,
            _ => Content::Hidden,
        }
    }
}

impl Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(words) | Self::Text(words) => f.write_str(words),
            Self::Pieces(noun) => write!(f, "{noun} in pieces"),
            Self::Percent => f.write_str("bytes"),
            Self::Scheme { id, name } => write!(f, "scheme {id}: {}", name.unwrap_or("unknown")),
            Self::Discard(0) => f.write_str("discard 0: no segment"),
            Self::Discard(1) => f.write_str("discard 1: the last segment"),
            Self::Discard(count) => write!(f, "discard {count}: the last {count} segments"),
            Self::Address(Some(address)) => write!(f, "host {}", IpText(*address)),
            Self::Address(None) => f.write_str("host that is not an address"),
            Self::Port(port) => write!(f, "port {port}"),
            Self::Number(number) => write!(f, "number {number}"),
        }
    }
}
