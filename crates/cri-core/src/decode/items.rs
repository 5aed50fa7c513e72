//! The check of text items: userinfo, labels, segments, parameters and fragment (section 7.1).

use crate::error::{Component, DecodeErrorKind};
use crate::features::{Feature, Features};
use crate::sections::host_name::is_label_byte;
use crate::sections::ip_text::is_dec_octet;
use crate::sections::items::suffix_of_character;
use crate::sections::path::is_dot_segment;
use crate::text::utf8;
use crate::wire::head::Major;
use crate::wire::reader::{Checked, Reader};

/// The error of a feature that is not among those accepted.
#[inline(always)]
pub(super) const fn require(features: Features, feature: Feature) -> Checked {
    if features.has(feature) { Ok(()) } else { Err(DecodeErrorKind::UnsupportedFeature(feature)) }
}

/// What the decoder learns from a section of text items.
#[derive(Clone, Copy, Default)]
pub(super) struct CheckedItems {
    pub(super) count: usize,
    /// The offset of the first item if it is the empty text; otherwise 0, where no item begins.
    pub(super) empty_at: usize,
}

/// Checks the items of the array whose head was just read.
pub(super) fn check_array(reader: &mut Reader<'_>, features: Features) -> CheckedItems {
    let count = reader.argument();
    let outer = reader.enter_array();
    let mut empty_at = 0;
    if reader.next() {
        // A sequence without pieces is an error, so an argument of 0 is the empty text.
        if reader.argument() == 0 {
            empty_at = reader.start();
        }
        check_all(reader, features);
    }
    reader.left = outer;
    CheckedItems { count, empty_at }
}

/// Checks the one item whose head was just read.
pub(super) fn check_one(reader: &mut Reader<'_>, features: Features) {
    let outer = core::mem::take(&mut reader.left);
    check_all(reader, features);
    reader.left = outer;
}

/// Checks that the item whose head was just read and all that are left are texts or sequences.
#[inline(always)]
fn check_all(reader: &mut Reader<'_>, features: Features) {
    if check_run(reader, features) {
        reader.fail(DecodeErrorKind::UnexpectedItem);
    }
}

/// Checks the item whose head was just read, and those after it as long as they are texts or sequences. Returns whether
/// an item of another type follows, whose head is then the one that was read last.
///
/// The component decides what a text must not be: no path segment is `.` or `..` (constraint C9), and four labels must not read
/// as an IPv4 address (section 6.1).
pub(super) fn check_run(reader: &mut Reader<'_>, features: Features) -> bool {
    if pass_plain_texts(reader).is_some() {
        return false;
    }
    check_each(reader, features).unwrap_or_else(|kind| reader.fail(kind))
}

/// Passes the item whose head was just read and all that are left, if all are ASCII texts with heads of one byte that
/// need no closer look, as nearly all are.
///
/// The heads are ASCII as well, so one test covers heads and texts.
#[inline]
fn pass_plain_texts(reader: &mut Reader<'_>) -> Option<()> {
    let is_host = reader.component == Component::Host;
    let items = reader.cursor.rest_from_head();
    let mut left = reader.left;
    // Four labels may be an IPv4 address.
    if is_host && left == 3 {
        return None;
    }
    let mut at = 0_usize;
    loop {
        let &initial @ 0x60..=0x77 = items.get(at)? else {
            return None;
        };
        let start = at.wrapping_add(1);
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
            reader.cursor.initial = initial;
            reader.cursor.at = reader.start().wrapping_add(at);
            reader.left = 0;
            return Some(());
        }
        left = left.wrapping_sub(1);
    }
}

/// Does the work of [`check_run`] item by item.
fn check_each(reader: &mut Reader<'_>, features: Features) -> Checked<bool> {
    let first = reader.start();
    let mut other_follows = true;
    let (mut count, mut octets) = (0_usize, 0_usize);
    while other_follows {
        if reader.is(Major::Text) {
            let text = check_text(reader);
            match reader.component {
                Component::Path if is_dot_segment(text) => return Err(DecodeErrorKind::DotSegment),
                Component::Host if is_dec_octet(text) => octets = octets.wrapping_add(1),
                _ => {}
            }
        } else if reader.is(Major::Array) {
            check_pet(reader, features)?;
        } else {
            break;
        }
        count = count.wrapping_add(1);
        other_follows = reader.next();
    }
    if (count, octets) == (4, 4) {
        return Err(reader.fault_at(DecodeErrorKind::Ipv4Labels, Component::Host, first));
    }
    Ok(other_follows)
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
fn check_pet(reader: &mut Reader<'_>, features: Features) -> Checked {
    require(features, Feature::ExtendedCri)?;
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
