//! Relativizing: the shortest reference from a base to a target.

use core::ffi::c_int;

use cri_core::SliceBuffer;

use crate::encode::hand_over;
use crate::error::{cri_error_t, finish};
use crate::pointer::{apart, room};
use crate::reference::{cri_t, get_full, put};
use crate::settings::revision as of;

/// Writes the CRI reference that resolves against the full CRI `base` to the full CRI `target`, and takes the fewest bytes in
/// a revision. Returns the number of bytes written. If no reference is shorter than the target, the result is the target.
///
/// `result`, if not null, becomes the reference in `buffer`. The buffer must not overlap the bytes of `base` or `target`.
///
/// Errors: CRI_ERR_NOT_FULL for a relative base or target, CRI_ERR_BUFFER, CRI_ERR_ENCODE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_relativize(
    base: *const cri_t,
    target: *const cri_t,
    revision: c_int,
    buffer: *mut u8,
    capacity: usize,
    result: *mut cri_t,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, || {
        // Both are read first, because `result` may be one of them.
        let base = get_full(base);
        let target = get_full(target);
        put(result, None);
        let (base, target) = (base?, target?);
        apart(buffer, capacity, base.as_bytes())?;
        apart(buffer, capacity, target.as_bytes())?;
        let room = room(buffer, capacity)?;
        let reference = base.relativize(target, of(revision)?, SliceBuffer::new(room))?;
        Ok(hand_over(reference.as_cri_ref(), result))
    })
}
