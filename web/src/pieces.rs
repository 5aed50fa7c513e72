//! Text in pieces, each of one section of the CRI, so that the page can colour it.

use cri_core::{Component, CriRef};
use cri_uri::IriRef;
use serde::Serialize;

/// A run of text, and the section that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Piece {
    /// The section's name. Empty for brackets and commas.
    pub(crate) section: &'static str,
    pub(crate) text: String,
}

impl Piece {
    fn new(section: &'static str, text: &str) -> Self {
        Self { section, text: text.to_owned() }
    }
}

/// The name of the section that a component belongs to (section 5.1 of the draft). Empty for the CRI as a whole.
pub(crate) const fn section(component: Component) -> &'static str {
    match component {
        Component::Scheme => "scheme",
        Component::Discard => "discard",
        Component::Authority | Component::Userinfo | Component::Host | Component::ZoneId | Component::Port => {
            "authority"
        }
        Component::Path => "path",
        Component::Query => "query",
        Component::Fragment => "fragment",
        _ => "",
    }
}

/// A URI or IRI reference in pieces. Each delimiter belongs to the section that it introduces, except that of the scheme.
pub(crate) fn of_uri(text: &str) -> Vec<Piece> {
    let Ok(iri) = IriRef::parse(text) else { return vec![Piece::new("", text)] };
    let pieces = [
        ("scheme", iri.scheme().map(|scheme| format!("{scheme}:"))),
        ("authority", iri.authority().map(|authority| format!("//{authority}"))),
        ("path", Some(iri.path().to_owned())),
        ("query", iri.query().map(|query| format!("?{query}"))),
        ("fragment", iri.fragment().map(|fragment| format!("#{fragment}"))),
    ];
    let pieces = pieces.into_iter().filter_map(|(section, text)| Some(Piece { section, text: text? }));
    pieces.filter(|piece| !piece.text.is_empty()).collect()
}

/// The diagnostic notation of a CRI reference in pieces.
pub(crate) fn of_notation(cri: CriRef<'_>) -> Vec<Piece> {
    let notation = cri.diagnostic().to_string();
    let Some(inside) = notation.strip_prefix('[').and_then(|inside| inside.strip_suffix(']')) else {
        return vec![Piece::new("", &notation)];
    };
    let items = items(inside);
    // A discard stands in place of scheme and authority.
    let has_discard =
        items.first().is_some_and(|first| first.starts_with(|next: char| next.is_ascii_digit() || next == 't'));
    let sections: &[&str] = if has_discard {
        &["discard", "path", "query", "fragment"]
    } else {
        &["scheme", "authority", "path", "query", "fragment"]
    };
    let mut pieces = vec![Piece::new("", "[")];
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            pieces.push(Piece::new("", ", "));
        }
        pieces.push(Piece::new(sections.get(index).copied().unwrap_or_default(), item));
    }
    pieces.push(Piece::new("", "]"));
    pieces
}

/// The items of an array in notation, without its brackets.
fn items(notation: &str) -> Vec<&str> {
    let (mut items, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    let (mut quote, mut escaped) = (None, false);
    for (at, character) in notation.char_indices() {
        match quote {
            _ if escaped => escaped = false,
            Some(_) if character == '\\' => escaped = true,
            Some(open) if character == open => quote = None,
            Some(_) => {}
            None => match character {
                '"' | '\'' => quote = Some(character),
                '[' => depth = depth.saturating_add(1),
                ']' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    items.extend(notation.get(start..at));
                    start = at.saturating_add(1);
                }
                _ => {}
            },
        }
    }
    items.extend(notation.get(start..));
    items.into_iter().map(str::trim_ascii).filter(|item| !item.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use cri_core::CriRef;
    use cri_edn::Notation;
    use cri_testvectors::{Outcome, corpus, run};
    use cri_uri::Options;

    use super::{Piece, of_notation, of_uri};

    fn shown(pieces: &[Piece]) -> Vec<(&str, &str)> {
        pieces.iter().map(|piece| (piece.section, piece.text.as_str())).collect()
    }

    #[test]
    fn a_uri_falls_into_sections() {
        let pieces = of_uri("coap://u@h:1/a/b?q#f");
        let expected =
            [("scheme", "coap:"), ("authority", "//u@h:1"), ("path", "/a/b"), ("query", "?q"), ("fragment", "#f")];
        assert_eq!(shown(&pieces), expected);
        assert_eq!(shown(&of_uri("a?")), [("path", "a"), ("query", "?")]);
    }

    #[test]
    fn notation_falls_into_sections() {
        for (notation, expected) in [
            (
                r#"[-1, [h'C6336401', 61616], ["a, \"]", "b"], null, "f"]"#,
                &[
                    ("", "["),
                    ("scheme", "-1"),
                    ("", ", "),
                    ("authority", "[h'C6336401', 61616]"),
                    ("", ", "),
                    ("path", r#"["a, \"]", "b"]"#),
                    ("", ", "),
                    ("query", "null"),
                    ("", ", "),
                    ("fragment", "\"f\""),
                    ("", "]"),
                ][..],
            ),
            ("[true, []]", &[("", "["), ("discard", "true"), ("", ", "), ("path", "[]"), ("", "]")]),
            ("[2]", &[("", "["), ("discard", "2"), ("", "]")]),
            ("[]", &[("", "["), ("", "]")]),
        ] {
            let bytes = Notation::parse(notation, Options::default()).expect(notation).into_bytes();
            let pieces = of_notation(CriRef::decode(&bytes).expect(notation));
            assert_eq!(shown(&pieces), expected);
        }
    }

    #[test]
    fn pieces_make_the_whole_text() {
        let processable = corpus().decode.iter().filter(|vector| vector.outcome == Outcome::Processable);
        run(processable, |vector| {
            let Ok(cri) = CriRef::decode(&vector.cbor) else { return };
            let whole: String = of_notation(cri).into_iter().map(|piece| piece.text).collect();
            assert_eq!(whole, cri.diagnostic().to_string());
            if let Some(uri) = &vector.uri {
                assert_eq!(of_uri(uri).into_iter().map(|piece| piece.text).collect::<String>(), *uri);
            }
        });
    }
}
