//! The JSON objects that `--json` writes, read with `--from json`.

use std::ops::Range;

use memchr::{memchr, memmem};
use serde::Deserialize;
use serde_json::error::Category;

use crate::failure::Failure;
use crate::hex;

/// Reads the CRI of an object from the hex digits of its member `cri`. The other members do not count.
///
/// # Errors
///
/// `invalid-json`, `invalid-hex` and `empty-operand`.
pub(crate) fn read(text: &str, buffer: &mut Vec<u8>) -> Result<(), Failure> {
    #[derive(Deserialize)]
    struct Line {
        cri: Option<String>,
    }

    if text.trim_ascii().is_empty() {
        return Err(Failure::empty());
    }
    let invalid =
        |message: &str, offset| Failure::new("invalid-json", message).at(offset).in_text();
    let start = text.len() - text.trim_ascii_start().len();
    // Serde would read an array of the values as an object.
    if !text[start..].starts_with('{') {
        return Err(invalid(
            "the operand is not a JSON object; an object that --json wrote begins with {",
            start,
        ));
    }
    let value = value(text.as_bytes());
    let line: Line = serde_json::from_str(text).map_err(|error| {
        // Lines and columns count from 1, columns in bytes. The message of serde_json may quote the operand.
        let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
        let offset = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        match error.classify() {
            Category::Data => match value.filter(|value| !text[*value..].starts_with('"')) {
                // The error's column follows the value.
                Some(value) => invalid(
                    "\"cri\" in the JSON object is not text; it holds the hex digits of a CRI",
                    value,
                ),
                None => {
                    invalid("the JSON object has \"cri\" twice; each object holds one CRI", offset)
                }
            },
            Category::Eof => {
                invalid("the JSON object ends too early; each object takes one line", text.len())
            }
            _ => invalid(
                "the JSON object is malformed; only objects that --json wrote are read",
                offset,
            ),
        }
    })?;
    let Some(cri) = line.cri else {
        let failure = Failure::new(
            "invalid-json",
            "the JSON object has no \"cri\"; it holds the hex digits of a CRI",
        );
        return Err(value.map_or(failure.clone(), |value| failure.at(value).in_text()));
    };
    // With escapes among the digits, only the offset of the first digit is known.
    let in_operand = |failure: Failure| match (digits(text.as_bytes()), failure.offset) {
        (Some(place), Some(offset)) if text[place.clone()] == cri => {
            failure.at(place.start + offset).in_text()
        }
        (Some(place), _) => failure.at(place.start).in_text(),
        (None, _) => failure.nowhere(),
    };
    hex::decode(&cri, buffer).map_err(in_operand)?;
    if buffer.is_empty() {
        return Err(in_operand(Failure::empty()));
    }
    Ok(())
}

/// The failure, with the digits of the byte at its offset marked.
pub(crate) fn place(text: &str, failure: Failure) -> Failure {
    let digits = digits(text.as_bytes()).filter(|digits| !text[digits.clone()].contains('\\'));
    let (Some(digits), Some(offset)) = (digits, failure.offset) else { return failure };
    let mark = hex::locate(&text[digits.clone()], offset);
    failure.marking(digits.start + mark.start..digits.start + mark.end)
}

/// The range of the hex digits of `cri` in a line that `--json` wrote.
pub(crate) fn digits(line: &[u8]) -> Option<Range<usize>> {
    let quote = value(line).filter(|value| line.get(*value) == Some(&b'"'))?;
    let start = quote + 1;
    let end = memchr(b'"', &line[start..]).map_or(line.len(), |len| start + len);
    Some(start..end)
}

/// The offset of the value of `cri`.
fn value(line: &[u8]) -> Option<usize> {
    const KEY: &[u8] = b"\"cri\"";
    // Most operands are URIs, which have no quotation marks.
    memchr(b'"', line)?;
    memmem::find_iter(line, KEY).find_map(|at| {
        // Without a colon, the text is a value and not a key.
        let rest = line[at + KEY.len()..].trim_ascii_start().strip_prefix(b":")?;
        Some(line.len() - rest.trim_ascii_start().len())
    })
}

#[cfg(test)]
mod tests {
    use cri_uri::Options;

    use crate::format::Format;

    #[test]
    fn errors_are_placed_in_the_operand() {
        for (text, kind, offset) in [
            (r#"["8220816168"]"#, "invalid-json", Some(0)),
            (r#"  "8220816168""#, "invalid-json", Some(2)),
            ("{\n\"cri\":5}", "invalid-json", Some(8)),
            ("{\r\n\n \"cri\" : true}", "invalid-json", Some(13)),
            (r#"{"x":"cri","cri":null}"#, "invalid-json", Some(17)),
            (r#"{"cri":"80","cri":"80"}"#, "invalid-json", Some(16)),
            ("{}", "invalid-json", None),
            ("{\n]", "invalid-json", Some(2)),
            (r#"{"cri":"82é"}"#, "invalid-hex", Some(10)),
            (r#"{"cri": "823"}"#, "invalid-hex", Some(12)),
            (r#"{"cri":"\u0038x"}"#, "invalid-hex", Some(8)),
            (r#"{"cri":""}"#, "empty-operand", Some(8)),
            // The offset counts into the CBOR.
            (r#"{"cri":"8201"}"#, "end-of-input", Some(2)),
        ] {
            let mut buffer = Vec::new();
            let failure = Format::Json
                .read(text.as_bytes(), Options::default(), &mut buffer)
                .expect_err(text);
            assert_eq!((failure.kind, failure.offset), (kind, offset), "{text}");
        }
    }
}
