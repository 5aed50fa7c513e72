//! The arguments of an invocation: a text, and perhaps a revision.

use cri_core::Revision;
use proc_macro2::{Span, TokenStream, TokenTree};

use crate::failure::Failure;
use crate::literal::Value;
use crate::text::Text;
use crate::tokens::Tokens;

/// What an invocation says.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) text: Text,
    /// The revision and its place, if the invocation names one.
    pub(crate) revision: Option<(Revision, Span)>,
}

impl Input {
    /// Reads all tokens of an invocation.
    pub(crate) fn read(tokens: TokenStream) -> Result<Self, Failure> {
        let mut tokens = Tokens::new(tokens, Span::call_site());
        let text = Text::read(&mut tokens)?;
        let mut revision = None;
        while !tokens.is_empty() {
            if !tokens.take_punct(',') {
                return Err(Failure::new(tokens.span(), "expected `,` after the text"));
            }
            if tokens.is_empty() {
                break;
            }
            let (names, span) = tokens.take_path();
            if names != ["revision"] {
                return Err(Failure::new(
                    span,
                    "unknown argument; the only one is `revision`, as in `revision = Rfc9988`",
                ));
            }
            if revision.is_some() {
                return Err(Failure::new(span, "a second `revision`; remove one of them"));
            }
            if !tokens.take_punct('=') {
                return Err(Failure::new(tokens.span(), "expected `=` after `revision`"));
            }
            revision = Some(read_revision(&mut tokens)?);
        }
        Ok(Self { text, revision })
    }
}

/// Reads a revision: a variant of `cri_core::Revision`, with or without a path before it, or a string literal with one of
/// `Revision::NAMES`.
fn read_revision(tokens: &mut Tokens) -> Result<(Revision, Span), Failure> {
    let span = tokens.span();
    let (revision, span) = if let Some(TokenTree::Literal(literal)) = tokens.peek() {
        let text = Value::of(literal).ok().map(|value| value.text);
        tokens.next();
        (text.and_then(|text| Revision::from_name(&text)), span)
    } else {
        let (names, span) = tokens.take_path();
        let named = |revision: &Revision| names.last() == Some(&format!("{revision:?}"));
        (Revision::ALL.into_iter().find(named), span)
    };
    revision.map(|revision| (revision, span)).ok_or_else(|| {
        let variants = Revision::ALL.map(|revision| format!("`{revision:?}`")).join(", ");
        let names = Revision::NAMES.map(|(name, _)| format!("{name:?}")).join(", ");
        Failure::new(span, format!("unknown revision; write one of {variants}, or one of {names}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &str) -> Result<Option<Revision>, String> {
        let input = Input::read(input.parse().unwrap()).map_err(|failure| failure.message)?;
        assert_eq!(input.text.value, "a");
        Ok(input.revision.map(|(revision, _)| revision))
    }

    #[test]
    fn revisions_are_named_by_their_variants() {
        for input in [r#""a""#, r#""a","#] {
            assert_eq!(read(input), Ok(None), "{input}");
        }
        for input in [
            r#""a", revision = Rfc9988"#,
            r#""a", revision = Revision::Rfc9988,"#,
            r#"concat!("a"), revision = ::cri_core::Revision::Rfc9988"#,
        ] {
            assert_eq!(read(input), Ok(Some(Revision::Rfc9988)), "{input}");
        }
        assert_eq!(read(r#""a", revision = Draft16"#), Ok(Some(Revision::Draft16)));
    }

    #[test]
    fn revisions_are_named_by_their_documents() {
        for (name, revision) in Revision::NAMES {
            assert_eq!(read(&format!(r#""a", revision = {name:?}"#)), Ok(Some(revision)), "{name}");
        }
    }

    #[test]
    fn other_arguments_are_refused() {
        let unknown = "unknown argument; the only one is `revision`, as in `revision = Rfc9988`";
        let no_revision = "unknown revision; write one of `Draft16`, `Rfc9988`, or one of \"draft-16\", \"draft-27\", \
                           \"draft-28\", \"draft-29\", \"draft-30\", \"rfc9988\"";
        for (input, message) in [
            (r#""a" "b""#, "expected `,` after the text"),
            (r#""a", Rfc9988"#, unknown),
            (r#""a", "b""#, unknown),
            (r#""a",,"#, unknown),
            (r#""a", revision Rfc9988"#, "expected `=` after `revision`"),
            (r#""a", revision = 27"#, no_revision),
            (r#""a", revision = "draft-26""#, no_revision),
            (r#""a", revision = b"rfc9988""#, no_revision),
            (r#""a", revision ="#, no_revision),
            (r#""a", revision = Rfc9988 Draft16"#, "expected `,` after the text"),
            (
                r#""a", revision = Rfc9988, revision = Rfc9988"#,
                "a second `revision`; remove one of them",
            ),
        ] {
            assert_eq!(read(input), Err(message.to_owned()), "{input}");
        }
    }
}
