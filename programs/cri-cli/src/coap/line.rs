//! Options as lines, read and written.

use std::io::Write;
use std::mem;
use std::ops::Range;

use cri_coap::OptionHead;
use cri_coap::option::{self, Format, MAX_VALUE, Uint};

use crate::coap::option::{COMMENT, CoapOption, Form, GAP, HEX, NUMBERED};
use crate::failure::Failure;
use crate::hex;

/// The longest line in characters that moves the comments of the other lines.
const WIDEST: usize = 40;

/// An option, and the range of its value in the text.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) option: CoapOption,
    pub(crate) value: Range<usize>,
    /// Whether the option was written with its name.
    pub(crate) is_named: bool,
}

/// The options in `text`, one per line, in the order of the lines. Comments are left out.
///
/// # Errors
///
/// The error in the first line that is not an option. Its offset counts into `text`.
pub(crate) fn lines(text: &str) -> Result<Vec<Line>, Failure> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.strip_suffix('\n').unwrap_or(line);
        let bare = bare.strip_suffix('\r').unwrap_or(bare);
        if let Some(line) = read(bare).map_err(|failure| failure.moved(0, start))? {
            let value = start + line.value.start..start + line.value.end;
            lines.push(Line { value, ..line });
        }
        start += line.len();
    }
    Ok(lines)
}

/// Reads one line. `None` for a comment.
fn read(line: &str) -> Result<Option<Line>, Failure> {
    let trimmed = line.trim_start_matches(BLANKS);
    if trimmed.starts_with(COMMENT) {
        return Ok(None);
    }
    let name_at = line.len() - trimmed.len();
    let Some(colon) = line.find(':') else {
        let message = "the line is not an option; options look like Uri-Path: sensors";
        return Err(Failure::new("invalid-option", message)
            .at(name_at)
            .marking(name_at..line.len().max(name_at + 1)));
    };
    let name = line[name_at..colon].trim_end_matches(BLANKS);
    let number = number(name).ok_or_else(|| {
        let message = if name.starts_with('{') {
            "a JSON object is not an option; write a blank line before an object, which is a request by itself".to_owned()
        } else if line[colon..].starts_with("://") {
            "a URI is not an option; cri coap without --compose converts a URI".to_owned()
        } else {
            format!("the option is unknown; write a name such as Uri-Path, or {NUMBERED} and a number from 0 to 65535")
        };
        Failure::new("unknown-option", message).at(name_at).marking(name_at..(name_at + name.len()).max(name_at + 1))
    })?;
    let rest = &line[colon + 1..];
    let rest = &rest[..comment(rest).unwrap_or(rest.len())];
    let value = rest.trim_start_matches(BLANKS);
    let at = colon + 1 + rest.len() - value.len();
    let value = value.trim_end_matches(BLANKS);
    let place = at..at + value.len();
    let form = match option::name(number) {
        _ if is_numbered(name) => Form::Opaque,
        Some(_) => Form::of(number),
        // Other options are no part of a URI. People write their values as the documents do.
        None if value.starts_with(HEX) => Form::Opaque,
        None if !value.is_empty() && option::format(number) == Some(Format::Uint) => Form::Uint,
        None if option::format(number) == Some(Format::Opaque) => Form::Text,
        None if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) => Form::Uint,
        None => Form::Text,
    };
    let value = match form {
        Form::Text => unescape(value),
        Form::Uint => uint(value),
        Form::Opaque => opaque(value),
    };
    let value = value.map_err(|failure| failure.moved(0, at))?;
    if value.len() > MAX_VALUE {
        let message =
            format!("the value is longer than {MAX_VALUE} bytes, the most that a message can hold");
        return Err(Failure::new("too-long", message).at(at).marking(place));
    }
    let is_named = !is_numbered(name);
    Ok(Some(Line { option: CoapOption { number, value }, value: place, is_named }))
}

const BLANKS: [char; 2] = [' ', '\t'];

/// The offset of the comment after a value: of the [`GAP`] that precedes a [`COMMENT`].
fn comment(text: &str) -> Option<usize> {
    let sign = text.match_indices(COMMENT).map(|(at, _)| at);
    sign.filter_map(|at| at.checked_sub(GAP.len())).find(|gap| {
        text.as_bytes()[*gap..][..GAP.len()].iter().all(|byte| matches!(byte, b' ' | b'\t'))
    })
}

/// The number of the option with this name, which may be `Option 12`.
fn number(name: &str) -> Option<u16> {
    if is_numbered(name) {
        let digits = name[NUMBERED.len()..].trim_matches(BLANKS);
        return digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()));
    }
    (0..=u16::MAX).find(|number| {
        option::registered_name(*number).is_some_and(|known| known.eq_ignore_ascii_case(name))
    })
}

fn is_numbered(name: &str) -> bool {
    name.split_at_checked(NUMBERED.len()).is_some_and(|(word, number)| {
        word.eq_ignore_ascii_case(NUMBERED) && number.starts_with(BLANKS)
    })
}

/// Text in which `\x` and two hex digits are a byte, and `\\` is a backslash.
fn unescape(text: &str) -> Result<Vec<u8>, Failure> {
    let mut value = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((plain, escape)) = rest.split_once('\\') {
        value.extend_from_slice(plain.as_bytes());
        let at = text.len() - escape.len() - 1;
        rest = match escape.as_bytes() {
            [b'\\', ..] => {
                value.push(b'\\');
                &escape[1..]
            }
            [b'x', a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => {
                hex::decode(&escape[1..3], &mut value)?;
                &escape[3..]
            }
            _ => {
                let message = r"the backslash begins no escape; write \\ for a backslash, or \x and two hex digits for a byte";
                return Err(Failure::new("invalid-escape", message).at(at).in_text());
            }
        };
    }
    value.extend_from_slice(rest.as_bytes());
    Ok(value)
}

fn uint(digits: &str) -> Result<Vec<u8>, Failure> {
    let number = digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()));
    let number: u64 = number.ok_or_else(|| {
        Failure::new(
            "invalid-number",
            "the value is not a decimal number below 2^64; write digits, such as 61616",
        )
        .at(0)
        .marking(0..digits.len().max(1))
    })?;
    Ok(Uint::new(number).as_bytes().to_vec())
}

fn opaque(digits: &str) -> Result<Vec<u8>, Failure> {
    if !digits.starts_with(HEX) {
        let number =
            digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()));
        let for_number = number.map(|number: u64| {
            let bytes = hex::encode(Uint::new(number).as_bytes());
            format!(", which for the number {number} are {HEX}{bytes}")
        });
        let message = format!(
            "the value is not in hex digits; write {HEX}, and two digits for each byte{}",
            for_number.unwrap_or_default()
        );
        return Err(Failure::new("invalid-hex", message).at(0).in_text());
    }
    let mut value = Vec::new();
    hex::decode(digits, &mut value)?;
    Ok(value)
}

/// The heads of options in a message (RFC 7252 section 3.1). The options are in the order of their numbers, and no value is
/// longer than a message can hold.
fn heads(options: &[CoapOption]) -> impl Iterator<Item = OptionHead> {
    let mut before = 0;
    options.iter().map(move |option| {
        let delta = option.number - mem::replace(&mut before, option.number);
        OptionHead::new(delta, option.value.len()).expect("the caller checked the length")
    })
}

/// The bytes of options in a message.
pub(crate) fn in_message(options: &[CoapOption]) -> Vec<u8> {
    let options = options.iter().zip(heads(options));
    options.flat_map(|(option, head)| [head.as_bytes(), &option.value].concat()).collect()
}

/// Appends the options of a request: a line for each, with its bytes in a message as a comment, and a blank line.
pub(crate) fn write_options(output: &mut impl Write, options: &[CoapOption]) {
    let widths = options.iter().map(|option| option.to_string().chars().count());
    let width = widths.filter(|width| *width <= WIDEST).max().unwrap_or(0);
    for (option, head) in options.iter().zip(heads(options)) {
        let (line, head, value) =
            (option.to_string(), hex::encode(head.as_bytes()), hex::encode(&option.value));
        // Writing to answers or a vector never fails.
        let _ = writeln!(
            output,
            "{line:width$}{GAP}{COMMENT} {}",
            format!("{head} {value}").trim_end()
        );
    }
    let _ = match options {
        [] => writeln!(output, "{COMMENT} no options\n"),
        _ => writeln!(output, "{COMMENT} {}\n", hex::encode(&in_message(options))),
    };
}

#[cfg(test)]
mod tests {
    use cri_coap::option::registered_name;
    use proptest::prelude::*;

    use super::{CoapOption, Line, lines, write_options};

    fn options(text: &str) -> Vec<(u16, Vec<u8>)> {
        lines(text)
            .expect(text)
            .into_iter()
            .map(|Line { option, .. }| (option.number, option.value))
            .collect()
    }

    #[test]
    fn options_are_written_in_many_ways() {
        for (text, number, value) in [
            ("Uri-Path: sensors", 11, &b"sensors"[..]),
            ("uri-path:sensors", 11, b"sensors"),
            ("\tUri-Path : \t sensors \t", 11, b"sensors"),
            ("Uri-Path:", 11, b""),
            ("Uri-Path:  # 00", 11, b""),
            ("Uri-Path: a  # 81 61", 11, b"a"),
            ("Uri-Path: a\t #", 11, b"a"),
            ("Uri-Path: a # b", 11, b"a # b"),
            ("Uri-Path: #b", 11, b"#b"),
            (r"Uri-Path: \x20\\\x00\xFF\x23", 11, b" \\\x00\xff#"),
            ("Uri-Path: a: b", 11, b"a: b"),
            ("Uri-Path: 0x41", 11, b"0x41"),
            ("Option 11: 0x41", 11, b"A"),
            ("option  65535 : 0x", 65535, b""),
            ("Option 7: 0x00 16", 7, b"\x00\x16"),
            ("Uri-Port: 0", 7, b""),
            ("Uri-Port: 05683  # 72 1633", 7, b"\x16\x33"),
            ("Uri-Port: 65536", 7, b"\x01\x00\x00"),
            ("Proxy-Scheme-Number: 12068", 239, b"\x2f\x24"),
            ("Accept: 50", 17, b"\x32"),
            ("content-format: 0", 12, b""),
            ("Observe:", 6, b""),
            ("ETag: 0x0a0b", 4, b"\x0a\x0b"),
            ("If-None-Match:  # 50", 5, b""),
            ("Size1: 1024", 60, b"\x04\x00"),
            ("Proxy-Cri: 0x83 20 81 61 68 80", 235, b"\x83\x20\x81\x61\x68\x80"),
        ] {
            assert_eq!(options(text), [(number, value.to_vec())], "{text}");
        }
        assert_eq!(
            options("# a\nUri-Path: a\r\n  # b\nUri-Path: b\n"),
            [(11, b"a".to_vec()), (11, b"b".to_vec())]
        );
    }

    #[test]
    fn errors_are_placed() {
        for (text, kind, offset) in [
            ("", "none", 0),
            ("Uri-Path", "invalid-option", 0),
            ("Uri-Path: a\n  b", "invalid-option", 14),
            ("Uri-Pth: a", "unknown-option", 0),
            ("{\"cri\":\"80\"}", "unknown-option", 0),
            (" : a", "unknown-option", 1),
            ("Option: 0x", "unknown-option", 0),
            ("Option x: 0x", "unknown-option", 0),
            ("Option 65536: 0x", "unknown-option", 0),
            ("Option +1: 0x", "unknown-option", 0),
            ("Option 11: a", "invalid-hex", 11),
            ("Proxy-Cri: 0xx", "invalid-hex", 13),
            ("Proxy-Cri: 0x8", "invalid-hex", 14),
            ("Proxy-Cri:", "invalid-hex", 10),
            (r"Uri-Path: a\", "invalid-escape", 11),
            (r"Uri-Path: a\n", "invalid-escape", 11),
            (r"Uri-Path: a\xé0", "invalid-escape", 11),
            ("Uri-Port: -1", "invalid-number", 10),
            ("Uri-Port:", "invalid-number", 9),
            ("Uri-Port: 18446744073709551616", "invalid-number", 10),
        ] {
            let found = lines(text)
                .err()
                .map_or(("none", 0), |failure| (failure.kind, failure.offset.expect(text)));
            assert_eq!(found, (kind, offset), "{text}");
        }
    }

    #[test]
    fn every_name_has_its_number() {
        for number in 0..=u16::MAX {
            let Some(name) = registered_name(number) else { continue };
            assert_eq!(super::number(&name.to_uppercase()), Some(number));
        }
    }

    fn option() -> impl Strategy<Value = CoapOption> {
        let number = prop::sample::select(&[3, 7, 11, 15, 35, 235, 239, 12, 65535][..]);
        let text = "[ #\t\\\\a\u{202e}\r\né]{0,8}".prop_map(String::into_bytes);
        let bytes = |byte| prop::collection::vec(byte, 0..10);
        // Many values of the last kind begin with zeros.
        let value = prop_oneof![text, bytes(0..=u8::MAX), bytes(0..=1)];
        (number, value).prop_map(|(number, value)| CoapOption { number, value })
    }

    proptest! {
        #[test]
        fn written_options_are_read_again(mut given in prop::collection::vec(option(), 0..5)) {
            given.sort_by_key(|option| option.number);
            let mut written = Vec::new();
            write_options(&mut written, &given);
            let written = String::from_utf8(written).expect("UTF-8");
            prop_assert!(!written.trim_end().contains("\n\n"), "{written:?}");
            let read: Vec<CoapOption> = lines(written.trim_end_matches('\n')).expect(&written)
                .into_iter().map(|line| line.option).collect();
            prop_assert_eq!(read, given);
        }

        #[test]
        fn any_lines_are_read_or_refused(text in "(Uri-Path|Option|[0-9a-fx:#\\\\ \t\n\u{e9}]){0,20}") {
            if let Err(failure) = lines(&text) {
                prop_assert!(failure.offset.is_some_and(|offset| offset <= text.len()));
            }
        }
    }
}
