//! Items that begin with a letter or a quotation mark: strings, CRI literals and names of values.

use std::net::IpAddr;

use cri_core::wire::Major;
use cri_uri::{IriRef, Options, ToCriError};
use data_encoding::{BASE32_NOPAD, BASE32HEX_NOPAD, BASE64_NOPAD, Encoding};

use crate::cursor::{Cursor, RAW};
use crate::error::{ParseError, ParseErrorKind};
use crate::escape::Unescaped;
use crate::head::{Width, does_not_fit, head};
use crate::number::{encode_float, integer};

/// Reads a string, a CRI literal or the name of a value, and the encoding indicator after it.
///
/// # Errors
///
/// All kinds but `Empty`, `UnclosedComment` outside of `h'…'`, and `TooDeep`.
pub(crate) fn read(cursor: &mut Cursor<'_>, options: Options) -> Result<Vec<u8>, ParseError> {
    let start = cursor.clone();
    let word = cursor.take_while(|next| next.is_ascii_alphanumeric());
    match (word, cursor.peek()) {
        ("cri" | "CRI", Some(quote @ ('\'' | RAW))) => {
            let text = Unescaped::of(&cursor.quoted(quote)?, quote)?;
            literal(&text, options, word == "CRI")
        }
        ("cri" | "CRI", _) if cursor.eat("<<") => {
            literal(&text_of_sequence(cursor)?, options, word == "CRI")
        }
        (name, _) if !name.is_empty() && cursor.rest().starts_with("<<") => {
            Err(unknown_literal(name, start.at()))
        }
        (_, Some('\'' | RAW)) | ("", Some('"')) => {
            *cursor = start;
            strings(cursor)
        }
        ("false", _) => Ok(vec![0xf4]),
        ("true", _) => Ok(vec![0xf5]),
        ("null", _) => Ok(vec![0xf6]),
        ("undefined", _) => Ok(vec![0xf7]),
        ("NaN", _) => encode_float(f64::NAN, cursor.width(), start.at()),
        ("Infinity", _) => encode_float(f64::INFINITY, cursor.width(), start.at()),
        ("simple", Some('(')) => simple(cursor, start.at()),
        _ => Err(start.unexpected()),
    }
}

/// Reads a simple value by its number, which is in parentheses.
fn simple(cursor: &mut Cursor<'_>, at: usize) -> Result<Vec<u8>, ParseError> {
    let Some(number) = cursor.take_until(')') else {
        cursor.advance(cursor.rest().len());
        return Err(cursor.unexpected());
    };
    let number = number.strip_prefix('(').and_then(|number| integer(number.trim_ascii()));
    match number.and_then(|number| u8::try_from(number).ok()) {
        Some(number @ 0..24) => Ok(vec![0xe0 | number]),
        Some(number) => Ok(vec![0xf8, number]),
        None => {
            let reason = "simple() holds a number from 0 to 255";
            Err(ParseError::not_encodable(reason, at))
        }
    }
}

/// Reads the only text of a sequence, whose start was read: `cri<<"coap://h">>` is the literal `cri'coap://h'` (edn-literals).
fn text_of_sequence(cursor: &mut Cursor<'_>) -> Result<Unescaped, ParseError> {
    cursor.skip_blanks()?;
    let no_text =
        |at| ParseError::not_encodable("cri<<…>> holds one text, the URI in quotation marks", at);
    let quote = match cursor.peek() {
        Some(quote @ ('\'' | '"' | RAW)) => quote,
        None => return Err(cursor.unexpected()),
        Some(_) => return Err(no_text(cursor.at())),
    };
    let text = Unescaped::of(&cursor.quoted(quote)?, quote)?;
    cursor.skip_blanks()?;
    if cursor.eat(",") {
        cursor.skip_blanks()?;
    }
    match cursor.peek() {
        _ if cursor.eat(">>") => Ok(text),
        None => Err(cursor.unexpected()),
        Some(_) => Err(no_text(cursor.at())),
    }
}

/// Makes the CRI of a literal by its URI or IRI (appendix C of the draft).
fn literal(text: &Unescaped, options: Options, is_tagged: bool) -> Result<Vec<u8>, ParseError> {
    let in_notation =
        |error: ToCriError| ParseError::in_literal(error, text.offset(error.offset()));
    let iri = IriRef::parse(text.as_str()).map_err(|error| in_notation(error.into()))?;
    let cri = iri.to_cri(options, Vec::new()).map_err(in_notation)?;
    if !is_tagged {
        return Ok(cri.into_buffer());
    }
    let mut tagged = Vec::new();
    let encoded = cri.as_cri_ref().sections().encode_tagged(&mut tagged);
    // INVARIANT: a vector is never full.
    debug_assert!(encoded.is_ok());
    Ok(tagged)
}

/// Reads a string of one part, or of several that plus signs join. It has the type of the first.
fn strings(cursor: &mut Cursor<'_>) -> Result<Vec<u8>, ParseError> {
    let at = cursor.at();
    let is_text = cursor.rest().starts_with(['"', RAW]);
    let mut content = part(cursor)?;
    let mut next = cursor.clone();
    loop {
        next.skip_blanks()?;
        // A plus sign may also belong to a number.
        let joins =
            !matches!(next.rest().as_bytes(), [b'+', b'0'..=b'9' | b'.', ..]) && next.eat("+");
        if !joins {
            break;
        }
        next.skip_blanks()?;
        content.extend(part(&mut next)?);
        *cursor = next.clone();
    }
    if is_text && str::from_utf8(&content).is_err() {
        let reason = "the parts of a text are not UTF-8";
        return Err(ParseError::not_encodable(reason, at));
    }
    let width = cursor.width();
    if width == Width::Indefinite {
        return Err(does_not_fit(at));
    }
    let major = if is_text { Major::Text } else { Major::Bytes };
    let mut item = head(major, content.len() as u64, width, at)?;
    item.extend(content);
    Ok(item)
}

/// Reads one part of a string.
fn part(cursor: &mut Cursor<'_>) -> Result<Vec<u8>, ParseError> {
    let start = cursor.clone();
    let name = cursor.take_while(|next| next.is_ascii_alphanumeric());
    let quote = match cursor.peek() {
        Some(quote @ ('\'' | RAW)) => quote,
        Some('"') if name.is_empty() => '"',
        _ => return Err(start.unexpected()),
    };
    let inside = cursor.quoted(quote)?;
    match name {
        "" => Ok(Unescaped::of(&inside, quote)?.into_bytes()),
        "h" => hex(inside),
        "b64" => base(&inside, &BASE64_NOPAD, "b64'…' holds no base64"),
        "b32" => base(&inside, &BASE32_NOPAD, "b32'…' holds no base32"),
        "h32" => base(&inside, &BASE32HEX_NOPAD, "h32'…' holds no base32hex"),
        "ip" => address(&inside, quote),
        _ => Err(unknown_literal(name, start.at())),
    }
}

/// The error of a literal that is not read.
fn unknown_literal(name: &str, at: usize) -> ParseError {
    let advice = match name {
        "dt" | "DT" => "it is a date and time, which no CRI has",
        "IP" => "it has a tag, which no CRI has; for the bytes of an address, write ip'…'",
        "h" | "b64" | "b32" | "h32" | "ip" => {
            "write its text in quotation marks, without << and >>"
        }
        _ => "cri, CRI, ip, h, b64, b32 and h32 are known",
    };
    ParseError::new(ParseErrorKind::UnknownLiteral(advice), at)
}

/// Reads an IP address, as its 4 or 16 bytes (edn-literals).
fn address(inside: &Cursor<'_>, quote: char) -> Result<Vec<u8>, ParseError> {
    match Unescaped::of(inside, quote)?.as_str().parse() {
        Ok(IpAddr::V4(address)) => Ok(address.octets().to_vec()),
        Ok(IpAddr::V6(address)) => Ok(address.octets().to_vec()),
        Err(_) => {
            let reason = "ip'…' holds one IPv4 or IPv6 address, without prefix length and zone";
            Err(ParseError::not_encodable(reason, inside.at()))
        }
    }
}

/// Reads hex digits in quotation marks. Blanks and comments may be among them.
fn hex(mut inside: Cursor<'_>) -> Result<Vec<u8>, ParseError> {
    let (mut bytes, mut high) = (Vec::new(), None);
    loop {
        inside.skip_blanks()?;
        let Some(digit) = inside.peek() else { break };
        let invalid = ParseError::new(ParseErrorKind::InvalidHex(digit), inside.at());
        let value = digit.to_digit(16).and_then(|value| u8::try_from(value).ok()).ok_or(invalid)?;
        match high.take() {
            None => high = Some(value),
            Some(high) => bytes.push(high << 4 | value),
        }
        inside.advance(1);
    }
    match high {
        None => Ok(bytes),
        Some(_) => Err(ParseError::new(ParseErrorKind::OddHexDigits, inside.at())),
    }
}

/// Reads digits in either alphabet of base64, or in an alphabet of base32, with padding or without.
fn base(
    inside: &Cursor<'_>,
    encoding: &Encoding,
    reason: &'static str,
) -> Result<Vec<u8>, ParseError> {
    let digits: String = inside.rest().split_ascii_whitespace().collect();
    let digits = digits.trim_end_matches('=').replace('-', "+").replace('_', "/");
    let invalid = ParseError::not_encodable(reason, inside.at());
    encoding.decode(digits.as_bytes()).map_err(|_| invalid)
}
