//! Dot-segments (RFC 3986 section 5.2.4): what they are, and which segments of a path they leave.
//!
//! A later `..` may remove a segment, so whether a segment stays is known only on a walk from the last segment to the
//! first. Such a walk takes linear time and one number as its memory.

use cri_core::__private::is_dot_segment;

/// A dot-segment.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Dots {
    /// `.`
    Single,
    /// `..`
    Double,
}

/// Which segments are dot-segments.
#[derive(Clone, Copy)]
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
pub(crate) struct FromStart {
    /// How many segments stay.
    pub(crate) count: usize,
    /// Whether the path that is left begins with a slash.
    pub(crate) rooted: bool,
    /// Whether there is any dot-segment.
    pub(crate) dots: bool,
    /// How many `..` found no segment to remove.
    pub(crate) levels_above: usize,
    last_is_dots: bool,
}

impl FromStart {
    /// Before the first segment of a path that begins with a slash or does not.
    pub(crate) const fn new(rooted: bool) -> Self {
        Self { count: 0, rooted, dots: false, levels_above: 0, last_is_dots: false }
    }

    /// Passes the next segment.
    #[inline]
    pub(crate) fn pass(&mut self, dots: Option<Dots>) {
        match dots {
            None => self.count = self.count.wrapping_add(1),
            Some(Dots::Single) => {}
            Some(Dots::Double) => match self.count.checked_sub(1) {
                Some(count) => self.count = count,
                None => self.levels_above = self.levels_above.wrapping_add(1),
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
#[derive(Clone, Copy)]
pub(crate) struct FromEnd {
    /// How many of the segments before this place are still to be removed.
    pub(crate) removed: usize,
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
pub(crate) fn reads_as_authority(
    rooted: bool,
    count: usize,
    first_is_empty: impl FnOnce() -> bool,
) -> bool {
    rooted && count > 1 && first_is_empty()
}
