//! The walk: decodes CRIs that have no error, on 64-bit targets.
//!
//! It returns the offsets that the general decoder returns, or `None`: the general decoder then looks for an error, or
//! handles a rare shape. So this file has no errors, and may refuse any CRI. It takes shortest heads only. An item or an
//! authority of a rare shape is checked by the general decoder, and the walk goes on after it.
//!
//! It is fast because it jumps from head to head. On the way it counts the bytes of 0x80 and above in heads and byte
//! strings. At the end it counts all such bytes from the path on. If the counts are equal, the text is ASCII.

use crate::decode::blocks::{are_plain, count_high_bytes};
use crate::decode::general::check_authority;
use crate::decode::items::check_one;
use crate::error::Component;
use crate::features::Features;
use crate::interchange::offsets::Offsets;
use crate::sections::host_name::is_label_byte;
use crate::sections::items::begins_character;
use crate::sections::path::is_dot_segment;
use crate::sections::scheme::invalid_suffix;
use crate::text::characters::is_unreserved;
use crate::text::utf8::is_utf8;
use crate::wire::head::{Cursor, EMPTY_ARRAY, EMPTY_TEXT, Major, NULL, TRUE};
use crate::wire::reader::{Checked, Reader};

/// The offsets of `bytes`, if they are exactly one CRI reference of a common shape.
#[inline(always)]
pub(super) fn offsets(bytes: &[u8]) -> Option<Offsets> {
    let &[head, first] = bytes.first_chunk()?;
    // How many sections are left.
    let mut left = head.wrapping_sub(0x81);
    if left > 4 {
        return None;
    }
    let mut at = 2;
    let (mut full, mut by_discard) = (true, false);
    match first {
        0x20..=0x37 => {}
        0x38 | 0x39 => at = number_end(bytes, 1)?,
        0x61..=0x77 => at = scheme_name_end(bytes, first)?,
        0x00..=0x17 | TRUE if left <= 3 => (full, by_discard) = (false, true),
        NULL if left > 0 => full = false,
        _ => return None,
    }
    let authority = at;
    if !by_discard {
        left = left.checked_sub(1)?;
        let head = *bytes.get(at)?;
        match head {
            0x81..=0x97 => {
                at = match authority_end(bytes, at.wrapping_add(1), head.wrapping_sub(0x80)) {
                    Some(end) => end,
                    None => check_generally(bytes, at, Component::Authority, |reader| {
                        check_authority(reader, Features::ALL)
                    })?,
                };
            }
            NULL | TRUE if full => {
                at = at.wrapping_add(1);
                // Section 2.1: null allows a path whose first segment is not empty, or none. True allows only the former.
                match bytes.get(at..)? {
                    [0x81..=0x97, first, ..] if *first != EMPTY_TEXT => {}
                    [EMPTY_ARRAY | NULL, ..] if head == NULL => {}
                    _ => return None,
                }
            }
            _ => return None,
        }
    }
    let path = at;
    // How many bytes of 0x80 and above are known: those of heads and byte strings.
    let mut high_bytes = 0_usize;
    if left > 0 {
        left = left.wrapping_sub(1);
        let mut items;
        (at, items, high_bytes) = array(bytes, at, left, high_bytes)?;
        while items > 0 {
            let after = at.wrapping_add(1);
            if bytes.get(after) == Some(&b'.') && is_dot_segment_at(bytes, at) {
                return None;
            }
            (at, high_bytes) = item(bytes, at, high_bytes)?;
            items = items.wrapping_sub(1);
        }
    }
    let query = at;
    let mut fragment = at;
    if left > 0 {
        left = left.wrapping_sub(1);
        let mut items;
        (at, items, high_bytes) = array(bytes, at, left, high_bytes)?;
        // The fragment is one item more.
        items = items.wrapping_add(left.into());
        fragment = at;
        while items > 0 {
            fragment = at;
            (at, high_bytes) = item(bytes, at, high_bytes)?;
            items = items.wrapping_sub(1);
        }
        if left == 0 {
            fragment = at;
        }
    }
    if at != bytes.len()
        || count_high_bytes(bytes, bytes.get(path..)?) != high_bytes
            && !are_utf8(bytes, [path, query], high_bytes)
    {
        return None;
    }
    // No other offset is greater.
    u32::try_from(at).ok()?;
    let offsets = [authority, path, query, fragment].map(|at| at as u32);
    Some(Offsets::new(full, offsets))
}

/// Reads the head of a path or query at `at`. `left` sections follow it. Returns the end of the head, the number of items,
/// and the updated count `high_bytes`.
#[inline(always)]
fn array(bytes: &[u8], at: usize, left: u8, high_bytes: usize) -> Option<(usize, usize, usize)> {
    let items = match *bytes.get(at)? {
        head @ 0x80..=0x97 => head.wrapping_sub(0x80),
        NULL if left > 0 => 0,
        _ => return long_array(bytes, at, high_bytes),
    };
    Some((at.wrapping_add(1), items.into(), high_bytes.wrapping_add(1)))
}

/// Does the work of [`array`] for a head of two bytes and more.
#[cold]
#[inline(never)]
fn long_array(bytes: &[u8], at: usize, high_bytes: usize) -> Option<(usize, usize, usize)> {
    let mut cursor = Cursor::new(bytes.get(at..)?);
    cursor.next().ok().filter(|()| cursor.shortest && cursor.is(Major::Array))?;
    let end = at.wrapping_add(cursor.at);
    let more = bytes.get(at..end)?.iter().filter(|byte| !byte.is_ascii()).count();
    Some((end, cursor.argument, high_bytes.wrapping_add(more)))
}

/// Skips the segment, parameter or fragment at `at`. Returns its end, and the updated count `high_bytes`.
#[inline(always)]
fn item(bytes: &[u8], at: usize, high_bytes: usize) -> Option<(usize, usize)> {
    let head = *bytes.get(at)?;
    if head.wrapping_sub(0x60) < 24 {
        return Some((short_end(at, head), high_bytes));
    }
    if head == 0x78 {
        // If the text is longer than the input, reading the next head fails, or the end differs from `bytes.len()`.
        let len = *bytes.get(at.wrapping_add(1))?;
        return Some((long_end(at, len)?, high_bytes.wrapping_add((len >> 7).into())));
    }
    rare_item(bytes, at, high_bytes)
}

/// Does the work of [`item`] for PET, and for texts of 256 bytes and more.
#[inline(never)]
fn rare_item(bytes: &[u8], at: usize, high_bytes: usize) -> Option<(usize, usize)> {
    if let Some((end, more)) = pet(bytes, at) {
        return Some((end, high_bytes.wrapping_add(more)));
    }
    let end = checked_item_end(bytes, at)?;
    let bytes = bytes.get(..end)?;
    Some((end, high_bytes.wrapping_add(count_high_bytes(bytes, bytes.get(at..)?))))
}

/// Skips the PET at `at`, if its pieces are of common lengths. [`are_utf8`] checks its texts. Returns its end, and how many
/// bytes of 0x80 and above are in heads and byte strings.
#[inline(always)]
fn pet(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let mut left = bytes.get(at)?.wrapping_sub(0x80);
    let begins_with_text = *bytes.get(at.wrapping_add(1))? >= 0x60;
    // An array of a single text is not PET.
    if !(1..24).contains(&left) || (left == 1 && begins_with_text) {
        return None;
    }
    let (mut at, mut high_bytes) = (at.wrapping_add(1), 1);
    if begins_with_text {
        (at, high_bytes) = text_piece(bytes, at, high_bytes)?;
        left = left.wrapping_sub(1);
    }
    // Byte strings and texts alternate.
    while left > 0 {
        (at, high_bytes) = byte_piece(bytes, at, high_bytes)?;
        if left == 1 {
            break;
        }
        (at, high_bytes) = text_piece(bytes, at, high_bytes)?;
        left = left.wrapping_sub(2);
    }
    Some((at, high_bytes))
}

/// Skips the text of a PET at `at`. Returns its end, and the updated count `high_bytes`.
#[inline(always)]
fn text_piece(bytes: &[u8], at: usize, high_bytes: usize) -> Option<(usize, usize)> {
    let head = *bytes.get(at)?;
    match head.wrapping_sub(0x60) {
        1..24 => Some((short_end(at, head), high_bytes)),
        24 => {
            let len = *bytes.get(at.wrapping_add(1))?;
            Some((long_end(at, len)?, high_bytes.wrapping_add((len >> 7).into())))
        }
        _ => None,
    }
}

/// Skips the byte string of a PET at `at`, if it is minimal. Returns its end, and the updated count `high_bytes`.
#[inline(always)]
fn byte_piece(bytes: &[u8], at: usize, mut high_bytes: usize) -> Option<(usize, usize)> {
    let start = at.wrapping_add(1);
    let head = *bytes.get(at)?;
    // Most are single reserved characters. The processor guesses so, and goes on before it knows the head.
    if head == 0x41 {
        let byte = *bytes.get(start)?;
        let end = start.wrapping_add(1);
        return (!is_unreserved_by_table(byte))
            .then_some((end, high_bytes.wrapping_add((byte >> 7).into())));
    }
    let len @ 2..24 = head.wrapping_sub(0x40) else {
        return None;
    };
    let end = start.wrapping_add(len.into());
    let mut piece = bytes.get(start..end)?;
    while let Some((&byte, rest)) = piece.split_first() {
        if begins_character(is_unreserved_by_table(byte), piece) {
            return None;
        }
        high_bytes = high_bytes.wrapping_add((byte >> 7).into());
        piece = rest;
    }
    Some((end, high_bytes))
}

/// [`is_unreserved`], which no byte of a byte string is, by a table.
#[inline(always)]
fn is_unreserved_by_table(byte: u8) -> bool {
    static TABLE: [bool; 256] = {
        let mut all = [false; 256];
        let mut rest: &mut [bool] = &mut all;
        let mut byte = 0_u8;
        while let Some((first, others)) = rest.split_first_mut() {
            *first = is_unreserved(byte);
            byte = byte.wrapping_add(1);
            rest = others;
        }
        all
    };
    TABLE.get(usize::from(byte)).copied().unwrap_or_default()
}

/// The end of the text or PET at `at`, after a check of all of it.
fn checked_item_end(bytes: &[u8], at: usize) -> Option<usize> {
    check_generally(bytes, at, Component::Path, |reader| {
        check_one(reader, Features::ALL);
        Ok(())
    })
}

/// The end of the text at `at`, which has this head of one byte.
#[inline(always)]
fn short_end(at: usize, head: u8) -> usize {
    at.wrapping_add(head.into()).wrapping_sub(0x5f)
}

/// The end of the text at `at`, which has a head of two bytes and this length.
#[inline(always)]
fn long_end(at: usize, len: u8) -> Option<usize> {
    (len >= 24).then_some(at.wrapping_add(2).wrapping_add(len.into()))
}

/// Whether the text at `at` is `.` or `..` (constraint C9).
#[cold]
fn is_dot_segment_at(bytes: &[u8], at: usize) -> bool {
    let end = short_end(at, bytes.get(at).copied().unwrap_or_default());
    bytes.get(at.wrapping_add(1)..end).is_some_and(is_dot_segment)
}

/// The end of the number at `at`, if it has a shortest head of one to three bytes.
#[inline(always)]
fn number_end(bytes: &[u8], at: usize) -> Option<usize> {
    let len = match bytes.get(at..)? {
        [0x00..=0x17, ..] => 1,
        [0x18 | 0x38, 24..=0xff, ..] => 2,
        [0x19 | 0x39, 1..=0xff, ..] => 3,
        _ => return None,
    };
    Some(at.wrapping_add(len))
}

/// The end of the scheme name with this head of one byte.
#[inline(never)]
fn scheme_name_end(bytes: &[u8], head: u8) -> Option<usize> {
    let end = short_end(1, head);
    invalid_suffix(bytes.get(2..end)?).is_empty().then_some(end)
}

/// The end of an authority of `items` items: a host, and perhaps a port. Refuses labels that might be an address.
#[inline(always)]
fn authority_end(bytes: &[u8], start: usize, items: u8) -> Option<usize> {
    let mut at = start;
    let mut left = items;
    while left > 0 {
        let head = *bytes.get(at)?;
        if head.wrapping_sub(0x60) < 24 {
            at = short_end(at, head);
        } else if head == 0x78 {
            // `are_labels` reads this length as text, so it must be ASCII.
            at = long_end(at, bytes.get(at.wrapping_add(1)).copied().filter(u8::is_ascii)?)?;
        } else {
            return address_or_port_end(bytes, start, at, items, left);
        }
        left = left.wrapping_sub(1);
    }
    are_labels(bytes, start, at, items).then_some(at)
}

/// Skips what follows the labels between `start` and `labels_end`: a port, or an address if there are no labels.
#[inline(never)]
fn address_or_port_end(
    bytes: &[u8],
    start: usize,
    labels_end: usize,
    items: u8,
    mut left: u8,
) -> Option<usize> {
    let mut at = labels_end;
    if at > start {
        if !are_labels(bytes, start, at, items.wrapping_sub(left)) {
            return None;
        }
    } else {
        let len = bytes
            .get(at)
            .map(|head| head.wrapping_sub(0x40))
            .filter(|len| matches!(len, 4 | 16))?;
        at = at.wrapping_add(1).wrapping_add(len.into());
        left = left.wrapping_sub(1);
    }
    match left {
        0 => Some(at),
        1 if *bytes.get(at)? <= 0x19 => number_end(bytes, at),
        _ => None,
    }
}

/// Whether these `count` labels have only allowed bytes, and cannot be read as an address.
#[inline(always)]
fn are_labels(bytes: &[u8], start: usize, end: usize, count: u8) -> bool {
    // Section 6.1: four labels may read as an address.
    let may_be_address =
        count == 4 && bytes.get(start.wrapping_add(1)).is_some_and(u8::is_ascii_digit);
    !may_be_address && (are_plain(bytes, start, end) || are_labels_slowly(bytes, start, end))
}

/// Does the work of [`are_labels`] for text that is not plain. This checks heads and lengths with the text. It refuses a
/// few valid labels, because some heads are not bytes of labels.
#[cold]
fn are_labels_slowly(bytes: &[u8], start: usize, end: usize) -> bool {
    bytes.get(start..end).is_some_and(|text| {
        text.iter().all(|&byte| is_label_byte(byte)) && (text.is_ascii() || is_utf8(text))
    })
}

/// The end of the item at `at`, if the general decoder finds nothing wrong with it.
fn check_generally(
    bytes: &[u8],
    at: usize,
    component: Component,
    check: impl FnOnce(&mut Reader<'_>) -> Checked,
) -> Option<usize> {
    let mut reader = Reader::new(bytes);
    reader.cursor.at = at;
    reader.component = component;
    reader.next();
    check(&mut reader).ok()?;
    (!reader.failed && reader.cursor.shortest).then_some(reader.cursor.at)
}

/// Whether all texts from the path on are UTF-8. The query begins at `query`.
///
/// Items with ASCII heads are checked together, because no character can continue across an ASCII byte.
#[cold]
fn are_utf8(bytes: &[u8], [path, query]: [usize; 2], high_bytes: usize) -> bool {
    // Each array head adds one to `high_bytes`. Only rare items add more.
    let any_rare_item =
        high_bytes > [path < query, query < bytes.len()].map(usize::from).iter().sum();
    let is_utf8 = |start: usize, end: usize| bytes.get(start..end).is_some_and(is_utf8);
    [(path, query), (query, bytes.len())].into_iter().all(|(start, end)| {
        let Some((mut at, ..)) = array(bytes, start, 1, 0) else {
            return start == end;
        };
        let mut run = at;
        while any_rare_item && at < end {
            let Some((next, high_bytes)) = item(bytes, at, 0) else {
                return false;
            };
            if high_bytes > 0 {
                if !is_utf8(run, at) || checked_item_end(bytes, at).is_none() {
                    return false;
                }
                run = next;
            }
            at = next;
        }
        is_utf8(run, end)
    })
}

#[cfg(test)]
mod tests;
