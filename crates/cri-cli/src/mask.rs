//! Passwords in operands: what follows the first colon of a userinfo is never shown.

use std::borrow::Cow;
use std::iter;
use std::ops::Range;

use memchr::memmem;

use crate::heads::heads;

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

/// Where passwords stand in an operand that is text, whatever is wrong with it: in anything that looks like a URI's
/// authority, and in diagnostic notation behind `false`. The ranges ascend, and none is empty.
pub(crate) fn secrets(text: &[u8]) -> Vec<Range<usize>> {
    let mut secrets: Vec<Range<usize>> = behind(text, b"//", authority).chain(behind(text, b"false", item)).collect();
    secrets.sort_by_key(|secret| secret.start);
    // An authority inside a text behind `false` overlaps.
    secrets.dedup_by(|next, kept| {
        let overlaps = next.start <= kept.end;
        if overlaps {
            kept.end = kept.end.max(next.end);
        }
        overlaps
    });
    secrets
}

/// What begins behind a sign: how long it is, and where in it the password stands, if that is not empty.
#[derive(Default)]
struct Passage {
    len: usize,
    secret: Range<usize>,
}

/// The passwords behind each sign in the text. What was read behind one is not searched again.
fn behind(text: &[u8], sign: &[u8], read: fn(&[u8]) -> Passage) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    let passwords = iter::from_fn(move || {
        at += memmem::find(&text[at..], sign)? + sign.len();
        let Passage { len, secret } = read(&text[at..]);
        let secret = at + secret.start..at + secret.end;
        at += len;
        Some(secret)
    });
    passwords.filter(|secret| !secret.is_empty())
}

/// Reads what follows `//`: the password is behind the first colon, escaped or not, before the last `@`.
fn authority(rest: &[u8]) -> Passage {
    let len = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#')).unwrap_or(rest.len());
    let userinfo = &rest[..memchr::memrchr(b'@', &rest[..len]).unwrap_or(0)];
    let colon = |at: usize| match &userinfo[at..] {
        [b':', ..] => Some(at + 1),
        [b'%', b'3', b'a' | b'A', ..] => Some(at + 3),
        _ => None,
    };
    let secret = (0..userinfo.len()).find_map(colon).map_or(0..0, |start| start..userinfo.len());
    Passage { len, secret }
}

/// Reads what follows `false`: the password is behind the first colon of a text, or all of a text-pet-sequence.
fn item(rest: &[u8]) -> Passage {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b'\\');
    let start = rest.iter().position(|byte| !blank(byte)).unwrap_or(rest.len());
    let inner = start + 1;
    let quote = match rest.get(start) {
        Some(quote @ (b'"' | b'\'')) => quote,
        Some(b'[') => {
            let len = memchr::memchr(b']', &rest[inner..]).map_or(rest.len(), |close| inner + close);
            return Passage { len, secret: inner..len };
        }
        _ => return Passage::default(),
    };
    // Inside JSON each quote has a backslash of its own; one with more of them is part of the text.
    let backslashes = |at: usize| rest[..at].iter().rev().take_while(|byte| **byte == b'\\').count();
    let own = backslashes(start);
    let closes = |at: &usize| rest[*at] == *quote && backslashes(*at) == own;
    let len = (inner..rest.len()).find(closes).map_or(rest.len(), |end| end - own);
    let colon = memchr::memchr(b':', &rest[inner..len]);
    Passage { len, secret: colon.map_or(0..0, |colon| inner + colon + 1..len) }
}

/// Where passwords stand in a CRI, whatever is wrong with it: in the strings of the item behind `false`.
pub(crate) fn secrets_in_cbor(bytes: &[u8]) -> Vec<Range<usize>> {
    const FALSE: u8 = 0xf4;
    let mut secrets = Vec::new();
    let mut heads = heads(bytes);
    while heads.any(|head| head.initial == FALSE) {
        let Some(userinfo) = heads.next() else { break };
        let pieces = usize::try_from(userinfo.children).unwrap_or(usize::MAX);
        let mut colon = false;
        for piece in iter::once(userinfo).chain(heads.by_ref().take(pieces)) {
            let end = piece.body.end.min(bytes.len());
            let string = bytes.get(piece.body.start..end).unwrap_or_default();
            let found = memchr::memchr(b':', string);
            let shown = if colon { 0 } else { found.map_or(string.len(), |at| at + 1) };
            colon |= found.is_some();
            if shown < string.len() {
                secrets.push(piece.body.start + shown..end);
            }
        }
    }
    secrets
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
        assert_eq!(masked("https://:p@h?a:b@c"), "https://:***@h?a:b@c");
        assert_eq!(masked("cri'https://u:p@h' and http://v:q@i"), "cri'https://u:***@h' and http://v:***@i");
    }

    #[test]
    fn nothing_else_is() {
        for plain in ["", "//", "//u@h", "//u:@h", "mailto:a:b@c", "http://h:1/a:b@c", "//h:1", "false", "[false, 1]"] {
            assert_eq!(masked(plain), plain);
        }
    }

    #[test]
    fn a_userinfo_in_notation_is_masked() {
        assert_eq!(masked(r#"[-1, [false, "u:p", "h"]]"#), r#"[-1, [false, "u:***", "h"]]"#);
        assert_eq!(masked(r#"[null,[false "u:p\"q","h"]]"#), r#"[null,[false "u:***","h"]]"#);
        assert_eq!(masked(r#"{"edn":"[false, \"u:p\", \"h\"]"}"#), r#"{"edn":"[false, \"u:***\", \"h\"]"}"#);
        assert_eq!(masked(r#"[false, ["u", h'3A', "p"], "h"]"#), r#"[false, [***], "h"]"#);
        assert_eq!(masked(r#"[false, "u:p"#), r#"[false, "u:***"#);
        assert_eq!(masked(r#"[false, "//u:p@h:q"]"#), r#"[false, "//u:***"]"#);
    }

    #[test]
    fn a_userinfo_in_cbor_is_masked() {
        let hidden = |bytes: &[u8]| -> Vec<u8> {
            secrets_in_cbor(bytes).into_iter().flat_map(|secret| bytes[secret].to_vec()).collect()
        };
        assert_eq!(hidden(b"\x82\x23\x83\xf4\x63u:p\x61h"), b"p");
        // [false, ["u", ':', "p", 'q:'], "h"]
        assert_eq!(hidden(b"\x83\xf4\x84\x61u\x41:\x61p\x42q:\x61h"), b"pq:");
        // Cut off.
        assert_eq!(hidden(b"\xf4\x69u:p"), b"p");
        assert_eq!(hidden(b"\xf4"), b"");
        assert_eq!(hidden(b"\x82\x20\x83\xf4\x61u\x61h"), b"");
    }
}
