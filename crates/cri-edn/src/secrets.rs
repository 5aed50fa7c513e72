//! Passwords in a notation, whatever is wrong with it: they stand behind `false`.

use std::ops::Range;

use super::literal::unquote_loosely;
use super::tokens::{self, Found};
use crate::mask;

/// What must not be shown of a notation, and what is to be searched further.
#[derive(Debug)]
pub(crate) struct Notation {
    /// Where passwords stand behind `false`.
    pub(crate) secrets: Vec<Range<usize>>,
    /// What is said inside of quotes and comments, as far as it may hold passwords.
    pub(crate) enclosed: Vec<Enclosed>,
}

/// What a part of a notation says, escapes resolved.
#[derive(Debug)]
pub(crate) struct Enclosed {
    pub(crate) text: String,
    /// Where in the notation the character of each byte stands.
    places: Vec<usize>,
    /// Where in the notation the part ends.
    end: usize,
}

impl Enclosed {
    /// Where in the notation these bytes of the text stand.
    pub(crate) fn place(&self, bytes: Range<usize>) -> Range<usize> {
        let place = |at: usize| self.places.get(at).copied().unwrap_or(self.end);
        place(bytes.start)..place(bytes.end)
    }
}

/// Searches a text as a notation, which it need not be.
pub(crate) fn notation(text: &str) -> Notation {
    let found = tokens::find(text);
    let enclose = |part: &Range<usize>| {
        let unquoted = unquote_loosely(text, part.clone());
        Enclosed { text: unquoted.text, places: unquoted.places, end: part.end }
    };
    let enclosed = found.enclosed.iter().filter(|part| mask::has_sign(&text.as_bytes()[part.start..part.end]));
    Notation { secrets: behind_false(text, &found), enclosed: enclosed.map(enclose).collect() }
}

/// Inside of some brackets: where each `false` began whose value may not be over.
#[derive(Clone, Copy, Default)]
struct Level {
    /// In the item before the present one, the value being that.
    before: Option<usize>,
    /// In the present item.
    here: Option<usize>,
}

/// Where passwords stand between `false` and what is behind the value that follows it: the second comma, or the
/// closing bracket.
fn behind_false(text: &str, found: &Found) -> Vec<Range<usize>> {
    let mut secrets = Vec::new();
    let mut end = |start: Option<usize>, end: usize| secrets.extend(start.and_then(|start| secret(text, start..end)));
    let mut levels: Vec<Level> = Vec::new();
    for token in &found.tokens {
        while levels.len() > token.depth + 1 {
            let level = levels.pop().unwrap_or_default();
            end(level.before.or(level.here), token.at);
        }
        levels.resize(token.depth + 1, Level::default());
        let Some(level) = levels.last_mut() else { continue };
        if token.separate {
            end(level.before, token.at);
            *level = Level { before: level.here, here: None };
        }
        if says_false(&text[token.at..]) {
            level.here.get_or_insert(token.at);
        }
    }
    // No bracket closes these. Many may end here, but blanks are passed once.
    let behind = text.trim_end_matches(separates).len();
    levels.iter().for_each(|level| end(level.before.or(level.here), behind));
    if !found.closed {
        secrets.extend(first_false(text).map(|start| start..text.len()));
    }
    secrets
}

/// What precedes the number of a simple value. Any may be `false`, which has many spellings as a number.
const SIMPLE: &str = "simple(";

/// Whether `false` stands here, or what may be another way to write it.
fn says_false(text: &str) -> bool {
    let word = &text[..len_of_word(text)];
    text.starts_with(SIMPLE) || word.split('_').next().is_some_and(|name| name.eq_ignore_ascii_case("false"))
}

/// Whether this stands between items.
fn separates(character: char) -> bool {
    character.is_ascii_whitespace() || character == ','
}

fn len_of_word(text: &str) -> usize {
    text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()
}

/// Behind the first `false` in an array: nothing else tells a value where quotes do not match.
fn first_false(text: &str) -> Option<usize> {
    let array = text.find('[')?;
    let rest = text[array..].to_ascii_lowercase();
    let behind = |name: &str| rest.find(name).map(|at| array + at + name.len());
    [behind("false"), behind(SIMPLE)].into_iter().flatten().min()
}

/// The password in the notation from a `false` on: what follows the first colon in a plain text, and all of anything
/// else.
fn secret(text: &str, part: Range<usize>) -> Option<Range<usize>> {
    let name = match &text[part.clone()] {
        simple if simple.starts_with(SIMPLE) => match simple[SIMPLE.len()..].split_once(['(', ')']) {
            Some((number, _)) => SIMPLE.len() + number.len() + 1,
            None => SIMPLE.len(),
        },
        word => len_of_word(word),
    };
    let value = text[part.start + name..part.end].trim_start_matches(separates);
    let start = part.end - value.len();
    let value = value.trim_end_matches(separates);
    let quoted = ['"', '\''].into_iter().find_map(|quote| value.strip_prefix(quote)?.strip_suffix(quote));
    let hidden = match quoted.filter(|inner| !inner.contains(['"', '\'', '\\'])) {
        Some(inner) => start + 1 + mask::behind_colon(inner.as_bytes())?..start + 1 + inner.len(),
        None => start..start + value.len(),
    };
    (!hidden.is_empty()).then_some(hidden)
}

#[cfg(test)]
mod tests {
    use super::notation;
    use crate::mask;

    /// The notation with each secret replaced.
    fn masked(text: &str) -> String {
        let secrets = mask::merged(notation(text).secrets);
        String::from_utf8_lossy(&mask::apply(text.as_bytes(), &secrets)).into_owned()
    }

    #[test]
    fn plain_text_is_hidden_behind_its_first_colon() {
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
    fn all_else_is_hidden_whole() {
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
    fn what_has_no_password_is_shown() {
        for plain in ["", "false", "[false]", r#"[false, "u", "h:1"]"#, r#"["falsehood", ["a:b"]]"#, "[true, ['a:b']]"]
        {
            assert_eq!(masked(plain), plain);
        }
    }
}
