//! Passwords in operands: what follows the first colon of a userinfo is never shown.

use std::fmt::{self, Display};
use std::iter;
use std::ops::Range;

use memchr::memmem;

use crate::heads::heads;

/// What stands for a password.
pub(crate) const MASK: &str = "***";

/// Displays bytes as text with the passwords in it masked; what is not UTF-8 becomes U+FFFD.
pub(crate) fn text(bytes: &[u8]) -> impl Display {
    fmt::from_fn(move |f| {
        let mut from = 0;
        for secret in secrets(bytes) {
            f.write_str(&String::from_utf8_lossy(&bytes[from..secret.start]))?;
            f.write_str(MASK)?;
            from = secret.end;
        }
        f.write_str(&String::from_utf8_lossy(&bytes[from..]))
    })
}

/// Where passwords stand in an operand that is text, whatever is wrong with it: in anything that looks like a URI's
/// authority, and in diagnostic notation behind `false`. The ranges ascend, and none is empty.
pub(crate) fn secrets(text: &[u8]) -> Vec<Range<usize>> {
    let mut secrets: Vec<Range<usize>> = memmem::find_iter(text, b"//")
        .filter_map(|at| after(text, in_authority(&text[at + 2..]), at + 2))
        .chain(memmem::find_iter(text, b"false").filter_map(|at| after(text, in_notation(&text[at + 5..]), at + 5)))
        .collect();
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

fn after(text: &[u8], secret: Option<Range<usize>>, at: usize) -> Option<Range<usize>> {
    let secret = secret?;
    let range = at + secret.start..(at + secret.end).min(text.len());
    (!range.is_empty()).then_some(range)
}

/// The password in what follows `//`: behind the first colon before the last `@` before the next `/`, `?` or `#`.
fn in_authority(rest: &[u8]) -> Option<Range<usize>> {
    let authority = rest.split(|byte| matches!(byte, b'/' | b'?' | b'#')).next()?;
    let end = memchr::memrchr(b'@', authority)?;
    let colon = |at: &usize| {
        let from = &authority[*at..end];
        from[0] == b':' || from.len() >= 3 && from[..3].eq_ignore_ascii_case(b"%3a")
    };
    let colon = (0..end).find(colon)?;
    Some(colon + if authority[colon] == b':' { 1 } else { 3 }..end)
}

/// The password in what follows `false`: behind the first colon of a text, or all of a text-pet-sequence.
fn in_notation(rest: &[u8]) -> Option<Range<usize>> {
    let start = rest.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b'\\'))?;
    let inner = start + 1;
    let end_at = |close| inner + memchr::memchr(close, &rest[inner..]).unwrap_or(rest.len() - inner);
    let quote = match rest[start] {
        quote @ (b'"' | b'\'') => quote,
        b'[' => return Some(inner..end_at(b']')),
        _ => return None,
    };
    // Inside JSON each quote has a backslash of its own; one with more of them is part of the text.
    let backslashes = |at: usize| rest[..at].iter().rev().take_while(|byte| **byte == b'\\').count();
    let closes = |at: &usize| rest[*at] == quote && backslashes(*at) == backslashes(start);
    let end = (inner..rest.len()).find(closes).unwrap_or(rest.len());
    let colon = memchr::memchr(b':', &rest[inner..end])?;
    Some(inner + colon + 1..end)
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
    use super::{secrets_in_cbor, text};

    fn masked(operand: &str) -> String {
        text(operand.as_bytes()).to_string()
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
        assert_eq!(secrets_in_cbor(b"\x82\x23\x83\xf4\x63u:p\x61h"), [6..7]);
        // [false, ["u", ':', "p", ':'], "h"], then cut off
        assert_eq!(secrets_in_cbor(b"\x83\xf4\x84\x61u\x41:\x61p\x41:\x61h"), [8..9, 10..11]);
        assert_eq!(secrets_in_cbor(b"\xf4\x69u:p"), [4..5]);
        assert_eq!(secrets_in_cbor(b"\xf4"), []);
        assert_eq!(secrets_in_cbor(b"\x82\x20\x83\xf4\x61u\x61h"), []);
    }
}
