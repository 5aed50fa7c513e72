//! The fast path of parsing: what is right is taken apart, and errors are left to the general path.
//!
//! Characters are looked at sixteen at a time, and each class of them is a word with a bit for every position; the
//! components are found by these bits. So nothing goes from character to character that could be guessed wrong. Without
//! vectors of the processor that takes longer than the general path.

use super::sixteen::{STEP, Sixteen, WINDOW, fewer};
use crate::text::charset::Charset;
use crate::text::parse::{is_ip_literal, parse_authority};
use crate::text::uri_ref::Offsets;

/// Where the components of `text` are; `None` where the general path shall look: at errors, and where scheme and
/// authority do not end in the first window.
#[inline(always)]
pub(crate) fn offsets(text: &str) -> Option<Offsets> {
    let bytes = text.as_bytes();
    let classes = &Classes::of_first_window(bytes);
    let delimiter = classes.first(classes.slashes | classes.colons | classes.tails);
    let (mut scheme, mut start) = (0, 0);
    if at(bytes, delimiter) == b':' {
        if !is_scheme(bytes, delimiter) {
            return None;
        }
        (scheme, start) = (delimiter, delimiter.wrapping_add(1));
    }
    let (mut authority, mut host, mut host_end, mut path) = (start, start, start, start);
    if at(bytes, start) == b'/' && at(bytes, start.wrapping_add(1)) == b'/' {
        authority = start.wrapping_add(2);
        (host, host_end, path) = host_and_port(text, classes, authority)?;
    }
    if delimiter.max(path) >= WINDOW && bytes.len() > WINDOW {
        return None;
    }
    let (path_end, query_end) = tail(bytes, classes, path)?;
    Some(Offsets { scheme, authority, host, host_end, path, path_end, query_end })
}

/// A bit for each position in a window of the text, the first lowest, for each class of characters.
struct Classes {
    slashes: u64,
    colons: u64,
    /// Question marks and number signs.
    tails: u64,
    /// What may not stand anywhere behind a scheme: `%`, `@`, brackets, and what no URI has.
    special: u64,
    /// Where the window ends.
    end: usize,
}

impl Classes {
    #[inline(always)]
    fn of_first_window(text: &[u8]) -> Self {
        let mut all = Self { slashes: 0, colons: 0, tails: 0, special: 0, end: text.len().min(WINDOW) };
        each_block(text, 0, |sixteen, skip, place| {
            all.slashes |= sixteen.equal(b'/') >> skip << place;
            all.colons |= sixteen.equal(b':') >> skip << place;
            all.tails |= sixteen.either(b'?', b'#') >> skip << place;
            all.special |= sixteen.special() >> skip << place;
        });
        all
    }

    /// The first of these positions, or the window's end.
    #[inline(always)]
    fn first(&self, positions: u64) -> usize {
        (positions.trailing_zeros() as usize).min(self.end)
    }
}

/// Where the host begins and ends, and the authority, which begins at `start`.
#[inline(always)]
fn host_and_port(text: &str, classes: &Classes, start: usize) -> Option<(usize, usize, usize)> {
    if start >= classes.end {
        return None;
    }
    let bytes = text.as_bytes();
    let behind = u64::MAX << start;
    let end = classes.first((classes.slashes | classes.tails) & behind);
    let mut colon = classes.first(classes.colons & behind).min(end);
    let special = classes.special & behind;
    if at(bytes, start) == b'[' {
        let close = classes.first(special & special.wrapping_sub(1));
        colon = close.wrapping_add(1);
        let is_literal = at(bytes, close) == b']' && is_ip_literal(bytes.get(start.wrapping_add(1)..close)?);
        if colon > end || !is_literal || (colon < end && at(bytes, colon) != b':') {
            return None;
        }
    } else if classes.first(special) < end {
        let mut offsets = Offsets { authority: start, ..Offsets::default() };
        let end = parse_authority::<false>(text, &mut offsets).ok()?;
        return Some((offsets.host, offsets.host_end, end));
    }
    let port = bytes.get(colon.wrapping_add(1)..end).unwrap_or_default();
    port.iter().all(u8::is_ascii_digit).then_some((start, colon, end))
}

/// Looks at the characters of `text` from `window` on, at most `WINDOW` of them, in blocks.
///
/// `look` is told how many characters of a block to skip, which were in one before or are none, and the bit of the
/// first one that remains.
#[inline(always)]
fn each_block(text: &[u8], window: usize, mut look: impl FnMut(Sixteen, usize, usize)) {
    let behind = text.get(window..).unwrap_or_default();
    let (blocks, rest) = behind.get(..WINDOW).unwrap_or(behind).as_chunks();
    for (index, &block) in blocks.iter().enumerate() {
        look(Sixteen::new(block), 0, index.wrapping_mul(STEP));
    }
    if !rest.is_empty() {
        let skip = STEP.wrapping_sub(rest.len());
        let last = text.last_chunk().copied();
        let last = last.unwrap_or_else(|| fewer(text).wrapping_shl(skip.wrapping_mul(8) as u32).to_le_bytes());
        look(Sixteen::new(last), skip, blocks.len().wrapping_mul(STEP));
    }
}

/// Where path and query end, of which the path begins at `path`, in the first window.
#[inline(always)]
fn tail(text: &[u8], classes: &Classes, path: usize) -> Option<(usize, usize)> {
    let (mut path_end, mut query_end) = (text.len(), text.len());
    let (mut tails, mut special) = (classes.tails, classes.special & u64::MAX.unbounded_shl(path as u32));
    let mut window = 0_usize;
    loop {
        while special != 0 {
            match text.get(window.wrapping_add(special.trailing_zeros() as usize)..).unwrap_or_default() {
                [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {}
                [b'@', ..] => {}
                _ => return None,
            }
            special &= special.wrapping_sub(1);
        }
        while tails != 0 {
            let position = window.wrapping_add(tails.trailing_zeros() as usize);
            path_end = path_end.min(position);
            if at(text, position) == b'#' {
                // There is but one number sign in a URI.
                if query_end < text.len() {
                    return None;
                }
                query_end = position;
            }
            tails &= tails.wrapping_sub(1);
        }
        window = window.wrapping_add(WINDOW);
        if window >= text.len() {
            return Some((path_end, query_end));
        }
        each_block(text, window, |sixteen, skip, place| {
            tails |= sixteen.either(b'?', b'#') >> skip << place;
            special |= sixteen.special() >> skip << place;
        });
    }
}

/// Whether what ends at `end` is a scheme (RFC 3986 section 3.1).
#[inline(always)]
fn is_scheme(text: &[u8], end: usize) -> bool {
    if let (1..=8, Some(&word)) = (end, text.first_chunk()) {
        // Most are a few small letters. What is behind them is shifted out, and zeros come in below.
        let behind = 8_usize.wrapping_sub(end).wrapping_mul(8);
        if are_small_letters(u64::from_le_bytes(word) << behind, u64::MAX << behind) {
            return true;
        }
    }
    let scheme = text.get(..end).unwrap_or_default();
    scheme.first().is_some_and(u8::is_ascii_alphabetic) && scheme.iter().all(|&byte| Charset::SCHEME.has(byte))
}

/// Whether those bytes of `word` that `own` has are letters a to z.
#[inline(always)]
const fn are_small_letters(word: u64, own: u64) -> bool {
    const HIGH_BITS: u64 = u64::from_ne_bytes([0x80; 8]);
    const TO_A: u64 = u64::from_ne_bytes([0x80 - b'a'; 8]);
    const BEHIND_Z: u64 = u64::from_ne_bytes([0x7f - b'z'; 8]);
    // Without the highest bits no byte carries into the next.
    let low = word & !HIGH_BITS;
    let letters = low.wrapping_add(TO_A) & !low.wrapping_add(BEHIND_Z) & !word;
    letters & own & HIGH_BITS == own & HIGH_BITS
}

/// The byte at `position`, or zero behind the end.
#[inline(always)]
fn at(text: &[u8], position: usize) -> u8 {
    text.get(position).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse::parse;

    /// What the fast path takes is as the general one has it; says whether it was taken.
    fn agrees(text: &str) -> bool {
        let taken = offsets(text);
        if let Some(taken) = taken {
            assert_eq!(parse::<false>(text), Ok(taken), "{text}");
        }
        taken.is_some()
    }

    #[test]
    fn it_agrees_with_the_general_path() {
        const BITS: [&str; 23] = [
            "/", "//", ":", "?", "#", "@", "[", "]", "%", "%4", "%41", ".", "&", "A", "9", " ", "\"", "<", "^", "`",
            "|", "\u{7f}", "é",
        ];
        let corpus = cri_testvectors::Corpus::load().unwrap();
        let converted = corpus.convert.iter().filter_map(|vector| vector.uri.as_ref());
        let (mut taken, mut valid) = (0, 0);
        for text in converted.chain(corpus.parse.iter().map(|vector| &vector.uri)) {
            taken += usize::from(agrees(text));
            valid += usize::from(parse::<false>(text).is_ok());
            for at in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
                let (before, behind) = text.split_at(at);
                for more in BITS {
                    agrees(&[before, more, behind].concat());
                    agrees(&[before, more].concat());
                }
                // Everything comes to stand at every place of a window, and in windows but the first.
                let more = "a".repeat(at.wrapping_mul(7) % 150);
                agrees(&[before, &more, behind].concat());
            }
        }
        // A test that compares nothing shows nothing.
        assert!(taken > valid * 9 / 10, "{taken} of {valid}");
    }

    #[test]
    fn schemes_are_letters_and_few_others() {
        // With these there is none, so that the general path says another thing.
        for byte in ('\0'..='\u{7f}').filter(|byte| !"/?#:".contains(*byte)) {
            for len in 0..12 {
                for at in 0..=len {
                    let scheme = ["a".repeat(at), byte.into(), "z".repeat(len - at)].concat();
                    let is_valid = parse::<false>(&[&scheme, ":"].concat()).is_ok();
                    assert_eq!(is_scheme([&scheme, ":b/c/d"].concat().as_bytes(), len + 1), is_valid, "{scheme}");
                }
            }
        }
    }

    #[test]
    fn components_end_anywhere() {
        for len in 0..200 {
            let text = "a".repeat(len);
            let many = |more: &str| agrees(&[&text, more].concat());
            assert_eq!(many(""), len <= WINDOW);
            assert_eq!(many(":"), (1..64).contains(&len));
            for more in ["/", "?", "#", "/:", "?:", "#:", "/?#", "/%41@", "/?[", "/##", "/\u{80}", "/%4"] {
                let is_valid = parse::<false>(&[&text, more].concat()).is_ok();
                assert_eq!(many(more), is_valid && len < 64, "{len} {more}");
            }
            for front in ["//", "a:", "s://", "//[::1]:", "//u@", "//[::1]/"] {
                for more in ["/", "?", "#", ":80/", ":x", "@h:1/", "%41"] {
                    let text = [front, &text, more].concat();
                    let is_valid = parse::<false>(&text).is_ok();
                    let is_taken = agrees(&text);
                    // Scheme and authority end in the first window, or all of the text does.
                    let parsed = parse::<false>(&text);
                    let is_known = parsed.is_ok_and(|offsets| offsets.path < WINDOW) || text.len() <= WINDOW;
                    assert_eq!(is_taken, is_valid && is_known, "{text}");
                }
            }
        }
    }
}
