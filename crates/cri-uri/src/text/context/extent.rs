//! How long a URI without delimiters is.

use cri_core::Component;

use crate::text::components::split::has_byte;
use crate::text::context::wrapped::is_next;
use crate::text::grammar::charset::Charset;
use crate::text::grammar::parse::parse;

/// References to characters in HTML that end a URI. `&amp;` is not among them: it is an `&` of the URI.
const HTML: [&str; 12] = [
    "&nbsp;", "&#160;", "&gt;", "&#62;", "&lt;", "&#60;", "&quot;", "&#34;", "&#x22;", "&apos;",
    "&#39;", "&#x27;",
];

/// The length of the URI that `run` begins with, up to the first error. A host without a userinfo ends before a
/// sub-delimiter, which no DNS name has. A URI in parentheses ends before the closing one.
///
/// Looks at nothing after the end: in a text of many URIs, that would take quadratic time.
pub(super) fn valid_len<const IRI: bool>(run: &str, is_in_parentheses: bool) -> usize {
    let mut open = 1_usize;
    let mut closes = |character: char| {
        match character {
            '(' => open = open.saturating_add(1),
            ')' => open = open.saturating_sub(1),
            _ => {}
        }
        is_in_parentheses && open == 0
    };
    let mut len = Charset::SCHEME.run_len(run.as_bytes()).saturating_add(1);
    if let Some(rest) = run.get(len..).and_then(|rest| rest.strip_prefix("//")) {
        let all = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let all = rest.get(..all).unwrap_or_default();
        let closed = all.find(&mut closes).unwrap_or(all.len());
        let mut authority = all.get(..closed).unwrap_or_default();
        if !has_byte(authority, b'@') {
            let end = authority.find(is_sub_delimiter).unwrap_or(authority.len());
            authority = authority.get(..end).unwrap_or_default();
        }
        len = len.saturating_add("//".len()).saturating_add(authority.len());
        if let Err(error) = parse::<IRI>(run.get(..len).unwrap_or_default()) {
            return error.offset();
        }
        if authority.len() < all.len() {
            return len;
        }
    }
    let rest = run.get(len..).unwrap_or_default();
    let mut component = Component::Path;
    let mut characters = rest.char_indices();
    while let Some((at, character)) = characters.next() {
        let is_html = || {
            let rest = rest.as_bytes().get(at..).unwrap_or_default();
            HTML.iter().any(|reference| rest.starts_with(reference.as_bytes()))
        };
        let following = characters.clone().map(|(_, character)| character);
        if closes(character)
            || character == '&' && is_html()
            || !is_next::<IRI>(character, following, &mut component)
        {
            return len.saturating_add(at);
        }
    }
    run.len()
}

const fn is_sub_delimiter(character: char) -> bool {
    matches!(character, '!' | '$' | '&' | '\'' | '(' | ')' | '*' | '+' | ',' | ';' | '=')
}
