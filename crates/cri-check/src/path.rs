//! Warnings about dot-segments.
//!
//! One is about `..` in disguise: a path that leaves a directory when careless software reads it (RFC 3986 section 7.3).
//! Such software decodes twice, takes a backslash for a slash, accepts UTF-8 in longer forms than the shortest, drops the
//! first byte of such a form, or maps characters to compatible ones (NFKC). A filter that looks for `../` finds none of
//! these. The other is about percent-encoded dots, which browsers and RFC 3986 read in another order.

use cri_core::Component;
use cri_uri::UriRef;
use cri_uri::pct::split_triplet;

use crate::finding::{Finding, FindingKind};

/// The first segment that careless software takes for `..`.
pub(crate) fn disguised_dot_segment(uri: UriRef<'_>) -> Option<Finding> {
    let at = first_disguised(uri.path().as_bytes())?;
    Some(Finding::at(uri, at, FindingKind::DisguisedDotSegment, Component::Path))
}

/// The first percent-encoded dot-segment that a literal `..` removes by RFC 3986, if browsers then lead elsewhere.
pub(crate) fn ambiguous_dot_segment(uri: UriRef<'_>) -> Option<Finding> {
    let at = uri.read_otherwise_by_browsers()?;
    Some(Finding::at(uri, at, FindingKind::AmbiguousDotSegment, Component::Path))
}

/// The end of the path that begins with its first disguised `..`.
fn first_disguised(path: &[u8]) -> Option<&[u8]> {
    let mut segment = Segment::new(path, false);
    let mut rest = path;
    while let Some((character, after)) = Character::read(rest) {
        if character.is_separator() {
            if segment.is_parent() && (segment.is_disguised || character.is_disguised) {
                return Some(segment.text);
            }
            segment = Segment::new(after, character.is_disguised);
        } else {
            segment.push(character);
        }
        rest = after;
    }
    (segment.is_parent() && segment.is_disguised).then_some(segment.text)
}

/// A segment as careless software reads it.
struct Segment<'a> {
    /// The end of the path that begins with the segment.
    text: &'a [u8],
    /// The number of dots that the segment begins with.
    dots: u8,
    /// Whether something follows the dots.
    has_more: bool,
    /// Whether a semicolon follows the dots. Some servers drop it and the rest of the segment.
    has_parameters: bool,
    /// Whether a dot or the separator before the segment is percent-encoded, or a semicolon follows the dots.
    is_disguised: bool,
}

impl<'a> Segment<'a> {
    fn new(text: &'a [u8], is_disguised: bool) -> Self {
        Self { text, dots: 0, has_more: false, has_parameters: false, is_disguised }
    }

    fn is_parent(&self) -> bool {
        self.dots == 2 && !self.has_more
    }

    fn push(&mut self, character: Character) {
        match character.byte {
            _ if self.has_parameters => return,
            b'.' if !self.has_more => self.dots = self.dots.saturating_add(character.count),
            b';' if self.is_parent() => {
                (self.has_parameters, self.is_disguised) = (true, true);
            }
            _ => self.has_more = true,
        }
        self.is_disguised |= character.is_disguised;
    }
}

/// A character as careless software reads it: one of ASCII, or a byte of another character.
#[derive(Clone, Copy)]
struct Character {
    byte: u8,
    /// How often the character stands there: twice for a dot that is U+2025.
    count: u8,
    /// Whether the character is percent-encoded.
    is_disguised: bool,
}

impl Character {
    /// Reads the first character, and returns the text after it.
    fn read(text: &[u8]) -> Option<(Self, &[u8])> {
        let (byte, after) = decoded(text)?;
        let is_disguised = split_triplet(text).is_some();
        let disguised =
            is_disguised.then(|| long_form(byte, after).or_else(|| after_lost_byte(byte, after)));
        let (byte, count, after) = disguised.flatten().unwrap_or((byte, 1, after));
        Some((Self { byte, count, is_disguised }, after))
    }

    fn is_separator(self) -> bool {
        matches!(self.byte, b'/' | b'\\')
    }
}

/// The first byte. It is decoded again as long as it is percent-encoded.
fn decoded(text: &[u8]) -> Option<(u8, &[u8])> {
    let is_encoded = split_triplet(text).is_some();
    let (mut byte, mut after) = decoded_once(text)?;
    // `%252e` is `%2e`, which is a dot.
    while is_encoded
        && byte == b'%'
        && let Some((high, rest)) = digit(after)
        && let Some((low, rest)) = digit(rest)
    {
        (byte, after) = (high << 4 | low, rest);
    }
    Some((byte, after))
}

fn decoded_once(text: &[u8]) -> Option<(u8, &[u8])> {
    split_triplet(text).or_else(|| text.split_first().map(|(byte, after)| (*byte, after)))
}

/// The value of the hexadecimal digit that `text` begins with, which may be percent-encoded.
fn digit(text: &[u8]) -> Option<(u8, &[u8])> {
    let (digit, after) = decoded_once(text)?;
    Some((char::from(digit).to_digit(16)? as u8, after))
}

/// The ASCII character that the byte `first` and those after it stand for, and its count: in overlong UTF-8, as one of
/// the fullwidth characters U+FF01 to U+FF5E, or as another character that NFKC maps to dots or to a backslash.
fn long_form(first: u8, mut after: &[u8]) -> Option<(u8, u8, &[u8])> {
    // The forms of five and six bytes are those of RFC 2279 section 2.
    let (count, mut value) = match first {
        0xc0 | 0xc1 => (1, u32::from(first & 0x1f)),
        0xe0 | 0xe2 | 0xef => (2, u32::from(first & 0x0f)),
        0xf0 => (3, 0),
        0xf8 => (4, 0),
        0xfc => (5, 0),
        _ => return None,
    };
    for _ in 0..count {
        let (byte, rest) = decoded(after).filter(|(byte, _)| byte & 0xc0 == 0x80)?;
        value = value << 6 | u32::from(byte & 0x3f);
        after = rest;
    }
    let (character, count) = match value {
        0xff01..=0xff5e => (value.checked_sub(0xff01 - 0x21)?, 1),
        0x2024 | 0xfe52 => (u32::from(b'.'), 1),
        0x2025 => (u32::from(b'.'), 2),
        0xfe68 => (u32::from(b'\\'), 1),
        _ => (value, 1),
    };
    u8::try_from(character).ok().filter(u8::is_ascii).map(|character| (character, count, after))
}

/// The percent-encoded dot or separator after the first byte of an overlong form, which is incomplete. Some software
/// drops that byte.
fn after_lost_byte(first: u8, after: &[u8]) -> Option<(u8, u8, &[u8])> {
    split_triplet(after).filter(|_| matches!(first, 0xc0 | 0xc1))?;
    let (byte, after) = decoded(after)?;
    matches!(byte, b'.' | b'/' | b'\\').then_some((byte, 1, after))
}

#[cfg(test)]
mod tests {
    use std::format;

    use cri_core::Component::Path;

    use crate::lints::tests::findings;

    #[test]
    fn disguised_dot_segments_are_reported() {
        for (path, offset) in [
            ("%2e%2e%2f", 0),
            ("%2e%2e/", 0),
            ("%2E.", 0),
            (".%2e/x", 0),
            ("..%2fetc", 0),
            ("..%5C", 0),
            ("..%5cwindows", 0),
            ("a/..%2f", 2),
            ("a%2f..", 4),
            ("a%5c../x", 4),
            ("a/../..%2f", 5),
            ("%252e%252e/", 0),
            ("%25252e%25252e", 0),
            ("%25%32%65.", 0),
            ("..%252f", 0),
            ("..%255c", 0),
            ("%c0%ae%c0%ae/", 0),
            ("..%c0%af", 0),
            ("..%C1%9C", 0),
            ("%e0%80%ae.", 0),
            ("%f0%80%80%ae.", 0),
            ("%f8%80%80%80%ae.", 0),
            ("%fc%80%80%80%80%ae.", 0),
            ("%25c0%25ae.", 0),
            ("%ef%bc%8e%ef%bc%8e%ef%bc%8f", 0),
            ("..%ef%bc%bc", 0),
            ("%c0%2e%c0%2e/", 0),
            ("..%c0%2f", 0),
            ("..%C1%5C", 0),
            ("..%25c0%252f", 0),
            ("%e2%80%a4%E2%80%A4/", 0),
            ("%e2%80%a5/", 0),
            ("a/%ef%b9%92.", 2),
            ("..%ef%b9%a8", 0),
            ("..;/x", 0),
            ("a/..;b=c/d", 2),
            ("..%3b", 0),
        ] {
            assert_eq!(
                findings(&format!("s://h/{path}")),
                [("disguised-dot-segment", Path, 6 + offset)],
                "{path}"
            );
        }
    }

    #[test]
    fn other_segments_are_not_dot_segments() {
        for path in [
            "..",
            "../x",
            "a/../b",
            "%2e",
            "%2e/",
            "...%2f",
            "%2e%2e%2e",
            "..a%2f",
            "a..%2f",
            "a..%5cb",
            "..%25",
            "..%252",
            "%252",
            "%c0.%af",
            "%c2%ae%c2%ae",
            "%e2%80%ae.",
            "%e2%80%a5.",
            "%e2%80%a6/",
            "..%c2%2f",
            "..%c0x%2f",
            "%ef%bc%90.",
            ".;.",
            "a;..%2fb",
            ";..",
            "%2f",
            "a%2fb%5cc",
        ] {
            let found = findings(&format!("s://h/{path}"));
            assert!(
                found.iter().all(|finding| finding.0 != "disguised-dot-segment"),
                "{path}: {found:?}"
            );
        }
        assert_eq!(findings("s://h/?..%2f#..%2f"), []);
    }

    // shows: R3986-5.2.1-02
    #[test]
    fn dot_segments_that_browsers_read_otherwise_are_reported() {
        for (uri, offset) in [
            ("http://h/a/%2E%2E/../g", Some(11)),
            ("http://h/a/b/%2e/../g", Some(13)),
            ("http://h/a/b/.%2e/x/../../g", Some(13)),
            ("http://h/a/b/%2E./%2e/../../g", Some(13)),
            ("/a/%2e/..", Some(3)),
            ("s:/a/%2e/..", Some(5)),
            ("//h/a/%2e/..", Some(6)),
            ("%2E%2E/../g", Some(0)),
            ("a/%2e/..", Some(2)),
            ("%2e/..?%2e/..", Some(0)),
            // Both readings lead to the root.
            ("http://h/%2E%2E/../g", None),
            ("http://h/a/%2e/../..", None),
            // No literal `..` follows, or it removes something else.
            ("http://h/a/%2E%2E/g", None),
            ("http://h/a/../%2E%2E/g", None),
            ("http://h/a/%2E%2E/b/../g", None),
            ("http://h/a/%2E%2E/./g", None),
            ("../%2e/g", None),
            ("http://h/%2e%2fa/../g", None),
            // Browsers find no segments in these paths.
            ("s:a/%2E%2E/../g", None),
            ("?%2e/..", None),
        ] {
            let found = findings(uri).into_iter().find(|found| found.0 == "ambiguous-dot-segment");
            let expected = offset.map(|offset| ("ambiguous-dot-segment", Path, offset));
            assert_eq!(found, expected, "{uri}");
        }
    }

    #[test]
    fn the_search_is_linear() {
        for piece in ["a/%2e/../", "%2e/", "%2e/../", "/%2E%2E/.."] {
            cri_testvectors::assert_linear(piece, 5_000, |len| {
                findings(&format!("s:/{}", piece.repeat(len)));
            });
        }
        for piece in ["%25", "%c0", "%e0%80", "%252525fc", "..", "x..;"] {
            cri_testvectors::assert_linear(piece, 5_000, |len| {
                let found = findings(&format!("s:/{}", piece.repeat(len)));
                assert!(
                    found.iter().all(|finding| finding.0 != "disguised-dot-segment"),
                    "{piece}"
                );
            });
        }
    }
}
