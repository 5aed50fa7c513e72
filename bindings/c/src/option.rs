//! The options that identify a resource, their numbers and names, and critical options.

use core::ffi::{c_char, c_int, c_void};
use core::ptr;

use cri_coap::unrecognized_critical;

use crate::compose::{cri_option_t, pairs};
use crate::error::{answer, holds};
use crate::pointer::{Place, apart, items, text_bytes, write};
use crate::sections::after_segment;
use crate::texts::nth;

/// The number of the option Uri-Host (RFC 7252 section 5.10).
pub const CRI_OPTION_URI_HOST: c_int = 3;
/// The number of the option Uri-Port.
pub const CRI_OPTION_URI_PORT: c_int = 7;
/// The number of the option Location-Path.
pub const CRI_OPTION_LOCATION_PATH: c_int = 8;
/// The number of the option Uri-Path.
pub const CRI_OPTION_URI_PATH: c_int = 11;
/// The number of the option Uri-Query.
pub const CRI_OPTION_URI_QUERY: c_int = 15;
/// The number of the option Location-Query.
pub const CRI_OPTION_LOCATION_QUERY: c_int = 20;
/// The number of the option Proxy-Uri.
pub const CRI_OPTION_PROXY_URI: c_int = 35;
/// The number of the option Proxy-Scheme.
pub const CRI_OPTION_PROXY_SCHEME: c_int = 39;
/// The number of the option Proxy-Cri (section 8.2.1).
pub const CRI_OPTION_PROXY_CRI: c_int = 235;
/// The number of the option Proxy-Scheme-Number (section 8.2.2).
pub const CRI_OPTION_PROXY_SCHEME_NUMBER: c_int = 239;

/// The options with a name, in the order of their names below.
const NUMBERS: [c_int; 10] = [
    CRI_OPTION_URI_HOST,
    CRI_OPTION_URI_PORT,
    CRI_OPTION_LOCATION_PATH,
    CRI_OPTION_URI_PATH,
    CRI_OPTION_URI_QUERY,
    CRI_OPTION_LOCATION_QUERY,
    CRI_OPTION_PROXY_URI,
    CRI_OPTION_PROXY_SCHEME,
    CRI_OPTION_PROXY_CRI,
    CRI_OPTION_PROXY_SCHEME_NUMBER,
];

/// Returns the name of an option that identifies a resource, such as "Uri-Path", or "other" for any other number. The text is
/// constant and ends with a NUL.
#[unsafe(no_mangle)]
pub extern "C" fn cri_option_name(number: c_int) -> *const c_char {
    const NAMES: &str = "Uri-Host\0Uri-Port\0Location-Path\0Uri-Path\0Uri-Query\0Location-Query\0Proxy-Uri\0Proxy-Scheme\0\
        Proxy-Cri\0Proxy-Scheme-Number\0other\0";
    let index = NUMBERS.iter().position(|named| *named == number);
    nth(NAMES, index.unwrap_or(NUMBERS.len()), NUMBERS.len())
}

/// A function of the caller that says whether the program processes a critical option. It gets the `context` that the caller
/// passed.
pub type cri_is_known_fn = Option<unsafe extern "C" fn(context: *mut c_void, number: u16) -> bool>;

/// Finds the first critical option of a request that counts as unrecognized (RFC 7252 section 5.4.1). Returns its number, or 0
/// if there is none. A server answers a request that has one with 4.02.
///
/// The critical options of a request for the server itself are known: If-Match, Uri-Host, If-None-Match, Uri-Port, Uri-Path,
/// Uri-Query, Accept, Block1 and Block2. One of them counts as unrecognized if its length is out of bounds, or if it is
/// repeated and must not be. `is_known` says which others the program processes. It may be null.
///
/// Errors: only CRI_ERR_ARGUMENT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_unrecognized_critical(
    options: *const cri_option_t,
    count: usize,
    is_known: cri_is_known_fn,
    context: *mut c_void,
) -> c_int {
    answer(|| {
        let pairs = pairs(options, count, &[], &[], &mut ptr::null_mut())?;
        let is_known = |number| is_known.is_some_and(|is_known| is_known(context, number));
        Ok(unrecognized_critical(pairs, is_known).map_or(0, c_int::from))
    })
}

/// Returns whether the path of a request begins with the segments of a text, such as "/sensors". `rest` is set to the first
/// Uri-Path option that is left, and `left` to their number. 0 are left if the text is the whole path.
///
/// It tells a server which resource a request asks for, without a CRI. Each slash in the text begins a segment, so the root of
/// the server is the empty text. The text is compared as cri_path_equals() does. The options must be in ascending order of
/// the numbers, as cri_options_read() writes them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_path_after(
    options: *const cri_option_t,
    count: usize,
    path: *const c_char,
    len: usize,
    rest: *mut *const cri_option_t,
    left: *mut usize,
) -> bool {
    holds(|| {
        let written = [Place::of(rest), Place::of(left)];
        apart(&written, &[Place::items(options, count), Place::items(path, len)])?;
        let options: &[cri_option_t] = items(options, count)?;
        for option in options {
            apart(&written, &[Place::items(option.value, option.len)])?;
        }
        let mut text = text_bytes(path, len)?;
        let is_path = |option: &cri_option_t| c_int::from(option.number) == CRI_OPTION_URI_PATH;
        let first = options.iter().position(is_path).unwrap_or(options.len());
        let mut others = options.get(first..).unwrap_or_default();
        while !text.is_empty() {
            let next = others.split_first().filter(|(option, _)| is_path(option));
            let Some((option, after)) = next else { return Ok(false) };
            let Some(after_text) = after_segment(text, items(option.value, option.len)?) else {
                return Ok(false);
            };
            (text, others) = (after_text, after);
        }
        write(rest, others.as_ptr());
        write(left, others.iter().take_while(|option| is_path(option)).count());
        Ok(true)
    })
}

#[cfg(test)]
mod tests {
    use core::ffi::CStr;

    use cri_coap::option;

    use super::*;

    #[test]
    fn options_have_the_names_of_the_options_in_rust() {
        // SAFETY: the text is constant and ends with a NUL.
        let name = |number| unsafe { CStr::from_ptr(cri_option_name(number)) }.to_str();
        let step = if cfg!(miri) { 20 } else { 1 };
        for number in (0..=300).step_by(step).chain([u16::MAX]) {
            assert_eq!(name(number.into()), Ok(option::name(number).unwrap_or("other")));
        }
        assert_eq!([-1, c_int::MAX, c_int::MIN].map(name), [Ok("other"); 3]);
    }
}
