//! The tokens of an invocation, read from the front.

use std::iter;

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

/// Tokens that are left to read.
pub(crate) struct Tokens {
    /// The tokens in reverse, so that the next one is the last.
    left: Vec<TokenTree>,
    /// The place of the end of the tokens.
    end: Span,
}

impl Tokens {
    /// The tokens of a macro call, or of a group in it. `end` is the place of an error at the end.
    pub(crate) fn new(tokens: TokenStream, end: Span) -> Self {
        let mut left = visible(tokens);
        left.reverse();
        Self { left, end }
    }

    /// The place of the next token, or of the end.
    pub(crate) fn span(&self) -> Span {
        self.left.last().map_or(self.end, TokenTree::span)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    pub(crate) fn peek(&self) -> Option<&TokenTree> {
        self.left.last()
    }

    /// Whether the next tokens are `::`.
    fn is_path_separator(&self) -> bool {
        let is_colon =
            |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':');
        matches!(self.left.as_slice(), [.., second, first] if is_colon(first) && is_colon(second))
    }

    /// Removes the next token if it is this punctuation character.
    pub(crate) fn take_punct(&mut self, character: char) -> bool {
        let found =
            matches!(self.peek(), Some(TokenTree::Punct(punct)) if punct.as_char() == character);
        if found {
            self.left.pop();
        }
        found
    }

    /// Removes a path of names, such as `env` or `::core::env`, and returns the names and the place of the last one.
    /// Returns no names if there is no path.
    pub(crate) fn take_path(&mut self) -> (Vec<String>, Span) {
        let (mut names, mut span) = (Vec::new(), self.span());
        loop {
            if self.is_path_separator() {
                self.left.truncate(self.left.len() - 2);
            } else if !names.is_empty() {
                return (names, span);
            }
            let Some(TokenTree::Ident(name)) = self.peek() else { return (names, span) };
            span = name.span();
            names.push(name.to_string());
            self.left.pop();
        }
    }
}

impl Iterator for Tokens {
    type Item = TokenTree;

    fn next(&mut self) -> Option<TokenTree> {
        self.left.pop()
    }
}

/// The tokens without invisible groups. The compiler puts what another macro captured, such as `$text:literal`, into one.
fn visible(tokens: TokenStream) -> Vec<TokenTree> {
    let flatten = |token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => visible(group.stream()),
        token => iter::once(token).collect(),
    };
    tokens.into_iter().flat_map(flatten).collect()
}

#[cfg(test)]
mod tests {
    use proc_macro2::Group;

    use super::*;

    fn tokens(tokens: TokenStream) -> Tokens {
        Tokens::new(tokens, Span::call_site())
    }

    #[test]
    fn invisible_groups_are_open() {
        let group =
            |tokens| TokenStream::from(TokenTree::Group(Group::new(Delimiter::None, tokens)));
        let inner = group(group("a::b".parse().unwrap()));
        let mut tokens = tokens([inner, ", (c)".parse().unwrap()].into_iter().collect());
        assert_eq!(tokens.take_path().0, ["a", "b"]);
        assert!(tokens.take_punct(','));
        assert!(
            matches!(tokens.next(), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
        );
        assert!(tokens.is_empty());
    }

    #[test]
    fn paths_end_where_no_name_follows() {
        for (input, names, left) in [
            ("a", vec!["a"], 0),
            ("::a::b c", vec!["a", "b"], 1),
            ("a = b", vec!["a"], 2),
            ("1", vec![], 1),
        ] {
            let mut tokens = tokens(input.parse().unwrap());
            assert_eq!(tokens.take_path().0, names, "{input}");
            assert_eq!(tokens.count(), left, "{input}");
        }
    }
}
