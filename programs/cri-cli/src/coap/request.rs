//! The options of one request in the forms that the program writes: lines, hex digits, and JSON objects.

use std::ops::Range;

use cri_coap::{EncodedOptions, OptionReadError, Transport};
use cri_core::CriRefBuf;
use cri_inspect::operand::hex::HexError;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::coap::line::{Line, lines};
use crate::coap::message::after_token;
use crate::coap::option::{COMMENT, CoapOption};
use crate::failure::Failure;
use crate::format::{Format, array, json};
use crate::hex;

/// How the options of a request are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// An option per line.
    Lines,
    /// The bytes of the options in a message, in this format: hex digits, or an array in C.
    Bytes(Format),
    /// A JSON object.
    Json,
}

impl Form {
    /// The form that `--from` names. `None` for a format that holds no options.
    pub(crate) const fn of_format(format: Format) -> Option<Self> {
        match format {
            Format::Hex | Format::C => Some(Self::Bytes(format)),
            Format::Json => Some(Self::Json),
            _ => None,
        }
    }

    /// The form of this text: each form begins in its own way.
    pub(crate) fn of_text(text: &str) -> Self {
        match text.trim_ascii_start() {
            text if array::is_array(text) => Self::Bytes(Format::C),
            object if object.starts_with('{') => Self::Json,
            digits if are_digits(digits) => Self::Bytes(Format::Hex),
            _ => Self::Lines,
        }
    }

    /// Reads the options. With `message`, the bytes are those of a whole message by this transport.
    pub(crate) fn read(self, text: &str, message: Option<Transport>) -> Result<Vec<Line>, Failure> {
        match self {
            Self::Bytes(format) => {
                let bytes = bytes(format, text)?;
                of_bytes(&bytes, message).map_err(|failure| self.place(text, failure))
            }
            _ if message.is_some() => {
                let message =
                    "--message reads the bytes of a whole message; write them in hex digits";
                Err(Failure::new("invalid-message", message))
            }
            Self::Json => of_object(text),
            Self::Lines => lines(text),
        }
    }

    /// Whether the bytes are also those of a whole request, with header and token.
    pub(crate) fn is_message(self, text: &str) -> bool {
        matches!(self, Self::Bytes(format) if bytes(format, text).is_ok_and(|it| is_message(&it)))
    }

    /// A failure whose place is that of an option in what [`read`](Self::read) returned, at its place in the text.
    pub(crate) fn place(self, text: &str, failure: Failure) -> Failure {
        let (Self::Bytes(format), Some(at)) = (self, failure.offset) else { return failure };
        let locate = |at| match format {
            Format::C => array::locate(text, at),
            _ => hex::locate(text, at),
        };
        let last = failure.mark.clone().map_or(at, |mark| mark.end.saturating_sub(1).max(at));
        let (first, last) = (locate(at), locate(last));
        failure.at(first.start).marking(first.start..last.end)
    }
}

/// Whether a text is one request without a blank line after it: a JSON object, an array in C, or hex digits.
pub(crate) fn is_whole(text: &[u8]) -> bool {
    str::from_utf8(text).is_ok_and(|text| match Form::of_text(text) {
        // More lines may follow.
        Form::Bytes(Format::C) => text.contains('}'),
        Form::Json => text.trim_ascii() != "{",
        form => form != Form::Lines,
    })
}

/// Whether a line is a comment.
pub(crate) fn is_comment(line: &[u8]) -> bool {
    line.trim_ascii_start().first().is_some_and(|&first| char::from(first) == COMMENT)
}

/// Whether a text is the hex digits of options. An option in a line has other characters.
fn are_digits(text: &str) -> bool {
    let digits = text.trim_ascii_end();
    let read = cri_inspect::operand::hex::decode(digits);
    digits.len() > 1 && matches!(read, Ok(_) | Err(HexError::Odd { .. }))
}

/// The requests in a run of lines of which each is a whole request or a comment. Each has the number of lines before it, and
/// its range in the text. Without other lines, the comments are those with hex digits, which `cri coap` prints after the
/// options. Empty for a run with the option of a request.
pub(crate) fn whole_requests(text: &str) -> Vec<(u64, Range<usize>)> {
    let (mut requests, mut comments) = (Vec::new(), Vec::new());
    let mut start = 0;
    for (before, line) in (0..).zip(text.split_inclusive('\n')) {
        let end = start + line.trim_ascii_end().len();
        let bare = line.trim_ascii();
        match bare.strip_prefix(COMMENT) {
            Some(digits) if are_digits(digits.trim_ascii_start()) => {
                comments.push((before, end - digits.len()..end));
            }
            None if is_whole(bare.as_bytes()) => requests.push((before, start..end)),
            None if !bare.is_empty() => return Vec::new(),
            _ => {}
        }
        start += line.len();
    }
    if requests.is_empty() { comments } else { requests }
}

/// What to do with the bytes of a whole message.
pub(crate) const WHOLE_MESSAGE: &str =
    "for a whole message, with header and token, write --message";

fn bytes(format: Format, text: &str) -> Result<Vec<u8>, Failure> {
    if format == Format::C {
        return array::read(text);
    }
    let mut bytes = Vec::new();
    hex::decode(text, &mut bytes)?;
    Ok(bytes)
}

/// Whether these bytes are a request over UDP, with header and token.
fn is_message(bytes: &[u8]) -> bool {
    after_token(bytes, Transport::Coap)
        .is_ok_and(|start| EncodedOptions::decode(&bytes[start..]).is_ok())
}

/// The options in these bytes. Their places count into the bytes.
fn of_bytes(bytes: &[u8], message: Option<Transport>) -> Result<Vec<Line>, Failure> {
    let start = message.map_or(Ok(0), |transport| after_token(bytes, transport))?;
    let (options, _payload) = EncodedOptions::decode(&bytes[start..]).map_err(|error| {
        let failure = Failure::from(error).moved(0, start);
        if message.is_none() && is_message(bytes) {
            return failure.advising_instead(WHOLE_MESSAGE);
        }
        failure
    })?;
    let line = |(number, value): (u16, &[u8])| {
        let at = value.as_ptr().addr() - bytes.as_ptr().addr();
        let option = CoapOption { number, value: value.to_vec() };
        Line { option, value: at..at + value.len(), is_named: false }
    };
    Ok(options.into_iter().map(line).collect())
}

impl From<OptionReadError> for Failure {
    fn from(error: OptionReadError) -> Self {
        Self::naming(error.kind().name(), error, error.offset()).in_text()
    }
}

/// An object that `--json` wrote. Its other members do not count.
#[derive(Deserialize)]
struct Object<'t> {
    #[serde(borrow)]
    options: Option<Vec<Member<'t>>>,
}

/// An option in such an object.
#[derive(Deserialize)]
struct Member<'t> {
    number: u16,
    #[serde(borrow)]
    hex: &'t RawValue,
}

/// The CRI in a JSON object that `cri coap --json` wrote. No option repeats its host and port if the request goes there.
pub(crate) fn cri_of_object(text: &str) -> Option<CriRefBuf<Vec<u8>>> {
    #[derive(Deserialize)]
    struct Object<'t> {
        #[serde(borrow)]
        cri: &'t str,
    }
    let Object { cri } = json::object(text, "").ok()?;
    let mut bytes = Vec::new();
    hex::decode(cri, &mut bytes).ok()?;
    CriRefBuf::decode(bytes).ok()
}

/// The options in a JSON object.
fn of_object(text: &str) -> Result<Vec<Line>, Failure> {
    let other = "\"options\" in the JSON object are not those of cri coap --json; each has a \"number\" and \"hex\"";
    let object: Object<'_> = json::object(text, other)?;
    let options = object.options.ok_or_else(|| {
        let message = "the JSON object has no \"options\"; cri coap --json writes them, and cri decode reads a CRI";
        Failure::new("invalid-json", message)
    })?;
    let line = |Member { number, hex }: Member<'_>| {
        let at = hex.get().as_ptr().addr() - text.as_ptr().addr();
        let place = at + 1..(at + hex.get().len()).saturating_sub(1).max(at + 1);
        let digits = serde_json::from_str::<String>(hex.get()).map_err(|_| {
            let message = "\"hex\" of an option is not text; it holds hex digits";
            Failure::new("invalid-json", message).at(at).in_text()
        })?;
        let mut value = Vec::new();
        hex::decode(&digits, &mut value)
            .map_err(|failure| failure.moved(0, place.start).at(place.start).in_text())?;
        Ok(Line { option: CoapOption { number, value }, value: place, is_named: false })
    };
    options.into_iter().map(line).collect()
}
