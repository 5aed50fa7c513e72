//! A path of names.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Ident, Result, Token};

/// A path of names, such as `env` or `::core::env`, or nothing.
pub(crate) struct Path {
    pub(crate) names: Vec<String>,
    /// The place of the last name.
    pub(crate) span: Span,
}

impl Parse for Path {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut path = Self { names: Vec::new(), span: input.span() };
        loop {
            let is_next = input.parse::<Option<Token![::]>>()?.is_some() || path.names.is_empty();
            if !is_next || !input.peek(Ident::peek_any) {
                return Ok(path);
            }
            let name = Ident::parse_any(input)?;
            path.span = name.span();
            path.names.push(name.to_string());
        }
    }
}
