//! One option, and how it is written for people and as JSON.

use std::fmt::{self, Display};

use cri_coap::option::{self, Format, Uint};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::json;

use crate::characters::{is_plain, len_of_character};
use crate::hex;

/// Precedes the number of an option that has no name.
pub(crate) const NUMBERED: &str = "Option";
/// Precedes hex digits.
pub(crate) const HEX: &str = "0x";
/// Begins a comment, at the beginning of a line or after [`GAP`].
pub(crate) const COMMENT: char = '#';
/// Precedes a comment that does not begin the line.
pub(crate) const GAP: &str = "  ";

/// The number of an option, and the bytes of its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CoapOption {
    pub(crate) number: u16,
    pub(crate) value: Vec<u8>,
}

/// How the value of an option is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Text,
    Uint,
    /// In hex digits.
    Opaque,
}

impl Form {
    /// The form of an option's values, by its number.
    pub(crate) const fn of(number: u16) -> Self {
        match option::format(number) {
            // Other options are no part of a URI, and are written with their numbers.
            _ if option::name(number).is_none() => Self::Opaque,
            Some(Format::String) => Self::Text,
            Some(Format::Uint) => Self::Uint,
            _ => Self::Opaque,
        }
    }
}

impl CoapOption {
    /// The number in the value. `None` where the value has leading zeros, which the number would lose.
    fn uint(&self) -> Option<u64> {
        let uint = Uint::read(&self.value, size_of::<u64>())?;
        (Uint::new(uint).as_bytes() == self.value).then_some(uint)
    }
}

/// Shows the option as a line, without its end.
impl Display for CoapOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (option::name(self.number), Form::of(self.number), self.uint()) {
            (Some(name), Form::Text, _) if self.value.is_empty() => write!(f, "{name}:"),
            (Some(name), Form::Text, _) => write!(f, "{name}: {}", Escaped(&self.value)),
            (Some(name), Form::Uint, Some(uint)) => write!(f, "{name}: {uint}"),
            (Some(name), Form::Opaque, _) => write!(f, "{name}: {HEX}{}", hex::encode(&self.value)),
            _ => write!(f, "{NUMBERED} {}: {HEX}{}", self.number, hex::encode(&self.value)),
        }
    }
}

/// A value as text in a line. Bytes that are not text, that would not be seen, or that mean something else in a line are
/// escaped one by one.
struct Escaped<'a>(&'a [u8]);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        let mut before = None;
        while !rest.is_empty() {
            let (bytes, after) = rest.split_at(len_of_character(rest));
            match str::from_utf8(bytes) {
                Ok("\\") => f.write_str(r"\\")?,
                Ok(" ") if before.is_none() || after.is_empty() => f.write_str(r"\x20")?,
                // A blank before it could be part of the gap before a comment.
                Ok("#") if before == Some(&b" "[..]) => f.write_str(r"\x23")?,
                Ok(text) if is_plain(bytes) => f.write_str(text)?,
                _ => bytes.iter().try_for_each(|byte| write!(f, r"\x{byte:02x}"))?,
            }
            before = Some(bytes);
            rest = after;
        }
        Ok(())
    }
}

impl Serialize for CoapOption {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digits = hex::encode(&self.value);
        let value = match Form::of(self.number) {
            Form::Text => json!(str::from_utf8(&self.value).ok()),
            Form::Uint => json!(Uint::read(&self.value, size_of::<u64>())),
            Form::Opaque => json!(format!("{HEX}{digits}")),
        };
        let mut option = serializer.serialize_struct("option", 4)?;
        option.serialize_field("number", &self.number)?;
        option.serialize_field("name", &option::name(self.number))?;
        option.serialize_field("value", &value)?;
        option.serialize_field("hex", &digits)?;
        option.end()
    }
}
