//! Characters beyond ASCII in IRIs (RFC 3987 sections 2.2, 4.1, 6.1 and 8).

use cri_core::__private::is_hidden;
use cri_core::Component;

/// Whether an IRI may hold a character beyond ASCII in this component (RFC 3987 sections 2.2 and 4.1).
pub(crate) const fn is_iri_character(character: char, component: Component) -> bool {
    match character {
        // 4.1: bidirectional formatting, which would show the parts of an IRI in another order.
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' => false,
        // 2.2: ucschar.
        '\u{a0}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{ffef}' => true,
        // 2.2: iprivate.
        '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}' => {
            matches!(component, Component::Query)
        }
        // 2.2: ucschar in planes 1 to 14, without the last two of each plane and the tags at the start of plane 14.
        '\u{10000}'..='\u{dffff}' | '\u{e1000}'..='\u{effff}' => {
            (character as u32) & 0xffff < 0xfffe
        }
        _ => false,
    }
}

/// See [`IriRef::shows`].
pub(crate) const fn is_shown(character: char, component: Component) -> bool {
    is_iri_character(character, component) && is_plain(character)
}

/// Whether a reader sees a character that IRIs allow for what it is (RFC 3987 sections 6.1 and 8).
///
/// RFC 3491 prohibits the others, or maps them to nothing: spaces, controls, invisible characters, and characters that
/// change how text is shown.
const fn is_plain(character: char) -> bool {
    !is_hidden(character)
        && !matches!(
            character,
            '\u{a0}'
                | '\u{ad}'
                | '\u{340}'
                | '\u{341}'
                | '\u{34f}'
                | '\u{6dd}'
                | '\u{70f}'
                | '\u{1680}'
                | '\u{1806}'
                | '\u{180b}'..='\u{180e}'
                | '\u{2000}'..='\u{200f}'
                | '\u{2028}'..='\u{202f}'
                | '\u{205f}'..='\u{206f}'
                | '\u{2ff0}'..='\u{2ffb}'
                | '\u{3000}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{1d173}'..='\u{1d17a}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    // shows: D16-6-05
    #[test]
    fn characters_are_those_of_section_2_2() {
        let in_path = |character| is_iri_character(character, Component::Path);
        let in_query = |character| is_iri_character(character, Component::Query);
        for (first, last) in
            [('\u{a0}', '\u{d7ff}'), ('\u{f900}', '\u{fdcf}'), ('\u{fdf0}', '\u{ffef}')]
        {
            assert!(in_path(first) && in_path(last));
        }
        for plane in 1..=14 {
            let at = |low: u32| char::from_u32(plane << 16 | low).unwrap();
            assert_eq!(in_path(at(0)), plane != 14);
            assert!(in_path(at(0x1000)) && in_path(at(0xfffd)));
            assert!(!in_query(at(0xfffe)) && !in_query(at(0xffff)));
        }
        for private in
            ['\u{e000}', '\u{f8ff}', '\u{f0000}', '\u{ffffd}', '\u{100000}', '\u{10fffd}']
        {
            assert!(in_query(private) && !in_path(private));
            assert!(!is_iri_character(private, Component::Fragment));
        }
        let never = "\u{80}\u{9f}\u{fdd0}\u{fdef}\u{fff0}\u{fffd}\u{ffff}\u{e0001}\u{e0fff}\u{ffffe}\u{10ffff}\
                     \u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}";
        assert!(!never.chars().any(in_query));
    }
}
