//! Dot-segments (RFC 3986 section 5.2.4): what they are, and which segments of a path they leave.
//!
//! A later `..` may remove a segment, so whether a segment stays is known only on a walk from the last segment to the
//! first. Such a walk takes linear time and one number as its memory.

use cri_core::{Discard, is_dot_segment};

/// A dot-segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dots {
    /// `.`
    Single,
    /// `..`
    Double,
}

/// Which segments are dot-segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Removal {
    /// No segment: the path stays as it is.
    Nothing,
    /// `.` and `..` (section 5.2.4).
    Literal,
    /// `.` and `..`, with each dot percent-encoded or not (section 6.2.2.3).
    Encoded,
}

impl Removal {
    /// The dot-segment that `segment` is, if it is one.
    #[inline]
    pub(crate) fn dots_of(self, segment: &[u8]) -> Option<Dots> {
        match self {
            Self::Nothing => None,
            Self::Literal if !is_dot_segment(segment) => None,
            Self::Literal => Some(if segment.len() == 1 { Dots::Single } else { Dots::Double }),
            Self::Encoded => {
                let rest = split_dot(segment)?;
                if rest.is_empty() {
                    return Some(Dots::Single);
                }
                split_dot(rest)?.is_empty().then_some(Dots::Double)
            }
        }
    }

    /// The path without the dot-segments that it begins with (steps 2A and 2D). A path that begins with a slash begins
    /// with an empty segment.
    pub(crate) fn without_first_dots(self, path: &[u8]) -> &[u8] {
        let mut rest = path;
        loop {
            let len = rest.iter().position(|&byte| byte == b'/').unwrap_or(rest.len());
            let (segment, after) = rest.split_at_checked(len).unwrap_or_default();
            if self.dots_of(segment).is_none() {
                return rest;
            }
            rest = after.get(1..).unwrap_or_default();
        }
    }
}

/// The text after the dot that `text` begins with, percent-encoded or not.
#[inline]
pub(crate) fn split_dot(text: &[u8]) -> Option<&[u8]> {
    match text {
        [b'.', rest @ ..] | [b'%', b'2', b'E' | b'e', rest @ ..] => Some(rest),
        _ => None,
    }
}

/// What a walk from the first segment to the last knows: how many segments stay, but not which.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FromStart {
    /// How many segments stay.
    pub(crate) count: usize,
    /// Whether the path that is left begins with a slash.
    pub(crate) rooted: bool,
    /// Whether there is any dot-segment.
    pub(crate) dots: bool,
    /// How many `..` found no segment to remove.
    pub(crate) above: usize,
    last_is_dots: bool,
}

impl FromStart {
    /// Before the first segment of a path that begins with a slash or does not.
    pub(crate) const fn new(rooted: bool) -> Self {
        Self { count: 0, rooted, dots: false, above: 0, last_is_dots: false }
    }

    /// Passes the next segment.
    #[inline]
    pub(crate) fn pass(&mut self, dots: Option<Dots>) {
        match dots {
            None => self.count = self.count.wrapping_add(1),
            Some(Dots::Single) => {}
            Some(Dots::Double) => match self.count.checked_sub(1) {
                Some(count) => self.count = count,
                None => self.above = self.above.wrapping_add(1),
            },
        }
        self.last_is_dots = dots.is_some();
        self.dots |= self.last_is_dots;
    }

    /// Passes the next segment of a URI's path. Step 2C: the slash after a first segment that is removed stays.
    #[inline]
    pub(crate) fn pass_in_uri(&mut self, dots: Option<Dots>) {
        let before = self.count;
        self.pass(dots);
        self.rooted |= before == 1 && self.count == 0;
    }

    /// Ends the path. The slash before a dot-segment at the end stays: an empty segment follows it.
    pub(crate) const fn end(&mut self) {
        self.count = self.count.wrapping_add(self.last_is_dots as usize);
    }
}

/// A walk from the last segment to the first, which decides for each whether it stays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FromEnd {
    /// How many of the segments before this place are still to be removed.
    removed: usize,
    last: bool,
}

impl FromEnd {
    /// Before the last segment.
    pub(crate) const START: Self = Self { removed: 0, last: true };

    /// Whether the segment stays. A dot-segment at the end stays as an empty segment.
    #[inline]
    pub(crate) fn stays(&mut self, dots: Option<Dots>) -> bool {
        let last = core::mem::take(&mut self.last);
        match dots {
            None if self.removed == 0 => true,
            None => {
                self.removed = self.removed.saturating_sub(1);
                false
            }
            Some(dots) => {
                self.removed = self.removed.wrapping_add(usize::from(dots == Dots::Double));
                last
            }
        }
    }
}

/// Whether a path of `count` segments would read as an authority where none precedes it: it begins with `//` (section
/// 3.3).
#[inline]
pub(crate) fn reads_as_authority(rooted: bool, count: usize, first_is_empty: impl FnOnce() -> bool) -> bool {
    rooted && count > 1 && first_is_empty()
}

/// A path without its dot-segments, percent-encoded ones included: what is known before the segments that stay are
/// visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outline<'a> {
    /// The segments, with slashes between them, from which dot-segments are to be removed.
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
    /// Dot-segments at the start of a rootless path go from a URI, and count in a relative reference.
    pub(crate) fn new(path: &'a [u8], is_uri: bool) -> Self {
        let rest = if is_uri { Removal::Encoded.without_first_dots(path) } else { path };
        let (rooted, segments) = match rest {
            [b'/', segments @ ..] => (true, segments),
            _ => (false, rest),
        };
        let mut walk = FromStart::new(rooted);
        let mut too_far = None;
        if !rest.is_empty() {
            for segment in segments.split(|&byte| byte == b'/') {
                let dots = Removal::Encoded.dots_of(segment);
                if is_uri {
                    walk.pass_in_uri(dots);
                    continue;
                }
                walk.pass(dots);
                if walk.above == usize::from(Discard::MAX) && !rooted {
                    too_far = too_far.or(Some(segment));
                }
            }
            walk.end();
        }
        let FromStart { count, rooted, dots, above, .. } = walk;
        Self { segments, count, rooted, dots: dots || rest.len() < path.len(), above, too_far }
    }

    /// The segments that stay, from last to first.
    pub(crate) fn kept(&self) -> Kept<'a> {
        Kept { rest: (self.count > 0).then_some(self.segments), walk: FromEnd::START }
    }
}

/// The segments that stay when dot-segments are removed, from last to first.
#[derive(Clone, Debug)]
pub(crate) struct Kept<'a> {
    /// The segments that were not visited yet; `None` at the end.
    rest: Option<&'a [u8]>,
    walk: FromEnd,
}

impl<'a> Iterator for Kept<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        while let Some(rest) = self.rest {
            let at = rest.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash.wrapping_add(1));
            let (before, segment) = rest.split_at_checked(at)?;
            self.rest = before.split_last().map(|(_, before)| before);
            let dots = Removal::Encoded.dots_of(segment);
            if self.walk.stays(dots) {
                return if dots.is_some() { segment.get(..0) } else { Some(segment) };
            }
        }
        None
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
    fn uris_follow_the_steps_of_the_rfc() {
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
    fn relative_references_count_the_segments_above() {
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
    fn discards_end_at_127() {
        let most = "../".repeat(126);
        assert_eq!(Outline::new(most.as_bytes(), false).above, 126);
        let too_many = std::format!("a/{most}./b/../../x/../..");
        let first = Outline::new(too_many.as_bytes(), false).too_far.unwrap();
        assert_eq!(first.as_ptr().addr() - too_many.as_ptr().addr(), too_many.len() - "..".len());
        // A rooted path has nothing above it.
        assert_eq!(Outline::new(std::format!("/{most}../../").as_bytes(), false).too_far, None);
    }
}
