//! The first byte of a CBOR data item: its major type, and the simple values (RFC 8949 section 3).

/// The one byte of `false`, which introduces a userinfo.
pub const FALSE: u8 = 0xf4;
/// The one byte of `true`: a discard of everything, or a rootless path.
pub const TRUE: u8 = 0xf5;
/// The one byte of `null`: a missing section.
pub const NULL: u8 = 0xf6;
/// The one byte of the empty array.
pub const EMPTY_ARRAY: u8 = 0x80;

/// The major type of a CBOR data item (RFC 8949 section 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Major {
    /// Major type 0.
    Unsigned = 0,
    /// Major type 1; the argument is -1 minus the number.
    Negative = 1,
    /// Major type 2; the argument is the length in bytes.
    Bytes = 2,
    /// Major type 3; the argument is the length in bytes of UTF-8.
    Text = 3,
    /// Major type 4; the argument is the number of items.
    Array = 4,
    /// Major type 5; the argument is the number of pairs.
    Map = 5,
    /// Major type 6; one item follows.
    Tag = 6,
    /// Major type 7: simple values and floating-point numbers.
    Simple = 7,
}

impl Major {
    /// The major type of the head with this first byte.
    pub(crate) const fn of(initial: u8) -> Self {
        match initial >> 5 {
            0 => Self::Unsigned,
            1 => Self::Negative,
            2 => Self::Bytes,
            3 => Self::Text,
            4 => Self::Array,
            5 => Self::Map,
            6 => Self::Tag,
            _ => Self::Simple,
        }
    }

    /// Whether a head with this first byte is of this major type.
    #[inline(always)]
    pub(crate) const fn begins(self, initial: u8) -> bool {
        initial >> 5 == self as u8
    }

    /// The name of an item by the first byte of its head, for messages.
    pub(crate) const fn describe(initial: u8) -> &'static str {
        match initial {
            0x00..=0x1f => "unsigned integer",
            0x20..=0x3f => "negative integer",
            0x40..=0x5f => "byte string",
            0x60..=0x7f => "text",
            0x80..=0x9f => "array",
            0xa0..=0xbf => "map",
            0xc0..=0xdf => "tag",
            FALSE => "false",
            TRUE => "true",
            NULL => "null",
            0xf7 => "undefined",
            0xf9..=0xfb => "floating-point number",
            _ => "simple value",
        }
    }
}
