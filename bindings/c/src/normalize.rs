//! Normal forms of URIs as text (RFC 3986 section 6.2).

use core::ffi::{c_char, c_int, c_uint};

use cri_core::Component;
use cri_uri::{Normalization, Options, ToCriError, UriRef};

use crate::error::{cri_err, cri_error_t, finish};
use crate::kind::cri_kind;
use crate::pointer::{Place, all_apart, room, terminate, text_bytes, utf8};
use crate::settings::revision as of;

/// Scheme and host to lower case, the digits of percent-encoding to upper case (RFC 3986 section 6.2.2.1).
pub const CRI_STEP_CASE: c_uint = 1;
/// Percent-encoded letters, digits, "-", ".", "_" and "~" to those characters (section 6.2.2.2). Take CRI_STEP_DOTS, too: this step
/// alone makes /a/../../g of /a/%2E%2E/../g, which names another resource.
pub const CRI_STEP_PERCENT: c_uint = 2;
/// Dot-segments go from the path, unless it depends on a base (section 6.2.2.3).
pub const CRI_STEP_DOTS: c_uint = 4;
/// An IPv6 address in the spelling of RFC 5952.
pub const CRI_STEP_ADDRESS: c_uint = 8;
/// The default port of the scheme and an empty one go, and more that depends on the scheme (section 6.2.3).
pub const CRI_STEP_SCHEME: c_uint = 16;
/// All steps.
pub const CRI_STEPS_ALL: c_uint = 31;

/// Writes a URI or URI reference after steps of normalization (RFC 3986 section 6.2), and a NUL. Returns the number of bytes
/// without the NUL.
///
/// It works on text, so it also takes a URI that has no CRI. `steps` is CRI_STEPS_ALL, or a sum of CRI_STEP_ constants. The
/// scheme table of the revision has the default ports.
///
/// The text may hold a password: take care where you print it.
///
/// Errors: CRI_ERR_URI, CRI_ERR_BUFFER. Offsets count from the start of the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_normalize(
    uri: *const c_char,
    len: usize,
    steps: c_uint,
    revision: c_int,
    buffer: *mut c_char,
    capacity: usize,
    error: *mut cri_error_t,
) -> c_int {
    finish(error, |error| {
        all_apart(error, &[Place::room(buffer, capacity)], &[Place::items(uri, len)])?;
        let (steps, options) = (steps_of(steps)?, Options::new(of(revision)?));
        let (text, room) = (text_bytes(uri, len)?, room(buffer.cast(), capacity)?);
        let text = utf8(text).map_err(|offset| {
            let kind = cri_kind::CRI_KIND_INVALID_UTF8;
            cri_error_t::new(cri_err::CRI_ERR_URI, kind).at(Component::Cri, offset)
        })?;
        let uri = UriRef::parse(text).map_err(ToCriError::from)?;
        let mut counter = cri_core::__private::Counter::new(&mut *room);
        // A counter refuses nothing.
        let _ = uri.normalize(steps, options.schemes()).write_to(&mut counter);
        let len = counter.len();
        terminate(room, len)
    })
}

/// The steps that the caller named.
fn steps_of(bits: c_uint) -> Result<Normalization, cri_kind> {
    if bits & !CRI_STEPS_ALL != 0 {
        return Err(cri_kind::CRI_KIND_UNKNOWN_STEP);
    }
    let steps = Normalization::NAMES.iter().enumerate();
    let named = steps.filter(|(at, _)| bits >> at & 1 == 1).map(|(_, (_, step))| *step);
    Ok(named.fold(Normalization::NONE, Normalization::with))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_those_of_the_header() {
        for (bit, step) in [
            (CRI_STEP_CASE, Normalization::CASE),
            (CRI_STEP_PERCENT, Normalization::PERCENT),
            (CRI_STEP_DOTS, Normalization::DOT_SEGMENTS),
            (CRI_STEP_ADDRESS, Normalization::ADDRESS),
            (CRI_STEP_SCHEME, Normalization::SCHEME),
            (CRI_STEPS_ALL, Normalization::ALL),
            (0, Normalization::NONE),
        ] {
            assert_eq!(steps_of(bit), Ok(step));
        }
        assert!(steps_of(32).is_err() && steps_of(c_uint::MAX).is_err());
    }
}
