//! Characters that steer a terminal, or change how the text around them is shown.
//!
//! Others are invisible, too, such as U+200B and U+2060. They stand as themselves.

/// Whether a character is a control character, or changes how the text around it is shown: the marks, embeddings,
/// overrides and isolates of the bidirectional algorithm (UAX #9 section 2), line separators, and U+FEFF.
#[must_use]
pub const fn is_hidden(character: char) -> bool {
    matches!(
        character,
        '\0'..='\x1f'
            | '\x7f'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}'
    )
}

#[cfg(test)]
mod tests {
    use std::format;

    use super::is_hidden;
    use crate::interchange::cri::CriRef;

    #[test]
    fn debug_and_notation_escape_every_hidden_character() {
        let mut count = 0;
        for character in (0..0x10000).filter_map(char::from_u32).filter(|c| is_hidden(*c)) {
            let text = format!("a{character}");
            let head = 0x60 | u8::try_from(text.len()).unwrap();
            let bytes = [&[0x82, 0x01, 0x81, head], text.as_bytes()].concat();
            let cri = CriRef::decode(&bytes).unwrap();
            for shown in [format!("{cri:?}"), format!("{}", cri.diagnostic())] {
                assert!(!shown.contains(character), "U+{:04X}", u32::from(character));
            }
            count += 1;
        }
        assert_eq!(count, 32 + 33 + 15);
    }
}
