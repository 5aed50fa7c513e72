//! Dot-segments: removed in linear time, and without memory, by walking the path from its end (RFC 3986 section 5.2.4).

use cri_core::Discard;

use crate::text::machine::IS_64_BIT;

/// The dot-segment that a segment is, if it is one. Each dot may be percent-encoded (RFC 3986 section 6.2.2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dots {
    Single,
    Double,
}

impl Dots {
    #[inline]
    pub(crate) fn of(segment: &[u8]) -> Option<Self> {
        let rest = split_dot(segment)?;
        if rest.is_empty() {
            return Some(Self::Single);
        }
        split_dot(rest)?.is_empty().then_some(Self::Double)
    }

    /// The same, as it is written: no percent-encoding is undone (RFC 3986 section 5.2.4).
    #[inline]
    pub(crate) fn of_literal(segment: &[u8]) -> Option<Self> {
        match segment {
            b"." => Some(Self::Single),
            b".." => Some(Self::Double),
            _ => None,
        }
    }
}

/// What lies behind the dot that `text` begins with.
#[inline]
pub(crate) fn split_dot(text: &[u8]) -> Option<&[u8]> {
    match text {
        [b'.', rest @ ..] | [b'%', b'2', b'E' | b'e', rest @ ..] => Some(rest),
        _ => None,
    }
}

/// A path without its dot-segments: what is known before the segments that stay are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outline<'a> {
    /// The segments, with slashes between them, from which dots are to be removed.
    pub(crate) segments: &'a [u8],
    /// How many segments stay.
    pub(crate) count: usize,
    /// Whether the path that is left begins with a slash.
    pub(crate) rooted: bool,
    /// Whether there is any dot-segment.
    pub(crate) dots: bool,
    /// How many `..` found no segment to remove.
    pub(crate) above: usize,
    /// The first of these for which no discard is large enough (section 5.1.2 of the draft).
    pub(crate) too_far: Option<&'a [u8]>,
}

impl<'a> Outline<'a> {
    /// The outline of the path of a URI, or of a relative reference.
    ///
    /// The rootless path of a URI is treated as step by step in RFC 3986 section 5.2.4: dot-segments at its front go
    /// (2A, 2D), and when `..` removes its first segment, the slash behind that stays (2C).
    pub(crate) fn new(path: &'a [u8], is_uri: bool) -> Self {
        let rest = if is_uri { without_dots_in_front(path) } else { path };
        let rooted = rest.first() == Some(&b'/');
        let segments = if let [b'/', segments @ ..] = rest { segments } else { rest };
        let dots = rest.len() < path.len();
        let mut outline = Self { segments, count: 0, rooted, dots, above: 0, too_far: None };
        if rest.is_empty() {
            return outline;
        }
        if IS_64_BIT && let Some(count) = count_without_dots(segments) {
            outline.count = count;
            return outline;
        }
        let mut ends_in_dots = false;
        for segment in segments.split(|&byte| byte == b'/') {
            let dots = Dots::of(segment);
            match dots {
                None => outline.count = outline.count.wrapping_add(1),
                Some(Dots::Single) => {}
                Some(Dots::Double) => match outline.count.checked_sub(1) {
                    Some(count) => {
                        outline.count = count;
                        outline.rooted |= is_uri && count == 0;
                    }
                    None => {
                        outline.above = outline.above.wrapping_add(1);
                        if !is_uri && !rooted && outline.above == usize::from(Discard::MAX) {
                            outline.too_far = Some(segment);
                        }
                    }
                },
            }
            ends_in_dots = dots.is_some();
            outline.dots |= ends_in_dots;
        }
        // A slash stands before a dot-segment at the end, and stays: an empty segment.
        outline.count = outline.count.wrapping_add(usize::from(ends_in_dots));
        outline
    }

    /// The segments that stay, from last to first.
    pub(crate) fn kept(&self) -> Kept<'a> {
        let rest = (self.count > 0).then_some(self.segments);
        Kept { rest, removed: 0, last: true }
    }
}

/// The segments that stay when dot-segments are removed, from last to first.
#[derive(Clone, Debug)]
pub(crate) struct Kept<'a> {
    /// What lies before the segments that were visited; `None` at the end.
    rest: Option<&'a [u8]>,
    /// How many of the segments before this are still to be removed.
    removed: usize,
    last: bool,
}

impl<'a> Iterator for Kept<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        while let Some(rest) = self.rest {
            let at = rest.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash.wrapping_add(1));
            let (before, segment) = rest.split_at_checked(at)?;
            self.rest = before.split_last().map(|(_, before)| before);
            let last = core::mem::take(&mut self.last);
            match Dots::of(segment) {
                None if self.removed == 0 => return Some(segment),
                None => self.removed = self.removed.saturating_sub(1),
                Some(dots) => {
                    self.removed = self.removed.wrapping_add(usize::from(dots == Dots::Double));
                    if last {
                        return segment.get(..0);
                    }
                }
            }
        }
        None
    }
}

/// The number of segments where none begins with a dot, percent-encoded or not: in most paths none does.
fn count_without_dots(segments: &[u8]) -> Option<usize> {
    let may_be_dots = |rest: &[u8]| matches!(rest, [b'.' | b'%', ..]);
    let mut count = 1_usize;
    let mut rest = segments;
    while let Some(slash) = rest.iter().position(|&byte| byte == b'/') {
        if may_be_dots(rest) {
            return None;
        }
        count = count.wrapping_add(1);
        rest = rest.get(slash.wrapping_add(1)..).unwrap_or_default();
    }
    (!may_be_dots(rest)).then_some(count)
}

/// A path without the dot-segments that it begins with; none where it begins with a slash.
fn without_dots_in_front(path: &[u8]) -> &[u8] {
    let mut rest = path;
    loop {
        let len = rest.iter().position(|&byte| byte == b'/').unwrap_or(rest.len());
        let (segment, behind) = rest.split_at_checked(len).unwrap_or_default();
        if Dots::of(segment).is_none() {
            return rest;
        }
        rest = behind.get(1..).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use std::string::{String, ToString};
    use std::vec::Vec;

    use super::*;

    /// The path that is left, as text.
    fn left(outline: &Outline<'_>) -> String {
        let mut segments: Vec<_> = outline.kept().map(|segment| std::str::from_utf8(segment).unwrap()).collect();
        segments.reverse();
        assert_eq!(segments.len(), outline.count);
        assert!(outline.dots || outline.count == 0 || segments.join("/").as_bytes() == outline.segments);
        let path = segments.join("/");
        if outline.rooted { std::format!("/{path}") } else { path }
    }

    // shows: R3986-5.2.4-01, R3986-5.2.4-02, R3986-5.2.4-03, R3986-5.2.4-04, R3986-5.2.4-05, R3986-5.2.4-06
    #[test]
    fn uris_are_treated_step_by_step() {
        for (path, expected) in [
            ("", ""),
            ("/", "/"),
            ("../a", "a"),
            ("./a", "a"),
            ("/a/./b", "/a/b"),
            ("/a/.", "/a/"),
            ("/a/b/../c", "/a/c"),
            ("/a/b/..", "/a/"),
            ("/..", "/"),
            ("/a//..", "/a/"),
            (".", ""),
            ("..", ""),
            ("mid/content=5/../6", "mid/6"),
            ("/a/b/c/./../../g", "/a/g"),
            ("b/../c", "/c"),
            ("b/..", "/"),
            ("b/c/../..", "/"),
            ("b/.", "b/"),
            (".//b", "/b"),
            ("./", ""),
            (".././%2E%2e/b", "b"),
            (".../.a/a./%2E.%2E", ".../.a/a./%2E.%2E"),
            ("/%2e/%2E./a", "/a"),
            ("b/..//c", "//c"),
        ] {
            assert_eq!(left(&Outline::new(path.as_bytes(), true)), expected, "{path}");
        }
    }

    // shows: D16-5.1.2-02
    #[test]
    fn references_keep_count_of_what_they_leave() {
        for (path, above, expected) in [
            ("a", 0, "a"),
            (".", 0, ""),
            ("./", 0, ""),
            ("..", 1, ""),
            ("../../g", 2, "g"),
            ("a/..", 0, ""),
            ("a/../../b", 1, "b"),
            ("../a/b/../c/.", 1, "a/c/"),
            ("../a/../..", 2, ""),
            (".//g", 0, "/g"),
            ("a//..", 0, "a/"),
        ] {
            let outline = Outline::new(path.as_bytes(), false);
            assert_eq!((outline.above, left(&outline)), (above, expected.to_string()), "{path}");
        }
    }

    // shows: D16-5.1.2-05
    #[test]
    fn no_discard_is_larger_than_127() {
        let most = "../".repeat(126);
        assert_eq!(Outline::new(most.as_bytes(), false).above, 126);
        let too_many = std::format!("a/{most}./b/../../x/../..");
        let first = Outline::new(too_many.as_bytes(), false).too_far.unwrap();
        assert_eq!(first.as_ptr().addr() - too_many.as_ptr().addr(), too_many.len() - "..".len());
        // A rooted path has nothing above it.
        assert_eq!(Outline::new(std::format!("/{most}../../").as_bytes(), false).too_far, None);
    }
}
