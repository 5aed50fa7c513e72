//! The expansion of the macros.

use cri_core::{Component, CriRef, Revision, SliceBuffer};
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
            format!("{}, {:?}", Literal::string(uri.as_str()), uri.places())
        }
        (Kind::Cri | Kind::CriRef, revision) => {
            let revision = revision.map_or_else(Revision::default, |(revision, _)| revision);
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
struct Encoded {
    bytes: Vec<u8>,
    full: bool,
    offsets: [u32; 5],
}

/// Encodes a URI reference as `cri-uri` does at run time, with the whole registry of the revision.
fn encode(uri: UriRef<'_>, revision: Revision) -> Result<Encoded, ToCriError> {
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

/// Where authority, path, query, fragment and last segment of a CRI reference begin.
fn offsets(cri: CriRef<'_>) -> [u32; 5] {
    // INVARIANT: `cri-uri` writes no longer CRI than 32 bits count.
    let offset = |component| u32::try_from(cri.offset_of(component)).unwrap_or(u32::MAX);
    let query = offset(Component::Query);
    let mut last = query;
    let mut segments = cri.sections().segments();
    loop {
        // INVARIANT: the segments end where the query begins.
        let left: usize = segments.as_encoded().iter().map(|run| run.len()).sum();
        if segments.next().is_none() {
            break;
        }
        last = query.saturating_sub(u32::try_from(left).unwrap_or(u32::MAX));
    }
    let [authority, path, fragment] =
        [Component::Authority, Component::Path, Component::Fragment].map(offset);
    [authority, path, query, fragment, last]
}

#[cfg(test)]
mod tests {
    use cri_core::__private::Offsets;
    use cri_core::{Cri, CriRefBuf};
    use cri_testvectors::{Way, corpus, run};
    use cri_uri::to_cri;

    use super::*;

    fn expanded(kind: Kind, input: &str) -> String {
        expand(kind, input.parse().unwrap()).to_string().replace(' ', "")
    }

    #[test]
    fn expansions_are_constants() {
        let cri = expanded(Kind::Cri, r#""coap://h/a""#);
        assert_eq!(cri, r#"{(b"\x83 \x81ah\x81aa",true,[2,5,8,8,6])}"#.replace(' ', ""));
        assert_eq!(
            expanded(Kind::CriRef, r#""../b?x""#),
            r#"{(b"\x83\x02\x81ab\x81ax",false,[2,2,5,8,3])}"#
        );
        assert_eq!(expanded(Kind::CriRef, r#""""#), r#"{(b"\x80",false,[1,1,1,1,1])}"#);
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

    /// The bytes and places of every URI reference of the corpus are those that conversion and decoding find.
    #[test]
    fn literals_equal_what_is_converted_at_run_time() {
        let corpus = corpus();
        let (mut accepted, mut refused) = (0, 0);
        let uris = corpus.parse.iter().map(|vector| &vector.uri);
        let uris = uris.chain(corpus.normalize.iter().map(|vector| &vector.uri));
        let uris = uris.chain(corpus.convert.iter().filter_map(|vector| vector.uri.as_ref()));
        for (text, revision) in uris.flat_map(|uri| Revision::ALL.map(|revision| (uri, revision))) {
            let converted = to_cri(text, Options::new(revision), Vec::new());
            let encoded =
                UriRef::parse(text).map_err(ToCriError::from).and_then(|uri| encode(uri, revision));
            let (converted, encoded) = match (converted, encoded) {
                (Ok(converted), Ok(encoded)) => (converted, encoded),
                (converted, encoded) => {
                    assert_eq!(
                        encoded.map(|encoded| encoded.bytes),
                        converted.map(CriRefBuf::into_buffer),
                        "{text}"
                    );
                    refused += 1;
                    continue;
                }
            };
            assert_eq!(encoded.bytes, converted.as_bytes(), "{text}");
            same(&encoded, converted.as_cri_ref());
            accepted += 1;
        }
        assert!(accepted > 500 && refused > 100, "{accepted} {refused}");
    }

    /// Checks that a constant of these places behaves as the decoded reference.
    fn same(encoded: &Encoded, decoded: CriRef<'_>) {
        const NEXT: &[u8] = b"\x82\x01\x81\x61n"; // [1, ["n"]]
        let next = CriRef::decode(NEXT).unwrap();
        let constant =
            CriRef::from_written(&encoded.bytes, Offsets::new(encoded.full, encoded.offsets));
        assert!(constant.structurally_eq(decoded));
        assert_eq!(constant.is_full(), decoded.is_full());
        for component in [
            Component::Scheme,
            Component::Host,
            Component::Path,
            Component::Query,
            Component::Fragment,
        ] {
            assert_eq!(constant.offset_of(component), decoded.offset_of(component), "{decoded:?}");
        }
        let Some(full) = decoded.to_full() else { return };
        let constant =
            Cri::from_written(&encoded.bytes, Offsets::new(encoded.full, encoded.offsets));
        assert_eq!(constant, full);
        let resolved = |base: Cri<'_>| {
            base.resolve(next).map(|target| target.encode_to(Revision::Draft16, Vec::new()))
        };
        assert_eq!(format!("{:?}", resolved(constant)), format!("{:?}", resolved(full)));
    }

    #[test]
    fn literals_are_what_the_corpus_demands() {
        run(&corpus().convert, |vector| {
            // A literal may use every feature.
            let Some(uri) = vector.uri.as_ref().filter(|_| vector.without.is_empty()) else {
                return;
            };
            let revision = vector.revision.convert(Revision::from_name);
            let encoded =
                UriRef::parse(uri).map_err(ToCriError::from).and_then(|uri| encode(uri, revision));
            match (encoded, &vector.to_cri_error, &vector.cbor) {
                (Ok(encoded), None, Some(cbor)) if vector.way != Some(Way::ToUri) => {
                    assert_eq!(encoded.bytes, *cbor);
                }
                (Err(error), Some(expected), _) => {
                    expected.assert_matches(
                        error.kind().name(),
                        Some(error.component().name()),
                        Some(error.offset()),
                    );
                }
                (Ok(_), None, _) => {}
                (found, expected, _) => panic!("expected {expected:?}, found {found:?}"),
            }
        });
    }
}
