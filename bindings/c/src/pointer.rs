//! Pointers of the caller, checked as far as possible, and turned into slices.

#![deny(unsafe_op_in_unsafe_fn)]

use core::ffi::{c_char, c_int};
use core::{ptr, slice};

use crate::error::cri_error_t;
use crate::kind::cri_kind::{self, CRI_KIND_NULL_POINTER, CRI_KIND_OVERLAP, CRI_KIND_TOO_LONG};

/// The longest input or result. A function can return its length.
const MAX_LEN: usize = c_int::MAX as usize;

/// The `len` items that begin at `pointer`. A null pointer with a length of 0 is no items. More than `c_int::MAX` bytes are an
/// error, because functions return how many bytes they read.
///
/// # Safety
///
/// `pointer` is null, or points to `len` items of which each is a valid `T`. They do not change for `'a`.
pub(crate) unsafe fn items<'a, T>(pointer: *const T, len: usize) -> Result<&'a [T], cri_kind> {
    if len == 0 {
        return Ok(&[]);
    }
    let size = len.checked_mul(size_of::<T>());
    if pointer.is_null() {
        return Err(CRI_KIND_NULL_POINTER);
    }
    if size.is_none_or(|size| size > MAX_LEN) {
        return Err(CRI_KIND_TOO_LONG);
    }
    // SAFETY: the pointer is not null, `MAX_LEN` is at most `isize::MAX`, and the caller promises the rest.
    Ok(unsafe { slice::from_raw_parts(pointer, len) })
}

/// Text of the caller as bytes. See [`items`].
///
/// # Safety
///
/// As for [`items`].
pub(crate) unsafe fn text_bytes<'a>(
    pointer: *const c_char,
    len: usize,
) -> Result<&'a [u8], cri_kind> {
    // SAFETY: `c_char` is a byte, and the caller promises the rest.
    unsafe { items(pointer.cast::<u8>(), len) }
}

/// Bytes as text, or the number of valid bytes before the first that is not UTF-8. It takes less code than that of `core`.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, usize> {
    match cri_core::__private::first_invalid(bytes) {
        Some(offset) => Err(offset),
        // SAFETY: all bytes are valid UTF-8.
        None => Ok(unsafe { core::str::from_utf8_unchecked(bytes) }),
    }
}

/// Room for a result of up to `capacity` bytes. Uses at most `c_int::MAX` bytes.
///
/// # Safety
///
/// `pointer` is null, or points to `capacity` bytes that nothing else reads or writes for `'a`. Bytes that the caller never
/// wrote have some value, which the compiler of this library does not know. No function reads them before it writes them.
pub(crate) unsafe fn room<'a>(pointer: *mut u8, capacity: usize) -> Result<&'a mut [u8], cri_kind> {
    if capacity == 0 {
        return Ok(&mut []);
    }
    if pointer.is_null() {
        return Err(CRI_KIND_NULL_POINTER);
    }
    // SAFETY: the pointer is not null, `MAX_LEN` is at most `isize::MAX`, and the caller promises the rest.
    Ok(unsafe { slice::from_raw_parts_mut(pointer, capacity.min(MAX_LEN)) })
}

/// How many items a function writes to the caller's room for `capacity` of them: as many as [`Place::room`] has whole.
pub(crate) fn room_for<T>(capacity: usize) -> usize {
    capacity.min(MAX_LEN.checked_div(size_of::<T>()).unwrap_or(MAX_LEN))
}

/// Memory of the caller, as addresses: from the first byte to the one after the last. A null pointer has no memory.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    start: usize,
    end: usize,
}

impl Place {
    /// No memory.
    pub(crate) const NONE: Self = Self { start: 0, end: 0 };

    /// The memory that [`items`] returns, or none if that is an error.
    pub(crate) fn items<T>(pointer: *const T, count: usize) -> Self {
        let len = count.saturating_mul(size_of::<T>());
        Self::new(pointer.addr(), if len > MAX_LEN { 0 } else { len })
    }

    /// Room for `capacity` items, of which functions use at most `c_int::MAX` bytes.
    pub(crate) fn room<T>(pointer: *const T, capacity: usize) -> Self {
        Self::new(pointer.addr(), capacity.saturating_mul(size_of::<T>()).min(MAX_LEN))
    }

    /// A structure or variable.
    pub(crate) fn of<T>(pointer: *const T) -> Self {
        Self::new(pointer.addr(), size_of::<T>())
    }

    /// No memory of a caller wraps around the end of the addresses.
    fn new(start: usize, len: usize) -> Self {
        Self { start, end: start.wrapping_add(len) }
    }

    /// Whether two places have a byte in common.
    fn overlaps(self, other: Self) -> bool {
        let (start, end) = (self.start.max(other.start), self.end.min(other.end));
        self.start.min(other.start) != 0 && start < end
    }
}

/// Fails if memory that a function writes overlaps other memory that it writes or reads.
///
/// This runs on addresses, before there are references: a mutable one must not overlap another.
pub(crate) fn apart(written: &[Place], read: &[Place]) -> Result<(), cri_kind> {
    all_apart(&mut ptr::null_mut(), written, read)
}

/// Fails as [`apart`] does, or if the details of an error overlap other memory. These are then not written: `error` becomes null.
#[inline(never)]
pub(crate) fn all_apart(
    error: &mut *mut cri_error_t,
    written: &[Place],
    read: &[Place],
) -> Result<(), cri_kind> {
    let (mut one, mut others) = (Place::of(*error), written);
    loop {
        if others.iter().chain(read).any(|other| one.overlaps(*other)) {
            if others.len() == written.len() {
                *error = ptr::null_mut();
            }
            return Err(CRI_KIND_OVERLAP);
        }
        let Some((next, rest)) = others.split_first() else { return Ok(()) };
        (one, others) = (*next, rest);
    }
}

/// The structure that the caller owns, to be written as a whole or in part.
///
/// # Safety
///
/// `pointer` is null, or points to an aligned and initialized `T` that nothing else reads or writes for `'a`.
pub(crate) unsafe fn structure<'a, T>(pointer: *mut T) -> Result<&'a mut T, cri_kind> {
    // SAFETY: the caller promises what `as_mut` needs.
    unsafe { pointer.as_mut() }.ok_or(CRI_KIND_NULL_POINTER)
}

/// Writes a value to the caller's variable, if there is one.
///
/// # Safety
///
/// `pointer` is null, or one aligned `T` can be written there.
pub(crate) unsafe fn write<T>(pointer: *mut T, value: T) {
    if !pointer.is_null() {
        // SAFETY: the pointer is not null, and the caller promises the rest.
        unsafe { pointer.write(value) };
    }
}

/// A length as a return value. [`items`] and [`room`] have at most `c_int::MAX` bytes.
pub(crate) fn length(len: usize) -> c_int {
    c_int::try_from(len).unwrap_or(c_int::MAX)
}

/// Writes a NUL after the first `len` bytes of `room`, and returns the length without the NUL.
pub(crate) fn terminate(room: &mut [u8], len: usize) -> Result<c_int, cri_error_t> {
    *room.get_mut(len).ok_or(cri_error_t::too_small(len.saturating_add(1)))? = 0;
    Ok(length(len))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compose::cri_option_t;

    #[test]
    fn what_is_written_to_a_room_is_in_its_place() {
        for capacity in [0, 1, MAX_LEN / size_of::<cri_option_t>(), MAX_LEN, usize::MAX] {
            let place = Place::room(ptr::null::<cri_option_t>(), capacity);
            let written = room_for::<cri_option_t>(capacity);
            assert!(written * size_of::<cri_option_t>() <= place.end, "{capacity}");
            assert!(written == capacity || place.end + size_of::<cri_option_t>() > MAX_LEN);
        }
    }
}
