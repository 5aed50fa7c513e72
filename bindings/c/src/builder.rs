//! Building a CRI or CRI reference section by section.

#![deny(unsafe_op_in_unsafe_fn)]

use core::ffi::{c_char, c_int};
use core::mem::MaybeUninit;

use cri_core::{BuildErrorKind, Builder, Component, Discard, Revision};

use crate::encode::hand_over;
use crate::endpoint::ip_address;
use crate::error::{cri_error_t, finish};
use crate::kind::cri_kind::{
    self, CRI_KIND_DISCARD_RANGE, CRI_KIND_INVALID_UTF8, CRI_KIND_NO_ADDRESS,
    CRI_KIND_NULL_POINTER, CRI_KIND_OUT_OF_ORDER,
};
use crate::output::Output;
use crate::pointer::{Place, all_apart, apart, items, room, text_bytes, utf8};
use crate::reference::cri_t;
use crate::sections::CRI_DISCARD_ALL;
use crate::settings::revision as of;

/// The size of cri_builder_t in units of 8 bytes.
pub const CRI_BUILDER_T_WORDS: usize = 14;

/// A CRI or CRI reference that is being built. cri_build() begins, the other functions add the sections in the order of the
/// interchange form, and cri_build_finish() ends.
///
/// The builder keeps the first error, and cri_build_finish() returns it: nobody has to check the other functions. It normalizes
/// nothing: no case, no dot-segments, no default port. Until the end, nothing else may use the buffer.
///
/// The functions do nothing, and cri_build_finish() returns CRI_ERR_ARGUMENT, for a structure of zeros, for one that was copied
/// or moved to another address, and after the end. They cannot tell a builder whose buffer is gone from one in use: do not pass
/// memory in which a builder was left without cri_build_finish(), before cri_build() begins another one there.
#[repr(C)]
pub struct cri_builder_t {
    /// Private.
    opaque: MaybeUninit<[u64; CRI_BUILDER_T_WORDS]>,
}

/// What a cri_builder_t holds.
#[repr(C)]
struct Held {
    /// The complement of this structure's address, if `build` is there. 0 in a structure of zeros, and after the end. INVARIANT
    /// of the contract of this library: only [`cri_build`] writes the complement.
    not_here: usize,
    build: MaybeUninit<Build>,
}

// The caller keeps the buffer while it builds, so here it is static.
struct Build {
    builder: Builder<Output<'static>>,
    /// The buffer, which texts must not overlap.
    buffer: Place,
    /// The first wrong argument, unless there was an error before. The builder was stopped there.
    wrong: Option<cri_kind>,
}

const _: () = assert!(size_of::<Held>() <= size_of::<cri_builder_t>());
const _: () = assert!(align_of::<Held>() <= align_of::<cri_builder_t>());

/// Begins to build a CRI of a revision in a buffer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_build(
    builder: *mut cri_builder_t,
    revision: c_int,
    buffer: *mut u8,
    capacity: usize,
) {
    // SAFETY: the contract of this library. A structure to write need not be initialized, so it is not read.
    let Some(held) = (unsafe { builder.cast::<MaybeUninit<Held>>().as_mut() }) else { return };
    let place = Place::room(buffer, capacity);
    let space = apart(&[Place::of(builder)], &[place])
        // SAFETY: the contract of this library.
        .and_then(|()| unsafe { room(buffer, capacity) });
    let (space, wrong) = match space {
        Ok(space) => (space, None),
        Err(kind) => (Default::default(), Some(kind)),
    };
    let (revision, wrong) = match of(revision) {
        Ok(revision) => (revision, wrong),
        Err(kind) => (Revision::Draft16, wrong.or(Some(kind))),
    };
    let not_here = !builder.addr();
    let builder = Builder::new(revision, Output::new(space));
    let builder = if wrong.is_some() { builder.stop() } else { builder };
    let build = Build { builder, buffer: place, wrong };
    held.write(Held { not_here, build: MaybeUninit::new(build) });
}

/// Adds the scheme by its number, such as 0 for coap. Without a scheme, the result is a reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_build_scheme(builder: *mut cri_builder_t, number: u64) {
    // SAFETY: the contract of this library.
    unsafe { add(builder, |builder| builder.scheme_number(number)) };
}

/// Adds the scheme by its name, in lower case. A scheme that has a number must be given by the number, which
/// cri_scheme_by_name() finds. The builder does not check this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_build_scheme_name(
    builder: *mut cri_builder_t,
    name: *const c_char,
    len: usize,
) {
    // SAFETY: the contract of this library.
    unsafe { add_text(builder, name, len, |builder, name| builder.scheme_name(name)) };
}

/// Adds the number of segments that a reference removes from the end of its base's path, from 0 to 127, or CRI_DISCARD_ALL. It
/// takes the place of scheme and authority.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_build_discard(builder: *mut cri_builder_t, discard: c_int) {
    let discard = match u8::try_from(discard) {
        Ok(count) if count <= Discard::MAX => Ok(Discard::Segments(count)),
        _ if discard == CRI_DISCARD_ALL => Ok(Discard::All),
        _ => Err(CRI_KIND_DISCARD_RANGE),
    };
    // SAFETY: the contract of this library.
    unsafe { add_if(builder, |_| discard, |builder, discard| builder.discard(discard)) };
}

/// Adds that there is no authority, and that the path in the URI has no leading slash. If a program adds a scheme,
/// but neither this nor a host, there is no authority either, and the path has a leading slash.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_build_rootless(builder: *mut cri_builder_t) {
    // SAFETY: the contract of this library.
    unsafe { add(builder, Builder::rootless) };
}

/// Adds the userinfo, before a host.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_build_userinfo(
    builder: *mut cri_builder_t,
    userinfo: *const c_char,
    len: usize,
) {
    // SAFETY: the contract of this library.
    unsafe { add_text(builder, userinfo, len, |builder, userinfo| builder.userinfo(userinfo)) };
}

/// Adds the host as a name. Its labels are the parts between dots.
///
/// A colon or a bracket is an error, and so is the text of an IPv4 address, alone or with a zone identifier: an address or a
/// port would become a name. Call cri_build_host_ip(), cri_build_zone() and cri_build_port() for them. cri_build_finish() then
/// returns CRI_ERR_UNPROCESSABLE, with the kind CRI_KIND_ADDRESS_TEXT, or CRI_KIND_IPV4_LABELS for an IPv4 address alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_build_host(
    builder: *mut cri_builder_t,
    name: *const c_char,
    len: usize,
) {
    // SAFETY: the contract of this library.
    unsafe { add_text(builder, name, len, |builder, name| builder.host(name)) };
}

/// Adds the host as an IP address of 4 or 16 bytes, in network order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_build_host_ip(
    builder: *mut cri_builder_t,
    address: *const u8,
    len: usize,
) {
    let read = |build: &Build| {
        apart(&[build.buffer, Place::of(builder)], &[Place::items(address, len)])?;
        // SAFETY: the contract of this library.
        ip_address(unsafe { items(address, len) }?).ok_or(CRI_KIND_NO_ADDRESS)
    };
    // SAFETY: the contract of this library.
    unsafe { add_if(builder, read, |builder, address| builder.host_ip(address)) };
}

/// Adds the zone identifier of an IP address.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_build_zone(
    builder: *mut cri_builder_t,
    zone: *const c_char,
    len: usize,
) {
    // SAFETY: the contract of this library.
    unsafe { add_text(builder, zone, len, |builder, zone| builder.zone(zone)) };
}

/// Adds the port, after a host.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_build_port(builder: *mut cri_builder_t, port: u16) {
    // SAFETY: the contract of this library.
    unsafe { add(builder, |builder| builder.port(port)) };
}

/// Adds the next segment of the path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_build_segment(
    builder: *mut cri_builder_t,
    segment: *const c_char,
    len: usize,
) {
    // SAFETY: the contract of this library.
    unsafe { add_text(builder, segment, len, |builder, segment| builder.segment(segment)) };
}

/// Adds the next parameter of the query.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_build_parameter(
    builder: *mut cri_builder_t,
    parameter: *const c_char,
    len: usize,
) {
    // SAFETY: the contract of this library.
    unsafe { add_text(builder, parameter, len, |builder, parameter| builder.parameter(parameter)) };
}

/// Adds the fragment identifier.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_build_fragment(
    builder: *mut cri_builder_t,
    fragment: *const c_char,
    len: usize,
) {
    // SAFETY: the contract of this library.
    unsafe { add_text(builder, fragment, len, |builder, fragment| builder.fragment(fragment)) };
}

/// Ends building, even if it fails. Returns the number of bytes written.
///
/// Errors: CRI_ERR_UNPROCESSABLE for a CRI that breaks a rule, CRI_ERR_BUFFER, CRI_ERR_ENCODE. CRI_ERR_ARGUMENT has the kind
/// CRI_KIND_OUT_OF_ORDER if sections were added in another order, or if
/// nothing is being built there: in a structure of zeros, or one that ended. Offsets are those in the
/// buffer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_build_finish(
    builder: *mut cri_builder_t,
    result: *mut cri_t,
    error: *mut cri_error_t,
) -> c_int {
    let call = |error: &mut *mut cri_error_t| {
        // SAFETY: the contract of this library.
        let build = unsafe { take(builder) };
        let buffer = build.as_ref().map_or(Place::NONE, |build| build.buffer);
        all_apart(error, &[Place::of(result), Place::of(builder)], &[buffer])?;
        let none = if builder.is_null() { CRI_KIND_NULL_POINTER } else { CRI_KIND_OUT_OF_ORDER };
        let build = build.ok_or(none)?;
        match build.builder.finish_or_return() {
            Ok(built) => {
                let mut end = Ok(0);
                let built = built.map_buffer(|output| {
                    end = output.end();
                    output
                });
                // SAFETY: the contract of this library. The buffer is not moved after this.
                unsafe { hand_over(built.as_cri_ref(), result) };
                end
            }
            Err((error, output)) => match (error.kind(), build.wrong) {
                (BuildErrorKind::OutOfOrder, Some(kind)) if error.component() == Component::Cri => {
                    Err(kind.into())
                }
                _ => output.end_of(Err(error)),
            },
        }
    };
    // SAFETY: the contract of this library.
    unsafe { finish(error, call) }
}

/// Takes out what is being built. `None` if nothing is.
///
/// # Safety
///
/// The contract of this library.
unsafe fn take(builder: *mut cri_builder_t) -> Option<Build> {
    // SAFETY: the contract of this library.
    let held = unsafe { builder.cast::<Held>().as_mut() }?;
    if held.not_here != !builder.addr() {
        return None;
    }
    held.not_here = 0;
    // SAFETY: INVARIANT of `Held`, and from now on `not_here` is 0.
    Some(unsafe { held.build.assume_init_read() })
}

/// Adds a section.
///
/// # Safety
///
/// The contract of this library.
unsafe fn add(
    builder: *mut cri_builder_t,
    add: impl FnOnce(Builder<Output<'static>>) -> Builder<Output<'static>>,
) {
    // SAFETY: the caller promises what it needs.
    unsafe { add_if(builder, |_| Ok(()), |builder, ()| add(builder)) };
}

/// Adds a section from a text.
///
/// # Safety
///
/// The contract of this library.
unsafe fn add_text(
    builder: *mut cri_builder_t,
    text: *const c_char,
    len: usize,
    add: impl FnOnce(Builder<Output<'static>>, &str) -> Builder<Output<'static>>,
) {
    let read = |build: &Build| {
        // Before there is a slice: the builder has a mutable one of the buffer.
        apart(&[build.buffer, Place::of(builder)], &[Place::items(text, len)])?;
        // SAFETY: the contract of this library.
        let text = unsafe { text_bytes(text, len) }?;
        utf8(text).map_err(|_| CRI_KIND_INVALID_UTF8)
    };
    // SAFETY: the caller promises what it needs.
    unsafe { add_if(builder, read, add) };
}

/// Reads an argument and adds it, or records that it is wrong.
///
/// # Safety
///
/// The contract of this library.
unsafe fn add_if<T>(
    builder: *mut cri_builder_t,
    read: impl FnOnce(&Build) -> Result<T, cri_kind>,
    add: impl FnOnce(Builder<Output<'static>>, T) -> Builder<Output<'static>>,
) {
    // SAFETY: the contract of this library.
    let Some(build) = (unsafe { take(builder) }) else { return };
    let build = match read(&build) {
        Ok(value) => Build { builder: add(build.builder, value), ..build },
        Err(kind) => {
            Build { builder: build.builder.stop(), wrong: build.wrong.or(Some(kind)), ..build }
        }
    };
    let held = Held { not_here: !builder.addr(), build: MaybeUninit::new(build) };
    // SAFETY: the pointer is not null, since it had a builder, and the contract of this library.
    unsafe { builder.cast::<Held>().write(held) };
}
