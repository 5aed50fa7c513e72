//! Paths, queries and single items of a short URI reference.
//!
//! Each function begins at a `Place`, and returns the place after what it wrote.

use crate::convert::field::Field;
use crate::convert::to_cri::fast::encoded::encoded_item;
use crate::convert::to_cri::fast::out::{Out, Place, TEXT, byte, copy, push, push_array, push_head};
use crate::convert::to_cri::item::SHORT;
use crate::text::charset::Charset;
use crate::text::dot_segments::{Dots, Removal, reads_as_authority};

/// The kind of a path, by what precedes it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It begins with a slash, after an authority or in a reference: nothing is above it.
    Rooted,
    /// It begins with a slash after a scheme, without an authority (section 2.1).
    Bare,
    /// It begins with no slash, after a scheme.
    Rootless,
    /// It begins with no slash, in a relative reference, after the discard.
    Relative,
}

/// Writes the array of a path's segments without dot-segments (RFC 3986 section 5.2.4); returns where the last begins.
#[inline(always)]
pub(crate) fn path(text: &[u8], out: &mut Out, place: Place, kind: Kind) -> Option<(Place, u8)> {
    let array = place.to;
    let first = array.wrapping_add(1);
    let mut segments = Segments { starts: [0; SHORT as usize], count: 0, above: 0 };
    let mut place = Place { to: first, ..place };
    let ends_in_dots = loop {
        let head = place.to;
        segments.begin(head)?;
        place = item(text, out, place.at, head, Field::SEGMENT.raw)?;
        let dots = dot_segment(out, head, place.to);
        if let Some(dots) = dots {
            // What `..` leaves may be rooted, and so may what follows a dot-segment at the start.
            if kind == Kind::Rootless && (dots == Dots::Double || segments.count == 1) {
                return None;
            }
            place.to = segments.remove(dots)?;
        }
        if place.stop != b'/' {
            break dots.is_some();
        }
        place.at = place.at.wrapping_add(1);
    };
    if ends_in_dots {
        // The slash before the dot-segment stays.
        segments.begin(place.to)?;
        place.to = push(out, place.to, TEXT);
    }
    match kind {
        Kind::Relative => {
            let discard = Some(segments.above.wrapping_add(1)).filter(|&discard| discard < SHORT)?;
            push(out, array.wrapping_sub(1), discard);
        }
        // That is an error.
        Kind::Bare if reads_as_authority(true, segments.count.into(), || byte(out, first.into()) == TEXT) => {
            return None;
        }
        _ => {}
    }
    push_array(out, array, segments.count)?;
    Some((place, segments.last()?))
}

/// The segments that were written, without those that dot-segments removed.
struct Segments {
    /// Where each begins.
    starts: [u8; SHORT as usize],
    count: u8,
    /// How many `..` found none to remove.
    above: u8,
}

impl Segments {
    #[inline(always)]
    fn begin(&mut self, to: u8) -> Option<()> {
        *self.starts.get_mut(usize::from(self.count))? = to;
        self.count = self.count.wrapping_add(1);
        Some(())
    }

    /// Removes a dot-segment, which is the last, and for `..` the segment before it; returns where the first of these
    /// began.
    #[inline(always)]
    fn remove(&mut self, dots: Dots) -> Option<u8> {
        match self.count.checked_sub(if dots == Dots::Single { 1 } else { 2 }) {
            Some(left) => self.count = left,
            None => (self.count, self.above) = (0, self.above.wrapping_add(1)),
        }
        self.starts.get(usize::from(self.count)).copied()
    }

    #[inline(always)]
    fn last(&self) -> Option<u8> {
        self.starts.get(usize::from(self.count.wrapping_sub(1))).copied()
    }
}

/// The dot-segment that is written between these, if it is one.
#[inline(always)]
fn dot_segment(out: &Out, head: u8, end: u8) -> Option<Dots> {
    // This comparison decides for most segments.
    if byte(out, head.wrapping_add(1).into()) != b'.' {
        return None;
    }
    // What was percent-encoded is decoded.
    Removal::Literal.dots_of(out.get(usize::from(head).wrapping_add(1)..end.into())?)
}

/// Writes the array of the parameters that follow the question mark.
#[inline(always)]
pub(crate) fn parameters(text: &[u8], out: &mut Out, place: Place) -> Option<Place> {
    let array = place.to;
    let (mut place, mut count) = (Place { to: array.wrapping_add(1), ..place }, 0_u8);
    loop {
        place = item(text, out, place.at.wrapping_add(1), place.to, Field::PARAMETER.raw)?;
        count = count.wrapping_add(1);
        if place.stop != b'&' {
            break;
        }
    }
    push_array(out, array, count)?;
    Some(place)
}

/// Writes the item that begins at `start`: characters in `raw`, and triplets.
#[inline(always)]
pub(crate) fn item(text: &[u8], out: &mut Out, start: usize, head: u8, raw: Charset) -> Option<Place> {
    let (len, stop) = copy(text, start, out, head.wrapping_add(1), |byte| (byte, raw.has(byte)))?;
    if stop == b'%' {
        return encoded_item::<false>(text, out, start, len, head, raw);
    }
    Some(Place { at: start.wrapping_add(len), to: push_head(out, head, len), stop })
}
