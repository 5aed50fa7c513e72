//! The procedural macros that `cri-literal` calls. Depend on `cri-literal` instead.
//!
//! Each macro reads one text, checks it with `cri-uri`, and expands to a tuple of constants. The macros of `cri-literal`
//! pass the tuple to a `const fn`. The expansion therefore names no crate but `core`, and it works however a program calls
//! its dependencies.

#![forbid(unsafe_code)]

mod expand;
mod failure;
mod input;
mod literal;
mod quote;
mod text;
mod tokens;

use proc_macro::TokenStream;

use crate::expand::{Kind, expand};

/// Expands to `(BYTES, IS_FULL, PLACES)` of a full CRI.
#[doc(hidden)]
#[proc_macro]
pub fn encoded_cri(input: TokenStream) -> TokenStream {
    expand(Kind::Cri, input.into()).into()
}

/// Expands to `(BYTES, IS_FULL, PLACES)` of a CRI reference.
#[doc(hidden)]
#[proc_macro]
pub fn encoded_cri_ref(input: TokenStream) -> TokenStream {
    expand(Kind::CriRef, input.into()).into()
}

/// Expands to `(TEXT, PLACES)` of a URI.
#[doc(hidden)]
#[proc_macro]
pub fn checked_uri(input: TokenStream) -> TokenStream {
    expand(Kind::Uri, input.into()).into()
}

/// Expands to `(TEXT, PLACES)` of a URI reference.
#[doc(hidden)]
#[proc_macro]
pub fn checked_uri_ref(input: TokenStream) -> TokenStream {
    expand(Kind::UriRef, input.into()).into()
}
