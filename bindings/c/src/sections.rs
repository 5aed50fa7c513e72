//! The sections of a CRI: scheme, authority, discard, path, query and fragment (section 5.2).

use core::ffi::{c_char, c_int};

use cri_core::{AuthoritySection, Component, Discard, Scheme};

use crate::error::{answer, holds};
use crate::item::{cri_item_t, cri_items_t, hand_over_first, hand_over_list};
use crate::pointer::{Place, apart, text_bytes, write};
use crate::reference::{cri_t, get, places};

/// The forms of the authority section (constraint C2).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum cri_authority {
    /// No authority. In the URI, the path begins with a slash.
    CRI_AUTHORITY_ROOT_BASED = 0,
    /// No authority. In the URI, the path begins without a slash.
    CRI_AUTHORITY_ROOTLESS = 1,
    /// An authority.
    CRI_AUTHORITY_PRESENT = 2,
}

/// What cri_discard() returns if a reference discards the whole path of its base.
pub const CRI_DISCARD_ALL: c_int = 128;

/// Reads a scheme number (section 5.1.1). Returns false if the scheme is given by name or if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_scheme_number(cri: *const cri_t, number: *mut u64) -> bool {
    holds(|| {
        apart(&[Place::of(number)], &places(cri))?;
        let Some(found) = get(cri)?.sections().scheme_number() else { return Ok(false) };
        write(number, found);
        Ok(true)
    })
}

/// Reads a scheme name, in lower case and without a NUL. Returns false if the scheme is given by number or if there
/// is none. cri_scheme_by_number() knows the names of numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_scheme_name(
    cri: *const cri_t,
    name: *mut *const c_char,
    len: *mut usize,
) -> bool {
    holds(|| {
        apart(&[Place::of(name), Place::of(len)], &places(cri))?;
        let Some(Scheme::Name(found)) = get(cri)?.sections().scheme() else { return Ok(false) };
        write(name, found.as_ptr().cast());
        write(len, found.len());
        Ok(true)
    })
}

/// Returns the form of the authority section: one of cri_authority.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_authority_form(cri: *const cri_t) -> c_int {
    answer(|| {
        let form = match get(cri)?.sections().authority_section() {
            AuthoritySection::RootBased => cri_authority::CRI_AUTHORITY_ROOT_BASED,
            AuthoritySection::Rootless => cri_authority::CRI_AUTHORITY_ROOTLESS,
            AuthoritySection::Authority(_) => cri_authority::CRI_AUTHORITY_PRESENT,
        };
        Ok(form as c_int)
    })
}

/// Reads the userinfo (constraint C3). Returns false if there is none. It may hold a password: take care where you print it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_userinfo(cri: *const cri_t, userinfo: *mut cri_item_t) -> bool {
    holds(|| {
        apart(&[Place::of(userinfo)], &places(cri))?;
        let authority =
            get(cri)?.sections().authority().filter(|authority| authority.has_userinfo());
        // The userinfo follows `false`, which is one byte.
        let encoded = authority.and_then(|authority| authority.as_encoded().get(1..));
        Ok(hand_over_first(encoded, userinfo))
    })
}

/// Returns the number of segments that a reference removes from the end of its base's path, from 0 to 127, or
/// CRI_DISCARD_ALL (section 5.1.2). A scheme or an authority discards all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_discard(cri: *const cri_t) -> c_int {
    answer(|| {
        Ok(match get(cri)?.sections().discard() {
            Discard::All => CRI_DISCARD_ALL,
            Discard::Segments(count) => count.into(),
        })
    })
}

/// Begins to walk over the segments of the path, for cri_next(). Returns false if a reference has no path, and so keeps
/// the path of its base. A full CRI has a path, which may have no segments. If the function returns false, also after a wrong
/// argument, the list is empty, unless it overlaps an argument.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_path(cri: *const cri_t, segments: *mut cri_items_t) -> bool {
    hand_over_list(cri, segments, |cri| {
        // INVARIANT: all segments of a decoded CRI are in one run.
        let [encoded, added] = cri.sections().path()?.segments().as_encoded();
        debug_assert!(added.is_empty());
        Some(encoded)
    })
}

/// Returns whether the path of a CRI is the one of a text, such as "/sensors/temp". Each slash in the text begins a segment.
///
/// The empty text is the path without segments, as in coap://h, and "/" is the path of one empty segment, as in coap://h/.
/// Requests for both have no Uri-Path option, so cri_compose() makes the former. The text is compared as it is, and not
/// percent-decoded: a segment with percent-encoded parts equals no text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_path_equals(
    cri: *const cri_t,
    path: *const c_char,
    len: usize,
) -> bool {
    holds(|| {
        let mut rest = text_bytes(path, len)?;
        let Some(path) = get(cri)?.sections().path() else { return Ok(false) };
        for segment in path.segments() {
            let after = segment.text_bytes().and_then(|segment| after_segment(rest, segment));
            let Some(after) = after else { return Ok(false) };
            rest = after;
        }
        Ok(rest.is_empty())
    })
}

/// What follows a slash and a segment in the text of a path. `None` if the text begins with neither, or if the segment has a
/// slash in it.
pub(crate) fn after_segment<'a>(path: &'a [u8], segment: &[u8]) -> Option<&'a [u8]> {
    let after = path.strip_prefix(b"/")?.strip_prefix(segment)?;
    (!segment.contains(&b'/')).then_some(after)
}

/// Begins to walk over the parameters of the query, for cri_next(). Returns false if there is no query. A reference may have
/// a query without parameters, which unsets the query of its base. If the function returns false, the list is as after cri_path().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_query(cri: *const cri_t, parameters: *mut cri_items_t) -> bool {
    hand_over_list(cri, parameters, |cri| Some(cri.sections().query()?.parameters().as_encoded()))
}

/// Reads the fragment identifier. Returns false if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_fragment(cri: *const cri_t, fragment: *mut cri_item_t) -> bool {
    holds(|| {
        apart(&[Place::of(fragment)], &places(cri))?;
        let cri = get(cri)?;
        let encoded = cri.as_bytes().get(cri.offset_of(Component::Fragment)..);
        Ok(hand_over_first(encoded, fragment))
    })
}
