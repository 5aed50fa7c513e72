//! Passwords in a notation, which may be wrong. They are in the value that follows `false`.

use std::ops::Range;

use cri_uri::password;

use crate::scan::{self, Scan};

/// The name that precedes the number of a simple value. Any may be `false`, which has many spellings as a number.
const SIMPLE: &str = "simple(";

/// The parts of a notation that must not be shown. [`secrets()`] returns them.
///
/// ```
/// let text = r#"[-1, [false, "u:p", "h"], ["coap://v:q@h"]]"#;
/// let secrets = cri_edn::secrets(text);
/// assert_eq!(&text[secrets.passwords[0].clone()], "p");
/// let last = secrets.enclosed.last().expect("a string");
/// assert_eq!(&text[last.clone()], "coap://v:q@h"); // a URI, whose password is not among the passwords
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Secrets {
    /// The ranges of passwords, in bytes. They are in no order, and may overlap. A range is empty only at the end of a
    /// text with an unclosed string or comment, where a password may have been cut off.
    pub passwords: Vec<Range<usize>>,
    /// The ranges inside of quotation marks and comments, in bytes, which may hold URIs or notation in turn.
    /// [`unescape`](crate::unescape()) resolves their escapes.
    pub enclosed: Vec<Range<usize>>,
}

/// Finds the passwords in a text that should be diagnostic notation, and may be wrong.
///
/// A userinfo is the value after `false` in the authority of a CRI. In a plain string, the password follows the first
/// colon. All of any other value is taken for the password.
///
/// ```
/// let text = r#"[-1, [false, "user:secret", "h"]]"#;
/// let secrets = cri_edn::secrets(text);
/// assert_eq!(&text[secrets.passwords[0].clone()], "secret");
/// ```
#[must_use]
pub fn secrets(text: &str) -> Secrets {
    let scan = scan::tolerant(text);
    Secrets { passwords: after_false(text, &scan), enclosed: scan.enclosed }
}

/// One pair of brackets, with the offsets of the `false` items whose values may not have ended.
#[derive(Clone, Copy, Default)]
struct Level {
    /// The `false` before the current item, which is its value.
    before: Option<usize>,
    /// The `false` in the current item.
    here: Option<usize>,
}

/// The passwords between a `false` and the end of its value: the second comma, or the closing bracket.
fn after_false(text: &str, scan: &Scan) -> Vec<Range<usize>> {
    let mut secrets = Vec::new();
    let mut end = |start: Option<usize>, end: usize| {
        secrets.extend(start.and_then(|start| secret(text, start..end)));
    };
    let mut levels: Vec<Level> = Vec::new();
    for token in &scan.tokens {
        let depth = token.depth.saturating_add(1);
        while levels.len() > depth {
            let level = levels.pop().unwrap_or_default();
            end(level.before.or(level.here), token.at);
        }
        levels.resize(depth, Level::default());
        let Some(level) = levels.last_mut() else { continue };
        if token.follows_comma {
            end(level.before, token.at);
            *level = Level { before: level.here, here: None };
        }
        if text.get(token.at..).is_some_and(may_be_false) {
            level.here.get_or_insert(token.at);
        }
    }
    // No bracket closes these levels. Many may end here, but the blanks are passed once.
    let last = text.trim_end_matches(is_separator).len();
    levels.iter().for_each(|level| end(level.before.or(level.here), last));
    if !scan.is_closed {
        secrets.extend(after_first_false(text).map(|start| start..text.len()));
    }
    secrets
}

/// Whether the text begins with `false`, or with something that may be another way to write it.
fn may_be_false(text: &str) -> bool {
    let name = word(text).split('_').next();
    text.starts_with(SIMPLE) || name.is_some_and(|name| name.eq_ignore_ascii_case("false"))
}

/// Whether this character stands between items.
fn is_separator(character: char) -> bool {
    character.is_ascii_whitespace() || character == ','
}

/// The letters, digits and underscores that the text begins with.
fn word(text: &str) -> &str {
    let len = text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    text.get(..len).unwrap_or_default()
}

/// The offset after the first `false` in an array. Where a quotation mark is missing, nothing else tells where a value
/// begins.
fn after_first_false(text: &str) -> Option<usize> {
    let array = text.find('[')?;
    let rest = text.get(array..)?.to_ascii_lowercase();
    let after = |name: &str| rest.find(name)?.checked_add(name.len())?.checked_add(array);
    [after("false"), after(SIMPLE)].into_iter().flatten().min()
}

/// The password in the part of the notation that begins with a `false`.
fn secret(text: &str, part: Range<usize>) -> Option<Range<usize>> {
    let whole = text.get(part.clone())?;
    let name = match whole.strip_prefix(SIMPLE) {
        Some(rest) => match rest.split_once(['(', ')']) {
            Some((number, _)) => SIMPLE.len().checked_add(number.len())?.checked_add(1)?,
            None => SIMPLE.len(),
        },
        None => word(whole).len(),
    };
    let value = whole.get(name..)?.trim_start_matches(is_separator);
    let start = part.end.checked_sub(value.len())?;
    let value = value.trim_end_matches(is_separator);
    let quoted =
        ['"', '\''].into_iter().find_map(|quote| value.strip_prefix(quote)?.strip_suffix(quote));
    let hidden = match quoted.filter(|inner| !inner.contains(['"', '\'', '\\'])) {
        Some(inner) => {
            let inner_start = start.checked_add(1)?;
            inner_start.checked_add(password::start(inner.as_bytes())?)?
                ..inner_start.checked_add(inner.len())?
        }
        None => start..start.checked_add(value.len())?,
    };
    (!hidden.is_empty()).then_some(hidden)
}

#[cfg(test)]
mod tests {
    use super::secrets;

    /// The notation with each password replaced.
    fn masked(text: &str) -> String {
        let mut passwords = secrets(text).passwords;
        passwords.sort_by_key(|password| password.start);
        let mut masked = String::new();
        let mut from = 0;
        for password in passwords {
            if password.start >= from {
                masked += &text[from..password.start];
                masked += cri_core::MASK;
            }
            from = from.max(password.end);
        }
        masked + &text[from..]
    }

    #[test]
    fn plain_text_is_masked_after_its_first_colon() {
        for (text, shown) in [
            (r#"[-1, [false, "u:p:q", "h"]]"#, r#"[-1, [false, "u:***", "h"]]"#),
            (r#"[false,'u:p']"#, r#"[false,'u:***']"#),
            (r#"[ false_0 , "u:p" , 5]"#, r#"[ false_0 , "u:***" , 5]"#),
            (r#"[simple( 0x14 ), "u:p"]"#, r#"[simple( 0x14 ), "u:***"]"#),
            (r#"[False, "u:p"]"#, r#"[False, "u:***"]"#),
            (r#"[[[[[[[[[[false, "u:p"]]]]]]]]]]"#, r#"[[[[[[[[[[false, "u:***"]]]]]]]]]]"#),
            (r#"[CRI'x', 0x1p1, [false, "u:p"#, r#"[CRI'x', 0x1p1, [false***"#),
        ] {
            assert_eq!(masked(text), shown);
        }
    }

    #[test]
    fn any_other_value_is_masked_whole() {
        for (text, shown) in [
            (r#"[false, "u\u003ap", "h"]"#, r#"[false, ***, "h"]"#),
            (r#"[false /u:p/, "u:p", "h"]"#, r#"[false ***, "h"]"#),
            (r#"[false, "u" + ":p", "h"]"#, r#"[false, ***, "h"]"#),
            (r#"[false, h'753a70', "h"]"#, r#"[false, ***, "h"]"#),
            (r#"[false, ["u", h'3A', "p"], "h"]"#, r#"[false, ***, "h"]"#),
            (r#"[false, <<"u:p">>]"#, r#"[false, ***]"#),
            (r#"[false, (_ "u:p"), "h"]"#, r#"[false, ***, "h"]"#),
            (r#"[false, 99("u:p"), "h"]"#, r#"[false, ***, "h"]"#),
            (r#"[false, u: p q, "h"]"#, r#"[false, ***, "h"]"#),
            (r#"[false "u:p" "h"]"#, r#"[false ***]"#),
            (r#"[false, false, "u:p", 5]"#, r#"[false, ***, "u:***", 5]"#),
            (r#"{false: "u:p", 1: 2}"#, r#"{false***}"#),
            (r#"["h, [false, "u:p", "i"]]"#, r#"["h, [false***"#),
        ] {
            assert_eq!(masked(text), shown);
        }
    }

    #[test]
    fn notation_without_a_password_is_shown() {
        for plain in [
            "",
            "false",
            "[false]",
            r#"[false, "u", "h:1"]"#,
            r#"["falsehood", ["a:b"]]"#,
            "[true, ['a:b']]",
        ] {
            assert_eq!(masked(plain), plain);
        }
    }
}
