//! The kinds of errors: what exactly is wrong. Their names are those of the conformance tests.

use core::ffi::{c_char, c_int};

use crate::texts::nth;

/// What exactly is wrong, in cri_error_t.kind. cri_kind_name() returns the name in lower case.
///
/// The values do not change between versions of this library. Later versions may add kinds.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum cri_kind {
    /// No detail: the code says all.
    CRI_KIND_NONE = 0,
    /// The input ends within an item.
    CRI_KIND_END_OF_INPUT = 1,
    /// A CBOR head that RFC 8949 reserves.
    CRI_KIND_RESERVED_HEAD = 2,
    /// An indefinite length or a break.
    CRI_KIND_INDEFINITE_LENGTH = 3,
    /// A two-byte simple value below 32.
    CRI_KIND_INVALID_SIMPLE = 4,
    /// The item is not an array.
    CRI_KIND_NOT_AN_ARRAY = 5,
    /// The item is not in CBOR tag 99.
    CRI_KIND_NOT_TAGGED = 6,
    /// More bytes follow the end of the CRI.
    CRI_KIND_TRAILING_BYTES = 7,
    /// An item of a type that cannot stand there.
    CRI_KIND_UNEXPECTED_ITEM = 8,
    /// More sections than scheme, authority, path, query and fragment.
    CRI_KIND_TOO_MANY_SECTIONS = 9,
    /// A null ends the array.
    CRI_KIND_TRAILING_NULL = 10,
    /// Two nulls stand in place of scheme and authority.
    CRI_KIND_LEADING_NULLS = 11,
    /// The text is not a scheme name in lower case (constraint C1).
    CRI_KIND_INVALID_SCHEME_NAME = 12,
    /// The authority has no host (constraint C5).
    CRI_KIND_MISSING_HOST = 13,
    /// An IP address of neither 4 nor 16 bytes (constraint C4).
    CRI_KIND_INVALID_IP_LENGTH = 14,
    /// An upper-case letter in the host (constraint C5).
    CRI_KIND_UPPER_CASE_HOST = 15,
    /// A dot in a label of the host (constraint C5).
    CRI_KIND_DOT_IN_LABEL = 16,
    /// Labels that read as an IPv4 address (constraint C5). To build one, call cri_build_host_ip().
    CRI_KIND_IPV4_LABELS = 17,
    /// A port above 65535 (constraint C6).
    CRI_KIND_PORT_RANGE = 18,
    /// A discard above 127.
    CRI_KIND_DISCARD_RANGE = 19,
    /// A path segment "." or ".." (constraint C9).
    CRI_KIND_DOT_SEGMENT = 20,
    /// Text that is not UTF-8.
    CRI_KIND_INVALID_UTF8 = 21,
    /// A text-pet-sequence that does not alternate text and byte strings, or has an empty one (section 7.1).
    CRI_KIND_MALFORMED_PET = 22,
    /// A byte string with a character that must be in text (section 7.1).
    CRI_KIND_PET_NOT_MINIMAL = 23,
    /// A rootless path that is empty or begins with an empty segment (constraint C2).
    CRI_KIND_EMPTY_ROOTLESS_PATH = 24,
    /// No authority, and a path of several segments that begins with an empty one (constraint C9).
    CRI_KIND_LEADING_EMPTY_SEGMENT = 25,
    /// A relative reference where a full CRI is needed.
    CRI_KIND_NOT_FULL = 26,
    /// A CRI, or the text of an option, that is too long.
    CRI_KIND_TOO_LONG = 27,
    /// A feature that the caller did not accept.
    CRI_KIND_UNSUPPORTED_FEATURE = 28,
    /// The buffer is too small.
    CRI_KIND_BUFFER_FULL = 29,
    /// A zone-id after an IPv4 address: draft-16 has no CRI for it, and no revision a URI.
    CRI_KIND_ZONE_ON_IPV4 = 30,
    /// A character that cannot stand in its component. In a port, it is often that of an IPv6 address without brackets.
    CRI_KIND_UNEXPECTED_CHARACTER = 31,
    /// A "%" that two hexadecimal digits do not follow.
    CRI_KIND_INVALID_PERCENT_ENCODING = 32,
    /// Brackets that do not hold an IP address, or hold one with a zone that is not written as in %25eth0.
    CRI_KIND_INVALID_IP_LITERAL = 33,
    /// The text before the first colon is not a scheme.
    CRI_KIND_INVALID_SCHEME = 34,
    /// A relative reference where a URI is needed.
    CRI_KIND_MISSING_SCHEME = 35,
    /// A fragment where an absolute URI is needed.
    CRI_KIND_UNEXPECTED_FRAGMENT = 36,
    /// An address of a future IP version.
    CRI_KIND_IP_FUTURE = 37,
    /// A colon that no port follows.
    CRI_KIND_EMPTY_PORT = 38,
    /// A port with a leading zero.
    CRI_KIND_PORT_LEADING_ZERO = 39,
    /// A colon in the userinfo, in draft-16. RFC 9988 allows it.
    CRI_KIND_COLON_IN_USERINFO = 40,
    /// Text that is not in Unicode Normalization Form C.
    CRI_KIND_NOT_NFC = 41,
    /// A zone-id that the revision, or an option, cannot carry.
    CRI_KIND_ZONE_ID = 42,
    /// The registry has no name for the scheme number.
    CRI_KIND_UNKNOWN_SCHEME = 43,
    /// An empty zone-id, which has no URI.
    CRI_KIND_EMPTY_ZONE_ID = 44,
    /// A discard of 0 with a path, which has no URI reference.
    CRI_KIND_DISCARD_ZERO_WITH_PATH = 45,
    /// A discard without a path, which has no URI reference.
    CRI_KIND_DISCARD_WITHOUT_PATH = 46,
    /// A discard of 0 with an empty query, which has no URI reference.
    CRI_KIND_UNSET_QUERY = 47,
    /// A rootless path without a scheme, which has no URI reference.
    CRI_KIND_ROOTLESS_WITHOUT_SCHEME = 48,
    /// The scheme is not the number of a CoAP scheme.
    CRI_KIND_NOT_COAP = 49,
    /// A fragment, which no option carries: cri_encode_without_fragment() removes it.
    CRI_KIND_FRAGMENT = 50,
    /// No authority: a request needs a host.
    CRI_KIND_NO_AUTHORITY = 51,
    /// A userinfo, which no option carries.
    CRI_KIND_USERINFO = 52,
    /// An empty host: Uri-Host has 1 to 255 bytes.
    CRI_KIND_EMPTY_HOST = 53,
    /// A "%" in the host, which only some receivers decode.
    CRI_KIND_PERCENT_IN_HOST = 54,
    /// A host that Uri-Host does not allow, such as an IPv6 address without brackets.
    CRI_KIND_INVALID_HOST = 55,
    /// Percent-encoded text, which no option carries.
    CRI_KIND_PET = 56,
    /// A reference that Location-Path and Location-Query cannot carry.
    CRI_KIND_NOT_LOCATION = 57,
    /// An option that stands twice but may stand once.
    CRI_KIND_REPEATED = 58,
    /// An option value of a wrong length.
    CRI_KIND_LENGTH = 59,
    /// Options that name more than one resource.
    CRI_KIND_MIXED = 60,
    /// The request has no Proxy-Scheme-Number.
    CRI_KIND_NOT_BY_NUMBER = 61,
    /// An option delta of 15.
    CRI_KIND_RESERVED_DELTA = 62,
    /// An option length of 15.
    CRI_KIND_RESERVED_LENGTH = 63,
    /// The head of an option is cut off.
    CRI_KIND_TRUNCATED_HEAD = 64,
    /// An option value is longer than the rest of the message.
    CRI_KIND_TRUNCATED_VALUE = 65,
    /// An option number above 65535.
    CRI_KIND_NUMBER_TOO_LARGE = 66,
    /// No payload follows the payload marker.
    CRI_KIND_EMPTY_PAYLOAD = 67,
    /// The scheme means another transport than that of the destination. No option carries the scheme.
    CRI_KIND_TRANSPORT = 68,
    /// A null pointer where memory is needed.
    CRI_KIND_NULL_POINTER = 69,
    /// The buffer for the result overlaps what the function reads.
    CRI_KIND_OVERLAP = 70,
    /// The cri_t is a null pointer or holds no CRI.
    CRI_KIND_NO_CRI = 71,
    /// The number is not one of cri_revision.
    CRI_KIND_UNKNOWN_REVISION = 72,
    /// A bit of the features that is no CRI_FEATURE_ constant.
    CRI_KIND_UNKNOWN_FEATURE = 73,
    /// The number is not one of cri_transport.
    CRI_KIND_UNKNOWN_TRANSPORT = 74,
    /// The endpoint has an address of neither 4 nor 16 bytes. cri_populate() sets 0 for a host name: look the name up first.
    CRI_KIND_NO_ADDRESS = 75,
    /// The builder got a section that must precede one that it already has, or cri_build() was not called.
    CRI_KIND_OUT_OF_ORDER = 76,
    /// The name of a host has a colon, a bracket or a zone identifier, which belong to an address or a port: call
    /// cri_build_host_ip(), cri_build_zone() and cri_build_port().
    CRI_KIND_ADDRESS_TEXT = 77,
}

/// The names of all kinds, in the order of their numbers.
pub(crate) const NAMES: &str = "none\0end-of-input\0reserved-head\0indefinite-length\0invalid-simple\0not-an-array\0not-tagged\0\
    trailing-bytes\0unexpected-item\0too-many-sections\0trailing-null\0leading-nulls\0invalid-scheme-name\0\
    missing-host\0invalid-ip-length\0upper-case-host\0dot-in-label\0ipv4-labels\0port-range\0\
    discard-range\0dot-segment\0invalid-utf8\0malformed-pet\0pet-not-minimal\0empty-rootless-path\0\
    leading-empty-segment\0not-full\0too-long\0unsupported-feature\0buffer-full\0zone-on-ipv4\0\
    unexpected-character\0invalid-percent-encoding\0invalid-ip-literal\0invalid-scheme\0missing-scheme\0\
    unexpected-fragment\0ip-future\0empty-port\0port-leading-zero\0colon-in-userinfo\0not-nfc\0zone-id\0\
    unknown-scheme\0empty-zone-id\0discard-zero-with-path\0discard-without-path\0unset-query\0\
    rootless-without-scheme\0not-coap\0fragment\0no-authority\0userinfo\0empty-host\0percent-in-host\0\
    invalid-host\0pet\0not-location\0repeated\0length\0mixed\0not-by-number\0reserved-delta\0\
    reserved-length\0truncated-head\0truncated-value\0number-too-large\0empty-payload\0transport\0null-pointer\0overlap\0no-cri\0unknown-revision\0\
    unknown-feature\0unknown-transport\0no-address\0out-of-order\0address-text\0";

/// Returns the name of a kind in lower case with hyphens, such as "dot-segment", or "none" for a number of no kind. The
/// text is constant and ends with a NUL.
#[unsafe(no_mangle)]
pub extern "C" fn cri_kind_name(kind: c_int) -> *const c_char {
    nth(NAMES, usize::try_from(kind).unwrap_or_default(), 0)
}

#[cfg(test)]
mod tests {
    use core::ffi::CStr;

    use super::*;

    #[test]
    fn numbers_of_no_kind_have_a_name() {
        for number in [-1, 0, 1000, c_int::MIN, c_int::MAX] {
            // SAFETY: the text is constant and ends with a NUL.
            assert_eq!(unsafe { CStr::from_ptr(cri_kind_name(number)) }, c"none");
        }
    }
}
