//! Short plain texts between separators, written in one copy. This saves one copy per part.

use cri_core::wire::Major;
use cri_core::{Buffer, BufferFull};

use crate::convert::to_cri::item::SHORT;

/// Appends the parts of `text` between separators, each as a text; returns whether it did. It writes nothing if
/// anything is percent-encoded, or if a part needs a head of more than one byte.
///
/// The text is copied with a separator before it. Then each separator is overwritten by the head of the part that
/// follows.
pub(crate) fn write_short_texts(buffer: &mut impl Buffer, text: &[u8], separator: u8) -> Result<bool, BufferFull> {
    // Triplets may be too long for a buffer that their texts would fit.
    if text.contains(&b'%') {
        return Ok(false);
    }
    let start = buffer.len();
    buffer.push_bytes(&[separator])?;
    buffer.push_bytes(text)?;
    let mut heads = buffer.as_mut_slice().get_mut(start..).unwrap_or_default();
    while let Some((head, rest)) = heads.split_first_mut() {
        let len = rest.iter().position(|&byte| byte == separator).unwrap_or(rest.len());
        if len >= SHORT.into() {
            buffer.truncate(start);
            return Ok(false);
        }
        *head = (Major::Text as u8) << 5 | len as u8;
        heads = rest.get_mut(len..).unwrap_or_default();
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::convert::field::Field;
    use crate::convert::to_cri::item::Item;
    use crate::text::uri_ref::UriRef;

    /// Compares the short way with the general one.
    #[test]
    fn the_short_way_agrees_with_the_general_one() {
        let corpus = cri_testvectors::Corpus::load().unwrap();
        let mut short = 0;
        let mut agrees = |text: &[u8]| {
            for (separator, field) in [(b'/', Field::SEGMENT), (b'&', Field::PARAMETER), (b'.', Field::LABEL)] {
                let (mut general, mut other) = (Vec::new(), Vec::new());
                text.split(|&byte| byte == separator)
                    .for_each(|part| Item::new(part, field.raw).write(&mut general).unwrap());
                if write_short_texts(&mut other, text, separator).unwrap() {
                    assert_eq!(general, other, "{text:?}");
                    short += 1;
                }
            }
        };
        let uris = corpus.convert.iter().filter_map(|vector| vector.uri.as_ref());
        for uri in uris.filter_map(|uri| UriRef::parse(uri).ok()) {
            for part in [uri.path(), uri.query().unwrap_or_default(), uri.host_str().unwrap_or_default()] {
                agrees(part.as_bytes());
                for (at, _) in part.char_indices() {
                    for more in ["/", "&", ".", "%2F", "%41", "%c3%a9", "%ff", "abcdefghijklmnopqrstuvwxyz"] {
                        // Not between the digits after a percent sign.
                        if !part.as_bytes()[..at].iter().rev().take(2).any(|&byte| byte == b'%') {
                            agrees([&part[..at], more, &part[at..]].concat().as_bytes());
                        }
                    }
                }
            }
        }
        assert!(short > 1000, "{short}");
    }
}
