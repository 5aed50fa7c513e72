//! The expansion of the macros.

use cri_core::{Component, CriRef, Revision, SliceBuffer};
use cri_uri::__private::places;
use cri_uri::{Options, ToCriError, ToCriErrorKind, UriRef};
use proc_macro2::{Literal, Span, TokenStream};
use syn::Error;

use crate::input::Input;
use crate::text::Text;

/// What a macro makes of its text.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Cri,
    CriRef,
    Uri,
    UriRef,
}

/// The expansion of a macro, or a call of `compile_error!`.
pub(crate) fn expand(kind: Kind, input: TokenStream) -> TokenStream {
    try_expand(kind, input).unwrap_or_else(Error::into_compile_error)
}

fn try_expand(kind: Kind, input: TokenStream) -> Result<TokenStream, Error> {
    let Input { text, revision } = syn::parse2(input)?;
    let uri = UriRef::parse(&text.value).map_err(|error| wrong(&text, error.into()))?;
    let needs_scheme = match kind {
        Kind::Cri => Some(
            "a relative reference, and no CRI; write a scheme, such as `coap:`, or call `cri_ref!`",
        ),
        Kind::Uri => Some(
            "a relative reference, and no URI; write a scheme, such as `coap:`, or call `uri_ref!`",
        ),
        Kind::CriRef | Kind::UriRef => None,
    };
    if let Some(message) = needs_scheme.filter(|_| uri.is_relative()) {
        return Err(Error::new(text.span(), message));
    }
    let fields = match (kind, revision) {
        (Kind::Uri | Kind::UriRef, Some((_, span))) => {
            return Err(Error::new(span, "a URI has no revision; remove this argument"));
        }
        (Kind::Uri | Kind::UriRef, None) => {
            format!("{}, {:?}", Literal::string(uri.as_str()), places(uri))
        }
        (Kind::Cri | Kind::CriRef, revision) => {
            let revision = revision.map_or(Revision::Draft16, |(revision, _)| revision);
            let Encoded { bytes, full, offsets } =
                encode(uri, revision).map_err(|error| wrong(&text, error))?;
            format!("{}, {full}, {offsets:?}", Literal::byte_string(&bytes))
        }
    };
    // The compiler then knows that the program depends on the variable.
    let reads = text.variables.iter().map(|variable| {
        format!(
            "const _: &'static ::core::primitive::str = ::core::env!({});",
            Literal::string(variable)
        )
    });
    let block = format!("{{ {} ({fields}) }}", reads.collect::<String>());
    block.parse().map_err(|error| Error::new(Span::call_site(), format!("{error} in `{block}`")))
}

/// A failure at a byte of the text.
fn wrong(text: &Text, error: ToCriError) -> Error {
    Error::new(text.span_at(error.offset()), error.with_source(&text.value))
}

/// An encoded CRI reference.
#[derive(Debug)]
pub(crate) struct Encoded {
    pub(crate) bytes: Vec<u8>,
    pub(crate) full: bool,
    pub(crate) offsets: [u32; 4],
}

/// Encodes a URI reference as `cri-uri` does at run time, with the whole registry of the revision.
pub(crate) fn encode(uri: UriRef<'_>, revision: Revision) -> Result<Encoded, ToCriError> {
    let mut room = vec![0; 64 + uri.as_str().len()];
    loop {
        match uri.to_cri(Options::new(revision), SliceBuffer::new(&mut room)) {
            Ok(cri) => {
                let cri = cri.as_cri_ref();
                return Ok(Encoded {
                    bytes: cri.as_bytes().to_vec(),
                    full: cri.is_full(),
                    offsets: offsets(cri),
                });
            }
            Err(error) => match error.kind() {
                ToCriErrorKind::BufferFull(needed) => room.resize(needed, 0),
                _ => return Err(error),
            },
        }
    }
}

/// Where authority, path, query and fragment of a CRI reference begin.
fn offsets(cri: CriRef<'_>) -> [u32; 4] {
    // INVARIANT: `cri-uri` writes no longer CRI than 32 bits count.
    [Component::Authority, Component::Path, Component::Query, Component::Fragment]
        .map(|component| u32::try_from(cri.offset_of(component)).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(kind: Kind, input: &str) -> String {
        expand(kind, input.parse().unwrap()).to_string().replace(' ', "")
    }

    #[test]
    fn expansions_are_constants() {
        let cri = expanded(Kind::Cri, r#""coap://h/a""#);
        assert_eq!(cri, r#"{(b"\x83 \x81ah\x81aa",true,[2,5,8,8])}"#.replace(' ', ""));
        assert_eq!(
            expanded(Kind::CriRef, r#""../b?x""#),
            r#"{(b"\x83\x02\x81ab\x81ax",false,[2,2,5,8])}"#
        );
        assert_eq!(expanded(Kind::CriRef, r#""""#), r#"{(b"\x80",false,[1,1,1,1])}"#);
        assert_eq!(expanded(Kind::Uri, r#""coap://h/a""#), r#"{("coap://h/a",[4,7,7,8,8,10,10])}"#);
        assert_eq!(expanded(Kind::UriRef, r#""a?b""#), r#"{("a?b",[0,0,0,0,0,1,3])}"#);
    }

    #[test]
    fn a_variable_is_read_again() {
        let expanded = expanded(Kind::CriRef, r#"env!("CARGO_PKG_NAME")"#);
        assert!(expanded.starts_with(
            r#"{const_:&'static::core::primitive::str=::core::env!("CARGO_PKG_NAME");("#
        ));
    }
}
