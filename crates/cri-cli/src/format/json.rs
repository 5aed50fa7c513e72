//! The JSON objects that `--json` writes and `--from json` reads, one a line.

use std::fmt::{self, Display};
use std::io::{self, Write};

use cri_core::{CriRef, CriRefBuf, Sections};
use cri_uri::{Options, ToUri, UriText};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::ser::{Formatter, Serializer as JsonSerializer};

use super::{Read, empty, hex};
use crate::failure::Failure;
use crate::input::{Operand, Place};
use crate::mask;

/// Reads an object: of what `--json` writes, the hex digits in `cri` say all.
pub(super) fn read<'b>(text: &str, buffer: &'b mut Vec<u8>) -> Result<Read<'b>, Failure> {
    #[derive(Deserialize)]
    struct Line {
        cri: Option<String>,
    }

    if text.trim_ascii().is_empty() {
        return Err(empty());
    }
    let line: Line = serde_json::from_str(text).map_err(|error| {
        // Columns count bytes from 1. The error's own message may quote what the operand holds.
        let message = if error.is_data() {
            "expected a JSON object with hex digits as \"cri\", found something else"
        } else {
            "expected a JSON object, found something else"
        };
        Failure::new("invalid-json", message).at(error.column().saturating_sub(1)).in_text()
    })?;
    let Some(cri) = line.cri else {
        return Err(Failure::new("invalid-json", "expected hex digits as \"cri\" in the JSON object, found none"));
    };
    // Offsets below are into the digits, or into the CBOR: where these stand in the operand is not known.
    hex::read(&cri, buffer).map_err(|failure| Failure { mark: None, ..failure })
}

/// A CRI reference that was made, as `--json` shows it.
#[derive(Serialize)]
pub(crate) struct Made<'a> {
    #[serde(flatten)]
    input: Input<'a>,
    uri: Option<Shown<UriText<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_error: Option<Failure>,
    cri: Shown<Hex<'a>>,
    edn: Shown<cri_core::Diagnostic<'a>>,
}

impl<'a> Made<'a> {
    /// Shows `cri`, which `operand` led to.
    pub(crate) fn new(operand: Operand<'a>, cri: CriRef<'a>, options: Options) -> Self {
        let (uri, uri_error) = match Sections::from(cri).to_uri(options) {
            Ok(uri) => (Some(Shown(uri)), None),
            Err(error) => (None, Some(error.into())),
        };
        let (input, hex) = (Input(operand), Shown(Hex(cri.as_bytes())));
        Self { input, uri, uri_error, cri: hex, edn: Shown(cri.diagnostic()) }
    }

    /// Whether it has a URI.
    pub(crate) fn has_uri(&self) -> bool {
        self.uri.is_some()
    }
}

/// Appends the object for an operand that failed.
pub(crate) fn write_failure(output: &mut Vec<u8>, operand: Operand<'_>, failure: &Failure) {
    #[derive(Serialize)]
    struct Failed<'a> {
        #[serde(flatten)]
        input: Input<'a>,
        error: &'a Failure,
    }

    write_line(output, &Failed { input: Input(operand), error: failure });
}

/// Appends a value and the end of the line.
pub(crate) fn write_line(output: &mut Vec<u8>, value: &impl Serialize) {
    let mut serializer = JsonSerializer::with_formatter(&mut *output, Ascii);
    // Writing to a vector never fails, and no value of ours has keys that are not text.
    let _ = value.serialize(&mut serializer);
    output.push(b'\n');
}

/// The operand, passwords masked: as `input`, or where it is not text as `input_hex`.
pub(crate) struct Input<'a>(pub(crate) Operand<'a>);

impl Serialize for Input<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;

        let mut map = serializer.serialize_map(Some(1))?;
        match self.0 {
            Operand { bytes: None, .. } => map.serialize_entry("input", &())?,
            Operand { bytes: Some(bytes), place: Place::Item(_) } => {
                map.serialize_entry("input_hex", &Shown(mask::cbor_as_hex(bytes)))?;
            }
            Operand { bytes: Some(bytes), .. } => match std::str::from_utf8(bytes) {
                Ok(_) => map.serialize_entry("input", &Shown(mask::text(bytes)))?,
                Err(_) => map.serialize_entry("input_hex", &Shown(mask::bytes_as_hex(bytes)))?,
            },
        }
        map.end()
    }
}

/// A value that serializes as what it displays.
struct Shown<T>(T);

impl<T: Display> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

struct Hex<'a>(&'a [u8]);

impl Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Writes JSON as small as it gets, in ASCII: what an operand holds does not steer the terminal.
struct Ascii;

impl Formatter for Ascii {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        fragment
            .split_inclusive(|character: char| !(' '..='~').contains(&character))
            .try_for_each(|part| match part.char_indices().next_back() {
                Some((at, last)) if !(' '..='~').contains(&last) => {
                    writer.write_all(&part.as_bytes()[..at])?;
                    last.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(writer, "\\u{unit:04x}"))
                }
                _ => writer.write_all(part.as_bytes()),
            })
    }
}
