/**
 * @file cri.h
 * Constrained Resource Identifiers (CRIs) for C, after draft-ietf-core-href.
 *
 * Sections are those of draft-ietf-core-href-16, unless another document is named.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * Conventions
 *
 * - The caller owns all memory. No function allocates or has global state. Every function may be called from any thread and
 *   from interrupts, as long as nobody else uses what it writes or writes what it reads.
 * - Structures and pointers that a function fills or returns refer to bytes of the caller: those that it read, or those in
 *   `buffer`. These bytes must stay where they are and must not change before the last use. All structures
 *   but cri_builder_t may be copied.
 * - A function that returns an int returns a negative value of cri_err if it fails. Functions that write return the number of
 *   bytes written.
 * - A function that asks returns a bool: false if the answer is no, or if an argument is wrong. It then leaves the place for
 *   its result unchanged. But cri_path(), cri_query() and cri_host_labels() then make the list empty, unless it overlaps an
 *   argument.
 * - A function that fails changes nothing but `error`, and the bytes of `buffer`, which are then undefined. So a cri_t for its
 *   result keeps what it had: begin with a structure of zeros, and look at the return value. A function that succeeds does not
 *   change `error`. Two functions did more before they failed: cri_build_finish() ends the builder, and before CRI_ERR_CALLBACK
 *   `add` was called.
 * - After a failure, do not use a structure that refers to bytes of `buffer`, also if an earlier call filled it: set it to zeros.
 * - After CRI_ERR_BUFFER, `error->needed` is the capacity that is enough.
 * - Functions write their results to the caller's `buffer` of `capacity` bytes. `result` becomes the CRI or reference in the
 *   buffer. It may be the structure of an operand.
 * - No memory that a function writes may overlap other memory that it writes or reads: structures, places for results,
 *   buffers, and the bytes that a structure refers to. A function that finds an overlap returns CRI_ERR_ARGUMENT, or false. If
 *   `error` is what overlaps, it is not written.
 * - A text that a function writes ends with a NUL. The buffer needs room for the NUL, and the return value does not count it.
 *   A text that a function reads has a pointer and a length, and needs no NUL.
 * - A null pointer with a length of 0 is empty input, or an empty buffer. A null pointer with another length is
 *   CRI_ERR_ARGUMENT. `error` and the places for results may be null if the caller does not need them.
 * - Input of more than INT_MAX bytes is CRI_ERR_ARGUMENT. Functions use at most INT_MAX bytes of a buffer,
 *   and of the room for options.
 * - `revision` is one of cri_revision, or CRI_REVISION_RFC_9988: the one that the peers of the program implement. This library
 *   decodes the forms of all revisions, but other implementations may know only one. `features` is CRI_FEATURES_ALL, or a sum
 *   of CRI_FEATURE_ constants. Arguments and members have integer types and not those of the enumerations, because compilers
 *   differ in the size of enumerations.
 */

#ifndef CRI_H
#define CRI_H


/* `cargo xtask header` writes this file from bindings/c/src. Do not edit it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The version of this header. cri_version() returns that of the library.
#define CRI_VERSION "0.1.0"
#define CRI_VERSION_MAJOR 0 ///< The first number of the version.
#define CRI_VERSION_MINOR 1 ///< The second number of the version.
#define CRI_VERSION_PATCH 0 ///< The third number of the version.

/*
 * A library for another processor than the program's can be linked without an error, and its instructions then fault. So the
 * program refers to a symbol that only suitable libraries have. The reference takes no memory. If the linker does not find
 * cri_runs_on_armv6m, for example, then the library is not for an Armv6-M: see README.md. Define CRI_ANY_PROCESSOR
 * to turn the check off.
 */
#if defined(__GNUC__) && defined(__ELF__) && !defined(CRI_ANY_PROCESSOR)
#define CRI_RUNS_ON(processor) \
    __asm__(".pushsection .note.cri,\"\",%note\n\t.4byte cri_runs_on_" processor "\n\t.popsection");
#if defined(__ARM_ARCH_6M__)
CRI_RUNS_ON("armv6m")
#elif defined(__ARM_ARCH_7M__)
CRI_RUNS_ON("armv7m")
#elif defined(__ARM_ARCH_7EM__)
CRI_RUNS_ON("armv7em")
#elif defined(__ARM_ARCH_8M_BASE__)
CRI_RUNS_ON("armv8m_base")
#elif defined(__ARM_ARCH_8M_MAIN__) || defined(__ARM_ARCH_8_1M_MAIN__)
#if defined(__ARM_FEATURE_DSP)
CRI_RUNS_ON("armv8m_main_dsp")
#else
CRI_RUNS_ON("armv8m_main")
#endif
#endif
#if defined(__riscv) && !defined(__linux__)
#if !defined(__riscv_mul)
CRI_RUNS_ON("riscv_without_m")
#endif
#if !defined(__riscv_compressed)
CRI_RUNS_ON("riscv_without_c")
#endif
#endif
#undef CRI_RUNS_ON
#endif

/// RFC 9988, which draft-ietf-core-href-30 is to become. The drafts from -27 to -30 write the bytes that the RFC will write, so
/// take this for all of them.
#define CRI_REVISION_RFC_9988 30

/// Accept CRIs without an authority (constraint C2).
#define CRI_FEATURE_NO_AUTHORITY 1

/// Accept user information (constraint C3).
#define CRI_FEATURE_USERINFO 2

/// Accept percent-encoded text: the feature `extended-cri`, in RFC 9988 `text-or-pet` (section 7.1).
#define CRI_FEATURE_EXTENDED_CRI 4

/// Accept schemes that are given by name. Only RFC 9988 makes this a feature.
#define CRI_FEATURE_SCHEME_NAME 8

/// Accept all features.
#define CRI_FEATURES_ALL 15

/// The size of cri_t in pointers.
#define CRI_T_WORDS 8

/// The size of cri_builder_t in units of 8 bytes.
#define CRI_BUILDER_T_WORDS 14

/// What cri_discard() returns if a reference discards the whole path of its base.
#define CRI_DISCARD_ALL 128

/// The number of the option Uri-Host (RFC 7252 section 5.10).
#define CRI_OPTION_URI_HOST 3

/// The number of the option Uri-Port.
#define CRI_OPTION_URI_PORT 7

/// The number of the option Location-Path.
#define CRI_OPTION_LOCATION_PATH 8

/// The number of the option Uri-Path.
#define CRI_OPTION_URI_PATH 11

/// The number of the option Uri-Query.
#define CRI_OPTION_URI_QUERY 15

/// The number of the option Location-Query.
#define CRI_OPTION_LOCATION_QUERY 20

/// The number of the option Proxy-Uri.
#define CRI_OPTION_PROXY_URI 35

/// The number of the option Proxy-Scheme.
#define CRI_OPTION_PROXY_SCHEME 39

/// The number of the option Proxy-Cri (section 8.2.1).
#define CRI_OPTION_PROXY_CRI 235

/// The number of the option Proxy-Scheme-Number (section 8.2.2).
#define CRI_OPTION_PROXY_SCHEME_NUMBER 239

/// What functions return when they fail. Success is 0 or more. The values do not change between versions of this library.
/// Later versions may add codes.
typedef enum {
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
} cri_err;

/// What exactly is wrong, in cri_error_t.kind. cri_kind_name() returns the name in lower case.
///
/// The values do not change between versions of this library. Later versions may add kinds.
typedef enum {
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
} cri_kind;

/// The part of a CRI or URI that is wrong, in cri_error_t.component. The values do not change between versions.
typedef enum {
    /// No component is known.
    CRI_COMPONENT_NONE = 0,
    /// The whole CRI.
    CRI_COMPONENT_CRI = 1,
    /// The scheme.
    CRI_COMPONENT_SCHEME = 2,
    /// The authority.
    CRI_COMPONENT_AUTHORITY = 3,
    /// The userinfo.
    CRI_COMPONENT_USERINFO = 4,
    /// The host.
    CRI_COMPONENT_HOST = 5,
    /// The zone identifier of an IP address.
    CRI_COMPONENT_ZONE_ID = 6,
    /// The port.
    CRI_COMPONENT_PORT = 7,
    /// The discard.
    CRI_COMPONENT_DISCARD = 8,
    /// The path.
    CRI_COMPONENT_PATH = 9,
    /// The query.
    CRI_COMPONENT_QUERY = 10,
    /// The fragment.
    CRI_COMPONENT_FRAGMENT = 11,
} cri_component;

/// A revision of draft-ietf-core-href. It is an argument of each function whose result depends on it. Take the one that the
/// peers of the program implement: CRI_REVISION_DRAFT_16 for draft-16, and CRI_REVISION_RFC_9988 for the drafts from -27 to
/// -30.
typedef enum {
    /// draft-ietf-core-href-16.
    CRI_REVISION_DRAFT_16 = 16,
    /// draft-ietf-core-href-30: CRI_REVISION_RFC_9988.
    CRI_REVISION_DRAFT_30 = 30,
} cri_revision;

/// The forms of the authority section (constraint C2).
typedef enum {
    /// No authority. In the URI, the path begins with a slash.
    CRI_AUTHORITY_ROOT_BASED = 0,
    /// No authority. In the URI, the path begins without a slash.
    CRI_AUTHORITY_ROOTLESS = 1,
    /// An authority.
    CRI_AUTHORITY_PRESENT = 2,
} cri_authority;

/// The variants of CoAP (section 8.1, Table 1), in cri_endpoint_t.transport. These are not the numbers of the schemes, which
/// cri_build_scheme() takes.
typedef enum {
    /// Any transport, for cri_populate().
    CRI_TRANSPORT_ANY = -1,
    /// CoAP over UDP: the scheme coap, number 0.
    CRI_TRANSPORT_COAP = 0,
    /// CoAP over DTLS: the scheme coaps, number 1.
    CRI_TRANSPORT_COAPS = 1,
    /// CoAP over TCP: the scheme coap+tcp, number 6.
    CRI_TRANSPORT_COAP_TCP = 2,
    /// CoAP over TLS: the scheme coaps+tcp, number 7.
    CRI_TRANSPORT_COAPS_TCP = 3,
    /// CoAP over WebSockets: the scheme coap+ws, number 8 in draft-16 and 24 in RFC 9988.
    CRI_TRANSPORT_COAP_WS = 4,
    /// CoAP over secure WebSockets: the scheme coaps+ws, number 9 in draft-16 and 25 in RFC 9988.
    CRI_TRANSPORT_COAPS_WS = 5,
} cri_transport;

/// How a request names the resource, in cri_origin_t.form.
typedef enum {
    /// The resource is at the endpoint itself: no option addresses a proxy. cri_compose() makes the CRI.
    CRI_ORIGIN_ENDPOINT = 0,
    /// By the CRI in Proxy-Cri, which is cri_origin_t.cri.
    CRI_ORIGIN_CRI = 1,
    /// By the URI in Proxy-Uri: cri_from_uri() makes the CRI. cri_find_origin() does not check the URI. A URI
    /// without a scheme, or with a fragment, is an error of the client (RFC 7252 section 5.10.2), and cri_options() refuses it.
    CRI_ORIGIN_URI = 2,
    /// By the scheme name in Proxy-Scheme, and Uri- options. Write the name in lower case: cri_scheme_by_name() then finds the
    /// number, and cri_compose_origin() makes the CRI.
    CRI_ORIGIN_SCHEME_NAME = 3,
    /// By the number in Proxy-Scheme-Number, and Uri- options: cri_compose_origin() makes the CRI.
    CRI_ORIGIN_SCHEME_NUMBER = 4,
} cri_origin;

/// A decoded CRI or CRI reference. It refers to the bytes that it was decoded from. A structure of zeros holds no CRI, and every
/// function refuses it with CRI_ERR_ARGUMENT.
typedef struct {
    /// Private.
    const void *opaque[CRI_T_WORDS];
} cri_t;

/// The details of an error. A function that fails writes them if the caller passed a place for them. A function that
/// succeeds leaves that place as it is.
typedef struct {
    /// The return value of the function.
    int code;
    /// What the function of the caller returned, with CRI_ERR_CALLBACK. Otherwise 0.
    int callback;
    /// Where it is wrong, in bytes from the start of the input. 0 if the input is not bytes or text.
    size_t offset;
    /// The capacity that is enough, with CRI_ERR_BUFFER. Otherwise 0. For a text, it counts the NUL.
    size_t needed;
    /// What exactly is wrong: one of cri_kind. With CRI_ERR_ARGUMENT, it says which argument.
    uint16_t kind;
    /// With CRI_ERR_PROXY, the number of the CoAP option that is wrong. With CRI_ERR_CALLBACK, the one that the function of the
    /// caller refused. Otherwise 0: with CRI_ERR_OPTIONS, `component` or `offset` says what is wrong.
    uint16_t option;
    /// The part of the CRI or URI that is wrong: one of cri_component.
    uint8_t component;
    /// The CoAP response code that a server or proxy answers with, such as 0x80 for 4.00, or 0.
    uint8_t response_code;
} cri_error_t;

/// A CRI or CRI reference that is being built. cri_build() begins, the other functions add the sections in the order of the
/// interchange form, and cri_build_finish() ends.
///
/// The builder keeps the first error, and cri_build_finish() returns it: nobody has to check the other functions. It normalizes
/// nothing: no case, no dot-segments, no default port. Until the end, nothing else may use the buffer.
///
/// The functions do nothing, and cri_build_finish() returns CRI_ERR_ARGUMENT, for a structure of zeros, for one that was copied
/// or moved to another address, and after the end. They cannot tell a builder whose buffer is gone from one in use: do not pass
/// memory in which a builder was left without cri_build_finish(), before cri_build() begins another one there.
typedef struct {
    /// Private.
    uint64_t opaque[CRI_BUILDER_T_WORDS];
} cri_builder_t;

/// One text item: a segment, for example. Text is UTF-8 and has no percent-encoding. No NUL ends it, but it may contain NULs.
typedef struct {
    /// The text, or null if the item has percent-encoded parts (section 7.1): cri_pieces() returns those.
    const char *text;
    /// The length of the text in bytes, 0 where `text` is null.
    size_t len;
    /// The item in CBOR.
    const uint8_t *encoded;
    /// The length of the item in CBOR, in bytes.
    size_t encoded_len;
} cri_item_t;

/// The items that are left of a list, such as a path. To walk over the list again, copy the structure first. A structure of
/// zeros has no items.
typedef struct {
    /// The items in CBOR, without the head of an array.
    const uint8_t *encoded;
    /// Their length in bytes.
    size_t encoded_len;
} cri_items_t;

/// One piece of an item: text, or bytes that the URI has percent-encoded.
typedef struct {
    /// The bytes of the piece.
    const uint8_t *bytes;
    /// The number of bytes.
    size_t len;
    /// Whether the piece is text, which is UTF-8. Otherwise, the URI has its bytes as triplets such as %3A.
    bool is_text;
} cri_piece_t;

/// The destination of a request, which its options need not repeat.
typedef struct {
    /// The zone identifier of an IPv6 address, or null. It contains no NUL, and none ends it.
    const char *zone;
    /// The length of the zone identifier in bytes.
    size_t zone_len;
    /// The port, in the byte order of this machine.
    uint16_t port;
    /// The variant of CoAP: one of cri_transport.
    uint8_t transport;
    /// The number of bytes in `address`: 4 or 16. cri_populate() sets 0 if the host is a name, which the caller looks up.
    uint8_t address_len;
    /// The IP address, in network order. An IPv4 address has the first four bytes.
    uint8_t address[16];
} cri_endpoint_t;

/// A function of the caller that adds one option to a message. It gets the `context` that the caller passed. It returns 0, or
/// another number to stop: the function that called it then returns CRI_ERR_CALLBACK, and `error->callback` is that number. The
/// value is valid during the call. The function must not be null.
typedef int (*cri_add_option_fn)(void *context, uint16_t number, const uint8_t *value, size_t len);

/// One CoAP option: its number and its value.
typedef struct {
    /// The value, or null if it is empty.
    const uint8_t *value;
    /// The length of the value in bytes.
    size_t len;
    /// The number.
    uint16_t number;
} cri_option_t;

/// A function of the caller that says whether the program processes a critical option. It gets the `context` that the caller
/// passed.
typedef bool (*cri_is_known_fn)(void *context, uint16_t number);

/// The resource that a request asks for.
typedef struct {
    /// The scheme number, in the form CRI_ORIGIN_SCHEME_NUMBER.
    uint64_t number;
    /// The CRI, in the form CRI_ORIGIN_CRI.
    cri_t cri;
    /// The URI or the scheme name, in the forms CRI_ORIGIN_URI and CRI_ORIGIN_SCHEME_NAME. No NUL ends it, but it may contain
    /// NULs, with which cri_from_uri() and cri_scheme_by_name() refuse it.
    const char *text;
    /// The length of the text in bytes.
    size_t text_len;
    /// How the request names the resource: one of cri_origin.
    int form;
} cri_origin_t;

/// A registered scheme.
typedef struct {
    /// The number. A CRI has -1 minus the number.
    uint64_t number;
    /// The name in lower case, without a NUL. It is constant.
    const char *name;
    /// The length of the name in bytes.
    size_t name_len;
    /// The port of an authority without a port, or 0 if the scheme has no default port.
    uint16_t default_port;
} cri_scheme_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/// Returns the version of the library, such as "0.1.0". It differs from CRI_VERSION if the program was compiled with the header
/// of another version. The text is constant and ends with a NUL.
const char *cri_version(void);

/// Returns a short text in English for a return value, such as "the buffer is too small". The text is constant and ends with
/// a NUL.
const char *cri_strerror(int code);

/// Returns the name of a component in lower case with hyphens, such as "zone-id", or "none" for a number of no component.
/// The text is constant and ends with a NUL.
const char *cri_component_name(int component);

/// Returns the name of a kind in lower case with hyphens, such as "dot-segment", or "none" for a number of no kind. The
/// text is constant and ends with a NUL.
const char *cri_kind_name(int kind);

/// Finds the bytes that `cri` was decoded from, or that a function wrote: the interchange form. Returns their number. `bytes`
/// is set to the first one.
int cri_bytes(const cri_t *cri,
              const uint8_t **bytes);

/// Returns whether `cri` is a full CRI, which has a scheme (section 5.1.5).
bool cri_is_full(const cri_t *cri);

/// Returns whether two full CRIs are equal (section 4). The fragment counts. The lengths of CBOR heads do not count, nor how
/// an empty path or query is written. A scheme number differs from the scheme's name.
///
/// A relative reference equals nothing, because its meaning depends on its base. cri_compare() tells it from a CRI that
/// differs.
bool cri_equal(const cri_t *a,
               const cri_t *b);

/// Returns whether two full CRIs are equal without their fragments. See cri_equal().
bool cri_equal_ignoring_fragment(const cri_t *a, const cri_t *b);

/// Compares two full CRIs, for sorting. Sets `order` to -1, 0 or 1 if `a` is less than, equal to or greater than `b`, and
/// returns 0. Two CRIs are equal by this order exactly if cri_equal() returns true.
///
/// Errors: CRI_ERR_NOT_FULL.
int cri_compare(const cri_t *a,
                const cri_t *b,
                int *order);

/// Decodes all `len` bytes as one CRI or CRI reference (section 5.1), and accepts only the given features: CRI_FEATURES_ALL
/// accepts every CRI. Returns 0.
///
/// Decoding takes no revision: it accepts what any revision writes. A bit of `features` that stands for no feature is
/// CRI_ERR_ARGUMENT, with CRI_KIND_UNKNOWN_FEATURE.
///
/// Errors: CRI_ERR_MALFORMED, CRI_ERR_UNPROCESSABLE, CRI_ERR_FEATURE.
int cri_decode(cri_t *cri,
               const uint8_t *bytes,
               size_t len,
               unsigned int features,
               cri_error_t *error);

/// Decodes the CRI or CRI reference that the bytes begin with, as in a larger CBOR item, and accepts only the given features.
/// Returns the number of bytes that it takes. After CRI_ERR_UNPROCESSABLE and CRI_ERR_FEATURE, cri_skip() returns that number.
/// An item that is not an array is CRI_ERR_MALFORMED with CRI_KIND_NOT_AN_ARRAY. cri_skip() steps over it if it is well-formed.
/// After any other CRI_ERR_MALFORMED, cri_skip() fails, too.
///
/// Errors: CRI_ERR_MALFORMED, CRI_ERR_UNPROCESSABLE, CRI_ERR_FEATURE.
int cri_decode_prefix(cri_t *cri,
                      const uint8_t *bytes,
                      size_t len,
                      unsigned int features,
                      cri_error_t *error);

/// Returns the length in bytes of the CBOR item that the bytes begin with, of any type: to step over a CRI that cannot be
/// processed (section 5.2.1). It needs no memory, however deep the item nests. An item of indefinite length, or
/// with such an item inside, is CRI_ERR_MALFORMED.
///
/// Errors: CRI_ERR_MALFORMED.
int cri_skip(const uint8_t *bytes,
             size_t len);

/// Writes the interchange form of a revision, with the shortest CBOR heads. Returns the number of bytes written.
///
/// Errors: CRI_ERR_BUFFER, CRI_ERR_ENCODE.
int cri_encode(const cri_t *cri,
               int revision,
               uint8_t *buffer,
               size_t capacity,
               cri_t *result,
               cri_error_t *error);

/// Writes the interchange form of a revision without the fragment, as for a request (section 4). Returns the number of bytes
/// written.
///
/// Errors: CRI_ERR_BUFFER, CRI_ERR_ENCODE.
int cri_encode_without_fragment(const cri_t *cri,
                                int revision,
                                uint8_t *buffer,
                                size_t capacity,
                                cri_t *result,
                                cri_error_t *error);

/// Returns the number of bytes that cri_encode() writes.
///
/// Errors: CRI_ERR_ENCODE.
int cri_encoded_len(const cri_t *cri, int revision, cri_error_t *error);

/// Returns whether the bytes of `cri` are exactly those that a revision writes. A strict reader accepts only these bytes.
/// Decoding accepts the forms of all revisions, and CBOR heads of any length.
bool cri_is_encoding_of(const cri_t *cri,
                        int revision);

/// Resolves `reference` against the full CRI `base` (section 5.3), and writes the result. Returns the number of bytes written.
///
/// The empty reference keeps the fragment of the base. For a request, take cri_encode_without_fragment().
///
/// Errors: CRI_ERR_NOT_FULL for a relative base, CRI_ERR_RESOLVE, CRI_ERR_BUFFER, CRI_ERR_ENCODE.
int cri_resolve(const cri_t *base,
                const cri_t *reference,
                int revision,
                uint8_t *buffer,
                size_t capacity,
                cri_t *result,
                cri_error_t *error);

/// Writes the CRI reference that resolves against the full CRI `base` to the full CRI `target`, and takes the fewest bytes in
/// a revision. Returns the number of bytes written. If no reference is shorter than the target, the result is the target.
///
/// The result leads to the target as a CRI. If the base has no authority, the text of cri_to_uri() may lead elsewhere by RFC 3986.
///
/// Errors: CRI_ERR_NOT_FULL for a relative base or target, CRI_ERR_BUFFER, CRI_ERR_ENCODE.
int cri_relativize(const cri_t *base,
                   const cri_t *target,
                   int revision,
                   uint8_t *buffer,
                   size_t capacity,
                   cri_t *result,
                   cri_error_t *error);

/// Decodes all `len` bytes as one CRI or CRI reference in CBOR tag 99 (RFC 9988), and accepts only the given features. Returns
/// 0. The tag is not part of `cri`, which refers to the bytes after it.
///
/// Errors: CRI_ERR_MALFORMED, CRI_ERR_UNPROCESSABLE, CRI_ERR_FEATURE. An item that is not in this tag is CRI_ERR_MALFORMED, of
/// the kind CRI_KIND_NOT_TAGGED. Offsets count from the start of the tag.
int cri_decode_tagged(cri_t *cri,
                      const uint8_t *bytes,
                      size_t len,
                      unsigned int features,
                      cri_error_t *error);

/// Writes the interchange form in CBOR tag 99. Returns the number of bytes written, with those of the tag.
///
/// There is no revision to choose: only RFC 9988 defines the tag, so the form is that of RFC 9988.
///
/// Errors: CRI_ERR_BUFFER.
int cri_encode_tagged(const cri_t *cri,
                      uint8_t *buffer,
                      size_t capacity,
                      cri_error_t *error);

/// Begins to build a CRI of a revision in a buffer.
void cri_build(cri_builder_t *builder, int revision, uint8_t *buffer, size_t capacity);

/// Adds the scheme by its number, such as 0 for coap. Without a scheme, the result is a reference.
void cri_build_scheme(cri_builder_t *builder, uint64_t number);

/// Adds the scheme by its name, in lower case. A scheme that has a number must be given by the number, which
/// cri_scheme_by_name() finds. The builder does not check this.
void cri_build_scheme_name(cri_builder_t *builder,
                           const char *name,
                           size_t len);

/// Adds the number of segments that a reference removes from the end of its base's path, from 0 to 127, or CRI_DISCARD_ALL. It
/// takes the place of scheme and authority.
void cri_build_discard(cri_builder_t *builder,
                       int discard);

/// Adds that there is no authority, and that the path in the URI has no leading slash. If a program adds a scheme,
/// but neither this nor a host, there is no authority either, and the path has a leading slash.
void cri_build_rootless(cri_builder_t *builder);

/// Adds the userinfo, before a host.
void cri_build_userinfo(cri_builder_t *builder, const char *userinfo, size_t len);

/// Adds the host as a name. Its labels are the parts between dots.
///
/// A colon or a bracket is an error, and so is the text of an IPv4 address, alone or with a zone identifier: an address or a
/// port would become a name. Call cri_build_host_ip(), cri_build_zone() and cri_build_port() for them. cri_build_finish() then
/// returns CRI_ERR_UNPROCESSABLE, with the kind CRI_KIND_ADDRESS_TEXT, or CRI_KIND_IPV4_LABELS for an IPv4 address alone.
void cri_build_host(cri_builder_t *builder,
                    const char *name,
                    size_t len);

/// Adds the host as an IP address of 4 or 16 bytes, in network order.
void cri_build_host_ip(cri_builder_t *builder, const uint8_t *address, size_t len);

/// Adds the zone identifier of an IP address.
void cri_build_zone(cri_builder_t *builder, const char *zone, size_t len);

/// Adds the port, after a host.
void cri_build_port(cri_builder_t *builder, uint16_t port);

/// Adds the next segment of the path.
void cri_build_segment(cri_builder_t *builder, const char *segment, size_t len);

/// Adds the next parameter of the query.
void cri_build_parameter(cri_builder_t *builder, const char *parameter, size_t len);

/// Adds the fragment identifier.
void cri_build_fragment(cri_builder_t *builder, const char *fragment, size_t len);

/// Ends building, even if it fails. Returns the number of bytes written.
///
/// Errors: CRI_ERR_UNPROCESSABLE for a CRI that breaks a rule, CRI_ERR_BUFFER, CRI_ERR_ENCODE. CRI_ERR_ARGUMENT has the kind
/// CRI_KIND_OUT_OF_ORDER if sections were added in another order, or if
/// nothing is being built there: in a structure of zeros, or one that ended. Offsets are those in the
/// buffer.
int cri_build_finish(cri_builder_t *builder,
                     cri_t *result,
                     cri_error_t *error);

/// Reads a scheme number (section 5.1.1). Returns false if the scheme is given by name or if there is none.
bool cri_scheme_number(const cri_t *cri,
                       uint64_t *number);

/// Reads a scheme name, in lower case and without a NUL. Returns false if the scheme is given by number or if there
/// is none. cri_scheme_by_number() knows the names of numbers.
bool cri_scheme_name(const cri_t *cri,
                     const char **name,
                     size_t *len);

/// Returns the form of the authority section: one of cri_authority.
int cri_authority_form(const cri_t *cri);

/// Reads the userinfo (constraint C3). Returns false if there is none. It may hold a password: take care where you print it.
bool cri_userinfo(const cri_t *cri,
                  cri_item_t *userinfo);

/// Returns the number of segments that a reference removes from the end of its base's path, from 0 to 127, or
/// CRI_DISCARD_ALL (section 5.1.2). A scheme or an authority discards all.
int cri_discard(const cri_t *cri);

/// Begins to walk over the segments of the path, for cri_next(). Returns false if a reference has no path, and so keeps
/// the path of its base. A full CRI has a path, which may have no segments. If the function returns false, also after a wrong
/// argument, the list is empty, unless it overlaps an argument.
bool cri_path(const cri_t *cri,
              cri_items_t *segments);

/// Returns whether the path of a CRI is the one of a text, such as "/sensors/temp". Each slash in the text begins a segment.
///
/// The empty text is the path without segments, as in coap://h, and "/" is the path of one empty segment, as in coap://h/.
/// Requests for both have no Uri-Path option, so cri_compose() makes the former. The text is compared as it is, and not
/// percent-decoded: a segment with percent-encoded parts equals no text.
bool cri_path_equals(const cri_t *cri,
                     const char *path,
                     size_t len);

/// Begins to walk over the parameters of the query, for cri_next(). Returns false if there is no query. A reference may have
/// a query without parameters, which unsets the query of its base. If the function returns false, the list is as after cri_path().
bool cri_query(const cri_t *cri,
               cri_items_t *parameters);

/// Reads the fragment identifier. Returns false if there is none.
bool cri_fragment(const cri_t *cri, cri_item_t *fragment);

/// Reads the host if it is an IP address. Returns the number of its bytes, 4 or 16, or 0 if the host is a name, or if there
/// is no host or no CRI. `address` is set to the first byte, in network order.
int cri_host_ip(const cri_t *cri,
                const uint8_t **address);

/// Reads the zone identifier of an IP address. Returns false if there is none. It is UTF-8. No NUL ends it, but it may contain
/// NULs, with which cri_populate() refuses it.
bool cri_zone(const cri_t *cri,
              const char **zone,
              size_t *len);

/// Begins to walk over the labels of a host name, for cri_next(). Returns false if the host is an address or if there is
/// none. An empty host is one empty label. If the function returns false, the list is as after cri_path().
bool cri_host_labels(const cri_t *cri,
                     cri_items_t *labels);

/// Writes a host name as text, such as "example.com", and a NUL. Returns the number of bytes without the NUL, or 0 if the
/// host is an address, empty or missing. Percent-encoded bytes become triplets such as %3A.
///
/// Errors: CRI_ERR_BUFFER, and CRI_ERR_NO_OPTIONS for a name that contains a NUL: a resolver would read another name.
int cri_host_name(const cri_t *cri,
                  char *buffer,
                  size_t capacity,
                  cri_error_t *error);

/// Reads the port (constraint C6). Returns false if there is none. It may be the default port of the scheme.
bool cri_port(const cri_t *cri,
              uint16_t *port);

/// Takes the next item from a list: a label, segment or parameter. Returns false if no item is left.
bool cri_next(cri_items_t *list,
              cri_item_t *item);

/// Begins to walk over the pieces of an item, for cri_next_piece(). An item of text has one piece. Returns 0.
int cri_pieces(const cri_item_t *item,
               cri_items_t *pieces);

/// Takes the next piece. Returns false if no piece is left.
bool cri_next_piece(cri_items_t *pieces, cri_piece_t *piece);

/// Converts a URI or URI reference to a CRI or CRI reference of a revision. Returns the number of bytes written.
///
/// The scheme becomes its number if it has one. Scheme and host are written in lower case, and percent-encoding is undone where
/// that changes nothing. Dot-segments and the default port are left out. A URI that needs another feature than the given ones
/// is refused.
///
/// Errors: CRI_ERR_URI, CRI_ERR_NO_CRI, CRI_ERR_FEATURE, CRI_ERR_BUFFER. Offsets count from the start of the text.
int cri_from_uri(const char *uri,
                 size_t len,
                 int revision,
                 unsigned int features,
                 uint8_t *buffer,
                 size_t capacity,
                 cri_t *result,
                 cri_error_t *error);

/// Converts as cri_from_uri() does, but knows only the numbers of the six CoAP schemes, and accepts all features. It leaves
/// out the other 400 names, so firmware is smaller. Other schemes stay names.
///
/// Errors: CRI_ERR_URI, CRI_ERR_NO_CRI, CRI_ERR_BUFFER. Offsets count from the start of the text.
int cri_from_coap_uri(const char *uri,
                      size_t len,
                      int revision,
                      uint8_t *buffer,
                      size_t capacity,
                      cri_t *result,
                      cri_error_t *error);

/// Converts the URI of a CoAP request, or a reference in a list of links, to the CRI whose options the request has (RFC 7252
/// section 6.4). It converts as cri_from_coap_uri() does, but the URIs of CoAP do not distinguish "%2C" from ",":
/// percent-encoded text becomes text, which cri_options() and all other functions for requests take. They refuse
/// percent-encoded text in a CRI. An empty port is the default port, and zeros before a port do not count.
///
/// The URI of the result may be another URI with the same options. To ask for a link by cri_options_write_resolved(), convert
/// both the base and the link by this function.
///
/// Errors: CRI_ERR_URI, CRI_ERR_NO_CRI, CRI_ERR_BUFFER. Offsets count from the start of the text. If percent-encoded text is
/// not UTF-8, the function returns CRI_ERR_NO_CRI with the kind CRI_KIND_INVALID_UTF8.
int cri_from_request_uri(const char *uri,
                         size_t len,
                         int revision,
                         uint8_t *buffer,
                         size_t capacity,
                         cri_t *result,
                         cri_error_t *error);

/// Writes the URI or URI reference that a CRI has in a revision, and a NUL. Returns the number of bytes without the NUL.
///
/// The text may hold a password: take care where you print it.
///
/// Errors: CRI_ERR_NO_URI, CRI_ERR_BUFFER. The offset is the one of the component in the bytes of `cri`.
int cri_to_uri(const cri_t *cri,
               int revision,
               char *buffer,
               size_t capacity,
               cri_error_t *error);

/// Writes as cri_to_uri() does, but knows only the names of the six CoAP schemes. Firmware is smaller without the others. The
/// number of another scheme is CRI_KIND_UNKNOWN_SCHEME.
///
/// Errors: CRI_ERR_NO_URI, CRI_ERR_BUFFER. The offset is the one of the component in the bytes of `cri`.
int cri_to_coap_uri(const cri_t *cri,
                    int revision,
                    char *buffer,
                    size_t capacity,
                    cri_error_t *error);

/// Calls `add` for each option of a request to `endpoint` for `cri`, in ascending order of the numbers. Returns 0.
///
/// `endpoint` has an address. After cri_populate() for the name of a host, this is the one that the caller looked up. There is
/// no option for a host or port that is the endpoint's own. `add` is not called if options cannot carry the CRI. No option
/// carries the scheme: a CRI whose scheme means another transport than the endpoint's is CRI_KIND_TRANSPORT. No option carries
/// a fragment: cri_encode_without_fragment() removes it. Percent-encoded text is CRI_KIND_PET (section 8.1.1): for the options
/// of a URI, which has options for it, make the CRI by cri_from_request_uri().
///
/// Errors: CRI_ERR_NOT_FULL, CRI_ERR_NO_OPTIONS, CRI_ERR_CALLBACK.
int cri_options(const cri_t *cri,
                const cri_endpoint_t *endpoint,
                int revision,
                cri_add_option_fn add,
                void *context,
                cri_error_t *error);

/// Returns whether a CRI or reference names a resource at an endpoint: it has the scheme of the endpoint's transport, its
/// address and its port, which may be the default port of the scheme. It tells a server which links lead to itself.
///
/// A reference without a scheme has that of its base, which is taken to be the endpoint's. The answer is no for a reference
/// without an authority, which leads to the host of its base: resolve it first. The answer is also no for a host that is a
/// name, and for a CRI with a userinfo. The fragment does not count.
bool cri_is_at(const cri_t *cri,
               const cri_endpoint_t *endpoint,
               int revision);

/// Calls `add` for each option of a request to a proxy for `cri`, in ascending order of the numbers. `endpoint` is the proxy.
/// Returns the transport that the scheme of `cri` means: one of cri_transport.
///
/// The request must also have that scheme, in Proxy-Scheme or Proxy-Scheme-Number. cri_proxy_cri_write() is the better way:
/// one option has the whole CRI. If the CRI has the port of the proxy, this function adds no Uri-Port (section 8.1.1,
/// step 6). Some proxies then take the default port of the scheme instead, as cri_compose_origin() does.
///
/// Errors: CRI_ERR_NOT_FULL, CRI_ERR_NO_OPTIONS, CRI_ERR_CALLBACK.
int cri_options_for_proxy(const cri_t *cri,
                          const cri_endpoint_t *endpoint,
                          int revision,
                          cri_add_option_fn add,
                          void *context,
                          cri_error_t *error);

/// Calls `add` for each option of a request to the destination that `cri` names, in ascending order of the numbers, and then
/// fills `endpoint` with that destination. Returns 0.
///
/// `transport` is the transport by which the caller sends: one of cri_transport. A CRI whose scheme means another transport
/// is CRI_KIND_TRANSPORT. With CRI_TRANSPORT_ANY, there is no such error, and the caller sends by `endpoint->transport`.
///
/// If the host is an IP address, the endpoint has it. If it is a name, `address_len` is 0: the caller looks the name up, and
/// the options have it as Uri-Host. Without a port in `cri`, the endpoint has the default port of the scheme. A zone identifier
/// that is empty, has a NUL, or follows an IPv4 address is CRI_KIND_ZONE_ID: a system would take another network interface.
///
/// Errors: CRI_ERR_NOT_FULL, CRI_ERR_NO_OPTIONS, CRI_ERR_CALLBACK.
int cri_populate(const cri_t *cri,
                 int revision,
                 int transport,
                 cri_endpoint_t *endpoint,
                 cri_add_option_fn add,
                 void *context,
                 cri_error_t *error);

/// Writes the options of a request to `endpoint` for `cri` as a message has them (RFC 7252 section 3.1), without options that
/// precede them and without a payload. Returns the number of bytes written. `endpoint` has an address, as for cri_options(). A
/// CRI whose scheme means another transport than the endpoint's is CRI_KIND_TRANSPORT.
///
/// Errors: CRI_ERR_NOT_FULL, CRI_ERR_NO_OPTIONS, CRI_ERR_BUFFER.
int cri_options_write(const cri_t *cri,
                      const cri_endpoint_t *endpoint,
                      int revision,
                      uint8_t *buffer,
                      size_t capacity,
                      cri_error_t *error);

/// Resolves `reference` against the full CRI `base`, and writes the options of a request to `endpoint` for the result without
/// its fragment, in the form of cri_options_write(). Returns the number of bytes written.
///
/// This function writes no CRI in between, so it takes less code and memory than cri_resolve(), cri_encode_without_fragment()
/// and cri_options_write(). The options and the kinds of error are the same, but for one case: if a zone identifier follows an
/// IPv4 address, cri_resolve() returns CRI_ERR_ENCODE in draft-16. This function encodes no CRI, so it does what
/// cri_options_write() does for such a CRI.
///
/// Errors: CRI_ERR_NOT_FULL for a relative base, CRI_ERR_RESOLVE with an offset in `reference`, CRI_ERR_NO_OPTIONS without an
/// offset, CRI_ERR_BUFFER.
int cri_options_write_resolved(const cri_t *base,
                               const cri_t *reference,
                               const cri_endpoint_t *endpoint,
                               int revision,
                               uint8_t *buffer,
                               size_t capacity,
                               cri_error_t *error);

/// Makes the full CRI of a request from its options, in any order, and from the endpoint at which it arrived. Returns the
/// number of bytes written. Options that do not identify the resource are ignored, also those that address a proxy.
///
/// If the function fails, `error->response_code` is the code for the response.
///
/// Errors: CRI_ERR_OPTIONS, CRI_ERR_BUFFER.
int cri_compose(const cri_option_t *options,
                size_t count,
                const cri_endpoint_t *endpoint,
                int revision,
                uint8_t *buffer,
                size_t capacity,
                cri_t *result,
                cri_error_t *error);

/// Makes the CRI reference of the location in a response from its options: Location-Path and Location-Query (RFC 7252 section
/// 5.10.7). Returns the number of bytes written, or 0 if there are no such options. cri_resolve() resolves the reference
/// against the CRI of the request.
///
/// `result` holds no CRI if the function returns 0.
///
/// Errors: CRI_ERR_OPTIONS, CRI_ERR_BUFFER.
int cri_compose_location(const cri_option_t *options,
                         size_t count,
                         int revision,
                         uint8_t *buffer,
                         size_t capacity,
                         cri_t *result,
                         cri_error_t *error);

/// Reads the options of a message (RFC 7252 section 3.1): the bytes after the token. Writes up to `capacity` of them to
/// `options`, and returns their number. Values are not copied.
///
/// `payload` is set to the offset of the payload, or to `len` if there is none.
///
/// Errors: CRI_ERR_OPTIONS, and CRI_ERR_BUFFER if there are more options: `error->needed` is their number.
int cri_options_read(const uint8_t *bytes,
                     size_t len,
                     cri_option_t *options,
                     size_t capacity,
                     size_t *payload,
                     cri_error_t *error);

/// Returns the name of an option that identifies a resource, such as "Uri-Path", or "other" for any other number. The text is
/// constant and ends with a NUL.
const char *cri_option_name(int number);

/// Finds the first critical option of a request that counts as unrecognized (RFC 7252 section 5.4.1). Returns its number, or 0
/// if there is none. A server answers a request that has one with 4.02.
///
/// The critical options of a request for the server itself are known: If-Match, Uri-Host, If-None-Match, Uri-Port, Uri-Path,
/// Uri-Query, Accept, Block1 and Block2. One of them counts as unrecognized if its length is out of bounds, or if it is
/// repeated and must not be. `is_known` says which others the program processes. It may be null.
///
/// Errors: only CRI_ERR_ARGUMENT.
int cri_unrecognized_critical(const cri_option_t *options,
                              size_t count,
                              cri_is_known_fn is_known,
                              void *context);

/// Returns whether the path of a request begins with the segments of a text, such as "/sensors". `rest` is set to the first
/// Uri-Path option that is left, and `left` to their number. 0 are left if the text is the whole path.
///
/// It tells a server which resource a request asks for, without a CRI. Each slash in the text begins a segment, so the root of
/// the server is the empty text. The text is compared as cri_path_equals() does. The options must be in ascending order of
/// the numbers, as cri_options_read() writes them.
bool cri_uri_path_after(const cri_option_t *options,
                        size_t count,
                        const char *path,
                        size_t len,
                        const cri_option_t **rest,
                        size_t *left);

/// Writes the value of the option Proxy-Cri for a full CRI without a fragment, of at most 1,023 bytes (section 8.2.1).
/// Returns the number of bytes written.
///
/// Errors: CRI_ERR_PROXY, CRI_ERR_BUFFER.
int cri_proxy_cri_write(const cri_t *cri,
                        int revision,
                        uint8_t *buffer,
                        size_t capacity,
                        cri_error_t *error);

/// Decodes the value of the option Proxy-Cri (section 8.2.1). Returns 0.
///
/// Errors: CRI_ERR_PROXY.
int cri_proxy_cri_read(const uint8_t *value, size_t len, cri_t *cri, cri_error_t *error);

/// Writes the value of the option Proxy-Scheme-Number: 0 to 3 bytes (section 8.2.2). Returns the number of bytes written.
///
/// Errors: CRI_ERR_PROXY, CRI_ERR_BUFFER.
int cri_proxy_scheme_number_write(uint64_t number,
                                  uint8_t *buffer,
                                  size_t capacity,
                                  cri_error_t *error);

/// Reads the value of the option Proxy-Scheme-Number (section 8.2.2). Returns 0.
///
/// Errors: CRI_ERR_PROXY for more than 3 bytes.
int cri_proxy_scheme_number_read(const uint8_t *value, size_t len, uint64_t *number);

/// Finds the resource that the options of a request ask for: at the endpoint itself, or at another one by way of a proxy
/// (section 8.2; RFC 7252 section 5.10.2). Returns 0.
///
/// If `precedence` is 0, options that must not appear together are an error. Otherwise, Proxy-Cri and Proxy-Uri take precedence
/// over the Uri- options. If the function fails, `error->response_code` is the code for the response.
///
/// Errors: CRI_ERR_PROXY.
int cri_find_origin(const cri_option_t *options,
                    size_t count,
                    int precedence,
                    cri_origin_t *found,
                    cri_error_t *error);

/// Makes the CRI of a request with Proxy-Scheme-Number or Proxy-Scheme from its Uri- options. Returns the number of bytes
/// written.
///
/// `scheme` is the number that cri_find_origin() found, or that cri_scheme_by_name() found for the name. `default_port` is the
/// default port of that scheme, or 0 if it has none: cri_scheme_t has it. Without Uri-Port, the resource is at this port, and
/// not at that of the proxy. `endpoint` is the one at which the request arrived. The other arguments are those of
/// cri_compose().
///
/// Errors: CRI_ERR_PROXY, CRI_ERR_BUFFER.
int cri_compose_origin(const cri_option_t *options,
                       size_t count,
                       uint64_t scheme,
                       uint16_t default_port,
                       const cri_endpoint_t *endpoint,
                       int revision,
                       uint8_t *buffer,
                       size_t capacity,
                       cri_t *result,
                       cri_error_t *error);

/// Finds a scheme by its number in the registry of a revision. Returns false if no scheme has this number.
bool cri_scheme_by_number(int revision,
                          uint64_t number,
                          cri_scheme_t *scheme);

/// Finds a scheme by its name in the registry of a revision. The name is in lower case and has `len` bytes. Returns false
/// if no scheme has this name.
bool cri_scheme_by_name(int revision,
                        const char *name,
                        size_t len,
                        cri_scheme_t *scheme);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

/*
 * The program allocates these structures and the library writes them, so both must lay them out in the same way. Compilers do,
 * but for options such as -fpack-struct.
 */
#if defined(__cplusplus)
#define CRI_ASSERT_SIZE(type, in_32_bits, in_64_bits) \
    static_assert(sizeof(type) == (sizeof(void *) == 8 ? in_64_bits : in_32_bits), "the size of " #type)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define CRI_ASSERT_SIZE(type, in_32_bits, in_64_bits) \
    _Static_assert(sizeof(type) == (sizeof(void *) == 8 ? in_64_bits : in_32_bits), "the size of " #type)
#endif
#if defined(CRI_ASSERT_SIZE)
CRI_ASSERT_SIZE(cri_t, 32, 64);
CRI_ASSERT_SIZE(cri_builder_t, 112, 112);
CRI_ASSERT_SIZE(cri_error_t, 24, 32);
CRI_ASSERT_SIZE(cri_item_t, 16, 32);
CRI_ASSERT_SIZE(cri_items_t, 8, 16);
CRI_ASSERT_SIZE(cri_piece_t, 12, 24);
CRI_ASSERT_SIZE(cri_endpoint_t, 28, 40);
CRI_ASSERT_SIZE(cri_option_t, 12, 24);
#undef CRI_ASSERT_SIZE
#endif

#endif /* CRI_H */
