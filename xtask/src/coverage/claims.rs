//! Claims: the rows that a vector or a test says it shows.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use proc_macro2::{Delimiter, LineColumn, TokenStream, TokenTree};
use serde::Deserialize;

/// A row that a vector or a test says it shows.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) id: String,
    /// The line of the claim. The first line is 1.
    pub(super) line: usize,
}

/// The start of a comment that claims rows.
const KEYWORD: &str = "shows:";

/// Reads the fields `shows` of a file of vectors, over all families.
pub(super) fn of_vectors(text: &str) -> Result<Vec<Claim>, String> {
    #[derive(Deserialize)]
    struct Vector {
        shows: Vec<toml::Spanned<String>>,
    }
    let families: BTreeMap<String, Vec<Vector>> =
        toml::from_str(text).map_err(|error| error.to_string())?;
    let line = |offset| text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1;
    let shows = families.into_values().flatten().flat_map(|vector| vector.shows);
    Ok(shows.map(|id| Claim { line: line(id.span().start), id: id.into_inner() }).collect())
}

/// Reads the comments `// shows:` of a Rust file.
///
/// # Errors
///
/// The line and the reason of each comment that does not stand directly above a test.
pub(super) fn of_tests(text: &str) -> Result<Vec<Claim>, Vec<(usize, String)>> {
    if !text.contains(KEYWORD) {
        return Ok(Vec::new());
    }
    let tokens: TokenStream = text.parse().map_err(|error: proc_macro2::LexError| {
        vec![(error.span().start().line, error.to_string())]
    })?;
    let mut places = Vec::new();
    let mut tests = Vec::new();
    read_tokens(tokens, &mut places, &mut tests);
    let comments = comments(text, &places);
    let mut claims = Vec::new();
    let mut problems = Vec::new();
    let mut rest = comments.as_slice();
    while let Some((comment, others)) = rest.split_first() {
        rest = others;
        let Some(list) = comment.text.trim_start().strip_prefix(KEYWORD) else { continue };
        let mut add = |line, list: &str| {
            let ids = list.split(',').map(str::trim).filter(|id| !id.is_empty());
            claims.extend(ids.map(|id| Claim { id: id.to_owned(), line }));
        };
        add(comment.line, list);
        let mut last = comment;
        // A comma at the end continues the list in the next line.
        while let Some((next, others)) = rest.split_first() {
            if !last.text.ends_with(',') || next.line != last.line + 1 || next.follows_code {
                break;
            }
            add(next.line, next.text.trim_start().strip_prefix(KEYWORD).unwrap_or(next.text));
            (last, rest) = (next, others);
        }
        let test = tests.iter().find(|test| test.lines.contains(&(last.line + 1)));
        if let Some(problem) = problem(comment, list, test) {
            problems.push((comment.line, problem));
        }
    }
    if problems.is_empty() { Ok(claims) } else { Err(problems) }
}

fn problem(comment: &Comment<'_>, list: &str, test: Option<&Test>) -> Option<String> {
    let problem = match test {
        _ if comment.follows_code => {
            "the comment `// shows:` follows code; give it a line of its own above a test"
        }
        _ if list.trim().is_empty() => "the comment `// shows:` names no row",
        None => {
            "the comment `// shows:` does not stand directly above a test; move it there or remove it"
        }
        Some(Test { is_ignored: true, .. }) => "the test is ignored, so it shows nothing",
        Some(_) => return None,
    };
    Some(problem.into())
}

/// A line comment that is no documentation.
struct Comment<'a> {
    line: usize,
    /// The text after `//`, without white space at the end.
    text: &'a str,
    follows_code: bool,
}

/// Returns the line comments of a file, given the places of its tokens in order. A token may be a
/// string literal or documentation, whose text is no comment.
fn comments<'a>(text: &'a str, tokens: &[(LineColumn, LineColumn)]) -> Vec<Comment<'a>> {
    let comment = |(line, text): (usize, &'a str)| {
        let (offset, _) = text.match_indices("//").find(|(offset, _)| {
            let here = LineColumn { line, column: text[..*offset].chars().count() };
            let before = tokens.partition_point(|(start, _)| *start <= here);
            tokens[..before].last().is_none_or(|(_, end)| here >= *end)
        })?;
        let (code, text) = text.split_at(offset);
        let follows_code = !code.trim().is_empty();
        Some(Comment { line, text: text[2..].trim_end(), follows_code })
    };
    (1..).zip(text.lines()).filter_map(comment).collect()
}

/// A function with the attribute `#[test]`.
struct Test {
    /// From its first attribute to the line of `fn`.
    lines: RangeInclusive<usize>,
    is_ignored: bool,
}

/// Collects the places of all tokens, and the tests. Tests in the input of a macro such as `proptest!` count too.
fn read_tokens(
    tokens: TokenStream,
    places: &mut Vec<(LineColumn, LineColumn)>,
    tests: &mut Vec<Test>,
) {
    // The attributes of the next item.
    let mut attributes: Vec<TokenStream> = Vec::new();
    let mut start = None;
    let mut after_hash = false;
    for token in tokens {
        let span = token.span();
        let line = span.start().line;
        match token {
            TokenTree::Group(group) => {
                places.push((group.span_open().start(), group.span_open().end()));
                read_tokens(group.stream(), places, tests);
                places.push((group.span_close().start(), group.span_close().end()));
                if after_hash && group.delimiter() == Delimiter::Bracket {
                    attributes.push(group.stream());
                } else if group.delimiter() != Delimiter::Parenthesis {
                    // The parentheses of `pub(crate)` do not end an item, its body does.
                    attributes.clear();
                    start = None;
                }
                after_hash = false;
                continue;
            }
            TokenTree::Punct(ref punct) if punct.as_char() == '#' => {
                start = start.or(Some(line));
                after_hash = true;
                places.push((span.start(), span.end()));
                continue;
            }
            TokenTree::Punct(ref punct) if punct.as_char() == ';' => {
                attributes.clear();
                start = None;
            }
            TokenTree::Ident(ref ident) if ident == "fn" => {
                let has = |name| attributes.iter().any(|attribute| is_named(attribute, name));
                if has("test") {
                    tests.push(Test {
                        lines: start.unwrap_or(line)..=line,
                        is_ignored: has("ignore"),
                    });
                }
                attributes.clear();
                start = None;
            }
            _ => {}
        }
        after_hash = false;
        places.push((span.start(), span.end()));
    }
}

/// Whether the path of an attribute ends with this name: `ignore = "slow"` is `ignore`, `tokio::test` is `test`.
fn is_named(attribute: &TokenStream, name: &str) -> bool {
    let mut last = None;
    for token in attribute.clone() {
        match token {
            TokenTree::Ident(ident) => last = Some(ident),
            TokenTree::Punct(punct) if punct.as_char() == ':' => {}
            _ => break,
        }
    }
    last.is_some_and(|last| last == name)
}
