//! The arguments of an invocation: a text, and perhaps a revision.

use cri_core::Revision;
use proc_macro2::Span;
use syn::parse::{Parse, ParseStream};
use syn::{Error, LitStr, Result, Token};

use crate::path::Path;
use crate::text::Text;

/// What an invocation says.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) text: Text,
    /// The revision and its place, if the invocation names one.
    pub(crate) revision: Option<(Revision, Span)>,
}

impl Parse for Input {
    /// Reads all tokens of an invocation.
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let text = input.parse()?;
        let mut revision = None;
        while !input.is_empty() {
            if input.parse::<Option<Token![,]>>()?.is_none() {
                return Err(Error::new(input.span(), "expected `,` after the text"));
            }
            if input.is_empty() {
                break;
            }
            let Path { names, span } = input.parse()?;
            if names != ["revision"] {
                return Err(Error::new(
                    span,
                    "unknown argument; the only one is `revision`, as in `revision = Rfc9988`",
                ));
            }
            if revision.is_some() {
                return Err(Error::new(span, "a second `revision`; remove one of them"));
            }
            if input.parse::<Option<Token![=]>>()?.is_none() {
                return Err(Error::new(input.span(), "expected `=` after `revision`"));
            }
            revision = Some(read_revision(input)?);
        }
        Ok(Self { text, revision })
    }
}

/// Reads a revision: a variant of `cri_core::Revision`, with or without a path before it, or a string literal with one of
/// `Revision::NAMES`.
fn read_revision(input: ParseStream<'_>) -> Result<(Revision, Span)> {
    let span = input.span();
    let (revision, span) = if input.peek(LitStr) {
        (Revision::from_name(&input.parse::<LitStr>()?.value()), span)
    } else {
        let Path { names, span } = input.parse()?;
        let named = |revision: &Revision| names.last() == Some(&format!("{revision:?}"));
        (Revision::ALL.into_iter().find(named), span)
    };
    revision.map(|revision| (revision, span)).ok_or_else(|| {
        let variants = Revision::ALL.map(|revision| format!("`{revision:?}`")).join(", ");
        let names = Revision::NAMES.map(|(name, _)| format!("{name:?}")).join(", ");
        Error::new(span, format!("unknown revision; write one of {variants}, or one of {names}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &str) -> std::result::Result<Option<Revision>, String> {
        let input = syn::parse_str::<Input>(input).map_err(|error| error.to_string())?;
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
