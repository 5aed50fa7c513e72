//! The differences between the options that libcoap and aiocoap send and those that `cri coap` computes, and the section
//! that decides each.
//!
//! One difference is not listed, because every URI with a port other than 5683 shows it: libcoap sends a Uri-Port then,
//! although RFC 7252 section 6.4 step 7 leaves it out if the request goes to that port.

/// An independent client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Client {
    Libcoap,
    Aiocoap,
}

use Client::{Aiocoap, Libcoap};

/// The version of libcoap that was compared. The version of aiocoap is in `requirements.txt`.
pub(crate) const LIBCOAP: &str = "4.3.1";

/// One difference.
pub(crate) struct Difference {
    pub(crate) client: Client,
    /// The URI, as the list of URIs has it.
    pub(crate) uri: &'static str,
    /// Our options, or `refused` and the kind of the error.
    pub(crate) ours: &'static str,
    /// The client's options, or `nothing` if it sends no request.
    pub(crate) theirs: &'static str,
    /// The section that decides, and what it says.
    pub(crate) why: &'static str,
}

const fn row(
    client: Client,
    uri: &'static str,
    ours: &'static str,
    theirs: &'static str,
    why: &'static str,
) -> Difference {
    Difference { client, uri, ours, theirs, why }
}

const DOTS: &str =
    "RFC 7252 section 6.4 step 2: resolving removes dot-segments (RFC 3986 section 5.2.4)";
const ENCODED_DOTS: &str =
    "RFC 7252 section 5.10.1: no Uri-Path is `.` or `..`; RFC 3986 section 6.2.2.2: %2E equals `.`";
const EMPTY_QUERY: &str = "RFC 7252 section 6.4 step 9: an empty query is one empty argument";
const RESERVED: &str = "RFC 3986 section 2.2: %2C and %3D differ from `,` and `=`; draft, section 8.1.1: no option distinguishes them";
const NOT_UTF_8: &str = "RFC 7252 section 3.2: text in an option is UTF-8; draft, section 8.1.1";
const FRAGMENT: &str = "RFC 7252 section 6.4 step 4: a URI with a fragment is an error";
const TOO_LONG: &str = "RFC 7252 section 5.10: 255 bytes at most";
const CUT: &str = "RFC 7252 sections 6.4 steps 8 and 9, and 5.10: an option has up to 255 bytes; libcoap drops one of more than 100";
const PORT: &str = "draft, section 2, C7: a CRI has a port as a number, or no port; it cannot hold `:` or `:05683`";
const HOST_CASE: &str = "RFC 7252 section 6.4 step 5: the host is in lower case";
const HOST_ENCODED: &str = "RFC 7252 section 6.4 step 5: percent-encoding is decoded; the client looks up the host before that";
const SAME_ADDRESS: &str =
    "RFC 7252 section 6.4 step 5: no Uri-Host for the address of the destination, in any spelling";
const ZONE: &str = "RFC 6874 section 2: `%25` begins a zone-id, which is the destination's";
const USERINFO: &str = "RFC 7252 section 6.1: a coap URI has no userinfo; no client sends one";

/// All known differences.
pub(crate) const DIFFERENCES: &[Difference] = &[
    row(
        Libcoap,
        "coap://127.0.0.1:{port}/a/.",
        "Uri-Path: a, Uri-Path: (empty)",
        "Uri-Path: a",
        DOTS,
    ),
    row(Libcoap, "coap://127.0.0.1:{port}/a/..", "no options", "Uri-Path: a", DOTS),
    row(
        Libcoap,
        "coap://127.0.0.1:{port}/a/./b/../c",
        "Uri-Path: a, Uri-Path: c",
        "Uri-Path: a, Uri-Path: b, Uri-Path: c",
        DOTS,
    ),
    row(Aiocoap, "coap://127.0.0.1:{port}/../a", "Uri-Path: a", "Uri-Path: .., Uri-Path: a", DOTS),
    row(
        Aiocoap,
        "coap://127.0.0.1:{port}/a/.",
        "Uri-Path: a, Uri-Path: (empty)",
        "Uri-Path: a, Uri-Path: .",
        DOTS,
    ),
    row(Aiocoap, "coap://127.0.0.1:{port}/a/..", "no options", "Uri-Path: a, Uri-Path: ..", DOTS),
    row(
        Aiocoap,
        "coap://127.0.0.1:{port}/a/./b/../c",
        "Uri-Path: a, Uri-Path: c",
        "Uri-Path: a, Uri-Path: ., Uri-Path: b, Uri-Path: .., Uri-Path: c",
        DOTS,
    ),
    row(
        Libcoap,
        "coap://127.0.0.1:{port}/a/%2E%2e/c",
        "Uri-Path: c",
        "Uri-Path: a, Uri-Path: .., Uri-Path: c",
        ENCODED_DOTS,
    ),
    row(
        Aiocoap,
        "coap://127.0.0.1:{port}/a/%2E%2e/c",
        "Uri-Path: c",
        "Uri-Path: a, Uri-Path: .., Uri-Path: c",
        ENCODED_DOTS,
    ),
    row(Libcoap, "coap://127.0.0.1:{port}?", "Uri-Query: (empty)", "no options", EMPTY_QUERY),
    row(Libcoap, "coap://127.0.0.1:{port}/?", "Uri-Query: (empty)", "no options", EMPTY_QUERY),
    row(Aiocoap, "coap://127.0.0.1:{port}?", "Uri-Query: (empty)", "no options", EMPTY_QUERY),
    row(Aiocoap, "coap://127.0.0.1:{port}/?", "Uri-Query: (empty)", "no options", EMPTY_QUERY),
    row(Libcoap, "coap://127.0.0.1:{port}/a%2Cb", "refused: pet", "Uri-Path: a,b", RESERVED),
    row(Libcoap, "coap://127.0.0.1:{port}/?a%3Db", "refused: pet", "Uri-Query: a=b", RESERVED),
    row(Aiocoap, "coap://127.0.0.1:{port}/a%2Cb", "refused: pet", "Uri-Path: a,b", RESERVED),
    row(Aiocoap, "coap://127.0.0.1:{port}/?a%3Db", "refused: pet", "Uri-Query: a=b", RESERVED),
    row(Libcoap, "coap://127.0.0.1:{port}/%FF", "refused: pet", "Uri-Path: ff", NOT_UTF_8),
    row(Aiocoap, "coap://127.0.0.1:{port}/%FF", "refused: pet", "nothing", NOT_UTF_8),
    row(
        Libcoap,
        "coap://127.0.0.1:{port}/a?b#f",
        "refused: fragment",
        "Uri-Path: a, Uri-Query: b",
        FRAGMENT,
    ),
    row(Aiocoap, "coap://127.0.0.1:{port}/a?b#f", "refused: fragment", "nothing", FRAGMENT),
    row(Libcoap, "coap://127.0.0.1:{port}/{256}", "refused: too-long", "no options", TOO_LONG),
    row(Libcoap, "coap://127.0.0.1:{port}/?{256}", "refused: too-long", "no options", TOO_LONG),
    row(Aiocoap, "coap://127.0.0.1:{port}/{256}", "refused: too-long", "Uri-Path: {256}", TOO_LONG),
    row(
        Aiocoap,
        "coap://127.0.0.1:{port}/?{256}",
        "refused: too-long",
        "Uri-Query: {256}",
        TOO_LONG,
    ),
    row(Libcoap, "coap://127.0.0.1:{port}/{255}", "Uri-Path: {255}", "no options", CUT),
    row(Libcoap, "coap://127.0.0.1:{port}/%C3%BC{253}", "Uri-Path: ü{253}", "no options", CUT),
    row(Libcoap, "coap://127.0.0.1:{port}/?{255}", "Uri-Query: {255}", "no options", CUT),
    row(Libcoap, "coap://127.83.0.1:/a", "refused: empty-port", "Uri-Path: a", PORT),
    row(Libcoap, "coap://127.83.0.1:05683/a", "refused: port-leading-zero", "Uri-Path: a", PORT),
    row(Aiocoap, "coap://127.83.0.1:/a", "refused: empty-port", "Uri-Path: a", PORT),
    row(Aiocoap, "coap://127.83.0.1:05683/a", "refused: port-leading-zero", "Uri-Path: a", PORT),
    row(
        Libcoap,
        "coap://LocalHost:{port}/A",
        "Uri-Host: localhost, Uri-Path: A",
        "Uri-Host: LocalHost, Uri-Path: A",
        HOST_CASE,
    ),
    row(
        Libcoap,
        "coap://%6Cocalhost:{port}/a",
        "Uri-Host: localhost, Uri-Path: a",
        "nothing",
        HOST_ENCODED,
    ),
    row(
        Aiocoap,
        "coap://%6Cocalhost:{port}/a",
        "Uri-Host: localhost, Uri-Path: a",
        "nothing",
        HOST_ENCODED,
    ),
    row(
        Aiocoap,
        "coap://b%C3%BCcher.example:{port}/",
        "Uri-Host: bücher.example",
        "nothing",
        HOST_ENCODED,
    ),
    row(
        Libcoap,
        "coap://[0:0:0:0:0:0:0:1]:{port}/a",
        "Uri-Path: a",
        "Uri-Host: 0:0:0:0:0:0:0:1, Uri-Path: a",
        SAME_ADDRESS,
    ),
    row(Libcoap, "coap://[::1%25lo]:{port}/a", "Uri-Path: a", "nothing", ZONE),
    row(Aiocoap, "coap://[::1%25lo]:{port}/a", "Uri-Path: a", "nothing", ZONE),
    row(Libcoap, "coap://u@127.0.0.1:{port}/", "refused: userinfo", "nothing", USERINFO),
    row(Aiocoap, "coap://u@127.0.0.1:{port}/", "refused: userinfo", "nothing", USERINFO),
];
