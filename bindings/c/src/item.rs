//! Text items: userinfo, labels, segments, parameters and the fragment. Each is text, or text with percent-encoded parts.

use core::ffi::{c_char, c_int};
use core::ptr;

use cri_core::__private::checked_items;
use cri_core::wire::{Head, Major};
use cri_core::{CriRef, EncodedItems};

use crate::error::{answer, holds};
use crate::kind::cri_kind::CRI_KIND_NULL_POINTER;
use crate::pointer::{Place, apart, items, structure, write};
use crate::reference::{cri_t, get, places};

/// One text item: a segment, for example. Text is UTF-8 and has no percent-encoding. No NUL ends it, but it may contain NULs.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct cri_item_t {
    /// The text, or null if the item has percent-encoded parts (section 7.1): cri_pieces() returns those.
    pub text: *const c_char,
    /// The length of the text in bytes, 0 where `text` is null.
    pub len: usize,
    /// The item in CBOR.
    pub encoded: *const u8,
    /// The length of the item in CBOR, in bytes.
    pub encoded_len: usize,
}

/// The items that are left of a list, such as a path. To walk over the list again, copy the structure first. A structure of
/// zeros has no items.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct cri_items_t {
    /// The items in CBOR, without the head of an array.
    pub encoded: *const u8,
    /// Their length in bytes.
    pub encoded_len: usize,
}

/// One piece of an item: text, or bytes that the URI has percent-encoded.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct cri_piece_t {
    /// The bytes of the piece.
    pub bytes: *const u8,
    /// The number of bytes.
    pub len: usize,
    /// Whether the piece is text, which is UTF-8. Otherwise, the URI has its bytes as triplets such as %3A.
    pub is_text: bool,
}

impl cri_items_t {
    pub(crate) fn new(encoded: &[u8]) -> Self {
        Self { encoded: encoded.as_ptr(), encoded_len: encoded.len() }
    }
}

/// Removes the first item of a list and returns it.
pub(crate) fn take(list: &mut EncodedItems<'_>) -> Option<cri_item_t> {
    let before = list.as_encoded();
    let item = list.next()?;
    let encoded = before.get(..before.len().wrapping_sub(list.as_encoded().len()))?;
    let text = item.text_bytes();
    Some(cri_item_t {
        text: text.map_or(ptr::null(), <[u8]>::as_ptr).cast(),
        len: text.map_or(0, <[u8]>::len),
        encoded: encoded.as_ptr(),
        encoded_len: encoded.len(),
    })
}

/// A list that a CRI may have goes to the caller's variable. Returns whether there is one. Without a list, also after a wrong
/// argument, the variable becomes an empty list. If it overlaps what is read, it stays as it is.
///
/// # Safety
///
/// The contract of this library.
pub(crate) unsafe fn hand_over_list<'a>(
    cri: *const cri_t,
    list: *mut cri_items_t,
    find: impl FnOnce(CriRef<'a>) -> Option<&'a [u8]>,
) -> bool {
    holds(|| {
        apart(&[Place::of(list)], &places(cri))?;
        let found = get(cri).ok().and_then(find);
        write(list, cri_items_t::new(found.unwrap_or_default()));
        Ok(found.is_some())
    })
}

/// The first item of the encoded ones goes to the caller's variable. Returns whether there is one.
///
/// # Safety
///
/// `item` is null, or one structure can be written there.
pub(crate) unsafe fn hand_over_first(encoded: Option<&[u8]>, item: *mut cri_item_t) -> bool {
    let Some(found) = encoded.and_then(|encoded| take(&mut checked_items(encoded))) else {
        return false;
    };
    write(item, found);
    true
}

/// Takes the next item from a list: a label, segment or parameter. Returns false if no item is left.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_next(list: *mut cri_items_t, item: *mut cri_item_t) -> bool {
    holds(|| {
        let cri_items_t { encoded, encoded_len } = *structure(list)?;
        apart(&[Place::of(list), Place::of(item)], &[Place::items(encoded, encoded_len)])?;
        let mut left = checked_items(items(encoded, encoded_len)?);
        let Some(found) = take(&mut left) else { return Ok(false) };
        write(list, cri_items_t::new(left.as_encoded()));
        write(item, found);
        Ok(true)
    })
}

/// Begins to walk over the pieces of an item, for cri_next_piece(). An item of text has one piece. Returns 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_pieces(item: *const cri_item_t, pieces: *mut cri_items_t) -> c_int {
    answer(|| {
        let cri_item_t { encoded, encoded_len, .. } =
            *item.as_ref().ok_or(CRI_KIND_NULL_POINTER)?;
        apart(&[Place::of(pieces)], &[Place::of(item), Place::items(encoded, encoded_len)])?;
        let encoded = items(encoded, encoded_len)?;
        let encoded = match Head::read(encoded) {
            Ok(head) if head.major() == Major::Array => {
                encoded.get(head.len()..).unwrap_or_default()
            }
            _ => encoded,
        };
        write(pieces, cri_items_t::new(encoded));
        Ok(0)
    })
}

/// Takes the next piece. Returns false if no piece is left.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_next_piece(pieces: *mut cri_items_t, piece: *mut cri_piece_t) -> bool {
    holds(|| {
        let cri_items_t { encoded, encoded_len } = *structure(pieces)?;
        apart(&[Place::of(pieces), Place::of(piece)], &[Place::items(encoded, encoded_len)])?;
        let encoded = items(encoded, encoded_len)?;
        let Ok(head) = Head::read(encoded) else { return Ok(false) };
        let (Major::Text | Major::Bytes) = head.major() else { return Ok(false) };
        let body = encoded.get(head.len()..).unwrap_or_default();
        let len = usize::try_from(head.argument()).unwrap_or(usize::MAX);
        let Some((bytes, left)) = body.split_at_checked(len) else { return Ok(false) };
        write(pieces, cri_items_t::new(left));
        let is_text = head.major() == Major::Text;
        write(piece, cri_piece_t { bytes: bytes.as_ptr(), len, is_text });
        Ok(true)
    })
}
