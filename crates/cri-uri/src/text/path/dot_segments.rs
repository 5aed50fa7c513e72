//! Dot-segments (RFC 3986 section 5.2.4): what they are, and which segments of a path they leave.
//!
//! A later `..` may remove a segment, so whether a segment stays is known only on a walk from the last segment to the
//! first. Such a walk takes linear time. Its memory is two counts and three flags.

use cri_core::__private::{PREFER_SPEED, is_dot_segment};

/// A dot-segment.
#[derive(Clone, Copy)]
pub(crate) struct Dots {
    /// Whether it is `..`, and not `.`.
    pub(crate) double: bool,
    /// Whether a dot is percent-encoded.
    pub(crate) encoded: bool,
}

impl Dots {
    /// The dot-segment that `segment` is, if it is `.` or `..`.
    #[inline]
    fn literal(segment: &[u8]) -> Option<Self> {
        is_dot_segment(segment).then_some(Self { double: segment.len() > 1, encoded: false })
    }

    /// The dot-segment that `segment` is, if it is one, with each dot percent-encoded or not.
    #[inline]
    pub(crate) fn of(segment: &[u8]) -> Option<Self> {
        if PREFER_SPEED && let Some(literal) = Self::literal(segment) {
            return Some(literal);
        }
        let rest = split_dot(segment)?;
        let double = !rest.is_empty();
        if double && !split_dot(rest)?.is_empty() {
            return None;
        }
        Some(Self { double, encoded: segment.len() > if double { 2 } else { 1 } })
    }
}

/// Which segments are dot-segments, and in which order they go.
#[derive(Clone, Copy)]
pub(crate) enum Removal {
    /// No segment: the path stays as it is.
    Nothing,
    /// `.` and `..` (section 5.2.4).
    Literal,
    /// `.` and `..`. Then, in the path that these leave, the segments that decoding makes `.` or `..` (section 6.2.2.3).
    ///
    /// A reference is resolved before its target is normalised (section 5.2.1), so literal dot-segments go first.
    LiteralThenEncoded,
    /// Literal and percent-encoded ones in one go, as browsers do (URL standard of the WHATWG, section 4.4).
    AtOnce,
}

impl Removal {
    /// The dot-segment that `segment` is, if it is one.
    #[inline]
    pub(crate) fn dots_of(self, segment: &[u8]) -> Option<Dots> {
        match self {
            Self::Nothing => None,
            Self::Literal => Dots::literal(segment),
            Self::LiteralThenEncoded => Dots::of(segment),
            Self::AtOnce => Dots::of(segment).map(|dots| Dots { encoded: false, ..dots }),
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

/// A walk from the last segment to the first, which decides for each whether it stays.
///
/// Literal dot-segments go first. The percent-encoded ones that they leave go next.
#[derive(Clone, Copy)]
pub(crate) struct FromEnd {
    /// How many of the segments before this place the literal `..` after it still remove.
    pub(crate) literal: usize,
    /// How many of those that the literal `..` leave the percent-encoded ones still remove.
    encoded: usize,
    /// Whether no segment was passed.
    last: bool,
    /// Whether a rootless path gets a slash at its start, if it begins with the segment that was passed last: the segment
    /// goes, and the slash after it stays (step 2C).
    pub(crate) leaves_slash: bool,
    /// `leaves_slash` of the nearest segment that literal dot-segments leave and that is not a dot-segment. It decides for
    /// dot-segments before it, because those at the start go with the slash after them (steps 2A and 2D).
    rest_leaves_slash: bool,
}

impl FromEnd {
    /// Before the last segment.
    pub(crate) const START: Self =
        Self { literal: 0, encoded: 0, last: true, leaves_slash: false, rest_leaves_slash: false };

    /// How many `..` find no segment to remove, if the path begins at this place.
    #[inline]
    pub(crate) const fn levels_above(&self) -> usize {
        self.literal.wrapping_add(self.encoded)
    }

    /// Whether the segment stays. A dot-segment at the end stays as an empty segment.
    #[inline]
    pub(crate) fn stays(&mut self, dots: Option<Dots>) -> bool {
        let last = core::mem::take(&mut self.last);
        match dots {
            Some(Dots { encoded: false, double }) => {
                self.literal = self.literal.wrapping_add(double.into());
                last
            }
            _ if self.literal > 0 => {
                self.literal = self.literal.saturating_sub(1);
                self.leaves_slash = true;
                false
            }
            Some(Dots { double, .. }) => {
                self.encoded = self.encoded.wrapping_add(double.into());
                self.leaves_slash = self.rest_leaves_slash;
                last
            }
            None => {
                let goes = self.encoded > 0;
                self.encoded = self.encoded.saturating_sub(1);
                (self.leaves_slash, self.rest_leaves_slash) = (goes, goes);
                !goes
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
