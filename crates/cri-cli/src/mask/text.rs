//! Passwords in operands: what follows the first colon of a userinfo is never shown.

use std::borrow::Cow;
use std::iter;
use std::ops::Range;

use cri_core::DecodeErrorKind;
use cri_core::wire::{FALSE, skip};
use memchr::memmem;

use crate::format::{Notation, decode_hex, digit_in_hex, notation, places_in_hex};
use crate::heads::Head;

/// What stands for a password.
pub(crate) const MASK: &str = "***";

/// The text with each of the secrets masked.
pub(crate) fn apply<'a>(text: &'a [u8], secrets: &[Range<usize>]) -> Cow<'a, [u8]> {
    if secrets.is_empty() {
        return text.into();
    }
    let mut masked = Vec::with_capacity(text.len());
    let mut from = 0;
    for secret in secrets {
        masked.extend_from_slice(&text[from..secret.start]);
        masked.extend_from_slice(MASK.as_bytes());
        from = secret.end;
    }
    masked.extend_from_slice(&text[from..]);
    masked.into()
}

/// How deep quotes in quotes are searched: those of a message, a line of JSON, notation in it, and a literal in that.
const LEVELS: usize = 3;

/// Where passwords stand in an operand that is text, whatever it is and whatever is wrong with it: in anything that
/// looks like a URI's authority, in diagnostic notation behind `false`, and in CRIs that are hex digits in quotes. The
/// ranges ascend, and none is empty.
pub(crate) fn secrets(text: &[u8]) -> Vec<Range<usize>> {
    merged(search(&readable(text), LEVELS))
}

/// The same in CoAP options, one a line: also in values that are hex digits, or have escapes. Comments repeat all there
/// is.
pub(crate) fn secrets_in_options(text: &[u8]) -> Vec<Range<usize>> {
    let text = readable(text);
    let mut secrets = search(&text, LEVELS);
    let mut comments = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = line.trim_end_matches(['\r', '\n']).len();
        let comment = line[..end].find('#').unwrap_or(end);
        if let Some(digits) = line[..comment].find("0x").or_else(|| line[..comment].find("0X")) {
            let behind = start + digits;
            let digits = &line[digits..comment];
            let inner = secrets_in_hex(digits).into_iter().chain(authorities_in_hex(digits));
            secrets.extend(inner.map(|secret| behind + secret.start..behind + secret.end));
        }
        let inner = authorities_in_escapes(&line.as_bytes()[..end]);
        secrets.extend(inner.into_iter().map(|secret| start + secret.start..start + secret.end));
        // The value may be cut off, and the comment not.
        let digits = line[comment..end].trim_start_matches('#');
        if !secrets_in_hex(digits).is_empty() || !authorities_in_hex(digits).is_empty() {
            secrets.push(start + comment..start + end);
        }
        comments.push(start + comment..start + end);
        start += line.len();
    }
    if !secrets.is_empty() {
        secrets.extend(comments.into_iter().filter(|comment| !comment.is_empty()));
    }
    merged(secrets)
}

/// The text as far as it is some. Every byte stays where it is.
fn readable(text: &[u8]) -> Cow<'_, str> {
    str::from_utf8(text).map(Cow::Borrowed).unwrap_or_else(|_| {
        let mut readable = String::new();
        for chunk in text.utf8_chunks() {
            readable.push_str(chunk.valid());
            readable.extend(chunk.invalid().iter().map(|_| '?'));
        }
        readable.into()
    })
}

/// The same in hex digits of a CRI. Where some of them are wrong, nothing is sure behind the first colon.
pub(crate) fn secrets_in_hex(digits: &str) -> Vec<Range<usize>> {
    let mut cbor = Vec::new();
    if decode_hex(digits, &mut cbor).is_ok() {
        return places_in_hex(digits, secrets_in_cbor(&cbor));
    }
    // What precedes the first wrong digit was read. A userinfo that does not end there may go on with a password.
    let read = cbor.len();
    cbor.extend(b":\xff");
    let first = secrets_in_cbor(&cbor).into_iter().next();
    let hidden = first.map(|first| digit_in_hex(digits, first.start.min(read))..digits.len());
    hidden.filter(|hidden| !hidden.is_empty()).into_iter().collect()
}

/// The passwords of URIs that are hex digits. Where some of them are wrong, what was read may end in a userinfo.
fn authorities_in_hex(digits: &str) -> Vec<Range<usize>> {
    let mut text = Vec::new();
    if decode_hex(digits, &mut text).is_ok() {
        return places_in_hex(digits, authorities(&text));
    }
    text.push(b'@');
    let first = authorities(&text).next();
    first.map(|first| digit_in_hex(digits, first.start)..digits.len()).into_iter().collect()
}

/// The passwords of URIs in a line that may have escapes: `\x` and two hex digits, and two backslashes.
fn authorities_in_escapes(line: &[u8]) -> Vec<Range<usize>> {
    if !line.contains(&b'\\') {
        return Vec::new();
    }
    let (mut text, mut places) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(byte) = line.get(at) {
        places.push(at);
        let (byte, len) = match &line[at..] {
            [b'\\', b'x', digits @ ..] => match digits.first_chunk().and_then(byte_of_digits) {
                Some(byte) => (byte, 4),
                None => (b'\\', 1),
            },
            [b'\\', b'\\', ..] => (b'\\', 2),
            _ => (*byte, 1),
        };
        text.push(byte);
        at += len;
    }
    places.push(line.len());
    authorities(&text).map(|secret| places[secret.start]..places[secret.end]).collect()
}

fn byte_of_digits(digits: &[u8; 2]) -> Option<u8> {
    let [high, low] = digits.map(|digit| char::from(digit).to_digit(16));
    u8::try_from(high? << 4 | low?).ok()
}

/// In order and without overlaps.
pub(crate) fn merged(mut secrets: Vec<Range<usize>>) -> Vec<Range<usize>> {
    secrets.sort_by_key(|secret| secret.start);
    secrets.dedup_by(|next, kept| {
        let overlaps = next.start <= kept.end;
        if overlaps {
            kept.end = kept.end.max(next.end);
        }
        overlaps
    });
    secrets
}

/// The passwords in a text, and in what is in quotes in it so many levels deep.
fn search(text: &str, levels: usize) -> Vec<Range<usize>> {
    let mut secrets: Vec<Range<usize>> = authorities(text.as_bytes()).collect();
    // Most URIs have nothing of notation, and most CRIs no userinfo.
    let has_notation = || memchr::memchr3(b'[', b'"', b'\'', text.as_bytes()).is_some();
    if levels == 0 || !has_notation() || !has_sign(text.as_bytes()) {
        return secrets;
    }
    let Notation { secrets: behind_false, enclosed } = notation(text);
    secrets.extend(behind_false);
    for part in enclosed {
        let inner = search(&part.text, levels - 1).into_iter().chain(secrets_in_hex(&part.text));
        secrets.extend(inner.map(|secret| part.place(secret)));
    }
    secrets
}

/// Whether there is a sign of a userinfo: the `@` behind it, the `false` before it or its digits, or an escape that
/// may stand for any of them. This is to pass quickly what has none; many have a sign and nothing more.
pub(crate) fn has_sign(text: &[u8]) -> bool {
    text.windows(2).any(|pair| {
        let separator = matches!(pair, [b'@', _] | [_, b'@'] | [b'\\', b'u']);
        // `false`, however it is capitalized, and `simple(`.
        let name = matches!(pair, [b'l' | b'L', b's' | b'S'] | [b'e', b'(']);
        // Its digits, which blanks may part.
        let digits = matches!(pair, [b'f' | b'F', b'4' | b'8' | b' ' | b'\t' | b'\\']);
        separator || name || digits
    })
}

/// The passwords of userinfos in anything that looks like an authority.
fn authorities(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    const SIGN: &[u8] = b"//";
    let mut at = 0;
    let passwords = iter::from_fn(move || {
        at += memmem::find(&text[at..], SIGN)? + SIGN.len();
        let (start, rest) = (at, &text[at..]);
        // A password may hold what should have been escaped in it.
        let authority = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#'));
        let uri = rest.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b'"');
        let len = authority.unwrap_or(rest.len()).max(uri.unwrap_or(rest.len()));
        // What was read is not searched again.
        at += len;
        let userinfo = &rest[..memchr::memrchr(b'@', &rest[..len]).unwrap_or(0)];
        Some(behind_colon(userinfo).map_or(0..0, |password| start + password..start + userinfo.len()))
    });
    passwords.filter(|secret| !secret.is_empty())
}

/// Where the password begins in a userinfo: behind the first colon, percent-encoded or not.
pub(crate) fn behind_colon(userinfo: &[u8]) -> Option<usize> {
    (0..userinfo.len()).find_map(|at| match &userinfo[at..] {
        [b':', ..] => Some(at + 1),
        [b'%', b'3', b'a' | b'A', ..] => Some(at + 3),
        _ => None,
    })
}

/// Where passwords stand in a CRI, whatever is wrong with it: in the strings of the item behind `false`.
pub(crate) fn secrets_in_cbor(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut secrets = Vec::new();
    let mut at = 0;
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        if let Some(len) = len_of_false(rest) {
            at += len;
            if len_of_false(&bytes[at..]).is_none() {
                // What does not end may be secret to the last byte.
                let end = skip(&bytes[at..]).map_or(bytes.len(), |len| at + len);
                secrets.extend(passwords(&bytes[..end], at));
                at = end;
            }
            continue;
        }
        at = match Head::read(bytes, at) {
            Ok(head) => head.body.end,
            Err(DecodeErrorKind::EndOfInput) => break,
            // An indefinite length, a break, and what is no head: the next may stand behind.
            Err(_) => at + 1,
        };
    }
    secrets
}

/// The length of `false`, if that is what the bytes begin with: in one byte, or in the two that are not well-formed.
fn len_of_false(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [FALSE, ..] => Some(1),
        [0xf8, 20, ..] => Some(2),
        _ => None,
    }
}

/// What stands behind the first colon in the strings of the items from `at` on; all from where they cannot be read.
fn passwords(bytes: &[u8], mut at: usize) -> Vec<Range<usize>> {
    let mut passwords = Vec::new();
    let mut colon = false;
    while at < bytes.len() {
        let Ok(head) = Head::read(bytes, at) else {
            passwords.push(at..bytes.len());
            break;
        };
        let end = head.body.end.min(bytes.len());
        let string = bytes.get(head.body.start..end).unwrap_or_default();
        let password = if colon { Some(0) } else { behind_colon(string) };
        colon = password.is_some();
        let start = password.map_or(end, |password| head.body.start + password);
        if start < end {
            passwords.push(start..end);
        }
        at = end;
    }
    passwords
}

#[cfg(test)]
mod tests {
    use super::{apply, secrets, secrets_in_cbor};

    fn masked(operand: &str) -> String {
        String::from_utf8_lossy(&apply(operand.as_bytes(), &secrets(operand.as_bytes()))).into_owned()
    }

    // shows: R3986-3.2.1-02, R3986-7.5-01
    #[test]
    fn a_userinfo_is_masked_behind_its_first_colon() {
        assert_eq!(masked("https://u:p@h/"), "https://u:***@h/");
        assert_eq!(masked("//u:p:q@r@h:1"), "//u:***@h:1");
        assert_eq!(masked("//u%3ap@h"), "//u%3a***@h");
        assert_eq!(masked("https://:p@h?a:b c@d"), "https://:***@h?a:b c@d");
        assert_eq!(masked("https://u:p/q?r#s@h x:y@z"), "https://u:***@h x:y@z");
        assert_eq!(masked("cri'https://u:p@h' and http://v:q@i"), "cri'https://u:***@h' and http://v:***@i");
    }

    #[test]
    fn nothing_else_is() {
        for plain in ["", "//", "//u@h", "//u:@h", "mailto:a:b@c", "http://h/a@b:c", "//h:1", "false", "[false]"] {
            assert_eq!(masked(plain), plain);
        }
    }

    #[test]
    fn a_userinfo_in_notation_is_masked() {
        assert_eq!(masked(r#"[-1, [false, "u:p", "h"]]"#), r#"[-1, [false, "u:***", "h"]]"#);
        assert_eq!(masked(r#"[null,[false, "u:p\"q","h"]]"#), r#"[null,[false, ***,"h"]]"#);
        assert_eq!(masked(r#"{"edn":"[false, \"u:p\", \"h\"]"}"#), r#"{"edn":"[false, \"u:***\", \"h\"]"}"#);
        assert_eq!(masked(r#"[false, ["u", h'3A', "p"], "h"]"#), r#"[false, ***, "h"]"#);
        assert_eq!(masked(r#"[false, "u:p"#), r#"[false***"#);
        assert_eq!(masked(r#"[false, "//u:p@h:q"]"#), r#"[false, "//u:***"]"#);
    }

    #[test]
    fn a_userinfo_in_quotes_is_masked_behind_escapes() {
        for (text, shown) in [
            (r"cri'https:\/\/u%3Ap@h/<'", r"cri'https:\/\/u%3A***@h/<'"),
            (r"[cri'https:/\u002fu:p@h/<']", r"[cri'https:/\u002fu:***@h/<']"),
            (r"cri'https:\/\/u:pé\'p@h", r"cri'https:\/\/u:***@h"),
            (r#"{"uri":"https:\/\/u\u003ap@h"}"#, r#"{"uri":"https:\/\/u\u003a***@h"}"#),
            (r#"{"edn":"[cri'https:\\/\\/u:p@h']"}"#, r#"{"edn":"[cri'https:\\/\\/u:***@h']"}"#),
            (r#"{"cri":"822383f463753a70\u00361\u00368"}"#, r#"{"cri":"822383f463753a***\u00361\u00368"}"#),
            (r#"{"cri":"82 2 383f 463753a70\t6168"}"#, r#"{"cri":"82 2 383f 463753a***\t6168"}"#),
            (r#"no '[-4, [false, "u:p", "h"]]' here"#, r#"no '[-4, [false, "u:***", "h"]]' here"#),
            (r#"/ [false, "u:p"] / 1"#, r#"/ [false, "u:***"] / 1"#),
        ] {
            assert_eq!(masked(text), shown);
        }
    }

    #[test]
    fn a_userinfo_in_cbor_is_masked() {
        let hidden = |bytes: &[u8]| -> Vec<u8> {
            secrets_in_cbor(bytes).into_iter().flat_map(|secret| bytes[secret].to_vec()).collect()
        };
        assert_eq!(hidden(b"\x82\x23\x83\xf4\x63u:p\x61h"), b"p");
        // [false, ["u", ':', "p", 'q:'], "h"]
        assert_eq!(hidden(b"\x83\xf4\x84\x61u\x41:\x61p\x42q:\x61h"), b"pq:");
        // [false, 99(["u:p", ["q"]]), "h"]
        assert_eq!(hidden(b"\x83\xf4\xd8\x63\x82\x63u:p\x81\x61q\x61h"), b"pq");
        // [false, false, "u:p"], and false in two bytes
        assert_eq!(hidden(b"\x83\xf4\xf4\x63u:p"), b"p");
        assert_eq!(hidden(b"\x82\xf8\x14\x63u:p"), b"p");
        // Indefinite lengths: [_ [_ false, "u:p"]], and [_ false, (_ "u", ":p")]
        assert_eq!(hidden(b"\x9f\x9f\xf4\x63u:p\xff\xff"), b"p");
        assert_eq!(hidden(b"\x9f\xf4\x7f\x61u\x62:p\xff\xff"), b"\x7f\x61u\x62:p\xff\xff");
        // Cut off.
        assert_eq!(hidden(b"\xf4\x69u:p"), b"p");
        assert_eq!(hidden(b"\xf4"), b"");
        assert_eq!(hidden(b"\x82\x20\x83\xf4\x61u\x61h"), b"");
    }
}
