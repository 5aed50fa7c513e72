//! The error of a macro: a message, and the tokens that it points at.

use proc_macro2::{Group, Literal, Span, TokenStream, TokenTree};

/// Why a macro cannot be expanded.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The place in the program that the compiler shows.
    pub(crate) span: Span,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into() }
    }

    /// An invocation of `core::compile_error!` at the place of the failure.
    pub(crate) fn into_tokens(self) -> TokenStream {
        let call = format!("::core::compile_error!({})", Literal::string(&self.message));
        let tokens = call.parse().unwrap_or_default();
        at(self.span, tokens)
    }
}

/// The tokens at another place.
fn at(span: Span, tokens: TokenStream) -> TokenStream {
    let moved = |token| {
        let mut token = match token {
            TokenTree::Group(group) => {
                TokenTree::Group(Group::new(group.delimiter(), at(span, group.stream())))
            }
            token => token,
        };
        token.set_span(span);
        token
    };
    tokens.into_iter().map(moved).collect()
}
