//! The path of a URI as a section of a CRI: its segments, without dot-segments (RFC 3986 section 5.2.4).
//!
//! A CRI is what normalising makes of its URI, and a reference is resolved before its target is normalised (section
//! 5.2.1). So literal dot-segments go first, and then the percent-encoded ones that they leave. For a reference, the two
//! steps remove segments of the base one after the other, and so the discard counts both. That is right for every base
//! with an authority, since a base has no dot-segments, and neither step can remove more segments than are left.

use cri_core::__private::PREFER_SPEED;
use cri_core::wire::Major;
use cri_core::{Component, Discard};

use crate::convert::error::ToCriErrorKind;
use crate::convert::text_component::TextComponent;
use crate::convert::to_cri::Conversion;
use crate::convert::to_cri::out::{END, Place, put, put_head};
use crate::convert::to_cri::short_segments::{begins_with_short_segment, short_segments};
use crate::text::grammar::charset::Charset;
use crate::text::grammar::parse::run;
use crate::text::path::dot_segments::{Dots, FromEnd, reads_as_authority};

/// A forward walk remembers where this many of the last segments begin.
const STARTS: usize = 128;

/// From how many bytes on, after the start of its path, a text is long.
pub(crate) const LONG: usize = 160;

/// A path that was written.
#[derive(Clone, Copy)]
pub(crate) struct Path {
    /// How many segments its array has. Without a segment, there is no array.
    pub(crate) count: usize,
    /// Whether the path begins with a slash.
    pub(crate) rooted: bool,
    /// How many `..` found no segment to remove.
    pub(crate) levels_above: usize,
    /// Where the first segment begins in the text.
    first_start: usize,
    /// Whether the path follows a scheme, without an authority between them.
    follows_scheme: bool,
}

impl<const REQUESTS: bool> Conversion<'_, REQUESTS> {
    /// Writes the array of the path's segments. After an authority, text that does not begin with a slash is not a path.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn path(
        &mut self,
        out: &mut [u8],
        start: Place,
        has_authority: bool,
        follows_scheme: bool,
    ) -> (Place, Path) {
        let rooted = self.byte(start.at) == b'/';
        let first_start = start.at.wrapping_add(rooted.into());
        let empty = Path { count: 0, rooted, levels_above: 0, first_start, follows_scheme };
        if !rooted && (has_authority || self.path_ends(start.at)) {
            return (start, empty);
        }
        self.reading = Component::Path;
        let items = Place { at: first_start, to: start.to.wrapping_add(1) };
        let plain = if !PREFER_SPEED {
            None
        } else if self.text.len().wrapping_sub(first_start) < LONG
            || !begins_with_short_segment(self.text, first_start)
        {
            self.segments(out, items, 0)
        } else {
            self.segments_of_long_text(out, items)
        };
        let (place, path) = match plain {
            Some((place, count)) => (place, Path { count, ..empty }),
            None => self.path_with_dots(out, items, empty),
        };
        if path.count == 0 {
            return (Place { to: start.to, ..place }, path);
        }
        if follows_scheme
            && reads_as_authority(path.rooted, path.count, || self.byte(path.first_start) == b'/')
        {
            self.fail(ToCriErrorKind::LeadingEmptySegment, Component::Path, path.first_start);
        }
        let end = put_head(out, start.to, Major::Array, path.count, place.to);
        (Place { to: end, ..place }, path)
    }

    /// Writes the segments from `place` on, before which `count` are written. Returns how many there are, or `None` at a
    /// dot-segment.
    #[inline(always)]
    fn segments(
        &mut self,
        out: &mut [u8],
        mut place: Place,
        mut count: usize,
    ) -> Option<(Place, usize)> {
        loop {
            let segment = place;
            let (end, stop) = self.item(out, segment, TextComponent::SEGMENT);
            // This comparison decides for most segments.
            if matches!(self.byte(segment.at), b'.' | b'%')
                && self.dots(segment.at, end.at).is_some()
            {
                return None;
            }
            (place, count) = (end, count.wrapping_add(1));
            if stop != b'/' {
                return Some((place, count));
            }
            place.at = place.at.wrapping_add(1);
        }
    }

    /// Writes short segments at the start many at a time, and the rest as [`Self::segments`] does. In a function of its own,
    /// so that the loops for short texts have the registers to themselves.
    #[inline(never)]
    fn segments_of_long_text(&mut self, out: &mut [u8], start: Place) -> Option<(Place, usize)> {
        let (place, count) = short_segments(self.text, out, start);
        self.segments(out, place, count)
    }

    /// Writes the segments of a path in which dot-segments may be: forwards if that is possible, or else
    /// [backwards](Self::path_from_end).
    #[cfg_attr(target_pointer_width = "64", inline(never))]
    fn path_with_dots(&mut self, out: &mut [u8], start: Place, path: Path) -> (Place, Path) {
        if PREFER_SPEED {
            // Errors in segments that dot-segments remove do not count.
            self.forget_errors(Component::Path);
            if !path.follows_scheme
                && let Some(written) = self.segments_forwards(out, start, path)
                && self.error.is_none()
            {
                return written;
            }
            self.forget_errors(Component::Path);
        }
        self.path_from_end(out, start, path)
    }

    /// Writes the segments forwards. It remembers where the last [`STARTS`] segments begin, so that `..` can return there.
    /// Returns `None` if a `..` removes an earlier one, if the discard may be too large, or at a percent-encoded
    /// dot-segment: a later `..` may remove it.
    fn segments_forwards(
        &mut self,
        out: &mut [u8],
        start: Place,
        mut path: Path,
    ) -> Option<(Place, Path)> {
        let (mut place, mut starts) = (start, [0; STARTS]);
        loop {
            let segment = place;
            let (end, stop) = self.item(out, segment, TextComponent::SEGMENT);
            let dots = if matches!(self.byte(segment.at), b'.' | b'%') {
                self.dots(segment.at, end.at)
            } else {
                None
            };
            place = end;
            match dots {
                Some(Dots { encoded: true, .. }) => return None,
                Some(Dots { double: true, .. }) if path.count > 0 => {
                    path.count = path.count.wrapping_sub(1);
                    place.to =
                        Some(*starts.get(path.count % STARTS)?).filter(|&at| at < segment.to)?;
                }
                Some(Dots { double, .. }) => {
                    path.levels_above = path.levels_above.wrapping_add(double.into());
                    place.to = segment.to;
                }
                None => {
                    *starts.get_mut(path.count % STARTS)? = segment.to;
                    path.count = path.count.wrapping_add(1);
                }
            }
            if stop != b'/' {
                if dots.is_some() {
                    // The slash before a dot-segment at the end stays: an empty segment follows it.
                    path.count = path.count.wrapping_add(1);
                    place.to = put(out, place.to, (Major::Text as u8) << 5);
                }
                return (path.levels_above < Discard::MAX.into()).then_some((place, path));
            }
            place.at = place.at.wrapping_add(1);
        }
    }

    /// Writes the segments backwards.
    ///
    /// Only a backward walk can say which segments remain. So this writes the last segment first, reverses its bytes, and
    /// reverses the whole at the end.
    fn path_from_end(&mut self, out: &mut [u8], start: Place, mut path: Path) -> (Place, Path) {
        let end = self.path_end(start.at);
        let mut rest = self.text.get(start.at..end);
        let mut place = Place { at: end, ..start };
        let mut walk = FromEnd::START;
        let mut second_start = end;
        while let Some(path_so_far) = rest {
            let slash = path_so_far.iter().rposition(|&byte| byte == b'/');
            let at = start.at.wrapping_add(slash.map_or(0, |slash| slash.wrapping_add(1)));
            let segment_end = start.at.wrapping_add(path_so_far.len());
            let dots = self.dots(at, segment_end);
            if walk.stays(dots) {
                second_start = path.first_start;
                // A dot-segment at the end stays as an empty segment.
                path.first_start = if dots.is_some() { segment_end } else { at };
                let (item, _) =
                    self.item(out, Place { at: path.first_start, ..place }, TextComponent::SEGMENT);
                turn_around(out.get_mut(place.to..item.to).unwrap_or_default());
                path.count = path.count.wrapping_add(1);
                place.to = item.to;
            }
            rest = slash.and_then(|slash| path_so_far.get(..slash));
        }
        path.levels_above = walk.levels_above();
        if path.rooted {
            // Nothing is above the root.
        } else if path.follows_scheme {
            path.rooted = walk.leaves_slash;
            if !path.rooted && (path.first_start == end || self.byte(path.first_start) == b'/') {
                // Removing dot-segments at the start (steps 2A and 2D) leaves a slash there, or nothing: the empty
                // segment before it was written last.
                (place.to, path.count) = (place.to.wrapping_sub(1), path.count.wrapping_sub(1));
                path.rooted = path.count > 0;
                path.first_start = second_start;
            }
        } else if let Some(too_many @ 1..) =
            path.levels_above.checked_sub(usize::from(Discard::MAX).wrapping_sub(1))
        {
            let at = self.too_high(start.at, end, too_many);
            self.fail(ToCriErrorKind::DiscardRange, Component::Discard, at);
        }
        turn_around(out.get_mut(start.to..place.to).unwrap_or_default());
        (place, path)
    }

    /// Where the `..` is that leaves too little of the base, in the path from `start` to `end`. It and those after it are
    /// `too_many`.
    #[cold]
    #[inline(never)]
    fn too_high(&self, start: usize, end: usize, too_many: usize) -> usize {
        let (mut walk, mut found, mut segment_end) = (FromEnd::START, start, end);
        loop {
            let mut at = segment_end;
            while at > start && self.byte(at.wrapping_sub(1)) != b'/' {
                at = at.wrapping_sub(1);
            }
            let before = walk.levels_above();
            walk.stays(self.dots(at, segment_end));
            // A segment that a `..` removes takes that `..` away again, so the last one that makes this number counts.
            if before < too_many && walk.levels_above() == too_many {
                found = at;
            }
            if at <= start {
                return found;
            }
            segment_end = at.wrapping_sub(1);
        }
    }

    /// The dot-segment from `start` to `end`, if the text is one.
    #[inline(never)]
    fn dots(&self, start: usize, end: usize) -> Option<Dots> {
        Dots::of(self.text.get(start..end)?)
    }

    /// Whether the path ends at `at`.
    fn path_ends(&self, at: usize) -> bool {
        matches!(self.byte(at), b'?' | b'#' | END)
    }

    /// The end of the path, of which `start` is a part.
    fn path_end(&self, start: usize) -> usize {
        if !self.is_parsed {
            return run::<false>(self.text, start, Charset::PATH, Component::Path);
        }
        let mut end = start;
        while !self.path_ends(end) {
            end = end.wrapping_add(1);
        }
        end
    }
}

/// Reverses the order of these bytes.
fn turn_around(bytes: &mut [u8]) {
    if PREFER_SPEED {
        return bytes.reverse();
    }
    // The standard library's function may panic, as far as the compiler knows.
    let mut rest = bytes;
    while let [first, middle @ .., last] = rest {
        core::mem::swap(first, last);
        rest = middle;
    }
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::vec::Vec;

    use crate::convert::error::ToCriErrorKind;
    use crate::convert::options::Options;
    use crate::convert::to_cri::to_cri;

    // shows: D16-5.1.2-05
    #[test]
    fn discards_end_at_127() {
        let most = "../".repeat(126);
        let cri = to_cri(&most, Options::default(), Vec::new()).unwrap();
        assert_eq!(format!("{cri:?}"), r#"[127, [""]]"#);
        let too_many = format!("a/{most}./b/../../x/../..");
        let error = to_cri(&too_many, Options::default(), Vec::new()).unwrap_err();
        assert_eq!(
            (error.kind(), error.offset()),
            (ToCriErrorKind::DiscardRange, too_many.len() - "..".len())
        );
        // A rooted path has nothing above it.
        assert!(to_cri(&format!("/{most}../../"), Options::default(), Vec::new()).is_ok());
    }

    #[test]
    fn errors_of_discards_are_at_the_level_that_is_too_many() {
        for (front, many, back, offset) in [
            ("", "../", "", 126 * 3),
            ("", "%2E%2e/", "", 126 * 7),
            ("a/", "../", "", 2 + 127 * 3),
            // Literal `..` remove these, and nothing of the base.
            ("%2E%2E/%2e/../../", "../", "x/..", 17 + 126 * 3),
            (".%2E/", "../", "", 5 + 127 * 3),
            ("..//", "%2E%2E/", "/x/%2E./y/..", 4 + 126 * 7),
        ] {
            let uri = format!("{front}{}{back}", many.repeat(130));
            let error = to_cri(&uri, Options::default(), Vec::new()).unwrap_err();
            assert_eq!(
                (error.kind(), error.offset()),
                (ToCriErrorKind::DiscardRange, offset),
                "{uri}"
            );
        }
    }

    #[test]
    fn errors_of_segments_that_dots_remove_do_not_count() {
        use cri_core::{Feature, Features};
        let options = Options::default().with_features(Features::ALL.without(Feature::ExtendedCri));
        assert!(to_cri("/%3B/../a", options, Vec::new()).is_ok());
        assert_eq!(to_cri("/./a%3B/b", options, Vec::new()).unwrap_err().offset(), 4);
        // A segment that dots remove is a part of the URI, and must follow its grammar.
        assert!(matches!(
            to_cri("/./[/..", options, Vec::new()).unwrap_err().kind(),
            ToCriErrorKind::Syntax(_)
        ));
    }
}
