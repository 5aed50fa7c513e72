#![doc = include_str!("../README.md")]
#![doc(html_root_url = "https://docs.rs/cri-literal-macros/0.1.0")]
#![forbid(unsafe_code)]

mod expand;
mod input;
mod path;
mod text;

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
