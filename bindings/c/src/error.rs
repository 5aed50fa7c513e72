//! Error codes, and the details of an error.

use core::ffi::{c_char, c_int};

use cri_coap::{ComposeError, DecomposeError, OptionReadError, ProxyError};
use cri_core::{
    BuildError, BuildErrorKind, Component, DecodeError, DecodeErrorClass, DecodeErrorKind,
    EncodeError, ResolveError,
};
use cri_uri::{ToCriError, ToCriErrorKind, ToUriError};

use crate::component::cri_component;
use crate::kind::cri_kind;
use crate::texts::nth;

/// What functions return when they fail. Success is 0 or more. The values do not change between versions of this library.
/// Later versions may add codes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum cri_err {
    /// No error.
    CRI_OK = 0,
    /// An argument is wrong: a null pointer, an unknown revision, or buffers that overlap. The program has a mistake.
    CRI_ERR_ARGUMENT = -1,
    /// The buffer for the result is too small. Its contents are undefined.
    CRI_ERR_BUFFER = -2,
    /// The bytes are not one CBOR array of definite lengths, or not in the tag that cri_decode_tagged() expects. Nothing is
    /// known about what follows them.
    CRI_ERR_MALFORMED = -3,
    /// The array breaks a rule of CRIs. cri_skip() finds its end (section 5.2.1).
    CRI_ERR_UNPROCESSABLE = -4,
    /// The CRI uses a feature that the caller did not accept. cri_skip() finds its end (section 5.2.1).
    CRI_ERR_FEATURE = -5,
    /// The CRI reference is relative, and the function needs a full CRI.
    CRI_ERR_NOT_FULL = -6,
    /// The result of resolving would not be a CRI (section 5.3).
    CRI_ERR_RESOLVE = -7,
    /// The revision has no encoding for the CRI: in draft-16, a zone identifier after an IPv4 address.
    CRI_ERR_ENCODE = -8,
    /// The text is not a URI reference (RFC 3986).
    CRI_ERR_URI = -9,
    /// The URI has no CRI (section 6).
    CRI_ERR_NO_CRI = -10,
    /// The CRI has no URI (section 6.1).
    CRI_ERR_NO_URI = -11,
    /// CoAP options cannot carry the CRI (section 8.1.1).
    CRI_ERR_NO_OPTIONS = -12,
    /// The options are not well-formed, or make no CRI (section 8.1.2).
    CRI_ERR_OPTIONS = -13,
    /// The options that address a proxy are wrong (section 8.2).
    CRI_ERR_PROXY = -14,
    /// A function of the caller returned another number than 0, which is in cri_error_t.callback.
    CRI_ERR_CALLBACK = -15,
}

use cri_err::*;

/// Returns a short text in English for a return value, such as "the buffer is too small". The text is constant and ends with
/// a NUL.
#[unsafe(no_mangle)]
pub extern "C" fn cri_strerror(code: c_int) -> *const c_char {
    const TEXTS: &str = concat!(
        "no error\0",
        "an argument is wrong\0",
        "the buffer is too small\0",
        "the bytes are not one CBOR array of definite lengths\0",
        "the CRI breaks a rule\0",
        "the CRI uses a feature that is not accepted\0",
        "this is a relative reference; a full CRI is needed\0",
        "the result of resolving would not be a CRI\0",
        "the revision has no encoding for this CRI\0",
        "the text is not a URI reference\0",
        "this URI has no CRI\0",
        "this CRI has no URI\0",
        "CoAP options cannot carry this CRI\0",
        "the CoAP options are not well-formed, or make no CRI\0",
        "the CoAP options that address a proxy are wrong\0",
        "a function of the caller failed\0",
        "an unknown error\0",
    );
    // Every result that is not negative is a success.
    let index = usize::try_from(code.min(0).unsigned_abs());
    nth(TEXTS, index.unwrap_or(usize::MAX), 16)
}

/// The details of an error. A function that fails writes them if the caller passed a place for them. A function that
/// succeeds leaves that place as it is.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct cri_error_t {
    /// The return value of the function.
    pub code: c_int,
    /// What the function of the caller returned, with CRI_ERR_CALLBACK. Otherwise 0.
    pub callback: c_int,
    /// Where it is wrong, in bytes from the start of the input. 0 if the input is not bytes or text.
    pub offset: usize,
    /// The capacity that is enough, with CRI_ERR_BUFFER. Otherwise 0. For a text, it counts the NUL.
    pub needed: usize,
    /// What exactly is wrong: one of cri_kind. With CRI_ERR_ARGUMENT, it says which argument.
    pub kind: u16,
    /// With CRI_ERR_PROXY, the number of the CoAP option that is wrong. With CRI_ERR_CALLBACK, the one that the function of the
    /// caller refused. Otherwise 0: with CRI_ERR_OPTIONS, `component` or `offset` says what is wrong.
    pub option: u16,
    /// The part of the CRI or URI that is wrong: one of cri_component.
    pub component: u8,
    /// The CoAP response code that a server or proxy answers with, such as 0x80 for 4.00, or 0.
    pub response_code: u8,
}

// A copy of more than six words is a call of `memcpy` on a microcontroller, which may have no other use for it.
const _: () = assert!(size_of::<cri_error_t>() <= 8 + 4 * size_of::<usize>());

impl cri_error_t {
    /// A buffer that has less than `needed` bytes.
    pub(crate) const fn too_small(needed: usize) -> Self {
        Self { needed, ..Self::new(CRI_ERR_BUFFER, cri_kind::CRI_KIND_BUFFER_FULL) }
    }

    pub(crate) const fn new(code: cri_err, kind: cri_kind) -> Self {
        Self {
            code: code as c_int,
            callback: 0,
            offset: 0,
            needed: 0,
            kind: kind as u16,
            option: 0,
            component: cri_component::CRI_COMPONENT_NONE as u8,
            response_code: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn at(self, component: Component, offset: usize) -> Self {
        Self { component: cri_component::from(component) as u8, offset, ..self }
    }

    /// Writes the details where the caller asked for them, and returns the code.
    ///
    /// # Safety
    ///
    /// `place` is null, or one structure can be written there.
    pub(crate) unsafe fn report(self, place: *mut Self) -> c_int {
        if !place.is_null() {
            place.write(self);
        }
        self.code
    }
}

/// The result of a function: what it returns on success, or an error.
pub(crate) type Outcome = Result<c_int, cri_error_t>;

/// The return value of a function that takes a place for details. `call` passes the place to
/// [`all_apart`](crate::pointer::all_apart).
///
/// # Safety
///
/// As for [`cri_error_t::report`].
#[inline]
pub(crate) unsafe fn finish(
    mut place: *mut cri_error_t,
    call: impl FnOnce(&mut *mut cri_error_t) -> Outcome,
) -> c_int {
    call(&mut place).unwrap_or_else(|error| error.report(place))
}

/// The return value of a function that takes no place for details.
#[inline]
pub(crate) fn answer(call: impl FnOnce() -> Outcome) -> c_int {
    call().unwrap_or_else(|error| error.code)
}

/// The answer of a function that asks. After a mistake of the caller it is `false`, because `if` in C would take the negative
/// number of an error for a yes.
#[inline]
pub(crate) fn holds(ask: impl FnOnce() -> Result<bool, cri_kind>) -> bool {
    ask().unwrap_or(false)
}

/// What the checks of arguments return: a relative reference where a full CRI is needed, or a mistake of the caller.
impl From<cri_kind> for cri_error_t {
    // Functions check many arguments, and call this for each.
    #[inline(never)]
    fn from(kind: cri_kind) -> Self {
        let is_relative = kind == cri_kind::CRI_KIND_NOT_FULL;
        Self::new(if is_relative { CRI_ERR_NOT_FULL } else { CRI_ERR_ARGUMENT }, kind)
    }
}

impl From<DecodeError> for cri_error_t {
    fn from(error: DecodeError) -> Self {
        // Comparisons, since the compiler would make a table of a match.
        let code = if error.class() == DecodeErrorClass::Malformed {
            CRI_ERR_MALFORMED
        } else if error.class() == DecodeErrorClass::Unsupported {
            CRI_ERR_FEATURE
        } else if error.kind() == DecodeErrorKind::NotFull {
            CRI_ERR_NOT_FULL
        } else {
            CRI_ERR_UNPROCESSABLE
        };
        Self::new(code, error.kind().into()).at(error.component(), error.offset())
    }
}

impl From<BuildError> for cri_error_t {
    fn from(error: BuildError) -> Self {
        let code = match error.kind() {
            BuildErrorKind::OutOfOrder => CRI_ERR_ARGUMENT,
            BuildErrorKind::Rule(_) | BuildErrorKind::AddressText => CRI_ERR_UNPROCESSABLE,
            _ => CRI_ERR_ENCODE,
        };
        Self::new(code, error.kind().into()).at(error.component(), error.offset())
    }
}

impl From<ResolveError> for cri_error_t {
    fn from(error: ResolveError) -> Self {
        Self::new(CRI_ERR_RESOLVE, error.kind().into()).at(error.component(), error.offset())
    }
}

impl From<EncodeError> for cri_error_t {
    fn from(error: EncodeError) -> Self {
        Self::new(CRI_ERR_ENCODE, error.kind().into()).at(error.component(), error.offset())
    }
}

impl From<ToCriError> for cri_error_t {
    fn from(error: ToCriError) -> Self {
        let code = match error.kind() {
            ToCriErrorKind::BufferFull(needed) => return Self::too_small(needed),
            ToCriErrorKind::Syntax(_) => CRI_ERR_URI,
            ToCriErrorKind::UnsupportedFeature(_) => CRI_ERR_FEATURE,
            _ => CRI_ERR_NO_CRI,
        };
        Self::new(code, error.kind().into()).at(error.component(), error.offset())
    }
}

impl From<ToUriError> for cri_error_t {
    fn from(error: ToUriError) -> Self {
        Self::new(CRI_ERR_NO_URI, error.kind().into()).at(error.component(), 0)
    }
}

impl From<DecomposeError> for cri_error_t {
    fn from(error: DecomposeError) -> Self {
        let code = match error.kind() {
            cri_coap::DecomposeErrorKind::NotFull => CRI_ERR_NOT_FULL,
            _ => CRI_ERR_NO_OPTIONS,
        };
        let response_code = error.code().to_byte();
        Self { response_code, ..Self::new(code, error.kind().into()).at(error.component(), 0) }
    }
}

impl From<ComposeError> for cri_error_t {
    fn from(error: ComposeError) -> Self {
        let response_code = error.code().to_byte();
        Self {
            response_code,
            ..Self::new(CRI_ERR_OPTIONS, error.kind().into()).at(error.component(), 0)
        }
    }
}

impl From<ProxyError> for cri_error_t {
    fn from(error: ProxyError) -> Self {
        let (option, response_code) = (error.option(), error.code().to_byte());
        Self { option, response_code, ..Self::new(CRI_ERR_PROXY, error.kind().into()) }
    }
}

impl From<OptionReadError> for cri_error_t {
    fn from(error: OptionReadError) -> Self {
        Self { offset: error.offset(), ..Self::new(CRI_ERR_OPTIONS, error.kind().into()) }
    }
}
