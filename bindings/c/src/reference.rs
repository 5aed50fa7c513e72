//! A decoded CRI or CRI reference, as an opaque structure that the caller owns.

#![deny(unsafe_op_in_unsafe_fn)]

use core::ffi::{c_int, c_void};
use core::mem::MaybeUninit;

use cri_core::{Cri, CriRef};

use crate::error::{answer, holds};
use crate::kind::cri_kind;
use crate::pointer::{Place, apart, length, write};

/// The size of cri_t in pointers.
pub const CRI_T_WORDS: usize = 8;

/// A decoded CRI or CRI reference. It refers to the bytes that it was decoded from. A structure of zeros holds no CRI, and every
/// function refuses it with CRI_ERR_ARGUMENT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_t {
    /// Private.
    opaque: MaybeUninit<[*const c_void; CRI_T_WORDS]>,
}

/// What a cri_t holds.
type Held<'a> = Option<CriRef<'a>>;

const _: () = assert!(size_of::<cri_t>() == CRI_T_WORDS * size_of::<*const c_void>());
const _: () = assert!(size_of::<Held<'_>>() <= size_of::<cri_t>());
const _: () = assert!(align_of::<Held<'_>>() <= align_of::<cri_t>());
// SAFETY: a `Held` of zeros has a null pointer in it, so it is `None`. Were it invalid, this would not compile.
const _: () = assert!(unsafe { MaybeUninit::<Held<'static>>::zeroed().assume_init() }.is_none());

impl cri_t {
    /// A structure without a CRI.
    pub(crate) const EMPTY: Self = Self { opaque: MaybeUninit::zeroed() };
}

/// Puts a CRI reference into the caller's structure, if there is one.
///
/// # Safety
///
/// `place` is null, or one cri_t can be written there. The bytes of `value` outlive the uses of the structure.
pub(crate) unsafe fn put(place: *mut cri_t, value: Option<CriRef<'_>>) {
    // SAFETY: a `Held` is not larger than a `cri_t`, and needs no other alignment. The caller promises the rest.
    unsafe { write(place.cast::<Held<'_>>(), value) };
}

/// The CRI reference in the caller's structure.
///
/// # Safety
///
/// `place` is null, or points to a cri_t that is all zeros or that [`put`] wrote. Its bytes do not change for `'a`.
pub(crate) unsafe fn get<'a>(place: *const cri_t) -> Result<CriRef<'a>, cri_kind> {
    // SAFETY: the caller promises what `get_in_place` needs.
    unsafe { get_in_place(place) }.copied()
}

/// The CRI reference in the caller's structure, without a copy of it.
///
/// # Safety
///
/// As for [`get`]. The structure does not change for `'a`.
pub(crate) unsafe fn get_in_place<'a>(place: *const cri_t) -> Result<&'a CriRef<'a>, cri_kind> {
    // SAFETY: zeros are a `Held`, and so is what `put` writes.
    let held = unsafe { place.cast::<Held<'a>>().as_ref() };
    held.and_then(Option::as_ref).ok_or(cri_kind::CRI_KIND_NO_CRI)
}

/// What a function reads of a CRI: the structure, and the bytes that it refers to.
///
/// # Safety
///
/// As for [`get`].
pub(crate) unsafe fn places(place: *const cri_t) -> [Place; 2] {
    // SAFETY: the caller promises what `get_in_place` needs.
    let held = unsafe { get_in_place(place) };
    let bytes = held
        .map_or(Place::NONE, |held| Place::items(held.as_bytes().as_ptr(), held.as_bytes().len()));
    [Place::of(place), bytes]
}

/// What a function reads of an operand, whose structure may be the one for the result.
///
/// # Safety
///
/// As for [`get`].
pub(crate) unsafe fn operand(place: *const cri_t, result: *const cri_t) -> [Place; 2] {
    // SAFETY: the caller promises what `places` needs.
    let [structure, bytes] = unsafe { places(place) };
    [if place == result { Place::NONE } else { structure }, bytes]
}

/// The full CRI in the caller's structure.
///
/// # Safety
///
/// As for [`get`].
pub(crate) unsafe fn get_full<'a>(place: *const cri_t) -> Result<Cri<'a>, cri_kind> {
    // SAFETY: the caller promises what `get` needs.
    let reference = unsafe { get(place) }?;
    reference.to_full().ok_or(cri_kind::CRI_KIND_NOT_FULL)
}

/// Finds the bytes that `cri` was decoded from, or that a function wrote: the interchange form. Returns their number. `bytes`
/// is set to the first one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_bytes(cri: *const cri_t, bytes: *mut *const u8) -> c_int {
    answer(|| {
        // SAFETY: the contract of this library.
        apart(&[Place::of(bytes)], &unsafe { places(cri) })?;
        // SAFETY: the contract of this library.
        let found = unsafe { get(cri) }?.as_bytes();
        // SAFETY: the contract of this library.
        unsafe { write(bytes, found.as_ptr()) };
        Ok(length(found.len()))
    })
}

/// Returns whether `cri` is a full CRI, which has a scheme (section 5.1.5).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_is_full(cri: *const cri_t) -> bool {
    // SAFETY: the contract of this library.
    holds(|| Ok(unsafe { get(cri) }?.is_full()))
}

/// Returns whether two full CRIs are equal (section 4). The fragment counts. The lengths of CBOR heads do not count, nor how
/// an empty path or query is written. A scheme number differs from the scheme's name.
///
/// A relative reference equals nothing, because its meaning depends on its base. cri_compare() tells it from a CRI that
/// differs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_equal(a: *const cri_t, b: *const cri_t) -> bool {
    // SAFETY: the contract of this library.
    holds(|| unsafe { pair(a, b) }.map(|(a, b)| a == b))
}

/// Returns whether two full CRIs are equal without their fragments. See cri_equal().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_equal_ignoring_fragment(a: *const cri_t, b: *const cri_t) -> bool {
    // SAFETY: the contract of this library.
    holds(|| unsafe { pair(a, b) }.map(|(a, b)| a.eq_ignoring_fragment(b)))
}

/// Compares two full CRIs, for sorting. Sets `order` to -1, 0 or 1 if `a` is less than, equal to or greater than `b`, and
/// returns 0. Two CRIs are equal by this order exactly if cri_equal() returns true.
///
/// Errors: CRI_ERR_NOT_FULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_compare(a: *const cri_t, b: *const cri_t, order: *mut c_int) -> c_int {
    answer(|| {
        // SAFETY: the contract of this library.
        let read = [unsafe { places(a) }, unsafe { places(b) }];
        apart(&[Place::of(order)], read.as_flattened())?;
        // SAFETY: the contract of this library.
        let (a, b) = unsafe { pair(a, b) }?;
        // SAFETY: the contract of this library.
        unsafe { write(order, a.cmp(&b) as c_int) };
        Ok(0)
    })
}

/// # Safety
///
/// As for [`get`], for both.
unsafe fn pair<'a>(a: *const cri_t, b: *const cri_t) -> Result<(Cri<'a>, Cri<'a>), cri_kind> {
    // SAFETY: the caller promises what `get_full` needs.
    let a = unsafe { get_full(a) }?;
    // SAFETY: the caller promises what `get_full` needs.
    Ok((a, unsafe { get_full(b) }?))
}
