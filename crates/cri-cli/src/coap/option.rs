//! One option, and how it is written for people and as JSON.

use std::fmt::{self, Display, Write as _};
use std::io::Write as _;

use cri_coap::option::{self, PROXY_CRI, PROXY_SCHEME_NUMBER, URI_PORT, Uint};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::wire::in_message;
use crate::format::in_hex;
use crate::report::{len_of_character, steers};

/// What is before the number of an option in place of a name.
pub(super) const NUMBERED: &str = "Option";
/// What is before hex digits.
pub(super) const HEX: &str = "0x";
/// What begins a comment at the beginning of a line, or behind [`GAP`].
pub(super) const COMMENT: char = '#';
/// What is before a comment that does not begin the line.
pub(super) const GAP: &str = "  ";

/// Lines that are longer, in characters, do not move the comments of the others.
const WIDEST: usize = 40;

/// The number of an option, and the bytes of its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CoapOption {
    pub(crate) number: u16,
    pub(crate) value: Vec<u8>,
}

/// How the values of an option are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    Uint,
    /// In hex digits.
    Opaque,
}

impl Form {
    /// The form of an option's values, by its number.
    pub(super) const fn of(number: u16) -> Self {
        match number {
            URI_PORT | PROXY_SCHEME_NUMBER => Self::Uint,
            PROXY_CRI => Self::Opaque,
            _ if option::name(number).is_some() => Self::Text,
            _ => Self::Opaque,
        }
    }
}

impl CoapOption {
    /// The number that the value is, if it is written so: without leading zeros.
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
            (Some(name), Form::Opaque, _) => write!(f, "{name}: {HEX}{}", in_hex(&self.value)),
            _ => write!(f, "{NUMBERED} {}: {HEX}{}", self.number, in_hex(&self.value)),
        }
    }
}

/// A value as text in a line: what is no text, would not be seen, or means something else there is escaped, byte by
/// byte.
struct Escaped<'a>(&'a [u8]);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        let mut before = None;
        while !rest.is_empty() {
            let (bytes, behind) = rest.split_at(len_of_character(rest));
            match str::from_utf8(bytes) {
                Ok("\\") => f.write_str(r"\\")?,
                Ok(" ") if before.is_none() || behind.is_empty() => f.write_str(r"\x20")?,
                // Behind a blank, a second one could be the gap before a comment.
                Ok("#") if before == Some(&b" "[..]) => f.write_str(r"\x23")?,
                Ok(text) if !text.contains(steers) => f.write_str(text)?,
                _ => bytes.iter().try_for_each(|byte| write!(f, r"\x{byte:02x}"))?,
            }
            before = Some(bytes);
            rest = behind;
        }
        Ok(())
    }
}

impl Serialize for CoapOption {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut option = serializer.serialize_struct("option", 4)?;
        option.serialize_field("number", &self.number)?;
        option.serialize_field("name", &option::name(self.number))?;
        match Form::of(self.number) {
            Form::Text => option.serialize_field("value", &str::from_utf8(&self.value).ok())?,
            Form::Uint => option.serialize_field("value", &Uint::read(&self.value, size_of::<u64>()))?,
            Form::Opaque => option.serialize_field("value", &format!("{HEX}{}", in_hex(&self.value)))?,
        }
        option.serialize_field("hex", &in_hex(&self.value))?;
        option.end()
    }
}

/// Appends the options of a request: a line for each, and their bytes in a message as comments. A blank line ends it.
pub(crate) fn write_options(output: &mut Vec<u8>, options: &[CoapOption]) {
    let lines: Vec<String> = options.iter().map(ToString::to_string).collect();
    let widths = lines.iter().map(|line| line.chars().count());
    let width = widths.filter(|width| *width <= WIDEST).max().unwrap_or(0);
    let mut whole = String::new();
    for (line, (head, option)) in lines.iter().zip(in_message(options)) {
        let (head, value) = (in_hex(&head), in_hex(&option.value));
        // Writing to a vector or a string never fails.
        let _ = writeln!(output, "{line:width$}{GAP}{COMMENT} {}", format!("{head} {value}").trim_end());
        let _ = write!(whole, "{head}{value}");
    }
    let _ = match options {
        [] => writeln!(output, "{COMMENT} no options\n"),
        _ => writeln!(output, "{COMMENT} {whole}\n"),
    };
}
