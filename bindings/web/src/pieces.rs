//! Text in pieces, each of one section of the CRI, so that the page can colour it.

use cri_core::CriRef;
use cri_inspect::{Anatomy, Kind, Section, uri_parts};
use cri_uri::{Options, UriRef};
use serde::Serialize;

/// A run of text, and the section that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Piece {
    /// The section's name. Brackets, commas and delimiters are `structure`.
    pub(crate) section: &'static str,
    pub(crate) text: String,
}

impl Piece {
    fn new(section: Section, text: &str) -> Self {
        Self { section: section.name(), text: text.to_owned() }
    }
}

/// A URI reference in pieces.
pub(crate) fn of_uri(text: &str) -> Vec<Piece> {
    match UriRef::parse(text) {
        Ok(uri) => uri_parts(uri).map(|(section, part)| Piece::new(section, part)).collect(),
        Err(_) => vec![Piece::new(Section::Other, text)],
    }
}

/// The diagnostic notation of a CRI reference in pieces.
pub(crate) fn of_notation(cri: CriRef<'_>, options: Options) -> Vec<Piece> {
    // The values in the notation are the items that are no array, in the same order.
    let mut values = Anatomy::new(cri.as_bytes(), options.schemes())
        .filter(|item| !matches!(item.kind, Some(Kind::Array(_))));
    let notation = cri.diagnostic().to_string();
    let mut pieces = Vec::new();
    let mut rest = notation.as_str();
    while !rest.is_empty() {
        let structure =
            rest.find(|next| !matches!(next, '[' | ']' | ',' | ' ')).unwrap_or(rest.len());
        let (section, len) = match structure {
            0 => (values.next().map_or(Section::Other, |value| value.section()), value_len(rest)),
            len => (Section::Structure, len),
        };
        let (text, after) = rest.split_at_checked(len).unwrap_or((rest, ""));
        pieces.push(Piece::new(section, text));
        rest = after;
    }
    pieces
}

/// The length in bytes of the value that a notation begins with.
fn value_len(notation: &str) -> usize {
    let (mut quote, mut escaped) = (None, false);
    let ends = |(_, next): &(usize, char)| {
        match quote {
            _ if escaped => escaped = false,
            Some(_) if *next == '\\' => escaped = true,
            Some(open) if *next == open => quote = None,
            Some(_) => {}
            None if matches!(next, '"' | '\'') => quote = Some(*next),
            None => return matches!(next, ']' | ','),
        }
        false
    };
    notation.char_indices().find(ends).map_or(notation.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use cri_core::CriRef;
    use cri_edn::Notation;
    use cri_testvectors::{Outcome, corpus, run};
    use cri_uri::Options;

    use super::{Piece, of_notation, of_uri};

    /// The pieces that are not structure.
    fn shown(pieces: &[Piece]) -> Vec<(&str, &str)> {
        let pieces = pieces.iter().filter(|piece| piece.section != "structure");
        pieces.map(|piece| (piece.section, piece.text.as_str())).collect()
    }

    #[test]
    fn notation_falls_into_sections() {
        for (notation, expected) in [
            (
                r#"[-1, [h'C6336401', 61616], ["a, \"]", "b"], null, "f"]"#,
                &[
                    ("scheme", "-1"),
                    ("host", "h'C6336401'"),
                    ("port", "61616"),
                    ("path", r#""a, \"]""#),
                    ("path", "\"b\""),
                    ("query", "null"),
                    ("fragment", "\"f\""),
                ][..],
            ),
            (
                r#"[true, [["a", h'3A']]]"#,
                &[("discard", "true"), ("path", "\"a\""), ("path", "h'3A'")],
            ),
            ("[]", &[]),
        ] {
            let bytes = Notation::parse(notation, Options::default()).expect(notation).into_bytes();
            let pieces = of_notation(CriRef::decode(&bytes).expect(notation), Options::default());
            assert_eq!(shown(&pieces), expected);
        }
    }

    #[test]
    fn pieces_make_the_whole_text() {
        let processable =
            corpus().decode.iter().filter(|vector| vector.outcome == Outcome::Processable);
        run(processable, |vector| {
            let Ok(cri) = CriRef::decode(&vector.cbor) else { return };
            let pieces = of_notation(cri, Options::default());
            assert!(pieces.iter().all(|piece| piece.section != "other"), "{pieces:?}");
            let whole: String = pieces.into_iter().map(|piece| piece.text).collect();
            assert_eq!(whole, cri.diagnostic().to_string());
            if let Some(uri) = &vector.uri {
                assert_eq!(
                    of_uri(uri).into_iter().map(|piece| piece.text).collect::<String>(),
                    *uri
                );
            }
        });
    }
}
