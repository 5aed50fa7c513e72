//! A text with a mark under the byte that is wrong.

use cri_uri::password;

/// The most characters that are shown before the mark, and after it.
const SHOWN: usize = 60;

/// Two lines: the text, and a mark under the character at `offset`. Passwords are masked, and of a long text only the
/// part around the mark is shown.
pub(crate) fn quote(text: &str, offset: usize) -> String {
    let passwords: Vec<_> = password::find(text.as_bytes()).collect();
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for (at, character) in text.char_indices() {
        let shown = if at < offset { &mut before } else { &mut after };
        match passwords.iter().find(|password| password.contains(&at)) {
            Some(password) if password.start == at => shown.extend(password::MASK.chars()),
            Some(_) => {}
            None if character.is_control() => shown.extend(character.escape_default()),
            None => shown.push(character),
        }
    }
    let (mut start, mut end) = ("", "");
    if before.len() > SHOWN {
        before.drain(..before.len() - SHOWN);
        start = "…";
    }
    if after.len() > SHOWN {
        after.truncate(SHOWN);
        end = "…";
    }
    let column = start.chars().count() + before.len();
    let shown: String = before.into_iter().chain(after).collect();
    format!("  {start}{shown}{end}\n  {:column$}^", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str, offset: usize) -> (String, String) {
        let quote = quote(text, offset);
        let (shown, mark) = quote.split_once('\n').unwrap();
        let column = mark.chars().count() - 1;
        let character = shown.chars().skip(column).collect();
        (shown.trim_start().to_owned(), character)
    }

    fn strings(shown: &str, rest: &str) -> (String, String) {
        (shown.to_owned(), rest.to_owned())
    }

    #[test]
    fn the_mark_stands_under_the_character() {
        assert_eq!(quote("coap://h/a|b", 10), "  coap://h/a|b\n            ^");
        assert_eq!(marked("coap://h/a|b", 10), strings("coap://h/a|b", "|b"));
        assert_eq!(marked("ä|b", 2), strings("ä|b", "|b"));
        assert_eq!(marked("a\nb|", 3), strings(r"a\nb|", "|"));
        assert_eq!(marked("ab", 2), strings("ab", ""));
        assert_eq!(marked("", 0), strings("", ""));
    }

    // shows: R3986-7.5-01
    #[test]
    fn passwords_are_masked() {
        assert_eq!(marked("coap://u:secret@h/|", 18), strings("coap://u:***@h/|", "|"));
        assert_eq!(marked("coap://u:se|cret@h/", 11), strings("coap://u:***@h/", "@h/"));
    }

    #[test]
    fn long_texts_are_cut() {
        let long = "a".repeat(100);
        let (shown, rest) = marked(&format!("{long}|{long}"), 100);
        assert_eq!(shown, format!("…{}|{}…", "a".repeat(60), "a".repeat(59)));
        assert!(rest.starts_with('|'));
    }
}
