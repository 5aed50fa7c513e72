//! The check of text items: userinfo, labels, segments, parameters and fragment (section 7.1).

use crate::decode::reader::{Checked, Reader};
use crate::error::{Component, DecodeErrorKind};
use crate::features::Feature;
use crate::layout::LastSegment;
use crate::sections::host_name::is_label_byte;
use crate::sections::ip_text::is_dec_octet;
use crate::sections::items::suffix_of_character;
use crate::sections::path::is_dot_segment;
use crate::text::utf8;
use crate::wire::head::Major;

/// What the decoder learns from a section of text items.
#[derive(Clone, Copy, Default)]
pub(super) struct CheckedItems {
    pub(super) count: usize,
    /// The offset of the first item if it is the empty text; otherwise 0, where no item begins.
    pub(super) empty_at: usize,
    pub(super) last: LastSegment,
}

/// Checks the items of the array whose head was just read.
pub(super) fn check_array(reader: &mut Reader<'_>) -> CheckedItems {
    let count = reader.argument();
    let outer = reader.enter_array();
    let mut checked = CheckedItems { count, ..CheckedItems::default() };
    if reader.next() {
        // A sequence without pieces is an error, so an argument of 0 is the empty text.
        if reader.argument() == 0 {
            checked.empty_at = reader.start();
        }
        checked.last = check_all(reader);
    }
    reader.left = outer;
    checked
}

/// Checks the one item whose head was just read.
pub(super) fn check_one(reader: &mut Reader<'_>) {
    let outer = core::mem::take(&mut reader.left);
    check_all(reader);
    reader.left = outer;
}

/// Checks that the item whose head was just read and all that are left are texts or sequences. Returns where the last
/// one begins.
#[inline(always)]
fn check_all(reader: &mut Reader<'_>) -> LastSegment {
    let run = check_run(reader);
    if run.other_follows {
        reader.fail(DecodeErrorKind::UnexpectedItem);
    }
    run.last
}

/// A run of texts and sequences that was checked.
#[derive(Clone, Copy, Default)]
pub(super) struct Run {
    /// Whether an item of another type follows. Its head is the one that was read last.
    pub(super) other_follows: bool,
    /// Where the last item of the run begins.
    last: LastSegment,
}

/// Checks the item whose head was just read, and those after it as long as they are texts or sequences.
///
/// The component decides what a text must not be: no path segment is `.` or `..` (constraint C9), and four labels must not read
/// as an IPv4 address (section 6.1).
pub(super) fn check_run(reader: &mut Reader<'_>) -> Run {
    if let Some(last) = pass_plain_texts(reader) {
        return Run { other_follows: false, last };
    }
    match check_each(reader) {
        Ok(run) => run,
        Err(kind) => {
            reader.fail(kind);
            Run::default()
        }
    }
}

/// Passes the item whose head was just read and all that are left, if all are ASCII texts with heads of one byte that
/// need no closer look, as nearly all are. Returns where the last one begins.
///
/// The heads are ASCII as well, so one test covers heads and texts.
#[inline]
fn pass_plain_texts(reader: &mut Reader<'_>) -> Option<LastSegment> {
    let is_host = reader.component == Component::Host;
    let items = reader.cursor.rest_from_head();
    let mut left = reader.left;
    // Four labels may be an IPv4 address.
    if is_host && left == 3 {
        return None;
    }
    let mut at = 0_usize;
    loop {
        let last = at;
        let &initial @ 0x60..=0x77 = items.get(last)? else {
            return None;
        };
        let start = last.wrapping_add(1);
        at = start.wrapping_add(usize::from(initial & 0x1f));
        let text = items.get(start..at)?;
        let may_be_dots = text.len() <= 2 && text.first() == Some(&b'.');
        if may_be_dots || (is_host && !text.iter().all(|&byte| is_label_byte(byte))) {
            return None;
        }
        if left == 0 {
            if !utf8::is_ascii(items.get(..at)?) {
                return None;
            }
            let last = LastSegment::at(reader.start().wrapping_add(last) as u32);
            reader.cursor.initial = initial;
            reader.cursor.at = reader.start().wrapping_add(at);
            reader.left = 0;
            return Some(last);
        }
        left = left.wrapping_sub(1);
    }
}

/// Does the work of [`check_run`] item by item.
fn check_each(reader: &mut Reader<'_>) -> Checked<Run> {
    let first = reader.start();
    let mut run = Run { other_follows: true, last: LastSegment::default() };
    let (mut count, mut octets) = (0_usize, 0_usize);
    while run.other_follows {
        let start = reader.start();
        if reader.is(Major::Text) {
            let text = check_text(reader);
            match reader.component {
                Component::Path if is_dot_segment(text) => return Err(DecodeErrorKind::DotSegment),
                Component::Host if is_dec_octet(text) => octets = octets.wrapping_add(1),
                _ => {}
            }
        } else if reader.is(Major::Array) {
            check_pet(reader)?;
        } else {
            break;
        }
        run.last = LastSegment::at(start as u32);
        count = count.wrapping_add(1);
        run.other_follows = reader.next();
    }
    if (count, octets) == (4, 4) {
        return Err(reader.fault_at(DecodeErrorKind::Ipv4Labels, Component::Host, first));
    }
    Ok(run)
}

/// Checks that the text whose head was just read is UTF-8, and that a label holds only what a label may hold. Returns
/// its body.
pub(super) fn check_text<'a>(reader: &mut Reader<'a>) -> &'a [u8] {
    let text = reader.body();
    reader.refuse(utf8::invalid_suffix(text), DecodeErrorKind::InvalidUtf8);
    if reader.component == Component::Host
        && let Some(index) = text.iter().position(|&byte| !is_label_byte(byte))
    {
        let suffix = text.get(index..).unwrap_or_default();
        let is_dot = suffix.first() == Some(&b'.');
        reader.refuse(
            suffix,
            if is_dot { DecodeErrorKind::DotInLabel } else { DecodeErrorKind::UpperCaseHost },
        );
    }
    text
}

/// Checks a text-pet-sequence: pieces alternate, none is empty, at least one is bytes, and bytes are minimal.
fn check_pet(reader: &mut Reader<'_>) -> Checked {
    reader.require(Feature::ExtendedCri)?;
    let array = reader.start();
    let outer = reader.enter_array();
    let mut any_bytes = false;
    let mut previous = Major::Array;
    while reader.next() {
        let major = if reader.is(Major::Text) { Major::Text } else { Major::Bytes };
        if !reader.is(major) {
            return Err(DecodeErrorKind::UnexpectedItem);
        }
        if reader.argument() == 0 || previous == major {
            return Err(DecodeErrorKind::MalformedPet);
        }
        previous = major;
        if major == Major::Text {
            check_text(reader);
        } else {
            any_bytes = true;
            let bytes = reader.body();
            reader.refuse(suffix_of_character(bytes), DecodeErrorKind::PetNotMinimal);
        }
    }
    reader.left = outer;
    if any_bytes {
        Ok(())
    } else {
        Err(reader.fault_at(DecodeErrorKind::MalformedPet, reader.component, array))
    }
}
