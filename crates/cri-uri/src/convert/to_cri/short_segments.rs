//! Many short segments at a time. Only where speed counts.
//!
//! The head of a short segment is one byte, as the slash before the segment is. So a window of the path is copied as it is,
//! and then heads are written over the slashes.

use cri_core::wire::Major;

use crate::convert::to_cri::out::{Place, put};
use crate::text::grammar::blocks::{BLOCK, first, outside_path};

/// How many bytes a window has: one for each bit of a number.
const WINDOW: usize = 64;

/// The length of the longest text whose head is one byte (RFC 8949 section 3).
const SHORT: usize = 23;

/// Whether a segment of at most seven bytes begins here. If not, the path is probably one of long segments.
#[inline(never)]
pub(crate) fn begins_with_short_segment(text: &[u8], at: usize) -> bool {
    let word = text.get(at..).and_then(|rest| rest.first_chunk());
    word.is_some_and(|word| slashes(u64::from_le_bytes(*word)) != 0)
}

/// Writes segments, beginning at the start of one, as long as they are short, end with a slash, and have only characters that
/// stay as they are. It leaves the last bytes of the text, and stops at a segment that begins with a dot. Returns the place of
/// the next segment, and how many segments it wrote.
#[inline(never)]
pub(crate) fn short_segments(text: &[u8], out: &mut [u8], start: Place) -> (Place, usize) {
    let (mut place, mut count) = (start, 0_usize);
    while let Some(window) = text.get(place.at..).and_then(|rest| rest.first_chunk::<WINDOW>())
        && let Some(room) = out.get_mut(place.to..).and_then(|room| room.get_mut(..=WINDOW))
        && let Some(copy) = room.last_chunk_mut()
    {
        *copy = *window;
        let (mut ends, mut shift) = (0_u64, 0_u32);
        for block in window.as_chunks::<BLOCK>().0 {
            for word in block.as_chunks().0 {
                ends |= slashes(u64::from_le_bytes(*word)) << shift;
                shift = shift.wrapping_add(8);
            }
            if let Some(other) = first(block.map(outside_path::<false>)) {
                let end = (shift as usize).wrapping_sub(BLOCK).wrapping_add(other);
                ends &= 1_u64.wrapping_shl(end as u32).wrapping_sub(1);
                break;
            }
        }
        let mut start = 0;
        while ends != 0 {
            let end = ends.trailing_zeros() as usize;
            let len = end.wrapping_sub(start);
            // A segment that begins with a dot may be a dot-segment.
            if len > SHORT || window.get(start) == Some(&b'.') {
                break;
            }
            put(room, start, (Major::Text as u8) << 5 | len as u8);
            (start, count) = (end.wrapping_add(1), count.wrapping_add(1));
            ends &= ends.wrapping_sub(1);
        }
        place = place.forward(start);
        if start < WINDOW.wrapping_sub(SHORT) {
            break;
        }
    }
    (place, count)
}

/// One bit for each slash: the lowest bit for the first byte.
#[inline(always)]
const fn slashes(word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = ONES << 7;
    let others = word ^ ONES.wrapping_mul(b'/' as u64);
    // The high bit of each byte that is 0.
    let zeros = !((others & !HIGH).wrapping_add(!HIGH) | others) & HIGH;
    // The product has all of these bits in its highest byte.
    zeros.wrapping_mul(0x0002_0408_1020_4081) >> 56
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::String;
    use std::vec::Vec;

    use cri_core::wire::Major;
    use cri_core::{ArrayBuffer, Component};
    use cri_testvectors::sample;

    use super::{Place, WINDOW, short_segments};
    use crate::convert::error::ToCriErrorKind;
    use crate::convert::options::Options;
    use crate::convert::to_cri::out::put_head;
    use crate::convert::to_cri::path::LONG;
    use crate::convert::to_cri::{to_cri, to_request_cri};

    /// So many segments are a long path, even if all are empty.
    const MANY: usize = 200;

    /// The CRI of a URI reference.
    fn cri(path: &str) -> Vec<u8> {
        to_cri(path, Options::default(), Vec::new()).unwrap().into_buffer()
    }

    /// The CRI of this path, of which each segment was converted alone.
    fn cri_of_segments(segments: &[&str]) -> Vec<u8> {
        // `82 F5 81` and the segment: nothing of the base, and an array of one segment.
        let items = segments.iter().flat_map(|segment| cri(&format!("/{segment}")).split_off(3));
        let mut cri = [b"\x82\xf5\x80", &*items.collect::<Vec<_>>()].concat();
        let end = cri.len();
        cri.resize(end + 4, 0);
        let end = put_head(&mut cri, 2, Major::Array, segments.len(), end);
        cri.truncate(end);
        cri
    }

    #[test]
    fn a_long_path_has_the_segments_that_each_makes_alone() {
        let others = ["", "a.b", ".a", "%C3%A9", "%3B", "%41b", "x%2Fy", "~:@!$'()*+,;=-_"];
        let lens = [1, 5, 22, 23, 24, 40, 64, 65, 255, 256];
        let letters: Vec<_> = lens.iter().map(|&len| "x".repeat(len)).collect();
        let odd: Vec<_> = others.into_iter().chain(letters.iter().map(String::as_str)).collect();
        for segment in odd {
            for at in sample(1..MANY, 23) {
                for len in [0, 1, 3, 7] {
                    let mut segments = std::vec![&"abcdefg"[..len]; MANY];
                    (segments[0], segments[at]) = ("s", segment);
                    let path = format!("/{}", segments.join("/"));
                    assert!(path.len() > LONG);
                    assert_eq!(cri(&path), cri_of_segments(&segments), "{path}");
                }
            }
        }
    }

    #[test]
    fn all_short_segments_but_those_in_the_last_window_are_written() {
        let text = "abc/de/".repeat(40);
        let start = Place { at: 0, to: 0 };
        let (place, count) = short_segments(text.as_bytes(), &mut [0; 400], start);
        assert!(place.at > text.len() - WINDOW, "{}", place.at);
        assert_eq!((place.at, count), (place.to, text[..place.at].matches('/').count()));
    }

    #[test]
    fn dot_segments_are_removed_from_a_long_path() {
        for at in 1..59 {
            for (dots, removed) in [(".", 0), ("%2e", 0), ("..", 1), (".%2E", 1)] {
                let mut segments = std::vec!["abc"; 60];
                segments[at] = dots;
                let path = format!("/{}", segments.join("/"));
                assert_eq!(cri(&path), cri(&"/abc".repeat(59 - removed)), "{path}");
            }
        }
    }

    #[test]
    fn errors_in_a_long_path_are_where_the_text_is_wrong() {
        for at in 1..300 {
            let mut path = "/abc".repeat(75);
            path.replace_range(at..=at, "|");
            let error = to_cri(&path, Options::default(), Vec::new()).unwrap_err();
            assert_eq!((error.component(), error.offset()), (Component::Path, at));
            path.replace_range(at..=at, "\u{80}");
            let error = to_cri(&path, Options::default(), Vec::new()).unwrap_err();
            assert_eq!((error.component(), error.offset()), (Component::Path, at));
        }
    }

    #[test]
    fn a_long_path_ends_at_its_query_or_fragment() {
        for at in 2..300 {
            let path = "/abc".repeat(75);
            let short = cri(&path[..at]);
            for (mark, section) in [("?", &b"\x81"[..]), ("#", b"\xf6")] {
                let mut text = path.clone();
                text.insert_str(at, mark);
                let (written, rest) = (cri(&text), &path[at..]);
                // One more section than the path alone, or two: no query, and the fragment.
                let sections = if mark == "?" { 3 } else { 4 };
                assert_eq!(written[0], 0x80 | sections, "{text}");
                assert!(written[1..].starts_with(&short[1..]), "{text}");
                assert!(written[short.len()..].starts_with(section), "{text}");
                assert!(written.ends_with(rest.as_bytes()), "{text}");
            }
        }
    }

    #[test]
    fn a_long_path_follows_an_authority_and_makes_options() {
        let path = "/abc".repeat(75);
        let items = cri(&path).split_off(2);
        for (before, start) in
            [("coap://h", &b"\x83\x20\x81\x61h"[..]), ("//h", b"\x83\xf6\x81\x61h")]
        {
            let text = format!("{before}{path}");
            let expected = [start, &items].concat();
            assert_eq!(cri(&text), expected, "{text}");
            let request = to_request_cri(&text, Options::default(), Vec::new()).unwrap();
            assert_eq!(request.as_bytes(), expected, "{text}");
        }
    }

    #[test]
    fn a_full_buffer_tells_the_length_of_a_long_path() {
        let path = "/abc".repeat(75);
        let needed = cri(&path).len();
        assert_eq!(needed, 3 + 1 + 75 * 4);
        let error = to_cri(&path, Options::default(), ArrayBuffer::<120>::new()).unwrap_err();
        assert_eq!(error.kind(), ToCriErrorKind::BufferFull(needed));
    }
}
