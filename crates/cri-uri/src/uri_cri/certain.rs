//! CRIs that are certainly canonical: their URIs convert to the same bytes.
//!
//! The rule takes much less time than writing the URI and converting it. It is not complete: a CRI that it refuses may be
//! canonical all the same.

#[cfg(target_pointer_width = "64")]
use cri_core::__private::count_high_bytes;
use cri_core::__private::shortest_starts;
use cri_core::wire::{EMPTY_ARRAY, EMPTY_TEXT, FALSE, NULL, TRUE};
use cri_core::{Cri, CriRef, Feature, Features, Revision, TextOrPet};

use crate::convert::options::{Nfc, Options};
use crate::convert::text_component::TextComponent;
use crate::uri_cri::limit::has_short_text;

/// Whether the URI of `cri` certainly converts to the same bytes, and both are certainly not longer than `max_len`.
///
/// Of a reference, this is certain only if it begins with a path or has none, and holds only ASCII. For a full CRI:
///
/// - All heads are the shortest, and the form is that of the revision.
/// - The scheme has its number, or a name that the table does not know.
/// - The host is an address without a zone, or has labels of ASCII. The userinfo is text of ASCII.
/// - The port is not the default port of the scheme.
/// - Segments, parameters and the fragment are texts, or percent-encoded text whose byte strings are of delimiters that the
///   component holds as they are. If text is to be in NFC, they are texts of ASCII.
/// - The features that it needs are on.
///
/// What is left follows from decoding: there are no dot-segments, letters of the host are lower case, four labels are not an
/// address, and the path goes with its authority. Text that a URI percent-encodes becomes text again.
#[inline]
pub(crate) fn certainly_canonical(cri: CriRef<'_>, options: &Options, max_len: usize) -> bool {
    match cri.to_full() {
        Some(cri) => check(cri, options, max_len).is_some(),
        None => check_reference(cri, max_len).is_some(),
    }
}

/// Whether a section with this head is an array, which may be empty.
const fn is_array(head: u8) -> bool {
    matches!(head, 0x80..=0x9b)
}

const fn fine(fine: bool) -> Option<()> {
    if fine { Some(()) } else { None }
}

fn check_reference(cri: CriRef<'_>, max_len: usize) -> Option<()> {
    let bytes = cri.as_bytes();
    let [_, path, query, fragment] = shortest_starts(cri)?;
    let head = |at: usize| bytes.get(at).copied().unwrap_or(0);
    let is_filled = |head: u8| is_array(head) && head != EMPTY_ARRAY;
    let (path_head, query_head, has_fragment) = (head(path), head(query), fragment < bytes.len());
    fine(has_short_text(bytes.len(), max_len) && path == 2)?;
    fine(match head(1) {
        // `?q` and `#f`
        0 => path_head == NULL && (is_filled(query_head) || has_fragment),
        // `a`, `../a` and `/a`, but not `//a`
        1..=0x17 | TRUE => (0x81..=0x97).contains(&path_head) && matches!(head(3), 0x61..=0x7b),
        _ => false,
    })?;
    fine(query_head == 0 || is_filled(query_head) || (query_head == NULL && has_fragment))?;
    fine(hold_ascii(bytes, bytes.get(path..)?, path_head, query_head))
}

/// Whether the texts that end `bytes` are of ASCII: only the heads of path and query are not, which are 0 where there is none.
/// Percent-encoded text has such a head, too.
#[inline(always)]
fn hold_ascii(bytes: &[u8], texts: &[u8], path_head: u8, query_head: u8) -> bool {
    let heads = usize::from(path_head != 0).wrapping_add(usize::from(query_head != 0));
    count_high_bytes(bytes, texts) == heads
}

#[inline(always)]
fn check(cri: Cri<'_>, options: &Options, max_len: usize) -> Option<()> {
    let bytes = cri.as_bytes();
    let [authority, path, query, fragment] = shortest_starts(*cri)?;
    let has = |feature| fine(options.features.has(feature));
    fine(has_short_text(bytes.len(), max_len))?;
    let head = |at: usize| bytes.get(at).copied().unwrap_or(0);

    let number = match bytes.get(1..authority)? {
        [number @ 0x20..=0x37] => Some(u64::from(number.wrapping_sub(0x20))),
        [0x38, number] => Some(u64::from(*number)),
        [0x39, high, low] => Some(u64::from(u16::from_be_bytes([*high, *low]))),
        _ => None,
    };
    let default_port = match number {
        Some(number) => options.schemes.by_number(number)?.default_port,
        None => {
            has(Feature::SchemeName)?;
            // A larger number is in no table, and is no name.
            let name = cri.scheme().name()?;
            fine(options.schemes.by_name(name).is_none())?;
            None
        }
    };

    // Missing sections have the head 0, which no section but a discard has.
    let (path_head, query_head) = (head(path), head(query));
    let has_fragment = fragment < bytes.len();
    fine(match path_head {
        EMPTY_ARRAY => options.revision == Revision::Draft16 || query < bytes.len(),
        0 => options.revision == Revision::Rfc9988 && authority < path,
        head => is_array(head),
    })?;
    fine(match query_head {
        0 => true,
        NULL => has_fragment && options.revision == Revision::Draft16,
        EMPTY_ARRAY => has_fragment && options.revision == Revision::Rfc9988,
        head => is_array(head),
    })?;

    // Where the texts begin that are still to be looked at.
    let mut start = path;
    match head(authority) {
        items @ 0x81..=0x97 => {
            let items = items.wrapping_sub(EMPTY_ARRAY);
            if has_only_labels(bytes, authority.wrapping_add(1), items, path) {
                start = authority.wrapping_add(1);
            } else {
                check_authority(bytes, authority.wrapping_add(1), items, default_port, options)?;
            }
        }
        NULL | TRUE => has(Feature::NoAuthority)?,
        _ => return None,
    }

    if hold_ascii(bytes, bytes.get(start..)?, path_head, query_head) {
        return Some(());
    }
    fine(options.nfc == Nfc::Keep && bytes.get(start..path)?.is_ascii())?;
    let sections = cri.sections();
    let stays = |item, component| comes_back(item, component, options.features);
    fine(
        sections.segments().all(|item| stays(item, TextComponent::SEGMENT))
            && sections.parameters().all(|item| stays(item, TextComponent::PARAMETER))
            && sections.fragment().is_none_or(|item| stays(item, TextComponent::FRAGMENT)),
    )
}

/// Whether an item is text, or percent-encoded text whose byte strings are delimiters that text cannot hold.
fn comes_back(item: TextOrPet<'_>, component: TextComponent, features: Features) -> bool {
    let is_delimiter = |byte: &u8| byte.is_ascii() && !component.is_text(*byte);
    item.text_bytes().is_some()
        || (features.has(Feature::ExtendedCri)
            && item
                .pieces()
                .all(|piece| piece.is_text() || piece.as_bytes().iter().all(is_delimiter)))
}

/// Whether the authority is short texts from `at` to `end`, which are then its labels.
#[inline(always)]
fn has_only_labels(bytes: &[u8], mut at: usize, items: u8, end: usize) -> bool {
    for _ in 0..items {
        match bytes.get(at).map(|head| head.wrapping_sub(EMPTY_TEXT)) {
            Some(len @ 0..24) => at = at.wrapping_add(1).wrapping_add(len.into()),
            _ => return false,
        }
    }
    at == end
}

/// Checks the items of the authority that begin at `start`.
#[inline(always)]
fn check_authority(
    bytes: &[u8],
    start: usize,
    mut left: u8,
    default_port: Option<u16>,
    options: &Options,
) -> Option<()> {
    let mut at = start;
    if *bytes.get(at)? == FALSE {
        fine(options.features.has(Feature::Userinfo))?;
        at = text_end(bytes, at.wrapping_add(1))?;
        left = left.wrapping_sub(2);
    }
    while left > 0 && *bytes.get(at)? >= EMPTY_TEXT {
        at = text_end(bytes, at)?;
        left = left.wrapping_sub(1);
    }
    let texts = bytes.get(start..at)?;
    fine(texts.strip_prefix(&[FALSE]).unwrap_or(texts).is_ascii())?;
    // The bytes of an address may be anything.
    if left > 0
        && let Some(address @ (0x44 | 0x50)) = bytes.get(at)
    {
        at = at.wrapping_add(1).wrapping_add(usize::from(address & 0x1f));
        left = left.wrapping_sub(1);
    }
    if left == 0 {
        return Some(());
    }
    let port = match bytes.get(at..)? {
        [port @ ..=0x17, ..] | [0x18, port, ..] => u16::from(*port),
        [0x19, high, low, ..] => u16::from_be_bytes([*high, *low]),
        // A zone identifier.
        _ => return None,
    };
    fine(left == 1 && Some(port) != default_port)
}

/// The end of a text of at most 255 bytes.
#[inline(always)]
fn text_end(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at..)? {
        [head @ EMPTY_TEXT..=0x77, ..] => {
            Some(at.wrapping_add(1).wrapping_add(usize::from(head & 0x1f)))
        }
        [0x78, len, ..] => Some(at.wrapping_add(2).wrapping_add(usize::from(*len))),
        _ => None,
    }
}

#[cfg(not(target_pointer_width = "64"))]
fn count_high_bytes(_: &[u8], text: &[u8]) -> usize {
    text.iter().filter(|byte| !byte.is_ascii()).count()
}
