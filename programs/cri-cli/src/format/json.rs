//! The JSON objects that `--json` writes, read with `--from json`.

use std::ops::Range;

use serde::Deserialize;
use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::failure::Failure;
use crate::hex;

/// An object. Its other members do not count.
#[derive(Deserialize)]
struct Object<'t> {
    #[serde(borrow, default = "null")]
    cri: &'t RawValue,
}

fn null() -> &'static RawValue {
    RawValue::NULL
}

impl<'t> Object<'t> {
    /// Reads an object, and the offset of its value of `cri`, if it has one.
    fn read(text: &'t str) -> Result<(Self, Option<usize>), Failure> {
        let twice = "the JSON object has \"cri\" twice; each object holds one CRI";
        let object: Self = object(text, twice)?;
        let at = object.cri.get().as_ptr().addr().checked_sub(text.as_ptr().addr());
        Ok((object, at.filter(|at| *at < text.len())))
    }
}

/// Reads an object that `--json` wrote. `other` is the message for an object whose members are of other types.
///
/// # Errors
///
/// `invalid-json`.
pub(crate) fn object<'t, T: Deserialize<'t>>(text: &'t str, other: &str) -> Result<T, Failure> {
    let start = text.len() - text.trim_ascii_start().len();
    // Serde would read an array of the values as an object.
    if !text[start..].starts_with('{') {
        return Err(invalid(
            "the operand is not a JSON object; an object that --json wrote begins with {",
            start,
        ));
    }
    serde_json::from_str(text).map_err(|error| {
        // Lines and columns count from 1, columns in bytes. The message of serde_json may quote the operand.
        let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
        let offset = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        match error.classify() {
            Category::Data => invalid(other, offset),
            Category::Eof => {
                invalid("the JSON object ends too early; each object takes one line", text.len())
            }
            _ => invalid(
                "the JSON object is malformed; only objects that --json wrote are read",
                offset,
            ),
        }
    })
}

fn invalid(message: &str, offset: usize) -> Failure {
    Failure::new("invalid-json", message).at(offset).in_text()
}

/// Reads the CRI of an object from the hex digits of its member `cri`.
///
/// # Errors
///
/// `invalid-json`, `invalid-hex` and `empty-operand`.
pub(crate) fn read(text: &str, buffer: &mut Vec<u8>) -> Result<(), Failure> {
    if text.trim_ascii().is_empty() {
        return Err(Failure::empty());
    }
    let (object, at) = Object::read(text)?;
    let value = object.cri.get();
    if value == "null" {
        let message = "the JSON object has no \"cri\"; it holds the hex digits of a CRI";
        let failure = Failure::new("invalid-json", message);
        return Err(at.map_or(failure.clone(), |at| failure.at(at).in_text()));
    }
    let at = at.unwrap_or_default();
    let Ok(cri) = serde_json::from_str::<String>(value) else {
        let message = "\"cri\" in the JSON object is not text; it holds the hex digits of a CRI";
        return Err(invalid(message, at));
    };
    // With escapes among the digits, only the offset of the first digit is known.
    let in_operand = |failure: Failure| {
        let within = failure.offset.filter(|_| !value.contains('\\')).unwrap_or(0);
        failure.at(at + 1 + within).in_text()
    };
    hex::decode(&cri, buffer).map_err(in_operand)?;
    if buffer.is_empty() {
        return Err(in_operand(Failure::empty()));
    }
    Ok(())
}

/// The failure, with the digits of the byte at its offset marked.
pub(crate) fn place(text: &str, failure: Failure) -> Failure {
    let digits = digits(text).filter(|digits| !text[digits.clone()].contains('\\'));
    let (Some(digits), Some(offset)) = (digits, failure.offset) else { return failure };
    let mark = hex::locate(&text[digits.clone()], offset);
    failure.marking(digits.start + mark.start..digits.start + mark.end)
}

/// The range of the hex digits of `cri` in an object.
fn digits(text: &str) -> Option<Range<usize>> {
    let (object, at) = Object::read(text).ok()?;
    let at = at?;
    Some(at + 1..(at + object.cri.get().len()).saturating_sub(1))
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
