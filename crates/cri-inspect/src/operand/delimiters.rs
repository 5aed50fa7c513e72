//! What stands around a URI reference that a person copied.

use cri_uri::UriRef;
use cri_uri::context::SpacedUri;

/// Returns the URI reference in a text that has blanks, quotation marks, brackets or a link of Markdown around it (RFC 3986
/// appendix C), or a word such as `cri` before the quotation marks, if it has a scheme, or more than one segment.
///
/// ```
/// assert_eq!(cri_inspect::operand::without_delimiters("<coap://h/a>"), Some("coap://h/a"));
/// assert_eq!(cri_inspect::operand::without_delimiters(" ../a "), Some("../a"));
/// assert_eq!(cri_inspect::operand::without_delimiters("[a](coap://h/a)"), Some("coap://h/a"));
/// assert_eq!(cri_inspect::operand::without_delimiters("cri 'coap://h/a'"), Some("coap://h/a"));
/// assert_eq!(cri_inspect::operand::without_delimiters("coap://h/a"), None);
/// ```
#[must_use]
pub fn without_delimiters(text: &str) -> Option<&str> {
    let word = text.trim();
    let literal = || {
        let (name, rest) = word.split_once(' ')?;
        name.eq_ignore_ascii_case("cri").then_some(rest.trim_start())
    };
    let inner = [Some(text), literal()].into_iter().flatten().find_map(|text| {
        let inner = between_delimiters(text);
        (inner.len() < text.len()).then_some(inner)
    });
    let is_uri = |inner: &str| inner.contains([':', '/']) && UriRef::parse(inner).is_ok();
    inner.filter(|inner| is_uri(inner)).or_else(|| {
        let inner = between_brackets(word).filter(|inner| is_uri(inner))?;
        // An address in brackets is one, too.
        inner.contains("//").then_some(inner)
    })
}

/// The text between other marks that people have around a URI: brackets, quotation marks beyond ASCII, and those of a link of
/// Markdown.
fn between_brackets(text: &str) -> Option<&str> {
    const PAIRS: [(&str, &str); 6] = [
        ("(", ")"),
        ("[", "]"),
        ("`", "`"),
        ("\u{2018}", "\u{2019}"),
        ("\u{201e}", "\u{201c}"),
        ("\u{ab}", "\u{bb}"),
    ];
    let link = text.strip_prefix('[').and_then(|rest| rest.split_once("]("));
    if let Some((_, uri)) = link.filter(|(_, uri)| uri.ends_with(')')) {
        return uri.strip_suffix(')');
    }
    PAIRS.iter().find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close))
}

/// The text without the blanks, quotation marks or angle brackets around it.
pub(crate) fn between_delimiters(text: &str) -> &str {
    text.get(SpacedUri::from_user(text).range()).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::without_delimiters;

    #[test]
    fn delimiters_are_left_out() {
        for text in [
            "<coap://h/a>",
            "\"coap://h/a\"",
            "'coap://h/a'",
            "“coap://h/a”",
            "<URL:coap://h/a>",
            " coap://h/a",
            "coap://h/a\n",
            " < coap://h/a > ",
            "(coap://h/a)",
            "[coap://h/a]",
            "[text](coap://h/a)",
            "`coap://h/a`",
            "‘coap://h/a’",
            "„coap://h/a“",
            "«coap://h/a»",
            "cri 'coap://h/a'",
            "CRI  <coap://h/a>",
        ] {
            assert_eq!(without_delimiters(text), Some("coap://h/a"), "{text:?}");
        }
        for text in [
            "coap://h/a",
            "<coap://h/a",
            "<a b:>",
            "",
            " ",
            "''",
            "\" \"",
            " a ",
            "<a>",
            "(a)",
            "[::1]",
            "[a](b)",
            "cri coap://h/a",
            "cri'coap://h/a'",
            "(coap://h/a",
            "[-1, [\"//a\"]]",
        ] {
            assert_eq!(without_delimiters(text), None, "{text:?}");
        }
    }
}
