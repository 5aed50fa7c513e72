//! Paths without their dot-segments (RFC 3986 section 5.2.4).

// A path is written from start to end, to a writer that cannot take anything back. A later `..` may remove a segment, so we
// decide from the end; but we write from the start. Walking to the end for each segment would take quadratic time. So a walk
// from the end leaves marks, denser near the place that is written next, and later walks begin at a mark. Every
// factor of `FAN_OUT` by which the number of segments exceeds `BLOCK` costs one more visit of each byte: three for a million
// segments.

pub(crate) mod dot_segments;

use core::fmt::{self, Write};

use crate::text::path::dot_segments::{Dots, FromEnd, Removal, reads_as_authority};
use crate::text::uri_ref::UriRef;

/// How many segments are decided on, and then written, at a time.
const BLOCK: usize = 256;
/// How many marks of one density lie between two marks of the next.
const FAN_OUT: usize = 16;
/// Room for the marks of 16 million segments. With more segments, marks are left out and walks get longer.
const MARKS: usize = 64;

/// A path or two merged paths (section 5.2.3), without dot-segments.
///
/// Places are offsets in bytes from the start of both halves together.
#[derive(Clone, Copy)]
pub(crate) struct Dotless<'a> {
    /// The directory of the base. INVARIANT: empty, or with a slash at its end.
    front: &'a str,
    /// The path itself, or the reference's path.
    back: &'a str,
    removal: Removal,
    /// The first segment's place.
    start: usize,
    /// How many segments there are from there on, dot-segments included.
    total: usize,
    /// How many segments stay.
    pub(crate) count: usize,
    /// Whether the path that is left begins with a slash.
    pub(crate) rooted: bool,
    /// Whether there is any dot-segment.
    dots: bool,
    /// Where the first percent-encoded dot-segment begins that a literal `..` removes.
    pub(crate) removed_encoded: Option<usize>,
}

impl<'a> Dotless<'a> {
    /// `front`, which is empty or ends with a slash, followed by `back`.
    pub(crate) fn new(front: &'a str, back: &'a str, removal: Removal) -> Self {
        let rooted = if front.is_empty() { back } else { front }.starts_with('/');
        let start = usize::from(rooted);
        let mut path = Self {
            front,
            back,
            removal,
            start,
            total: 0,
            count: 0,
            rooted,
            dots: false,
            removed_encoded: None,
        };
        let mut mark = Mark { left: usize::MAX, ..path.last_mark() };
        // The first segment that stays: whether it is empty, where the next one begins, and how many follow.
        let mut first = (false, 0, 0);
        while mark.end > 0 {
            let literal = mark.walk.literal;
            let Some(Step { segment, dots, stays }) = path.step(&mut mark) else { break };
            path.dots |= dots.is_some();
            if literal > 0 && dots.is_some_and(|dots| dots.encoded) {
                // Before each segment but the first there is a slash.
                let at = if mark.end > 0 { mark.end.saturating_add(1) } else { start };
                path.removed_encoded = Some(at);
            }
            if stays {
                path.count = path.count.saturating_add(1);
                first = (segment.is_empty(), mark.end.saturating_add(2), path.total);
            }
            path.total = path.total.saturating_add(1);
        }
        if !rooted {
            path.rooted = mark.walk.leaves_slash;
            // Removing dot-segments at the start (steps 2A and 2D) can leave a slash there.
            if let (false, (true, start, total)) = (path.rooted, first) {
                (path.start, path.total) = (start, total);
                path.count = path.count.saturating_sub(1);
                path.rooted = path.count > 0;
            }
        }
        path
    }

    const fn len(&self) -> usize {
        self.front.len().saturating_add(self.back.len())
    }

    /// The segment that begins at `start`.
    fn segment_at(&self, start: usize) -> &'a str {
        // INVARIANT: a segment of the front ends there, since that has a slash at its end.
        let rest = match start.checked_sub(self.front.len()) {
            Some(start) => self.back.get(start..),
            None => self.front.get(start..),
        };
        let rest = rest.unwrap_or_default();
        let len = rest.bytes().position(|byte| byte == b'/').unwrap_or(rest.len());
        rest.get(..len).unwrap_or_default()
    }

    /// Whether the path begins with `//`, which reads as an authority where none precedes it.
    pub(crate) fn reads_as_authority(&self) -> bool {
        reads_as_authority(self.rooted, self.count, || self.rev().last().is_some_and(str::is_empty))
    }

    /// Whether the path without its dot-segments is `text`.
    pub(crate) fn is(&self, text: &str) -> bool {
        let mut rest = Some(text);
        let mut slash = self.rooted;
        let all = self.try_for_each(|segment| {
            rest = if slash { rest.and_then(|rest| rest.strip_prefix('/')) } else { rest };
            rest = rest.and_then(|rest| rest.strip_prefix(segment));
            slash = true;
            rest.map(|_| ()).ok_or(fmt::Error)
        });
        all.is_ok() && rest == Some("")
    }

    /// Writes the path without its dot-segments.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub(crate) fn write(&self, out: &mut impl Write) -> fmt::Result {
        if self.rooted {
            out.write_str("/")?;
        }
        self.write_from(out, 0)
    }

    /// Writes the segments that stay, except the first `skip`. The caller writes the slash that the path may begin with.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub(crate) fn write_from(&self, out: &mut impl Write, skip: usize) -> fmt::Result {
        let (mut index, mut separator) = (0_usize, "");
        self.try_for_each(|segment| {
            index = index.saturating_add(1);
            if index <= skip {
                return Ok(());
            }
            out.write_str(separator)?;
            separator = "/";
            out.write_str(segment)
        })
    }

    /// The segments that stay, from last to first.
    pub(crate) fn rev(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let path = *self;
        let mut mark = path.last_mark();
        core::iter::from_fn(move || {
            loop {
                if let Step { segment, stays: true, .. } = path.step(&mut mark)? {
                    return Some(segment);
                }
            }
        })
    }

    /// Calls `visit` for each segment that stays, from first to last.
    ///
    /// # Errors
    ///
    /// The first of `visit`.
    pub(crate) fn try_for_each(
        &self,
        mut visit: impl FnMut(&'a str) -> fmt::Result,
    ) -> fmt::Result {
        let mut at = self.start;
        if !self.dots {
            for _ in 0..self.total {
                let segment = self.segment_at(at);
                visit(segment)?;
                at = at.saturating_add(segment.len()).saturating_add(1);
            }
            return Ok(());
        }
        let mut marks = Marks::new(self.last_mark());
        let mut done = 0;
        while let Some(mut mark) = marks.nearest(done) {
            marks.walk_to(self, &mut mark, done);
            let mut stays = [false; BLOCK];
            let block = mark.left.saturating_sub(done);
            for stays in stays.iter_mut().take(block).rev() {
                *stays = self.step(&mut mark).is_some_and(|step| step.stays);
            }
            for stays in stays.into_iter().take(block) {
                let segment = self.segment_at(at);
                at = at.saturating_add(segment.len()).saturating_add(1);
                if stays {
                    // Only the last dot-segment stays, as an empty segment.
                    visit(if self.removal.dots_of(segment.as_bytes()).is_some() {
                        ""
                    } else {
                        segment
                    })?;
                }
            }
            done = done.saturating_add(block);
        }
        Ok(())
    }

    const fn last_mark(&self) -> Mark {
        Mark { end: self.len(), left: self.total, walk: FromEnd::START }
    }

    /// Walks over one segment towards the start.
    fn step(&self, mark: &mut Mark) -> Option<Step<'a>> {
        mark.left = mark.left.checked_sub(1)?;
        let (half, before) = match mark.end.checked_sub(self.front.len()) {
            Some(end) => (self.back.get(..end), self.front.len()),
            None => (self.front.get(..mark.end), 0),
        };
        let half = half.unwrap_or_default();
        let start =
            half.bytes().rposition(|byte| byte == b'/').map_or(0, |slash| slash.saturating_add(1));
        let segment = half.get(start..).unwrap_or_default();
        mark.end = before.saturating_add(start).saturating_sub(1);
        let dots = self.removal.dots_of(segment.as_bytes());
        let stays = mark.walk.stays(dots);
        Some(Step { segment: if stays && dots.is_some() { "" } else { segment }, dots, stays })
    }
}

/// What a walk from the end finds out about a segment.
struct Step<'a> {
    /// The segment. One that stays in place of a dot-segment is empty.
    segment: &'a str,
    /// The dot-segment that it is, if it is one.
    dots: Option<Dots>,
    stays: bool,
}

/// A place on a walk from the end, and the state of the walk there.
#[derive(Clone, Copy)]
struct Mark {
    /// The end of the next segment.
    end: usize,
    /// How many segments lie before this place.
    left: usize,
    /// Decides which of them stay.
    walk: FromEnd,
}

/// Marks from far to near.
struct Marks {
    marks: [Mark; MARKS],
    /// INVARIANT: at most `MARKS`.
    len: usize,
}

impl Marks {
    const fn new(last: Mark) -> Self {
        Self { marks: [last; MARKS], len: 1 }
    }

    /// The nearest mark beyond the `done` segments.
    fn nearest(&mut self, done: usize) -> Option<Mark> {
        loop {
            let last = self.len.checked_sub(1)?;
            let mark = *self.marks.get(last)?;
            if mark.left > done {
                return Some(mark);
            }
            self.len = last;
        }
    }

    /// Walks from `mark` until at most one block is left after the `done` segments, and leaves marks on the way.
    fn walk_to(&mut self, path: &Dotless<'_>, mark: &mut Mark, done: usize) {
        let mut ahead = mark.left.saturating_sub(done);
        let mut spacing = BLOCK;
        while spacing.saturating_mul(FAN_OUT) < ahead {
            spacing = spacing.saturating_mul(FAN_OUT);
        }
        while ahead > BLOCK && path.step(mark).is_some() {
            ahead = ahead.saturating_sub(1);
            if ahead == spacing && spacing > BLOCK {
                spacing = spacing.checked_div(FAN_OUT).unwrap_or(BLOCK);
            }
            let at_mark = ahead > BLOCK && ahead.checked_rem(spacing) == Some(0);
            if let Some(room) = self.marks.get_mut(self.len).filter(|_| at_mark) {
                *room = *mark;
                self.len = self.len.saturating_add(1);
            }
        }
    }
}

impl<'a> UriRef<'a> {
    /// The end of the path that begins with a percent-encoded dot-segment, if browsers lead elsewhere because of it.
    ///
    /// Browsers remove percent-encoded dot-segments together with literal ones (URL standard of the WHATWG, section 4.4). By
    /// RFC 3986 a literal `..` may remove such a segment first, as any other.
    ///
    /// ```
    /// use cri_uri::UriRef;
    ///
    /// let uri = UriRef::parse("http://h/a/b/%2E%2E/../c")?; // for browsers /c, by RFC 3986 /a/b/c
    /// assert_eq!(uri.read_otherwise_by_browsers(), Some("%2E%2E/../c"));
    /// assert_eq!(UriRef::parse("http://h/a/%2E%2E/c")?.read_otherwise_by_browsers(), None);
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    #[must_use]
    pub fn read_otherwise_by_browsers(self) -> Option<&'a str> {
        let path = self.path();
        let is_rooted = path.starts_with('/');
        // In most schemes, a rootless path has no segments for browsers. In theirs, such as http, they read a host in it.
        if !is_rooted && !self.is_relative() {
            return None;
        }
        let ours = Dotless::new("", path, Removal::LiteralThenEncoded);
        let first = ours.removed_encoded?;
        let theirs = Dotless::new("", path, Removal::AtOnce);
        // Below a base, each such segment makes a difference of one level at least.
        let same = is_rooted && ours.count == theirs.count && ours.rev().eq(theirs.rev());
        if same { None } else { path.get(first..) }
    }
}

#[cfg(test)]
mod tests {
    use std::string::{String, ToString};
    use std::vec::Vec;

    use super::*;

    fn text(path: &Dotless<'_>) -> String {
        let mut kept = Vec::new();
        path.try_for_each(|segment| {
            kept.push(segment);
            Ok(())
        })
        .unwrap();
        assert_eq!(kept.len(), path.count);
        let reversed: Vec<_> = path.rev().collect();
        assert!(reversed.iter().rev().eq(kept.iter()));
        let text = kept.join("/");
        let mut written = String::new();
        path.write_from(&mut written, 0).unwrap();
        assert_eq!(written, text);
        let whole = if path.rooted { std::format!("/{text}") } else { text.clone() };
        assert!(
            path.is(&whole)
                && !path.is(&std::format!("{whole}x"))
                && !path.is(&whole.replacen('a', "b", 1)) | !whole.contains('a')
        );
        whole
    }

    /// Segments that depend on `seed` only, about as many `..` as others.
    fn mixed(count: usize, mut seed: u32) -> String {
        let mut path = String::new();
        for _ in 0..count {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            path.push_str(["a/", "bc/", "../", "./", "/", "../", "d/"][(seed >> 16) as usize % 7]);
        }
        path
    }

    /// Section 5.2.4, with a stack.
    fn expected(path: &str) -> String {
        let (mut kept, mut dots) = (Vec::new(), false);
        for segment in path.split('/') {
            dots = matches!(segment, "." | "..");
            match segment {
                "." => {}
                ".." => drop(kept.pop()),
                _ => kept.push(segment),
            }
        }
        if dots {
            kept.push("");
        }
        kept.join("/")
    }

    // shows: R3986-5.2.4-05
    #[test]
    fn long_paths_are_written_in_blocks() {
        for count in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 17 * BLOCK, 16 * 16 * BLOCK + 3] {
            for seed in 0..4 {
                let path = mixed(count, seed);
                assert_eq!(
                    text(&Dotless::new("", &std::format!("/{path}"), Removal::Literal)),
                    "/".to_string() + &expected(&path)
                );
                let (front, back) =
                    path.split_at(path[..path.len() / 2].rfind('/').map_or(0, |slash| slash + 1));
                if !front.is_empty() {
                    let front = std::format!("/{front}");
                    assert_eq!(
                        text(&Dotless::new(&front, back, Removal::Literal)),
                        "/".to_string() + &expected(&path)
                    );
                }
            }
            // All stay, then one does not.
            let path = std::format!("/{}..", "a/".repeat(count));
            assert_eq!(
                text(&Dotless::new("", &path, Removal::LiteralThenEncoded)),
                std::format!("/{}", "a/".repeat(count.saturating_sub(1)))
            );
        }
    }

    #[test]
    fn marks_fit_their_array() {
        let path = "a/../".repeat(1 << 17);
        let path = Dotless::new("", &path, Removal::Literal);
        let mut marks = Marks::new(path.last_mark());
        let mut mark = marks.nearest(0).unwrap();
        marks.walk_to(&path, &mut mark, 0);
        assert_eq!(mark.left, BLOCK);
        // 2^18 segments are 16² · 4 blocks: 3 marks, 15, and 15.
        assert_eq!(marks.len, 1 + 3 + 15 + 15);
    }
}
