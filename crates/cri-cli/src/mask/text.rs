//! Passwords in text that may be anything.

use std::borrow::Cow;
use std::ops::Range;

use cri_edn::{Secrets, unescape};
use cri_uri::password;
use memchr::{memchr3, memmem, memrchr};

use crate::mask::digits::secrets_in_hex;
use crate::mask::ranges::merged;

/// How deep quotes in quotes are searched: those of a message, of a line of JSON in it, and of notation in that.
const LEVELS: usize = 3;

/// The passwords in an operand that is text: of anything that looks like a URI's authority, after `false` in diagnostic
/// notation, and in quoted hex digits of a CRI. The ranges ascend.
pub(crate) fn secrets(text: &str) -> Vec<Range<usize>> {
    merged(search(text))
}

/// Stands for a byte that is not UTF-8. It delimits nothing, neither in a URI nor in notation.
const SUBSTITUTE: char = '\u{1a}';

/// The text with a control character in place of each byte that is not UTF-8. Every byte keeps its offset.
pub(crate) fn readable(text: &[u8]) -> Cow<'_, str> {
    str::from_utf8(text).map(Cow::Borrowed).unwrap_or_else(|_| {
        let mut readable = String::new();
        for chunk in text.utf8_chunks() {
            readable.push_str(chunk.valid());
            readable.extend(chunk.invalid().iter().map(|_| SUBSTITUTE));
        }
        readable.into()
    })
}

/// The most that may be a password in an operand that is no URI: from the first colon after `//` to the last `@`,
/// whatever stands between them. A byte that is not UTF-8 may stand in the place of the `@`.
pub(crate) fn widest_password(text: &[u8]) -> Option<Range<usize>> {
    let slashes = memmem::find(text, b"//");
    let authority = slashes.map_or(0, |slashes| slashes + 2);
    let start = authority + password::start(&text[authority..])?;
    let end = memrchr(b'@', &text[start..]).map(|len| start + len).or_else(|| {
        let delimiter = text[start..].iter().position(|byte| matches!(byte, b'/' | b'?' | b'#'));
        let end = delimiter.map_or(text.len(), |len| start + len);
        slashes.filter(|_| str::from_utf8(&text[start..end]).is_err()).map(|_| end)
    });
    end.map(|end| start..end).filter(|password| !password.is_empty())
}

/// What may be a password in notation that is no CRI: `false` may be misspelt, so no string with a colon is shown whole.
pub(crate) fn passwords_in_strings(notation: &str) -> Vec<Range<usize>> {
    // Most notation has no string with a colon, which may be percent-encoded or escaped.
    if !notation.contains('"') || memchr3(b':', b'%', b'\\', notation.as_bytes()).is_none() {
        return Vec::new();
    }
    let enclosed = cri_edn::secrets(notation).enclosed.into_iter();
    let strings = enclosed.filter(|part| notation[..part.start].ends_with('"'));
    let password = |part: Range<usize>| {
        let string = unescape(notation, part);
        let start = password::start(string.as_str().as_bytes())?;
        Some(string.place(start..string.as_str().len())).filter(|password| !password.is_empty())
    };
    strings.filter_map(password).collect()
}

/// The passwords in a text, in no order.
pub(crate) fn search(text: &str) -> Vec<Range<usize>> {
    search_levels(text, LEVELS)
}

fn search_levels(text: &str, levels: usize) -> Vec<Range<usize>> {
    let mut secrets: Vec<Range<usize>> = password::find(text.as_bytes()).collect();
    // Most URIs have no character of notation, and most CRIs no userinfo.
    let has_notation = || memchr3(b'[', b'"', b'\'', text.as_bytes()).is_some();
    if levels == 0 || !has_notation() || !may_hold_userinfo(text) {
        return secrets;
    }
    let Secrets { passwords, enclosed, .. } = cri_edn::secrets(text);
    secrets.extend(passwords);
    for part in enclosed.into_iter().filter(|part| may_hold_userinfo(&text[part.clone()])) {
        let part = unescape(text, part);
        let inner = search_levels(part.as_str(), levels - 1)
            .into_iter()
            .chain(secrets_in_hex(part.as_str()));
        secrets.extend(inner.map(|secret| part.place(secret)));
    }
    secrets
}

/// Whether a text has a sign of a userinfo: the `@` after it, the `false` before it or its digits, or an escape that may
/// stand for any of them.
///
/// Most text has no such sign and is not searched. Some text has a sign and no userinfo.
fn may_hold_userinfo(text: &str) -> bool {
    text.as_bytes().windows(2).any(|pair| {
        let separator = matches!(pair, [b'@', _] | [_, b'@'] | [b'\\', b'u']);
        // `false` in any case, and `simple(`.
        let name = matches!(pair, [b'l' | b'L', b's' | b'S'] | [b'e', b'(']);
        // The digits of `false`, which blanks may separate.
        let digits = matches!(pair, [b'f' | b'F', b'4' | b'8' | b' ' | b'\t' | b'\\']);
        separator || name || digits
    })
}

#[cfg(test)]
mod tests {
    use super::secrets;
    use crate::mask::ranges::apply;

    fn masked(operand: &str) -> String {
        String::from_utf8_lossy(&apply(operand.as_bytes(), &secrets(operand))).into_owned()
    }

    // shows: R3986-3.2.1-02, R3986-7.5-01
    #[test]
    fn a_userinfo_is_masked_after_its_first_colon() {
        assert_eq!(masked("https://u:p@h/"), "https://u:***@h/");
        assert_eq!(masked("//u:p:q@r@h:1"), "//u:***@h:1");
        assert_eq!(masked("//u%3ap@h"), "//u%3a***@h");
        assert_eq!(masked("https://:p@h?a:b c@d"), "https://:***@h?a:b c@d");
        assert_eq!(masked("https://u:p/q?r#s@h x:y@z"), "https://u:***@h x:y@z");
        assert_eq!(
            masked("cri'https://u:p@h' and http://v:q@i"),
            "cri'https://u:***@h' and http://v:***@i"
        );
    }

    #[test]
    fn other_text_is_shown() {
        for plain in [
            "",
            "//",
            "//u@h",
            "//u:@h",
            "mailto:a:b@c",
            "http://h/a@b:c",
            "//h:1",
            "false",
            "[false]",
        ] {
            assert_eq!(masked(plain), plain);
        }
    }

    #[test]
    fn a_userinfo_in_notation_is_masked() {
        assert_eq!(masked(r#"[-1, [false, "u:p", "h"]]"#), r#"[-1, [false, "u:***", "h"]]"#);
        assert_eq!(masked(r#"[null,[false, "u:p\"q","h"]]"#), r#"[null,[false, ***,"h"]]"#);
        assert_eq!(
            masked(r#"{"edn":"[false, \"u:p\", \"h\"]"}"#),
            r#"{"edn":"[false, \"u:***\", \"h\"]"}"#
        );
        assert_eq!(masked(r#"[false, ["u", h'3A', "p"], "h"]"#), r#"[false, ***, "h"]"#);
        assert_eq!(masked(r#"[false, "u:p"#), r#"[false***"#);
        assert_eq!(masked(r#"[false, "//u:p@h:q"]"#), r#"[false, "//u:***"]"#);
    }

    #[test]
    fn a_userinfo_in_quotes_is_masked_despite_escapes() {
        for (text, shown) in [
            (r"cri'https:\/\/u%3Ap@h/<'", r"cri'https:\/\/u%3A***@h/<'"),
            (r"[cri'https:/\u002fu:p@h/<']", r"[cri'https:/\u002fu:***@h/<']"),
            (r"cri'https:\/\/u:pé\'p@h", r"cri'https:\/\/u:***@h"),
            (r#"{"uri":"https:\/\/u\u003ap@h"}"#, r#"{"uri":"https:\/\/u\u003a***@h"}"#),
            (r#"{"edn":"[cri'https:\\/\\/u:p@h']"}"#, r#"{"edn":"[cri'https:\\/\\/u:***@h']"}"#),
            (
                r#"{"cri":"822383f463753a70\u00361\u00368"}"#,
                r#"{"cri":"822383f463753a***\u00361\u00368"}"#,
            ),
            (r#"{"cri":"82 2 383f 463753a70\t6168"}"#, r#"{"cri":"82 2 383f 463753a***\t6168"}"#),
            (r#"no '[-4, [false, "u:p", "h"]]' here"#, r#"no '[-4, [false, "u:***", "h"]]' here"#),
            (r#"/ [false, "u:p"] / 1"#, r#"/ [false, "u:***"] / 1"#),
        ] {
            assert_eq!(masked(text), shown);
        }
    }
}
